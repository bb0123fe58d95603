import { canceledFailure, isRequestFailure, type RequestFailure } from '../errors/failure';

export type SingleFlight<T> = ReturnType<typeof singleFlight<T>>;

interface Flight<T> {
  readonly controller: AbortController;
  readonly outcome: Promise<T>;
  askers: number;
}

/**
 * A value that is costly to read, shared by many callers. `ask` gets the value of the last successful read, so that it
 * can reuse parts of it.
 *
 * @param onEnd called once after each read, with `latest` and `failure` already set; not after a canceled one
 */
export function singleFlight<T>(
  ask: (signal: AbortSignal, latest: T | undefined) => Promise<T>,
  onEnd: () => void = () => undefined,
) {
  let latest: { readonly value: T } | undefined;
  let failure: RequestFailure | undefined;
  let kept: Promise<T> | undefined;
  let flight: Flight<T> | undefined;

  const start = (): Flight<T> => {
    const controller = new AbortController();
    const outcome = new Promise<T>((resolve, reject) => {
      // Whatever `ask` does afterwards, no caller is left waiting.
      const onAbort = (): void => (latest === undefined ? reject(canceledFailure()) : resolve(latest.value));
      controller.signal.addEventListener('abort', onAbort, { once: true });
      const land = (): boolean => {
        if (controller.signal.aborted) return false;
        flight = undefined;
        return true;
      };
      ask(controller.signal, latest?.value).then(
        (value) => {
          if (!land()) return;
          latest = { value };
          failure = undefined;
          resolve(value);
          onEnd();
        },
        (error: unknown) => {
          if (!land()) return;
          failure = isRequestFailure(error) ? error : undefined;
          reject(error);
          if (failure?.failure.kind !== 'canceled') onEnd();
        },
      );
    });
    // A failure is kept even if no caller waits for it.
    outcome.catch(() => {});
    kept = outcome;
    flight = { controller, outcome, askers: 0 };
    return flight;
  };

  const leave = (left: Flight<T>): void => {
    left.askers--;
    if (left.askers > 0 || flight !== left) return;
    flight = undefined;
    kept = undefined;
    left.controller.abort();
  };

  return {
    /**
     * The value. It is read on the first call, and again on the first one after `refresh`; calls in between share that
     * read and its outcome, a value or a failure. A caller whose signal aborts leaves at once; when all have left, the
     * read is canceled and forgotten.
     *
     * @throws what the read throws; RequestFailure `canceled` for a caller that left, or after `stop` without an
     * earlier value
     */
    read(signal?: AbortSignal): Promise<T> {
      if (signal?.aborted) return Promise.reject(canceledFailure());
      if (kept !== undefined && flight === undefined) return kept;
      const joined = flight ?? start();
      joined.askers++;
      if (signal === undefined) return joined.outcome;
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          reject(canceledFailure());
          leave(joined);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const stay = (): void => signal.removeEventListener('abort', onAbort);
        joined.outcome.finally(stay).then(resolve, reject);
      });
    },
    /** Forgets the outcome, so that the next call reads again. A read in progress is new enough. */
    refresh(): void {
      if (flight === undefined) kept = undefined;
    },
    /** Cancels a read in progress. Its callers get the value of the last successful read, if there was one. */
    stop(): void {
      // The outcome of a stop is kept like any other: `read` reads nothing again before a refresh.
      const stopped = flight;
      flight = undefined;
      stopped?.controller.abort();
    },
    /** The value of the last successful read, even if a later one is in progress or has failed. */
    get latest(): T | undefined {
      return latest?.value;
    },
    /** Of the last completed read; `latest` is then out of date. A stopped or abandoned read changes nothing. */
    get failure(): RequestFailure | undefined {
      return failure;
    },
    get isReading(): boolean {
      return flight !== undefined;
    },
  };
}
