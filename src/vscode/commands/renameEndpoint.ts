import type { Connections } from '../connections';
import { askName } from '../endpoints/questions';
import { chooseEndpoint } from './chooseEndpoint';

/** Gives an endpoint another name. */
export async function renameEndpoint(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseEndpoint(connections, argument, {
    placeholder: 'Which endpoint should get another name?',
  });
  if (stored?.state !== 'ready') return;
  const answer = await askName({ title: 'Rename Endpoint' }, stored.hint.name);
  if (answer === undefined || answer === 'back') return;
  await (await connections.store()).change(stored.hint.id, { name: answer.value.trim() });
}
