import * as l10n from '@vscode/l10n';
import { isRequestFailure } from '../../base/errors/failure';
import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { type NoPointInTime, openPointInTime, type PointInTime } from '../paging/pointInTime';
import { searchTraits } from '../paging/searchTraits';
import { withMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import type { HitScan } from './hitScan';
import { pitScan } from './pitScan';
import { scanOnWhenRefused } from './scanOnWhenRefused';
import { openScroll } from './scrollScan';
import { windowScan } from './windowScan';

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
  const body = withMembers(text, Object.fromEntries(needless.map((name) => [name, undefined])));
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
