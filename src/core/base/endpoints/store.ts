import { randomUUID } from 'node:crypto';
import { openListeners } from '../async/listeners';
import { type Pace, patientPace } from '../async/pace';
import { type Endpoint, endpointSchema, RECORD_VERSION } from './endpoint';
import { changedFields, editsOf, type FieldEdit, fateOf, withEdits } from './fieldEdits';
import { openHints, type Shelf } from './hints';
import { type Learnt, learntFields, readLearnt, withLearnt } from './learnt';
import {
  byOrder,
  type EndpointTexts,
  type Hint,
  hintOf,
  idOfSecretKey,
  readRecord,
  type SecretKind,
  type StoredEndpoint,
  secretKey,
} from './record';
import { openTurns } from './turns';

/**
 * The part of VS Code's SecretStorage that the store uses: atomic for each key, shared by all windows. It cannot compare
 * and write in one step, so nothing here relies on what was read to be still there when it is written.
 */
export interface Vault {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  onDidChange(listener: (event: { readonly key: string }) => void): { dispose(): unknown };
}

/** What a person decides about an endpoint; the rest is the store's. */
export type EndpointFields = Pick<Endpoint, 'kind' | 'name' | 'url' | 'auth' | 'headers'> &
  Partial<Pick<Endpoint, 'tls' | 'host' | 'origins' | 'searchMethod'>>;

/** A person changed fields here and, at the same time and a little later, someone did so in another window. */
export interface OverruledEdit {
  /** The endpoint as it is now. */
  readonly endpoint: Endpoint;
  /** The fields that hold what was entered in the other window: `name`, or `headers/X-Team`. */
  readonly fields: readonly string[];
}

/**
 * The configured endpoints. Every secret is parsed here, once; what comes out is trusted. In all windows at once: a removal
 * wins over whatever else is written, edits of different fields all count, and of one field the latest.
 */
export interface EndpointStore {
  /** All endpoints in the order of the view, also those whose record is gone or cannot be read. */
  list(): Promise<readonly StoredEndpoint[]>;
  /** The endpoint, or undefined where there is none or its record cannot be read. */
  get(id: string): Promise<Endpoint | undefined>;
  /** Writes new endpoints at the end of the list, all of them valid or none written. */
  add(...fields: readonly EndpointFields[]): Promise<readonly Endpoint[]>;
  /** Writes a whole record in place of one that is gone or cannot be read; a new one where that was removed meanwhile. */
  replace(hint: Hint, fields: EndpointFields): Promise<Endpoint>;
  /**
   * Writes a person's edit into the record as it is stored now: only the fields that it changes, of headers and TLS settings
   * each by itself. With another address, what was learnt of the old one no longer holds.
   *
   * @param seen the endpoint as the person saw it; without it, as it is stored now
   * @returns undefined, and nothing written, where there is no record any more or it cannot be read
   */
  change(id: string, fields: Partial<EndpointFields>, seen?: Endpoint): Promise<Endpoint | undefined>;
  /** Keeps what was found out about the endpoint as it is here, beside what a person entered. Nothing where it was removed. */
  learn(endpoint: Endpoint, learnt: Learnt): Promise<void>;
  /** Deletes record and hint. */
  remove(id: string): Promise<void>;
  /** Deletes every stored endpoint, readable or not, and every hint. */
  removeAll(): Promise<void>;
  /** Changes places with the neighbour of the same kind; nothing at the ends. */
  move(id: string, direction: 'up' | 'down'): Promise<void>;
  /** Tells the ids whose record changed, in this window or another one. */
  onDidChange(listener: (ids: readonly string[]) => void): { dispose(): void };
  /** Tells of a person's edit in this window that one in another window has overwritten without knowing of it. */
  onDidOverrule(listener: (overruled: OverruledEdit) => void): { dispose(): void };
  dispose(): void;
}

/** VS Code may tell of one change several times, and of changes that changed nothing (microsoft/vscode#188460, #115214). */
const SETTLE_MS = 100;
/** How long it is remembered that an endpoint was removed: longer than any window can hold back what it writes. */
const REMOVED_FOR_MS = 30 * 24 * 60 * 60 * 1000;
/** Secrets that are asked for at the same time. */
const AT_ONCE = 50;
/** What reading a record takes, in steps of a pace. */
const STEPS_OF_RECORD = 50;

/** Does something for each, some at the same time, and lets others have the event loop in between. */
async function inParts(ids: readonly string[], task: (id: string) => Promise<void>, pace: Pace): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await Promise.all(ids.slice(start, start + AT_ONCE).map(task));
    await pace.step(AT_ONCE * STEPS_OF_RECORD);
  }
}

/**
 * Opens the store over VS Code's secret storage and global state, or over anything of their shape.
 *
 * @param now milliseconds since 1970
 */
export function openEndpointStore(vault: Vault, shelf: Shelf, now: () => number = Date.now): EndpointStore {
  const changed = openListeners<readonly string[]>();
  const overruling = openListeners<OverruledEdit>();
  const turns = openTurns();
  const writer = randomUUID().slice(0, 8);
  /** The edits of this window, by the key of their secret and the path of their field, to be looked at again. */
  const mine = new Map<string, Map<string, FieldEdit>>();
  /** The endpoints that were removed, as far as this window knows. */
  const removed = new Set<string>();
  const hints = openHints(shelf, (id) => removed.has(id));
  /** The endpoints whose secret this window has read or written. */
  const seen = new Set<string>();
  /** The texts of each endpoint as the listeners know them. */
  const told = new Map<string, string>();
  const touched = new Set<string>();
  let settling: NodeJS.Timeout | undefined;
  let isSwept = false;

  const tell = (ids: readonly string[]): void => {
    if (ids.length > 0) changed.fire(ids);
  };
  const textOf = ({ entered, learnt = '' }: EndpointTexts): string => JSON.stringify([entered, learnt]);
  const read = async (id: string): Promise<EndpointTexts | undefined> => {
    const entered = await vault.get(secretKey(id));
    if (entered === undefined) return undefined;
    const texts = { entered, learnt: await vault.get(secretKey(id, 'learnt')) };
    seen.add(id);
    if (!told.has(id)) told.set(id, textOf(texts));
    return texts;
  };
  const wasRemoved = async (id: string): Promise<boolean> => {
    if (removed.has(id)) return true;
    const isRemoved = (await vault.get(secretKey(id, 'removed'))) !== undefined;
    if (isRemoved) removed.add(id);
    return isRemoved;
  };
  const forget = (id: string): void => {
    told.delete(id);
    mine.delete(secretKey(id));
    mine.delete(secretKey(id, 'learnt'));
  };
  const deleteSecrets = async (id: string): Promise<void> => {
    await vault.delete(secretKey(id));
    await vault.delete(secretKey(id, 'learnt'));
  };

  const list = async (): Promise<readonly StoredEndpoint[]> => {
    // A hint is written after its secret: one that is known now has its secret among the keys, or was removed.
    const remembered = hints.all();
    const keys = await vault.keys();
    const idsOf = (kind: SecretKind): Set<string> => new Set(keys.flatMap((key) => idOfSecretKey(key, kind) ?? []));
    const [entered, learnt, gone] = [idsOf('entered'), idsOf('learnt'), idsOf('removed')];
    for (const id of gone) removed.add(id);

    const pace = patientPace();
    const stored: StoredEndpoint[] = [];
    const one = async (id: string): Promise<void> => {
      const texts = entered.has(id) ? await read(id) : undefined;
      const hint = remembered.get(id);
      if (removed.has(id)) return;
      if (texts !== undefined) stored.push(readRecord(id, texts, hint));
      // A record that this window has read before did not rot: a window of an earlier version removed it.
      else if (hint !== undefined && !seen.has(id) && !(await wasRemoved(id))) stored.push({ state: 'gone', hint });
    };
    const ids = [...new Set([...entered, ...remembered.keys()])];
    await inParts(ids, one, pace);
    stored.sort(byOrder);
    await pace.step(stored.length);
    await hints.set(stored.map(({ hint }) => hint));
    // What a window left behind that was closed while it wrote.
    for (const id of entered) if (gone.has(id)) await deleteSecrets(id);
    for (const id of learnt) if (!entered.has(id)) await vault.delete(secretKey(id, 'learnt'));
    if (!isSwept) void sweep([...gone]).catch(() => undefined);
    isSwept = true;
    return stored.filter(({ hint }) => !removed.has(hint.id));
  };

  /** Forgets removals of long ago. */
  const sweep = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const since = Number(await vault.get(secretKey(id, 'removed')));
      if (!(now() - since < REMOVED_FOR_MS)) await vault.delete(secretKey(id, 'removed'));
    }
  };

  const put = async (endpoints: readonly Endpoint[]): Promise<readonly Endpoint[]> => {
    const pace = patientPace();
    const texts = new Map<string, string>();
    for (const endpoint of endpoints) {
      texts.set(endpoint.id, JSON.stringify(endpointSchema.parse(endpoint)));
      await pace.step(STEPS_OF_RECORD);
    }
    for (const [id, entered] of texts) {
      // Secret first: a crash in between leaves a record without a hint, which the next list() mends.
      await vault.store(secretKey(id), entered);
      seen.add(id);
      told.set(id, textOf({ entered, learnt: undefined }));
      await pace.step(STEPS_OF_RECORD);
    }
    await hints.put(endpoints.map(hintOf));
    tell(endpoints.map(({ id }) => id));
    return endpoints;
  };

  const get = async (id: string): Promise<Endpoint | undefined> => {
    const texts = await read(id);
    const stored = texts === undefined ? undefined : readRecord(id, texts, undefined);
    return stored?.state === 'ready' ? stored.endpoint : undefined;
  };

  /** The record that a person entered, without what was learnt. */
  const enteredIn = (id: string, text: string): Endpoint | undefined => {
    const stored = readRecord(id, { entered: text, learnt: undefined }, undefined);
    return stored.state === 'ready' ? stored.endpoint : undefined;
  };

  /** Writes a record with edits of this window in it. Says no, and deletes it again, where its endpoint was removed. */
  const write = async (key: string, id: string, text: string, edits: readonly FieldEdit[]): Promise<boolean> => {
    const own = mine.get(key) ?? new Map<string, FieldEdit>();
    mine.set(key, own);
    for (const edit of edits) own.set(edit.path, edit);
    await vault.store(key, text);
    // After it was stored: whoever removes writes that down first, and then deletes.
    if (!(await wasRemoved(id))) return true;
    forget(id);
    await deleteSecrets(id);
    return false;
  };

  const change = (
    id: string,
    fields: Partial<EndpointFields & { order: number }>,
    from?: Endpoint,
  ): Promise<Endpoint | undefined> =>
    turns.take(id, async () => {
      const texts = await read(id);
      const stored = texts === undefined ? undefined : enteredIn(id, texts.entered);
      const learnt = readLearnt(texts?.learnt);
      if (texts === undefined || stored === undefined || (await wasRemoved(id))) return undefined;
      const current = learnt === undefined ? stored : withLearnt(stored, learnt);
      const changes = changedFields(from ?? current, fields);
      if (changes.size === 0) return current;
      const isElsewhere = changes.has('url') || changes.has('host');
      // The one that an earlier version learnt stands in here.
      if (isElsewhere && fields.searchMethod === undefined) changes.set('searchMethod', undefined);
      const edits = editsOf(changes, stored, from ?? current, now(), writer);
      const next = endpointSchema.parse(withEdits(stored, edits));
      const entered = JSON.stringify(next);
      if (!(await write(secretKey(id), id, entered, edits))) return undefined;
      told.set(id, textOf({ ...texts, entered }));
      if (JSON.stringify(hintOf(next)) !== JSON.stringify(hints.all().get(id))) await hints.put([hintOf(next)]);
      tell([id]);
      return learnt === undefined ? next : withLearnt(next, learnt);
    });

  const learn = ({ id, ...endpoint }: Endpoint, found: Learnt): Promise<void> =>
    turns.take(id, async () => {
      const texts = await read(id);
      const stored = readLearnt(texts?.learnt);
      // A newer version may have written more than is understood here.
      if (texts === undefined || stored === undefined) return;
      const changes = changedFields(stored, learntFields({ id, ...endpoint }, found, stored));
      if (changes.size === 0) return;
      const edits = editsOf(changes, stored, stored, now(), writer);
      const learnt = JSON.stringify(withEdits(stored, edits));
      if (!(await write(secretKey(id, 'learnt'), id, learnt, edits))) return;
      told.set(id, textOf({ ...texts, learnt }));
      tell([id]);
    });

  /** Puts edits of this window that another one has overwritten without knowing of them in their place again. */
  const lookAgain = async (id: string): Promise<void> => {
    if (removed.has(id)) {
      if ((await vault.get(secretKey(id))) !== undefined || (await vault.get(secretKey(id, 'learnt'))) !== undefined) {
        await deleteSecrets(id);
      }
      return;
    }
    for (const kind of ['entered', 'learnt'] as const) {
      const key = secretKey(id, kind);
      const own = mine.get(key);
      if (own === undefined) continue;
      const text = await vault.get(key);
      if (text === undefined) continue;
      const stored = kind === 'entered' ? enteredIn(id, text) : readLearnt(text);
      if (stored === undefined) continue;
      const { lost, outdated, overruled } = fateOf(own.values(), stored);
      for (const { path } of outdated) own.delete(path);
      if (lost.length > 0) await write(key, id, JSON.stringify(withEdits(stored, lost)), lost);
      const fields = overruled.flatMap(({ path }) => (path === 'order' || path === 'searchMethod' ? [] : [path]));
      const endpoint = fields.length === 0 || kind === 'learnt' ? undefined : await get(id);
      if (endpoint !== undefined) overruling.fire({ endpoint, fields });
    }
  };

  const remove = async (ids: readonly string[]): Promise<void> => {
    const pace = patientPace();
    // That it is removed comes first: a crash in between leaves a record that the next list() deletes, and never a ghost.
    await inParts(ids, async (id) => vault.store(secretKey(id, 'removed'), String(now())), pace);
    for (const id of ids) removed.add(id);
    await hints.clean();
    await inParts(ids, (id) => turns.take(id, () => deleteSecrets(id)), pace);
    for (const id of ids) forget(id);
    tell(ids);
  };

  const settle = async (): Promise<void> => {
    const ids = [...touched];
    touched.clear();
    settling = undefined;
    const news: string[] = [];
    for (const id of ids) {
      const before = told.get(id);
      const texts = await read(id);
      const after = texts === undefined ? undefined : textOf(texts);
      if (before === after) continue;
      news.push(id);
      if (after === undefined) told.delete(id);
      else told.set(id, after);
    }
    await hints.clean();
    tell(news);
  };

  const subscription = vault.onDidChange(({ key }) => {
    const id = idOfSecretKey(key) ?? idOfSecretKey(key, 'learnt') ?? idOfSecretKey(key, 'removed');
    if (id === undefined) return;
    touched.add(id);
    // A window that is closing cannot read any more, and has nobody to tell.
    const isRemoval = key === secretKey(id, 'removed');
    if (isRemoval || removed.has(id) || mine.has(key)) {
      void turns
        .take(id, async () => {
          if (isRemoval) await wasRemoved(id);
          await lookAgain(id);
        })
        .catch(() => undefined);
    }
    settling ??= setTimeout(() => void settle().catch(() => undefined), SETTLE_MS);
  });

  const add = (endpoints: readonly EndpointFields[], order: number): Promise<readonly Endpoint[]> =>
    put(
      // Of what is copied from another endpoint, the edits are that one's.
      endpoints.map(({ edits, ...one }: EndpointFields & Partial<Pick<Endpoint, 'edits'>>, index) => ({
        ...one,
        version: RECORD_VERSION,
        id: randomUUID(),
        order: order + index,
      })),
    );

  const lastOrder = async (): Promise<number> => {
    const orders = (await list()).map(({ hint }) => hint.order).filter((order) => order < Number.MAX_SAFE_INTEGER);
    return orders.reduce((last, order) => Math.max(last, order), -1);
  };

  return {
    list,
    get,
    change,
    learn,
    remove: (id) => remove([id]),
    async add(...fields) {
      return add(fields, Math.floor(await lastOrder()) + 1);
    },
    async replace({ id, order }, fields) {
      const endpoint: Endpoint = { ...fields, version: RECORD_VERSION, id, order };
      if (await wasRemoved(id)) return (await add([fields], order))[0] ?? endpoint;
      await vault.delete(secretKey(id, 'learnt'));
      forget(id);
      await put([endpoint]);
      return endpoint;
    },
    async removeAll() {
      // Also those of which only the hint is left.
      const keys = await vault.keys();
      const stored = keys.flatMap((key) => idOfSecretKey(key) ?? []);
      await remove([...new Set([...stored, ...hints.all().keys()])]);
    },
    async move(id, direction) {
      const all = await list();
      const kind = all.find(({ hint }) => hint.id === id)?.hint.kind;
      const same = all.filter((stored) => stored.state === 'ready' && stored.hint.kind === kind);
      const at = same.findIndex(({ hint }) => hint.id === id);
      const to = direction === 'up' ? at - 1 : at + 1;
      if (at < 0 || to < 0 || to >= same.length) return;
      const others = same.toSpliced(at, 1);
      const between = orderBetween(others[to - 1]?.hint.order, others[to]?.hint.order);
      if (between !== undefined) {
        await change(id, { order: between });
        return;
      }
      // Numbers may be equal (an import, another window).
      const moved = same.toSpliced(at, 1).toSpliced(to, 0, ...same.slice(at, at + 1));
      const pace = patientPace();
      for (const [order, { hint }] of moved.entries()) {
        if (hint.order !== order) await change(hint.id, { order });
        await pace.step(STEPS_OF_RECORD);
      }
    },
    onDidChange: changed.event,
    onDidOverrule: overruling.event,
    dispose() {
      clearTimeout(settling);
      subscription.dispose();
      changed.clear();
      overruling.clear();
    },
  };
}

/** A number between two neighbours', so that one record is written and no other; undefined where there is none. */
function orderBetween(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined || after === undefined) return before === undefined ? (after ?? 0) - 1 : before + 1;
  const middle = (before + after) / 2;
  return before < middle && middle < after ? middle : undefined;
}
