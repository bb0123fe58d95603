import type { EndpointAuth } from '../../../src/core/base/endpoints/endpoint';
import { accessLogMapping, accessLogs } from './data/access-logs';
import { productMapping, products } from './data/products';
import { seeded } from './data/random';
import { smallDocuments, smallMapping } from './data/small';
import { type Dialect, dialects, type EngineName } from './dialect';
import { type RememberedRankings, rememberRankings } from './find/remembered-rankings';
import type { SearchRules } from './find/search';
import { createPits, type Pits } from './pits';
import { createScrolls, type Scrolls } from './scrolls';
import { type Catalog, createCatalog } from './store/catalog';
import { defaultWindow } from './store/search-index';

export interface EngineOptions {
  /** Default `elasticsearch-8.19.0`. */
  readonly engine?: EngineName;
  /** How many documents `access-logs` has. Default 25,000. */
  readonly documents?: number;
  /** How many shards `access-logs` has. Default 3. */
  readonly shards?: number;
  /** `index.max_result_window` of `access-logs`. Default 10,000. */
  readonly window?: number;
  /**
   * Also has the indices that the recordings were made with for their troubles: `no-source`, `other-shape`,
   * `read-blocked`, `unallocated`. A search over all indices is then forbidden, as it was there.
   */
  readonly odd?: boolean;
  /** Whether `GET /` says who answers. The recorded Elasticsearch lacks the module for it. Default true. */
  readonly servesRoot?: boolean;
  /** Milliseconds that a point in time or a scroll may be kept at most. Default: a day. */
  readonly longestKeepAlive?: number;
  /** Who may ask. Default: everybody. */
  readonly auth?: EndpointAuth;
}

/** A document that somebody sent to the server. */
export interface CreatedDocument {
  readonly index: string;
  readonly id: string;
}

/** The sample engine without its server: what it holds, and how it searches. */
export interface Engine {
  readonly dialect: Dialect;
  readonly catalog: Catalog;
  readonly pits: Pits;
  readonly rankings: RememberedRankings;
  readonly scrolls: Scrolls;
  /** Milliseconds: see `EngineOptions`. */
  readonly longestKeepAlive: number;
  /** Shards that fail each search, as `index/number`. */
  readonly broken: Set<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  searchRules(): SearchRules;
  /** Documents that came in over HTTP. */
  readonly created: CreatedDocument[];
}

const defaultDocuments = 25_000;
const day = 24 * 60 * 60 * 1000;

function fill(
  catalog: Catalog,
  { family }: Dialect,
  { documents = defaultDocuments, shards = 3, odd = false, window = defaultWindow }: EngineOptions,
): void {
  const logs = catalog.create('access-logs', accessLogMapping, { shards, window, aliases: ['logs-all'] });
  logs.add(accessLogs(documents));
  // The recorded Elasticsearch lacked the module for them.
  const withUnsigned = family === 'opensearch';
  catalog.create('products', productMapping(withUnsigned), { aliases: ['logs-all'] }).add(products(withUnsigned));
  catalog.create('empty', smallMapping);
  catalog.create('closed-one', smallMapping, { closed: true }).add(smallDocuments());
  if (!odd) return;
  catalog.create('no-source', smallMapping, { withoutSource: true }).add(smallDocuments());
  catalog.create('other-shape', smallMapping).add(smallDocuments());
  catalog.create('read-blocked', smallMapping, { readBlocked: true }).add(smallDocuments());
  catalog.create('unallocated', smallMapping, { unassigned: true, shards: 2 });
}

/** Makes an engine with its documents, the same at every start. */
export function createEngine(options: EngineOptions = {}): Engine {
  const dialect = dialects[options.engine ?? 'elasticsearch-8.19.0'];
  const now = () => Date.now();
  const catalog = createCatalog(seeded(8190), now);
  const broken = new Set<string>();
  fill(catalog, dialect, options);
  return {
    dialect,
    catalog,
    pits: createPits(dialect, catalog, now),
    rankings: rememberRankings(),
    scrolls: createScrolls(dialect.family),
    broken,
    longestKeepAlive: options.longestKeepAlive ?? day,
    now,
    created: [],
    searchRules: () => ({
      about: { now: now(), scoreFactor: dialect.scoreFactor },
      sort: dialect.sort,
      aggregations: dialect.aggregations,
      implicitShardDocument: dialect.implicitShardDocument,
      cursorWithFrom: dialect.cursorWithFrom,
      passesOver: dialect.family === 'opensearch',
      withIgnored: dialect.withIgnored,
      sortPhase: dialect.sortPhase,
      silentUnassigned: dialect.silentUnassigned,
      totalsAreNumbers: dialect.totalsAreNumbers,
      saysItStoppedCounting: dialect.name === 'opensearch-3.0.0',
      beyondWindow: dialect.beyondWindow,
      isBroken: ({ owner, number }) => broken.has(`${owner.name}/${number}`),
    }),
  };
}
