import {
  endpointToTry,
  type OfferedAuth,
  proposedName,
  type TrialOutcome,
  trialLimits,
  tryAddress,
} from '../../core/addressProbe/tryAddress';
import type { EndpointAuth, EndpointKind } from '../../core/base/endpoints/endpoint';
import type { EndpointFields } from '../../core/base/endpoints/endpointStore';
import type { PastedAddress } from '../../core/base/endpoints/endpointUrl';
import type { ClientRegistry } from '../shared/clientRegistry';

/** The outcome of the last step: of a trial, or that such an endpoint exists already. */
export type DraftOutcome =
  | TrialOutcome
  | { readonly type: 'present'; readonly endpointId: string; readonly name: string };

/** The known fields of an endpoint that the user is adding. */
export interface EndpointDraft extends Pick<EndpointFields, 'kind' | 'url' | 'auth' | 'tls' | 'host'> {
  /** The user and password in the address, until the server requires them. */
  readonly pending?: PastedAddress['credentials'];
  readonly outcome?: DraftOutcome | undefined;
}

/** A draft for this address. The input for another path of the same origin still applies. */
export function draftAt(address: PastedAddress, before: EndpointDraft | undefined): EndpointDraft {
  const { url, likely: kind } = address;
  const pending = address.credentials ?? (before && keepsPending(url, before.url) ? before.pending : undefined);
  const keeps = before !== undefined && new URL(before.url).origin === new URL(url).origin;
  return {
    kind,
    url,
    auth: keeps && address.credentials === undefined ? before.auth : { type: 'none' },
    ...(keeps && before.tls !== undefined && { tls: before.tls }),
    ...(keeps && before.host !== undefined && { host: before.host }),
    ...(pending !== undefined && { pending }),
  };
}

/** Credentials are for their host, and are not sent by http if they were entered for https. */
function keepsPending(url: string, before: string): boolean {
  const [now, then] = [new URL(url), new URL(before)];
  return now.hostname === then.hostname && (now.protocol === then.protocol || now.protocol === 'https:');
}

/** The draft with the credentials of its address, which its server requires. */
export function withPending({ pending, ...draft }: EndpointDraft, offered: readonly OfferedAuth[]): EndpointDraft {
  if (pending === undefined) return draft;
  const isDigestOnly = offered.includes('digest') && !offered.includes('basic');
  return { ...draft, auth: { type: 'basic', ...pending, ...(isDigestOnly && { scheme: 'digest' as const }) } };
}

/** Tries a draft: see `tryAddress`. */
export async function tryDraft(
  clients: ClientRegistry,
  draft: EndpointDraft,
  signal: AbortSignal,
): Promise<TrialOutcome> {
  const client = await clients.trial(endpointToTry(draft, draft.kind), trialLimits);
  try {
    return await tryAddress(client, signal);
  } finally {
    await client.close();
  }
}

/** The stored endpoint with the address of a draft. */
export async function storedAt(
  clients: ClientRegistry,
  { url, host }: EndpointDraft,
): Promise<{ readonly endpointId: string; readonly name: string } | undefined> {
  const found = (await (await clients.store()).list()).find(
    (one) => one.state === 'ready' && one.endpoint.url === url && one.endpoint.host === host,
  );
  return found && { endpointId: found.hint.id, name: found.hint.name };
}

/** Stores a draft under the name of its product, and shows its row. */
export async function storeDraft(
  clients: ClientRegistry,
  { url, auth, pending, tls, host }: EndpointDraft,
  server: { readonly kind: EndpointKind; readonly product?: string | undefined },
): Promise<void> {
  const given: EndpointAuth = pending === undefined || auth.type !== 'none' ? auth : { type: 'basic', ...pending };
  const stored = await (await clients.store()).add({
    kind: server.kind,
    name: proposedName(server, { url, host }),
    url,
    auth: given,
    headers: {},
    ...(tls !== undefined && { tls }),
    ...(host !== undefined && { host }),
  });
  for (const { id } of stored) clients.show(id);
}
