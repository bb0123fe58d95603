/** Frees the event loop, so that it can handle responses that have arrived and keys that were pressed. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
