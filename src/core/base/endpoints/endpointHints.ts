import * as z from 'zod/mini';
import { type EndpointHint, hintSchema } from './endpointRecord';
import type { EndpointMemento } from './learnedFacts';

/**
 * The hints of all endpoints. Every window has its own copy, learns late of changes by other windows, and writes all
 * hints, so a removed hint may come back: each writer leaves out those that it knows to be removed.
 */
interface EndpointHintStore {
  all(): ReadonlyMap<string, EndpointHint>;
  /** Adds hints, or replaces those with the same id. */
  put(hints: readonly EndpointHint[]): Promise<void>;
  set(hints: readonly EndpointHint[]): Promise<void>;
  /** Leaves out removed ones, if there are any. */
  clean(): Promise<void>;
}

const hintsKey = 'endpoints/hints';

export function openEndpointHints(memento: EndpointMemento, isRemoved: (id: string) => boolean): EndpointHintStore {
  let last: { readonly raw: unknown; readonly hints: readonly EndpointHint[] } | undefined;
  /** Avoids checking thousands of hints again: VS Code returns the same value until it changes. */
  const read = (): readonly EndpointHint[] => {
    const raw = memento.get(hintsKey);
    if (last === undefined || last.raw !== raw) last = { raw, hints: hintListSchema.parse(raw) };
    return last.hints;
  };
  const all = (): Map<string, EndpointHint> => new Map(read().map((hint) => [hint.id, hint]));
  const set = async (wanted: readonly EndpointHint[]): Promise<void> => {
    const list = wanted.filter(({ id }) => !isRemoved(id));
    if (JSON.stringify(list) !== JSON.stringify(read())) await memento.update(hintsKey, list);
  };
  return {
    all,
    set,
    put: (hints) => set([...new Map([...all(), ...hints.map((hint) => [hint.id, hint] as const)]).values()]),
    clean: () => set(read()),
  };
}

const hintListSchema = z.catch(z.array(hintSchema), []);
