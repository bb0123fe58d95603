import type { Writable } from '../json/write';
import { EngineError, type Problem } from '../problem';
import type { ShardFailure } from '../query/shard-failure';
import type { Shard } from '../store/shard';

/** The one node of the sample cluster. */
export const nodeId = 'G6ie2Di0TDabpKh17dRJSQ';

export interface FailedShard {
  readonly shard: Shard;
  readonly failure: ShardFailure;
}

/** One entry for all shards of an index that failed alike. */
function grouped(failed: readonly FailedShard[]): readonly FailedShard[] {
  const first = new Map<string, FailedShard>();
  for (const each of failed) {
    const { type, reason } = each.failure.problem;
    const key = `${each.shard.owner.name}\0${type}\0${reason}`;
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

function written({ shard, failure }: FailedShard): Writable {
  const node = shard.assigned ? nodeId : null;
  return { shard: shard.number, index: shard.owner.name, node, reason: failure.problem };
}

/** `_shards.failures` of an answer that is only part of one. */
export function writeFailures(failed: readonly FailedShard[]): Writable {
  return failed.length === 0 ? undefined : grouped(failed).map(written);
}

/** Exceptions of the engine itself name their own root; a Java exception is wrapped twice on its way out. */
function wrapped(problem: Problem): { readonly caused_by?: Problem } {
  return problem.type === 'illegal_argument_exception' || problem.type === 'number_format_exception'
    ? { caused_by: { ...problem, caused_by: problem } }
    : {};
}

function withoutCause({ caused_by: _, ...own }: Problem): Writable {
  return own;
}

/** The refusal of a search whose shards failed, all of them or more than it may do without. */
export function phaseFailure(
  failed: readonly FailedShard[],
  reason: 'all shards failed' | 'Partial shards failure',
  phase = 'query',
): EngineError {
  const groups = grouped(failed);
  const first = groups[0]?.failure;
  const cause = first === undefined || reason !== 'all shards failed' ? {} : wrapped(first.problem);
  return new EngineError(
    {
      root_cause: groups.map(({ failure }) => withoutCause(failure.problem)),
      type: 'search_phase_execution_exception',
      reason,
      phase,
      grouped: true,
      failed_shards: groups.map(written),
      ...cause,
    },
    groups.length === 0 ? 503 : Math.max(...groups.map(({ failure }) => failure.status)),
  );
}

/** The refusal of a search that may not be partial, before it started. */
export function missingShards(shards: readonly Shard[], phase = 'query'): EngineError {
  const missing = shards.map(({ owner, number }) => `[${owner.name}][${number}]`).join(', ');
  const common = { phase, grouped: true, failed_shards: [] };
  return new EngineError(
    {
      root_cause: [],
      type: 'search_phase_execution_exception',
      reason: '',
      ...common,
      caused_by: {
        type: 'search_phase_execution_exception',
        reason: `Search rejected due to missing shards [${missing}]. Consider using \`allow_partial_search_results\` setting to bypass this error.`,
        ...common,
      },
    },
    503,
  );
}

/** The refusal of a sort by fields that cannot be compared with each other. */
export function typeClash(field: string, kinds: readonly [string, string]): EngineError {
  return new EngineError({
    root_cause: [],
    type: 'search_phase_execution_exception',
    reason: '',
    phase: 'fetch',
    grouped: true,
    failed_shards: [],
    caused_by: {
      type: 'illegal_argument_exception',
      reason: `Can't sort on field [${field}]; the field has incompatible sort types: [${kinds[0]}] and [${kinds[1]}] across shards!`,
    },
  });
}
