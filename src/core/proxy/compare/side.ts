import type { Inventory } from '../model/inventory';

/** One side of a comparison: what an endpoint reports now, or what a snapshot kept of one. */
export interface ComparedSide {
  /** What a person calls it. Not ours: shown as plain text only. */
  readonly name: string;
  /** Of an endpoint, whose items have rows in the tree. */
  readonly endpointId?: string | undefined;
  readonly inventory: Inventory;
}

/** Names what can be one side of a comparison. */
export type SideRef =
  | { readonly is: 'endpoint'; readonly endpointId: string }
  | { readonly is: 'snapshot'; readonly snapshotId: string; readonly readAt: number };

/**
 * What was first comes first: a snapshot before an endpoint, the older of two snapshots. Of two endpoints the one that was
 * chosen first.
 */
export function inTime(one: SideRef, other: SideRef): readonly [SideRef, SideRef] {
  const isLater = timeOf(one) > timeOf(other);
  return isLater ? [other, one] : [one, other];
}

function timeOf(ref: SideRef): number {
  return ref.is === 'snapshot' ? ref.readAt : Number.POSITIVE_INFINITY;
}
