import { type SingleFlight, singleFlight } from '../../base/async/singleFlight';

/**
 * Values by key that are kept for a while, each shared by concurrent callers. Not `promiseByKey`, which keeps its
 * values for good and has no way for a caller to leave.
 */
type Keep<T> = (key: string, read: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

interface Kept<T> {
  readonly shared: SingleFlight<T>;
  until: number;
}

/**
 * @param ms how long a value is kept; a failure is not kept at all
 * @param most the most values; beyond that, the least recently used is dropped
 * @param now milliseconds on a clock
 */
export function ttlCache<T>(ms: number, most: number, now: () => number): Keep<T> {
  const all = new Map<string, Kept<T>>();
  return async (key, read, signal) => {
    const kept = all.get(key) ?? { shared: singleFlight(read), until: 0 };
    all.delete(key);
    all.set(key, kept);
    for (const oldest of all.keys()) if (all.size > most) all.delete(oldest);
    if (kept.until <= now() && !kept.shared.isReading) {
      kept.shared.refresh();
      kept.until = now() + ms;
    }
    try {
      return await kept.shared.read(signal);
    } catch (error) {
      if (!kept.shared.isReading) kept.until = 0;
      throw error;
    }
  };
}
