import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { missesSecret, readExportedEndpoints } from '../../core/base/endpoints/endpointExchange';
import { plural } from '../../l10n/plural';
import type { ClientRegistry } from '../shared/clientRegistry';
import { readChosenJson } from '../shared/files';
import { escapeForNotification } from '../shared/sanitize';

/** Far more than a thousand endpoints take. A larger file was selected by mistake. */
const largestFile = 4 * 1024 * 1024;

/** Adds the endpoints of a file from Export Endpoints: all of them, or none if the file is not valid. */
export async function importEndpoints(clients: ClientRegistry): Promise<void> {
  const text = await readChosenJson(l10n.t('Import Endpoints'), {
    mostBytes: largestFile,
    tooLarge: l10n.t('This file is too large to contain endpoints. Select a file written by Export Endpoints.'),
  });
  if (text === undefined) return;
  const store = await clients.store();
  const existing = (await store.list()).flatMap((one) => (one.state === 'ready' ? [one.endpoint] : []));
  const imported = await readExportedEndpoints(text, existing);
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
