/** Values that are opened once for each key and shared by all callers. */
interface PromiseByKey<T> {
  /** The value of the key, opened on the first call. After a failure, the next call tries again. */
  open(key: string): Promise<T>;
  /** The value, if it was requested before. */
  get(key: string): Promise<T> | undefined;
  /** Removes the value and returns it, if there was one. The caller has to close it. */
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
