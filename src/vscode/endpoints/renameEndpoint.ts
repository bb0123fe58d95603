import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { Connections } from '../shared/connections';
import { askName } from './questions';

/** Gives an endpoint another name. */
export async function renameEndpoint(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, {
    placeholder: 'Which endpoint should get another name?',
  });
  if (stored === undefined) return;
  const answer = await askName({ title: 'Rename Endpoint' }, stored.hint.name);
  if (answer === undefined || answer === 'back') return;
  await (await connections.store()).change(stored.hint.id, { name: answer.value.trim() }, stored.endpoint);
}
