import { nearestTo } from './nearest';

/** Finds the known name that was meant by one that leads nowhere. */
export interface MeantNames {
  /**
   * As an object of the provider would write it: the only one of the same name of another provider, otherwise the nearest one.
   * Undefined if there are several, or none.
   *
   * @param name with or without `@provider`
   */
  meant(name: string, provider: string): string | undefined;
}

/**
 * @param likely names that are nearer than others that are spelt as well: those of the same file
 * @param known other names, all with `@provider`
 */
export function openMeantNames(likely: readonly string[], known: Iterable<string>): MeantNames {
  // Nothing can refer to a name that has an `@` of its own.
  const near = likely.filter(hasOneSign);
  const all = new Set([...near, ...[...known].filter(hasOneSign)]);
  const byBareName = new Map<string, string[]>();
  for (const one of all) {
    const bare = bareName(one);
    const same = byBareName.get(bare);
    if (same === undefined) byBareName.set(bare, [one]);
    else same.push(one);
  }
  const written = new Map<string, { readonly likely: readonly string[]; readonly all: readonly string[] }>();
  const writtenBy = (provider: string) => {
    const shortened = (names: Iterable<string>): readonly string[] =>
      [...names].map((one) => (one.endsWith(`@${provider}`) ? bareName(one) : one));
    const found = written.get(provider) ?? { likely: shortened(near), all: shortened(all) };
    written.set(provider, found);
    return found;
  };
  const nearest = new Map<string, string | undefined>();
  return {
    meant(name, provider) {
      const [same, ...more] = byBareName.get(bareName(name)) ?? [];
      if (same !== undefined) return more.length === 0 ? same : undefined;
      const key = `${provider} ${name}`;
      if (!nearest.has(key)) {
        if (nearest.size >= MOST_SOUGHT) return undefined;
        const names = writtenBy(provider);
        nearest.set(key, nearestTo(name, names.likely) ?? nearestTo(name, names.all));
      }
      return nearest.get(key);
    },
  };
}

/** Comparing a name with all others takes time: for more names, the nearest one is not looked for. */
const MOST_SOUGHT = 200;

function hasOneSign(name: string): boolean {
  return name.indexOf('@') === name.lastIndexOf('@');
}

function bareName(name: string): string {
  const end = name.indexOf('@');
  return end < 0 ? name : name.slice(0, end);
}
