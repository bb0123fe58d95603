/** An event like VS Code's, for code that does not import `vscode`: core and unit tests. */
export interface Listeners<T> {
  readonly event: (listener: (event: T) => void) => { dispose(): void };
  fire(event: T): void;
  clear(): void;
}

export function openListeners<T>(): Listeners<T> {
  const listeners = new Set<(event: T) => void>();
  return {
    event(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    fire(event) {
      for (const listener of [...listeners]) listener(event);
    },
    clear: () => listeners.clear(),
  };
}
