import * as vscode from 'vscode';
import type { Connections } from '../connections';
import { loadCore } from '../core';
import { findSubject } from './findSubject';

/** Puts the JSON on the clipboard as Open as JSON shows it: exact, with secrets masked. */
export async function copyAsJson(connections: Connections, argument: unknown): Promise<void> {
  const found = await findSubject(connections, argument);
  if (found === undefined) return;
  const { indentJson, shownText } = await loadCore();
  await vscode.env.clipboard.writeText(`${indentJson(shownText(found.subject.item))}\n`);
}
