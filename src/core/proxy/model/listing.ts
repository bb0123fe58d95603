import type { Failure } from '../../base/errors/failure';

export interface ListingEntry {
  /** Unique in its listing. */
  readonly name: string;
  /** Its JSON, unchanged. */
  readonly text: string;
}

/** The known entries of a listing. */
export interface ListingEntries<T> {
  /** By name, in the order of the responses. */
  readonly items: ReadonlyMap<string, T>;
  /** The number of entries without a name. */
  readonly unnamed: number;
}

/** A listing over all its pages. */
export interface Listing<T> extends ListingEntries<T> {
  readonly state: 'read';
}

/** A listing with more entries than were read. */
export interface CutListing<T> extends ListingEntries<T> {
  readonly state: 'cut';
  /** Why it was not read completely. */
  readonly failure: Failure;
}

/** The server does not have this listing: it is too old, or the API is not routed here. The response is the same. */
export interface MissingListing {
  readonly state: 'missing';
}
