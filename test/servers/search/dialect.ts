import type { SortRules } from './find/sort-keys';

export type EngineName = 'elasticsearch-8.19.0' | 'opensearch-3.0.0';

export type Family = 'elasticsearch' | 'opensearch';

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
  readonly withIgnored: boolean;
  readonly silentUnassigned: boolean;
  readonly sort: SortRules;
  /** In which phase a sort that an index cannot do fails. */
  readonly sortPhase: 'query' | 'can_match';
  /** The factor on BM25's score. */
  readonly scoreFactor: number;
  /** Understands `application/vnd.elasticsearch+json;compatible-with=…`. */
  readonly speaksVersions: boolean;
}

export const dialects: Readonly<Record<EngineName, Dialect>> = {
  'elasticsearch-8.19.0': {
    name: 'elasticsearch-8.19.0',
    family: 'elasticsearch',
    version: '8.19.0',
    headers: { 'x-elastic-product': 'Elasticsearch' },
    jsonType: 'application/json',
    chunked: true,
    negativeFrom: (from) => `[from] parameter cannot be negative but was [${from}]`,
    cursorWithFrom: 'validation',
    implicitShardDocument: true,
    withIgnored: true,
    silentUnassigned: false,
    sort: { byId: false, byShardDocument: true, namesIndex: true },
    sortPhase: 'query',
    scoreFactor: 2.2,
    speaksVersions: true,
  },
  'opensearch-3.0.0': {
    name: 'opensearch-3.0.0',
    family: 'opensearch',
    version: '3.0.0',
    headers: { 'x-opensearch-version': 'OpenSearch/3.0.0 (opensearch)' },
    jsonType: 'application/json; charset=UTF-8',
    chunked: false,
    negativeFrom: (from) => `[from] parameter cannot be negative, found [${from}]`,
    cursorWithFrom: 'shards',
    implicitShardDocument: false,
    withIgnored: false,
    silentUnassigned: true,
    sort: { byId: true, byShardDocument: false, namesIndex: false },
    sortPhase: 'can_match',
    scoreFactor: 1,
    speaksVersions: false,
  },
};
