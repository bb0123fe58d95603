import type { Engine } from '../engine';
import type { Result, Route, RoutedRequest } from '../http/routes';
import { isOn } from '../http/target';
import type { Writable } from '../json/write';
import { EngineError, illegalArgument } from '../problem';
import { isReached, resolveDefaults } from '../store/catalog';
import { writeFields, writeMapping } from '../store/mapping';
import { defaultWindow, type SearchIndex } from '../store/search-index';
import { matchesWildcard } from '../wildcard';
import { healthOf } from './cat';
import { resolveOptions, resolveParameters } from './indices';

const anyState = { ...resolveDefaults, wildcards: new Set(['open', 'closed'] as const) };

type PerIndex = (index: SearchIndex) => Writable;

function perIndex(indices: readonly SearchIndex[], write: PerIndex): Writable {
  return new Map(indices.map((index) => [index.name, write(index)]));
}

/** The indices a metadata request names; closed ones have metadata too. */
function named(engine: Engine, { named: { index }, target }: RoutedRequest): readonly SearchIndex[] {
  if (index === undefined) return engine.catalog.resolve('', anyState);
  const own = engine.catalog.get(index);
  return own === undefined ? engine.catalog.resolve(index, resolveOptions(target.query)) : [own];
}

const aliasesOf: PerIndex = ({ options }) => ({
  aliases: new Map((options.aliases ?? []).map((alias) => [alias, {}])),
});

/** All that is asked for but missing makes the answer 404, with what was found beside the message. */
function getAlias(engine: Engine, request: RoutedRequest): Result {
  const indices = named(engine, request);
  const wanted = request.named.name?.split(',');
  if (wanted === undefined) return { body: perIndex(indices, aliasesOf) };
  const isWanted = (alias: string) => wanted.some((name) => matchesWildcard(name, alias));
  const found = new Map<string, Writable>();
  for (const { name, options } of indices) {
    const aliases = (options.aliases ?? []).filter(isWanted);
    if (aliases.length > 0) found.set(name, { aliases: new Map(aliases.map((alias) => [alias, {}])) });
  }
  const known = [...engine.catalog.aliases().keys()];
  const missing = wanted.filter((name) => !known.some((alias) => matchesWildcard(name, alias)));
  if (missing.length === 0) return { body: found };
  const error = `alias${missing.length > 1 ? 'es' : ''} [${missing.join(',')}] missing`;
  return { status: 404, body: new Map<string, Writable>([['error', error], ['status', 404], ...found]) };
}

function mappingsOf({ mapping, options }: SearchIndex): Writable {
  const written = writeMapping(mapping);
  return options.withoutSource === true && typeof written === 'object' && written !== null
    ? { _source: { enabled: false }, ...written }
    : written;
}

const versionCreated = '8536000';

function settingsOf({ name, uuid, created, options }: SearchIndex): Readonly<Record<string, string>> {
  return {
    'routing.allocation.include._tier_preference': 'data_content',
    number_of_shards: String(options.shards ?? 1),
    provided_name: name,
    creation_date: String(created),
    number_of_replicas: String(options.replicas ?? 0),
    uuid,
    ...(options.window === undefined || options.window === defaultWindow
      ? {}
      : { max_result_window: String(options.window) }),
    'version.created': versionCreated,
  };
}

function nested(flat: Readonly<Record<string, string>>): Writable {
  const root: Record<string, Writable> = {};
  for (const [path, value] of Object.entries(flat)) {
    const parts = path.split('.');
    let node = root;
    for (const part of parts.slice(0, -1)) {
      const below = (node[part] ?? {}) as Record<string, Writable>;
      node[part] = below;
      node = below;
    }
    node[parts.at(-1) ?? ''] = value;
  }
  return root;
}

function settings(request: RoutedRequest): PerIndex {
  const isFlat = isOn(request.target.query, 'flat_settings');
  const wanted = request.named.name?.split(',') ?? ['*'];
  const write = (settings: Readonly<Record<string, string>>): Writable => {
    const found = Object.entries(settings).filter(([key]) =>
      wanted.some((name) => matchesWildcard(name, `index.${key}`)),
    );
    if (!isFlat) return found.length === 0 ? {} : { index: nested(Object.fromEntries(found)) };
    return Object.fromEntries(found.map(([key, value]) => [`index.${key}`, value]));
  };
  return (index) => {
    const own = settingsOf(index);
    const withDefaults = isOn(request.target.query, 'include_defaults');
    const defaults = own.max_result_window === undefined ? { max_result_window: String(defaultWindow) } : {};
    return { settings: write(own), defaults: withDefaults ? write(defaults) : undefined };
  };
}

const wholeIndex: PerIndex = (index) => ({
  aliases: new Map((index.options.aliases ?? []).map((alias) => [alias, {}])),
  mappings: mappingsOf(index),
  settings: { index: nested(settingsOf(index)) },
});

function resolveIndex(engine: Engine, request: RoutedRequest): Result {
  const { catalog } = engine;
  const { wildcards } = resolveOptions(request.target.query);
  const patterns = (request.named.name ?? '').split(',');
  const isWanted = (name: string) => patterns.some((pattern) => matchesWildcard(pattern, name));
  const indices = catalog.all().filter((index) => {
    const state = index.options.closed === true ? 'closed' : 'open';
    if (patterns.includes(index.name)) return true;
    return isWanted(index.name) && wildcards.has(state) && isReached(index, wildcards);
  });
  return {
    body: {
      indices: indices.map((index) => {
        const { name, options } = index;
        const state = options.closed === true ? 'closed' : 'open';
        return {
          name,
          aliases: options.aliases,
          attributes: isReached(index, new Set()) ? [state] : ['hidden', state].sort(),
          data_stream: options.stream,
        };
      }),
      aliases: [...catalog.aliases()]
        .filter(([alias]) => isWanted(alias))
        .map(([name, found]) => ({ name, indices: found.map((index) => index.name) })),
      data_streams: [...catalog.streams()]
        .filter(([stream]) => isWanted(stream))
        .map(([name, found]) => ({
          name,
          backing_indices: found.map((index) => index.name),
          timestamp_field: '@timestamp',
        })),
    },
  };
}

function head(engine: Engine, request: RoutedRequest): Result {
  engine.catalog.resolve(request.named.index ?? '', resolveOptions(request.target.query));
  return { body: null, text: { type: engine.dialect.jsonType, body: '' }, isHead: true };
}

/** OpenSearch says who it is; the recorded Elasticsearch lacks the module that does. */
const openSearchRoot = {
  name: 'n1',
  cluster_name: 'live',
  cluster_uuid: 'fdMBIP2NRzKY0kvmXFSgmg',
  version: {
    distribution: 'opensearch',
    number: '3.0.0',
    build_type: 'zip',
    build_hash: 'dc4efa821904cc2d7ea7ef61c0f577d3fc0d8be9',
    build_date: '2025-05-03T06:25:26.379676844Z',
    build_snapshot: false,
    lucene_version: '10.1.0',
    minimum_wire_compatibility_version: '2.19.0',
    minimum_index_compatibility_version: '2.0.0',
  },
  tagline: 'The OpenSearch Project: https://opensearch.org/',
};

/** What an ordinary Elasticsearch 8.19 says of itself: the recorded one lacks the module for it. */
const elasticsearchRoot = {
  name: 'n1',
  cluster_name: 'live',
  cluster_uuid: 'aqYu88JFSiaXvAz_ifLUGA',
  version: {
    number: '8.19.0',
    build_flavor: 'default',
    build_type: 'zip',
    build_hash: '93788a8c2882eb5b606510680fac214cff1c7a22',
    build_date: '2025-07-23T22:10:18.138215839Z',
    build_snapshot: false,
    lucene_version: '9.12.2',
    minimum_wire_compatibility_version: '7.17.0',
    minimum_index_compatibility_version: '7.0.0',
  },
  tagline: 'You Know, for Search',
};

/** `GET /`, which some engines do not serve: then the router knows the path for its other methods only. */
export function rootRoutes(engine: Engine, serves: boolean): readonly Route[] {
  if (!serves) return [{ methods: ['DELETE'], path: '/' }];
  const recorded = engine.dialect.family === 'elasticsearch' ? elasticsearchRoot : openSearchRoot;
  const body = { ...recorded, version: { ...recorded.version, number: engine.dialect.version } };
  return [{ methods: ['GET', 'HEAD'], path: '/', handle: () => ({ body, isPretty: true }) }];
}

function health(engine: Engine): Result {
  const shards = engine.catalog.all().flatMap((index) => index.shards);
  const active = shards.filter(({ assigned }) => assigned).length;
  const unassigned = shards.length - active;
  const healths = new Set(engine.catalog.all().map(healthOf));
  return {
    body: {
      cluster_name: 'live',
      status: (['red', 'yellow'] as const).find((status) => healths.has(status)) ?? 'green',
      timed_out: false,
      number_of_nodes: 1,
      number_of_data_nodes: 1,
      active_primary_shards: active,
      active_shards: active,
      relocating_shards: 0,
      initializing_shards: 0,
      unassigned_shards: unassigned,
      unassigned_primary_shards: unassigned,
      delayed_unassigned_shards: 0,
      number_of_pending_tasks: 0,
      number_of_in_flight_fetch: 0,
      task_max_waiting_in_queue_millis: 0,
      active_shards_percent_as_number: (active * 100) / shards.length,
    },
  };
}

function checkIndexName(name: string): void {
  if (!name.startsWith('_')) return;
  throw new EngineError({
    type: 'invalid_index_name_exception',
    reason: `Invalid index name [${name}], must not start with '_'.`,
    index_uuid: '_na_',
    index: name,
  });
}

/** The samples' indices are changed by tests, through the server's own functions, and by nobody over HTTP. */
function refuseChange(request: RoutedRequest): never {
  checkIndexName(request.named.index ?? '');
  throw illegalArgument(`the sample engine does not do [${request.method}] for an index`);
}

/** What is known about indices, aliases, mappings and the cluster. */
export function metadataRoutes(engine: Engine): readonly Route[] {
  const get = (
    path: string,
    handle: (request: RoutedRequest) => Result,
    parameters: readonly string[] = [],
  ): Route => ({
    methods: ['GET'],
    path,
    parameters: [...resolveParameters, 'local', 'master_timeout', ...parameters],
    handle,
  });
  const each = (write: PerIndex) => (request: RoutedRequest) => ({
    body: perIndex(named(engine, request), write),
    chunked: true,
  });
  const mapping = each((index) => ({ mappings: mappingsOf(index) }));
  const mappingField = (request: RoutedRequest) => {
    const names = request.named.name?.split(',') ?? [];
    const isWanted = (path: string) => names.some((name) => matchesWildcard(name, path));
    return { body: perIndex(named(engine, request), ({ mapping }) => ({ mappings: writeFields(mapping, isWanted) })) };
  };
  const someSettings = (request: RoutedRequest) => each(settings(request))(request);
  return [
    get('/_cluster/health', () => health(engine), ['level', 'timeout', 'wait_for_status']),
    get('/_tasks', () => ({ body: { nodes: {} }, chunked: true }), ['actions', 'detailed']),
    get('/_alias', (request) => getAlias(engine, request)),
    get('/_alias/{name}', (request) => getAlias(engine, request)),
    get('/{index}/_alias', (request) => getAlias(engine, request)),
    get('/{index}/_alias/{name}', (request) => getAlias(engine, request)),
    get('/_mapping', mapping),
    get('/{index}/_mapping', mapping),
    get('/{index}/_mapping/field/{name}', mappingField, ['include_defaults']),
    get('/_settings', someSettings, ['flat_settings', 'include_defaults']),
    get('/{index}/_settings', someSettings, ['flat_settings', 'include_defaults']),
    get('/{index}/_settings/{name}', someSettings, ['flat_settings', 'include_defaults']),
    get('/_resolve/index/{name}', (request) => resolveIndex(engine, request)),
    { methods: ['HEAD'], path: '/{index}', handle: (request) => head(engine, request) },
    get(
      '/{index}',
      (request) => {
        checkIndexName(request.named.index ?? '');
        return each(wholeIndex)(request);
      },
      ['flat_settings', 'include_defaults', 'features'],
    ),
    { methods: ['PUT', 'DELETE'], path: '/{index}', handle: refuseChange },
  ];
}
