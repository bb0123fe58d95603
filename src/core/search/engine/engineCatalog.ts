import { openListeners } from '../../base/async/listeners';
import { nextTurn } from '../../base/async/nextTurn';
import { type SingleFlight, singleFlight } from '../../base/async/singleFlight';
import { canceledFailure } from '../../base/errors/failure';
import type { HttpResponse } from '../../base/http/httpClient';
import { isSuccess } from '../../base/http/responseFailures';
import type { Job } from '../../base/worker/job';
import { runJob } from '../../base/worker/runJob';
import { failureOf, notAnEngine } from '../wire/searchFailure';
import { searchPath } from '../wire/searchPath';
import type { DetailsByField, FieldInfo } from './fieldList';
import {
  detailsInMappingJob,
  fieldsInCapabilitiesJob,
  fieldsInMappingJob,
  type IndexList,
  indexListJob,
  indexListOf,
  longIndexList,
  namesInAliasesJob,
  namesInCatJob,
  namesInResolveJob,
  type OtherAnswers,
  type ResolvedNames,
  resolvedNamesOf,
} from './indexList';
import type { IndexName } from './nameList';
import type { SearchClient } from './searchClient';

/** The indices and fields of an endpoint that the user may see. Cached for some minutes. */
export type EngineCatalog = ReturnType<typeof openEngineCatalog>;

const keptMs = 5 * 60_000;
/** A panel that is used for days requests many expressions. */
const mostKept = 50;
/** Milliseconds to wait for names from remote clusters, which may be unreachable. */
const remotePatienceMs = 3_000;
/** Characters of a URL that engines accept, minus some for the endpoint's own path. */
const longestAddress = 3_500;
/** In a URL, these stand for several names or a pattern; a lone surrogate cannot be in a URL at all. */
const notOneName = /^$|[*,\p{Cs}]/u;

const noDetails: DetailsByField = new Map();

/** Statuses that do not show what the server supports. */
const down: readonly number[] = [429, 502, 503, 504];

/** A kind of list that an endpoint may provide. */
interface Source<List> {
  readonly path: string;
  /** Returns undefined if the response is of another kind: another server responds at this path. */
  readonly job: Job<[text: string], List>;
}

/** @param options.now a clock in milliseconds, for the age of a cached list */
export function openEngineCatalog(client: SearchClient, options: { readonly now?: () => number } = {}) {
  const now = options.now ?? Date.now;
  /** Avoids requests each time that an input is completed or a page is shown. */
  const empty = () => ({
    list: ttlCache<IndexList>(keptMs, 1, now),
    names: ttlCache<readonly IndexName[]>(keptMs, 1, now),
    fields: ttlCache<readonly FieldInfo[]>(keptMs, mostKept, now),
    details: ttlCache<DetailsByField>(keptMs, mostKept, now),
  });
  let kept = empty();
  const named = openListeners<IndexList>();

  /**
   * The first available list. Skips a path that the user may not use, or that the engine does not know
   * (docs/engines.md, "Permissions"). If the server is unavailable, throws and caches nothing.
   */
  async function firstServed<List>(
    sources: readonly Source<List | undefined>[],
    signal: AbortSignal,
  ): Promise<List | undefined> {
    let list: List | undefined;
    for (const { path, job } of sources) {
      const answer = await client.request({ method: 'GET', path, signal });
      await throwIfDown(answer);
      list = isSuccess(answer) ? await read(job, answer.body, signal) : undefined;
      if (list !== undefined) break;
    }
    return list;
  }

  function read<List>(job: Job<[text: string], List>, text: string, signal: AbortSignal): Promise<List> {
    return runJob(job, [text], { length: text.length, signal });
  }

  async function throwIfDown(answer: HttpResponse): Promise<void> {
    if (down.includes(answer.status)) throw failureOf(answer, await client.endpoint());
  }

  async function localNames(signal: AbortSignal): Promise<readonly IndexName[]> {
    const resolved = await firstServed([{ path: '/_resolve/index/*', job: namesInResolveJob }], signal);
    if (resolved !== undefined) return resolved;
    const [aliased = [], listed] = await Promise.all([
      firstServed([{ path: '/_alias', job: namesInAliasesJob }], signal),
      firstServed([{ path: '/_cat/indices?format=json', job: namesInCatJob }], signal),
    ]);
    if (listed === undefined) return aliased;
    // Indices listed as closed cannot be searched, but `_alias` includes them.
    const closed = new Set(listed.filter(({ isClosed }) => isClosed).map(({ name }) => name));
    return [...aliased, ...listed].filter(({ name }) => !closed.has(name));
  }

  async function remoteNames(signal: AbortSignal): Promise<readonly IndexName[]> {
    try {
      const patient = AbortSignal.any([signal, AbortSignal.timeout(remotePatienceMs)]);
      return (await firstServed([{ path: '/_resolve/index/*%3A*', job: namesInResolveJob }], patient)) ?? [];
    } catch {
      return [];
    }
  }

  async function names(signal: AbortSignal): Promise<readonly IndexName[]> {
    const [local, remote] = await Promise.all([localNames(signal), remoteNames(signal)]);
    const all = new Map([...remote, ...local].map((each) => [each.name, { name: each.name, kind: each.kind }]));
    return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async function fieldsOf(index: string, signal: AbortSignal): Promise<readonly FieldInfo[]> {
    const base = searchPath(index).replace(/\/_search$/, '');
    const sources = [
      { path: `${base}/_field_caps?fields=*`, job: fieldsInCapabilitiesJob },
      { path: `${base}/_mapping`, job: fieldsInMappingJob },
    ] as const;
    return (await firstServed(sources, signal)) ?? [];
  }

  async function detailsOf(index: string, field: string, signal: AbortSignal): Promise<DetailsByField> {
    const name = encodeURIComponent(field);
    const path = `${searchPath(index).replace(/\/_search$/, '')}/_mapping/field/${name},${name}.*`;
    if (path.length > longestAddress) return noDetails;
    const answer = await client.request({ method: 'GET', path, signal });
    await throwIfDown(answer);
    return (isSuccess(answer) ? await read(detailsInMappingJob, answer.body, signal) : undefined) ?? noDetails;
  }

  return {
    /** Without hidden ones. Empty if the user may not list them: the user can still type a name. */
    indices: (signal?: AbortSignal): Promise<readonly IndexName[]> => kept.names('', names, signal),
    /**
     * All indices, with figures and hidden ones, in at most three requests.
     *
     * @throws RequestFailure if they are not listed for another reason than missing permissions
     */
    list: (signal?: AbortSignal): Promise<IndexList> =>
      kept.list('', (shared) => askIndexList(client, shared, named.fire), signal),
    /** Fires with a list without figures, as soon as the engine has returned the names. */
    onDidListNames: named.event,
    /** Sorted by name. Empty if the user may not list them, or if there is no such index. */
    async fields(index: string, signal?: AbortSignal): Promise<readonly FieldInfo[]> {
      if (index.trim() === '') return [];
      return kept.fields(index, (shared) => fieldsOf(index, shared), signal);
    },
    /**
     * The mapping of a field and its multi-fields (`title` and `title.keyword`), by name. Empty if the user may not
     * read the mapping, which requires more permissions than searching.
     */
    async details(index: string, field: string, signal?: AbortSignal): Promise<DetailsByField> {
      if (index.trim() === '' || notOneName.test(field)) return noDetails;
      return kept.details(JSON.stringify([index, field]), (shared) => detailsOf(index, field, shared), signal);
    },
    /** Clears the cache. */
    forget(): void {
      kept = empty();
    },
  };
}

/**
 * Values by key that are kept for a while, each shared by concurrent callers. Not `promiseByKey`, which keeps its
 * values for good and has no way for a caller to leave.
 */
type Keep<T> = (key: string, read: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

interface Kept<T> {
  readonly shared: SingleFlight<T>;
  until: number;
}

/**
 * @param ms how long a value is kept; a failure is not kept at all
 * @param most the most values; beyond that, the least recently used is dropped
 * @param now milliseconds on a clock
 */
function ttlCache<T>(ms: number, most: number, now: () => number): Keep<T> {
  const all = new Map<string, Kept<T>>();
  return async (key, read, signal) => {
    const kept = all.get(key) ?? { shared: singleFlight(read), until: 0 };
    all.delete(key);
    all.set(key, kept);
    for (const oldest of all.keys()) if (all.size > most) all.delete(oldest);
    if (kept.until <= now() && !kept.shared.isReading) {
      kept.shared.refresh();
      kept.until = now() + ms;
    }
    try {
      return await kept.shared.read(signal);
    } catch (error) {
      if (!kept.shared.isReading) kept.until = 0;
      throw error;
    }
  };
}

const resolvePath = '/_resolve/index/*?expand_wildcards=all';
const listPath =
  '/_cat/indices?format=json&bytes=b&h=index,health,status,docs.count,store.size,segments.fixed_bitset_memory';
const aliasPath = '/_cat/aliases?format=json&h=alias,index';
/** Names the indices that may be read. The field is one that every index has. */
const capabilityPath = '/_field_caps?fields=_index';
const healthPath = '/_cluster/health';

/** Characters of all responses that are parsed on this thread, each in some hundredths of a second at most. */
const longestHere = 2 ** 21;

/** Milliseconds in which VS Code draws the first rows. */
const drawnAfterMs = 50;

const forbidden = 403;

/** Statuses for which another request does not help: access is denied, or the server is down. */
const final: readonly number[] = [401, 429, 502, 503, 504];

/**
 * Lists the indices of an engine, in at most three requests. `_resolve/index` comes first, because its response decides
 * about the other requests: the figures of hidden indices too, or, before Elasticsearch 7.9, aliases in place of the
 * health, which is then that of the worst index. Leaves out what the user may not read.
 *
 * @param onNames called with the list of the first response before the figures, which take long in a large cluster
 * @throws RequestFailure if nothing is listed for another reason than missing permissions
 */
async function askIndexList(
  client: SearchClient,
  signal: AbortSignal,
  onNames: (list: IndexList) => void,
): Promise<IndexList> {
  const get = (path: string) => client.request({ method: 'GET', path, signal });
  const first = await get(resolvePath);
  if (final.includes(first.status)) throw failureOf(first, await client.endpoint());
  const way = isSuccess(first) ? 'resolved' : first.status === forbidden ? 'barred' : 'older';
  const asked = Promise.allSettled([
    get(way === 'resolved' ? `${listPath}&expand_wildcards=all` : listPath),
    get({ resolved: healthPath, barred: capabilityPath, older: aliasPath }[way]),
  ]);
  const resolved = isSuccess(first) ? first.body : '';
  let names: { readonly read: ResolvedNames | undefined } | undefined;
  /**
   * On a thread for long responses, because starting one takes as long as reading a short one. Their list is copied
   * between threads only once.
   */
  const listOf = async (others: OtherAnswers): Promise<IndexList | undefined> => {
    const length = others.reduce((sum, text) => sum + text.length, resolved.length);
    if (length > longestHere) return runJob(indexListJob, [resolved, ...others], { length, signal });
    names ??= { read: resolvedNamesOf(resolved) };
    await nextTurn();
    if (signal.aborted) throw canceledFailure();
    return indexListOf(names.read, ...others);
  };
  const named = isSuccess(first) ? await listOf(['', '', '', '']) : undefined;
  if (named !== undefined) onNames(named);
  const isLong = named !== undefined && named.entries.length >= longIndexList;
  const [[listed, besides]] = await Promise.all([asked, isLong && nextFrame()]);
  if (signal.aborted) throw canceledFailure();
  const more = bodyOf(besides);
  const list = await listOf([
    bodyOf(listed),
    way === 'older' ? more : '',
    way === 'barred' ? more : '',
    way === 'resolved' ? more : '',
  ]);
  if (list !== undefined) return list;
  if (way === 'barred' && isForbidden(listed) && isForbidden(besides)) return { entries: [], isRefused: true };
  // A failed request may succeed the next time.
  if (listed.status === 'rejected') throw listed.reason;
  const endpoint = await client.endpoint();
  throw isSuccess(first)
    ? notAnEngine(first, endpoint)
    : failureOf(isSuccess(listed.value) ? first : listed.value, endpoint);
}

/** Resolves when VS Code has drawn the names, which reading the figures would delay. */
const nextFrame = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, drawnAfterMs));

type Outcome = PromiseSettledResult<HttpResponse>;

const bodyOf = (outcome: Outcome): string =>
  outcome.status === 'fulfilled' && isSuccess(outcome.value) ? outcome.value.body : '';

const isForbidden = (outcome: Outcome): boolean => outcome.status === 'fulfilled' && outcome.value.status === forbidden;
