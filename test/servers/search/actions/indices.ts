import type { Engine } from '../engine';
import { isOn } from '../http/target';
import { EngineError, illegalArgument } from '../problem';
import type { ResolveOptions } from '../store/catalog';
import type { SearchIndex } from '../store/search-index';
import type { Shard } from '../store/shard';

type Query = ReadonlyMap<string, string>;

/** The parameters by which an index expression is read. */
export const resolveParameters = ['ignore_unavailable', 'allow_no_indices', 'expand_wildcards', 'ignore_throttled'];

const wildcardStates = ['open', 'closed', 'hidden', 'none', 'all'];

function wildcards(query: Query): ResolveOptions['wildcards'] {
  const states = query.get('expand_wildcards')?.split(',') ?? ['open'];
  const unknown = states.find((state) => !wildcardStates.includes(state));
  if (unknown !== undefined) throw illegalArgument(`No valid expand wildcard value [${unknown}]`);
  const found = new Set<'open' | 'closed' | 'hidden'>();
  if (states.includes('open') || states.includes('all')) found.add('open');
  if (states.includes('closed') || states.includes('all')) found.add('closed');
  if (states.includes('hidden') || states.includes('all')) found.add('hidden');
  return found;
}

export function resolveOptions(query: Query): ResolveOptions {
  return {
    ignoreUnavailable: isOn(query, 'ignore_unavailable'),
    allowNoIndices: isOn(query, 'allow_no_indices', true),
    wildcards: wildcards(query),
  };
}

/** @throws EngineError where reading one of them is blocked */
function checkReadable(indices: readonly SearchIndex[]): void {
  const blocked = indices.find(({ options }) => options.readBlocked === true);
  if (blocked === undefined) return;
  const reason = `index [${blocked.name}] blocked by: [FORBIDDEN/7/index read (api)];`;
  throw new EngineError({ type: 'cluster_block_exception', reason }, 403);
}

/** The shards that an index expression means, in the order in which ties are broken. */
export function shardsToSearch(engine: Engine, expression: string, query: Query): readonly Shard[] {
  const indices = engine.catalog.resolve(expression, resolveOptions(query));
  checkReadable(indices);
  return indices
    .flatMap(({ shards }) => shards)
    .sort((a, b) => a.number - b.number || (a.owner.name < b.owner.name ? -1 : 1));
}
