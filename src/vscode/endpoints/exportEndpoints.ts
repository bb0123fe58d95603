import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { exportedEndpointsText } from '../../core/base/endpoints/endpointExchange';
import { plural } from '../../l10n/plural';
import type { ClientRegistry } from '../shared/clientRegistry';
import { saveChosenJson } from '../shared/files';

/** Writes all endpoints to a file that the user selects, without their secrets. */
export async function exportEndpoints(clients: ClientRegistry): Promise<void> {
  const stored = await (await clients.store()).list();
  const endpoints = stored.flatMap((one) => (one.state === 'ready' ? [one.endpoint] : []));
  if (endpoints.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('No endpoints to export. Add one first.'));
    return;
  }
  const title = l10n.t('Export Endpoints');
  if (!(await saveChosenJson(title, 'proxy-scout-endpoints.json', () => exportedEndpointsText(endpoints)))) return;
  const exported = plural(endpoints.length, {
    one: '{0} endpoint exported without its passwords, tokens, keys, and header values.',
    other: '{0} endpoints exported without their passwords, tokens, keys, and header values.',
  });
  const left = stored.length - endpoints.length;
  const unreadable = plural(left, {
    one: '{0} endpoint could not be read and is not in the file.',
    other: '{0} endpoints could not be read and are not in the file.',
  });
  void vscode.window.showInformationMessage(left === 0 ? exported : `${exported} ${unreadable}`);
}
