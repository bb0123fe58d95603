/**
 * Calls an asynchronous function for a test that waits until all calls are carried out. A number of turns would not do:
 * the code under test loads modules, too.
 */
export function trackCalls<Args extends readonly unknown[]>(call: (...args: Args) => Promise<void>) {
  const pending = new Set<Promise<void>>();
  return {
    async call(...args: Args): Promise<void> {
      const done = call(...args);
      pending.add(done);
      await done;
      pending.delete(done);
    },
    async carriedOut(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
