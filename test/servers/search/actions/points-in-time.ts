import type { Engine } from '../engine';
import { readDuration } from '../find/durations';
import { missingShards, phaseFailure } from '../find/failures';
import { readObject } from '../find/read-body';
import type { Result, Route, RoutedRequest } from '../http/routes';
import { isOn } from '../http/target';
import { type JsonNode, member } from '../json/read';
import { EngineError, illegalArgument, validationFailed } from '../problem';
import { ShardFailure } from '../query/shard-failure';
import { scalarOf } from '../store/document';
import type { Shard } from '../store/shard';
import { resolveParameters, shardsToSearch } from './indices';
import { tooLong } from './keep-alive';

const openAction = 'indices:data/read/open_point_in_time';

function keepAliveOf({ target }: RoutedRequest, missing: string): number {
  const text = target.query.get('keep_alive');
  if (text === undefined) throw validationFailed(missing);
  return readDuration(text, 'keep_alive');
}

function shardCounts(shards: readonly Shard[], failed: number) {
  const successful = shards.filter(({ assigned }) => assigned).length;
  return { total: shards.length, successful, skipped: 0, failed };
}

function elasticOpen(engine: Engine, request: RoutedRequest): Result {
  const { named, target } = request;
  const keepAlive = keepAliveOf(request, '[keep_alive] is not specified');
  const shards = shardsToSearch(engine, named.index ?? '', target.query);
  const missing = shards.filter(({ assigned }) => !assigned);
  if (missing.length > 0 && !isOn(target.query, 'allow_partial_search_results'))
    throw missingShards(missing, openAction);
  if (keepAlive > engine.longestKeepAlive) {
    const failure = new ShardFailure(tooLong(engine, keepAlive, 'search.max_keep_alive'));
    const failed = shards.map((shard) => ({ shard, failure }));
    throw phaseFailure(failed, 'Partial shards failure', openAction);
  }
  const pit = engine.pits.start(shards, keepAlive);
  return { body: { id: pit.id, _shards: shardCounts(shards, missing.length) } };
}

function elasticClose(engine: Engine, { body }: RoutedRequest): Result {
  const id = member(readObject(body, engine.dialect.family), 'id');
  if (id?.kind !== 'string') throw illegalArgument('Required [id]');
  const freed = engine.pits.close(id.value);
  return { status: freed > 0 ? 200 : 404, body: { succeeded: freed > 0, num_freed: freed } };
}

/** OpenSearch fails on its own empty id where no index matched. */
function nullId(): EngineError {
  return new EngineError({
    type: 'illegal_argument_exception',
    reason: 'invalid id: [null]',
    caused_by: {
      type: 'null_pointer_exception',
      reason: 'Cannot invoke "String.getBytes(java.nio.charset.Charset)" because "src" is null',
    },
  });
}

function openSearchOpen(engine: Engine, request: RoutedRequest): Result {
  const { named, target } = request;
  const keepAlive = keepAliveOf(request, 'keep alive not specified');
  const shards = shardsToSearch(engine, named.index ?? '', target.query);
  if (keepAlive > engine.longestKeepAlive)
    throw new EngineError(tooLong(engine, keepAlive, 'point_in_time.max_keep_alive'));
  if (shards.length === 0) throw nullId();
  // A shard that no node holds is left out without a word, and never mentioned again.
  const pit = engine.pits.start(
    shards.filter(({ assigned }) => assigned),
    keepAlive,
  );
  return { body: { pit_id: pit.id, _shards: shardCounts(shards, 0), creation_time: pit.created } };
}

function idsOf(node: JsonNode | undefined): readonly string[] {
  if (node === undefined) return [];
  return (node.kind === 'array' ? node.items : [node]).map((item) => String(scalarOf(item)));
}

/** Closing what is closed already succeeds too. */
function openSearchClose(engine: Engine, { body }: RoutedRequest): Result {
  const ids = idsOf(member(readObject(body, engine.dialect.family), 'pit_id'));
  if (ids.length === 0) throw validationFailed('no pit ids specified');
  for (const id of ids) engine.pits.close(id);
  return { body: { pits: ids.map((id) => ({ successful: true, pit_id: id })) } };
}

function openSearchList(engine: Engine): Result {
  const pits = engine.pits.open.map(({ id, created, keepAlive }) => ({
    pit_id: id,
    creation_time: created,
    keep_alive: keepAlive,
  }));
  return { body: { pits } };
}

const opening = [...resolveParameters, 'keep_alive', 'preference', 'routing'];

/** Opening and closing points in time, where and how this engine does it. */
export function pitRoutes(engine: Engine): readonly Route[] {
  if (!engine.dialect.hasPointsInTime) return [];
  if (engine.dialect.family === 'elasticsearch') {
    return [
      {
        methods: ['POST'],
        path: '/{index}/_pit',
        parameters: [...opening, 'allow_partial_search_results', 'max_concurrent_shard_requests'],
        handle: (request) => elasticOpen(engine, request),
      },
      { methods: ['DELETE'], path: '/_pit', parameters: [], handle: (request) => elasticClose(engine, request) },
    ];
  }
  return [
    {
      methods: ['POST'],
      path: '/{index}/_search/point_in_time',
      parameters: [...opening, 'allow_partial_pit_creation'],
      handle: (request) => openSearchOpen(engine, request),
    },
    {
      methods: ['DELETE'],
      path: '/_search/point_in_time',
      parameters: [],
      handle: (request) => openSearchClose(engine, request),
    },
    { methods: ['GET'], path: '/_search/point_in_time/_all', parameters: [], handle: () => openSearchList(engine) },
  ];
}
