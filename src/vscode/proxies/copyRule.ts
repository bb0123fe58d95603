import * as vscode from 'vscode';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import { findSubject } from '../shared/findSubject';

/** Puts a router's rule on the clipboard, as it is shown: with what is secret in it masked, and a word about that. */
export async function copyRule(connections: Connections, argument: unknown): Promise<void> {
  const subject = (await findSubject(connections, argument))?.subject;
  if (subject?.type !== 'item' || subject.item.kind !== 'routers') return;
  const { rule } = subject.item;
  if (rule === undefined) {
    void vscode.window.showInformationMessage('This router has no rule.');
    return;
  }
  const { MASK, maskText } = await loadCore();
  const shown = maskText(rule);
  await vscode.env.clipboard.writeText(shown);
  if (shown === rule) return;
  void vscode.window.showInformationMessage(
    `The rule was copied with its secrets as ${MASK}. “Reveal Secrets…” shows the router with them.`,
  );
}
