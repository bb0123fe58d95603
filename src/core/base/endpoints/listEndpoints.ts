import { endlessTimeSlicer, type TimeSlicer } from '../async/timeSlicer';
import type { EndpointHintStore } from './endpointHints';
import { byOrder, readRecord, type StoredEndpoint } from './endpointRecord';
import type { EndpointSecrets } from './endpointSecrets';

/** How long removals are remembered: longer than any window can delay its writes. */
const removedForMs = 30 * 24 * 60 * 60 * 1000;
const atOnce = 50;
/** The cost of reading or writing a record, in steps of a time slicer. */
export const stepsOfRecord = 50;

/** Runs `work` for each item, several at the same time, and frees the event loop in between. */
export async function forEachId(
  ids: readonly string[],
  task: (id: string) => Promise<void>,
  slicer: TimeSlicer,
): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    await Promise.all(ids.slice(start, start + atOnce).map(task));
    await slicer.step(atOnce * stepsOfRecord);
  }
}

/**
 * Lists all endpoints in the order of the view, and cleans up after windows that were closed while they wrote.
 *
 * @param now milliseconds since 1970
 */
export function openLister(
  secrets: EndpointSecrets,
  hints: EndpointHintStore,
  now: () => number,
): () => Promise<readonly StoredEndpoint[]> {
  let isSwept = false;

  /** Deletes old removals. */
  const sweep = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const since = Number(await secrets.get(id, 'removed'));
      if (!(now() - since < removedForMs)) await secrets.delete(id, 'removed');
    }
  };

  return async () => {
    // A hint is written after its secret: if it exists now, its secret is among the keys, or the endpoint was removed.
    const remembered = hints.all();
    const { entered, learned, removed } = await secrets.ids();

    const slicer = endlessTimeSlicer();
    const stored: StoredEndpoint[] = [];
    const one = async (id: string): Promise<void> => {
      const texts = entered.has(id) ? await secrets.read(id) : undefined;
      const hint = remembered.get(id);
      if (secrets.isRemoved(id)) return;
      if (texts !== undefined) stored.push(readRecord(id, texts, hint));
      // This window has read the record before, so it is not lost: a window with an earlier version removed it.
      else if (hint !== undefined && !secrets.hasSeen(id) && !(await secrets.wasRemoved(id))) {
        stored.push({ state: 'gone', hint });
      }
    };
    await forEachId([...new Set([...entered, ...remembered.keys()])], one, slicer);
    stored.sort(byOrder);
    await slicer.step(stored.length);
    await hints.set(stored.map(({ hint }) => hint));
    // A window was closed while it wrote, and left these.
    for (const id of entered) if (removed.has(id)) await secrets.delete(id, 'entered', 'learned');
    for (const id of learned) if (!entered.has(id)) await secrets.delete(id, 'learned');
    if (!isSwept) void sweep([...removed]).catch(() => undefined);
    isSwept = true;
    return stored.filter(({ hint }) => !secrets.isRemoved(hint.id));
  };
}
