import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type Endpoint, endpointSchema, RECORD_VERSION } from '../endpoint';
import {
  byOrder,
  type Hint,
  hintOf,
  hintSchema,
  idOfSecretKey,
  readRecord,
  type StoredEndpoint,
  secretKey,
} from './record';

/** The part of VS Code's SecretStorage that the store uses: atomic for each key, shared by all windows. */
export interface Vault {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  onDidChange(listener: (event: { readonly key: string }) => void): { dispose(): unknown };
}

/** The part of VS Code's Memento (globalState) that the store uses. */
export interface Shelf {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** What a person decides about an endpoint; the rest is the store's. */
export type EndpointFields = Pick<Endpoint, 'kind' | 'name' | 'url' | 'auth' | 'headers'> &
  Partial<Pick<Endpoint, 'tls' | 'host' | 'origins' | 'searchMethod'>>;

/** The configured endpoints. Every secret is parsed here, once; what comes out is trusted. */
export interface EndpointStore {
  /** All endpoints in the order of the view, also those whose record is gone or cannot be read. */
  list(): Promise<readonly StoredEndpoint[]>;
  /** The endpoint, or undefined where there is none or its record cannot be read. */
  get(id: string): Promise<Endpoint | undefined>;
  /** Writes new endpoints at the end of the list, all of them valid or none written. */
  add(...fields: readonly EndpointFields[]): Promise<readonly Endpoint[]>;
  /** Writes a whole record in place of one that is gone or cannot be read. */
  replace(hint: Hint, fields: EndpointFields): Promise<Endpoint>;
  /**
   * Reads the record again, changes it and writes it, so that only the named fields are overwritten, and with another address
   * what was learnt of the old one. Undefined, and nothing written, where there is no record any more or it cannot be read.
   */
  change(id: string, fields: Partial<EndpointFields>): Promise<Endpoint | undefined>;
  /** Deletes record and hint. */
  remove(id: string): Promise<void>;
  /** Deletes every stored endpoint, readable or not, and every hint. */
  removeAll(): Promise<void>;
  /** Changes places with the neighbour of the same kind; nothing at the ends. */
  move(id: string, direction: 'up' | 'down'): Promise<void>;
  /** Tells the ids whose record changed, in this window or another one. */
  onDidChange(listener: (ids: readonly string[]) => void): { dispose(): void };
  dispose(): void;
}

const HINTS = 'endpoints/hints';
/** VS Code may tell of one change several times, and of changes that changed nothing (microsoft/vscode#188460, #115214). */
const SETTLE_MS = 100;

/** Opens the store over VS Code's secret storage and global state, or over anything of their shape. */
export function openEndpointStore(vault: Vault, shelf: Shelf): EndpointStore {
  const listeners = new Set<(ids: readonly string[]) => void>();
  /** The endpoints whose secret this window has read or written. */
  const seen = new Set<string>();
  /** The text of each secret as the listeners know it. */
  const told = new Map<string, string>();
  const touched = new Set<string>();
  let settling: NodeJS.Timeout | undefined;

  const hints = (): Map<string, Hint> => {
    const parsed = hintListSchema.safeParse(shelf.get(HINTS));
    return new Map((parsed.success ? parsed.data : []).map((hint) => [hint.id, hint]));
  };
  const writeHints = async (wanted: ReadonlyMap<string, Hint>): Promise<void> => {
    const list = [...wanted.values()];
    if (JSON.stringify(list) !== JSON.stringify([...hints().values()])) await shelf.update(HINTS, list);
  };
  const tell = (ids: readonly string[]): void => {
    if (ids.length > 0) for (const listener of [...listeners]) listener(ids);
  };
  const read = async (id: string): Promise<string | undefined> => {
    const text = await vault.get(secretKey(id));
    if (text === undefined) return undefined;
    seen.add(id);
    if (!told.has(id)) told.set(id, text);
    return text;
  };

  const list = async (): Promise<readonly StoredEndpoint[]> => {
    const keys = await vault.keys();
    const ids = keys.flatMap((key) => idOfSecretKey(key) ?? []);
    const remembered = hints();
    const stored: StoredEndpoint[] = [];
    for (const id of new Set([...ids, ...remembered.keys()])) {
      const hint = remembered.get(id);
      const text = ids.includes(id) ? await read(id) : undefined;
      if (text !== undefined) stored.push(readRecord(id, text, hint));
      // A record that this window has read before did not rot: another window removed it.
      else if (hint !== undefined && !seen.has(id)) stored.push({ state: 'gone', hint });
    }
    stored.sort(byOrder);
    await writeHints(new Map(stored.map(({ hint }) => [hint.id, hint])));
    return stored;
  };

  const put = async (endpoints: readonly Endpoint[]): Promise<readonly Endpoint[]> => {
    const texts = endpoints.map((endpoint) => JSON.stringify(endpointSchema.parse(endpoint)));
    const wanted = hints();
    for (const [index, endpoint] of endpoints.entries()) {
      const text = texts[index] ?? '';
      // Secret first: a crash in between leaves a record without a hint, which the next list() mends.
      await vault.store(secretKey(endpoint.id), text);
      seen.add(endpoint.id);
      told.set(endpoint.id, text);
      wanted.set(endpoint.id, hintOf(endpoint));
    }
    await writeHints(wanted);
    tell(endpoints.map(({ id }) => id));
    return endpoints;
  };

  const get = async (id: string): Promise<Endpoint | undefined> => {
    const text = await read(id);
    const stored = text === undefined ? undefined : readRecord(id, text, undefined);
    return stored?.state === 'ready' ? stored.endpoint : undefined;
  };

  const changed = async (id: string, fields: Partial<EndpointFields & { order: number }>): Promise<Endpoint[]> => {
    const current = await get(id);
    if (current === undefined) return [];
    const next = { ...current, ...fields };
    const isElsewhere = next.url !== current.url || next.host !== current.host;
    return [isElsewhere ? { ...next, searchMethod: fields.searchMethod } : next];
  };

  const remove = async (id: string): Promise<void> => {
    const remaining = hints();
    remaining.delete(id);
    // Hint first: a crash in between leaves a whole record that shows up again, never a ghost.
    await writeHints(remaining);
    await vault.delete(secretKey(id));
    told.delete(id);
    tell([id]);
  };

  const settle = async (): Promise<void> => {
    const ids = [...touched];
    touched.clear();
    settling = undefined;
    const news: string[] = [];
    for (const id of ids) {
      const before = told.get(id);
      const now = await read(id);
      if (before === now) continue;
      news.push(id);
      if (now === undefined) told.delete(id);
      else told.set(id, now);
    }
    tell(news);
  };

  const subscription = vault.onDidChange(({ key }) => {
    const id = idOfSecretKey(key);
    if (id === undefined) return;
    touched.add(id);
    // A window that is closing cannot read any more, and has nobody to tell.
    settling ??= setTimeout(() => void settle().catch(() => undefined), SETTLE_MS);
  });

  return {
    list,
    get,
    async change(id, fields) {
      const [written] = await put(await changed(id, fields));
      return written;
    },
    remove,
    async add(...fields) {
      const orders = (await list()).map(({ hint }) => hint.order).filter((order) => order < Number.MAX_SAFE_INTEGER);
      const next = Math.max(-1, ...orders) + 1;
      return put(
        fields.map((one, index) => ({ ...one, version: RECORD_VERSION, id: randomUUID(), order: next + index })),
      );
    },
    async replace({ id, order }, fields) {
      const endpoint: Endpoint = { ...fields, version: RECORD_VERSION, id, order };
      await put([endpoint]);
      return endpoint;
    },
    async removeAll() {
      const keys = await vault.keys();
      const stored = keys.flatMap((key) => idOfSecretKey(key) ?? []);
      // Also those of which only the hint is left.
      const ids = new Set([...stored, ...hints().keys()]);
      await writeHints(new Map());
      for (const id of stored) await vault.delete(secretKey(id));
      told.clear();
      tell([...ids]);
    },
    async move(id, direction) {
      const all = await list();
      const kind = all.find(({ hint }) => hint.id === id)?.hint.kind;
      const same = all.filter((stored) => stored.state === 'ready' && stored.hint.kind === kind);
      const at = same.findIndex(({ hint }) => hint.id === id);
      const to = direction === 'up' ? at - 1 : at + 1;
      if (at < 0 || to < 0 || to >= same.length) return;
      const moved = [...same];
      moved.splice(to, 0, ...moved.splice(at, 1));
      // Numbers may be equal or far apart (an import, another window): only those that must change are written.
      const renumbered: Endpoint[] = [];
      for (const [order, { hint }] of moved.entries()) {
        if (hint.order !== order) renumbered.push(...(await changed(hint.id, { order })));
      }
      await put(renumbered);
    },
    onDidChange(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    dispose() {
      clearTimeout(settling);
      subscription.dispose();
      listeners.clear();
    },
  };
}

const hintListSchema = z.catch(z.array(hintSchema), []);
