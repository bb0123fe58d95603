import type * as vscode from 'vscode';
import type { Ask } from '../../core/proxy/routing/askedBefore';
import { loadCore } from '../shared/core';

/** What a person asked last about each endpoint, in this workspace. */
export interface RememberedAsks {
  /** Undefined where nothing was asked yet. */
  of(endpointId: string): Promise<Ask | undefined>;
  /** The endpoint that was asked last. */
  endpointId(): Promise<string | undefined>;
  note(ask: Ask): Promise<void>;
}

const KEY = 'routing/asked';

/** Opens what the workspace remembers. Nothing is read before someone asks. */
export function openRememberedAsks(state: Pick<vscode.Memento, 'get' | 'update'>): RememberedAsks {
  const read = async (): Promise<readonly Ask[]> => (await loadCore()).readAsks(state.get(KEY));
  return {
    of: async (endpointId) => (await read()).find((ask) => ask.endpointId === endpointId),
    endpointId: async () => (await read())[0]?.endpointId,
    async note(ask) {
      const { noteAsk } = await loadCore();
      await state.update(KEY, noteAsk(await read(), ask));
    },
  };
}
