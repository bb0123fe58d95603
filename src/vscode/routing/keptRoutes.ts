import type * as vscode from 'vscode';
import {
  type KeptRouteDocument,
  type KeptRouteList,
  keepRouteDocument,
  readRouteDocuments,
} from '../../core/proxy/routing/rememberedQuestions';

/** The questions of open documents, without secrets, which survive a reload of the window. */
interface KeptRoutes {
  /** Undefined if it is not stored. */
  get(id: string): Promise<KeptRouteDocument | KeptRouteList | undefined>;
  put(document: KeptRouteDocument | KeptRouteList): Promise<void>;
  forget(id: string): Promise<void>;
}

const key = 'routing/open';

/** Stores them in the state of the workspace. */
export function openKeptRoutes(state: Pick<vscode.Memento, 'get' | 'update'>): KeptRoutes {
  const read = async (): Promise<readonly (KeptRouteDocument | KeptRouteList)[]> => readRouteDocuments(state.get(key));
  return {
    get: async (id) => (await read()).find((one) => one.id === id),
    async put(document) {
      await state.update(key, keepRouteDocument(await read(), document));
    },
    async forget(id) {
      const kept = await read();
      const others = kept.filter((one) => one.id !== id);
      if (others.length < kept.length) await state.update(key, others.length === 0 ? undefined : others);
    },
  };
}
