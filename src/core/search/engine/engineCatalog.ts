import type { HttpResponse } from '../../base/http/httpClient';
import { isSuccess } from '../../base/http/responseFailures';
import type { Job } from '../../base/worker/job';
import { runJob } from '../../base/worker/runJob';
import { failureOf } from '../wire/searchFailure';
import { searchPath } from '../wire/searchPath';
import type { DetailsByField } from './fieldDetails';
import type { FieldInfo } from './fieldList';
import {
  detailsInMappingJob,
  fieldsInCapabilitiesJob,
  fieldsInMappingJob,
  namesInAliasesJob,
  namesInCatJob,
  namesInResolveJob,
} from './listJobs';
import type { IndexName } from './nameList';
import type { SearchClient } from './searchClient';
import { ttlCache } from './ttlCache';

/** What can be searched at an endpoint, as far as the user's rights let one see. Kept for some minutes. */
export interface EngineCatalog {
  /** Without hidden ones. Empty where nothing may be listed: one can still type a name. */
  indices(signal?: AbortSignal): Promise<readonly IndexName[]>;
  /** Empty where nothing may be listed, or there is no such index. By name. */
  fields(index: string, signal?: AbortSignal): Promise<readonly FieldInfo[]>;
  /**
   * What the mapping says of a field and of those beside it (`title` and `title.keyword`), by name. Empty where it may not be
   * read, which takes more rights than searching.
   */
  details(index: string, field: string, signal?: AbortSignal): Promise<DetailsByField>;
  /** Forgets what was listed. */
  forget(): void;
}

const keptMs = 5 * 60_000;
/** A panel that is used for days asks for many expressions. */
const mostKept = 50;
/** Milliseconds to wait for the names of remote clusters, which may not be there. */
const remotePatienceMs = 3_000;
/** Characters of an address that an engine takes, with some left for the endpoint's own path. */
const longestAddress = 3_500;
/** In an address these are several names or a pattern; half of a character cannot stand there at all. */
const notOneName = /^$|[*,\p{Cs}]/u;

const noDetails: DetailsByField = new Map();

/** Statuses that say nothing of what is served here. */
const down: readonly number[] = [429, 502, 503, 504];

/** A kind of list that may be had at an endpoint. */
interface Source<List> {
  readonly path: string;
  /** Gives undefined where the answer is none of that kind: something else serves this path. */
  readonly job: Job<[text: string], List>;
}

/**
 * @param options.now milliseconds on a clock, for how long a list is kept
 */
export function openEngineCatalog(client: SearchClient, options: { readonly now?: () => number } = {}): EngineCatalog {
  const now = options.now ?? Date.now;
  /** Spares asking the engine again each time that something is completed or a page is shown. */
  const empty = () => ({
    names: ttlCache<readonly IndexName[]>(keptMs, 1, now),
    fields: ttlCache<readonly FieldInfo[]>(keptMs, mostKept, now),
    details: ttlCache<DetailsByField>(keptMs, mostKept, now),
  });
  let kept = empty();

  /**
   * The first list that is served. A path that the user may not ask, or the engine does not know, is passed over
   * (surprise 21); what keeps every path from being asked is a failure, which is not kept.
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
    // What the list of indices calls closed cannot be searched; `_alias` has it too.
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
    indices: (signal) => kept.names('', names, signal),
    fields: async (index, signal) => {
      if (index.trim() === '') return [];
      return kept.fields(index, (shared) => fieldsOf(index, shared), signal);
    },
    details: async (index, field, signal) => {
      if (index.trim() === '' || notOneName.test(field)) return noDetails;
      return kept.details(JSON.stringify([index, field]), (shared) => detailsOf(index, field, shared), signal);
    },
    forget() {
      kept = empty();
    },
  };
}
