import type { Failure } from '../../base/errors/failure';
import { type Inventory, type InventoryGroup, listingFailure } from '../model/inventory';
import { type NamedSubject, type Subject, subjectIn, subjectListing } from '../model/subject';
import type { ReadingState } from './statusPieces';

/** What is known of something by an inventory: it is there, it is certainly not listed, or that cannot be said. */
type Found =
  | { readonly is: 'listed'; readonly subject: Subject; readonly reading: ReadingState }
  | { readonly is: 'gone' }
  | { readonly is: 'unread'; readonly failure: Failure };

/**
 * Looks for something in an inventory. What was not read, or not to its end, may well have it.
 *
 * @param failure of the last read as a whole, where it failed: the inventory is then of the one before
 */
export function findInInventory(inventory: Inventory, ref: NamedSubject, failure: Failure | undefined): Found {
  const subject = subjectIn(inventory, ref);
  const listing = subjectListing(inventory, ref);
  if (subject !== undefined) return { is: 'listed', subject, reading: readingStateOf(failure, listing) };
  const unread = listingFailure(listing);
  return unread === undefined ? { is: 'gone' } : { is: 'unread', failure: unread };
}

/**
 * How something in a listing relates to the last try to read it: one that a cut listing has is as it is now, whatever others
 * may be missing.
 *
 * @param failure of the last read as a whole
 */
export function readingStateOf(
  failure: Failure | undefined,
  listing: InventoryGroup<unknown> | undefined,
): ReadingState {
  if (listing?.state === 'stale') return { is: 'stale', failure: failure ?? listing.failure, readAt: listing.readAt };
  return failure === undefined ? { is: 'current' } : { is: 'stale', failure };
}
