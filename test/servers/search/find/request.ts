import type { JsonNode } from '../json/read';
import type { Query } from '../query/query';
import type { Scalar } from '../store/document';
import type { Zone } from '../store/zones';

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

export type Metric = 'avg' | 'min' | 'max' | 'sum' | 'value_count' | 'stats' | 'cardinality';
export type AggregationKind =
  | Metric
  | 'terms'
  | 'missing'
  | 'date_histogram'
  | 'histogram'
  | 'range'
  | 'date_range'
  | 'filter'
  | 'percentiles';

/** A bucket of a range aggregation: of values from `from` up to, but without, `to`. */
export interface AskedRange {
  /** Absent: it is made of both ends. */
  readonly key?: string;
  readonly from: number;
  readonly to: number;
}

/** How the time line is cut into buckets: local times in milliseconds, as if they were UTC. */
export interface Interval {
  /** Where the bucket begins that a time is in. */
  down(local: number): number;
  /** Where the bucket behind the one that begins here begins. */
  next(local: number): number;
}

/** One aggregation of a request, and those inside its buckets. */
export interface Aggregation {
  readonly name: string;
  readonly kind: AggregationKind;
  readonly field: string;
  /** Of terms: how many buckets come back, and how many each shard tells of. */
  readonly size: number;
  readonly shardSize: number;
  /** Of terms: by count, or by key upwards or downwards. */
  readonly order: 'count' | 'up' | 'down';
  /** Stands for the value of a document that has none. */
  readonly missing?: Scalar;
  /** Of both histograms. */
  readonly interval: Interval;
  readonly zone: Zone;
  readonly minDocCount: number;
  /** Of a date histogram: buckets are made at least from here to there, in milliseconds since 1970. */
  readonly bounds: readonly number[];
  /** Of a date histogram: buckets are made at most from the one of the first to the one before that of the second. */
  readonly hardBounds: readonly number[];
  /** Of a range or date range, in the request's order. */
  readonly ranges: readonly AskedRange[];
  /** Of a filter. */
  readonly query?: Query;
  /** Of percentiles: which ones, in the request's order. */
  readonly percents: readonly number[];
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
