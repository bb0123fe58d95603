import * as vscode from 'vscode';
import type { OverruledEdit } from '../../core/base/endpoints/windowEdits';
import { Commands } from './ids';
import { escapeForNotification } from './sanitize';

const words: ReadonlyMap<string, string> = new Map([
  ['name', 'the name'],
  ['url', 'the address'],
  ['auth', 'the credentials'],
  ['host', 'the host'],
  ['tls', 'the TLS settings'],
]);

/** Says that what was entered here was also entered, at the same time and a little later, in another window. */
export async function tellOverruled({ endpoint, fields }: OverruledEdit): Promise<void> {
  const what = fields.map((path) => {
    const [field = '', entry = ''] = path.split('/');
    return field === 'headers' ? `the header ${entry}` : (words.get(field) ?? 'this endpoint');
  });
  const chosen = await vscode.window.showWarningMessage(
    `“${escapeForNotification(endpoint.name)}”: another window changed ${escapeForNotification(what.join(' and '))} at the same time. What was entered there is kept.`,
    'Edit Endpoint',
  );
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(Commands.editEndpoint, { endpointId: endpoint.id });
  }
}
