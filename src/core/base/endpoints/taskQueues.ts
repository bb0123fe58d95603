/** Runs tasks of the same key one after the other, and those of different keys at the same time. */
export interface TaskQueues {
  /** Runs the task after all earlier ones of this key, whatever their outcome. */
  take<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export function openTaskQueues(): TaskQueues {
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
