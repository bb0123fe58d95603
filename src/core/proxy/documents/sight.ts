import type { Failure } from '../../base/errors/failure';
import { type Group, type Inventory, listingFailure } from '../model/inventory';
import { listingOf, type Named, type Subject, subjectOf } from '../model/subject';
import type { Reading } from './states';

/** What is known of something by an inventory: it is there, it is certainly not listed, or that cannot be said. */
type Found =
  | { readonly is: 'listed'; readonly subject: Subject; readonly reading: Reading }
  | { readonly is: 'gone' }
  | { readonly is: 'unread'; readonly failure: Failure };

/**
 * Looks for something in an inventory. What was not read, or not to its end, may well have it.
 *
 * @param failure of the last read as a whole, where it failed: the inventory is then of the one before
 */
export function findSubject(inventory: Inventory, ref: Named, failure: Failure | undefined): Found {
  const subject = subjectOf(inventory, ref);
  const listing = listingOf(inventory, ref);
  if (subject !== undefined) return { is: 'listed', subject, reading: readingOf(failure, listing) };
  const unread = listingFailure(listing);
  return unread === undefined ? { is: 'gone' } : { is: 'unread', failure: unread };
}

/**
 * How something in a listing relates to the last try to read it: one that a cut listing has is as it is now, whatever others
 * may be missing.
 *
 * @param failure of the last read as a whole
 */
export function readingOf(failure: Failure | undefined, listing: Group<unknown> | undefined): Reading {
  if (listing?.state === 'stale') return { is: 'stale', failure: failure ?? listing.failure, readAt: listing.readAt };
  return failure === undefined ? { is: 'current' } : { is: 'stale', failure };
}
