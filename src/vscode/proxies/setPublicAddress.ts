import type { ClientRegistry } from '../shared/clientRegistry';
import { subjectRefOf } from '../shared/documentUris';
import { loadCore } from '../shared/loadCore';
import { askText } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

/** Asks where an entry point is reached from outside; Open in Browser goes there. Nothing typed forgets it. */
export async function setPublicAddress(clients: ClientRegistry, argument: unknown): Promise<void> {
  const ref = await subjectRefOf(argument);
  if (ref === undefined || !('type' in ref) || ref.type !== 'entryPoint') return;
  const { endpointId, name } = ref;
  const endpoint = await (await clients.store()).get(endpointId);
  if (endpoint === undefined) return;
  const { publicOriginOf, readPublicUrl } = await loadCore();
  const answer = await askText({
    title: `Public Address of Entry Point ${escapeForLabel(name)}`,
    prompt: 'Where browsers reach this entry point. Leave it empty to go by its own port.',
    placeholder: 'https://localhost:8443',
    value: publicOriginOf(endpoint.origins, name) ?? '',
    check: (typed) => {
      if (typed.trim() === '') return undefined;
      const read = readPublicUrl(typed);
      if ('problem' in read) return read;
      const { origin, pathname, search } = new URL(read.url);
      return pathname === '/' && search === '' ? undefined : { hint: `Only ${origin} is kept.` };
    },
  });
  if (answer === undefined || answer === 'back') return;
  const read = answer.value.trim() === '' ? undefined : readPublicUrl(answer.value);
  if (read !== undefined && 'problem' in read) return;
  await rememberOrigin(clients, endpointId, name, read === undefined ? undefined : new URL(read.url).origin);
}

/** Keeps the origin under which an entry point of the endpoint is reached, or forgets it. */
export async function rememberOrigin(
  clients: ClientRegistry,
  endpointId: string,
  entryPoint: string,
  origin: string | undefined,
): Promise<void> {
  const store = await clients.store();
  const endpoint = await store.get(endpointId);
  if (endpoint !== undefined) await store.learn(endpoint, { origins: Object.fromEntries([[entryPoint, origin]]) });
}
