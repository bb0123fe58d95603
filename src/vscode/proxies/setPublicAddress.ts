import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import { inLabel } from '../shared/inert';
import { askText } from '../shared/quickInput';
import { subjectRefOf } from '../shared/uris';

/** Asks where an entry point is reached from outside; Open in Browser goes there. Nothing typed forgets it. */
export async function setPublicAddress(connections: Connections, argument: unknown): Promise<void> {
  const ref = await subjectRefOf(argument);
  if (ref === undefined || !('type' in ref) || ref.type !== 'entryPoint') return;
  const { endpointId, name } = ref;
  const endpoint = await (await connections.store()).get(endpointId);
  if (endpoint === undefined) return;
  const { originOf, readAddress } = await loadCore();
  const answer = await askText({
    title: `Public Address of Entry Point ${inLabel(name)}`,
    prompt: 'Where browsers reach this entry point. Leave it empty to go by its own port.',
    placeholder: 'https://localhost:8443',
    value: originOf(endpoint.origins, name) ?? '',
    check: (typed) => {
      if (typed.trim() === '') return undefined;
      const read = readAddress(typed);
      if ('problem' in read) return read;
      const { origin, pathname, search } = new URL(read.url);
      return pathname === '/' && search === '' ? undefined : { hint: `Only ${origin} is kept.` };
    },
  });
  if (answer === undefined || answer === 'back') return;
  const read = answer.value.trim() === '' ? undefined : readAddress(answer.value);
  if (read !== undefined && 'problem' in read) return;
  await rememberOrigin(connections, endpointId, name, read === undefined ? undefined : new URL(read.url).origin);
}

/** Keeps the origin under which an entry point of the endpoint is reached, or forgets it. */
export async function rememberOrigin(
  connections: Connections,
  endpointId: string,
  entryPoint: string,
  origin: string | undefined,
): Promise<void> {
  const store = await connections.store();
  const endpoint = await store.get(endpointId);
  if (endpoint !== undefined) await store.learn(endpoint, { origins: Object.fromEntries([[entryPoint, origin]]) });
}
