import type * as vscode from 'vscode';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import { loadCore } from '../shared/loadCore';

/** What a person asked last about each endpoint, in this workspace. */
export interface RememberedAsks {
  /** Undefined where nothing was asked yet. */
  of(endpointId: string): Promise<RememberedRouteQuestion | undefined>;
  /** The endpoint that was asked last. */
  endpointId(): Promise<string | undefined>;
  note(ask: RememberedRouteQuestion): Promise<void>;
}

const KEY = 'routing/asked';

/** Opens what the workspace remembers. Nothing is read before someone asks. */
export function openRememberedAsks(state: Pick<vscode.Memento, 'get' | 'update'>): RememberedAsks {
  const read = async (): Promise<readonly RememberedRouteQuestion[]> =>
    (await loadCore()).readRouteQuestions(state.get(KEY));
  return {
    of: async (endpointId) => (await read()).find((ask) => ask.endpointId === endpointId),
    endpointId: async () => (await read())[0]?.endpointId,
    async note(ask) {
      const { noteRouteQuestion } = await loadCore();
      await state.update(KEY, noteRouteQuestion(await read(), ask));
    },
  };
}
