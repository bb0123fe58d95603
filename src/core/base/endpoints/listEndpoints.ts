import { endlessTimeSlicer, type TimeSlicer } from '../async/timeSlicer';
import type { Hints } from './endpointHints';
import { byOrder, readRecord, type StoredEndpoint } from './endpointRecord';
import type { EndpointSecrets } from './endpointSecrets';

/** How long it is remembered that an endpoint was removed: longer than any window can hold back what it writes. */
const REMOVED_FOR_MS = 30 * 24 * 60 * 60 * 1000;
/** Secrets that are asked for at the same time. */
const AT_ONCE = 50;
/** What reading or writing a record takes, in steps of a pace. */
export const STEPS_OF_RECORD = 50;

/** Does something for each, some at the same time, and lets others have the event loop in between. */
export async function inParts(
  ids: readonly string[],
  task: (id: string) => Promise<void>,
  slicer: TimeSlicer,
): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await Promise.all(ids.slice(start, start + AT_ONCE).map(task));
    await slicer.step(AT_ONCE * STEPS_OF_RECORD);
  }
}

/**
 * Lists all endpoints in the order of the view, and clears away what windows left behind.
 *
 * @param now milliseconds since 1970
 */
export function openLister(
  secrets: EndpointSecrets,
  hints: Hints,
  now: () => number,
): () => Promise<readonly StoredEndpoint[]> {
  let isSwept = false;

  /** Forgets removals of long ago. */
  const sweep = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const since = Number(await secrets.get(id, 'removed'));
      if (!(now() - since < REMOVED_FOR_MS)) await secrets.delete(id, 'removed');
    }
  };

  return async () => {
    // A hint is written after its secret: one that is known now has its secret among the keys, or was removed.
    const remembered = hints.all();
    const { entered, learnt, removed } = await secrets.ids();

    const slicer = endlessTimeSlicer();
    const stored: StoredEndpoint[] = [];
    const one = async (id: string): Promise<void> => {
      const texts = entered.has(id) ? await secrets.read(id) : undefined;
      const hint = remembered.get(id);
      if (secrets.isRemoved(id)) return;
      if (texts !== undefined) stored.push(readRecord(id, texts, hint));
      // A record that this window has read before did not rot: a window of an earlier version removed it.
      else if (hint !== undefined && !secrets.hasSeen(id) && !(await secrets.wasRemoved(id))) {
        stored.push({ state: 'gone', hint });
      }
    };
    await inParts([...new Set([...entered, ...remembered.keys()])], one, slicer);
    stored.sort(byOrder);
    await slicer.step(stored.length);
    await hints.set(stored.map(({ hint }) => hint));
    // What a window left behind that was closed while it wrote.
    for (const id of entered) if (removed.has(id)) await secrets.delete(id, 'entered', 'learnt');
    for (const id of learnt) if (!entered.has(id)) await secrets.delete(id, 'learnt');
    if (!isSwept) void sweep([...removed]).catch(() => undefined);
    isSwept = true;
    return stored.filter(({ hint }) => !secrets.isRemoved(hint.id));
  };
}
