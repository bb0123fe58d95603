/**
 * The engines that are served. Elasticsearch 8.19.0 and OpenSearch 3.0.0 answer as recorded; the others differ from them
 * only where they page differently: points in time, the tie-break, totals and the refusal beyond the window.
 */
export type EngineName =
  | 'elasticsearch-6.8.23'
  | 'elasticsearch-7.17.29'
  | 'elasticsearch-8.19.0'
  | 'elasticsearch-9.1.0'
  | 'opensearch-2.19.0'
  | 'opensearch-3.0.0';

export type Family = 'elasticsearch' | 'opensearch';

/** What an engine allows besides plain fields. */
export interface SortRules {
  readonly byId: boolean;
  readonly byShardDocument: boolean;
  /** Whether the refusal to sort by text names the field's index. */
  readonly namesIndex: boolean;
}

/** How an engine aggregates. */
export interface AggregationRules {
  /** The words for the length of a bar of a date histogram; any other is refused. */
  readonly intervals: readonly ('interval' | 'fixed_interval' | 'calendar_interval')[];
  /** Whether date histograms can be bound by `hard_bounds`. */
  readonly hasHardBounds: boolean;
  /** What is said behind the name of one that is not known. */
  readonly unknownInterval: string;
  /** The refusal of a field that has no numbers. */
  readonly notNumeric: (field: string, type: string, kind: string) => string;
  /** The refusal of a text, where an engine has words of its own for it. */
  readonly ofText?: (field: string) => string;
  readonly unknownZone: (name: string) => { readonly type: string; readonly reason: string };
  /** Whether the sum of no values is told as 0, and not as null, among other figures. */
  readonly sumsNothing: boolean;
  /** The status of a refusal of more buckets than are allowed. */
  readonly tooManyBuckets: number;
  /**
   * Which value stands at a percentile of few values: the one in between as each value has its place in the middle of its
   * share, the one in between as the first is at 0 and the last at 100, or the value itself in whose share it is.
   */
  readonly percentiles: 'betweenMiddles' | 'betweenEnds' | 'ofShare';
  /** What is told as the percentile of no values, and of truths beside the number. */
  readonly noPercentile: null | 'NaN';
  readonly truthsAreTexts: boolean;
  /** Whether a filter that the engine makes simpler because the index lacks its field comes back with an empty `meta`. */
  readonly marksSimpler: boolean;
}

/** What differs between the engines, as recorded. */
export interface Dialect {
  readonly name: EngineName;
  /** Where the two grew apart, all versions of one are alike: paths, ids, the words for broken JSON. */
  readonly family: Family;
  readonly version: string;
  /** Sent with every answer that the engine's own handlers make. */
  readonly headers: Readonly<Record<string, string>>;
  readonly jsonType: string;
  /** Successful searches are sent in chunks, without their length. */
  readonly chunked: boolean;
  readonly negativeFrom: (from: number) => string;
  readonly cursorWithFrom: 'validation' | 'shards';
  readonly implicitShardDocument: boolean;
  readonly hasPointsInTime: boolean;
  /** Whether a POST to a path that it does not know stores a document, of a type that is a part of the path. */
  readonly storesByType: boolean;
  /** `hits.total` is a number, which counts all and cannot be limited; -1 where nothing was counted. */
  readonly totalsAreNumbers: boolean;
  /** The refusal of a page beyond the window. */
  readonly beyondWindow: { readonly type: string; readonly status: number };
  readonly withIgnored: boolean;
  readonly silentUnassigned: boolean;
  readonly sort: SortRules;
  readonly aggregations: AggregationRules;
  /** In which phase a sort that an index cannot do fails. */
  readonly sortPhase: 'query' | 'can_match';
  /** The factor on BM25's score. */
  readonly scoreFactor: number;
  /** Understands `application/vnd.elasticsearch+json;compatible-with=…`. */
  readonly speaksVersions: boolean;
}

const aggregations: AggregationRules = {
  intervals: ['interval', 'fixed_interval', 'calendar_interval'],
  hasHardBounds: true,
  unknownInterval: '',
  notNumeric: (field, type, kind) => `Field [${field}] of type [${type}] is not supported for aggregation [${kind}]`,
  unknownZone: (name) => ({ type: 'zone_rules_exception', reason: `Unknown time-zone ID: ${name}` }),
  sumsNothing: true,
  tooManyBuckets: 503,
  percentiles: 'betweenMiddles',
  noPercentile: null,
  truthsAreTexts: true,
  marksSimpler: true,
};

const elasticsearch: Dialect = {
  name: 'elasticsearch-8.19.0',
  family: 'elasticsearch',
  version: '8.19.0',
  headers: { 'x-elastic-product': 'Elasticsearch' },
  jsonType: 'application/json',
  chunked: true,
  negativeFrom: (from) => `[from] parameter cannot be negative but was [${from}]`,
  cursorWithFrom: 'validation',
  implicitShardDocument: true,
  hasPointsInTime: true,
  storesByType: false,
  totalsAreNumbers: false,
  beyondWindow: { type: 'illegal_argument_exception', status: 400 },
  withIgnored: true,
  silentUnassigned: false,
  sort: { byId: false, byShardDocument: true, namesIndex: true },
  aggregations: {
    ...aggregations,
    intervals: ['fixed_interval', 'calendar_interval'],
    unknownInterval: ' did you mean [fixed_interval]?',
    tooManyBuckets: 400,
    percentiles: 'betweenEnds',
    marksSimpler: false,
  },
  sortPhase: 'query',
  scoreFactor: 2.2,
  speaksVersions: true,
};

const openSearch: Dialect = {
  name: 'opensearch-3.0.0',
  family: 'opensearch',
  version: '3.0.0',
  headers: { 'x-opensearch-version': 'OpenSearch/3.0.0 (opensearch)' },
  jsonType: 'application/json; charset=UTF-8',
  chunked: false,
  negativeFrom: (from) => `[from] parameter cannot be negative, found [${from}]`,
  cursorWithFrom: 'shards',
  implicitShardDocument: false,
  hasPointsInTime: true,
  storesByType: false,
  totalsAreNumbers: false,
  beyondWindow: { type: 'illegal_argument_exception', status: 400 },
  withIgnored: false,
  silentUnassigned: true,
  sort: { byId: true, byShardDocument: false, namesIndex: false },
  aggregations: { ...aggregations, percentiles: 'ofShare' },
  sortPhase: 'can_match',
  scoreFactor: 1,
  speaksVersions: false,
};

/** Before 8: `_shard_doc` in points in time only, `_id` can be sorted by, and the length of answers is told. */
const elasticsearch7: Dialect = {
  ...elasticsearch,
  name: 'elasticsearch-7.17.29',
  version: '7.17.29',
  jsonType: 'application/json; charset=UTF-8',
  chunked: false,
  cursorWithFrom: 'shards',
  storesByType: true,
  sort: { byId: true, byShardDocument: false, namesIndex: false },
  aggregations,
  speaksVersions: false,
};

export const dialects: Readonly<Record<EngineName, Dialect>> = {
  'elasticsearch-6.8.23': {
    ...elasticsearch7,
    name: 'elasticsearch-6.8.23',
    version: '6.8.23',
    headers: {},
    implicitShardDocument: false,
    hasPointsInTime: false,
    totalsAreNumbers: true,
    aggregations: {
      ...aggregations,
      intervals: ['interval'],
      hasHardBounds: false,
      unknownInterval: ', parser not found',
      unknownZone: (name) => ({
        type: 'illegal_argument_exception',
        reason: `The datetime zone id '${name}' is not recognised`,
      }),
      sumsNothing: false,
      noPercentile: 'NaN',
      truthsAreTexts: false,
      ofText: (field) =>
        `Fielddata is disabled on text fields by default. Set fielddata=true on [${field}] in order to load fielddata in memory by uninverting the inverted index. Note that this can however use significant memory. Alternatively use a keyword field instead.`,
      notNumeric: (field, type) => `Expected numeric type on field [${field}], but got [${type}]`,
    },
    beyondWindow: { type: 'query_phase_execution_exception', status: 500 },
    silentUnassigned: true,
  },
  'elasticsearch-7.17.29': elasticsearch7,
  'elasticsearch-8.19.0': elasticsearch,
  'elasticsearch-9.1.0': { ...elasticsearch, name: 'elasticsearch-9.1.0', version: '9.1.0' },
  'opensearch-2.19.0': { ...openSearch, name: 'opensearch-2.19.0', version: '2.19.0', headers: {}, aggregations },
  'opensearch-3.0.0': openSearch,
};
