/** What is opened once for each key and shared by all who ask for it. */
interface PromiseByKey<T> {
  /** The value of the key, opened on the first ask. One that could not be opened is forgotten: the next ask tries again. */
  open(key: string): Promise<T>;
  /** The value where somebody asked for it already. */
  get(key: string): Promise<T> | undefined;
  /** Forgets the value, and returns it where there was one: closing it is up to the caller. */
  remove(key: string): Promise<T> | undefined;
  keys(): readonly string[];
  values(): readonly Promise<T>[];
  clear(): void;
}

/** @param open is called again for a key only after it failed, or after the key was removed */
export function promiseByKey<T>(open: (key: string) => Promise<T>): PromiseByKey<T> {
  const promises = new Map<string, Promise<T>>();
  return {
    open(key) {
      const known = promises.get(key);
      if (known !== undefined) return known;
      const opened = open(key);
      promises.set(key, opened);
      opened.catch(() => {
        if (promises.get(key) === opened) promises.delete(key);
      });
      return opened;
    },
    get: (key) => promises.get(key),
    remove(key) {
      const removed = promises.get(key);
      promises.delete(key);
      return removed;
    },
    keys: () => [...promises.keys()],
    values: () => [...promises.values()],
    clear: () => promises.clear(),
  };
}
