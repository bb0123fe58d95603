import type { AggregationRules, SortRules } from '../dialect';
import { javaFloat, type Writable } from '../json/write';
import { EngineError, validationFailed } from '../problem';
import type { Circumstances } from '../query/find-words';
import { illegalOnShard, ShardFailure } from '../query/shard-failure';
import type { Shard } from '../store/shard';
import { aggregate } from './aggregations';
import { placeAfter, readCursor } from './cursor';
import { type FailedShard, missingShards, phaseFailure, writeFailures } from './failures';
import { writeHits } from './hits';
import { behindCursor, withoutMisread } from './passed-over';
import { type Candidate, type Ranking, rank } from './rank';
import { isByScore } from './read-sort';
import type { RememberedRankings } from './remembered-rankings';
import type { SearchRequest, SortField } from './request';
import { checkTotalAsNumber, writeTotal } from './totals';

/** How an engine searches, beyond what the request says. */
export interface SearchRules {
  readonly about: Circumstances;
  readonly sort: SortRules;
  readonly aggregations: AggregationRules;
  /** Whether a sorted search of a point in time gets `_shard_doc` as its last sort. */
  readonly implicitShardDocument: boolean;
  /** `search_after` with `from`: refused before the shards are asked, or by each of them. */
  readonly cursorWithFrom: 'validation' | 'shards';
  /** Whether hits are lost behind a cursor, as on OpenSearch (see `passed-over.ts`). */
  readonly passesOver: boolean;
  readonly withIgnored: boolean;
  readonly sortPhase: 'query' | 'can_match';
  /** Shards that no node holds are missing from `successful`, and nothing more is said of them. */
  readonly silentUnassigned: boolean;
  /** `hits.total` is a number, as on Elasticsearch 6.8. */
  readonly totalsAreNumbers: boolean;
  /** Whether aggregations without hits are said to be terminated early (recorded: aggs). */
  readonly saysItStoppedCounting: boolean;
  readonly beyondWindow: { readonly type: string; readonly status: number };
  /** Whether a shard has been made to fail. */
  readonly isBroken: (shard: Shard) => boolean;
}

/** What the URL says about a search. */
export interface SearchParameters {
  readonly totalAsNumber: boolean;
  readonly allowPartial: boolean;
  readonly preFilter: boolean;
  readonly withType: boolean;
  /** False in a scroll, where `from` counts what was passed. */
  readonly hasWindow: boolean;
  /** `typed_keys` */
  readonly typedKeys: boolean;
}

const shardDocument: SortField = { field: '_shard_doc', order: 'asc', missing: '_last' };

function windowFailure(size: number, window: number, { beyondWindow }: SearchRules): ShardFailure {
  const reason = `Result window is too large, from + size must be less than or equal to: [${window}] but was [${size}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`;
  const { type, status } = beyondWindow;
  return status === 400 ? illegalOnShard(reason) : new ShardFailure({ type, reason }, status);
}

/** The best score of all that matched, where hits are ranked by it. Zero where no shard was really asked. */
function maxScore(
  request: SearchRequest,
  candidates: readonly Candidate[],
  nothingSearched: boolean,
  { totalsAreNumbers }: SearchRules,
): Writable {
  if (nothingSearched) return javaFloat(0);
  if (request.size === 0 && totalsAreNumbers) return javaFloat(0);
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

/** Refuses what needs no shard to be seen as wrong. */
function checkRequest(
  shards: readonly Shard[],
  { trackTotal, slice, pit, searchAfter, from }: SearchRequest,
  parameters: SearchParameters,
  { cursorWithFrom, totalsAreNumbers }: SearchRules,
): void {
  if (parameters.totalAsNumber) checkTotalAsNumber(trackTotal);
  if (totalsAreNumbers && typeof trackTotal === 'number') {
    const reason = 'Current token (VALUE_NUMBER_INT) not of boolean type';
    throw new EngineError({ type: 'json_parse_exception', reason }, 500);
  }
  if (slice && pit === undefined) {
    throw validationFailed('[slice] can only be used with [scroll] or [point-in-time] requests');
  }
  if (searchAfter !== undefined && from > 0 && cursorWithFrom === 'validation') {
    throw validationFailed('[from] parameter must be set to 0 when [search_after] is used');
  }
  const missing = shards.filter(({ assigned }) => !assigned);
  if (missing.length > 0 && !parameters.allowPartial) throw missingShards(missing);
}

/** The hits that the page begins with, and all behind them. */
function hitsBehind(
  shards: readonly Shard[],
  request: SearchRequest,
  ranking: Ranking,
  rules: SearchRules,
  hasWindow: boolean,
): readonly Candidate[] {
  const { from, size, searchAfter, sort = [] } = request;
  const { candidates } = ranking;
  const window = Math.min(...shards.map(({ owner }) => owner.window));
  if (hasWindow && from + size > window) throw windowFailure(from + size, window, rules);
  if (searchAfter === undefined) return candidates.slice(from);
  if (from > 0) {
    const reason = '`from` parameter must be set to 0 when `search_after` is used.';
    throw new ShardFailure({ type: 'search_exception', reason }, 500);
  }
  const cursor = readCursor(ranking, sort, searchAfter);
  const given = rules.passesOver ? behindCursor(candidates, shards, request, cursor) : candidates;
  return given.slice(placeAfter(given, cursor, sort));
}

/** The page asked for. Each shard would refuse it where it cannot be had, so all of them do. */
function pageOf(
  shards: readonly Shard[],
  request: SearchRequest,
  ranking: Ranking,
  rules: SearchRules,
  hasWindow: boolean,
): readonly Candidate[] {
  if (shards.length === 0) return [];
  try {
    const behind = hitsBehind(shards, request, ranking, rules, hasWindow);
    return (rules.passesOver ? withoutMisread(behind, shards, request) : behind).slice(0, request.size);
  } catch (failure) {
    if (!(failure instanceof ShardFailure)) throw failure;
    const failed = shards.map((shard) => ({ shard, failure }));
    throw tooMuchFailed(failed, true, rules);
  }
}

/** Each shard would refuse what cannot be counted, so all of them do. */
function aggregationsOf(
  shards: readonly Shard[],
  { aggregations }: SearchRequest,
  { candidates }: Ranking,
  rules: SearchRules,
  { typedKeys }: SearchParameters,
): Writable {
  try {
    return aggregate(aggregations, candidates, rules, typedKeys);
  } catch (failure) {
    if (!(failure instanceof ShardFailure)) throw failure;
    throw tooMuchFailed(
      shards.map((shard) => ({ shard, failure })),
      true,
      rules,
    );
  }
}

/** The failures that an answer tells of. */
function toldFailures(failed: readonly FailedShard[], { silentUnassigned }: SearchRules): readonly FailedShard[] {
  return silentUnassigned ? failed.filter(({ shard }) => shard.assigned) : failed;
}

function tooMuchFailed(failed: readonly FailedShard[], isAll: boolean, rules: SearchRules): EngineError {
  const isAboutSort = failed.every(({ failure }) => failure.aboutSort);
  const reason = isAll ? 'all shards failed' : 'Partial shards failure';
  return phaseFailure(toldFailures(failed, rules), reason, isAboutSort ? rules.sortPhase : 'query');
}

function rankAll(
  shards: readonly Shard[],
  { query, sort = [], minScore, pit }: SearchRequest,
  rules: SearchRules,
  rankings: RememberedRankings,
): Ranking {
  const byShardDocument = rules.sort.byShardDocument || (pit !== undefined && rules.implicitShardDocument);
  const options = {
    about: rules.about,
    rules: { ...rules.sort, byShardDocument },
    isBroken: rules.isBroken,
    ...(minScore === undefined ? {} : { minScore }),
  };
  const make = () => rank(shards, query, sort, options);
  return shards.some(rules.isBroken) ? make() : rankings.find(shards, query, sort, minScore, make);
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
  checkRequest(shards, asked, parameters, rules);
  const request = { ...asked, sort: fullSort(asked, rules) };
  const ranking = rankAll(shards, request, rules, rankings);
  const { candidates, failed } = ranking;
  const isAll = shards.length > 0 && failed.length === shards.length;
  if (isAll || (failed.length > 0 && !parameters.allowPartial)) throw tooMuchFailed(failed, isAll, rules);

  const page = pageOf(shards, request, ranking, rules, parameters.hasWindow);
  const aggregations = aggregationsOf(shards, request, ranking, rules, parameters);
  const skipped = parameters.preFilter ? ranking.empty : 0;
  const told = toldFailures(failed, rules);
  const stopsCounting = rules.saysItStoppedCounting && request.aggregations.length > 0 && request.size === 0;
  const style = { about: rules.about, withType: parameters.withType, withIgnored: rules.withIgnored };
  return {
    pit_id: request.pit?.id,
    took: Math.round(performance.now() - started),
    timed_out: false,
    terminated_early: request.terminateAfter ? false : stopsCounting ? true : undefined,
    _shards: {
      total: shards.length,
      successful: shards.length - failed.length,
      skipped,
      failed: told.length,
      failures: writeFailures(told),
    },
    hits: {
      total: writeTotal(candidates.length, request.trackTotal, parameters.totalAsNumber || rules.totalsAreNumbers),
      max_score: maxScore(request, candidates, shards.length === skipped, rules),
      hits: writeHits(page, ranking, request, style),
    },
    aggregations,
  };
}

/** How many documents of these shards a query matches. */
export function count(
  shards: readonly Shard[],
  request: SearchRequest,
  rules: SearchRules,
  rankings: RememberedRankings,
): Readonly<Record<string, Writable>> {
  const ranking = rankAll(shards, { ...request, sort: [] }, rules, rankings);
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
