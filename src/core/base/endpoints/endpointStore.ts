import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { openListeners } from '../async/listeners';
import { nextTurn } from '../async/nextTurn';
import { type Endpoint, endpointSchema, recordVersion } from './endpoint';
import {
  byOrder,
  type EndpointHint,
  EndpointHints,
  type EndpointTexts,
  hintOf,
  idOfSecretKey,
  readEntered,
  readRecord,
  type StoredEndpoint,
} from './endpointRecord';
import { EndpointSecrets, type SecretStorageLike } from './endpointSecrets';
import { formerFactsAfterEdit, formerlyLearned, readFormerFacts, withFormerFacts } from './formerFacts';
import { type EndpointMemento, LearnedFactStore, type LearnedFacts } from './learnedFacts';
import { type EndpointPlace, orderBehind, ordersAfterMove } from './placeInList';

/** The fields of an endpoint that the user sets; the store manages the others. */
export type EndpointFields = Pick<Endpoint, 'kind' | 'name' | 'url' | 'auth' | 'headers'> &
  Partial<Pick<Endpoint, 'tls' | 'host' | 'origins' | 'ignored' | 'searchMethod'>>;

export type EndpointStore = ReturnType<typeof openEndpointStore>;

/** How long removals are remembered: longer than any window can delay its writes. */
const removedForMs = 30 * 24 * 60 * 60 * 1000;
const atOnce = 50;

/**
 * The configured endpoints, over VS Code's secret storage and global state, or compatible objects. Every secret is
 * parsed here, once; the result is trusted. A record is written by the user's edits only, as a whole, and only if it
 * still is the one that the edit began with. Across all windows, a removal wins over any other write.
 *
 * @param now milliseconds since 1970
 */
export function openEndpointStore(storage: SecretStorageLike, memento: EndpointMemento, now: () => number = Date.now) {
  const changed = openListeners<readonly string[]>();
  const inTurn = openTaskQueues();
  const secrets = new EndpointSecrets(storage);
  const facts = new LearnedFactStore(memento);
  const hints = new EndpointHints(memento, (id) => secrets.isRemoved(id));
  let isSwept = false;

  const announce = (ids: readonly string[]): void => {
    if (ids.length > 0) changed.fire(ids);
  };
  const following = followSecrets(storage, async (ids) => {
    const news: string[] = [];
    for (const id of ids) {
      await inTurn(id, async () => {
        // A window may have stored a record that another one was removing.
        if ((await secrets.wasRemoved(id)) && (await secrets.read(id)) !== undefined)
          await secrets.delete(id, 'entered', 'learned');
        const { before, after } = (await secrets.takeNews(id)) ?? {};
        if (before === after) return;
        news.push(id);
        const [was, is] = [before, after].map((texts) => texts && readEntered(id, texts.entered));
        // Another window has edited the credentials, and forgotten Digest.
        if (was !== undefined && !isDeepStrictEqual(was.auth, is?.auth)) facts.disown(was);
      });
    }
    await hints.clean();
    announce(news);
  });

  /** Writes whole records, new or replaced. */
  const put = async (endpoints: readonly Endpoint[]): Promise<readonly Endpoint[]> => {
    const texts = new Map(endpoints.map((one) => [one.id, JSON.stringify(endpointSchema.parse(one))]));
    for (const [id, entered] of texts) {
      // Secret first: a crash in between leaves a record without a hint, which the next `list` repairs.
      secrets.noteAnnounced(id, { entered, learned: undefined });
      await secrets.write(id, 'entered', entered);
    }
    await hints.put(endpoints.map(hintOf));
    announce(endpoints.map(({ id }) => id));
    return endpoints;
  };

  const add = (endpoints: readonly EndpointFields[], order: number): Promise<readonly Endpoint[]> =>
    put(
      // A copy of an endpoint that an earlier version edited has its stamps.
      endpoints.map(({ edits: _, ...one }: EndpointFields & { readonly edits?: unknown }, index) => ({
        ...one,
        version: recordVersion,
        id: randomUUID(),
        order: order + index,
      })),
    );

  /**
   * Stores a user's edit. If the address changes, the method learned for the old one no longer applies; if the
   * credentials change, Digest is forgotten.
   *
   * @param seen the endpoint that the edit began with; default: as stored now
   * @returns the edited endpoint. Writes nothing and returns `'changed'` if another edit was stored since `seen`, and
   * undefined if the record no longer exists or cannot be read
   */
  const change = (
    id: string,
    fields: Partial<EndpointFields & { order: number }>,
    seen?: Endpoint,
  ): Promise<Endpoint | 'changed' | undefined> =>
    inTurn(id, async () => {
      if (await secrets.wasRemoved(id)) return undefined;
      // Read just before it is written: SecretStorage cannot compare and write in one step.
      const texts = await secrets.read(id);
      const record = texts && readEntered(id, texts.entered);
      if (texts === undefined || record === undefined) return undefined;
      const former = readFormerFacts(texts.learned);
      const stored = former === undefined ? record : withFormerFacts(record, former);
      if (seen !== undefined && !isDeepStrictEqual(enteredOf(seen), enteredOf(stored))) return 'changed';
      const begun = facts.complete(stored);
      const { origins, ignored } = stored;
      const before = endpointSchema.parse(plain({ ...record, origins, ignored }));
      const isElsewhere =
        (fields.url ?? record.url) !== record.url || ('host' in fields && fields.host !== record.host);
      const next = endpointSchema.parse(
        plain({ ...before, ...(isElsewhere && { searchMethod: undefined }), ...fields }),
      );
      const isAuthEdited = fields.auth !== undefined && !isDeepStrictEqual(plain(fields.auth), plain(begun.auth));
      if (isDeepStrictEqual(next, before) && !isAuthEdited) return begun;
      const after = former && formerFactsAfterEdit(former, next, isAuthEdited);
      const entered = JSON.stringify(next);
      // Killed in between, addresses and findings are already as edited, and the password is not sent yet.
      if (after !== undefined && !isAuthEdited) await secrets.write(id, 'learned', after);
      await secrets.write(id, 'entered', entered);
      if (after !== undefined && isAuthEdited) await secrets.write(id, 'learned', after);
      // Checked after storing, because `remove` records the removal first and then deletes the record.
      if (await secrets.wasRemoved(id)) {
        await secrets.deleteRemoved(id);
        return undefined;
      }
      secrets.noteAnnounced(id, { entered, learned: after ?? texts.learned });
      if (isAuthEdited) await facts.forgetDigest(begun);
      if (!isDeepStrictEqual(hintOf(next), hints.all().get(id))) await hints.put([hintOf(next)]);
      announce([id]);
      return facts.complete(next);
    });

  const remove = async (ids: readonly string[]): Promise<void> => {
    const gone: Endpoint[] = [];
    await forEachId(ids, async (id) => {
      const text = await secrets.get(id, 'entered');
      const record = text === undefined ? undefined : readEntered(id, text);
      if (record !== undefined) gone.push(record);
      // The removal is written first: a crash in between leaves a record that the next `list` deletes, never one that
      // comes back.
      await secrets.write(id, 'removed', String(now()));
    });
    secrets.noteRemoved(ids);
    await hints.clean();
    await forEachId(ids, (id) => inTurn(id, () => secrets.deleteRemoved(id)));
    await facts.forget(gone, async () => readyOnes(await list()));
    announce(ids);
  };

  /** All endpoints in the order of the view, including those whose record is missing or cannot be read. */
  const list = async (): Promise<readonly StoredEndpoint[]> => {
    // A hint is written after its secret: if it exists now, its secret is among the keys, or the endpoint was removed.
    const remembered = hints.all();
    const { entered, learned, removed } = await secrets.ids();
    const stored: StoredEndpoint[] = [];
    const former = new Map<string, EndpointTexts>();
    await forEachId([...new Set([...entered, ...remembered.keys()])], async (id) => {
      const texts = entered.has(id) ? await secrets.read(id, learned.has(id)) : undefined;
      const hint = remembered.get(id);
      if (secrets.isRemoved(id)) return;
      if (texts !== undefined) {
        stored.push(readRecord(id, texts, hint));
        if (texts.learned !== undefined) former.set(id, texts);
      }
      // This window has read the record before, so it is not lost: a window with an earlier version removed it.
      else if (hint !== undefined && !secrets.hasSeen(id) && !(await secrets.wasRemoved(id))) {
        stored.push({ state: 'gone', hint });
      }
    });
    stored.sort(byOrder);
    await hints.set(stored.map(({ hint }) => hint));
    // A window was closed while it wrote, and left these.
    for (const id of entered) if (removed.has(id)) await secrets.delete(id, 'entered', 'learned');
    for (const id of learned) if (!entered.has(id)) await secrets.delete(id, 'learned');
    await copyFormer(former);
    if (!isSwept) void sweep(removed).catch(() => undefined);
    isSwept = true;
    return stored.flatMap((one) =>
      secrets.isRemoved(one.hint.id)
        ? []
        : [one.state === 'ready' ? { ...one, endpoint: facts.complete(one.endpoint) } : one],
    );
  };

  /** Copies what earlier versions had learned, and deletes it a month after nothing is missing. */
  const copyFormer = async (former: ReadonlyMap<string, EndpointTexts>): Promise<void> => {
    const copies = [...former].flatMap(([id, texts]) => formerCopy(id, texts) ?? []);
    for (const id of await facts.copy(copies, now())) {
      await inTurn(id, async () => {
        const texts = await secrets.read(id);
        const isUnchanged = texts !== undefined && isDeepStrictEqual(texts, former.get(id));
        if (isUnchanged) await secrets.delete(id, 'learned');
      });
    }
  };

  const sweep = async (ids: Iterable<string>): Promise<void> => {
    for (const id of ids) {
      const since = Number(await secrets.get(id, 'removed'));
      if (!(now() - since < removedForMs)) await secrets.delete(id, 'removed');
    }
  };

  return {
    list,
    /** The endpoint, or undefined if there is none or its record cannot be read. */
    async get(id: string): Promise<Endpoint | undefined> {
      const texts = await secrets.read(id);
      const stored = texts && readRecord(id, texts, undefined);
      return stored?.state === 'ready' ? facts.complete(stored.endpoint) : undefined;
    },
    change,
    /** Stores facts learned about this state of the endpoint. Does nothing if the endpoint was removed. */
    learn: (endpoint: Endpoint, learned: LearnedFacts): Promise<void> =>
      inTurn(endpoint.id, async () => {
        const text = await secrets.get(endpoint.id, 'entered');
        const record = text === undefined ? undefined : readEntered(endpoint.id, text);
        if (record === undefined || (await secrets.wasRemoved(endpoint.id))) return;
        // Learned with credentials that were edited meanwhile.
        const isOfFormer = !isDeepStrictEqual(enteredOf(record).auth, enteredOf(endpoint).auth);
        const { digest: _, ...others } = learned;
        if (await facts.learn(endpoint, isOfFormer ? others : learned)) announce([endpoint.id]);
      }),
    /** Whether Digest is known for the endpoint's origin and user, also by another window. Reads no secret. */
    isDigest: (endpoint: Endpoint): boolean => facts.isDigest(endpoint),
    remove: (id: string): Promise<void> => remove([id]),
    /** Adds endpoints at the end of the list: all of them, or none if any is not valid. */
    async add(...fields: readonly EndpointFields[]): Promise<readonly Endpoint[]> {
      return add(fields, orderBehind(await list()));
    },
    /** Replaces a record that is missing or cannot be read; adds a new one if the endpoint was removed meanwhile. */
    async replace({ id, order }: EndpointHint, fields: EndpointFields): Promise<Endpoint> {
      const endpoint: Endpoint = { ...fields, version: recordVersion, id, order };
      if (await secrets.wasRemoved(id)) return (await add([fields], order))[0] ?? endpoint;
      await secrets.delete(id, 'learned');
      await facts.forgetDigest(endpoint);
      await put([endpoint]);
      return endpoint;
    },
    /** Deletes every stored endpoint, readable or not, and every hint. */
    async removeAll(): Promise<void> {
      const { entered } = await secrets.ids();
      await remove([...new Set([...entered, ...hints.all().keys()])]);
    },
    /** Moves an endpoint among those of its kind; does nothing at the ends, or if the place does not exist. */
    async move(id: string, place: EndpointPlace): Promise<void> {
      for (const { id: moved, order } of ordersAfterMove(await list(), id, place)) await change(moved, { order });
    },
    /** Fires with the ids whose records changed, in this window or another one. */
    onDidChange: changed.event,
    dispose(): void {
      following.dispose();
      changed.clear();
    },
  };
}

/** What the user has entered, without what was learned. */
function enteredOf({ auth, searchMethod: _, ...others }: Endpoint) {
  const { scheme: __, ...login } = { scheme: undefined, ...auth };
  return plain({ ...others, auth: login });
}

/** As the record is stored: without undefined values. */
const plain = (value: object): Record<string, unknown> => JSON.parse(JSON.stringify(value));

function formerCopy(id: string, { entered, learned }: EndpointTexts) {
  const [record, former] = [readEntered(id, entered), readFormerFacts(learned)];
  if (record === undefined || former === undefined) return undefined;
  const { origins = {}, ignored = {} } = withFormerFacts(record, former);
  const isRest = !isDeepStrictEqual([origins, ignored], [record.origins ?? {}, record.ignored ?? {}]);
  return { endpoint: record, facts: formerlyLearned(record, former), isRest };
}

const readyOnes = (stored: readonly StoredEndpoint[]): readonly Endpoint[] =>
  stored.flatMap((one) => (one.state === 'ready' ? [one.endpoint] : []));

/** Runs `task` for each id, several at the same time, and frees the event loop in between. */
async function forEachId(ids: readonly string[], task: (id: string) => Promise<void>): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    await Promise.all(ids.slice(start, start + atOnce).map(task));
    await nextTurn();
  }
}

/**
 * Follows the writes of all windows to the secrets of endpoints. VS Code may fire several times for one change, and
 * without a change (microsoft/vscode#188460, #115214).
 *
 * @param follow called with the ids of touched secrets; those that are touched meanwhile come with the next call
 */
function followSecrets(
  storage: Pick<SecretStorageLike, 'onDidChange'>,
  follow: (ids: readonly string[]) => Promise<void>,
): { dispose(): void } {
  const touched = new Set<string>();
  let isBusy = false;
  const run = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    while (touched.size > 0) {
      const ids = [...touched];
      touched.clear();
      // A window that is closing can no longer read secrets, and has no listeners.
      await follow(ids).catch(() => undefined);
    }
    isBusy = false;
  };
  const subscription = storage.onDidChange(({ key }) => {
    const id = idOfSecretKey(key) ?? idOfSecretKey(key, 'learned') ?? idOfSecretKey(key, 'removed');
    if (id === undefined) return;
    touched.add(id);
    void run();
  });
  return { dispose: () => void subscription.dispose() };
}

/** Runs tasks of the same key one after the other, whatever their outcome, and those of other keys at the same time. */
function openTaskQueues(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = last.get(key);
    const mine = before === undefined ? task() : before.then(task, task);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
