import type { JsonNode } from '../json/read';
import type { Query } from '../query/query';

/** One of the things a search is sorted by. */
export interface SortField {
  /** A field's path, or `_score`, `_doc`, `_shard_doc`. */
  readonly field: string;
  readonly order: 'asc' | 'desc';
  readonly missing: '_first' | '_last';
  /** Whether the request says so itself. */
  readonly saysMissing?: boolean;
  /** The number that stands for a field that is missing, where the request has one. */
  readonly missingNumber?: bigint;
  readonly format?: string;
  /** Treat the field as this where an index does not have it. */
  readonly unmappedType?: string;
  readonly mode?: string;
}

/** Which parts of `_source` come back. */
export type SourceFilter =
  | { readonly kind: 'whole' }
  | { readonly kind: 'none' }
  | { readonly kind: 'parts'; readonly includes: readonly string[]; readonly excludes: readonly string[] };

export interface Highlight {
  /** Patterns of field names. */
  readonly fields: ReadonlyMap<string, HighlightField>;
  readonly before: string;
  readonly after: string;
  readonly html: boolean;
  readonly requireFieldMatch: boolean;
}
export interface HighlightField {
  readonly fragmentSize: number;
  /** 0: the whole text in one piece. */
  readonly fragments: number;
}

export interface ShownField {
  readonly pattern: string;
  readonly format?: string;
}

/** `true`: count all; `false`: do not count; a number: count that far. */
export type TrackTotal = boolean | number;

export interface PitReference {
  readonly id: string;
  readonly keepAlive?: number;
}

export type Metric = 'avg' | 'min' | 'max' | 'sum' | 'value_count' | 'stats';
export type AggregationKind = Metric | 'terms' | 'missing' | 'date_histogram';

/** One aggregation of a request, and those inside its buckets. */
export interface Aggregation {
  readonly name: string;
  readonly kind: AggregationKind;
  readonly field: string;
  readonly size: number;
  /** Of a date histogram: milliseconds. */
  readonly interval: number;
  readonly inner: readonly Aggregation[];
}

/** A search as its body and its URL ask for it. */
export interface SearchRequest {
  readonly query: Query;
  readonly from: number;
  readonly size: number;
  /** `undefined`: by score, and no `sort` with the hits. */
  readonly sort?: readonly SortField[];
  /** The values as sent, with their own digits. */
  readonly searchAfter?: readonly JsonNode[];
  readonly trackTotal?: TrackTotal;
  readonly trackScores: boolean;
  readonly minScore?: number;
  readonly source: SourceFilter;
  readonly highlight?: Highlight;
  readonly pit?: PitReference;
  readonly version: boolean;
  readonly seqNo: boolean;
  /** `stored_fields: "_none_"`: neither `_id` nor `_source`. */
  readonly bare: boolean;
  readonly docvalueFields: readonly ShownField[];
  readonly fields: readonly ShownField[];
  readonly terminateAfter: boolean;
  readonly slice: boolean;
  readonly aggregations: readonly Aggregation[];
}
