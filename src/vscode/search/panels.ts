import * as vscode from 'vscode';
import { loadCore } from '../core';
import { registerHitDocuments } from './hitDocuments';
import { loadPage } from './html';
import { attachSearch, type Button, type SearchPanel, type SearchPanelDeps } from './panel';

/** What VS Code knows the search panels by: in `activeWebviewPanelId`, in `onWebviewPanel:`, and to restore them. */
export const SEARCH_VIEW_TYPE = 'proxyScout.search';

export interface SearchPanelsDeps extends SearchPanelDeps {
  readonly extensionUri: vscode.Uri;
}

/** The open searches. */
export interface SearchPanels extends vscode.Disposable {
  /** Shows the search of the endpoint, and opens it where there is none. */
  open(endpointId: string): Promise<void>;
  /** Turns the page of the search that has the focus, if one has. */
  nextPage(): void;
  previousPage(): void;
  /** Cancels what the search that has the focus is waiting for. */
  cancel(): void;
}

/** Registers what searches need: their documents, and how a window that was reloaded gets them back. */
export function registerSearchPanels(deps: SearchPanelsDeps): SearchPanels {
  const documents = registerHitDocuments();
  const open = new Map<vscode.WebviewPanel, SearchPanel>();

  const attach = (panel: vscode.WebviewPanel, endpointId: string): void => {
    panel.onDidDispose(() => open.delete(panel));
    open.set(panel, attachSearch(panel, endpointId, deps, documents));
    loadPage(panel.webview, deps.extensionUri);
  };

  const serializer = vscode.window.registerWebviewPanelSerializer(SEARCH_VIEW_TYPE, {
    // VS Code asks for this when the tab is first seen; the page then asks for the page of hits that it showed.
    async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
      const { parseSavedState } = await loadCore();
      const saved = parseSavedState(state);
      // One that VS Code had not shown yet after a reload may have been opened anew meanwhile.
      const isOpen = [...open.values()].some(({ endpointId }) => endpointId === saved?.endpointId);
      if (saved === undefined || isOpen) panel.dispose();
      else attach(panel, saved.endpointId);
    },
  });

  const press = (button: Button): void => {
    for (const panel of open.values()) if (panel.isActive) panel.press(button);
  };

  return {
    async open(endpointId) {
      const name = (await deps.endpoint(endpointId))?.name ?? 'removed endpoint';
      const present = [...open.values()].find((panel) => panel.endpointId === endpointId);
      if (present !== undefined) return present.reveal();
      attach(
        vscode.window.createWebviewPanel(SEARCH_VIEW_TYPE, `Search: ${name}`, vscode.ViewColumn.Active, {
          enableFindWidget: true,
        }),
        endpointId,
      );
    },
    nextPage: () => press('next'),
    previousPage: () => press('previous'),
    cancel: () => press('cancel'),
    // The panels themselves stay: VS Code restores them after a reload.
    dispose() {
      serializer.dispose();
      documents.dispose();
    },
  };
}
