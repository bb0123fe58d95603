import { randomUUID } from 'node:crypto';
import { openListeners } from '../async/listeners';
import { endlessTimeSlicer } from '../async/timeSlicer';
import { type Endpoint, endpointSchema, recordVersion } from './endpoint';
import { type EndpointMemento, openEndpointHints } from './endpointHints';
import { type EndpointHint, hintOf, type StoredEndpoint } from './endpointRecord';
import { openEndpointSecrets, type SecretStorageLike } from './endpointSecrets';
import { changedEndpointFields, editsOf, withEdits } from './fieldEdits';
import { followSecrets } from './followSecrets';
import { type LearnedFacts, learnedFactFields, readLearnedFacts, withLearnedFacts } from './learnedFacts';
import { forEachId, openLister, stepsOfRecord } from './listEndpoints';
import { type EndpointPlace, orderBehind, ordersAfterMove } from './placeInList';
import { openTaskQueues } from './taskQueues';
import { enteredIn, type OverruledEdit, openWindowEdits } from './windowEdits';

/** The fields of an endpoint that the user sets; the store manages the others. */
export type EndpointFields = Pick<Endpoint, 'kind' | 'name' | 'url' | 'auth' | 'headers'> &
  Partial<Pick<Endpoint, 'tls' | 'host' | 'origins' | 'ignored' | 'searchMethod'>>;

/**
 * The configured endpoints. Every secret is parsed here, once; the result is trusted. Across all windows, a removal
 * wins over any other write, edits of different fields are merged, and of one field the latest edit wins.
 */
export interface EndpointStore {
  /** All endpoints in the order of the view, including those whose record is missing or cannot be read. */
  list(): Promise<readonly StoredEndpoint[]>;
  /** The endpoint, or undefined if there is none or its record cannot be read. */
  get(id: string): Promise<Endpoint | undefined>;
  /** Adds endpoints at the end of the list: all of them, or none if any is not valid. */
  add(...fields: readonly EndpointFields[]): Promise<readonly Endpoint[]>;
  /** Replaces a record that is missing or cannot be read; adds a new one if the endpoint was removed meanwhile. */
  replace(hint: EndpointHint, fields: EndpointFields): Promise<Endpoint>;
  /**
   * Merges a user's edit into the record as stored now: only the changed fields, with headers and TLS settings one by
   * one. If the address changes, what was learned about the old address expires.
   *
   * @param seen the endpoint as the user saw it; default: as stored now
   * @returns undefined, with nothing written, if the record no longer exists or cannot be read
   */
  change(id: string, fields: Partial<EndpointFields>, seen?: Endpoint): Promise<Endpoint | undefined>;
  /** Stores facts learned about this state of the endpoint. Does nothing if the endpoint was removed. */
  learn(endpoint: Endpoint, learned: LearnedFacts): Promise<void>;
  /** Deletes the record and the hint. */
  remove(id: string): Promise<void>;
  /** Deletes every stored endpoint, readable or not, and every hint. */
  removeAll(): Promise<void>;
  /** Moves an endpoint among those of its kind; does nothing at the ends, or if the place does not exist. */
  move(id: string, place: EndpointPlace): Promise<void>;
  /** Fires with the ids whose records changed, in this window or another one. */
  onDidChange(listener: (ids: readonly string[]) => void): { dispose(): void };
  /** Fires when an edit in another window has overwritten an edit of this window that it had not read. */
  onDidOverrule(listener: (overruled: OverruledEdit) => void): { dispose(): void };
  dispose(): void;
}

/**
 * Opens the store over VS Code's secret storage and global state, or compatible objects.
 *
 * @param now milliseconds since 1970
 */
export function openEndpointStore(
  storage: SecretStorageLike,
  memento: EndpointMemento,
  now: () => number = Date.now,
): EndpointStore {
  const changed = openListeners<readonly string[]>();
  const overruling = openListeners<OverruledEdit>();
  const queues = openTaskQueues();
  const writer = randomUUID().slice(0, 8);
  const secrets = openEndpointSecrets(storage);
  const hints = openEndpointHints(memento, secrets.isRemoved);
  const edits = openWindowEdits(secrets, overruling.fire);
  const list = openLister(secrets, hints, now);

  const announce = (ids: readonly string[]): void => {
    if (ids.length > 0) changed.fire(ids);
  };
  const following = followSecrets(storage, { secrets, edits, queues }, async (news) => {
    await hints.clean();
    announce(news);
  });

  const forget = (id: string): void => {
    secrets.forgetAnnounced(id);
    edits.forget(id);
  };

  /** Writes whole records, new or replaced. */
  const put = async (endpoints: readonly Endpoint[]): Promise<readonly Endpoint[]> => {
    const slicer = endlessTimeSlicer();
    const texts = new Map<string, string>();
    for (const endpoint of endpoints) {
      texts.set(endpoint.id, JSON.stringify(endpointSchema.parse(endpoint)));
      await slicer.step(stepsOfRecord);
    }
    for (const [id, entered] of texts) {
      // Secret first: a crash in between leaves a record without a hint, which the next `list` repairs.
      await secrets.write(id, 'entered', entered);
      secrets.noteAnnounced(id, { entered, learned: undefined });
      await slicer.step(stepsOfRecord);
    }
    await hints.put(endpoints.map(hintOf));
    announce(endpoints.map(({ id }) => id));
    return endpoints;
  };

  const add = (endpoints: readonly EndpointFields[], order: number): Promise<readonly Endpoint[]> =>
    put(
      // If copied from another endpoint, the edits are those of that endpoint.
      endpoints.map(({ edits: _, ...one }: EndpointFields & Partial<Pick<Endpoint, 'edits'>>, index) => ({
        ...one,
        version: recordVersion,
        id: randomUUID(),
        order: order + index,
      })),
    );

  const change = (
    id: string,
    fields: Partial<EndpointFields & { order: number }>,
    from?: Endpoint,
  ): Promise<Endpoint | undefined> =>
    queues.take(id, async () => {
      const texts = await secrets.read(id);
      const stored = texts === undefined ? undefined : enteredIn(id, texts.entered);
      const learned = readLearnedFacts(texts?.learned);
      if (texts === undefined || stored === undefined || (await secrets.wasRemoved(id))) return undefined;
      const current = learned === undefined ? stored : withLearnedFacts(stored, learned);
      const changes = changedEndpointFields(from ?? current, fields);
      if (changes.size === 0) return current;
      const isElsewhere = changes.has('url') || changes.has('host');
      // An earlier version stored the learned method here.
      if (isElsewhere && fields.searchMethod === undefined) changes.set('searchMethod', undefined);
      const made = editsOf(changes, stored, from ?? current, now(), writer);
      const next = endpointSchema.parse(withEdits(stored, made));
      const entered = JSON.stringify(next);
      if (!(await edits.write(id, 'entered', entered, made))) return undefined;
      secrets.noteAnnounced(id, { ...texts, entered });
      if (JSON.stringify(hintOf(next)) !== JSON.stringify(hints.all().get(id))) await hints.put([hintOf(next)]);
      announce([id]);
      return learned === undefined ? next : withLearnedFacts(next, learned);
    });

  const learn = (endpoint: Endpoint, found: LearnedFacts): Promise<void> =>
    queues.take(endpoint.id, async () => {
      const { id } = endpoint;
      const texts = await secrets.read(id);
      const stored = readLearnedFacts(texts?.learned);
      // A newer version may have written fields that are unknown here.
      if (texts === undefined || stored === undefined) return;
      const changes = changedEndpointFields(stored, learnedFactFields(endpoint, found, stored));
      if (changes.size === 0) return;
      const made = editsOf(changes, stored, stored, now(), writer);
      const learned = JSON.stringify(withEdits(stored, made));
      if (!(await edits.write(id, 'learned', learned, made))) return;
      secrets.noteAnnounced(id, { ...texts, learned });
      announce([id]);
    });

  const remove = async (ids: readonly string[]): Promise<void> => {
    const slicer = endlessTimeSlicer();
    // The removal is written first: a crash in between leaves a record that the next `list` deletes, never one that
    // comes back.
    await forEachId(ids, (id) => secrets.write(id, 'removed', String(now())), slicer);
    secrets.noteRemoved(ids);
    await hints.clean();
    await forEachId(ids, (id) => queues.take(id, () => secrets.delete(id, 'entered', 'learned')), slicer);
    for (const id of ids) forget(id);
    announce(ids);
  };

  return {
    list,
    get: secrets.endpoint,
    change,
    learn,
    remove: (id) => remove([id]),
    async add(...fields) {
      return add(fields, orderBehind(await list()));
    },
    async replace({ id, order }, fields) {
      const endpoint: Endpoint = { ...fields, version: recordVersion, id, order };
      if (await secrets.wasRemoved(id)) return (await add([fields], order))[0] ?? endpoint;
      await secrets.delete(id, 'learned');
      forget(id);
      await put([endpoint]);
      return endpoint;
    },
    async removeAll() {
      // Includes endpoints of which only a hint is left.
      const { entered } = await secrets.ids();
      await remove([...new Set([...entered, ...hints.all().keys()])]);
    },
    async move(id, place) {
      const slicer = endlessTimeSlicer();
      for (const { id: moved, order } of ordersAfterMove(await list(), id, place)) {
        await change(moved, { order });
        await slicer.step(stepsOfRecord);
      }
    },
    onDidChange: changed.event,
    onDidOverrule: overruling.event,
    dispose() {
      following.dispose();
      changed.clear();
      overruling.clear();
    },
  };
}
