import * as l10n from '@vscode/l10n';
import { arrayItems, memberText, objectMembers } from '../../base/json/scan';
import { middlewareSummary } from '../describe/itemSummary';
import type { Finding } from '../findings/finding';
import type { ItemGraph } from '../model/itemGraph';
import type { Middleware, Service } from '../model/model';
import {
  type CoveredMembers,
  factRow,
  type ItemPageContent,
  listRows,
  ownRow,
  type PageSectionSource,
  pageSection,
  providerFact,
  untrustedText,
} from './page';
import { downstreamRows, routerRow, userRow } from './requestFlow';
import { healthPiece, statusPiece } from './statusPieces';

/**
 * A service's state, its servers or services, and its users.
 *
 * @param about its findings, which the document shows
 */
export function serviceContent(service: Service, graph: ItemGraph, about: readonly Finding[]): ItemPageContent {
  return {
    facts: [
      factRow(l10n.t('Status'), [[statusPiece(service)]]),
      service.provider === 'internal' ? [] : factRow(l10n.t('Health'), [[healthPiece(graph.healthOf(service))]]),
      service.type === undefined ? [] : factRow(l10n.t('Type'), [[untrustedText(service.type)]]),
      providerFact(service),
    ],
    sections: [
      pageSection(
        graph.referencesOf(service).length === 0 ? l10n.t('Servers') : l10n.t('Leads To'),
        downstreamRows(service, graph),
      ),
      ...usage(service, graph, about),
    ],
    covered: {
      type: true,
      middlewares: true,
      ...(saysItsUsers(service, graph) ? { usedBy: true } : {}),
      ...(isHealthShown(service) ? { serverStatus: true } : {}),
      loadBalancer: {
        ...coveredLists(service, 'loadBalancer', { servers: ['url', 'address', 'weight'] }),
        strategy: '"wrr"',
        passHostHeader: 'true',
        responseForwarding: { flushInterval: '"100ms"' },
      },
      weighted: coveredLists(service, 'weighted', { services: ['name', 'weight'] }),
      highestRandomWeight: coveredLists(service, 'highestRandomWeight', { services: ['name', 'weight'] }),
      mirroring: { service: true, ...coveredLists(service, 'mirroring', { mirrors: ['name', 'percent'] }) },
      failover: { service: true, fallback: true },
    },
  };
}

/**
 * A middleware's type, the items that it uses, and its users.
 *
 * @param about its findings, which the document shows
 */
export function middlewareContent(
  middleware: Middleware,
  graph: ItemGraph,
  about: readonly Finding[],
): ItemPageContent {
  const flow = downstreamRows(middleware, graph);
  const type = middlewareSummary(middleware);
  return {
    facts: [
      factRow(l10n.t('Status'), [[statusPiece(middleware)]]),
      type === undefined ? [] : factRow(l10n.t('Type'), [[untrustedText(type)]]),
      providerFact(middleware),
    ],
    sections: [pageSection(l10n.t('Leads To'), flow), ...usage(middleware, graph, about)],
    covered: { type: true, chain: { middlewares: true }, ...(saysItsUsers(middleware, graph) ? { usedBy: true } : {}) },
  };
}

/** The users of a service or middleware, and the routers that lead there indirectly. */
function usage(item: Service | Middleware, graph: ItemGraph, about: readonly Finding[]): readonly PageSectionSource[] {
  const users = graph.usersOf(item);
  const direct = new Set<unknown>(users.map(({ user }) => user));
  const indirect = graph.routersOf(item).filter((router) => !direct.has(router));
  const rows = listRows(users, userRow);
  const note = about.some(({ kind }) => kind === 'unused')
    ? undefined
    : graph.isUnused(item)
      ? l10n.t('No router leads here')
      : rows.length === 0
        ? l10n.t('Usage unknown: not everything could be read')
        : undefined;
  return [
    pageSection(l10n.t('Used By'), [...rows, ...(note === undefined ? [] : [ownRow(note, 'caution')])]),
    pageSection(l10n.t('Routers That Lead Here'), listRows(indirect, routerRow)),
  ];
}

/** Whether the section lists everything that uses the item according to the API. */
function saysItsUsers(item: Service | Middleware, graph: ItemGraph): boolean {
  const names = new Set(graph.routersOf(item).map(({ name }) => name));
  return item.usedBy?.every((name) => names.has(name)) ?? true;
}

/** The lists of a service's configuration whose fields the rows above show completely. */
function coveredLists(
  { text }: Service,
  key: string,
  lists: Readonly<Record<string, readonly string[]>>,
): CoveredMembers {
  const configuration = memberText(text, key) ?? '';
  const whole = Object.entries(lists).filter(([list, fields]) =>
    arrayItems(memberText(configuration, list) ?? '').every((one) =>
      [...objectMembers(one)].every(([name]) => fields.includes(name)),
    ),
  );
  return Object.fromEntries(whole.map(([list]) => [list, true]));
}

/** Whether the rows of servers show every reported health: Traefik may write a server's URL differently there. */
function isHealthShown({ loadBalancer, serverStatus }: Service): boolean {
  const servers = new Set(loadBalancer?.servers?.map(({ url, address }) => url ?? address));
  return Object.keys(serverStatus ?? {}).every((server) => servers.has(server));
}
