import assert from 'node:assert/strict';
import {
  comparisonTitle,
  inTime,
  namedApart,
  type ReadSide,
  type SideRef,
} from '../../../../../src/core/proxy/compare/side';
import { momentText } from '../../../../../src/core/proxy/describe/dateTexts';
import { given } from '../model/given';

const endpoint = (endpointId: string): SideRef => ({ is: 'endpoint', endpointId });
const snapshot = (readAt: number): SideRef => ({ is: 'snapshot', snapshotId: String(readAt), readAt });

describe('side: the sides of a comparison', () => {
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

describe('side: the names of the sides', () => {
  const read = async (name: string, of: string, readAt: number, isSnapshot = true): Promise<ReadSide> => ({
    name,
    ...(!isSnapshot && { endpointId: of }),
    inventory: { ...(await given({})), readAt },
    of: { id: of, name: of },
  });
  const at = (hour: number, day = 22): number => new Date(new Date().getFullYear(), 10, day, hour, 5).getTime();

  it('say the endpoint of a snapshot only where it is another one', async () => {
    const names = async (left: ReadSide, right: ReadSide) => namedApart(left, right).map(({ name }) => name);
    const [kept, now] = [await read('before', 'edge', at(1)), await read('edge', 'edge', at(2), false)];
    assert.deepEqual(await names(kept, now), ['before', 'edge']);
    assert.deepEqual(await names(kept, await read('staging', 'staging', at(2), false)), ['edge · before', 'staging']);
    assert.deepEqual(await names(kept, await read('before', 'old', at(2))), ['edge · before', 'old · before']);
  });

  it('stand with their times, and with the day where it is not the same', async () => {
    const [kept, now] = [await read('before', 'edge', at(1)), await read('edge', 'edge', at(2), false)];
    assert.equal(comparisonTitle(kept, now), 'before (01:05) → edge (02:05)');
    const later = await read('edge', 'edge', at(2, 23), false);
    assert.equal(comparisonTitle(kept, later), 'before (Nov 22, 01:05) → edge (Nov 23, 02:05)');
  });

  it('do not say the time twice', async () => {
    const kept = await read(momentText(at(1)), 'edge', at(1));
    assert.equal(comparisonTitle(kept, await read('edge', 'edge', at(2), false)), 'Nov 22, 01:05 → edge (02:05)');
  });
});
