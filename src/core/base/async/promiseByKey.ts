/**
 * Values that are opened once for each key and shared by all callers.
 *
 * @param open is called again for a key only after it failed, or after the key was removed
 */
export function promiseByKey<T>(open: (key: string) => Promise<T>) {
  const promises = new Map<string, Promise<T>>();
  return {
    /** The value of the key, opened on the first call. After a failure, the next call tries again. */
    open(key: string): Promise<T> {
      const known = promises.get(key);
      if (known !== undefined) return known;
      const opened = open(key);
      promises.set(key, opened);
      opened.catch(() => {
        if (promises.get(key) === opened) promises.delete(key);
      });
      return opened;
    },
    /** The value, if it was requested before. */
    get: (key: string): Promise<T> | undefined => promises.get(key),
    /** Removes the value and returns it, if there was one. The caller has to close it. */
    remove(key: string): Promise<T> | undefined {
      const removed = promises.get(key);
      promises.delete(key);
      return removed;
    },
    keys: (): readonly string[] => [...promises.keys()],
    values: (): readonly Promise<T>[] => [...promises.values()],
    clear: (): void => promises.clear(),
  };
}

interface Making<T> {
  readonly controller: AbortController;
  readonly value: Promise<T>;
}

/**
 * Values that take a while to make. Callers want only the newest value of each key.
 *
 * @param work makes a value; its signal aborts once no caller wants the value any more
 */
export function newestByKey<T>(work: (key: string, signal: AbortSignal) => Promise<T>) {
  const newest = new Map<string, Making<T>>();
  const start = (key: string): Making<T> => {
    newest.get(key)?.controller.abort();
    const controller = new AbortController();
    const making = { controller, value: work(key, controller.signal) };
    newest.set(key, making);
    making.value.catch(() => {
      if (newest.get(key) === making) newest.delete(key);
    });
    return making;
  };
  const forget = (key: string): void => {
    newest.get(key)?.controller.abort();
    newest.delete(key);
  };
  return {
    /** Makes the value again. A value in the making is abandoned: its signal aborts, and its callers get this one. */
    make: (key: string): void => void start(key),
    /**
     * The newest value, made on the first call.
     *
     * @throws what making it failed with; the next call tries again
     */
    async get(key: string): Promise<T> {
      let making = newest.get(key) ?? start(key);
      for (;;) {
        await Promise.allSettled([making.value]);
        const newer = newest.get(key);
        if (newer === undefined || newer === making) return making.value;
        making = newer;
      }
    },
    /** Resolves as soon as no value of the key is being made; at once if no caller asked for it. */
    async settled(key: string): Promise<void> {
      let making = newest.get(key);
      while (making !== undefined) {
        await Promise.allSettled([making.value]);
        const newer = newest.get(key);
        making = newer === making ? undefined : newer;
      }
    },
    /** Drops the value, which may be in the making. */
    forget,
    clear(): void {
      for (const key of [...newest.keys()]) forget(key);
    },
  };
}
