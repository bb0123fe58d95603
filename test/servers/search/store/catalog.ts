import type { Random } from '../data/random';
import { EngineError } from '../problem';
import { matchesWildcard } from '../wildcard';
import type { Mapping } from './mapping';
import { createIndex, type IndexOptions, type SearchIndex } from './search-index';

/** How an index expression is read, as the URL's parameters say. */
export interface ResolveOptions {
  readonly ignoreUnavailable: boolean;
  readonly allowNoIndices: boolean;
  readonly wildcards: ReadonlySet<'open' | 'closed' | 'hidden'>;
}

export const resolveDefaults: ResolveOptions = {
  ignoreUnavailable: false,
  allowNoIndices: true,
  wildcards: new Set(['open'] as const),
};

/** The indices of the sample engine. */
export interface Catalog {
  /** By name. */
  all(): readonly SearchIndex[];
  get(name: string): SearchIndex | undefined;
  create(name: string, mapping: Mapping, options?: IndexOptions): SearchIndex;
  delete(name: string): boolean;
  /** Alias names with their indices. */
  aliases(): ReadonlyMap<string, readonly SearchIndex[]>;
  /** Names of data streams with their backing indices. */
  streams(): ReadonlyMap<string, readonly SearchIndex[]>;
  /**
   * The indices an expression means, closed ones among them where the wildcards reach them.
   *
   * @throws EngineError where a name is missing, closed, or of another cluster
   */
  resolve(expression: string, options?: ResolveOptions): readonly SearchIndex[];
}

export function noSuchIndex(name: string): EngineError {
  return new EngineError(
    {
      type: 'index_not_found_exception',
      reason: `no such index [${name}]`,
      'resource.type': 'index_or_alias',
      'resource.id': name,
      index_uuid: '_na_',
      index: name,
    },
    404,
  );
}

function closedIndex({ name, uuid }: SearchIndex): EngineError {
  return new EngineError({ type: 'index_closed_exception', reason: 'closed', index_uuid: uuid, index: name });
}

function invalidName(name: string): EngineError {
  return new EngineError({
    type: 'invalid_index_name_exception',
    reason: `Invalid index name [${name}], must not start with '_'.`,
    index_uuid: '_na_',
    index: name,
  });
}

function noSuchCluster(name: string): EngineError {
  return new EngineError(
    { type: 'no_such_remote_cluster_exception', reason: `no such remote cluster: [${name}]` },
    404,
  );
}

/** `<logs-{now/d}>` becomes today's name. Only days are understood. */
function withDate(name: string, now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 10).replaceAll('-', '.');
  return /^<.*>$/.test(name) ? name.slice(1, -1).replace(/\{now(?:\/d)?(?:\{[^}]*\})?\}/g, stamp) : name;
}

/** Whether wildcards reach an index that may be hidden. */
export function isReached({ options }: SearchIndex, wildcards: ResolveOptions['wildcards']): boolean {
  return (options.hidden !== true && options.stream === undefined) || wildcards.has('hidden');
}

const uuidLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function createCatalog(random: Random, now: () => number): Catalog {
  const indices = new Map<string, SearchIndex>();
  const all = () => [...indices.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const uuid = () => Array.from({ length: 22 }, () => uuidLetters[random.below(64)]).join('');

  const grouped = (namesOf: (index: SearchIndex) => readonly string[]) => {
    const found = new Map<string, SearchIndex[]>();
    for (const index of all()) {
      for (const name of namesOf(index)) found.set(name, [...(found.get(name) ?? []), index]);
    }
    return found;
  };
  const aliases = () => grouped(({ options }) => options.aliases ?? []);
  const streams = () => grouped(({ options }) => (options.stream === undefined ? [] : [options.stream]));

  const expand = (pattern: string, { wildcards }: ResolveOptions): SearchIndex[] => {
    const isWanted = (index: SearchIndex) => wildcards.has(index.options.closed === true ? 'closed' : 'open');
    const byName = all().filter((index) => matchesWildcard(pattern, index.name) && isReached(index, wildcards));
    const byOther = [...aliases(), ...streams()]
      .filter(([name]) => matchesWildcard(pattern, name))
      .flatMap(([, found]) => found);
    return [...byName, ...byOther].filter(isWanted);
  };

  const named = (name: string, { ignoreUnavailable }: ResolveOptions): readonly SearchIndex[] => {
    const found = indices.has(name)
      ? [...indices.values()].filter((index) => index.name === name)
      : (aliases().get(name) ?? streams().get(name));
    if (found === undefined) {
      if (ignoreUnavailable) return [];
      throw name.startsWith('_') ? invalidName(name) : noSuchIndex(name);
    }
    return found.filter((index) => {
      if (index.options.closed !== true) return true;
      if (!ignoreUnavailable) throw closedIndex(index);
      return false;
    });
  };

  return {
    all,
    get: (name) => indices.get(name),
    create(name, mapping, options) {
      const index = createIndex(name, uuid(), now(), mapping, options);
      indices.set(name, index);
      return index;
    },
    delete: (name) => indices.delete(name),
    aliases,
    streams,
    resolve(expression, options = resolveDefaults) {
      const names = expression.split(',').map((name) => withDate(name, now()));
      const found = new Set<SearchIndex>();
      let sawWildcard = false;
      for (const name of names) {
        const [cluster, remote] = name.split(':');
        if (remote !== undefined && cluster !== undefined && !cluster.includes('*')) throw noSuchCluster(cluster);
        const isAll = name === '' || name === '_all' || remote !== undefined;
        if (sawWildcard && name.startsWith('-')) {
          const excluded = name.slice(1);
          for (const index of [...found]) if (matchesWildcard(excluded, index.name)) found.delete(index);
        } else if (isAll || name.includes('*')) {
          sawWildcard = true;
          const expanded = expand(isAll ? '*' : name, options);
          if (expanded.length === 0 && !options.allowNoIndices) throw noSuchIndex(name);
          for (const index of expanded) found.add(index);
        } else {
          for (const index of named(name, options)) found.add(index);
        }
      }
      return [...found];
    },
  };
}
