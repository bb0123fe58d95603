import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { isRequestFailure } from '../../base/errors/failure';
import type { SearchClient } from '../engine/searchClient';
import type { SearchPage } from '../paging/pager';
import type { AnsweredSearch } from '../paging/sendSearch';
import type { Hit } from '../wire/searchAnswer';
import { askNewer } from './askNewer';
import { createFollowedHits, mostFollowed } from './followedHits';
import type { FollowSearch } from './followSearch';

/** How a search is being followed. */
export interface FollowStatus {
  /** `off`: it cannot go on. */
  readonly state: 'following' | 'paused' | 'off';
  /** Why it is paused, or off: sentences, which may hold server text. */
  readonly why?: string;
  /** How many hits came that were not taken yet. */
  readonly came: number;
}

/** Follows a search: looks for new hits again and again. */
export interface Follow {
  readonly status: FollowStatus;
  /** The hits as a page, the newest first, and the rows of those that came since this was called last. */
  take(): { readonly page: SearchPage; readonly fresh: readonly number[] } | undefined;
  /** @param seconds between the beginnings of two looks */
  setInterval(seconds: number): void;
  /** Stops looking until `resume`; the request under way is canceled. Changes nothing where it is not following. */
  pause(why: string): void;
  /** Looks at once, and then again and again. */
  resume(): void;
  /** Ends it for good. Nothing is told any more. */
  close(): void;
}

interface FollowOptions {
  readonly client: SearchClient;
  readonly follow: FollowSearch;
  /** The page that is shown, where it begins with the newest hits. */
  readonly base: Pick<SearchPage, 'hits' | 'hasNext' | 'partial'> | undefined;
  readonly timeoutMs: number | undefined;
  readonly seconds: number;
  /** Whether a person is there: without anybody, it pauses. */
  isAttended(): boolean;
  /** Told each time that the status has changed. */
  onChange(status: FollowStatus): void;
  /** Told of an error that is none of a request. */
  onUnexpected(error: unknown): void;
}

/** Milliseconds after which it pauses where nobody is there. */
const patienceMs = 10 * 60_000;

/**
 * Looks for new hits at once, and then at the interval. There is one request at a time, and the engine is busy with it at most
 * half of the time: where a look takes longer than half of the interval, the next one begins twice that long after it began.
 */
export function openFollow(options: FollowOptions): Follow {
  const { client, follow, base, timeoutMs } = options;
  const begun: readonly Hit[] = base?.hits ?? [];
  const hits = createFollowedHits(begun, base !== undefined && !base.hasNext && base.partial.length === 0, follow.unit);
  let hasOlder = base?.hasNext ?? false;
  let seconds = options.seconds;
  let status: FollowStatus = { state: 'paused', came: 0 };
  let last: AnsweredSearch | undefined;
  let isMore = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: AbortController | undefined;
  let isClosed = false;
  /** When the last look began, and how long it took. */
  let before = { began: 0, took: 0 };
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
    const due = before.began + Math.max(seconds * 1_000, 2 * before.took);
    timer = setTimeout(() => void look(), Math.max(0, due - Date.now()));
  };

  const ask = async (signal: AbortSignal): Promise<void> => {
    const isFirst = hits.hits.length === 0;
    const found = await askNewer({ client, follow, timeoutMs, hits, now: Date.now() }, signal);
    if (signal.aborted) return;
    if (found.hasNoIds) return end('off', noIds());
    last = found.answered;
    isMore ||= found.isMore;
    if (isFirst) hasOlder = hits.hits.length >= follow.search.size;
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
    before = { began: now, took: Date.now() - now };
    plan();
  };

  return {
    get status() {
      return status;
    },
    take() {
      if (last === undefined) return undefined;
      const fresh = hits.takeUnseen();
      const { answer, bytes, sent } = last;
      const { search } = follow;
      const all = hits.hits;
      const page: SearchPage = {
        hits: all,
        tookMs: answer.tookMs,
        total: undefined,
        partial: answer.partial,
        // What was asked of the hits before, such as their bars, does not hold for these.
        search: { ...search },
        isFollowed: true,
        from: 0,
        size: search.size,
        asked: 'from/size',
        hasPrevious: false,
        hasNext: hasOlder || all.length === mostFollowed,
        notes: [...(search.notes ?? []), ...(isMore ? [moreNote()] : [])],
        bytes,
        sent,
      };
      isMore = false;
      status = { ...status, came: 0 };
      return { page, fresh };
    },
    setInterval(wanted) {
      seconds = wanted;
      if (status.state === 'following' && looking === undefined) plan();
    },
    pause(why) {
      if (status.state === 'following') end('paused', why);
    },
    resume() {
      if (isClosed || status.state === 'following') return;
      attended = Date.now();
      notify({ state: 'following' });
      void look();
    },
    close() {
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
