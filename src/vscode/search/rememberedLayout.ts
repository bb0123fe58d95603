import type * as vscode from 'vscode';
import type { HitLayout } from '../../protocol/hitLayout';
import { loadCore } from '../shared/loadCore';

/** How a person laid out hits last: so does a new page. */
export interface RememberedLayout {
  last(): Promise<HitLayout>;
  remember(layout: HitLayout): Promise<void>;
}

const key = 'search/layout';

/** Opens the layout over the extension's state. Nothing is read before someone asks. */
export function openRememberedLayout(state: Pick<vscode.Memento, 'get' | 'update'>): RememberedLayout {
  return {
    async last() {
      const { parseHitLayout, usualLayout } = await loadCore();
      return parseHitLayout(state.get(key)) ?? usualLayout;
    },
    remember: async (layout) => state.update(key, layout),
  };
}
