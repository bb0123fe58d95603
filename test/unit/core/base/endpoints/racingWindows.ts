import type { SecretStorageLike } from '../../../../../src/core/base/endpoints/endpointSecrets';
import { type EndpointStore, openEndpointStore } from '../../../../../src/core/base/endpoints/endpointStore';
import type { EndpointMemento } from '../../../../../src/core/base/endpoints/learnedFacts';

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A clock that stands still while there is something to do, and then goes to what is due next. */
export function virtualClock() {
  const due: { at: number; wake: () => void }[] = [];
  let time = 0;
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    now: () => time,
    sleep: (ms: number) => new Promise<void>((wake) => due.push({ at: time + ms, wake })),
    /** Goes on until nothing is due any more. */
    async run(): Promise<void> {
      for (;;) {
        // Long enough for what follows on a promise; a real turn of the event loop for each would take ten times as long.
        for (let step = 0; step < 20; step++) await undefined;
        // What a task hands over to its next turn counts as well.
        for (let step = 0; step < 3 && due.length === 0; step++) await turn();
        let first = 0;
        for (let index = 1; index < due.length; index++)
          if ((due[index]?.at ?? 0) < (due[first]?.at ?? 0)) first = index;
        const [next] = due.splice(first, 1);
        if (next === undefined) return;
        time = next.at;
        next.wake();
      }
    },
  };
}
type Clock = ReturnType<typeof virtualClock>;

/**
 * Windows of one VS Code over a virtual clock, as slow as they are (2 to 6 ms a call). Each has its own copy of the secrets,
 * as VS Code's windows do: what one writes it has at once, the others a little later, and the last to arrive stays.
 * Everyone hears of a change, the writer too, some twice. The global state is cached whole and written whole.
 */
export function racingWindows(clock: Clock, random: () => number) {
  const pause = () => clock.sleep(2 + random() * 4);
  interface Window {
    readonly secrets: Map<string, string>;
    shelf: Map<string, unknown>;
    readonly listeners: Set<(event: { key: string }) => void>;
    isDead: boolean;
  }
  const stored = new Map<string, string>();
  let storedShelf = new Map<string, unknown>();
  const windows: Window[] = [];

  const set = (secrets: Map<string, string>, key: string, value: string | undefined): void => {
    if (value === undefined) secrets.delete(key);
    else secrets.set(key, value);
  };
  const announce = (window: Window, key: string): void => {
    for (const listener of window.listeners) {
      listener({ key });
      if (random() < 0.3) listener({ key });
    }
  };
  const write = async (window: Window, key: string, value: string | undefined): Promise<void> => {
    await pause();
    if (window.isDead) return new Promise(() => undefined);
    set(window.secrets, key, value);
    announce(window, key);
    void clock.sleep(random() * 2).then(async () => {
      set(stored, key, value);
      for (const other of windows.filter((one) => one !== window)) {
        void clock.sleep(random() * 2).then(() => {
          // What a window hears of is what is stored by then.
          set(other.secrets, key, stored.get(key));
          announce(other, key);
        });
      }
    });
    await pause();
  };

  return {
    /** What is stored in the end. */
    secrets: stored,
    shelf: () => storedShelf,
    open(): { readonly store: EndpointStore; kill(): void } {
      const window: Window = {
        secrets: new Map(stored),
        shelf: new Map(structuredClone([...storedShelf])),
        listeners: new Set(),
        isDead: false,
      };
      windows.push(window);
      const vault: SecretStorageLike = {
        keys: async () => {
          await pause();
          return [...window.secrets.keys()];
        },
        get: async (key) => {
          const value = window.secrets.get(key);
          await pause();
          return window.isDead ? new Promise(() => undefined) : value;
        },
        store: (key, value) => write(window, key, value),
        delete: (key) => write(window, key, undefined),
        onDidChange(listener) {
          window.listeners.add(listener);
          return { dispose: () => window.listeners.delete(listener) };
        },
      };
      const shelf: EndpointMemento = {
        get: (key) => structuredClone(window.shelf.get(key)),
        async update(key, value) {
          if (window.isDead) return new Promise(() => undefined);
          window.shelf.set(key, structuredClone(value));
          const written = new Map(window.shelf);
          await pause();
          storedShelf = written;
          for (const other of windows.filter((one) => one !== window)) {
            void clock.sleep(random() * 2).then(() => {
              other.shelf = new Map(structuredClone([...written]));
            });
          }
        },
      };
      const store = openEndpointStore(vault, shelf, clock.now);
      return {
        store,
        kill() {
          window.isDead = true;
          window.listeners.clear();
          store.dispose();
        },
      };
    },
    close(): void {
      for (const window of windows) window.listeners.clear();
    },
  };
}
