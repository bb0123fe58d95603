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
  const all = new Set([...likely, ...known]);
  const byBareName = new Map<string, string[]>();
  for (const one of all) {
    const bare = bareName(one);
    const same = byBareName.get(bare);
    if (same === undefined) byBareName.set(bare, [one]);
    else same.push(one);
  }
  return {
    meant(name, provider) {
      const [same, ...more] = byBareName.get(bareName(name)) ?? [];
      if (same !== undefined) return more.length === 0 ? same : undefined;
      const shortened = (names: Iterable<string>): readonly string[] =>
        [...names].map((one) => (one.endsWith(`@${provider}`) ? bareName(one) : one));
      return nearestTo(name, shortened(likely)) ?? nearestTo(name, shortened(all));
    },
  };
}

function bareName(name: string): string {
  const end = name.indexOf('@');
  return end < 0 ? name : name.slice(0, end);
}
