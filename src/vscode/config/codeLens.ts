import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type LiveLine, liveLines, prepareLiveLines } from '../../core/liveConfig/codeLens';
import { conditionIcons, lensTitle } from '../shared/icons';
import { Commands } from '../shared/ids';
import { escapeForLabel } from '../shared/sanitize';
import { untilCanceled } from '../shared/withCancel';
import { isUncommitted } from './committedTexts';
import type { ConfigProxies } from './configProxies';
import type { ConfigReadings } from './configReadings';
import { configDocuments } from './configSelector';

/**
 * A code lens above a file with its proxy, and one above each object about which the proxy reports a problem. Uses only
 * what was read: sends no request.
 */
export function registerConfigLenses(readings: ConfigReadings, proxies: ConfigProxies): vscode.Disposable {
  const changes = openUncommitted();
  const changed = new vscode.EventEmitter<void>();
  const fire = (): void => changed.fire();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      const reading = await readings.of(document);
      if (reading === undefined) return [];
      const known = await proxies.of(document.uri);
      await untilCanceled(token, (signal) => prepareLiveLines(known.read, signal));
      const lenses = liveLines(reading.groups, reading.path, known).map((line) => {
        const at = document.positionAt(line.at.start);
        return new vscode.CodeLens(new vscode.Range(at, at), commandOf(line, document, reading.path));
      });
      const isOurs = reading.groups.some(({ source, declarations }) => source.isOurs && declarations.length > 0);
      if (!isOurs || known.read.length === 0) return lenses;
      return (await changes.of(document, token)) ? [...lenses, planLens(document.uri)] : lenses;
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(configDocuments, provider),
    proxies.onDidChange(fire),
    readings.onDidRead(fire),
    vscode.workspace.onDidSaveTextDocument(fire),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      changes.forget();
      fire();
    }),
    changed,
  );
}

/** Whether documents differ from their last commit, found once for each version of a saved one. */
function openUncommitted() {
  let known = new WeakMap<vscode.TextDocument, { readonly version: number; readonly isChanged: Promise<boolean> }>();
  return {
    /** Commits are made in terminals, too. */
    forget(): void {
      known = new WeakMap();
    },
    async of(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<boolean> {
      const { isDirty, version, uri } = document;
      if (isDirty) return true;
      const found = known.get(document);
      if (found?.version === version) return found.isChanged;
      const text = document.getText();
      const isChanged = untilCanceled(token, (signal) => isUncommitted({ uri, text }, signal));
      known.set(document, { version, isChanged });
      isChanged.catch(() => known.delete(document));
      return isChanged;
    },
  };
}

/** Above a file that differs from what the proxy may have read. */
function planLens(uri: vscode.Uri): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
    title: lensTitle('diff', l10n.t('What Would Change')),
    tooltip: l10n.t('Shows which requests would get another router, and what would break'),
    command: Commands.planChange,
    arguments: [uri],
  });
}

function commandOf({ text, to }: LiveLine, { uri }: vscode.TextDocument, path: string): vscode.Command {
  const title = escapeForLabel(text, 300);
  switch (to.is) {
    case 'choice':
      return {
        title: lensTitle('plug', title),
        tooltip: l10n.t('Shows what this proxy reports about the routers, services, and middlewares of the file'),
        command: Commands.connectConfig,
        arguments: [uri],
      };
    case 'error': {
      const file = to.path === path ? uri : uri.with({ path: to.path });
      const place = new vscode.Position(to.line, 0);
      return {
        title: lensTitle('error', title),
        tooltip: l10n.t('Go to the error'),
        command: 'vscode.open',
        arguments: [file, { selection: new vscode.Range(place, place) } satisfies vscode.TextDocumentShowOptions],
      };
    }
    case 'proxy':
      return {
        title: lensTitle('question', title),
        tooltip: l10n.t('Refresh the proxy'),
        command: Commands.refreshEndpoint,
        arguments: [{ endpointId: to.endpointId }],
      };
    case 'item':
      return {
        title: lensTitle(conditionIcons[to.condition].id, title),
        tooltip: l10n.t('Reveal in the Proxies view'),
        command: Commands.revealInTree,
        arguments: [to.ref],
      };
  }
}
