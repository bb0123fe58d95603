import type * as vscode from 'vscode';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';

export type RememberedAsks = ReturnType<typeof openRememberedAsks>;

const key = 'routing/asked';

/** The last questions in this workspace, without parts that look like secrets. */
export function openRememberedAsks(state: Pick<vscode.Memento, 'get' | 'update'>) {
  const read = async (): Promise<readonly RememberedRouteQuestion[]> =>
    (await import('../../core/proxy/routing/rememberedQuestions')).readRouteQuestions(state.get(key));
  return {
    /** The latest first. */
    all: read,
    async note(ask: RememberedRouteQuestion): Promise<void> {
      const { noteRouteQuestion } = await import('../../core/proxy/routing/rememberedQuestions');
      await state.update(key, noteRouteQuestion(await read(), ask));
    },
  };
}
