import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { Connections } from '../shared/connections';

/** Moves an endpoint one place up or down in its view. */
export async function moveEndpoint(connections: Connections, argument: unknown, to: 'up' | 'down'): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, { placeholder: `Which endpoint should move ${to}?` });
  if (stored !== undefined) await (await connections.store()).move(stored.hint.id, to);
}
