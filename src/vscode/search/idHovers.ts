import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Commands, Settings } from '../shared/ids';
import { idAt } from './textToSearch';

/** Offers to search for the ID under the pointer, in any editor, while the setting is on. */
export function registerIdHovers(): vscode.Disposable {
  let hovers: vscode.Disposable | undefined;
  const follow = (): void => {
    const isOn = vscode.workspace.getConfiguration(Settings.section).get(Settings.hover) === true;
    if (isOn === (hovers !== undefined)) return;
    hovers?.dispose();
    hovers = isOn
      ? vscode.languages.registerHoverProvider('*', {
          provideHover: idHover,
        })
      : undefined;
  };
  follow();
  return vscode.Disposable.from(vscode.workspace.onDidChangeConfiguration(follow), {
    dispose: () => hovers?.dispose(),
  });
}

const enabledCommands: readonly string[] = [Commands.searchSelection];

/** Offers to search for the ID under the pointer. Sends no request before the user selects the link. */
function idHover(document: vscode.TextDocument, { line, character }: vscode.Position): vscode.Hover | undefined {
  const id = idAt(document.lineAt(line).text, character);
  if (id === undefined) return undefined;
  const markdown = new vscode.MarkdownString();
  // The link can run no other command, whatever the document contains.
  markdown.isTrusted = { enabledCommands };
  const argument = encodeURIComponent(JSON.stringify([id.text]));
  // An ID contains only one character that has a meaning in Markdown.
  const words = l10n.t('Search for {0}', id.text.replaceAll('_', '\\_'));
  markdown.appendMarkdown(`[${words}](command:${Commands.searchSelection}?${argument})`);
  return new vscode.Hover(markdown, new vscode.Range(line, id.start, line, id.end));
}
