import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { configName } from '../../core/config/source/mayDeclare';
import { type LiveLine, liveLines, prepareLiveLines } from '../../core/liveConfig/codeLens';
import { conditionIcons, lensTitle } from '../shared/icons';
import { Commands } from '../shared/ids';
import { escapeForLabel } from '../shared/sanitize';
import { untilCanceled } from '../shared/withCancel';
import type { CommittedTexts } from './committedTexts';
import type { ConfigProxies } from './configProxies';
import type { ConfigReadings } from './configReadings';
import { configDocuments } from './configSelector';

/**
 * A code lens above a file with its proxy, and one above each object about which the proxy reports a problem. Uses only
 * what was read: sends no request.
 */
export function registerConfigLenses(
  readings: ConfigReadings,
  proxies: ConfigProxies,
  committed: CommittedTexts,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const fire = (): void => changed.fire();
  const lookAgain = (): void => {
    committed.lookAgain();
    fire();
  };
  // Git adds a line for each commit. A repository around the folder is looked at when the window gets the focus.
  const commits = vscode.workspace.createFileSystemWatcher('**/.git/logs/HEAD');
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
      // A plan reads files by their names.
      if (!isOurs || known.read.length === 0 || !configName.test(document.uri.path)) return lenses;
      const isChanged = document.isDirty || (await committed.isUncommitted(document));
      return isChanged ? [...lenses, planLens(document.uri)] : lenses;
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(configDocuments, provider),
    proxies.onDidChange(fire),
    readings.onDidRead(fire),
    vscode.workspace.onDidSaveTextDocument(fire),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) lookAgain();
    }),
    commits,
    commits.onDidCreate(lookAgain),
    commits.onDidChange(lookAgain),
    changed,
  );
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
