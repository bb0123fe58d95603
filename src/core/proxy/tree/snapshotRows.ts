import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { dateTimeText } from '../describe/dates';
import { ariaText, countText, joinedParts } from '../describe/labels';
import type { StoredSnapshot } from '../snapshots/snapshotStore';
import type { EndpointNode, SnapshotNode, SnapshotsNode } from './nodes';

const LONGEST_NAME = 200;

/** The row of an endpoint's snapshots; undefined where it has none. */
export function snapshotsNode(parent: EndpointNode, all: readonly StoredSnapshot[]): SnapshotsNode | undefined {
  const count = ofEndpoint(all, parent.endpointId).length;
  if (count === 0) return undefined;
  const description = numberText(count);
  return {
    type: 'snapshots',
    parent,
    id: `${parent.id}/snapshots`,
    endpointId: parent.endpointId,
    label: 'Snapshots',
    description,
    spoken: ariaText('Snapshots', description),
  };
}

/** The snapshots of an endpoint, in the order of `all`: name, when it was read, and how much it holds. */
export function snapshotsBelow(parent: SnapshotsNode, all: readonly StoredSnapshot[]): readonly SnapshotNode[] {
  return ofEndpoint(all, parent.endpointId).map((stored) => {
    const label = plainText(stored.about.name, LONGEST_NAME);
    const moment = dateTimeText(stored.about.readAt);
    // The name that is proposed says when.
    const description = joinedParts(label.endsWith(moment) ? undefined : moment, snapshotCounts(stored));
    return {
      type: 'snapshot',
      parent,
      id: `${parent.id}/${stored.id}`,
      endpointId: parent.endpointId,
      snapshotId: stored.id,
      label,
      description,
      spoken: ariaText(`Snapshot ${label}`, description),
    };
  });
}

type Ready = Extract<StoredSnapshot, { state: 'ready' }>;

/** How much a snapshot holds: `48 routers, 22 services, 35 middlewares`. */
function snapshotCounts({ about: { counts } }: Ready): string {
  const { routers, services, middlewares } = counts;
  return [countText(routers, 'router'), countText(services, 'service'), countText(middlewares, 'middleware')].join(
    ', ',
  );
}

function ofEndpoint(all: readonly StoredSnapshot[], endpointId: string): readonly Ready[] {
  return all.filter((one): one is Ready => one.state === 'ready' && one.about.endpoint.id === endpointId);
}
