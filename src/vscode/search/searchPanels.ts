import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { SearchQuestion } from '../../protocol/question';
import type { ClientRegistry } from '../shared/clientRegistry';
import { logError } from '../shared/logError';
import type { Engines } from './engines';
import type { HitComparison } from './hitComparison';
import type { SearchOutcome } from './searchController';
import type { NewSearchPanel, PendingQuery, SearchPanel, SearchPanelDeps } from './searchPanel';

/** The type of search panels in VS Code: in `activeWebviewPanelId`, in `onWebviewPanel:`, and for restoring them. */
const searchViewType = 'proxyScout.search';

interface SearchPanelsDeps extends Omit<SearchPanelDeps, 'onOutcome' | 'runCommand' | 'isAttended'> {
  readonly extensionUri: vscode.Uri;
  readonly engines: Pick<Engines, 'of' | 'onDidSwitchMethod'>;
  readonly comparison: Pick<HitComparison, 'isSelected' | 'onDidSelect'>;
  /** Fires when endpoints were added, changed or removed, in any window. */
  readonly onDidChangeEndpoints: ClientRegistry['onDidChange'];
}

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

/** The open searches. */
export interface SearchPanels extends vscode.Disposable {
  /** Shows the endpoint's search that was used last, or a new one. */
  open(endpointId: string): Promise<void>;
  /** Opens another search of the endpoint. */
  openNew(endpointId: string): Promise<void>;
  /** Puts a question into the form of the endpoint's search that was used last, or of a new one. */
  ask(endpointId: string, question: SearchQuestion, options: AskOptions): Promise<void>;
  /** The focused search. */
  readonly active: SearchPanel | undefined;
  /** The search with this id; undefined if it was closed. */
  find(panelId: string): SearchPanel | undefined;
  /** Fires with the outcome of each new search in any panel. */
  readonly onDidAnswer: vscode.Event<SearchOutcome>;
  /** Closes what engines keep open for the panels, if possible. The panels themselves stay. */
  close(): Promise<void>;
}

/** The modules of panels, loaded with the first one. */
const loadParts = () => import('./panelParts');
type PanelParts = Awaited<ReturnType<typeof loadParts>>;

/** Registers the panels, and their serializer for a window that was reloaded. */
export function registerSearchPanels(deps: SearchPanelsDeps): SearchPanels {
  const answered = new vscode.EventEmitter<SearchOutcome>();
  /** The one used last is at the end. */
  const open = new Map<vscode.WebviewPanel, SearchPanel>();
  const panels = (): readonly SearchPanel[] => [...open.values()];
  const panelDeps: SearchPanelDeps = {
    ...deps,
    onOutcome: (outcome) => answered.fire(outcome),
    runCommand: vscode.commands.executeCommand,
    isAttended: () => vscode.window.state.focused,
  };

  const attach = (
    { attachSearchPanel, loadPage }: PanelParts,
    webviewPanel: vscode.WebviewPanel,
    given: NewSearchPanel,
  ): void => {
    const panel = attachSearchPanel(webviewPanel, given, panelDeps);
    open.set(webviewPanel, panel);
    webviewPanel.onDidDispose(() => open.delete(webviewPanel));
    webviewPanel.onDidChangeViewState(() => {
      if (!webviewPanel.active) return;
      open.delete(webviewPanel);
      open.set(webviewPanel, panel);
    });
    loadPage(webviewPanel.webview, deps.extensionUri);
  };

  const create = async (endpointId: string, pending: PendingQuery | undefined, isBeside: boolean): Promise<void> => {
    const parts = await loadParts();
    const title = parts.searchTabTitle(await deps.endpoints(), endpointId, pending?.question);
    const place = isBeside
      ? { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }
      : { viewColumn: vscode.ViewColumn.Active, preserveFocus: false };
    attach(parts, vscode.window.createWebviewPanel(searchViewType, title, place, { enableFindWidget: true }), {
      id: randomUUID(),
      endpointId,
      ...(pending !== undefined && { pending }),
    });
  };

  const lastOf = (endpointId: string, fits: AskOptions['replaces'] = () => true): SearchPanel | undefined =>
    panels().findLast(({ search, question }) => search.endpointId === endpointId && fits(question));

  const serializer = vscode.window.registerWebviewPanelSerializer(searchViewType, {
    // VS Code calls this when the tab is first shown; the page then requests its previous page of hits.
    async deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, state: unknown): Promise<void> {
      const { parseSavedState } = await import('../../protocol/savedState');
      const parts = await loadParts();
      const saved = parseSavedState(state);
      if (saved === undefined) return webviewPanel.dispose();
      const isTaken = panels().some(({ id }) => id === saved.panelId);
      const { endpointId, shown } = saved;
      const id = isTaken ? randomUUID() : saved.panelId;
      attach(parts, webviewPanel, { id, endpointId, ...(shown !== undefined && { question: shown.question }) });
    },
  });
  const subscriptions = vscode.Disposable.from(
    deps.onDidChangeEndpoints(() => {
      for (const panel of panels()) {
        panel
          .endpointsChanged()
          .catch((error: unknown) => logError(deps.log, 'A search cannot show its endpoints.', error));
      }
    }),
    deps.engines.onDidSwitchMethod(({ endpointId, why }) => {
      for (const panel of panels()) {
        if (panel.search.endpointId === endpointId) panel.tell({ kind: 'said', text: why });
      }
    }),
    deps.comparison.onDidSelect(() => {
      for (const panel of panels()) panel.tell({ kind: 'hitSelected' });
    }),
    serializer,
    answered,
  );

  return {
    async open(endpointId) {
      const present = lastOf(endpointId);
      if (present === undefined) await create(endpointId, undefined, false);
      else present.reveal(undefined, false);
    },
    openNew: (endpointId) => create(endpointId, undefined, false),
    async ask(endpointId, question, { run, beside = false, isNew = false, replaces, columns = [] }) {
      const chosen = await deps.columns.at(endpointId);
      if (columns.length > 0 && chosen.of(question.index).length === 0) await chosen.choose(question.index, columns);
      const pending = { question, run };
      const present = isNew ? undefined : lastOf(endpointId, replaces);
      if (present === undefined) return create(endpointId, pending, beside);
      present.reveal(undefined, beside);
      present.fillForm(pending);
    },
    get active() {
      return panels().find(({ isActive }) => isActive);
    },
    find: (panelId) => panels().find(({ id }) => id === panelId),
    onDidAnswer: answered.event,
    async close() {
      await Promise.allSettled(panels().map((panel) => panel.close()));
    },
    // The panels themselves stay: VS Code restores them after a reload.
    dispose: () => subscriptions.dispose(),
  };
}
