import type * as vscode from 'vscode';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import { loadCore } from '../shared/loadCore';

/** The last question about each endpoint in this workspace. */
export interface RememberedAsks {
  /** Undefined if there is none. */
  of(endpointId: string): Promise<RememberedRouteQuestion | undefined>;
  /** The endpoint of the last question. */
  endpointId(): Promise<string | undefined>;
  note(ask: RememberedRouteQuestion): Promise<void>;
}

const KEY = 'routing/asked';

/** Opens what the workspace remembers, which is read on first use. */
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
