import { javaFloat, type Writable } from '../json/write';
import { validationFailed } from '../problem';
import type { Circumstances } from '../query/evaluate';
import { illegalOnShard, ShardFailure } from '../query/shard-failure';
import type { Shard } from '../store/shard';
import { placeAfter, readCursor } from './cursor';
import { type FailedShard, missingShards, phaseFailure, writeFailures } from './failures';
import { writeHits } from './hits';
import { type Candidate, rank } from './rank';
import { isByScore } from './read-sort';
import type { RememberedRankings } from './remembered-rankings';
import type { SearchRequest, SortField } from './request';
import type { SortRules } from './sort-keys';
import { checkTotalAsNumber, writeTotal } from './totals';

/** How an engine searches, beyond what the request says. */
export interface SearchRules {
  readonly about: Circumstances;
  readonly sort: SortRules;
  /** Whether a sorted search of a point in time gets `_shard_doc` as its last sort. */
  readonly implicitShardDocument: boolean;
  /** `search_after` with `from`: refused before the shards are asked, or by each of them. */
  readonly cursorWithFrom: 'validation' | 'shards';
  readonly withIgnored: boolean;
  readonly sortPhase: 'query' | 'can_match';
  /** Shards that no node holds are missing from `successful`, and nothing more is said of them. */
  readonly silentUnassigned: boolean;
}

/** What the URL says about a search. */
export interface SearchParameters {
  readonly totalAsNumber: boolean;
  readonly allowPartial: boolean;
  readonly preFilter: boolean;
  readonly withType: boolean;
}

const WINDOW = 10_000;

const shardDocument: SortField = { field: '_shard_doc', order: 'asc', missing: '_last' };

function windowFailure(size: number): ShardFailure {
  return illegalOnShard(
    `Result window is too large, from + size must be less than or equal to: [${WINDOW}] but was [${size}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
  );
}

/** The best score of all that matched, where hits are ranked by it. Zero where no shard was really asked. */
function maxScore(request: SearchRequest, candidates: readonly Candidate[], nothingSearched: boolean): Writable {
  if (nothingSearched) return javaFloat(0);
  const isRanked = isByScore(request.sort) || request.trackScores;
  if (request.size === 0 || candidates.length === 0 || !isRanked) return null;
  return javaFloat(candidates.reduce((best, { score }) => Math.max(best, score), 0));
}

/** The sort that is really used: inside a point in time with the tie-break, unless the cursor leaves it out. */
function fullSort(request: SearchRequest, rules: SearchRules): readonly SortField[] {
  const { sort = [], pit, searchAfter } = request;
  if (isByScore(sort) || pit === undefined || !rules.implicitShardDocument) return sort;
  if (sort.some(({ field }) => field === '_shard_doc')) return sort;
  return searchAfter?.length === sort.length ? sort : [...sort, shardDocument];
}

/**
 * Searches these shards.
 *
 * @throws EngineError where the request is refused, or where more shards fail than it allows
 */
export function search(
  shards: readonly Shard[],
  asked: SearchRequest,
  parameters: SearchParameters,
  rules: SearchRules,
  rankings: RememberedRankings,
): Readonly<Record<string, Writable>> {
  const started = performance.now();
  if (parameters.totalAsNumber) checkTotalAsNumber(asked.trackTotal);
  if (asked.slice && asked.pit === undefined) {
    throw validationFailed('[slice] can only be used with [scroll] or [point-in-time] requests');
  }
  const hasCursor = asked.searchAfter !== undefined;
  if (hasCursor && asked.from > 0 && rules.cursorWithFrom === 'validation') {
    throw validationFailed('[from] parameter must be set to 0 when [search_after] is used');
  }
  const missing = shards.filter(({ assigned }) => !assigned);
  if (missing.length > 0 && !parameters.allowPartial) throw missingShards(missing);

  const request = { ...asked, sort: fullSort(asked, rules) };
  const { sort, from, size } = request;
  const named = (each: readonly FailedShard[]) =>
    rules.silentUnassigned ? each.filter(({ shard }) => shard.assigned) : each;
  const failed = (each: readonly FailedShard[], reason: 'all shards failed' | 'Partial shards failure') =>
    phaseFailure(named(each), reason, each.every(({ failure }) => failure.aboutSort) ? rules.sortPhase : 'query');
  const failAll = (failure: ShardFailure) =>
    failed(
      shards.map((shard) => ({ shard, failure })),
      'all shards failed',
    );

  if (from + size > WINDOW && shards.length > 0) throw failAll(windowFailure(from + size));
  if (hasCursor && from > 0) {
    throw failAll(
      new ShardFailure(
        { type: 'search_exception', reason: '`from` parameter must be set to 0 when `search_after` is used.' },
        500,
      ),
    );
  }

  const rankOptions = {
    about: rules.about,
    rules: {
      ...rules.sort,
      byShardDocument: rules.sort.byShardDocument || (request.pit !== undefined && rules.implicitShardDocument),
    },
    ...(request.minScore === undefined ? {} : { minScore: request.minScore }),
  };
  const ranking = rankings.find(shards, request.query, sort, request.minScore, () =>
    rank(shards, request.query, sort, rankOptions),
  );
  const { candidates, failed: broken } = ranking;
  if (shards.length > 0 && broken.length === shards.length) throw failed(broken, 'all shards failed');
  if (broken.length > 0 && !parameters.allowPartial) throw failed(broken, 'Partial shards failure');

  let start = from;
  if (request.searchAfter !== undefined) {
    try {
      start = placeAfter(candidates, readCursor(ranking, sort, request.searchAfter), sort);
    } catch (failure) {
      if (failure instanceof ShardFailure) throw failAll(failure);
      throw failure;
    }
  }
  const page = candidates.slice(start, start + size);
  const skipped = parameters.preFilter ? ranking.empty : 0;
  const nothingSearched = shards.length === skipped;
  const style = { about: rules.about, withType: parameters.withType, withIgnored: rules.withIgnored };

  return {
    pit_id: request.pit?.id,
    took: Math.round(performance.now() - started),
    timed_out: false,
    terminated_early: request.terminateAfter ? false : undefined,
    _shards: {
      total: shards.length,
      successful: shards.length - broken.length,
      skipped,
      failed: named(broken).length,
      failures: writeFailures(named(broken)),
    },
    hits: {
      total: writeTotal(candidates.length, request.trackTotal, parameters.totalAsNumber),
      max_score: maxScore(request, candidates, nothingSearched),
      hits: writeHits(page, ranking, request, style),
    },
  };
}

/** How many documents of these shards a query matches. */
export function count(
  shards: readonly Shard[],
  request: SearchRequest,
  rules: SearchRules,
  rankings: RememberedRankings,
): Readonly<Record<string, Writable>> {
  const options = { about: rules.about, rules: rules.sort };
  const ranking = rankings.find(shards, request.query, [], undefined, () => rank(shards, request.query, [], options));
  const { candidates, failed } = ranking;
  if (shards.length > 0 && failed.length === shards.length) throw phaseFailure(failed, 'all shards failed');
  return {
    count: candidates.length,
    _shards: {
      total: shards.length,
      successful: shards.length - failed.length,
      skipped: 0,
      failed: failed.length,
      failures: writeFailures(failed),
    },
  };
}
