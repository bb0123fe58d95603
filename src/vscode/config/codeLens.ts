import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type LiveLine, liveLines, prepareLiveLines } from '../../core/liveConfig/codeLens';
import { conditionIcons, lensTitle } from '../shared/icons';
import { Commands } from '../shared/ids';
import { escapeForLabel } from '../shared/sanitize';
import { untilCanceled } from '../shared/withCancel';
import type { ConfigProxies } from './configProxies';
import type { ConfigReadings } from './configReadings';
import { configDocuments } from './configSelector';

/** Code lenses above declared objects with the reports of live proxies. Uses only what was read: sends no request. */
export function registerConfigLenses(readings: ConfigReadings, proxies: ConfigProxies): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const fire = (): void => changed.fire();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      const reading = await readings.of(document);
      if (reading === undefined) return [];
      const { read, unread, hasAny } = await proxies.of(document.uri);
      await untilCanceled(token, (signal) => prepareLiveLines(read, signal));
      const lines = liveLines(reading.groups, read).filter(({ at }) => at.path === reading.path);
      const lenses = lines.map((line) => lensOf(document, line));
      const declared = reading.groups.flatMap(({ source, declarations }) => (source.isOurs ? declarations : []));
      const [first] = declared
        .filter(({ at }) => at.file.path === reading.path)
        .sort((a, b) => a.at.start - b.at.start);
      if (first === undefined || !hasAny || (unread === undefined && lines.length > 0)) return lenses;
      const title =
        unread === undefined ? l10n.t('Connect to Proxy…') : l10n.t('Connect to {0}', escapeForLabel(unread.name, 60));
      const command = {
        title: lensTitle('plug', title),
        tooltip: l10n.t('Shows above each router, service, and middleware what the proxy says of it'),
        command: Commands.connectConfig,
        arguments: [document.uri],
      };
      return [new vscode.CodeLens(rangeAt(document, first.at.start), command), ...lenses];
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(configDocuments, provider),
    proxies.onDidChange(fire),
    readings.onDidRead(fire),
    changed,
  );
}

function rangeAt(document: vscode.TextDocument, offset: number): vscode.Range {
  const at = document.positionAt(offset);
  return new vscode.Range(at, at);
}

function lensOf(document: vscode.TextDocument, { at, text, found, endpointId }: LiveLine): vscode.CodeLens {
  const range = rangeAt(document, at.start);
  const title = escapeForLabel(text, 300);
  if (found === undefined) {
    const tooltip = l10n.t('Refresh the proxy');
    return new vscode.CodeLens(range, {
      title: lensTitle('question', title),
      tooltip,
      command: Commands.refreshEndpoint,
      arguments: [{ endpointId }],
    });
  }
  return new vscode.CodeLens(range, {
    title: lensTitle(conditionIcons[found.condition].id, title),
    tooltip: l10n.t('Reveal in the Proxies view'),
    command: Commands.revealInTree,
    arguments: [found.ref],
  });
}
