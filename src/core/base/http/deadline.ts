/** The end of some work that is limited in time: with its outer signal, when cancelled, or when the time is over. */
export interface RequestDeadline {
  /** Aborts at the end, whatever brought it. */
  readonly signal: AbortSignal;
  /** Whether it was the time that ended it. */
  hasPassed(): boolean;
  cancel(): void;
  /** Lets go of the timer and the outer signal. Call when the work is over. */
  release(): void;
}

/** AbortSignal.any and AbortSignal.timeout would do, but tie each request to a signal that may live for hours. */
export function startRequestDeadline(milliseconds: number, outer?: AbortSignal): RequestDeadline {
  const ending = new AbortController();
  let passed = false;
  const cancel = () => ending.abort();
  const timer = setTimeout(() => {
    passed = !ending.signal.aborted;
    cancel();
  }, milliseconds);
  outer?.addEventListener('abort', cancel, { once: true });
  if (outer?.aborted) cancel();
  return {
    signal: ending.signal,
    hasPassed: () => passed,
    cancel,
    release() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
    },
  };
}
