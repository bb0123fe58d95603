import type { Inventory } from '../model/inventory';

/** One side of a comparison: what an endpoint reports now, or what a snapshot kept of one. */
export interface ComparedSide {
  /** The name that a person gave it: shown as plain text only. */
  readonly name: string;
  /** Present for an endpoint, whose items have rows in the tree. */
  readonly endpointId?: string | undefined;
  readonly inventory: Inventory;
}

/** Refers to what can be one side of a comparison. */
export type SideRef =
  | { readonly is: 'endpoint'; readonly endpointId: string }
  | { readonly is: 'snapshot'; readonly snapshotId: string; readonly readAt: number };

/**
 * The earlier one first: a snapshot before an endpoint, the older of two snapshots. Of two endpoints, the one that was
 * chosen first.
 */
export function inTime(one: SideRef, other: SideRef): readonly [SideRef, SideRef] {
  const isLater = timeOf(one) > timeOf(other);
  return isLater ? [other, one] : [one, other];
}

function timeOf(ref: SideRef): number {
  return ref.is === 'snapshot' ? ref.readAt : Number.POSITIVE_INFINITY;
}
