import assert from 'node:assert/strict';
import type { Findings } from '../../../../../src/core/proxy/findings/finding';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { childrenOf, prepareRows } from '../../../../../src/core/proxy/tree/children';
import { findingsInView } from '../../../../../src/core/proxy/tree/filteredRows';
import { placesOfMatches } from '../../../../../src/core/proxy/tree/locateNode';
import type { TreeModel } from '../../../../../src/core/proxy/tree/treeModel';
import { modelOf, recordedInventory, root } from './sample';

describe('filteredRows: the rows that a filter leaves', () => {
  let inventory: Inventory;
  let findings: Findings;
  before(async () => {
    inventory = await recordedInventory('traefik-3.7');
    findings = (await findingsOf(inventory, () => true)) ?? assert.fail('nobody else asks');
  });
  const below = (model: TreeModel) => childrenOf(root, async () => ({ model, findings }));
  const branches = async (filter: string): Promise<readonly string[]> =>
    (await below(modelOf(inventory, { filter }))).map(({ label }) => label);

  it('are only those with matches', async () => {
    assert.deepEqual(await branches('loop'), ['Problems', 'HTTP', 'Entry Points']);
    assert.deepEqual((await branches('shop-api')).slice(0, 2), ['Problems', 'HTTP']);
    assert.deepEqual(await branches('headers-cache'), ['HTTP']);
  });

  it('are certificates where their names have the words, whatever else matches', async () => {
    assert.ok((await branches('shop.example.test')).includes('Certificates'));
    assert.ok(!(await branches('shop.example.test status:ok')).includes('Certificates'));
    assert.ok(!(await branches('shop.example.test -shop')).includes('Certificates'));
  });

  it('are the findings about what is left', () => {
    const model = modelOf(inventory, { filter: 'shop-api' });
    const left = findingsInView(findings, model);
    assert.ok(left.list.length > 0 && left.list.length < findings.list.length);
    for (const { links } of left.list) {
      assert.ok(links.some((link) => link.to === 'item' && model.isShown(link.item)));
    }
    assert.equal(findingsInView(findings, model), left, 'worked out once');
    assert.equal(findingsInView(findings, modelOf(inventory)), findings);
  });

  it('say what is nearest where nothing matches, and offer it', async () => {
    const model = modelOf(inventory, { filter: 'entrypoint:websecure status:error' });
    await prepareRows(model);
    assert.equal(model.itemCounts.shown, 0);
    const [said, ...offers] = await below(model);
    assert.deepEqual([said?.label, said?.description], ['No matches', '0 with errors, 1 with warnings']);
    assert.deepEqual(
      offers.map((node) => [node.label, node.description, node.type === 'note' ? node.filter : undefined]),
      [
        ['entrypoint:websecure status:warning', '1 match', 'entrypoint:websecure status:warning'],
        ['entrypoint:websecure status:enabled', '9 matches', 'entrypoint:websecure status:enabled'],
        ['status:error', '17 matches', 'status:error'],
      ],
    );
    const nowhere = modelOf(inventory, { filter: 'nowhere to be found' });
    await prepareRows(nowhere);
    assert.deepEqual(
      (await below(nowhere)).map(({ label, description }) => [label, description]),
      [['No matches', undefined]],
    );
  });

  it('unfold where they are few', () => {
    const places = (filter: string) => placesOfMatches(root, modelOf(inventory, { filter })).map(({ id }) => id);
    assert.deepEqual(places('loop'), [`${root.id}/http/routers`, `${root.id}/http/services`]);
    assert.deepEqual(places('status:ok'), [], 'too many');
    assert.deepEqual(places(''), []);
  });
});
