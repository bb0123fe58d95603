import * as vscode from 'vscode';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import { inNotification } from '../shared/inert';
import { askWhere } from './accessLogsAsk';
import type { AccessLogsDeps } from './showAccessLogs';

/** Asks where the access logs of a proxy are, also where that was said before, and remembers it. */
export async function chooseAccessLogs(deps: Omit<AccessLogsDeps, 'panels'>, argument: unknown): Promise<void> {
  const { connections, logs } = deps;
  const stored = await chooseReadyEndpoint(connections, argument, {
    placeholder: 'Whose access logs?',
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const place = await askWhere(deps, { name }, await logs.of(id));
  if (place === undefined) return;
  await logs.remember(id, place);
  void vscode.window.showInformationMessage(
    `The access logs of “${inNotification(name)}” are searched in “${inNotification(place.index)}”.`,
  );
}
