import assert from 'node:assert/strict';
import { rowsOfGroup, topRows } from '../../../../src/core/proxy/compare/rows';
import { differenceOf } from '../../../../src/vscode/compare/difference';
import { comparedApis } from '../../core/proxy/compare/given';

describe('the row of a difference', () => {
  const compared = () => comparedApis({}, { http: { routers: [{ name: 'a@file', rule: 'Host(`a`)' }] } });

  it('stands for the difference of the comparison that is shown', async () => {
    const comparison = await compared();
    const [group] = topRows(comparison, false);
    assert.ok(group?.is === 'group');
    const [row] = rowsOfGroup(group, comparison);
    assert.equal(differenceOf(comparison, row), comparison.added[0]);
    assert.equal(differenceOf(await compared(), row), undefined);
  });

  it('is nothing that someone else calls the command with', async () => {
    const comparison = await compared();
    for (const argument of [undefined, null, 'added/0', {}, { difference: {} }, { difference: undefined }]) {
      assert.equal(differenceOf(comparison, argument), undefined);
    }
  });
});
