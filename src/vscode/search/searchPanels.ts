import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { SearchQuestion } from '../../protocol/question';
import type { ClientRegistry } from '../shared/clientRegistry';
import { loadCore } from '../shared/loadCore';
import { logError } from '../shared/logError';
import type { Engines } from './engines';
import type { HitComparison } from './hitComparison';
import type { SearchOutcome } from './searchController';
import type { NewSearchPanel, PendingQuery, SearchPanel, SearchPanelDeps } from './searchPanel';

/** What VS Code knows the search panels by: in `activeWebviewPanelId`, in `onWebviewPanel:`, and to restore them. */
const searchViewType = 'proxyScout.search';

interface SearchPanelsDeps extends Omit<SearchPanelDeps, 'onOutcome' | 'runCommand' | 'isAttended'> {
  readonly extensionUri: vscode.Uri;
  readonly engines: Pick<Engines, 'of' | 'onDidSwitchMethod'>;
  readonly comparison: Pick<HitComparison, 'isSelected' | 'onDidSelect'>;
  /** Tells that endpoints were added, changed or removed, in any window. */
  readonly onDidChangeEndpoints: ClientRegistry['onDidChange'];
}

/** Where a search is to be shown. */
interface AskOptions {
  /** Whether it is searched for at once. */
  readonly run: boolean;
  /** From an editor that keeps the focus: a new panel opens beside it. */
  readonly beside?: boolean;
  /** In a tab of its own, so that no other search is replaced. */
  readonly isNew?: boolean;
  /** Which of the endpoint's searches may be replaced, by what was searched for; by default the one used last. */
  readonly replaces?: (question: SearchQuestion | undefined) => boolean;
  /** The columns for this endpoint and index, unless a person has chosen some. */
  readonly columns?: readonly string[];
}

/** The open searches. */
export interface SearchPanels extends vscode.Disposable {
  /** Shows the endpoint's search that was used last, and opens one where there is none. */
  open(endpointId: string): Promise<void>;
  /** Opens another search of the endpoint. */
  openNew(endpointId: string): Promise<void>;
  /** Puts a question into the form of the endpoint's search that was used last, or of a new one where there is none. */
  ask(endpointId: string, question: SearchQuestion, options: AskOptions): Promise<void>;
  /** The search that has the focus. */
  readonly active: SearchPanel | undefined;
  /** The search with this id; undefined where it was closed. */
  find(panelId: string): SearchPanel | undefined;
  /** Tells how each new search ended, in whichever panel. */
  readonly onDidAnswer: vscode.Event<SearchOutcome>;
  /** Closes what engines hold open for the panels, as well as it can. The panels themselves stay. */
  close(): Promise<void>;
}

/** What panels are made of, loaded with the first one. */
const loadParts = () => import('./panelParts');
type PanelParts = Awaited<ReturnType<typeof loadParts>>;

/** Registers what searches need, and how a window that was reloaded gets them back. */
export function registerSearchPanels(deps: SearchPanelsDeps): SearchPanels {
  const answered = new vscode.EventEmitter<SearchOutcome>();
  /** Those used last at the end. */
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
    // VS Code asks for this when the tab is first seen; the page then asks for the page of hits that it showed.
    async deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, state: unknown): Promise<void> {
      const [{ parseSavedState }, parts] = await Promise.all([loadCore(), loadParts()]);
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
