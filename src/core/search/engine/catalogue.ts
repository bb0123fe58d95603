/** A name that can stand in an index expression. Server text. */
export interface IndexName {
  readonly name: string;
  readonly kind: 'index' | 'alias' | 'data stream';
}

/** A field of the indices of an expression. Server text. */
export interface FieldInfo {
  /** With dots: `RouterName.keyword`. */
  readonly name: string;
  /** Its types, more than one where indices differ: `keyword`, `long`, `date`, `date_nanos`, `text`, … */
  readonly types: readonly string[];
  readonly isSearchable: boolean;
  /** Whether it can be sorted by and counted: a text field usually cannot. */
  readonly isAggregatable: boolean;
}

/** What can be searched at an endpoint, as far as the user's rights let one see. Kept for some minutes. */
export interface Catalogue {
  /** Without hidden ones. Empty where nothing may be listed: one can still type a name. */
  indices(signal?: AbortSignal): Promise<readonly IndexName[]>;
  /** Empty where nothing may be listed, or there is no such index. By name. */
  fields(index: string, signal?: AbortSignal): Promise<readonly FieldInfo[]>;
  /** Forgets what was listed. */
  forget(): void;
}
