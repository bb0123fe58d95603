import * as vscode from 'vscode';
import type { Connections } from '../connections';
import { findSubject } from './findSubject';

/** Puts a router's rule on the clipboard, as the API gives it. */
export async function copyRule(connections: Connections, argument: unknown): Promise<void> {
  const subject = (await findSubject(connections, argument))?.subject;
  if (subject?.type !== 'item' || subject.item.kind !== 'routers') return;
  const { rule } = subject.item;
  if (rule === undefined) void vscode.window.showInformationMessage('This router has no rule.');
  else await vscode.env.clipboard.writeText(rule);
}
