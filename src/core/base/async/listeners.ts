/** An event like VS Code's, for code that does not import `vscode`: core and unit tests. */
export function openListeners<T>() {
  const listeners = new Set<(event: T) => void>();
  return {
    event(listener: (event: T) => void): { dispose(): void } {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    fire(event: T): void {
      for (const listener of [...listeners]) listener(event);
    },
    clear: (): void => listeners.clear(),
  };
}
