import type * as vscode from 'vscode';
import type { LastSearches } from '../../core/search/remembered/lastSearches';
import type { SearchQuestion } from '../../protocol/question';
import { loadCore } from '../shared/loadCore';

/** Where a person searched last in this workspace. */
export interface RememberedSearches {
  /** The endpoint of the latest search; undefined before the first. */
  endpointId(): Promise<string | undefined>;
  /** A question with nothing in it but where the last one of the endpoint looked. */
  begin(endpointId: string, settings: Pick<SearchQuestion, 'size' | 'highlight'>): Promise<SearchQuestion>;
  note(endpointId: string, question: SearchQuestion): Promise<void>;
}

const key = 'search/last';

/** Opens what the workspace remembers. Nothing is read before someone asks. */
export function openLastSearches(state: Pick<vscode.Memento, 'get' | 'update'>): RememberedSearches {
  const read = async (): Promise<LastSearches> => {
    const { readLastSearches } = await loadCore();
    return readLastSearches(state.get(key));
  };
  return {
    endpointId: async () => (await read())[0]?.endpointId,
    async begin(endpointId, settings) {
      const { emptyQuestion } = await loadCore();
      const last = (await read()).find((one) => one.endpointId === endpointId);
      const question = { ...emptyQuestion, ...settings };
      return last === undefined ? question : { ...question, index: last.index, field: last.field, by: last.by };
    },
    async note(endpointId, question) {
      const { noteSearch } = await loadCore();
      await state.update(key, noteSearch(await read(), endpointId, question));
    },
  };
}
