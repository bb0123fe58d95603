import { nextTurn } from '../../core/base/async/nextTurn';
import { fieldCompletions, indexCompletions } from '../../core/search/engine/completions';
import type { IndexEntry } from '../../core/search/engine/indexList';
import type { MessageFromPage, MessageToPage, SearchCompletion } from '../../protocol/pageMessages';
import type { Engine } from './engines';

/** The completions for the inputs of a search's form. Sends no request before the page does. */
export class FormCompletions {
  private readonly closed = new AbortController();
  /** Whether the engine did not return the sizes of its indices: they are not requested again for each letter. */
  private isListRefused = false;

  constructor(private readonly search: { engine(): Promise<Engine> }) {}

  /**
   * Replies to the page, with nothing if the values are unknown: the user can still type. For an index, a second reply
   * may follow with their sizes, which take an engine longer than the names.
   */
  async answer(
    { requestId, of, index, text }: Extract<MessageFromPage, { kind: 'complete' }>,
    reply: (message: MessageToPage) => void,
  ): Promise<void> {
    const send = (items: readonly SearchCompletion[]) => reply({ kind: 'completions', requestId, items });
    let catalog: Engine['catalog'];
    try {
      ({ catalog } = await this.search.engine());
      if (of !== 'index') return send(fieldCompletions(of, await catalog.fields(index), text));
    } catch {
      return send([]);
    }
    const names = await catalog.indices().catch(() => []);
    const listing = this.entriesOf(catalog);
    const known = await Promise.race([listing, nextTurn().then(() => undefined)]);
    send(indexCompletions(names, text, known));
    const entries = known ?? (await listing);
    if (known === undefined && entries.length > 0) send(indexCompletions(names, text, entries));
  }

  /** Cancels all requests. */
  close(): void {
    this.closed.abort();
  }

  private async entriesOf({ list }: Engine['catalog']): Promise<readonly IndexEntry[]> {
    if (this.isListRefused) return [];
    try {
      return (await list(this.closed.signal)).entries;
    } catch {
      this.isListRefused = true;
      return [];
    }
  }
}
