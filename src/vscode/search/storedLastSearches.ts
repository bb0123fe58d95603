import type * as vscode from 'vscode';
import type { LastSearches } from '../../core/search/remembered/lastSearches';
import type { SearchQuestion } from '../../protocol/question';

/** The place of the user's last search in this workspace. */
interface RememberedSearches {
  /** The endpoint of the latest search; undefined before the first. */
  endpointId(): Promise<string | undefined>;
  /** An empty question with the place of the endpoint's last search. */
  begin(endpointId: string, settings: Pick<SearchQuestion, 'size' | 'highlight'>): Promise<SearchQuestion>;
  note(endpointId: string, question: SearchQuestion): Promise<void>;
}

const key = 'search/last';

/** Opens the last searches in the state of the workspace. Reads nothing before the first call. */
export function openLastSearches(state: Pick<vscode.Memento, 'get' | 'update'>): RememberedSearches {
  const read = async (): Promise<LastSearches> => {
    const { readLastSearches } = await import('../../core/search/remembered/lastSearches');
    return readLastSearches(state.get(key));
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
      const { noteSearch } = await import('../../core/search/remembered/lastSearches');
      await state.update(key, noteSearch(await read(), endpointId, question));
    },
  };
}
