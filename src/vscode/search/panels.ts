import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Place } from '../../protocol/panel';
import type { Question } from '../../protocol/question';
import { loadCore } from '../shared/core';
import { errorInLog } from '../shared/errorInLog';
import type { Outcome } from './answering';
import { loadPage } from './html';
import { attachSearch, type SearchPanel, type SearchPanelDeps, type Wish } from './panel';
import type { PlaceAction } from './places';
import type { SearchContext } from './searchActions';
import { tabTitle } from './titles';

/** What VS Code knows the search panels by: in `activeWebviewPanelId`, in `onWebviewPanel:`, and to restore them. */
const SEARCH_VIEW_TYPE = 'proxyScout.search';

interface SearchPanelsDeps extends Omit<SearchPanelDeps, 'onOutcome'> {
  readonly extensionUri: vscode.Uri;
  /** Tells that endpoints were added, changed or removed, in any window. */
  onDidChange(listener: () => void): { dispose(): unknown };
}

/** Where a search is to be shown. */
interface AskOptions {
  /** Whether it is searched for at once. */
  readonly run: boolean;
  /** In a panel of its own, though the endpoint has one. */
  readonly newTab?: boolean;
  /** From an editor that keeps the focus: a new panel opens beside it. */
  readonly beside?: boolean;
  /** The columns for this endpoint and index, unless a person has chosen some. */
  readonly columns?: readonly string[];
}

/** How a new search of a panel ended. One that was cancelled has no outcome. */
export interface PanelOutcome extends Outcome {
  readonly endpointId: string;
}

/** The open searches. */
export interface SearchPanels extends vscode.Disposable {
  /** Shows the endpoint's search that was used last, and opens one where there is none. */
  open(endpointId: string): Promise<void>;
  /** Opens another search of the endpoint. */
  openNew(endpointId: string): Promise<void>;
  /** Puts a question into the form of the endpoint's search that was used last, or of a new one. */
  ask(endpointId: string, question: Question, options: AskOptions): Promise<void>;
  /** The search that has the focus, as it was asked last; undefined where none has, or nothing was asked yet. */
  current(): Promise<SearchContext | undefined>;
  /** The search that has the focus, to tell it what a key or a command is for. */
  readonly active: Pick<SearchPanel, 'tell' | 'reach'> | undefined;
  /**
   * Does with a hit what a person chose in the page's context menu.
   *
   * @param argument what VS Code gives the command: nothing happens where it is no place
   */
  act(action: PlaceAction, argument: unknown): Promise<void>;
  /** Says something in passing on all pages that search the endpoint. */
  say(endpointId: string, text: string): void;
  /** Tells all pages that there is a hit to compare others with. */
  hitSelected(): void;
  /** Tells how each new search ended, in whichever panel. */
  readonly onDidAnswer: vscode.Event<PanelOutcome>;
  /** Closes what engines hold open for the panels, as well as it can. The panels themselves stay. */
  close(): Promise<void>;
}

/** Registers what searches need, and how a window that was reloaded gets them back. */
export function registerSearchPanels(deps: SearchPanelsDeps): SearchPanels {
  const answered = new vscode.EventEmitter<PanelOutcome>();
  /** Those used last at the end. */
  const open = new Map<vscode.WebviewPanel, SearchPanel>();
  const panels = (): readonly SearchPanel[] => [...open.values()];

  const attach = (
    webviewPanel: vscode.WebviewPanel,
    given: { readonly id: string; readonly endpointId: string; readonly wish?: Wish },
  ): void => {
    const panel = attachSearch(webviewPanel, given, {
      ...deps,
      onOutcome: (endpointId, outcome) => answered.fire({ endpointId, ...outcome }),
    });
    open.set(webviewPanel, panel);
    webviewPanel.onDidDispose(() => open.delete(webviewPanel));
    webviewPanel.onDidChangeViewState(() => {
      if (!webviewPanel.active) return;
      open.delete(webviewPanel);
      open.set(webviewPanel, panel);
    });
    loadPage(webviewPanel.webview, deps.extensionUri);
  };

  const create = async (endpointId: string, wish: Wish | undefined, isBeside: boolean): Promise<void> => {
    const name = (await deps.endpoints()).find(({ id }) => id === endpointId)?.name ?? 'removed endpoint';
    const place = isBeside
      ? { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }
      : { viewColumn: vscode.ViewColumn.Active, preserveFocus: false };
    attach(
      vscode.window.createWebviewPanel(SEARCH_VIEW_TYPE, tabTitle(name, wish?.question.index), place, {
        enableFindWidget: true,
      }),
      { id: randomUUID(), endpointId, ...(wish !== undefined && { wish }) },
    );
  };

  const lastOf = (endpointId: string): SearchPanel | undefined =>
    panels().findLast((panel) => panel.endpointId === endpointId);
  const active = (): SearchPanel | undefined => panels().find((panel) => panel.isActive);

  const serializer = vscode.window.registerWebviewPanelSerializer(SEARCH_VIEW_TYPE, {
    // VS Code asks for this when the tab is first seen; the page then asks for the page of hits that it showed.
    async deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, state: unknown): Promise<void> {
      const { parseSavedState } = await loadCore();
      const saved = parseSavedState(state);
      if (saved === undefined) return webviewPanel.dispose();
      const isTaken = panels().some(({ id }) => id === saved.panelId);
      attach(webviewPanel, { id: isTaken ? randomUUID() : saved.panelId, endpointId: saved.endpointId });
    },
  });
  const changes = deps.onDidChange(() => {
    for (const panel of panels()) {
      panel
        .endpointsChanged()
        .catch((error: unknown) => deps.log.error('A search cannot show its endpoints.', errorInLog(error)));
    }
  });

  return {
    async open(endpointId) {
      const present = lastOf(endpointId);
      if (present === undefined) await create(endpointId, undefined, false);
      else present.reveal(undefined, false);
    },
    openNew: (endpointId) => create(endpointId, undefined, false),
    async ask(endpointId, question, { run, newTab = false, beside = false, columns = [] }) {
      const chosen = await deps.columns.at(endpointId);
      if (columns.length > 0 && chosen.of(question.index).length === 0) await chosen.choose(question.index, columns);
      const wish = { question, run };
      const present = newTab ? undefined : lastOf(endpointId);
      if (present === undefined) return create(endpointId, wish, beside);
      present.reveal(undefined, beside);
      present.ask(wish);
    },
    current: async () => active()?.context(),
    get active() {
      return active();
    },
    async act(action, argument) {
      const { parsePlace } = await loadCore();
      const place: Place | undefined = parsePlace(argument);
      if (place !== undefined) await active()?.act(action, place);
    },
    say(endpointId, text) {
      for (const panel of panels()) if (panel.endpointId === endpointId) panel.tell({ kind: 'said', text });
    },
    hitSelected() {
      for (const panel of panels()) panel.tell({ kind: 'hitSelected' });
    },
    onDidAnswer: answered.event,
    async close() {
      await Promise.allSettled(panels().map((panel) => panel.close()));
    },
    // The panels themselves stay: VS Code restores them after a reload.
    dispose() {
      changes.dispose();
      serializer.dispose();
      answered.dispose();
    },
  };
}
