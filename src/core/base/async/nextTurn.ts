/** Lets others have the event loop, such as answers that have arrived and keys that were pressed. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
