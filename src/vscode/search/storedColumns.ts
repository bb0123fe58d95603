import type * as vscode from 'vscode';
import { promiseByKey } from '../../core/base/async/promiseByKey';
import { loadCore } from '../shared/loadCore';

/** Which columns a person chose at one endpoint. */
interface EndpointColumns {
  /** Empty where none were chosen. */
  of(index: string): readonly string[];
  choose(index: string, paths: readonly string[]): Promise<void>;
}

/** Which columns a person chose, by endpoint and index: the same in every workspace and panel. */
export interface StoredColumns {
  at(endpointId: string): Promise<EndpointColumns>;
  /** Forgets those of an endpoint that was removed. */
  forget(endpointId: string): Promise<void>;
}

/** One key for each endpoint, so that two windows lose as little as can be of what the other wrote. */
const keyOf = (endpointId: string): string => `search/columns/${endpointId}`;

/** Opens the columns over the extension's state. Nothing is read before someone asks. */
export function openColumns(state: Pick<vscode.Memento, 'get' | 'update'>): StoredColumns {
  /** One value for all panels: each choice is made on top of the one before, and the state is read once. */
  const endpoints = promiseByKey(async (endpointId): Promise<EndpointColumns> => {
    const key = keyOf(endpointId);
    const { columnsOf, readColumns, withChosenColumns } = await loadCore();
    let chosen = readColumns(state.get(key));
    return {
      of: (index) => columnsOf(chosen, index),
      async choose(index, paths) {
        chosen = withChosenColumns(chosen, index, paths);
        await state.update(key, chosen.length === 0 ? undefined : chosen);
      },
    };
  });

  return {
    at: endpoints.open,
    async forget(endpointId) {
      // What is still being opened is let go of: nobody waits for it.
      void endpoints.remove(endpointId);
      if (state.get(keyOf(endpointId)) !== undefined) await state.update(keyOf(endpointId), undefined);
    },
  };
}
