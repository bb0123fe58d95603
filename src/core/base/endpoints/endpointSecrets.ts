import { isDeepStrictEqual } from 'node:util';
import { type EndpointTexts, idOfSecretKey, type SecretKind, secretKey } from './endpointRecord';

/**
 * The part of VS Code's SecretStorage that the store uses: atomic for each key, shared by all windows. It cannot
 * compare and write in one step.
 */
export interface SecretStorageLike {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  onDidChange(listener: (event: { readonly key: string }) => void): { dispose(): unknown };
}

/** The secrets of all endpoints, and the knowledge of this window about them. */
export class EndpointSecrets {
  /** Avoids another read of the storage: a removal is final. */
  private readonly removed = new Set<string>();
  /** The endpoints whose record this window has read or written. */
  private readonly seen = new Set<string>();
  /** What listeners know of each endpoint. */
  private readonly announced = new Map<string, EndpointTexts>();

  constructor(private readonly storage: SecretStorageLike) {}

  /** The ids that have a secret of each kind. After this call, this window knows the removed ones. */
  async ids(): Promise<Readonly<Record<SecretKind, ReadonlySet<string>>>> {
    const keys = await this.storage.keys();
    const idsOf = (kind: SecretKind): Set<string> => new Set(keys.flatMap((key) => idOfSecretKey(key, kind) ?? []));
    const ids = { entered: idsOf('entered'), learned: idsOf('learned'), removed: idsOf('removed') };
    this.noteRemoved(ids.removed);
    return ids;
  }

  /**
   * The stored texts of an endpoint; undefined if there is no record.
   *
   * @param hasFormer false if it certainly has no secret of an earlier version
   */
  async read(id: string, hasFormer = true): Promise<EndpointTexts | undefined> {
    const [entered, learned] = await Promise.all([
      this.get(id, 'entered'),
      hasFormer ? this.get(id, 'learned') : undefined,
    ]);
    if (entered === undefined) return undefined;
    this.seen.add(id);
    const texts = { entered, learned };
    if (!this.announced.has(id)) this.announced.set(id, texts);
    return texts;
  }

  get(id: string, kind: SecretKind): PromiseLike<string | undefined> {
    return this.storage.get(secretKey(id, kind));
  }

  async write(id: string, kind: SecretKind, text: string): Promise<void> {
    await this.storage.store(secretKey(id, kind), text);
  }

  async delete(id: string, ...kinds: readonly SecretKind[]): Promise<void> {
    for (const kind of kinds) await this.storage.delete(secretKey(id, kind));
  }

  async deleteRemoved(id: string): Promise<void> {
    this.announced.delete(id);
    await this.delete(id, 'entered', 'learned');
  }

  hasSeen(id: string): boolean {
    return this.seen.has(id);
  }

  /** Whether the endpoint was removed, as far as this window knows. */
  isRemoved(id: string): boolean {
    return this.removed.has(id);
  }

  /** Whether it was removed, according to the secrets. */
  async wasRemoved(id: string): Promise<boolean> {
    if (!this.removed.has(id) && (await this.get(id, 'removed')) !== undefined) this.removed.add(id);
    return this.removed.has(id);
  }

  noteRemoved(ids: Iterable<string>): void {
    for (const id of ids) this.removed.add(id);
  }

  /** Records that listeners know these texts of an endpoint. */
  noteAnnounced(id: string, texts: EndpointTexts): void {
    this.seen.add(id);
    this.announced.set(id, texts);
  }

  /** What listeners know and what is stored, if the two differ. From this call on, they know the latter. */
  async takeNews(
    id: string,
  ): Promise<{ readonly before: EndpointTexts | undefined; readonly after: EndpointTexts | undefined } | undefined> {
    const before = this.announced.get(id);
    const after = await this.read(id);
    if (isDeepStrictEqual(before, after)) return undefined;
    if (after === undefined) this.announced.delete(id);
    else this.announced.set(id, after);
    return { before, after };
  }
}
