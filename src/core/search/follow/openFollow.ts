import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { FollowView } from '../../../protocol/pageView';
import { isRequestFailure } from '../../base/errors/failure';
import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import type { SearchPage } from '../paging/pager';
import { type AnsweredSearch, askHits } from '../paging/sendSearch';
import { withMembers } from '../query/bodyText';
import { timeClause } from '../query/timeOf';
import { searchPath } from '../wire/searchPath';
import { FollowedHits, momentOf, mostFollowed } from './followedHits';
import type { FollowSearch } from './followSearch';

/** The state of following a search, whose new hits are added above the current ones. */
export interface FollowStatus extends Pick<FollowView, 'why' | 'came'> {
  /** `off`: it cannot continue. */
  readonly state: Exclude<FollowView['state'], 'starting'>;
}

/** Follows a search: checks for new hits repeatedly. */
export type Follow = ReturnType<typeof openFollow>;

interface FollowOptions {
  readonly client: SearchClient;
  readonly follow: FollowSearch;
  /** The current page, if it begins with the newest hits. */
  readonly base: Pick<SearchPage, 'hits' | 'hasNext' | 'partial' | 'total' | 'isTotalLater'> | undefined;
  readonly timeoutMs: number | undefined;
  readonly seconds: number;
  /** Whether the user is at the window; otherwise it pauses after a while. */
  isAttended(): boolean;
  onChange(status: FollowStatus): void;
  /** Called with an error that is not the failure of a request. */
  onUnexpected(error: unknown): void;
}

/** Milliseconds without the user after which it pauses. */
const patienceMs = 10 * 60_000;

/**
 * Checks for new hits at once, and then at the interval. Sends one request at a time, and keeps the engine busy at most
 * half of the time: after a check that takes longer than half of the interval, the next one begins twice that long
 * after it began.
 */
export function openFollow(options: FollowOptions) {
  const { follow, base } = options;
  const isWhole = base !== undefined && !base.hasNext && base.partial.length === 0;
  const hits = new FollowedHits(base?.hits ?? [], isWhole, follow.unit);
  let hasOlder = base?.hasNext ?? false;
  /** The number of hits before any came, as long as none of those that come is left out. */
  let before = base?.total?.relation === 'eq' && base.isTotalLater !== true ? base.total.value : undefined;
  let seconds = options.seconds;
  let status: FollowStatus = { state: 'paused', came: 0 };
  let last: AnsweredSearch | undefined;
  let isMore = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: AbortController | undefined;
  let isClosed = false;
  /** The beginning and the duration of the last check. */
  let check = { began: 0, took: 0 };
  let attended = Date.now();

  const notify = (to: Omit<FollowStatus, 'came'>): void => {
    status = { ...to, came: hits.unseen };
    if (!isClosed) options.onChange(status);
  };
  const halt = (): void => {
    clearTimeout(timer);
    looking?.abort();
    looking = undefined;
  };
  const end = (state: 'paused' | 'off', why: string): void => {
    halt();
    notify({ state, why });
  };
  const plan = (): void => {
    clearTimeout(timer);
    const due = check.began + Math.max(seconds * 1_000, 2 * check.took);
    timer = setTimeout(() => void look(), Math.max(0, due - Date.now()));
  };

  const ask = async (signal: AbortSignal): Promise<void> => {
    const isFirst = hits.hits.length === 0;
    const found = await askNewer({ ...options, hits, now: Date.now() }, signal);
    if (signal.aborted) return;
    if (found.hasNoIds) return end('off', noIds());
    last = found.answered;
    isMore ||= found.isMore;
    if (isFirst) hasOlder = hits.hits.length >= follow.search.size;
    if (found.isMore || found.isPartial || (isFirst && hasOlder)) before = undefined;
    notify({ state: 'following' });
  };

  const look = async (): Promise<void> => {
    const now = Date.now();
    if (options.isAttended()) attended = now;
    if (now - attended >= patienceMs) return end('paused', unattendedSentence());
    const mine = new AbortController();
    looking = mine;
    try {
      await ask(mine.signal);
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!isRequestFailure(error)) options.onUnexpected(error);
      return end('paused', failureWords(error));
    }
    if (looking !== mine) return;
    looking = undefined;
    check = { began: now, took: Date.now() - now };
    plan();
  };

  return {
    get status(): FollowStatus {
      return status;
    },
    /** The hits as a page, the newest first, and the rows of those that are new since the last call. */
    take(): { readonly page: SearchPage; readonly fresh: readonly number[] } | undefined {
      if (last === undefined) return undefined;
      const fresh = hits.takeUnseen();
      const { answer, bytes, sent } = last;
      const { search } = follow;
      const all = hits.hits;
      const page: SearchPage = {
        hits: all,
        tookMs: answer.tookMs,
        // There may be more: those that arrived too late, or are older than the last hit, are not asked for.
        total: before === undefined ? undefined : { value: before + hits.came, relation: 'gte' },
        partial: answer.partial,
        // A new object, because results about the earlier hits, such as their bars, are not valid for these.
        search: { ...search },
        isFollowed: true,
        from: 0,
        size: search.size,
        asked: 'from/size',
        hasPrevious: false,
        hasNext: hasOlder || hits.isCut,
        notes: [...(search.notes ?? []), ...(isMore ? [moreNote()] : [])],
        bytes,
        sent,
      };
      isMore = false;
      status = { ...status, came: 0 };
      return { page, fresh };
    },
    /** @param wanted seconds between the beginnings of two checks */
    setInterval(wanted: number): void {
      seconds = wanted;
      if (status.state === 'following' && looking === undefined) plan();
    },
    /** Stops checking until `resume`; cancels the request in progress. Does nothing if it is not following. */
    pause(why: string): void {
      if (status.state === 'following') end('paused', why);
    },
    /** Checks at once, and then repeatedly. */
    resume(): void {
      if (isClosed || status.state === 'following') return;
      attended = Date.now();
      notify({ state: 'following' });
      void look();
    },
    /** Ends it for good. Calls no callback any more. */
    close(): void {
      isClosed = true;
      halt();
    },
  };
}

const noIds = (): string => l10n.t('The hits have no IDs, so new ones cannot be told from known ones.');
const unattendedSentence = (): string => l10n.t('The window has not had the focus for ten minutes.');
const moreNote = (): string =>
  l10n.t('More than {0} hits came at once. The oldest of them are left out.', numberText(mostFollowed));

function failureWords(error: unknown): string {
  if (!isRequestFailure(error)) return l10n.t('Something went wrong in Proxy Scout. See the log for details.');
  return `${error.failure.sentence} ${error.failure.nextStep}`;
}

/** Hits per request. */
const hitsPerRequest = 250;

interface NewerHits {
  /** The last response. */
  readonly answered: AnsweredSearch;
  /** Whether there were more new hits than are kept. */
  readonly isMore: boolean;
  /** Whether some shards did not respond. */
  readonly isPartial: boolean;
  /** Whether new hits cannot be distinguished from known ones, because they have no IDs. */
  readonly hasNoIds: boolean;
}

interface NewerRequest extends Pick<FollowOptions, 'client' | 'follow' | 'timeoutMs'> {
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
  let isPartial = false;
  for (let from = 0; ; from += size) {
    const answered = await ask(asking, since, from, size, signal);
    const came = answered.answer.hits.slice(0, size);
    isPartial ||= answered.answer.partial.length > 0;
    const isFull = came.length === size;
    // Leaves out other hits that the engine returned.
    const arrivals = hits.add(since === undefined ? came : came.filter((hit) => momentOf(hit, unit) >= since));
    if (arrivals === undefined) return { answered, isMore: false, isPartial, hasNoIds: true };
    known += arrivals.known;
    const isLast = since === undefined || !isFull || from + size >= mostFollowed;
    if (isLast) hits.endPoll(isFull);
    if (isLast) return { answered, isMore: since !== undefined && isFull && known === 0, isPartial, hasNoIds: false };
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
  return askHits(client, searchPath(search.index), body, { timeoutMs, signal });
}

function sinceClause(field: string, since: number, now: number, fields: FollowSearch['fields']): string | undefined {
  return timeClause({ field, span: 'own', from: new Date(since).toISOString(), to: '' }, new Date(now), fields);
}
