import * as vscode from 'vscode';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';

/** Opens Traefik's own dashboard, which lies beside the API. The browser asks for credentials itself. */
export async function openDashboard(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: 'Whose dashboard should be opened?',
    kind: 'proxy',
  });
  // An endpoint's URL never holds credentials (see `normaliseUrl`).
  if (stored !== undefined) await openExternally(`${stored.endpoint.url}/dashboard/`);
}

/** Hands an address to the browser. A local one is made reachable from where the window is: VS Code forwards its port. */
export async function openExternally(url: string): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
