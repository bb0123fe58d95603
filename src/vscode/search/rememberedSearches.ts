import type * as vscode from 'vscode';
import type { LastSearches } from '../../core/search/remembered/storedChoices';
import type { RememberedSearch } from '../../core/search/saved/searchHistory';
import type { SearchQuestion } from '../../protocol/question';

const prefix = 'search/history/';

/**
 * The history of each endpoint. It stays on this computer, and all windows share it: the global state is read each time,
 * because another window may have written it.
 */
export function openSearchHistory(state: vscode.Memento) {
  const change = async (
    endpointId: string,
    to: (entries: readonly RememberedSearch[]) => readonly RememberedSearch[],
  ): Promise<void> => {
    const { historyOf, isFromLater, readHistory } = await import('../../core/search/saved/searchHistory');
    const stored: unknown = state.get(prefix + endpointId);
    if (isFromLater(stored)) return;
    const entries = to(readHistory(stored));
    await state.update(prefix + endpointId, entries.length === 0 ? undefined : historyOf(entries));
  };
  const endpointIds = (): readonly string[] =>
    state.keys().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

  return {
    /** Newest first. */
    async of(endpointId: string): Promise<readonly RememberedSearch[]> {
      const { readHistory } = await import('../../core/search/saved/searchHistory');
      return readHistory(state.get(prefix + endpointId));
    },
    async remember(endpointId: string, question: SearchQuestion): Promise<void> {
      const { withRemembered } = await import('../../core/search/saved/searchHistory');
      await change(endpointId, (entries) => withRemembered(entries, question, Date.now()));
    },
    async forget(endpointId: string, question: SearchQuestion): Promise<void> {
      const { withoutRemembered } = await import('../../core/search/saved/searchHistory');
      await change(endpointId, (entries) => withoutRemembered(entries, question));
    },
    /** Deletes the history of the endpoints that `isMeant` accepts. */
    async clear(isMeant: (endpointId: string) => boolean): Promise<void> {
      for (const endpointId of endpointIds())
        if (isMeant(endpointId)) await state.update(prefix + endpointId, undefined);
    },
    /** The endpoints that have a history. */
    get endpointIds(): readonly string[] {
      return endpointIds();
    },
  };
}

const lastKey = 'search/last';

/** The place of the user's last search in this workspace. Reads nothing before the first call. */
export function openLastSearches(state: Pick<vscode.Memento, 'get' | 'update'>) {
  const read = async (): Promise<LastSearches> => {
    const { readLastSearches } = await import('../../core/search/remembered/storedChoices');
    return readLastSearches(state.get(lastKey));
  };
  return {
    /** The endpoint of the latest search; undefined before the first. */
    endpointId: async (): Promise<string | undefined> => (await read())[0]?.endpointId,
    /** An empty question with the place of the endpoint's last search. */
    async begin(endpointId: string, settings: Pick<SearchQuestion, 'size' | 'highlight'>): Promise<SearchQuestion> {
      const { emptyQuestion } = await import('../../protocol/question');
      const last = (await read()).find((one) => one.endpointId === endpointId);
      const question = { ...emptyQuestion, ...settings };
      return last === undefined ? question : { ...question, index: last.index, field: last.field, by: last.by };
    },
    async note(endpointId: string, question: SearchQuestion): Promise<void> {
      const { noteSearch } = await import('../../core/search/remembered/storedChoices');
      await state.update(lastKey, noteSearch(await read(), endpointId, question));
    },
  };
}
