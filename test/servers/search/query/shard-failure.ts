import type { Problem } from '../problem';
import type { Shard } from '../store/shard';

/** One shard could not do its part. The search goes on with the others where it may. */
export class ShardFailure extends Error {
  constructor(
    readonly problem: Problem,
    readonly status = 400,
  ) {
    super(problem.reason ?? problem.type);
  }
}

/** A query that makes no sense for the fields of this shard's index. */
export function queryShardFailure({ owner }: Shard, reason: string, caused_by?: Problem): ShardFailure {
  return new ShardFailure({
    type: 'query_shard_exception',
    reason,
    index_uuid: owner.uuid,
    index: owner.name,
    ...(caused_by === undefined ? {} : { caused_by }),
  });
}

export function illegalOnShard(reason: string, caused_by?: Problem): ShardFailure {
  return new ShardFailure({
    type: 'illegal_argument_exception',
    reason,
    ...(caused_by === undefined ? {} : { caused_by }),
  });
}
