import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { type AnsweredSearch, readHits, replyWithin, searchSender } from '../paging/sendSearch';
import { withMembers } from '../query/bodyText';
import { timeClause } from '../query/timeOf';
import { searchPath } from '../wire/searchPath';
import { type FollowedHits, momentOf, mostFollowed } from './followedHits';
import type { FollowSearch } from './followSearch';

/** Hits per request. */
const hitsPerRequest = 250;

/** The result of one check for new hits. */
interface NewerHits {
  /** The last response. */
  readonly answered: AnsweredSearch;
  /** Whether there were more new hits than are kept. */
  readonly isMore: boolean;
  /** Whether new hits cannot be distinguished from known ones, because they have no IDs. */
  readonly hasNoIds: boolean;
}

interface NewerRequest {
  readonly client: SearchClient;
  readonly follow: FollowSearch;
  readonly timeoutMs: number | undefined;
  readonly hits: FollowedHits;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Requests hits that are newer than the known ones, or that arrived late, and adds them: one request after the other,
 * of which more than one is needed only if many hits are equally new. Documents that arrive meanwhile move the others
 * down, so some come twice, but none is missed.
 *
 * @throws RequestFailure
 */
export async function askNewer(asking: NewerRequest, signal: AbortSignal): Promise<NewerHits> {
  const { hits, now } = asking;
  const since = hits.since(now);
  const { unit } = asking.follow;
  const size = since === undefined ? Math.min(asking.follow.search.size, mostFollowed) : hitsPerRequest;
  let known = 0;
  for (let from = 0; ; from += size) {
    const answered = await ask(asking, since, from, size, signal);
    const came = answered.answer.hits.slice(0, size);
    const isFull = came.length === size;
    // Leaves out other hits that the engine returned.
    const arrivals = hits.add(since === undefined ? came : came.filter((hit) => momentOf(hit, unit) >= since));
    if (arrivals === undefined) return { answered, isMore: false, hasNoIds: true };
    known += arrivals.known;
    const isLast = since === undefined || !isFull || from + size >= mostFollowed;
    if (isLast) hits.endPoll(isFull);
    if (isLast) return { answered, isMore: since !== undefined && isFull && known === 0, hasNoIds: false };
  }
}

async function ask(
  { client, follow: { search, field, fields }, timeoutMs, now }: NewerRequest,
  since: number | undefined,
  from: number,
  size: number,
  signal: AbortSignal,
): Promise<AnsweredSearch> {
  const query = memberText(search.body, 'query') ?? '{"match_all":{}}';
  const range = since === undefined ? undefined : sinceClause(field, since, now, fields);
  const body = withMembers(search.body, {
    ...(range !== undefined && { query: `{"bool":{"must":[${query}],"filter":[${range}]}}` }),
    ...(from > 0 && { from: String(from) }),
    size: String(size),
    track_total_hits: 'false',
  });
  const replied = await replyWithin(client, timeoutMs, signal, (either) =>
    searchSender(client, searchPath(search.index), body, either),
  );
  return readHits(client, replied, signal);
}

function sinceClause(field: string, since: number, now: number, fields: FollowSearch['fields']): string | undefined {
  return timeClause({ field, span: 'own', from: new Date(since).toISOString(), to: '' }, new Date(now), fields);
}
