import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { SearchQuestion } from '../../protocol/question';
import { logError } from '../shared/logError';
import type { SavedSearches } from './savedSearches';
import type { Searches } from './searches';
import type { NewSearchPanel, SearchPanel } from './searchPanel';

/** The type of search panels in VS Code: in `activeWebviewPanelId`, in `onWebviewPanel:`, and for restoring them. */
const searchViewType = 'proxyScout.search';

/** The place and mode of a search. */
interface AskOptions {
  /** For an editor that keeps the focus: a new panel opens beside it. */
  readonly beside?: boolean;
  /** In a new tab, so that no other search is replaced. */
  readonly isNew?: boolean;
  /** The columns for this endpoint and index, unless the user has chosen some. */
  readonly columns?: readonly string[];
}

/** The modules of panels, loaded with the first one. */
const loadParts = async () => {
  const [panel, html] = await Promise.all([import('./searchPanel'), import('./pageHtml')]);
  return { ...panel, ...html };
};
type PanelParts = Awaited<ReturnType<typeof loadParts>>;

/** The open searches, and their serializer for a window that was reloaded. */
export class SearchPanels implements vscode.Disposable {
  /** The one used last is at the end. */
  private readonly opened = new Map<vscode.WebviewPanel, SearchPanel>();
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly extensionUri: vscode.Uri,
    readonly searches: Searches,
    saved: SavedSearches,
  ) {
    const { clients, engines, comparison, answered, log } = searches;
    this.subscriptions = vscode.Disposable.from(
      clients.onDidChange(() => {
        for (const panel of this.all) {
          panel
            .endpointsChanged()
            .catch((error: unknown) => logError(log, 'A search cannot show its endpoints.', error));
        }
      }),
      engines.onDidSwitchMethod(({ endpointId, why }) => {
        for (const panel of this.all) {
          if (panel.search.endpointId === endpointId) panel.post({ kind: 'announce', text: why });
        }
      }),
      comparison.onDidSelect(() => {
        for (const panel of this.all) panel.act('selectHit');
      }),
      answered.event(({ endpointId, question, failure }) => {
        // Such a search is not stored, because its central hit may soon be deleted.
        if (failure !== undefined || question.around !== undefined) return;
        saved
          .remember(endpointId, question)
          .catch((error: unknown) => logError(log, 'A search is not kept in the history.', error));
      }),
      vscode.window.registerWebviewPanelSerializer(searchViewType, this),
    );
  }

  /** The focused search. */
  get active(): SearchPanel | undefined {
    return this.all.find(({ isActive }) => isActive);
  }

  /** The search with this id; undefined if it was closed. */
  find(panelId: string): SearchPanel | undefined {
    return this.all.find(({ id }) => id === panelId);
  }

  /** Shows the endpoint's search that was used last, or a new one. */
  async open(endpointId: string): Promise<void> {
    const present = this.lastOf(endpointId);
    if (present === undefined) await this.openNew(endpointId);
    else present.reveal(undefined, false);
  }

  /** Opens another search of the endpoint. */
  async openNew(endpointId: string, question?: SearchQuestion, isBeside = false): Promise<void> {
    const parts = await loadParts();
    const title = parts.searchTabTitle(await this.searches.endpoints(), endpointId, question);
    const place = isBeside
      ? { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }
      : { viewColumn: vscode.ViewColumn.Active, preserveFocus: false };
    const webviewPanel = vscode.window.createWebviewPanel(searchViewType, title, place, { enableFindWidget: true });
    this.attach(parts, webviewPanel, { id: randomUUID(), endpointId }).begin(question);
  }

  /** Runs a question in the endpoint's search that was used last and has nothing typed in it, or in a new one. */
  async ask(
    endpointId: string,
    question: SearchQuestion,
    { beside = false, isNew = false, columns = [] }: AskOptions = {},
  ): Promise<void> {
    // A new panel needs its parts next.
    const [chosen] = await Promise.all([this.searches.columns.at(endpointId), loadParts()]);
    if (columns.length > 0 && chosen.of(question.index).length === 0) await chosen.choose(question.index, columns);
    const present = isNew ? undefined : this.lastOf(endpointId, ({ isUntouched }) => isUntouched);
    if (present === undefined) return this.openNew(endpointId, question, beside);
    present.reveal(undefined, beside);
    present.ask(question);
  }

  /** VS Code calls this when the tab is first shown; the page then requests its previous page of hits. */
  async deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { parseSavedState } = await import('../../protocol/savedStateSchema');
    const parts = await loadParts();
    const saved = parseSavedState(state);
    if (saved === undefined) return webviewPanel.dispose();
    const id = this.find(saved.panelId) === undefined ? saved.panelId : randomUUID();
    this.attach(parts, webviewPanel, { id, endpointId: saved.endpointId, restored: saved });
  }

  /** Closes what engines keep open for the panels, if possible. Await it before closing the connections. */
  async close(): Promise<void> {
    await Promise.allSettled(this.all.map((panel) => panel.close()));
  }

  /** The panels themselves stay: VS Code restores them after a reload. */
  dispose(): void {
    this.subscriptions.dispose();
  }

  private get all(): readonly SearchPanel[] {
    return [...this.opened.values()];
  }

  private lastOf(endpointId: string, fits: (panel: SearchPanel) => boolean = () => true): SearchPanel | undefined {
    return this.all.findLast((panel) => panel.search.endpointId === endpointId && fits(panel));
  }

  private attach(
    { SearchPanel, loadPage }: PanelParts,
    webviewPanel: vscode.WebviewPanel,
    given: NewSearchPanel,
  ): SearchPanel {
    const panel = new SearchPanel(webviewPanel, given, this.searches);
    this.opened.set(webviewPanel, panel);
    webviewPanel.onDidDispose(() => this.opened.delete(webviewPanel));
    webviewPanel.onDidChangeViewState(() => {
      if (!webviewPanel.active) return;
      this.opened.delete(webviewPanel);
      this.opened.set(webviewPanel, panel);
    });
    const icon = (theme: string) => vscode.Uri.joinPath(this.extensionUri, 'media', `search-tab-${theme}.svg`);
    webviewPanel.iconPath = { light: icon('light'), dark: icon('dark') };
    loadPage(webviewPanel.webview, this.extensionUri);
    return panel;
  }
}
