import type { Failure } from '../../base/errors/failure';

/** What every entry of a listing has. */
export interface ListingEntry {
  /** Unique in its listing. */
  readonly name: string;
  /** Its JSON as received. */
  readonly text: string;
}

/** What is known of the entries of a listing. */
export interface ListingEntries<T> {
  /** By name, in the order of the answers. */
  readonly items: ReadonlyMap<string, T>;
  /** How many entries had no name to call them by. */
  readonly unnamed: number;
}

/** A listing over all its pages. */
export interface Listing<T> extends ListingEntries<T> {
  readonly state: 'read';
}

/** A listing of which there is more than was read. */
export interface CutListing<T> extends ListingEntries<T> {
  readonly state: 'cut';
  /** Why it was not read to its end. */
  readonly failure: Failure;
}

/** The server does not have this listing: its version is older, or the API is not routed here. The answer is the same. */
export interface MissingListing {
  readonly state: 'missing';
}
