import type { ListingEntries } from '../../src/core/proxy/model/listing';
import type { Item, StatusCounts } from '../../src/core/proxy/model/model';

/** Counts the items of a listing, as the overview does. */
export function countsOf(listing: ListingEntries<Pick<Item, 'status'>>): StatusCounts {
  let warnings = 0;
  let errors = 0;
  for (const { status } of listing.items.values()) {
    if (status === 'warning') warnings++;
    else if (status === 'disabled') errors++;
  }
  return { total: listing.items.size, warnings, errors };
}
