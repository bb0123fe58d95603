import type * as vscode from 'vscode';
import { promiseByKey } from '../../core/base/async/promiseByKey';

/** The columns that the user chose at one endpoint. */
export interface EndpointColumns {
  /** Empty if the user chose none. */
  of(index: string): readonly string[];
  choose(index: string, paths: readonly string[]): Promise<void>;
}

/** The columns that the user chose, by endpoint and index: the same in every workspace and panel. */
interface StoredColumns {
  at(endpointId: string): Promise<EndpointColumns>;
  /** Deletes the columns of an endpoint that was removed. */
  forget(endpointId: string): Promise<void>;
}

/** One key for each endpoint, so that two windows overwrite as little of each other as possible. */
const keyOf = (endpointId: string): string => `search/columns/${endpointId}`;

/** Opens the columns in the extension's state. Reads nothing before the first call. */
export function openColumns(state: Pick<vscode.Memento, 'get' | 'update'>): StoredColumns {
  /** One value for all panels, so that each choice is based on the one before, and the state is read once. */
  const endpoints = promiseByKey(async (endpointId): Promise<EndpointColumns> => {
    const key = keyOf(endpointId);
    const { columnsOf, readColumns, withChosenColumns } = await import('../../core/search/remembered/chosenColumns');
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
      // A value that is still being opened is dropped: no caller waits for it.
      void endpoints.remove(endpointId);
      if (state.get(keyOf(endpointId)) !== undefined) await state.update(keyOf(endpointId), undefined);
    },
  };
}
