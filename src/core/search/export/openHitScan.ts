import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import { type Failure, isRequestFailure } from '../../base/errors/failure';
import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { cursorAfter, goesOnFrom, isEarlier, type SearchCursor, startOfResult } from '../paging/cursors';
import { unsteadyNote } from '../paging/pageNotes';
import { trackingAt } from '../paging/pitRequests';
import {
  documentOrder,
  isWithoutTie,
  type NoPointInTime,
  openPointInTime,
  type PointInTime,
} from '../paging/pointInTime';
import { orderWith, searchTraits } from '../paging/searchTraits';
import { ForeignAnswer } from '../paging/sendSearch';
import { withMembers, withoutMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import { stoppedEarlySentence } from '../wire/partialResults';
import { windowLimit } from '../wire/searchFailure';
import { searchPath } from '../wire/searchPath';
import { sortValuesOf } from './exportedHit';
import { endOfScan, type HitScan, type HitScanPage, hitTextsOf, onlyFirstHits } from './hitScan';
import { openScroll } from './scrollScan';

interface HitScanOptions {
  /** The number of requested hits. All of them come in the order that costs the engine least. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Members that an export does not use, and the position of a page. */
const needless = [
  'aggs',
  'aggregations',
  'highlight',
  'suggest',
  'profile',
  'explain',
  'track_total_hits',
  'from',
  'size',
];

/**
 * Chooses how to read all hits, by the engine's support and the user's permissions: a point in time, a scroll, or the
 * window.
 *
 * @throws RequestFailure
 */
export async function openHitScan(
  client: SearchClient,
  { index, body: text }: EngineSearch,
  options: HitScanOptions,
): Promise<HitScan> {
  const { limit, signal } = options;
  const { sort, onlyFromSize } = searchTraits(text);
  const body = withoutMembers(text, needless);
  const live = (why: readonly string[], asked = body, start = 0): HitScan =>
    windowScan(client, index, withMembers(asked, { track_total_hits: 'true' }), why, start);
  if (onlyFromSize !== undefined) {
    return live([l10n.t('Searches with {0} can only be read this way.', onlyFromSize)]);
  }

  const isByIndex = limit === Number.POSITIVE_INFINITY && sort.length === 0;
  const notes =
    isByIndex && hasScores(memberText(text, 'query'))
      ? [l10n.t('The hits are in index order, not sorted by score.')]
      : [];
  const ordered = isByIndex ? withMembers(body, { sort: '["_doc"]' }) : body;
  const goOn = (scan: HitScan, why: string): HitScan =>
    scanOnWhenRefused(
      {
        ...scan,
        // Some notes are added on the way.
        get notes() {
          return [...scan.notes, ...notes];
        },
      },
      (passed) => live([why], ordered, passed),
    );

  const opened = await open(client, index, signal);
  if (typeof opened !== 'string') {
    const pit = pitScan(client, opened, withMembers(body, { sort: undefined }), isByIndex ? 'index' : sort);
    return goOn(pit, l10n.t('This user is not allowed to continue in a point in time.'));
  }
  const scroll = await openScroll(client, index, ordered, { limit, signal });
  if (typeof scroll === 'string') return live([opened, scroll]);
  return goOn(scroll, l10n.t('This user is not allowed to continue a scroll.'));
}

const without: Readonly<Record<NoPointInTime['why'], () => string>> = {
  unavailable: () => l10n.t('The server does not support points in time.'),
  forbidden: () => l10n.t('This user is not allowed to open a point in time.'),
  empty: () => l10n.t('No index matches.'),
};

/** A point in time, or a sentence with the reason why there is none. */
async function open(client: SearchClient, index: string, signal: AbortSignal): Promise<PointInTime | string> {
  try {
    // The closing after a canceled opening is not awaited: it never rejects.
    const opened = await openPointInTime(client, index, { signal, onLeft: () => undefined });
    return opened.kind === 'open' ? opened : without[opened.why]();
  } catch (error) {
    // OpenSearch limits them per node, Elasticsearch together with scrolls.
    if (isRequestFailure(error) && error.failure.kind === 'rateLimited')
      return l10n.t('The server cannot open more points in time at the moment.');
    throw error;
  }
}

/** Whether the query scores its hits: no query and `match_all` do not. */
function hasScores(query: string | undefined): boolean {
  return query !== undefined && !/^\{\s*"match_all"\s*:\s*\{\s*\}\s*\}$/.test(query);
}

/**
 * A scan that continues in another way if the user is no longer allowed to continue, and ends if that is refused, too:
 * permissions may cover a search but not its continuation, and can be revoked meanwhile. The hits that were already
 * written stay.
 *
 * @param otherwise the scan after this many hits
 */
function scanOnWhenRefused(first: HitScan, otherwise: (passed: number) => HitScan): HitScan {
  let scan = first;
  let passed = 0;
  let last: HitScanPage | undefined;
  let ended: readonly string[] = [];

  return {
    get notes() {
      return [...first.notes, ...(scan === first ? [] : scan.notes), ...ended];
    },
    get canRepeat() {
      return scan.canRepeat;
    },
    async page(size, signal) {
      for (;;) {
        try {
          return noted(await scan.page(size, signal));
        } catch (error) {
          const failure = refusalOf(error);
          if (failure === undefined || signal.aborted) throw error;
          count();
          if (scan === first && failure.kind === 'forbidden') {
            scan = otherwise(passed);
            continue;
          }
          if (passed === 0) throw error;
          ended = [plural(passed, onlyFirstHits), failure.sentence];
          return endOfScan;
        }
      }
    },
    close: () => first.close(),
  };

  function count(): void {
    passed += last?.hits().length ?? 0;
    last = undefined;
  }

  function noted(page: HitScanPage): HitScanPage {
    return {
      ...page,
      pass() {
        count();
        last = page;
        page.pass();
      },
    };
  }
}

function refusalOf(error: unknown): Failure | undefined {
  if (!isRequestFailure(error)) return undefined;
  const { kind } = error.failure;
  return kind === 'forbidden' || kind === 'unauthorized' ? error.failure : undefined;
}

/** `index.max_result_window` unless an index sets another value. */
const defaultWindow = 10_000;

const readableThisWay: PluralForms = {
  one: 'Only the first hit can be read this way.',
  other: 'Only the first {0} hits can be read this way.',
};

/**
 * Reads the first hits of the live result by `from` and `size`, up to the engine's window, if there is neither a point
 * in time nor a scroll. Always uses the same copies of the shards, because others order equal hits differently.
 *
 * @param body without `from` and `size`
 * @param why sentences with the reasons why there is no other way
 * @param start the number of hits that were already read in another way
 */
function windowScan(client: SearchClient, index: string, body: string, why: readonly string[], start = 0): HitScan {
  const path = searchPath(index, new URLSearchParams({ preference: randomUUID() }));
  const { areGroups } = searchTraits(body);
  let passed = start;
  let window = defaultWindow;
  let isCut = false;
  let hasMoved = false;
  let hasStopped = false;

  return {
    get notes() {
      const isOver = isCut && start > 0 && start >= window;
      const moved = l10n.t(
        'The hits were read page by page from a live index: if documents were written in the meantime, some hits may appear twice or be missing.',
      );
      return [
        ...(isOver ? [plural(start, onlyFirstHits)] : []),
        ...(hasMoved ? [moved] : []),
        ...(hasMoved || isOver ? why : []),
        ...(isCut && !isOver ? [plural(window, readableThisWay)] : []),
        ...(hasStopped ? [stoppedEarlySentence()] : []),
      ];
    },
    canRepeat: true,
    async page(size, signal) {
      for (;;) {
        const from = passed;
        const asked = Math.min(size, window - from);
        const here = { from: String(from), size: String(Math.max(0, asked)) };
        if (asked <= 0) {
          isCut = true;
          return endOfScan;
        }
        try {
          const reply = await client.search({ path, body: withMembers(body, here), signal });
          const { hits, total, partial, stoppedEarly } = await hitTextsOf(client, reply, signal);
          if (stoppedEarly === true) hasStopped = true;
          if (from > 0) hasMoved = true;
          return {
            asked,
            hits,
            total: areGroups ? undefined : total,
            partial,
            isLast: () => hits().length < asked && partial.length === 0,
            length: reply.body.length,
            passesUnread: false,
            pass() {
              passed = from + hits().length;
            },
          };
        } catch (error) {
          const limit = isRequestFailure(error) ? windowLimit(error.failure) : undefined;
          if (limit === undefined || limit >= window) throw error;
          window = limit;
        }
      }
    },
    async close() {},
  };
}

/**
 * Reads all hits of a point in time with `search_after`.
 *
 * @param body without `from`, `size` and `sort`
 * @param order entries of the sort as JSON texts, to which a tie-break is added; empty: by score; `index`: the cheapest
 * order
 */
function pitScan(client: SearchClient, open: PointInTime, body: string, order: readonly string[] | 'index'): HitScan {
  let { tie } = open;
  let cursor: SearchCursor = startOfResult;
  /** Only the first response has to count the hits: their number in a point in time is constant. */
  let counts = true;
  let isUnsteady = false;
  const uncounted = (from: SearchCursor): string => trackingAt(from, open.dialect, order === 'index' ? [] : order);

  return {
    get notes() {
      return [...(open.missing === undefined ? [] : [open.missing]), ...(isUnsteady ? [unsteadyNote()] : [])];
    },
    canRepeat: true,
    async page(size, signal) {
      for (;;) {
        const from = cursor;
        // Skipped hits count for the engine's window, too.
        const asked = Math.max(size, from.skip + 1);
        const members = {
          size: String(asked),
          sort: order === 'index' ? `[${tie.sort}]` : orderWith(order, tie.sort),
          track_total_hits: counts ? 'true' : uncounted(from),
          ...(from.after !== undefined && { search_after: from.after }),
        };
        try {
          const { reply } = await open.search(withMembers(body, members), { signal });
          const texts = await hitTextsOf(client, reply, signal);
          const { total, partial, last } = texts;
          // If sort values are unique, those of the last hit are the cursor for the next page.
          const passing = (): readonly string[] => {
            if (!tie.isUnique) return texts.hits();
            return last === undefined ? texts.hits().slice(-1) : [last];
          };
          const sorts = passing().map(sortValuesOf);
          if (sorts.length > asked || isEarlier(from, sorts)) {
            if (client.suspectCache()) continue;
            throw new ForeignAnswer();
          }
          if (!goesOnFrom(from, sorts)) isUnsteady = true;
          return {
            asked: asked - from.skip,
            hits: () => texts.hits().slice(from.skip),
            // A later value is no more than a lower bound.
            total: counts ? total : undefined,
            partial,
            isLast: () => texts.hits().length < asked && partial.length === 0,
            length: reply.body.length,
            passesUnread: tie.isUnique && last !== undefined,
            pass() {
              counts = false;
              cursor = cursorAfter(from, sorts, tie.isUnique);
            },
          };
        } catch (error) {
          if (!tie.isUnique || from !== startOfResult || !isTieRefused(error)) throw error;
          tie = documentOrder;
        }
      }
    },
    close: () => open.close(),
  };
}

function isTieRefused(error: unknown): boolean {
  return isRequestFailure(error) && isWithoutTie({ reason: error.failure.detail ?? '' });
}
