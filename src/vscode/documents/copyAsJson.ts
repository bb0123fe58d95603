import * as vscode from 'vscode';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import { findSubject } from '../shared/findSubject';

/** Puts the JSON on the clipboard as Open as JSON shows it: exact, with secrets masked. */
export async function copyAsJson(connections: Connections, argument: unknown): Promise<void> {
  const found = await findSubject(connections, argument);
  if (found === undefined) return;
  const { jsonDocument, longShownText } = await loadCore();
  const { text, isWhole } = await jsonDocument(await longShownText(found.subject.item));
  if (isWhole) await vscode.env.clipboard.writeText(text);
  else void vscode.window.showInformationMessage('This is too long to copy at once. Choose Open as JSON instead.');
}
