import type { openSavedStore } from '../../../../../src/core/search/saved/savedStore';

type SavedSearchMemento = Parameters<typeof openSavedStore>[0]['workspace'];

/** A state of VS Code: what is put in comes out as JSON would have it, and `undefined` takes it away. */
export function fakeShelf(): SavedSearchMemento & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    keys: () => [...values.keys()],
    get: (key) => structuredClone(values.get(key)),
    async update(key, value) {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
}
