import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { momentBeside } from '../describe/dateTexts';
import { itemCountText, joinedParts } from '../describe/labels';
import { itemKinds } from '../model/model';
import type { StoredSnapshot } from '../snapshots/snapshotStore';
import { rowBelow } from './messageNodes';
import type { EndpointNode, SnapshotNode, SnapshotsNode } from './nodes';

const longestName = 200;

/** The row of an endpoint's snapshots; undefined if it has none. */
export function snapshotsNode(parent: EndpointNode, all: readonly StoredSnapshot[]): SnapshotsNode | undefined {
  const count = ofEndpoint(all, parent.endpointId).length;
  if (count === 0) return undefined;
  const label = l10n.t('Snapshots');
  const description = numberText(count);
  return {
    type: 'snapshots',
    ...rowBelow(parent, '/snapshots', label, description),
  };
}

/** The snapshots of an endpoint, in the order of `all`: name, time of the read, and number of items. */
export function snapshotsBelow(parent: SnapshotsNode, all: readonly StoredSnapshot[]): readonly SnapshotNode[] {
  return ofEndpoint(all, parent.endpointId).map((stored) => {
    const label = plainText(stored.about.name, longestName);
    const description = joinedParts(momentBeside(label, stored.about.readAt), snapshotCounts(stored));
    return {
      type: 'snapshot',
      ...rowBelow(parent, `/${stored.id}`, label, description, l10n.t('Snapshot {0}', label)),
      snapshotId: stored.id,
    };
  });
}

type Ready = Extract<StoredSnapshot, { state: 'ready' }>;

/** The contents of a snapshot in numbers: `48 routers · 22 services · 35 middlewares`. */
function snapshotCounts({ about: { counts } }: Ready): string {
  return joinedParts(...itemKinds.map((kind) => itemCountText(counts[kind], kind)));
}

function ofEndpoint(all: readonly StoredSnapshot[], endpointId: string): readonly Ready[] {
  return all.filter((one): one is Ready => one.state === 'ready' && one.about.endpoint.id === endpointId);
}
