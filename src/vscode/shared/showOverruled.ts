import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { OverruledEdit } from '../../core/base/endpoints/windowEdits';
import { allOf } from '../../l10n/lists';
import { Commands } from './ids';
import { escapeForNotification } from './sanitize';

const fieldNames: ReadonlyMap<string, () => string> = new Map([
  ['name', () => l10n.t('name')],
  ['url', () => l10n.t('URL')],
  ['auth', () => l10n.t('credentials')],
  ['host', () => l10n.t('Host header')],
  ['tls', () => l10n.t('TLS settings')],
  ['origins', () => l10n.t('public addresses')],
  ['ignored', () => l10n.t('ignored findings')],
]);

/** Shows that another window changed the same values a little later than this one. */
export async function showOverruled({ endpoint, fields }: OverruledEdit): Promise<void> {
  const what = fields.map((path) => {
    const [field = '', entry = ''] = path.split('/');
    return field === 'headers' ? l10n.t('header {0}', entry) : (fieldNames.get(field)?.() ?? l10n.t('other settings'));
  });
  const name = escapeForNotification(endpoint.name);
  const chosen = await vscode.window.showWarningMessage(
    l10n.t(
      '“{0}” was changed in another window at the same time. The values entered there were kept: {1}.',
      name,
      escapeForNotification(allOf(what)),
    ),
    l10n.t('Edit Endpoint…'),
  );
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(Commands.editEndpoint, { endpointId: endpoint.id });
  }
}
