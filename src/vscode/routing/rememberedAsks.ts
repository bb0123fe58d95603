import type * as vscode from 'vscode';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';

/** The last questions in this workspace, without parts that look like secrets. */
export interface RememberedAsks {
  /** The latest first. */
  all(): Promise<readonly RememberedRouteQuestion[]>;
  note(ask: RememberedRouteQuestion): Promise<void>;
}

const key = 'routing/asked';

/** Opens the questions in the state of the workspace, which are read on first use. */
export function openRememberedAsks(state: Pick<vscode.Memento, 'get' | 'update'>): RememberedAsks {
  const read = async (): Promise<readonly RememberedRouteQuestion[]> =>
    (await import('../../core/proxy/routing/rememberedQuestions')).readRouteQuestions(state.get(key));
  return {
    all: read,
    async note(ask) {
      const { noteRouteQuestion } = await import('../../core/proxy/routing/rememberedQuestions');
      await state.update(key, noteRouteQuestion(await read(), ask));
    },
  };
}
