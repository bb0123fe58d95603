import assert from 'node:assert/strict';
import type { HitNode } from '../../../src/protocol/panel';
import { foldedAtFirst, ownerOf, seenLines } from '../../../src/webview/tree';

const node = (depth: number, inside: number): HitNode => ({
  depth,
  inside,
  name: '',
  path: '',
  cell: { kind: 'text', text: '' },
});

describe('the tree of a hit', () => {
  /** a, b { c { d }, e }, f */
  const nodes = [node(0, 0), node(0, 3), node(1, 1), node(2, 0), node(1, 0), node(0, 0)];
  const seen = (...folded: readonly number[]) =>
    seenLines(nodes, new Set(folded)).flatMap((isSeen, at) => (isSeen ? [at] : []));

  it('shows no line below a folded one', () => {
    assert.deepEqual(seen(), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(seen(2), [0, 1, 2, 4, 5]);
    assert.deepEqual(seen(1), [0, 1, 5]);
  });

  it('remembers what is folded inside a folded line', () => {
    assert.deepEqual(seen(1, 2), [0, 1, 5]);
    assert.deepEqual(seen(2), [0, 1, 2, 4, 5]);
  });

  it('knows whom a line belongs to', () => {
    assert.deepEqual(
      nodes.map((_, at) => ownerOf(nodes, at)),
      [undefined, undefined, 1, 2, 1, undefined],
    );
  });

  it('begins with long lists folded, but not with a long document', () => {
    assert.deepEqual([...foldedAtFirst([node(0, 500), node(1, 100), node(1, 101)])], [2]);
  });
});
