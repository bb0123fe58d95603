/** A time limit. It ends when its outer signal aborts, when the caller cancels it, or when the time is up. */
export interface RequestDeadline {
  /** Aborts at the end, for any reason. */
  readonly signal: AbortSignal;
  /** Whether the time was up. */
  hasPassed(): boolean;
  cancel(): void;
  /** Releases the timer and the outer signal. Call when the work is done. */
  release(): void;
}

/** `AbortSignal.any` and `AbortSignal.timeout` would tie each request to a signal that may exist for hours. */
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
