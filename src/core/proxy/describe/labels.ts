import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { type PluralForms, plural } from '../../../l10n/plural';
import { plainText } from '../../base/text/plainText';
import { type Trouble, type TroubleCounts, troubleConditions } from '../model/condition';
import type { ServerHealth } from '../model/health';
import type { ListingPath } from '../model/inventory';
import type { ReferenceRole } from '../model/itemGraph';
import type { CertificateStatus, ItemKind, ItemStatus, TraefikProtocol } from '../model/model';

export const protocolNames: Readonly<Record<TraefikProtocol, string>> = { http: 'HTTP', tcp: 'TCP', udp: 'UDP' };

export const groupNames: Readonly<Record<ItemKind, () => string>> = {
  routers: () => l10n.t('Routers'),
  services: () => l10n.t('Services'),
  middlewares: () => l10n.t('Middlewares'),
};

export const listingNames: Readonly<Record<ListingPath, () => string>> = {
  'http/routers': () => l10n.t('HTTP Routers'),
  'http/services': () => l10n.t('HTTP Services'),
  'http/middlewares': () => l10n.t('HTTP Middlewares'),
  'tcp/routers': () => l10n.t('TCP Routers'),
  'tcp/services': () => l10n.t('TCP Services'),
  'tcp/middlewares': () => l10n.t('TCP Middlewares'),
  'udp/routers': () => l10n.t('UDP Routers'),
  'udp/services': () => l10n.t('UDP Services'),
  'udp/middlewares': () => l10n.t('UDP Middlewares'),
  entrypoints: () => l10n.t('Entry Points'),
  certificates: () => l10n.t('Certificates'),
};

export const itemNames: Readonly<Record<ItemKind, () => string>> = {
  routers: () => l10n.t('Router'),
  services: () => l10n.t('Service'),
  middlewares: () => l10n.t('Middleware'),
};

/** The title of an item: `Router shop@docker`. */
export const itemTitles: Readonly<Record<ItemKind, (name: string) => string>> = {
  routers: (name) => l10n.t('Router {0}', name),
  services: (name) => l10n.t('Service {0}', name),
  middlewares: (name) => l10n.t('Middleware {0}', name),
};

const kindTexts: Readonly<Record<`${TraefikProtocol}/${ItemKind}`, () => string>> = {
  'http/routers': () => l10n.t('HTTP router'),
  'http/services': () => l10n.t('HTTP service'),
  'http/middlewares': () => l10n.t('HTTP middleware'),
  'tcp/routers': () => l10n.t('TCP router'),
  'tcp/services': () => l10n.t('TCP service'),
  'tcp/middlewares': () => l10n.t('TCP middleware'),
  'udp/routers': () => l10n.t('UDP router'),
  'udp/services': () => l10n.t('UDP service'),
  'udp/middlewares': () => l10n.t('UDP middleware'),
};

/** The kind of an item, as a fact of its own: `HTTP router`. */
export function kindText({ protocol, kind }: { readonly protocol: TraefikProtocol; readonly kind: ItemKind }): string {
  return kindTexts[`${protocol}/${kind}`]();
}

const counts: Readonly<Record<ItemKind, { readonly none: () => string; readonly some: PluralForms }>> = {
  routers: { none: () => l10n.t('no routers'), some: { one: '{0} router', other: '{0} routers' } },
  services: { none: () => l10n.t('no services'), some: { one: '{0} service', other: '{0} services' } },
  middlewares: { none: () => l10n.t('no middlewares'), some: { one: '{0} middleware', other: '{0} middlewares' } },
};

/** A number of items: `1 router`, `45 routers`, `no services`. */
export function itemCountText(count: number, kind: ItemKind): string {
  const { none, some } = counts[kind];
  return count === 0 ? none() : plural(count, some);
}

const shownForms: Readonly<Record<ItemKind, PluralForms>> = {
  routers: { one: '{1} of {0} router', other: '{1} of {0} routers' },
  services: { one: '{1} of {0} service', other: '{1} of {0} services' },
  middlewares: { one: '{1} of {0} middleware', other: '{1} of {0} middlewares' },
};

/** The number of items that match a filter: `12 of 48 routers`, `no services`. */
export function shownCountText(shown: number, total: number, kind: ItemKind): string {
  return total === 0 ? itemCountText(0, kind) : plural(total, shownForms[kind], numberText(shown));
}

/** The end of a list of names that is cut: `7 more`. */
export function moreText(count: number): string {
  return plural(count, { one: '{0} more', other: '{0} more' });
}

/** How another item uses an item; undefined if the context already shows it. */
export const usageNames: Readonly<Record<ReferenceRole, (() => string) | undefined>> = {
  middleware: undefined,
  chained: () => l10n.t('in a chain'),
  service: undefined,
  weighted: () => l10n.t('as weighted service'),
  highestRandomWeight: () => l10n.t('as weighted service'),
  mirrored: () => l10n.t('as main service'),
  mirror: () => l10n.t('as mirror'),
  main: () => l10n.t('as main service'),
  fallback: () => l10n.t('as fallback'),
  errorPage: () => l10n.t('for error pages'),
  parent: () => l10n.t('as parent router'),
};

/** The name of a status: Traefik's own, if it has one. */
export function statusName(status: ItemStatus | CertificateStatus): string {
  return status === 'unknown' ? l10n.t('unknown status') : status;
}

/** Whether a server responds to its health checks. */
export const serverHealthNames: Readonly<Record<ServerHealth, () => string>> = {
  up: () => l10n.t('up'),
  down: () => l10n.t('down'),
  notChecked: () => l10n.t('no health check'),
};

/** For a service whose servers are all down; there is at least one. Undefined if they were not counted. */
export function allServersDown(total: number | undefined): string {
  if (total === undefined) return l10n.t('All servers are down.');
  return plural(total, { one: 'The only server is down.', other: 'All {0} servers are down.' });
}

/** For a listing that the server does not have. */
export function notInThisVersion(): string {
  return l10n.t('Not available in this version');
}

/** The text about an active filter: `“shop status:warning”: 12 of 340`; only the filter if nothing is counted. */
export function filterText(filter: string, counts?: { readonly shown: number; readonly total: number }): string {
  const text = plainText(filter, 100);
  return counts === undefined
    ? l10n.t('“{0}”', text)
    : l10n.t('“{0}”: {1} of {2}', text, numberText(counts.shown), numberText(counts.total));
}

/** For a filter that hides all rows. */
export function noMatches(): string {
  return l10n.t('No matches');
}

const troubleForms: Readonly<Record<Trouble, PluralForms>> = {
  configError: { one: '{0} error', other: '{0} errors' },
  allDown: { one: '{0} down', other: '{0} down' },
  expired: { one: '{0} expired', other: '{0} expired' },
  configWarning: { one: '{0} warning', other: '{0} warnings' },
  partlyDown: { one: '{0} partially down', other: '{0} partially down' },
  expiring: { one: '{0} expiring soon', other: '{0} expiring soon' },
};

/** The troubles behind a row, worst first: `10 errors, 2 down, 1 warning`; empty if there are none. */
export function troubleText(counts: Partial<TroubleCounts>): string {
  return troubleConditions
    .flatMap((trouble) => {
      const count = counts[trouble] ?? 0;
      return count === 0 ? [] : [plural(count, troubleForms[trouble])];
    })
    .join(', ');
}

/** The facts of a description; missing ones are left out. */
export function joinedParts(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** The description for a screen reader: pauses in place of the dots between its facts. */
export function ariaText(...parts: readonly (string | undefined)[]): string {
  return joinedParts(...parts).replaceAll(' · ', ', ');
}
