import type { SecretStorageLike } from '../../../../../src/core/base/endpoints/endpointSecrets';
import type { EndpointMemento } from '../../../../../src/core/base/endpoints/learnedFacts';

/**
 * What several VS Code windows share, as they behave: one map of secrets with per-key atomicity, whose changes every
 * window hears of, sometimes twice (microsoft/vscode#188460); and a global state that each window caches whole, writes
 * whole, and learns of late.
 */
export function fakeWindows() {
  const secrets = new Map<string, string>();
  const vaultListeners = new Set<(event: { key: string }) => void>();
  const shelves = new Set<Map<string, unknown>>();
  let storedShelf = new Map<string, unknown>();

  const announce = (key: string): void => {
    for (const listener of vaultListeners) {
      setImmediate(() => listener({ key }));
      setImmediate(() => listener({ key }));
    }
  };

  return {
    secrets,
    shelf: () => storedShelf,
    /** VS Code found a secret that it cannot decrypt, at start: it deletes it without a word. */
    rot(key: string): void {
      secrets.delete(key);
    },
    openWindow(): { vault: SecretStorageLike; shelf: EndpointMemento } {
      const cached = new Map(storedShelf);
      shelves.add(cached);
      return {
        vault: {
          keys: async () => [...secrets.keys()],
          get: async (key) => secrets.get(key),
          async store(key, value) {
            secrets.set(key, value);
            announce(key);
          },
          async delete(key) {
            secrets.delete(key);
            announce(key);
          },
          onDidChange(listener) {
            vaultListeners.add(listener);
            return { dispose: () => vaultListeners.delete(listener) };
          },
        },
        shelf: {
          get: (key) => structuredClone(cached.get(key)),
          async update(key, value) {
            cached.set(key, structuredClone(value));
            const written = new Map(cached);
            storedShelf = written;
            setImmediate(() => {
              for (const other of shelves) {
                if (other === cached) continue;
                other.clear();
                for (const [name, kept] of written) other.set(name, kept);
              }
            });
          },
        },
      };
    },
  };
}
