import * as z from 'zod/mini';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { notJson } from '../../base/http/responseFailures';
import { withoutSecrets } from '../../base/http/serverText';
import { jsonOfAnyLength } from '../../base/json/parse';
import { jobOf } from '../../base/worker/job';
import { runJob } from '../../base/worker/runJob';
import { withMembers } from '../query/bodyText';
import { coverageSchema, hasLostContexts, partialSentences } from '../wire/partialResults';
import { rawAnswer } from '../wire/rawAnswer';
import type { SearchAnswer } from '../wire/searchAnswer';
import { cursorAfter, type SearchCursor, startOfResult } from './cursors';
import { checkPlace, type FrozenState, orderOf, scoreGroupOf, sortedBody } from './pitState';
import { hitsOnly } from './searchTraits';
import type { AnsweredSearch, PageOptions } from './sendSearch';

/** A reached place, and the reasons why hits may be missing on the way: uncounted hits shift the place. */
interface SkippedTo {
  /** Undefined if the result has fewer hits. */
  readonly cursor: SearchCursor | undefined;
  readonly partial: readonly string[];
  readonly hasLostContexts: boolean;
}

const fromBeginning: SkippedTo = { cursor: startOfResult, partial: [], hasLostContexts: false };

/** Only the members for continuing; without `error` and `status`, a failure would be an empty object. */
const passFilter = 'hits.hits.sort,pit_id,_shards,timed_out,error,status';

/** Assumed if the engine does not report it. Elasticsearch before 8.19 does not, and needs it only before 7.12. */
const unknownShards = 100;

/** The cursor after the first `from` hits, by the shortest way: a known place, or `from`, then a window at a time. */
export async function skipAhead(
  state: FrozenState,
  from: number,
  { signal, onProgress }: PageOptions,
): Promise<SkippedTo> {
  const { cursorCache, window, boundary } = state;
  let [offset, cursor] = cursorCache.atOrBelow(from) ?? [0, undefined];
  const partial = new Set<string>();
  let hasLostContexts = false;
  const take = (step: SkippedTo): void => {
    cursor = step.cursor;
    for (const sentence of step.partial) partial.add(sentence);
    hasLostContexts ||= step.hasLostContexts;
    keepCursor(state, offset, step);
  };
  const near = Math.min(from, window.limit);
  if (cursor === undefined || (offset < near && boundary === undefined)) {
    if (near === 0) return fromBeginning;
    offset = near;
    take(await skipByNumber(state, near, signal));
  }
  while (cursor !== undefined && offset < from) {
    onProgress?.(offset, from);
    // At least one, or this would be endless: if more hits tie than fit into the window, the engine refuses.
    const size: number = Math.max(1, Math.min(window.limit - cursor.skip, from - offset));
    const step: SkippedTo = await skipByCursor(state, cursor, size, signal);
    offset += size;
    take(step);
  }
  return { cursor, partial: [...partial], hasLostContexts };
}

/** Keeps a cursor, unless the response was partial: its missing hits would then be missing permanently. */
export function keepCursor(
  { cursorCache }: FrozenState,
  offset: number,
  { cursor, partial }: Pick<SkippedTo, 'cursor' | 'partial'>,
): void {
  if (partial.length === 0 && cursor !== undefined) cursorCache.set(offset, cursor);
}

/** The cursor after the first `offset` hits, by `from` and `size`. */
async function skipByNumber(state: FrozenState, offset: number, signal: AbortSignal): Promise<SkippedTo> {
  const { tie, pointInTime, requests, body } = state;
  // Hits of one shard never share the tie-break, so one hit more than there are shards includes all equal to the last.
  const back = tie.isUnique ? 1 : Math.min(offset, (pointInTime.shards ?? unknownShards) + 1);
  const text = withMembers(hitsOnly(body()), {
    from: String(offset - back),
    size: String(back),
    sort: orderOf(state),
    _source: 'false',
  });
  const { answer } = await requests.ask(text, signal);
  const sorts = answer.hits.flatMap(({ sort }) => sort ?? []);
  checkPlace(state, startOfResult, sorts, back);
  const cursor = sorts.length < back ? undefined : cursorAfter(startOfResult, sorts, tie.isUnique);
  return { cursor, ...coverageOf(answer) };
}

/** The cursor `size` hits further; the hits are fetched without their documents. */
async function skipByCursor(
  state: FrozenState,
  cursor: SearchCursor,
  size: number,
  signal: AbortSignal,
): Promise<SkippedTo> {
  const { client, requests, body, tie } = state;
  const text = sortedBody(state, hitsOnly(body()), cursor, size);
  // Inner hits need the stored fields of their documents.
  const bare = text.includes('"inner_hits"') ? {} : { stored_fields: '"_none_"' };
  const asked = withMembers(text, { ...bare, _source: 'false' });
  const { reply } = await requests.pass(asked, signal, cursor, passFilter);
  const endpoint = await client.endpoint();
  const read = await runJob(skippedPageJob, [reply.body, endpoint], { length: reply.body.length, signal });
  if (read === undefined) throw notJson(reply, endpoint);
  const { sorts, ...coverage } = read;
  checkPlace(state, cursor, sorts, size);
  const isWhole = sorts.length >= size + cursor.skip;
  return { cursor: isWhole ? cursorAfter(cursor, sorts, tie.isUnique) : undefined, ...coverage };
}

/** Finds the place at which a result by score continues by cursor, after its first `from` hits without a sort. */
export async function skipToBoundary(state: FrozenState, from: number, signal: AbortSignal): Promise<SkippedTo> {
  if (from === 0) return fromBeginning;
  const { tie, pointInTime, requests, body } = state;
  if (tie.isUnique || pointInTime.shards === 1) return skipByNumber(state, from, signal);
  const text = withMembers(hitsOnly(body()), { _source: 'false', from: '0', size: String(from) });
  const { answer } = await requests.ask(text, signal);
  const coverage = coverageOf(answer);
  if (answer.hits.length < from) return { cursor: undefined, ...coverage };
  const group = scoreGroupOf(answer.hits);
  const step = group.above === 0 ? fromBeginning : await skipByNumber(state, group.above, signal);
  state.boundary = { from, group };
  return {
    cursor: step.cursor,
    partial: [...step.partial, ...coverage.partial],
    hasLostContexts: step.hasLostContexts || coverage.hasLostContexts,
  };
}

function coverageOf({ partial, hasLostContexts = false }: SearchAnswer): Omit<SkippedTo, 'cursor'> {
  return { partial, hasLostContexts };
}

/** Adds the reasons for missing hits on the way to a response. */
export function withSkipped(skipped: SkippedTo, answered: AnsweredSearch): AnsweredSearch {
  if (skipped.partial.length === 0) return answered;
  const { answer } = answered;
  const partial = [...new Set([...skipped.partial, ...answer.partial])];
  return { ...answered, answer: { ...answer, partial, ...(skipped.hasLostContexts && { hasLostContexts: true }) } };
}

/** The part of a response that is read if its hits are skipped rather than shown. */
interface SkippedPage extends Omit<SkippedTo, 'cursor'> {
  /** The JSON text of each hit's list of sort values, as received. */
  readonly sorts: readonly string[];
}

/** Reads such a response; undefined if it is not JSON. A job, because the sort values of 10,000 hits can be long. */
function readSkippedPage(body: string, endpoint: Endpoint): SkippedPage | undefined {
  const parsed = jsonOfAnyLength(body);
  if (parsed === undefined) return undefined;
  const coverage = z.safeParse(coverageSchema, parsed).data ?? {};
  return {
    // If there are no hits, `filter_path` omits the list as well.
    sorts: rawAnswer(body).hits.flatMap(({ sort }) => sort ?? []),
    partial: partialSentences(coverage, (text) => withoutSecrets(text, endpoint)),
    hasLostContexts: hasLostContexts(coverage),
  };
}

export const skippedPageJob = jobOf('readSkippedPage', 2 ** 18, readSkippedPage);
