import type { Problem } from '../problem';
import type { Shard, ShardOwner } from '../store/shard';

/** One shard could not do its part. The search goes on with the others where it may. */
export class ShardFailure extends Error {
  constructor(
    readonly problem: Problem,
    readonly status = 400,
    /** The fields it was to be sorted by are at fault, or a cursor. */
    readonly aboutSort = false,
  ) {
    super(problem.reason ?? problem.type);
  }
}

/** A query that makes no sense for the fields of this shard's index. */
export function queryShardFailure({ owner }: Shard, reason: string, caused_by?: Problem): ShardFailure {
  return new ShardFailure(indexProblem(owner, reason, caused_by));
}

function indexProblem({ uuid, name }: ShardOwner, reason: string, caused_by?: Problem): Problem {
  return {
    type: 'query_shard_exception',
    reason,
    index_uuid: uuid,
    index: name,
    ...(caused_by === undefined ? {} : { caused_by }),
  };
}

/** A sort by a field that this shard's index does not have. */
export function unmappedSort({ owner }: Shard, field: string): ShardFailure {
  return new ShardFailure(indexProblem(owner, `No mapping found for [${field}] in order to sort on`), 400, true);
}

/** A sort or a cursor that this shard's fields do not allow. */
export function illegalSort(reason: string, caused_by?: Problem): ShardFailure {
  const problem = { type: 'illegal_argument_exception', reason, ...(caused_by === undefined ? {} : { caused_by }) };
  return new ShardFailure(problem, 400, true);
}

export function illegalOnShard(reason: string): ShardFailure {
  return new ShardFailure({ type: 'illegal_argument_exception', reason });
}
