import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Commands } from '../shared/ids';
import { idAt } from './idAt';

const enabledCommands: readonly string[] = [Commands.searchSelection];

/** Offers to search for the ID under the pointer. Nothing is asked of an endpoint before the link is selected. */
export function idHover(document: vscode.TextDocument, { line, character }: vscode.Position): vscode.Hover | undefined {
  const id = idAt(document.lineAt(line).text, character);
  if (id === undefined) return undefined;
  const markdown = new vscode.MarkdownString();
  // Runs no other command, whatever stands in the document.
  markdown.isTrusted = { enabledCommands };
  const argument = encodeURIComponent(JSON.stringify([id.text]));
  // Of the signs that mean something in Markdown, an ID has only this one.
  const words = l10n.t('Search for {0}', id.text.replaceAll('_', '\\_'));
  markdown.appendMarkdown(`[${words}](command:${Commands.searchSelection}?${argument})`);
  return new vscode.Hover(markdown, new vscode.Range(line, id.start, line, id.end));
}
