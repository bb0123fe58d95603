import type { Connections } from '../connections';
import { askName } from '../endpoints/questions';
import { chooseReadyEndpoint } from './chooseEndpoint';

/** Adds a copy of an endpoint, credentials included, under another name. */
export async function duplicateEndpoint(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, { placeholder: 'Which endpoint should be copied?' });
  if (stored === undefined) return;
  const { kind, name, url, auth, headers } = stored.endpoint;
  const answer = await askName({ title: 'Duplicate Endpoint' }, `${name} copy`.slice(0, 200));
  if (answer === undefined || answer === 'back') return;
  await (await connections.store()).add({ kind, name: answer.value.trim(), url, auth, headers });
}
