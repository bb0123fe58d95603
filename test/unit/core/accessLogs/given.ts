import type { EngineCatalog } from '../../../../src/core/search/engine/engineCatalog';
import type { FieldInfo } from '../../../../src/core/search/engine/fieldList';
import type { IndexName } from '../../../../src/core/search/engine/nameList';

/** Fields by name with their type; `-` before it: not searchable; `a|b`: both, in different indices. */
export function fields(types: Readonly<Record<string, string>>): readonly FieldInfo[] {
  return Object.entries(types).map(([name, written]) => {
    const isSearchable = !written.startsWith('-');
    const all = written.replace(/^-/, '').split('|');
    return { name, types: all, isSearchable, isAggregatable: isSearchable && all.every((type) => type !== 'text') };
  });
}

/** A catalog of indices with their fields by name. `asked` holds what was looked at, in order. */
export function catalogOf(
  indices: Readonly<Record<string, Readonly<Record<string, string>> | Error>>,
  names: readonly IndexName[] = Object.keys(indices).map((name) => ({ name, kind: 'index' })),
): EngineCatalog & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    asked,
    list: async () => ({ entries: [], isRefused: false }),
    onDidListNames: () => ({ dispose: () => undefined }),
    indices: async () => names,
    async fields(index) {
      asked.push(index);
      const found = indices[index];
      if (found instanceof Error) throw found;
      return fields(found ?? {});
    },
    details: async () => new Map(),
    forget() {},
  };
}
