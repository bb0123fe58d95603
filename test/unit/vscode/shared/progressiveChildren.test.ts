import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { type GroupNode, type ProxyNode, parentOf } from '../../../../src/core/proxy/tree/nodes';
import { progressiveChildren } from '../../../../src/vscode/shared/progressiveChildren';
import { root } from '../../core/proxy/tree/sample';

const group = {
  type: 'group',
  parent: root,
  id: `${root.id}/http/routers`,
  endpointId: root.endpointId,
} as unknown as GroupNode;
const rowsBelow = (count: number): readonly ProxyNode[] =>
  Array.from(
    { length: count },
    (_, number) => ({ type: 'note', parent: group, id: `${group.id}/${number}` }) as unknown as ProxyNode,
  );

describe('progressiveChildren: a long list that is given in two steps', () => {
  let redrawn: ProxyNode[];
  let steps: ReturnType<typeof progressiveChildren<ProxyNode>>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    redrawn = [];
    steps = progressiveChildren<ProxyNode>(
      (node) => redrawn.push(node),
      parentOf,
      ({ type }) => type === 'group',
    );
  });
  afterEach(() => {
    steps.dispose();
    mock.timers.reset();
  });

  it('keeps nothing of what is no longer shown: neither what is whole nor what is still to come', () => {
    const rows = rowsBelow(201);
    steps.part(group, rows);
    mock.timers.runAll();
    assert.equal(steps.part(group, rows).length, 201);
    steps.keep((id) => id !== group.id);
    assert.equal(steps.part(group, rows).length, 100);
    redrawn.length = 0;
    steps.keep(() => false);
    mock.timers.runAll();
    assert.deepEqual(redrawn, []);
  });

  it('gives a short one whole', () => {
    const rows = rowsBelow(200);
    assert.equal(steps.part(group, rows), rows);
    mock.timers.runAll();
    assert.deepEqual(redrawn, []);
  });

  it('gives the first rows of a long one, asks to be asked again, and gives all', () => {
    const rows = rowsBelow(201);
    assert.deepEqual(steps.part(group, rows), rows.slice(0, 100));
    assert.deepEqual(redrawn, []);
    mock.timers.runAll();
    assert.deepEqual(redrawn, [group]);
    assert.equal(steps.part(group, rows), rows);
  });

  it('asks for the row that VS Code has by then, if it was made anew', () => {
    const rows = rowsBelow(300);
    const anew = { ...group };
    steps.part(group, rows);
    steps.part(anew, rows);
    mock.timers.runAll();
    assert.equal(redrawn.length, 1);
    assert.equal(redrawn[0], anew);
    assert.equal(steps.part(anew, rows), rows);
  });

  it('asks once, however often the first rows are asked for', () => {
    const rows = rowsBelow(300);
    steps.part(group, rows);
    steps.part(group, rows);
    mock.timers.runAll();
    assert.deepEqual(redrawn, [group]);
  });

  it('looks at no more of a group than it takes to tell whether it is long, until all of it is wanted', () => {
    assert.equal(steps.most(root), undefined);
    assert.equal(steps.most(group), 201);
    steps.part(group, rowsBelow(201));
    mock.timers.runAll();
    assert.equal(steps.most(group), undefined);
  });

  it('keeps a list whole that was whole once', () => {
    steps.part(group, rowsBelow(300));
    mock.timers.runAll();
    steps.part(group, rowsBelow(300));
    const later = rowsBelow(400);
    assert.equal(steps.part(group, later), later);
  });

  it('gives all at once to someone who jumps to a row of it', async () => {
    const rows = rowsBelow(300);
    const [row] = rows;
    assert.ok(row);
    await steps.whole(row);
    assert.equal(steps.part(group, rows), rows);
    assert.deepEqual(redrawn, []);
  });

  it('lets someone who jumps to a row wait until the rest of it is given', async () => {
    const rows = rowsBelow(300);
    const [row] = rows;
    assert.ok(row);
    steps.part(group, rows);
    let isThere = false;
    const waiting = steps.whole(row).then(() => {
      isThere = true;
    });
    assert.deepEqual(redrawn, [group]);
    await Promise.resolve();
    assert.equal(isThere, false);
    assert.equal(steps.part(group, rows), rows);
    await waiting;
    mock.timers.runAll();
    assert.deepEqual(redrawn, [group]);
  });
});
