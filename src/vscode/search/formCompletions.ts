import { nextTurn } from '../../core/base/async/nextTurn';
import type { IndexEntry } from '../../core/search/engine/indexList';
import type { MessageFromPage, MessageToPage, SearchCompletion } from '../../protocol/pageMessages';
import { loadCore } from '../shared/loadCore';
import type { Engine } from './engines';

/** What could stand in the inputs of a search's form. */
export interface FormCompletions {
  /**
   * Answers the page, with nothing where it cannot be known: one can still type. For an index, a second reply may follow, with how
   * much each holds, which takes an engine longer to tell than the names.
   */
  answer(
    request: Extract<MessageFromPage, { kind: 'complete' }>,
    reply: (message: MessageToPage) => void,
  ): Promise<void>;
  /** Ends what is under way. */
  close(): void;
}

/** Opens the completions of one endpoint. Nothing is asked before the page asks. */
export function openFormCompletions(engine: () => Promise<Engine>): FormCompletions {
  const closed = new AbortController();
  /** Whether the engine did not tell how much its indices hold: it is not asked again for each letter. */
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
      const { fieldCompletions, indexCompletions } = await loadCore();
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
