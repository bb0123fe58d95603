import assert from 'node:assert/strict';
import type { ProxyNode } from '../../../../src/core/proxy/tree/nodes';
import { NodeCache } from '../../../../src/vscode/proxies/nodeCache';
import { root } from '../../core/proxy/tree/sample';

/** Two rows below every row, made anew at each ask. */
const make = async (node: ProxyNode): Promise<readonly ProxyNode[]> =>
  ['a', 'b'].map(
    (name) =>
      ({
        type: 'note',
        parent: node,
        id: `${node.id}/${name}`,
        endpointId: node.endpointId,
        label: name,
      }) as unknown as ProxyNode,
  );

describe('nodeCache: the rows that VS Code was given', () => {
  it('are the same objects at each ask', async () => {
    const rows = new NodeCache(make);
    assert.equal(await rows.below(root), await rows.below(root));
  });

  it('are made anew once their endpoint is forgotten, and no other', async () => {
    const rows = new NodeCache(make);
    const other = { ...root, endpointId: 'another' };
    const [before, ofOther] = [await rows.below(root), await rows.below(other)];
    rows.forget(root.endpointId);
    assert.notEqual(await rows.below(root), before);
    assert.equal(await rows.below(other), ofOther);
    rows.forget();
    assert.notEqual(await rows.below(other), ofOther);
  });

  it('go with an endpoint that was removed', async () => {
    const rows = new NodeCache(make);
    const other = { ...root, endpointId: 'another' };
    const [before, ofOther] = [await rows.below(root), await rows.below(other)];
    rows.keep(new Set(['another']));
    assert.notEqual(await rows.below(root), before);
    assert.equal(await rows.below(other), ofOther);
  });

  it('are found by what is equal to them', async () => {
    const rows = new NodeCache(make);
    const [, given] = await rows.below((await rows.below(root))[0] ?? root);
    const [alike] = await make(root);
    assert.ok(alike);
    const [, wanted] = await make(alike);
    assert.ok(wanted);
    assert.notEqual(wanted, given);
    assert.equal(await rows.known(wanted), given);
  });

  it('leave a row that is not among them as it is', async () => {
    const stranger = { ...root, parent: root, type: 'note', id: 'stranger' } as unknown as ProxyNode;
    assert.equal(await new NodeCache(make).known(stranger), stranger);
  });

  it('stay the same where a list was no longer than what was asked for', async () => {
    const rows = new NodeCache(make);
    const few = await rows.below(root, 3);
    assert.equal(await rows.below(root), few);
  });

  it('are made whole when all of a list that was cut short are asked for', async () => {
    const rows = new NodeCache(async (node, most) => (await make(node)).slice(0, most));
    assert.equal((await rows.below(root, 1)).length, 1);
    const all = await rows.below(root);
    assert.equal(all.length, 2);
    assert.equal(await rows.below(root, 1), all);
  });

  it('are asked for again where they could not be made', async () => {
    let asks = 0;
    const rows = new NodeCache(async (node) => {
      asks++;
      if (asks === 1) throw new Error('not now');
      return make(node);
    });
    await assert.rejects(rows.below(root), /not now/);
    assert.equal((await rows.below(root)).length, 2);
  });
});
