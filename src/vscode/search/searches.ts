import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Failure } from '../../core/base/errors/failure';
import type { SearchSettings } from '../../core/search/remembered/settings';
import type { SearchQuestion } from '../../protocol/question';
import { registerEphemeralDocuments } from '../shared/ephemeralDocuments';
import type { EphemeralText } from '../shared/ephemeralText';
import { hitScheme, Settings } from '../shared/ids';
import { logError } from '../shared/logError';
import type { WholeDocuments } from '../shared/wholeDocuments';
import type { AccessLogs } from './accessLogs';
import { openColumns, openHitComparison, openRememberedLayout } from './rememberedChoices';
import { openLastSearches } from './rememberedSearches';

/** The outcome of a new search: a page, or a failure. A canceled one has no outcome. */
export interface SearchOutcome {
  readonly endpointId: string;
  readonly question: SearchQuestion;
  readonly failure?: Failure;
}

/** What all searches share. Reads and requests nothing before the user searches. */
export class Searches implements vscode.Disposable {
  readonly clients;
  readonly engines;
  readonly columns;
  readonly last;
  readonly layout;
  /** The documents that show hits. */
  readonly documents;
  readonly comparison;
  /** Fires with the outcome of each new search in any panel. */
  readonly answered = new vscode.EventEmitter<SearchOutcome>();
  private readonly subscriptions: vscode.Disposable;

  constructor(
    context: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState'>,
    readonly logs: AccessLogs,
    wholes: WholeDocuments,
    readonly log: vscode.LogOutputChannel,
  ) {
    this.clients = logs.clients;
    this.engines = logs.engines;
    this.columns = openColumns(context.globalState);
    this.last = openLastSearches(context.workspaceState);
    this.layout = openRememberedLayout(context.globalState);
    const closedText = l10n.t(
      'This document was only kept while its editor was open. Open it again from its search, or from the Search view.',
    );
    this.documents = registerEphemeralDocuments(hitScheme, `${closedText}\n`, wholes);
    this.comparison = openHitComparison(this.documents);
    this.subscriptions = vscode.Disposable.from(
      this.clients.onDidChange((ids) => {
        this.forgetRemoved(ids).catch((error: unknown) => logError(log, 'Columns cannot be forgotten.', error));
      }),
      this.answered,
      this.documents,
    );
  }

  async endpoints(): Promise<readonly { readonly id: string; readonly name: string }[]> {
    return (await (await this.clients.store()).list())
      .filter(({ hint }) => hint.kind === 'search')
      .map(({ hint: { id, name } }) => ({ id, name }));
  }

  async settings(): Promise<SearchSettings> {
    const { searchSettingsOf } = await import('../../core/search/remembered/settings');
    const own = vscode.workspace.getConfiguration(Settings.section);
    return searchSettingsOf({
      pageSize: own.get(Settings.pageSize),
      timeoutSeconds: own.get(Settings.searchTimeout),
      prefetch: own.get(Settings.prefetch),
      highlight: own.get(Settings.highlight),
    });
  }

  showBeside(text: EphemeralText): Promise<void> {
    return this.documents.open(text, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  runCommand(id: string, argument: unknown): Thenable<unknown> {
    return vscode.commands.executeCommand(id, argument);
  }

  /** Whether the user is at the window. */
  isAttended(): boolean {
    return vscode.window.state.focused;
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async forgetRemoved(ids: readonly string[]): Promise<void> {
    const there = new Set((await this.endpoints()).map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) await this.columns.forget(id);
  }
}
