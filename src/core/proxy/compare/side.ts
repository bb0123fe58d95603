import type { Inventory } from '../model/inventory';

/** One side of a comparison: what an endpoint reports now, or what a snapshot kept of one. */
export interface Side {
  /** What a person calls it. Not ours: shown as plain text only. */
  readonly name: string;
  /** Of an endpoint, whose items have rows in the tree. */
  readonly endpointId?: string | undefined;
  readonly inventory: Inventory;
}
