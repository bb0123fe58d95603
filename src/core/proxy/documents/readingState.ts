import type { Failure } from '../../base/errors/failure';
import { type Inventory, type InventoryGroup, listingFailure } from '../model/inventory';
import { type NamedSubject, type Subject, subjectIn, subjectListing } from '../model/subject';
import type { ReadingState } from './statusPieces';

/** The result of looking for a subject in an inventory: it is listed, it is certainly gone, or that is unknown. */
type Found =
  | { readonly is: 'listed'; readonly subject: Subject; readonly reading: ReadingState }
  | { readonly is: 'gone' }
  | { readonly is: 'unread'; readonly failure: Failure };

/**
 * Looks for a subject in an inventory. A listing that was not read completely may still have it.
 *
 * @param failure the failure of the last read as a whole, if it failed: the inventory is then from the read before
 */
export function findInInventory(inventory: Inventory, ref: NamedSubject, failure: Failure | undefined): Found {
  const subject = subjectIn(inventory, ref);
  const listing = subjectListing(inventory, ref);
  if (subject !== undefined) return { is: 'listed', subject, reading: readingStateOf(failure, listing) };
  const unread = listingFailure(listing);
  return unread === undefined ? { is: 'gone' } : { is: 'unread', failure: unread };
}

/**
 * How a subject of a listing relates to the last attempt to read it. The entries of an incomplete listing are current,
 * even if others are missing.
 *
 * @param failure the failure of the last read as a whole
 */
export function readingStateOf(
  failure: Failure | undefined,
  listing: InventoryGroup<unknown> | undefined,
): ReadingState {
  if (listing?.state === 'stale') return { is: 'stale', failure: failure ?? listing.failure, readAt: listing.readAt };
  return failure === undefined ? { is: 'current' } : { is: 'stale', failure };
}
