import type * as vscode from 'vscode';
import type { LastSearches } from '../../core/search/remembered/storedChoices';
import type { RememberedSearch } from '../../core/search/saved/searchHistory';
import type { SearchQuestion } from '../../protocol/question';

/** The history of each endpoint. It stays on this computer, and all windows share it. */
export interface SearchHistory {
  /** Newest first. */
  of(endpointId: string): Promise<readonly RememberedSearch[]>;
  remember(endpointId: string, question: SearchQuestion): Promise<void>;
  forget(endpointId: string, question: SearchQuestion): Promise<void>;
  /** Deletes the history of the endpoints that `isMeant` accepts. */
  clear(isMeant: (endpointId: string) => boolean): Promise<void>;
  /** The endpoints that have a history. */
  readonly endpointIds: readonly string[];
}

const prefix = 'search/history/';

/** Opens the history in the global state, which is read each time: another window may have written it. */
export function openSearchHistory(state: vscode.Memento): SearchHistory {
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
    async of(endpointId) {
      const { readHistory } = await import('../../core/search/saved/searchHistory');
      return readHistory(state.get(prefix + endpointId));
    },
    async remember(endpointId, question) {
      const { withRemembered } = await import('../../core/search/saved/searchHistory');
      await change(endpointId, (entries) => withRemembered(entries, question, Date.now()));
    },
    async forget(endpointId, question) {
      const { withoutRemembered } = await import('../../core/search/saved/searchHistory');
      await change(endpointId, (entries) => withoutRemembered(entries, question));
    },
    async clear(isMeant) {
      for (const endpointId of endpointIds())
        if (isMeant(endpointId)) await state.update(prefix + endpointId, undefined);
    },
    get endpointIds() {
      return endpointIds();
    },
  };
}

/** The place of the user's last search in this workspace. */
interface RememberedSearches {
  /** The endpoint of the latest search; undefined before the first. */
  endpointId(): Promise<string | undefined>;
  /** An empty question with the place of the endpoint's last search. */
  begin(endpointId: string, settings: Pick<SearchQuestion, 'size' | 'highlight'>): Promise<SearchQuestion>;
  note(endpointId: string, question: SearchQuestion): Promise<void>;
}

const lastKey = 'search/last';

/** Opens the last searches in the state of the workspace. Reads nothing before the first call. */
export function openLastSearches(state: Pick<vscode.Memento, 'get' | 'update'>): RememberedSearches {
  const read = async (): Promise<LastSearches> => {
    const { readLastSearches } = await import('../../core/search/remembered/storedChoices');
    return readLastSearches(state.get(lastKey));
  };
  return {
    endpointId: async () => (await read())[0]?.endpointId,
    async begin(endpointId, settings) {
      const { emptyQuestion } = await import('../../protocol/question');
      const last = (await read()).find((one) => one.endpointId === endpointId);
      const question = { ...emptyQuestion, ...settings };
      return last === undefined ? question : { ...question, index: last.index, field: last.field, by: last.by };
    },
    async note(endpointId, question) {
      const { noteSearch } = await import('../../core/search/remembered/storedChoices');
      await state.update(lastKey, noteSearch(await read(), endpointId, question));
    },
  };
}
