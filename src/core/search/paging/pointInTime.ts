import * as z from 'zod/mini';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import { untilAborted } from '../../base/async/untilAborted';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { canceledFailure } from '../../base/errors/failure';
import type { HttpResponse } from '../../base/http/httpClient';
import { isSuccess, parseJson } from '../../base/http/responseFailures';
import { memberText } from '../../base/json/scan';
import type { EngineInfo } from '../engine/engineInfo';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import { type EngineError, readError } from '../wire/engineError';
import { KeepAlive } from '../wire/keepAlive';
import { lostContext } from '../wire/partialResults';
import { failureOf, notAnEngine } from '../wire/searchFailure';
import { searchPath } from '../wire/searchPath';
import type { SearchReplied } from './sendSearch';

/** The last sort key in a point in time: no hits, or as few as possible, share their sort values. */
export interface TieBreak {
  /** The sort entry as JSON text. */
  readonly sort: string;
  /** False if hits of different shards can share it: then cursors count hits (`cursors.ts`). */
  readonly isUnique: boolean;
}

/** A snapshot of the searched shards, which the engine keeps for some minutes after each search in it. */
export interface PointInTime {
  readonly kind: 'open';
  /** The latest id: any response may change it. Never stored, because each client that knows it can close it. */
  readonly id: string;
  /** The number of shards that it covers; undefined if the engine does not report it. */
  readonly shards: number | undefined;
  /** A note that it does not cover all shards: its searches look complete (docs/engines.md, "Missing shards"). */
  readonly missing: string | undefined;
  readonly tie: TieBreak;
  readonly dialect: PitDialect;
  /**
   * Searches in it and extends its lifetime.
   *
   * @param body a JSON object without `pit`; `from` is absent beside `search_after`
   * @param filterPath limits the response to these members; must include `pit_id`
   * @returns the response with any status (see `isLost`), and the request with its `pit`
   */
  search(
    body: string,
    options?: { readonly signal?: AbortSignal; readonly filterPath?: string | undefined },
  ): Promise<SearchReplied>;
  /** Closes it if possible. Never rejects. */
  close(): Promise<void>;
}

/** The reason why no point in time could be opened. */
export interface NoPointInTime {
  readonly kind: 'none';
  /** `empty`: OpenSearch opens none if no index matches a wildcard (docs/engines.md, "Opening a point in time"). */
  readonly why: 'unavailable' | 'forbidden' | 'empty';
}

/** The engine family whose API opened it: engines of one family search it in the same way. */
export type PitDialect = 'elasticsearch' | 'opensearch';

/** See docs/engines.md, "Opening a point in time". */
const calls = {
  elasticsearch: { open: '_pit', close: '/_pit', closing: (id: string) => ({ id }) },
  opensearch: {
    open: '_search/point_in_time',
    close: '/_search/point_in_time',
    closing: (id: string) => ({ pit_id: [id] }),
  },
} as const;

const openedSchema = z.object({
  id: z.optional(z.string()),
  pit_id: z.optional(z.string()),
  _shards: z.optional(z.object({ total: z.number(), successful: z.number() })),
});

/** Unique across all shards of a point in time. */
const shardDocument: TieBreak = { sort: '{"_shard_doc":"asc"}', isUnique: true };
/** The position within the shard, which costs nothing. Documents of different shards can have the same. */
export const documentOrder: TieBreak = { sort: '{"_doc":"asc"}', isUnique: false };

/** Whether a version is at least `major.minor`; undefined if the version is unknown. */
function isAtLeast(version: string | undefined, major: number, minor: number): boolean | undefined {
  const found = /^(\d+)\.(\d+)/.exec(version ?? '');
  if (found === null) return undefined;
  const [ofMajor, ofMinor] = [Number(found[1]), Number(found[2])];
  return ofMajor > major || (ofMajor === major && ofMinor >= minor);
}

/** Whether an engine is known not to support points in time: Elasticsearch does since 7.10, OpenSearch since 2.4. */
export function hasNoPointInTime({ family, version }: EngineInfo): boolean {
  if (family === 'unknown') return false;
  return (family === 'elasticsearch' ? isAtLeast(version, 7, 10) : isAtLeast(version, 2, 4)) === false;
}

/** Elasticsearch supports `_shard_doc` since 7.12; OpenSearch since 3.3 (docs/engines.md, "Tie-breaks"). */
function tieOf(dialect: PitDialect, { family, version }: EngineInfo): TieBreak {
  if (dialect === 'opensearch') {
    return family === 'opensearch' && isAtLeast(version, 3, 3) === true ? shardDocument : documentOrder;
  }
  return family === 'elasticsearch' && isAtLeast(version, 7, 12) === false ? documentOrder : shardDocument;
}

/** Whether an engine refuses a search because the point in time expired or was closed: 404 on all engines. */
export function isLost({ types }: Pick<EngineError, 'types'>): boolean {
  return types.includes(lostContext);
}

/**
 * Whether an engine refuses a search because shards of its point in time are gone: a deleted index gives 404 on
 * OpenSearch, even if others remain, and 503 on Elasticsearch, as does an unavailable node. A new point in time can be
 * opened over the rest.
 */
export function isWithoutShards({ types }: Pick<EngineError, 'types'>, status: number | undefined): boolean {
  return (
    types.includes('index_not_found_exception') ||
    types.includes('no_shard_available_action_exception') ||
    (status === 503 && types.includes('search_phase_execution_exception'))
  );
}

/** Whether an engine refuses a search because it does not know the tie-break. */
export function isWithoutTie({ reason }: Pick<EngineError, 'reason'>): boolean {
  return reason.includes('[_shard_doc]');
}

/**
 * Whether the response shows that the engine lacks this call: no handler, another method, or, on Elasticsearch before
 * 8, a missing document, because there the path stores one.
 */
function isOtherDialect({ status }: HttpResponse, error: EngineError | undefined): boolean {
  if (error === undefined || error.types.length === 0) return [400, 404, 405, 501].includes(status);
  return status === 400 && error.reason.includes('request body is required');
}

function isForbidden({ status }: HttpResponse, error: EngineError | undefined): boolean {
  return status === 403 && error?.types.includes('cluster_block_exception') !== true;
}

const isUnknownPreference = (error: EngineError | undefined): boolean =>
  error?.reason.includes('unrecognized parameter: [preference]') === true;

interface Opening {
  readonly client: SearchClient;
  readonly index: string;
  readonly engine: EngineInfo;
  readonly endpoint: Endpoint;
  readonly keepAlive: KeepAlive;
}

/** Opens with the call of one dialect; undefined if the engine does not have that call. */
async function openBy(
  dialect: PitDialect,
  opening: Opening,
  preference: string | undefined,
): Promise<PointInTime | NoPointInTime | undefined> {
  const { client, index, endpoint, keepAlive } = opening;
  const parameters = new URLSearchParams({ keep_alive: keepAlive.now });
  if (preference !== undefined) parameters.set('preference', preference);
  const base = searchPath(index).slice(0, -'_search'.length);
  // Never with a body: if the path is unknown, Elasticsearch before 8 would store it as a document
  // (docs/engines.md, "Opening a point in time").
  const answer = await client.request({ method: 'POST', path: `${base}${calls[dialect].open}?${parameters}` });
  if (!isSuccess(answer)) {
    if (keepAlive.shorten(answer)) return openBy(dialect, opening, preference);
    const error = readError(answer.body);
    if (preference !== undefined && isUnknownPreference(error)) return openBy(dialect, opening, undefined);
    if (isForbidden(answer, error)) return { kind: 'none', why: 'forbidden' };
    if (error?.reason.startsWith('invalid id: [null]')) return { kind: 'none', why: 'empty' };
    if (isOtherDialect(answer, error)) return undefined;
    throw failureOf(answer, endpoint);
  }
  const { data } = openedSchema.safeParse(parseJson(answer, endpoint));
  const id = data?.id ?? data?.pit_id;
  if (id === undefined) throw notAnEngine(answer, endpoint);
  return opened(opening, dialect, id, data?._shards);
}

function opened(
  { client, engine, keepAlive }: Opening,
  dialect: PitDialect,
  firstId: string,
  shards: { readonly total: number; readonly successful: number } | undefined,
): PointInTime {
  let id = firstId;
  let closing: Promise<void> | undefined;
  const without = shards === undefined ? 0 : shards.total - shards.successful;

  async function end(): Promise<void> {
    const { close, closing: bodyOf } = calls[dialect];
    try {
      await client.request({
        method: 'DELETE',
        path: close,
        body: JSON.stringify(bodyOf(id)),
        signal: AbortSignal.timeout(longestClosingMs),
      });
    } catch {
      // It expires itself.
    }
  }

  return {
    kind: 'open',
    get id() {
      return id;
    },
    shards: shards?.successful,
    missing:
      without > 0
        ? plural(
            shards?.total ?? without,
            {
              one: '{1} of {0} shard could not be kept in the point in time, so hits may be missing.',
              other: '{1} of {0} shards could not be kept in the point in time, so hits may be missing.',
            },
            numberText(without),
          )
        : undefined,
    tie: tieOf(dialect, engine),
    dialect,
    async search(body, { signal, filterPath } = {}) {
      for (;;) {
        const sent = {
          path: filterPath === undefined ? '/_search' : `/_search?filter_path=${filterPath}`,
          body: withMembers(body, { pit: JSON.stringify({ id, keep_alive: keepAlive.now }) }),
        };
        const reply = await client.search({ ...sent, ...(signal !== undefined && { signal }) });
        if (keepAlive.shorten(reply)) continue;
        if (isSuccess(reply)) id = newestId(reply.body) ?? id;
        return { reply, sent: { method: reply.method, ...sent } };
      }
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

const longestClosingMs = 5_000;

/** Both engines put the id first, so a long response need not be parsed for it. */
const idInFront = /^\s*\{\s*"pit_id"\s*:\s*("[^"\\]*")/;

/** UTF-16 units of the longest response that is searched for its id, which takes some hundredths of a second. */
const longestSearched = 2 ** 18;

function newestId(body: string): string | undefined {
  const text = idInFront.exec(body)?.[1] ?? (body.length > longestSearched ? undefined : memberText(body, 'pit_id'));
  return text?.startsWith('"') ? String(JSON.parse(text)) : undefined;
}

/**
 * Opens a point in time over an index expression, with the call of either engine: Elasticsearch has one since 7.10,
 * OpenSearch since 2.4. If canceled, closes a point in time that the engine still opens.
 *
 * @param preference that of the earlier searches, so that the same shard copies are used
 * @param onLeft called with the closing that continues after a canceled opening
 */
export async function openPointInTime(
  client: SearchClient,
  index: string,
  {
    preference,
    signal,
    onLeft,
  }: {
    readonly preference?: string | undefined;
    readonly signal?: AbortSignal;
    readonly onLeft?: (closing: Promise<void>) => void;
  } = {},
): Promise<PointInTime | NoPointInTime> {
  const engine = await client.engine(signal);
  if (hasNoPointInTime(engine)) return { kind: 'none', why: 'unavailable' };
  const endpoint = await client.endpoint();
  if (signal?.aborted) throw canceledFailure();
  // Without the signal: an aborted request could leave an open point in time with an unknown id.
  const opening = openByEither({ client, index, engine, endpoint, keepAlive: new KeepAlive() }, preference);
  try {
    return await untilAborted(opening, signal);
  } catch (error) {
    if (signal?.aborted) {
      const closing = closeWhenOpen(opening);
      onLeft?.(closing);
    }
    throw error;
  }
}

async function closeWhenOpen(opening: Promise<PointInTime | NoPointInTime>): Promise<void> {
  try {
    const late = await opening;
    if (late.kind === 'open') await late.close();
  } catch {
    // No point in time was opened.
  }
}

async function openByEither(opening: Opening, preference: string | undefined): Promise<PointInTime | NoPointInTime> {
  const order: readonly PitDialect[] =
    opening.engine.family === 'opensearch' ? ['opensearch', 'elasticsearch'] : ['elasticsearch', 'opensearch'];
  for (const dialect of order) {
    const result = await openBy(dialect, opening, preference);
    if (result !== undefined) return result;
  }
  return { kind: 'none', why: 'unavailable' };
}
