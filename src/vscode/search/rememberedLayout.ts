import type * as vscode from 'vscode';
import type { HitLayout } from '../../protocol/savedState';

/** The layout of hits that the user chose last: new pages have it, too. */
interface RememberedLayout {
  last(): Promise<HitLayout>;
  remember(layout: HitLayout): Promise<void>;
}

const key = 'search/layout';

/** Opens the layout in the extension's state. Reads nothing before the first call. */
export function openRememberedLayout(state: Pick<vscode.Memento, 'get' | 'update'>): RememberedLayout {
  return {
    async last() {
      const { parseHitLayout, usualLayout } = await import('../../protocol/savedState');
      return parseHitLayout(state.get(key)) ?? usualLayout;
    },
    remember: async (layout) => state.update(key, layout),
  };
}
