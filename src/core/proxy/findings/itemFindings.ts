import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { type PluralForms, plural } from '../../../l10n/plural';
import { dateTimeText, daysLeftText, daysUntil, timestampOf } from '../describe/dateTexts';
import { allServersDown, itemCountText, joinedParts } from '../describe/labels';
import { healthOfServer } from '../model/health';
import { type Inventory, inventoryGroupOf, itemsOfKinds } from '../model/inventory';
import type { ItemGraph } from '../model/itemGraph';
import { itemKeyOf } from '../model/itemRef';
import { type Certificate, isInternal, type Middleware, type Service } from '../model/model';
import { certificateTitle } from '../model/subject';
import { enumeratedNames, type Finding, quotedName } from './finding';

/**
 * A service or middleware that no router or entry point reaches, not even indirectly (see `ItemGraph.isUnused`).
 * Built-in ones are left out; so are all if a listing that may contain a user could not be read.
 */
export function unusedFinding(item: Service | Middleware, graph: ItemGraph): Finding | undefined {
  if (isInternal(item) || isAlwaysMade(item) || !graph.isUnused(item)) return undefined;
  const users = [...new Set(graph.usersOf(item).flatMap(({ user }) => ('kind' in user ? [user] : [])))];
  return {
    kind: 'unused',
    key: itemKeyOf(item),
    about: quotedName(item.name),
    reason: unusedReason(
      item,
      users.map(({ name }) => name),
    ),
    links: [
      { to: 'item', item },
      ...users.map((user) => ({ to: 'item', item: user, role: l10n.t('also unused') }) as const),
    ],
  };
}

/** The ingress-nginx provider always creates one service, needed or not (translator.go); the user cannot remove it. */
function isAlwaysMade({ protocol, kind, name }: Service | Middleware): boolean {
  return protocol === 'http' && kind === 'services' && name === 'unavailable-service@kubernetesingressnginx';
}

function unusedReason({ kind }: Service | Middleware, users: readonly string[]): string {
  if (users.length > 0) return plural(users.length, unusedForms[kind], enumeratedNames(users));
  return kind === 'services' ? l10n.t('Nothing uses this service.') : l10n.t('Nothing uses this middleware.');
}

const unusedForms: Readonly<Record<'services' | 'middlewares', PluralForms>> = {
  services: {
    one: 'Only {1} uses this service, and it is unused too.',
    other: 'Only {1} use this service, and they are unused too.',
  },
  middlewares: {
    one: 'Only {1} uses this middleware, and it is unused too.',
    other: 'Only {1} use this middleware, and they are unused too.',
  },
};

/**
 * Services with servers that are down according to their health checks. Load balancers only: they are the cause if a
 * service made of several is down. Those that routers use come first.
 */
export function downServices(inventory: Inventory, graph: ItemGraph): readonly Service[] {
  const down = [...itemsOfKinds(inventory, 'services')].filter((service) => {
    if (service.loadBalancer === undefined || service.status === 'disabled') return false;
    if (inventoryGroupOf(inventory, service.protocol, 'services')?.state === 'stale') return false;
    const { state, total } = graph.healthOf(service);
    return state === 'partly' || (state === 'down' && total !== 0);
  });
  const [used, unused] = [down.filter(graph.isReached), down.filter((service) => !graph.isReached(service))];
  return [...used, ...unused];
}

/**
 * The finding about a service that is down, or partially.
 *
 * @param budget of all these findings, for the routers that they affect: see `ItemGraph.routersOf`
 */
export function downFinding(service: Service, graph: ItemGraph, budget: { left: number }): Finding {
  const routers = graph.isReached(service) ? graph.routersOf(service, budget) : [];
  const names = enumeratedNames(routers.map(({ name }) => name));
  const affected = !graph.isReached(service)
    ? l10n.t('No router leads here.')
    : budget.left >= 0
      ? l10n.t('Affects {0}.', names)
      : l10n.t('Affects routers that were not counted.');
  const health = graph.healthOf(service);
  const servers = service.loadBalancer?.servers ?? [];
  const isPartly = health.state === 'partly';
  const down = servers.filter((server) => !isPartly || healthOfServer(service, server) === 'down');
  return {
    kind: isPartly ? 'partlyDown' : 'down',
    key: itemKeyOf(service),
    about: quotedName(service.name),
    brief: joinedParts(
      l10n.t('{0} of {1} down', numberText(down.length), numberText(servers.length)),
      routers.length > 0 && budget.left >= 0 ? itemCountText(routers.length, 'routers') : undefined,
    ),
    reason: `${isPartly ? plural(down.length, someDown, servers.length) : allServersDown(health.total)} ${affected}`,
    evidence: down.map(({ url, address }) => url ?? address ?? ''),
    links: [
      { to: 'item', item: service },
      ...routers.map((item) => ({ to: 'item', item, role: l10n.t('affected') }) as const),
    ],
  };
}

const someDown: PluralForms = { one: '{0} of {1} servers is down.', other: '{0} of {1} servers are down.' };

/** Certificates that have expired or that Traefik warns about (less than 30 days left), by expiration. */
export function expiringFindings({ certificates, readAt }: Inventory): readonly Finding[] {
  if (certificates.state !== 'read' && certificates.state !== 'cut') return [];
  return [...certificates.items.values()]
    .filter((certificate) => isExpired(certificate, readAt) || certificate.status === 'warning')
    .sort((a, b) => (timestampOf(a.notAfter) ?? 0) - (timestampOf(b.notAfter) ?? 0))
    .map((certificate) => ({
      kind: 'certificate',
      key: certificate.name,
      about: quotedName(certificateTitle(certificate)),
      brief: daysLeftText(certificate, readAt) ?? l10n.t('expires soon'),
      reason: expiryReason(certificate, readAt),
      evidence: [certificate.notAfter ?? '', String(isExpired(certificate, readAt))],
      links: [{ to: 'certificate', certificate }],
    }));
}

function isExpired({ status, notAfter }: Certificate, readAt: number): boolean {
  const end = timestampOf(notAfter);
  return status === 'expired' || (end !== undefined && end <= readAt);
}

function expiryReason(certificate: Certificate, readAt: number): string {
  const end = timestampOf(certificate.notAfter);
  const hasExpired = isExpired(certificate, readAt);
  if (end === undefined) return hasExpired ? l10n.t('Expired.') : l10n.t('Expires in less than 30 days.');
  const day = dateTimeText(end);
  if (hasExpired) return l10n.t('Expired on {0}.', day);
  const days = daysUntil(end, readAt);
  // The days come before the date, because a narrow side bar has no room for both.
  return days === 0
    ? l10n.t('Expires in less than 1 day ({0}).', day)
    : plural(days, { one: 'Expires in {0} day ({1}).', other: 'Expires in {0} days ({1}).' }, day);
}
