import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { readChosenJson } from '../shared/files';
import { loadCore } from '../shared/loadCore';
import { escapeForNotification } from '../shared/sanitize';
import { count } from './exportEndpoints';

/** An export of a thousand endpoints is some 300 KB; a larger file was chosen by mistake. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Adds the endpoints of a file that Export Endpoints wrote. All of them or, where the file is not right, none. */
export async function importEndpoints(clients: ClientRegistry): Promise<void> {
  const text = await readChosenJson('Import Endpoints', {
    mostBytes: MOST_BYTES,
    tooLarge: 'This file is too large to hold endpoints. Choose one that Export Endpoints wrote.',
  });
  if (text === undefined) return;
  const { importEndpoints: read, missesSecret } = await loadCore();
  const store = await clients.store();
  const existing = (await store.list()).flatMap((one) => (one.state === 'ready' ? [one.endpoint] : []));
  const imported = await read(text, existing);
  if ('problem' in imported) {
    void vscode.window.showErrorMessage(escapeForNotification(imported.problem, 400));
    return;
  }
  await store.add(...imported.endpoints);
  const missing = imported.endpoints.filter(missesSecret).length;
  void vscode.window.showInformationMessage(
    [
      `${count(imported.endpoints.length)} imported.`,
      imported.present === 0
        ? ''
        : `${count(imported.present)} ${imported.present === 1 ? 'was' : 'were'} there already.`,
      missing === 0
        ? ''
        : `${count(missing)} ${missing === 1 ? 'needs its' : 'need their'} credentials: choose Edit Endpoint.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  );
}
