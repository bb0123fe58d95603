import { nextTurn } from '../../core/base/async/nextTurn';
import { fieldCompletions, indexCompletions } from '../../core/search/engine/completions';
import type { IndexEntry } from '../../core/search/engine/indexList';
import type { MessageFromPage, MessageToPage, SearchCompletion } from '../../protocol/pageMessages';
import type { Engine } from './engines';

/** The completions for the inputs of a search's form. */
export interface FormCompletions {
  /**
   * Replies to the page, with nothing if the values are unknown: the user can still type. For an index, a second reply
   * may follow with their sizes, which take an engine longer than the names.
   */
  answer(
    request: Extract<MessageFromPage, { kind: 'complete' }>,
    reply: (message: MessageToPage) => void,
  ): Promise<void>;
  /** Cancels all requests. */
  close(): void;
}

/** Opens the completions of one endpoint. Sends no request before the page does. */
export function openFormCompletions(engine: () => Promise<Engine>): FormCompletions {
  const closed = new AbortController();
  /** Whether the engine did not return the sizes of its indices: they are not requested again for each letter. */
  let isListRefused = false;

  const entriesOf = async ({ list }: Engine['catalog']): Promise<readonly IndexEntry[]> => {
    if (isListRefused) return [];
    try {
      return (await list(closed.signal)).entries;
    } catch {
      isListRefused = true;
      return [];
    }
  };

  return {
    async answer({ requestId, of, index, text }, reply) {
      const send = (items: readonly SearchCompletion[]) => reply({ kind: 'completions', requestId, items });
      let catalog: Engine['catalog'];
      try {
        ({ catalog } = await engine());
        if (of !== 'index') return send(fieldCompletions(of, await catalog.fields(index), text));
      } catch {
        return send([]);
      }
      const names = await catalog.indices().catch(() => []);
      const listing = entriesOf(catalog);
      const known = await Promise.race([listing, nextTurn().then(() => undefined)]);
      send(indexCompletions(names, text, known));
      const entries = known ?? (await listing);
      if (known === undefined && entries.length > 0) send(indexCompletions(names, text, entries));
    },
    close: () => closed.abort(),
  };
}
