import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { routerDeclaredAt, routerPartAt } from '../../core/config/files/hover';
import { liveRouterOf } from '../../core/liveConfig/readProxies';
import { offerCommand } from '../shared/confirm';
import { Commands } from '../shared/ids';
import type { ConfigProxies } from './configProxies';
import type { ConfigReadings } from './configReadings';
import { configDocuments } from './configSelector';

/** The code action on rules that shows which router takes a request of the rule. */
export function registerWhichRouterTakesThis(readings: ConfigReadings): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(configDocuments, {
    async provideCodeActions(document, range) {
      const reading = await readings.of(document);
      const part = reading && routerPartAt(reading.groups, reading.path, document.offsetAt(range.start));
      if (part?.kind !== 'rule' || part.declaration.protocol !== 'http') return [];
      const title = l10n.t('Which Router Takes This');
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.Empty);
      action.command = {
        title,
        command: Commands.whichRouterTakesThis,
        arguments: [new vscode.Location(document.uri, range.start)],
      };
      return [action];
    },
  });
}

/**
 * Shows the answer for an example of the rule, in the file's proxy, or in the first one with its router.
 *
 * @param argument the place of a rule; without one, that of the cursor
 * @throws RequestFailure if the proxy cannot be read
 */
export async function whichRouterTakesThis(
  readings: ConfigReadings,
  proxies: ConfigProxies,
  argument: unknown,
): Promise<void> {
  const place = argument instanceof vscode.Location ? argument : cursor();
  if (place === undefined) return;
  const { uri, range } = place;
  const document = await vscode.workspace.openTextDocument(uri);
  const [reading, { read }] = await Promise.all([readings.of(document), proxies.of(uri)]);
  const router = reading && routerDeclaredAt(reading.groups, reading.path, document.offsetAt(range.start));
  if (router === undefined) {
    void vscode.window.showInformationMessage(
      l10n.t('There is no rule here. Place the cursor on the rule of a router.'),
    );
    return;
  }
  const ref = liveRouterOf(router, read);
  if (ref !== undefined) {
    await vscode.commands.executeCommand(Commands.whichRouter, ref);
    return;
  }
  const words =
    read.length === 0
      ? l10n.t('No proxy is connected to this file, so nobody can say which router takes this.')
      : l10n.t('No proxy that was read has this router. It may not be deployed, or be on another proxy.');
  await offerCommand(words, l10n.t('Connect File to Proxy…'), Commands.connectConfig, uri);
}

function cursor(): vscode.Location | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && new vscode.Location(editor.document.uri, editor.selection.active);
}
