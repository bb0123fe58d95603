import type { SearchClient } from '../engine/searchClient';
import { EngineRefusal } from '../paging/sendSearch';

/** The word for the length of a bar of a `date_histogram`: `interval` for Elasticsearch before 7.2. */
export type IntervalName = 'fixed_interval' | 'interval';

/** The clients whose engines know only `interval`, also where they do not say their version. */
const onlyInterval = new WeakSet<SearchClient>();

/** Asks with the word that the engine knows: where it refuses the newer one, once again with the older, and then always. */
export async function askWithInterval<T>(client: SearchClient, ask: (name: IntervalName) => Promise<T>): Promise<T> {
  try {
    return await ask(onlyInterval.has(client) ? 'interval' : 'fixed_interval');
  } catch (error) {
    if (!refusesWord(error, 'fixed_interval') || onlyInterval.has(client)) throw error;
    onlyInterval.add(client);
    return ask('interval');
  }
}

/** Whether an engine refused a request because of this word in it. */
export function refusesWord(error: unknown, word: 'time_zone' | 'fixed_interval'): boolean {
  return error instanceof EngineRefusal && error.error.reason.includes(`[${word}]`);
}
