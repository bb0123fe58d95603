import type * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { followSearch } from '../../core/search/follow/followSearch';
import { type Follow, type FollowStatus, openFollow } from '../../core/search/follow/openFollow';
import { fieldsAsked } from '../../core/search/query/fieldsAsked';
import type { FollowedState, FollowInterval } from '../../protocol/follow';
import type { MessageFromPage, MessageToPage } from '../../protocol/pageMessages';
import { errorInLog } from '../shared/errorInLog';
import type { PagingSettings } from './endpointPager';
import type { Engine } from './engines';
import type { SearchController } from './searchController';
import type { TimeBar } from './timeBar';

/** Follows the search of a page. */
export interface SearchFollowing {
  /** The state of following; undefined if the page does not follow. */
  readonly state: FollowedState | undefined;
  /** Follows the current search, in place of an earlier one. */
  begin(asked: Extract<MessageFromPage, { kind: 'follow' }>): Promise<void>;
  steer(to: Extract<MessageFromPage, { kind: 'steerFollow' }>['to']): void;
  setInterval(seconds: FollowInterval): void;
  /** Sends the new hits to the page. */
  take(requestId: string): Promise<void>;
  /** Pauses until the user resumes it. */
  pause(why: string): void;
  /** Ends it, because another search or page was requested. The page knows this already. */
  end(): void;
}

interface FollowingDeps {
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
  readonly controller: Pick<SearchController, 'shown' | 'showFollowed'>;
  readonly timeBar: Pick<TimeBar, 'askedAt'>;
  engine(): Promise<Engine>;
  settings(): Promise<PagingSettings>;
  /** Whether the user is at the window. */
  isAttended(): boolean;
  post(message: MessageToPage): void;
}

/** Milliseconds after which the bars above the hits are outdated. */
const barsLastMs = 30_000;

interface Begun {
  readonly requestId: string;
  readonly ended: AbortController;
  /** Undefined until the way to follow the search is known, and if there is none. */
  follow?: Follow;
  status?: FollowStatus;
  /** Whether the next hits replace the current ones. */
  replacesPage: boolean;
}

/** Opens following for the searches of one endpoint in one panel. Sends no request before the page does. */
export function openFollowing(deps: FollowingDeps): SearchFollowing {
  const { log, controller, timeBar, post } = deps;
  let current: Begun | undefined;

  const end = (): void => {
    current?.ended.abort();
    current?.follow?.close();
    current = undefined;
  };

  const postStatus = (begun: Begun, status: FollowStatus): void => {
    begun.status = status;
    const { requestId, replacesPage } = begun;
    if (begun === current) post({ kind: 'followed', requestId, replacesPage, ...status });
  };

  return {
    get state() {
      if (current?.status === undefined) return undefined;
      const { requestId, replacesPage, status } = current;
      return { requestId, replacesPage, ...status };
    },
    async begin({ requestId, of, seconds }) {
      end();
      const begun: Begun = { requestId, ended: new AbortController(), replacesPage: false };
      current = begun;
      const { signal } = begun.ended;
      const { shown } = controller;
      if (shown === undefined || shown.requestId !== of) return postStatus(begun, { state: 'off', came: 0 });
      const { question, page, described } = shown;
      const [{ client, catalog }, { timeoutMs }] = await Promise.all([deps.engine(), deps.settings()]);
      const fields = await catalog.fields(question.index, signal).catch(() => []);
      if (begun !== current) return;
      const time = described.table.time?.path;
      try {
        const asked = await fieldsAsked(catalog, question, fields, { signal });
        const follow = followSearch(
          { question, search: page.search, from: page.from, time },
          asked.length > 0 ? asked : fields,
          new Date(),
        );
        if (begun !== current) return;
        if (typeof follow === 'string') return postStatus(begun, { state: 'off', why: follow, came: 0 });
        begun.replacesPage = !follow.isInOrder;
        begun.follow = openFollow({
          client,
          follow,
          base: follow.isInOrder ? page : undefined,
          timeoutMs,
          seconds,
          isAttended: deps.isAttended,
          onChange: (status) => postStatus(begun, status),
          onUnexpected: (error) => log.error('A search cannot be followed.', errorInLog(error)),
        });
        begun.follow.resume();
      } catch (error) {
        if (begun !== current) return;
        if (!isRequestFailure(error)) throw error;
        postStatus(begun, { state: 'off', why: `${error.failure.sentence} ${error.failure.nextStep}`, came: 0 });
      }
    },
    steer(to) {
      if (to === 'end') end();
      else current?.follow?.resume();
    },
    setInterval: (seconds) => current?.follow?.setInterval(seconds),
    async take(requestId) {
      const begun = current;
      const taken = begun?.follow?.take();
      if (begun === undefined || taken === undefined) return;
      const { replacesPage } = begun;
      begun.replacesPage = false;
      const shown = await controller.showFollowed(requestId, taken.page, begun.ended.signal);
      if (shown === undefined || begun !== current) return;
      const { question, described } = shown;
      const areBarsOld = replacesPage || Date.now() - (timeBar.askedAt ?? 0) > barsLastMs;
      if (begun.follow !== undefined) begun.status = begun.follow.status;
      const fresh = replacesPage ? undefined : taken.fresh;
      post({ kind: 'newHits', requestId, question, page: described, ...(fresh && { fresh }), areBarsOld });
    },
    pause: (why) => current?.follow?.pause(why),
    end,
  };
}
