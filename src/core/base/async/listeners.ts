/** An event like VS Code's, for code without `vscode`: core and unit tests. */
export interface Listeners<T> {
  /** The function to subscribe with. */
  readonly event: (listener: (told: T) => void) => { dispose(): void };
  fire(told: T): void;
  /** Removes all listeners. */
  clear(): void;
}

export function openListeners<T>(): Listeners<T> {
  const listeners = new Set<(told: T) => void>();
  return {
    event(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    fire(told) {
      for (const listener of [...listeners]) listener(told);
    },
    clear: () => listeners.clear(),
  };
}
