/** Lets tasks of one key wait for each other; those of different keys run at the same time. */
export interface Turns {
  /** Runs the task after all that were given for this key before, however those ended. */
  take<T>(key: string, task: () => Promise<T>): Promise<T>;
}

/** Opens the queues. One is forgotten when it is empty. */
export function openTaskQueues(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(key, task) {
      const before = last.get(key);
      const mine = before === undefined ? task() : before.then(task, task);
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}
