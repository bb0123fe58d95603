import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import { escapeForNotification } from '../shared/sanitize';
import type { AccessLogs } from './accessLogs';
import { askAccessLogPlace } from './accessLogsAsk';

/** Asks the user for the place of a proxy's access logs, even if it is already known, and remembers it. */
export async function chooseAccessLogs(logs: AccessLogs, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(logs.clients, argument, {
    placeholder: l10n.t('Select a proxy'),
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const place = await askAccessLogPlace(logs, { name }, await logs.of(id));
  if (place === undefined) return;
  await logs.remember(id, place);
  void vscode.window.showInformationMessage(
    l10n.t(
      'Access logs of “{0}” are now searched in “{1}”.',
      escapeForNotification(name),
      escapeForNotification(place.index),
    ),
  );
}
