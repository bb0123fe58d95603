import { type SingleFlight, singleFlight } from '../../base/async/singleFlight';

/**
 * Values that an engine need not be asked for again for a while, by a key, each shared by those who ask at once. Not
 * `promiseByKey`: its values stay for good, and nobody who asks can leave.
 */
type Keep<T> = (key: string, read: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

interface Kept<T> {
  readonly shared: SingleFlight<T>;
  until: number;
}

/**
 * @param ms how long a value is kept; a failure is not kept at all
 * @param most how many values are kept: beyond that the one longest not asked for goes
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
