import type { Engine } from '../engine';
import { writeDuration } from '../find/durations';
import { phaseFailure } from '../find/failures';
import type { Problem } from '../problem';
import { ShardFailure } from '../query/shard-failure';
import type { Shard } from '../store/shard';

/** The reason why something cannot be kept for so long. */
export function tooLong({ longestKeepAlive }: Engine, keepAlive: number, setting: string): Problem {
  return {
    type: 'illegal_argument_exception',
    reason: `Keep alive for request (${writeDuration(keepAlive)}) is too large. It must be less than (${writeDuration(longestKeepAlive)}). This limit can be set by changing the [${setting}] cluster level setting.`,
  };
}

/**
 * What each shard checks of a search that keeps something: in a point in time, or with a scroll.
 *
 * @param keepAlive milliseconds
 * @throws EngineError where that is too long
 */
export function checkKeepAlive(
  engine: Engine,
  shards: readonly Shard[],
  keepAlive: number | undefined,
  isScroll: boolean,
): void {
  if (keepAlive === undefined || keepAlive <= engine.longestKeepAlive) return;
  const isOpenSearch = engine.dialect.family === 'opensearch';
  const setting = isOpenSearch && !isScroll ? 'point_in_time.max_keep_alive' : 'search.max_keep_alive';
  const failure = new ShardFailure(tooLong(engine, keepAlive, setting));
  const failed = shards.map((shard) => ({ shard, failure }));
  throw phaseFailure(failed, 'all shards failed');
}
