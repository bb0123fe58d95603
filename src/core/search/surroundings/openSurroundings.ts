import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { untilAborted } from '../../base/async/untilAborted';
import { canceledFailure } from '../../base/errors/failure';
import type { SearchClient } from '../engine/searchClient';
import { HeldPointInTime, PendingCloses } from '../paging/heldPointInTime';
import { noTarget, type PagerOptions } from '../paging/openPager';
import type { DescribingOptions, Pager, SearchPage, TurnOptions } from '../paging/pager';
import type { EngineSearch } from '../wire/engineSearch';
import type { Hit } from '../wire/searchAnswer';
import { refuseQuestion } from '../wire/searchPath';
import {
  createSurroundingRequests,
  type HitsBeyond,
  type SurroundingDirection,
  type SurroundingRequests,
} from './surroundingRequests';

const mostHits = 1_000;

interface Surroundings {
  readonly search: EngineSearch;
  readonly requests: SurroundingRequests;
  readonly held: HeldPointInTime;
  readonly page: SearchPage;
  readonly row: number;
}

/**
 * Shows the hits around one: `search.size` newer ones above it and as many older ones below. Previous adds newer ones
 * above them, and Next older ones below. Callers use it like a pager, whose page grows.
 */
export function openSurroundings(client: SearchClient, options?: Pick<PagerOptions, 'timeoutMs'>): Pager;
export function openSurroundings<Page extends SearchPage>(
  client: SearchClient,
  options: Pick<PagerOptions, 'timeoutMs'> & DescribingOptions<Page>,
): Pager<Page>;
export function openSurroundings(
  client: SearchClient,
  { timeoutMs, describe }: Pick<PagerOptions, 'timeoutMs'> & Partial<DescribingOptions<SearchPage>> = {},
): Pager {
  const pendingCloses = new PendingCloses();
  let shown: Surroundings | undefined;
  let moving = new AbortController();

  /** Runs a request in place of the current one. */
  async function move(
    { signal }: TurnOptions,
    work: (signal: AbortSignal) => Promise<Surroundings>,
  ): Promise<SearchPage> {
    moving.abort();
    const mine = new AbortController();
    moving = mine;
    const either = signal === undefined ? mine.signal : AbortSignal.any([signal, mine.signal]);
    if (either.aborted) throw canceledFailure();
    const next = await untilAborted(work(either), either);
    try {
      const page = describe === undefined ? next.page : await untilAborted(describe(next.page), either);
      if (either.aborted) throw canceledFailure();
      shown = { ...next, page };
      return page;
    } catch (error) {
      if (next.held !== shown?.held) next.held.close();
      throw error;
    }
  }

  async function begin(search: EngineSearch, signal: AbortSignal): Promise<Surroundings> {
    const { around, index, size } = search;
    if (around === undefined) throw noTarget('first');
    const held = new HeldPointInTime(client, index, pendingCloses);
    try {
      const requests = createSurroundingRequests({ client, search, around, held, timeoutMs });
      const anchor = await requests.anchor(signal);
      const older = await requests.beyond(anchor, 'older', size, [anchor], signal);
      const newer = await requests.beyond(anchor, 'newer', size, [anchor, ...older.hits], signal);
      if (signal.aborted) throw canceledFailure();
      const hits = [...newer.hits.toReversed(), anchor, ...older.hits];
      const row = newer.hits.length;
      const ends = { hasPrevious: newer.hasMore, hasNext: older.hasMore };
      const page = pageOf(search, requests, hits, [older, newer], { ...ends, row, added: 0 });
      return { search, requests, held, page, row };
    } catch (error) {
      held.close();
      throw error;
    }
  }

  async function extend(of: Surroundings, direction: SurroundingDirection, signal: AbortSignal): Promise<Surroundings> {
    const { search, requests, page, row } = of;
    const end = direction === 'newer' ? page.hits[0] : page.hits.at(-1);
    if (end === undefined) throw noTarget(direction === 'newer' ? 'previous' : 'next');
    const size = Math.min(search.size, mostHits - page.hits.length);
    const found = await requests.beyond(end, direction, size, page.hits, signal);
    const { hits, hasMore } = found;
    const added = direction === 'newer' ? hits.length : 0;
    const all = direction === 'newer' ? [...hits.toReversed(), ...page.hits] : [...page.hits, ...hits];
    const ends =
      direction === 'newer'
        ? { hasPrevious: hasMore, hasNext: page.hasNext }
        : { hasPrevious: page.hasPrevious, hasNext: hasMore };
    return {
      ...of,
      row: row + added,
      page: pageOf(search, requests, all, [found], { ...ends, row: row + added, added }),
    };
  }

  return {
    get page() {
      return shown?.page;
    },
    async run(search, turn = {}) {
      const before = shown;
      return move(turn, (signal) => {
        before?.held.close();
        return begin(search, signal);
      });
    },
    async turn(to, turn = {}) {
      const of = shown;
      const direction = to === 'previous' || to === 'first' ? 'newer' : 'older';
      const isThere = direction === 'newer' ? of?.page.hasPrevious : of?.page.hasNext;
      if (of === undefined || isThere !== true || typeof to === 'object') throw noTarget(to);
      return move(turn, (signal) => extend(of, direction, signal));
    },
    async count() {
      return refuseQuestion(
        l10n.t('The hits around a hit are not counted.'),
        l10n.t('Remove the filter for its surroundings, and count again.'),
      );
    },
    async close() {
      moving.abort();
      shown?.held.close();
      shown = undefined;
      await pendingCloses.settled();
    },
  };
}

type Ends = Pick<SearchPage, 'hasPrevious' | 'hasNext'> & NonNullable<SearchPage['around']>;

function pageOf(
  search: EngineSearch,
  { isExact }: SurroundingRequests,
  hits: readonly Hit[],
  found: readonly HitsBeyond[],
  { hasPrevious, hasNext, row, added }: Ends,
): SearchPage {
  const answers = found.map(({ answered }) => answered);
  const isFull = hits.length >= mostHits;
  const tooks = answers.flatMap(({ answer }) => answer.tookMs ?? []);
  return {
    search,
    from: 0,
    size: search.size,
    asked: isExact ? 'point in time' : 'from/size',
    hits,
    hasPrevious: hasPrevious && !isFull,
    hasNext: hasNext && !isFull,
    tookMs: tooks.length === 0 ? undefined : tooks.reduce((sum, took) => sum + took, 0),
    total: undefined,
    partial: [...new Set(answers.flatMap(({ answer }) => answer.partial))],
    notes: [
      ...(isExact
        ? []
        : [
            l10n.t(
              'Hits of the same moment may be in another order: this engine has no point in time with a tie-break.',
            ),
          ]),
      ...(isFull ? [l10n.t('No more than {0} hits are shown around a hit.', numberText(mostHits))] : []),
    ],
    bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
    sent: answers.at(-1)?.sent ?? { method: 'GET', path: '', body: search.body },
    around: { row, added },
  };
}
