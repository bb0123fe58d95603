import { numberText } from '../../../l10n/numbers';
import type { CertificateStatus, ItemKind, ItemStatus, TraefikProtocol } from '../model/model';

/** What a protocol is called. */
export const protocolNames: Readonly<Record<TraefikProtocol, string>> = { http: 'HTTP', tcp: 'TCP', udp: 'UDP' };

/** What a group is called. */
export const groupNames: Readonly<Record<ItemKind, string>> = {
  routers: 'Routers',
  services: 'Services',
  middlewares: 'Middlewares',
};

/** What one of a kind is called. */
export const itemNames: Readonly<Record<ItemKind, string>> = {
  routers: 'Router',
  services: 'Service',
  middlewares: 'Middleware',
};

/** What an item is, within a sentence or at its beginning: `HTTP router`. */
export function kindText({ protocol, kind }: { readonly protocol: TraefikProtocol; readonly kind: ItemKind }): string {
  return `${protocolNames[protocol]} ${itemNames[kind].toLowerCase()}`;
}

/** What a status is called: Traefik's words. */
export const statusNames: Readonly<Record<ItemStatus, string>> = {
  enabled: 'enabled',
  warning: 'warning',
  disabled: 'disabled',
  unknown: 'status unknown',
};

/** What a certificate's status is called: Traefik's words. */
export const certificateStatusNames: Readonly<Record<CertificateStatus, string>> = {
  enabled: 'enabled',
  warning: 'warning',
  expired: 'expired',
  unknown: 'status unknown',
};

/** Said of a listing that the server does not have. */
export const NOT_IN_THIS_VERSION = 'not in this version';

/** Said where a filter hides all that there is. */
export const NONE_MATCH = 'none match the filter';

/** Said where all that there is, is built in. */
export const BUILT_IN_HIDDEN = 'built-in items are hidden';

/** A number of things: `1 router`, `45 routers`, `no servers`. The noun's plural is its singular and an s. */
export function countText(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** What is wrong in a listing, such as `10 with errors, 2 with warnings`; empty where nothing is. */
export function errorCountsText(counts: readonly (readonly [count: number, what: string])[]): string {
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${numberText(count)} ${what}`])).join(', ');
}

/** Parts of a description: what is not there is left out. */
export function joinedParts(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** What a description says when it is read aloud: the dots between its parts are pauses. */
export function ariaText(...parts: readonly (string | undefined)[]): string {
  return joinedParts(...parts).replaceAll(' · ', ', ');
}
