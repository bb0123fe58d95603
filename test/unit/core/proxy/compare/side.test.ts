import assert from 'node:assert/strict';
import { inTime, type SideRef } from '../../../../../src/core/proxy/compare/side';

const endpoint = (endpointId: string): SideRef => ({ is: 'endpoint', endpointId });
const snapshot = (readAt: number): SideRef => ({ is: 'snapshot', snapshotId: String(readAt), readAt });

describe('the sides of a comparison', () => {
  it('stand in the order in which two endpoints were chosen', () => {
    assert.deepEqual(inTime(endpoint('a'), endpoint('b')), [endpoint('a'), endpoint('b')]);
  });

  it('begin with the snapshot, whichever was chosen first', () => {
    assert.deepEqual(inTime(endpoint('a'), snapshot(1)), [snapshot(1), endpoint('a')]);
    assert.deepEqual(inTime(snapshot(1), endpoint('a')), [snapshot(1), endpoint('a')]);
  });

  it('begin with the older of two snapshots', () => {
    assert.deepEqual(inTime(snapshot(2), snapshot(1)), [snapshot(1), snapshot(2)]);
    assert.deepEqual(inTime(snapshot(1), snapshot(2)), [snapshot(1), snapshot(2)]);
  });
});
