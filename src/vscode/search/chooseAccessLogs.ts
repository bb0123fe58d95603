import * as vscode from 'vscode';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import { escapeForNotification } from '../shared/sanitize';
import { askAccessLogPlace } from './accessLogsAsk';
import type { AccessLogsDeps } from './showAccessLogs';

/** Asks where the access logs of a proxy are, also where that was said before, and remembers it. */
export async function chooseAccessLogs(deps: Omit<AccessLogsDeps, 'panels'>, argument: unknown): Promise<void> {
  const { clients, logs } = deps;
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: 'Whose access logs?',
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const place = await askAccessLogPlace(deps, { name }, await logs.of(id));
  if (place === undefined) return;
  await logs.remember(id, place);
  void vscode.window.showInformationMessage(
    `The access logs of “${escapeForNotification(name)}” are searched in “${escapeForNotification(place.index)}”.`,
  );
}
