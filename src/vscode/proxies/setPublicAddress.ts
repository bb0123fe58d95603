import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../../core/base/endpoints/endpoint';
import { publicOriginOf, readPublicUrl } from '../../core/proxy/publicUrls/publicUrls';
import type { ClientRegistry } from '../shared/clientRegistry';
import { subjectRefOf } from '../shared/documentUris';
import { askText } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import { storeEdit } from '../shared/storeEdit';

/** Asks the user for the public address of an entry point, for Open in Browser. An empty text deletes it. */
export async function setPublicAddress(clients: ClientRegistry, argument: unknown): Promise<void> {
  const ref = await subjectRefOf(argument);
  if (ref === undefined || !('type' in ref) || ref.type !== 'entryPoint') return;
  const { endpointId, name } = ref;
  const endpoint = await (await clients.store()).get(endpointId);
  if (endpoint === undefined) return;
  const answer = await askText({
    title: l10n.t('Public Address of Entry Point {0}', escapeForLabel(name)),
    prompt: l10n.t('Address where browsers reach this entry point. Leave empty to use its own port.'),
    placeholder: 'https://localhost:8443',
    value: publicOriginOf(endpoint.origins, name) ?? '',
    check: (typed) => {
      if (typed.trim() === '') return undefined;
      const read = readPublicUrl(typed);
      if ('problem' in read) return read;
      const { origin, pathname, search } = new URL(read.url);
      return pathname === '/' && search === '' ? undefined : { hint: l10n.t('Only {0} is stored.', origin) };
    },
  });
  if (answer === undefined || answer === 'back') return;
  const read = answer.value.trim() === '' ? undefined : readPublicUrl(answer.value);
  if (read !== undefined && 'problem' in read) return;
  await rememberOrigin(clients, endpoint, name, read === undefined ? undefined : new URL(read.url).origin);
}

/** Stores the public origin of an entry point, or deletes it. */
export async function rememberOrigin(
  clients: ClientRegistry,
  endpoint: Endpoint,
  entryPoint: string,
  origin: string | undefined,
): Promise<void> {
  const { [entryPoint]: _, ...others } = endpoint.origins ?? {};
  const now = origin === undefined ? others : { ...others, [entryPoint]: origin };
  await storeEdit(await clients.store(), endpoint, { origins: Object.keys(now).length === 0 ? undefined : now });
}
