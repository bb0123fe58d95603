import type { Writable } from '../json/write';
import { illegalArgument } from '../problem';
import type { TrackTotal } from './request';

/** As far as a search counts where it is not told. */
const defaultLimit = 10_000;

/**
 * `hits.total` as asked for.
 *
 * @param asNumber `rest_total_hits_as_int`
 * @returns `undefined` where it is left out
 */
export function writeTotal(count: number, track: TrackTotal | undefined, asNumber: boolean): Writable {
  if (track === false) return asNumber ? -1 : undefined;
  if (asNumber) return count;
  const limit = track === true ? Number.POSITIVE_INFINITY : (track ?? defaultLimit);
  return count > limit ? { value: limit, relation: 'gte' } : { value: count, relation: 'eq' };
}

/** @throws EngineError where a number is wanted that the search would not count */
export function checkTotalAsNumber(track: TrackTotal | undefined): void {
  if (typeof track === 'number') {
    throw illegalArgument(
      `[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${track}`,
    );
  }
}
