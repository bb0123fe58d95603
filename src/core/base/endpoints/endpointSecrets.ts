import type { Endpoint } from './endpoint';
import { type EndpointTexts, idOfSecretKey, readRecord, type SecretKind, secretKey } from './endpointRecord';

/**
 * The part of VS Code's SecretStorage that the store uses: atomic for each key, shared by all windows. It cannot compare
 * and write in one step, so nothing here relies on what was read to be still there when it is written.
 */
export interface SecretStorageLike {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  onDidChange(listener: (event: { readonly key: string }) => void): { dispose(): unknown };
}

/** The secrets of all endpoints, and what this window knows of them. */
export interface EndpointSecrets {
  /** The ids that have a secret of each kind. Those that were removed are known to be from now on. */
  ids(): Promise<Readonly<Record<SecretKind, ReadonlySet<string>>>>;
  /** What is stored of an endpoint; undefined where no record is. */
  read(id: string): Promise<EndpointTexts | undefined>;
  /** The endpoint as it is stored, with what was learnt; undefined where that is no endpoint. */
  endpoint(id: string): Promise<Endpoint | undefined>;
  /** One secret of an endpoint. */
  get(id: string, kind: SecretKind): PromiseLike<string | undefined>;
  write(id: string, kind: SecretKind, text: string): Promise<void>;
  delete(id: string, ...kinds: readonly SecretKind[]): Promise<void>;
  /** Whether this window has read or written the endpoint's record before. */
  hasSeen(id: string): boolean;
  /** Whether the endpoint was removed, as far as this window knows. */
  isRemoved(id: string): boolean;
  /** The same, looked up in the secrets. */
  wasRemoved(id: string): Promise<boolean>;
  /** This window has removed them. */
  noteRemoved(ids: readonly string[]): void;
  /** The listeners are told of these texts of an endpoint. */
  noteTold(id: string, texts: EndpointTexts): void;
  /** Whether an endpoint's texts are other ones than the listeners were told of. They count as told then. */
  takeNews(id: string): Promise<boolean>;
  /** Whatever is stored of the endpoint next is news. */
  forgetTold(id: string): void;
}

/** Opens the secrets over VS Code's secret storage. */
export function openEndpointSecrets(storage: SecretStorageLike): EndpointSecrets {
  /** Spares the storage to be asked again: a removal is for good. */
  const removed = new Set<string>();
  /** The endpoints whose record this window has read or written. */
  const seen = new Set<string>();
  /** The texts of each endpoint as the listeners know them. */
  const told = new Map<string, string>();

  const read = async (id: string): Promise<EndpointTexts | undefined> => {
    const entered = await storage.get(secretKey(id));
    if (entered === undefined) return undefined;
    const texts = { entered, learned: await storage.get(secretKey(id, 'learnt')) };
    seen.add(id);
    if (!told.has(id)) told.set(id, textOf(texts));
    return texts;
  };

  return {
    async ids() {
      const keys = await storage.keys();
      const idsOf = (kind: SecretKind): Set<string> => new Set(keys.flatMap((key) => idOfSecretKey(key, kind) ?? []));
      const ids = { entered: idsOf('entered'), learnt: idsOf('learnt'), removed: idsOf('removed') };
      for (const id of ids.removed) removed.add(id);
      return ids;
    },
    read,
    async endpoint(id) {
      const texts = await read(id);
      const stored = texts === undefined ? undefined : readRecord(id, texts, undefined);
      return stored?.state === 'ready' ? stored.endpoint : undefined;
    },
    get: (id, kind) => storage.get(secretKey(id, kind)),
    async write(id, kind, text) {
      await storage.store(secretKey(id, kind), text);
    },
    async delete(id, ...kinds) {
      for (const kind of kinds) await storage.delete(secretKey(id, kind));
    },
    hasSeen: (id) => seen.has(id),
    isRemoved: (id) => removed.has(id),
    async wasRemoved(id) {
      if (removed.has(id)) return true;
      const isRemoved = (await storage.get(secretKey(id, 'removed'))) !== undefined;
      if (isRemoved) removed.add(id);
      return isRemoved;
    },
    noteRemoved(ids) {
      for (const id of ids) removed.add(id);
    },
    noteTold(id, texts) {
      seen.add(id);
      told.set(id, textOf(texts));
    },
    async takeNews(id) {
      const before = told.get(id);
      const texts = await read(id);
      const after = texts === undefined ? undefined : textOf(texts);
      if (before === after) return false;
      if (after === undefined) told.delete(id);
      else told.set(id, after);
      return true;
    },
    forgetTold: (id) => void told.delete(id),
  };
}

const textOf = ({ entered, learned = '' }: EndpointTexts): string => JSON.stringify([entered, learned]);
