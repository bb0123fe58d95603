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

/** Values that take a while to make. Callers want only the newest value of each key. */
interface NewestByKey<T> {
  /** Makes the value again. A value in the making is abandoned: its signal aborts, and its callers get this one. */
  make(key: string): void;
  /**
   * The newest value, made on the first call.
   *
   * @throws what making it failed with; the next call tries again
   */
  get(key: string): Promise<T>;
  /** Resolves as soon as no value of the key is being made; at once if no caller asked for it. */
  settled(key: string): Promise<void>;
  /** Drops the value, which may be in the making. */
  forget(key: string): void;
  clear(): void;
}

interface Making<T> {
  readonly controller: AbortController;
  readonly value: Promise<T>;
}

/** @param work makes a value; its signal aborts once no caller wants the value any more */
export function newestByKey<T>(work: (key: string, signal: AbortSignal) => Promise<T>): NewestByKey<T> {
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
    make: (key) => void start(key),
    async get(key) {
      let making = newest.get(key) ?? start(key);
      for (;;) {
        await Promise.allSettled([making.value]);
        const newer = newest.get(key);
        if (newer === undefined || newer === making) return making.value;
        making = newer;
      }
    },
    async settled(key) {
      let making = newest.get(key);
      while (making !== undefined) {
        await Promise.allSettled([making.value]);
        const newer = newest.get(key);
        making = newer === making ? undefined : newer;
      }
    },
    forget,
    clear() {
      for (const key of [...newest.keys()]) forget(key);
    },
  };
}
