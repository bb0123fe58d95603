/** Frees the event loop for others, such as responses that have arrived and keys that were pressed. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
