import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { SearchQuestion } from '../../protocol/question';
import { logError } from '../shared/logError';
import type { SavedSearches } from './savedSearches';
import type { Searches } from './searches';
import type { NewSearchPanel, PendingQuery, SearchPanel } from './searchPanel';

/** The type of search panels in VS Code: in `activeWebviewPanelId`, in `onWebviewPanel:`, and for restoring them. */
const searchViewType = 'proxyScout.search';

/** The place and mode of a search. */
interface AskOptions {
  /** Whether the search runs at once. */
  readonly run: boolean;
  /** For an editor that keeps the focus: a new panel opens beside it. */
  readonly beside?: boolean;
  /** In a new tab, so that no other search is replaced. */
  readonly isNew?: boolean;
  /** Whether a search of the endpoint with this question may be replaced; by default the one used last. */
  readonly replaces?: (question: SearchQuestion | undefined) => boolean;
  /** The columns for this endpoint and index, unless the user has chosen some. */
  readonly columns?: readonly string[];
}

/** The modules of panels, loaded with the first one. */
const loadParts = async () => ({ ...(await import('./searchPanel')), ...(await import('./pageHtml')) });
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
        for (const panel of this.all) panel.post({ kind: 'hitSelected' });
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
  async openNew(endpointId: string, pending?: PendingQuery, isBeside = false): Promise<void> {
    const parts = await loadParts();
    const title = parts.searchTabTitle(await this.searches.endpoints(), endpointId, pending?.question);
    const place = isBeside
      ? { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }
      : { viewColumn: vscode.ViewColumn.Active, preserveFocus: false };
    this.attach(parts, vscode.window.createWebviewPanel(searchViewType, title, place, { enableFindWidget: true }), {
      id: randomUUID(),
      endpointId,
      ...(pending !== undefined && { pending }),
    });
  }

  /** Puts a question into the form of the endpoint's search that was used last, or of a new one. */
  async ask(
    endpointId: string,
    question: SearchQuestion,
    { run, beside = false, isNew = false, replaces, columns = [] }: AskOptions,
  ): Promise<void> {
    const chosen = await this.searches.columns.at(endpointId);
    if (columns.length > 0 && chosen.of(question.index).length === 0) await chosen.choose(question.index, columns);
    const pending = { question, run };
    const present = isNew ? undefined : this.lastOf(endpointId, replaces);
    if (present === undefined) return this.openNew(endpointId, pending, beside);
    present.reveal(undefined, beside);
    present.fillForm(pending);
  }

  /** VS Code calls this when the tab is first shown; the page then requests its previous page of hits. */
  async deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { parseSavedState } = await import('../../protocol/savedState');
    const parts = await loadParts();
    const saved = parseSavedState(state);
    if (saved === undefined) return webviewPanel.dispose();
    const { endpointId, shown } = saved;
    const id = this.find(saved.panelId) === undefined ? saved.panelId : randomUUID();
    this.attach(parts, webviewPanel, { id, endpointId, ...(shown !== undefined && { question: shown.question }) });
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

  private lastOf(endpointId: string, fits: AskOptions['replaces'] = () => true): SearchPanel | undefined {
    return this.all.findLast(({ search, question }) => search.endpointId === endpointId && fits(question));
  }

  private attach({ SearchPanel, loadPage }: PanelParts, webviewPanel: vscode.WebviewPanel, given: NewSearchPanel) {
    const panel = new SearchPanel(webviewPanel, given, this.searches);
    this.opened.set(webviewPanel, panel);
    webviewPanel.onDidDispose(() => this.opened.delete(webviewPanel));
    webviewPanel.onDidChangeViewState(() => {
      if (!webviewPanel.active) return;
      this.opened.delete(webviewPanel);
      this.opened.set(webviewPanel, panel);
    });
    loadPage(webviewPanel.webview, this.extensionUri);
  }
}
