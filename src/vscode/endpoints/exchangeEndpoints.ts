import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { exportedEndpointsText, missesSecret, readExportedEndpoints } from '../../core/base/endpoints/endpointExchange';
import { plural } from '../../l10n/plural';
import type { ClientRegistry } from '../shared/clientRegistry';
import { saveChosenJson } from '../shared/files';
import { escapeForNotification } from '../shared/sanitize';

/** Writes all endpoints to a file that the user selects, without their secrets. */
export async function exportEndpoints(clients: ClientRegistry): Promise<void> {
  const stored = await (await clients.store()).list();
  const endpoints = stored.flatMap((one) => (one.state === 'ready' ? [one.endpoint] : []));
  if (endpoints.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('No endpoints to export. Add one first.'));
    return;
  }
  const title = l10n.t('Export Endpoints');
  if (!(await saveChosenJson(title, 'proxy-scout-endpoints.json', async () => exportedEndpointsText(endpoints))))
    return;
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

/** Adds the endpoints in the text of an exported file: all of them, or none if it is not valid. */
export async function importEndpoints(clients: ClientRegistry, text: string): Promise<void> {
  const store = await clients.store();
  const existing = (await store.list()).flatMap((one) => (one.state === 'ready' ? [one.endpoint] : []));
  const imported = readExportedEndpoints(text, existing);
  if ('problem' in imported) {
    void vscode.window.showErrorMessage(escapeForNotification(imported.problem, 400));
    return;
  }
  await store.add(...imported.endpoints);
  const missing = imported.endpoints.filter(missesSecret).length;
  const sentences = [
    plural(imported.endpoints.length, { one: '{0} endpoint imported.', other: '{0} endpoints imported.' }),
  ];
  if (imported.present > 0) {
    sentences.push(
      plural(imported.present, { one: '{0} endpoint already existed.', other: '{0} endpoints already existed.' }),
    );
  }
  if (missing > 0) {
    sentences.push(
      plural(missing, {
        one: '{0} endpoint needs its credentials: run Edit Endpoint.',
        other: '{0} endpoints need their credentials: run Edit Endpoint.',
      }),
    );
  }
  void vscode.window.showInformationMessage(sentences.join(' '));
}
