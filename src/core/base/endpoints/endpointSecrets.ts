import type { Endpoint } from './endpoint';
import { type EndpointTexts, idOfSecretKey, readRecord, type SecretKind, secretKey } from './endpointRecord';

/**
 * The part of VS Code's SecretStorage that the store uses: atomic for each key, shared by all windows. It cannot
 * compare and write in one step, so no function here relies on a value being unchanged between read and write.
 */
export interface SecretStorageLike {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  onDidChange(listener: (event: { readonly key: string }) => void): { dispose(): unknown };
}

/** The secrets of all endpoints, and the knowledge of this window about them. */
export interface EndpointSecrets {
  /** The ids that have a secret of each kind. After this call, this window knows the removed ones. */
  ids(): Promise<Readonly<Record<SecretKind, ReadonlySet<string>>>>;
  /** The stored texts of an endpoint; undefined if there is no record. */
  read(id: string): Promise<EndpointTexts | undefined>;
  /** The endpoint as stored, with what was learned; undefined if the record is not a valid endpoint. */
  endpoint(id: string): Promise<Endpoint | undefined>;
  get(id: string, kind: SecretKind): PromiseLike<string | undefined>;
  write(id: string, kind: SecretKind, text: string): Promise<void>;
  delete(id: string, ...kinds: readonly SecretKind[]): Promise<void>;
  /** Whether this window has read or written the endpoint's record before. */
  hasSeen(id: string): boolean;
  /** Whether the endpoint was removed, as far as this window knows. */
  isRemoved(id: string): boolean;
  /** Whether it was removed, according to the secrets. */
  wasRemoved(id: string): Promise<boolean>;
  /** Records that this window has removed them. */
  noteRemoved(ids: readonly string[]): void;
  /** Records that listeners know these texts of an endpoint. */
  noteAnnounced(id: string, texts: EndpointTexts): void;
  /** Whether an endpoint's texts differ from those that listeners know. From this call on, they count as known. */
  takeNews(id: string): Promise<boolean>;
  /** Makes the next stored texts of the endpoint count as new. */
  forgetAnnounced(id: string): void;
}

export function openEndpointSecrets(storage: SecretStorageLike): EndpointSecrets {
  /** Avoids another read of the storage: a removal is final. */
  const removed = new Set<string>();
  /** The endpoints whose record this window has read or written. */
  const seen = new Set<string>();
  const announced = new Map<string, string>();

  const read = async (id: string): Promise<EndpointTexts | undefined> => {
    const entered = await storage.get(secretKey(id));
    if (entered === undefined) return undefined;
    const texts = { entered, learned: await storage.get(secretKey(id, 'learned')) };
    seen.add(id);
    if (!announced.has(id)) announced.set(id, textOf(texts));
    return texts;
  };

  return {
    async ids() {
      const keys = await storage.keys();
      const idsOf = (kind: SecretKind): Set<string> => new Set(keys.flatMap((key) => idOfSecretKey(key, kind) ?? []));
      const ids = { entered: idsOf('entered'), learned: idsOf('learned'), removed: idsOf('removed') };
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
    noteAnnounced(id, texts) {
      seen.add(id);
      announced.set(id, textOf(texts));
    },
    async takeNews(id) {
      const before = announced.get(id);
      const texts = await read(id);
      const after = texts === undefined ? undefined : textOf(texts);
      if (before === after) return false;
      if (after === undefined) announced.delete(id);
      else announced.set(id, after);
      return true;
    },
    forgetAnnounced: (id) => void announced.delete(id),
  };
}

const textOf = ({ entered, learned = '' }: EndpointTexts): string => JSON.stringify([entered, learned]);
