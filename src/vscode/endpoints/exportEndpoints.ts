import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { saveChosenJson } from '../shared/files';
import { loadCore } from '../shared/loadCore';

/** Writes all endpoints into a file a person chooses, without their secrets. */
export async function exportEndpoints(clients: ClientRegistry): Promise<void> {
  const stored = await (await clients.store()).list();
  const endpoints = stored.flatMap((one) => (one.state === 'ready' ? [one.endpoint] : []));
  if (endpoints.length === 0) {
    void vscode.window.showInformationMessage('There are no endpoints to export. Add one first.');
    return;
  }
  const { exportEndpoints: textOf } = await loadCore();
  if (!(await saveChosenJson('Export Endpoints', 'proxy-scout-endpoints.json', () => textOf(endpoints)))) return;
  const left = stored.length - endpoints.length;
  void vscode.window.showInformationMessage(
    `${count(endpoints.length)} exported without passwords, tokens, keys and header values.${
      left === 0 ? '' : ` ${count(left)} could not be read and ${left === 1 ? 'is' : 'are'} not in the file.`
    }`,
  );
}

/** `1 endpoint`, `2 endpoints`. */
export function count(endpoints: number): string {
  return endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`;
}
