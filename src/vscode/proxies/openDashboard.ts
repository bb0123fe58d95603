import * as vscode from 'vscode';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { Connections } from '../shared/connections';

/** Opens Traefik's own dashboard, which lies beside the API. The browser asks for credentials itself. */
export async function openDashboard(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, {
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
