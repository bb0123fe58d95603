import assert from 'node:assert/strict';
import { dateTimeText, momentText } from '../../../../../src/core/proxy/describe/dateTexts';
import type { StoredSnapshot } from '../../../../../src/core/proxy/snapshots/snapshotStore';
import { snapshotsBelow, snapshotsNode } from '../../../../../src/core/proxy/tree/snapshotRows';
import { root, sampleReadAt } from './sample';

const kept = (id: string, name: string, endpointId = root.endpointId): StoredSnapshot => ({
  state: 'ready',
  id,
  path: `/${id}.json`,
  about: {
    name,
    endpoint: { id: endpointId, name: 'edge' },
    readAt: sampleReadAt,
    counts: { routers: 1_234, services: 1, middlewares: 0 },
  },
});
const texts = (all: readonly StoredSnapshot[]): readonly string[] => {
  const node = snapshotsNode(root, all);
  if (node === undefined) return [];
  return [node, ...snapshotsBelow(node, all)].map(({ label, description }) => `${label} | ${description}`);
};

describe('snapshotRows: the rows of snapshots', () => {
  it('are not there where an endpoint has none', () => {
    assert.deepEqual(texts([]), []);
    assert.deepEqual(texts([kept('a', 'theirs', 'other'), { state: 'corrupt', id: 'b', path: '/b.json' }]), []);
  });

  it('tell the name, when it was, and how much it holds', () => {
    assert.deepEqual(texts([kept('a', 'before deploy'), kept('b', 'theirs', 'other')]), [
      'Snapshots | 1',
      `before deploy | ${momentText(sampleReadAt)} · 1,234 routers · 1 service · no middlewares`,
    ]);
  });

  it('do not say twice when it was', () => {
    for (const moment of [momentText(sampleReadAt), `edge ${dateTimeText(sampleReadAt)}`]) {
      const [, row] = texts([kept('a', moment)]);
      assert.equal(row, `${moment} | 1,234 routers · 1 service · no middlewares`);
    }
  });

  it('are one visible line each', () => {
    assert.match(texts([kept('a', 'a\n\u202eb')])[1] ?? '', /^a b \|/);
  });
});
