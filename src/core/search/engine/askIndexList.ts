import { nextTurn } from '../../base/async/nextTurn';
import { canceledFailure } from '../../base/errors/failure';
import type { HttpResponse } from '../../base/http/httpClient';
import { isSuccess } from '../../base/http/responseFailures';
import { runJob } from '../../base/worker/runJob';
import { failureOf, notAnEngine } from '../wire/searchFailure';
import {
  type IndexList,
  indexListJob,
  indexListOf,
  longIndexList,
  type OtherAnswers,
  type ResolvedNames,
  resolvedNamesOf,
} from './indexList';
import type { SearchClient } from './searchClient';

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
export async function askIndexList(
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
  /** On a thread for long responses, because starting one takes as long as reading a short one. Their list is copied between threads only once. */
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
