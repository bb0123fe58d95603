import { isRequestFailure } from '../../core/base/errors/failure';
import { followSearch } from '../../core/search/follow/followSearch';
import { type Follow, type FollowStatus, openFollow } from '../../core/search/follow/openFollow';
import type { PageRequest } from '../../core/search/page/requestsOfPage';
import { fieldsAsked } from '../../core/search/query/fieldsAsked';
import type { FollowInterval } from '../../protocol/savedState';
import { errorInLog } from '../shared/logError';
import type { EndpointSearch } from './endpointSearch';
import type { TimeBar } from './hitTimes';
import type { SearchController } from './searchController';

/** Milliseconds after which the bars above the hits are outdated. */
const barsLastMs = 10_000;

interface Begun {
  readonly requestId: string;
  readonly ended: AbortController;
  /** Undefined until the way to follow the search is known, and if there is none. */
  follow?: Follow;
  /** Whether the next hits replace the current ones. */
  replacesPage: boolean;
}

/** Follows the search of a page. Sends no request before the page does. */
export class SearchFollowing {
  private current: Begun | undefined;

  constructor(
    private readonly search: EndpointSearch,
    private readonly controller: SearchController,
    private readonly timeBar: TimeBar,
  ) {}

  /** Follows the current search, in place of an earlier one. */
  async begin({ requestId, pageId, seconds }: Extract<PageRequest, { kind: 'follow' }>): Promise<void> {
    this.end();
    const begun: Begun = { requestId, ended: new AbortController(), replacesPage: false };
    this.current = begun;
    const { signal } = begun.ended;
    const { shown, searches } = this.search;
    if (shown === undefined || shown.pageId !== pageId) return this.postStatus(begun, { state: 'off', came: 0 });
    const { question, page, described } = shown;
    const time = described.table.time?.path;
    try {
      const [{ client, catalog }, { timeoutMs }] = await Promise.all([this.search.engine(), searches.settings()]);
      const fields = await catalog.fields(question.index, signal).catch(() => []);
      if (begun !== this.current) return;
      const asked = await fieldsAsked(catalog, question, fields, { signal });
      const follow = followSearch(
        { question, search: page.search, from: page.from, time },
        asked.length > 0 ? asked : fields,
        new Date(),
      );
      if (begun !== this.current) return;
      if (typeof follow === 'string') return this.postStatus(begun, { state: 'off', why: follow, came: 0 });
      begun.replacesPage = !follow.isInOrder;
      begun.follow = openFollow({
        client,
        follow,
        base: follow.isInOrder ? page : undefined,
        timeoutMs,
        seconds,
        isAttended: () => searches.isAttended(),
        onChange: (status) => this.postStatus(begun, status),
        onUnexpected: (error) => searches.log.error('A search cannot be followed.', errorInLog(error)),
      });
      begun.follow.resume();
    } catch (error) {
      if (begun !== this.current) return;
      const why = isRequestFailure(error) ? `${error.failure.sentence} ${error.failure.nextStep}` : undefined;
      this.postStatus(begun, { state: 'off', why, came: 0 });
      if (why === undefined) throw error;
    }
  }

  steer(to: Extract<PageRequest, { kind: 'steerFollow' }>['to']): void {
    if (to === 'end') this.end();
    else this.current?.follow?.resume();
  }

  setInterval(seconds: FollowInterval): void {
    this.current?.follow?.setInterval(seconds);
  }

  /** Sends the new hits to the page. */
  async take(pageId: string): Promise<void> {
    const begun = this.current;
    const taken = begun?.follow?.take();
    if (begun === undefined || taken === undefined) return;
    const { replacesPage } = begun;
    begun.replacesPage = false;
    const shown = await this.controller.showFollowed(pageId, taken.page, begun.ended.signal);
    if (shown === undefined || begun !== this.current) return;
    const { question, described } = shown;
    const areBarsOld = replacesPage || Date.now() - (this.timeBar.askedAt ?? 0) > barsLastMs;
    const fresh = replacesPage ? undefined : taken.fresh;
    this.search.post({ kind: 'newHits', pageId, question, page: described, ...(fresh && { fresh }), areBarsOld });
    await this.controller.redrawIfOld();
  }

  /** Pauses until the user resumes it. */
  pause(why: string): void {
    this.current?.follow?.pause(why);
  }

  /** Ends it, because another search or page was requested. The page knows this already. */
  end(): void {
    this.current?.ended.abort();
    this.current?.follow?.close();
    this.current = undefined;
  }

  private postStatus(begun: Begun, status: FollowStatus): void {
    const { requestId, replacesPage } = begun;
    if (begun === this.current) this.search.post({ kind: 'followed', requestId, replacesPage, ...status });
  }
}
