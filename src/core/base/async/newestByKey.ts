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
