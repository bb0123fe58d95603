/** Tells those who listen, as an event of VS Code does, where there is no `vscode`: in core, and in unit tests. */
export interface Listeners<T> {
  /** To be handed out. */
  readonly event: (listener: (told: T) => void) => { dispose(): void };
  fire(told: T): void;
  /** Forgets all who listen. */
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
