import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';

/** Opens Traefik's dashboard, which Traefik serves beside the API. The browser asks for credentials itself. */
export async function openDashboard(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select a proxy to open its dashboard'),
    kind: 'proxy',
  });
  // An endpoint's URL never contains credentials (see `normalizeUrl`).
  if (stored !== undefined) await openExternally(`${stored.endpoint.url}/dashboard/`);
}

/** Opens an address in the browser. For a local one in a remote window, VS Code forwards the port. */
export async function openExternally(url: string): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
