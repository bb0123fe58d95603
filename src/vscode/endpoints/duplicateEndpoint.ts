import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { Connections } from '../shared/connections';
import { askName } from './questions';

/** Adds a copy of an endpoint, credentials included, under another name. */
export async function duplicateEndpoint(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, { placeholder: 'Which endpoint should be copied?' });
  if (stored === undefined) return;
  const { id, version, order, ...fields } = stored.endpoint;
  const answer = await askName({ title: 'Duplicate Endpoint' }, `${fields.name} copy`.slice(0, 200));
  if (answer === undefined || answer === 'back') return;
  await (await connections.store()).add({ ...fields, name: answer.value.trim() });
}
