import { groupedBy } from '../source/groupedBy';
import { nearestTo } from './nearest';
import { splitQualifiedName } from './qualifiedName';

/** Names with `@provider`, by the text before it. */
export interface NameTable {
  readonly names: readonly string[];
  named(bareName: string): readonly string[];
}

/** Built on the first query. Omits names to which nothing can refer, because they have an `@` of their own. */
export function tableOfNames(given: Iterable<string>): NameTable {
  let names: readonly string[] | undefined;
  const all = (): readonly string[] => {
    names ??= [...given].filter(canBeReferredTo);
    return names;
  };
  let byBareName: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    get names() {
      return all();
    },
    named(bare) {
      byBareName ??= groupedBy(all(), (name) => splitQualifiedName(name).own);
      return byBareName.get(bare) ?? [];
    },
  };
}

/** The names of both, without copying them. */
export function joinedTables(one: NameTable, other: NameTable | undefined): NameTable {
  if (other === undefined) return one;
  return {
    get names() {
      return [...one.names, ...other.names];
    },
    named: (bare) => [...one.named(bare), ...other.named(bare)],
  };
}

/** Finds the known name that the user meant by one without an object. */
export interface MeantNames {
  /**
   * As an object of the provider would write it: the only one of the same name of another provider, otherwise the
   * nearest one. Undefined if there are several, or none.
   *
   * @param name with or without `@provider`
   */
  meant(name: string, provider: string): string | undefined;
}

/**
 * @param likely names that win over others with an equal distance: those of the same file
 * @param known all others
 */
export function openMeantNames(likely: NameTable, known: NameTable | undefined): MeantNames {
  const written = new Map<string, readonly (readonly string[])[]>();
  const writtenBy = (provider: string): readonly (readonly string[])[] => {
    const found = written.get(provider) ?? [likely, known].map((table) => namesIn(table, provider));
    written.set(provider, found);
    return found;
  };
  const nearest = new Map<string, string | undefined>();
  return {
    meant(name, provider) {
      const { own } = splitQualifiedName(name);
      const [same, ...more] = new Set([...likely.named(own), ...(known?.named(own) ?? [])]);
      if (same !== undefined) return more.length === 0 ? same : undefined;
      const key = `${provider} ${name}`;
      if (!nearest.has(key)) {
        if (nearest.size >= mostSought) return undefined;
        const [own = [], others = []] = writtenBy(provider);
        nearest.set(key, nearestTo(name, own) ?? nearestTo(name, others));
      }
      return nearest.get(key);
    },
  };
}

/** Comparing a name with all others takes time: for more names, and among more, the nearest one is not searched. */
const mostSought = 200;
const mostCompared = 200;

/** As an object of the provider writes them. */
function namesIn(table: NameTable | undefined, provider: string): readonly string[] {
  if (table === undefined || table.names.length > mostCompared) return [];
  return table.names.map((one) => (one.endsWith(`@${provider}`) ? splitQualifiedName(one).own : one));
}

function canBeReferredTo(name: string): boolean {
  return !splitQualifiedName(name).own.includes('@');
}
