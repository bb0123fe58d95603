import type * as vscode from 'vscode';
import { openListeners } from '../../core/base/async/listeners';
import { promiseByKey } from '../../core/base/async/promiseByKey';
import type { HitLayout } from '../../protocol/savedState';
import type { EphemeralDocuments } from '../shared/ephemeralDocuments';
import type { EphemeralText } from '../shared/ephemeralText';

/** The columns that the user chose at one endpoint. */
export interface EndpointColumns {
  /** Empty if the user chose none. */
  of(index: string): readonly string[];
  choose(index: string, paths: readonly string[]): Promise<void>;
}

/** One key for each endpoint, so that two windows overwrite as little of each other as possible. */
const keyOf = (endpointId: string): string => `search/columns/${endpointId}`;

/**
 * The columns that the user chose, by endpoint and index: the same in every workspace and panel. Reads nothing before
 * the first call.
 */
export function openColumns(state: Pick<vscode.Memento, 'get' | 'update'>) {
  /** One value for all panels, so that each choice is based on the one before, and the state is read once. */
  const endpoints = promiseByKey(async (endpointId): Promise<EndpointColumns> => {
    const key = keyOf(endpointId);
    const { columnsOf, readColumns, withChosenColumns } = await import('../../core/search/remembered/storedChoices');
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
    /** Deletes the columns of an endpoint that was removed. */
    async forget(endpointId: string): Promise<void> {
      // A value that is still being opened is dropped: no caller waits for it.
      void endpoints.remove(endpointId);
      if (state.get(keyOf(endpointId)) !== undefined) await state.update(keyOf(endpointId), undefined);
    },
  };
}

const layoutKey = 'search/layout';

/** The layout of hits that the user chose last: new pages have it, too. Reads nothing before the first call. */
export function openRememberedLayout(state: Pick<vscode.Memento, 'get' | 'update'>) {
  return {
    async last(): Promise<HitLayout> {
      const { usualLayout } = await import('../../protocol/savedState');
      const { parseHitLayout } = await import('../../protocol/savedStateSchema');
      return parseHitLayout(state.get(layoutKey)) ?? usualLayout;
    },
    remember: async (layout: HitLayout): Promise<void> => state.update(layoutKey, layout),
  };
}

/** The hit that the user selected for comparing, in any panel. */
export function openHitComparison(documents: Pick<EphemeralDocuments, 'compare'>) {
  let selected: EphemeralText | undefined;
  const listeners = openListeners<void>();
  return {
    get isSelected(): boolean {
      return selected !== undefined;
    },
    select({ name, ending, text }: EphemeralText): void {
      // Of a long hit only the beginning is compared: users do not open the whole from there.
      selected = { name, ending, text };
      listeners.fire();
    },
    onDidSelect: listeners.event,
    /** Shows the selected hit and this one side by side. Returns false if none was selected. */
    async with(hit: EphemeralText): Promise<boolean> {
      if (selected === undefined) return false;
      await documents.compare({ title: `${selected.name} ↔ ${hit.name}`, left: selected, right: hit });
      return true;
    },
  };
}
