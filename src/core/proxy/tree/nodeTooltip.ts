import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { dateTimeText, daysLeftText, timestampOf } from '../describe/dateTexts';
import { healthSummary, middlewareSummary, nameText, serviceSummary, tlsText } from '../describe/itemSummary';
import {
  itemCountText,
  itemTitles,
  joinedParts,
  listingNames,
  moreText,
  protocolNames,
  serverHealthNames,
  statusName,
  troubleText,
} from '../describe/labels';
import type { Finding, Findings } from '../findings/finding';
import { findingSentences } from '../findings/findingTexts';
import { healthOfServer } from '../model/health';
import { certificateOf, entryPointOf, type Inventory, itemOf } from '../model/inventory';
import { loadBalancersBelow } from '../model/itemGraph';
import {
  type Certificate,
  type EntryPoint,
  entryPointsOf,
  type Item,
  isInternal,
  kindsOf,
  type Middleware,
  type Router,
  type Service,
  type StatusCounts,
  traefikProtocols,
} from '../model/model';
import { originalOfCopy } from '../model/originalOfCopy';
import { routerPriorityOf } from '../rules/priority';
import { shownUrl } from '../secrets/secrets';
import { findingsOfNode } from './findingRows';
import type { ProxyNode } from './nodes';
import type { TreeModel } from './treeModel';

/** The tooltip of a row. Values are one line of server text each: the renderer escapes Markdown and codicons. */
export interface NodeTooltip {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** The problems that Traefik reports, in its own words. */
  readonly errors: readonly string[];
}

/** Code points of a value or an error. */
const longestValue = 1_000;
/** The most names, servers or errors of a list that are shown. */
const mostListed = 10;

/** The facts that the row itself does not show. Undefined if the row shows all. */
export function nodeTooltip(node: ProxyNode, model: TreeModel, findings?: Findings): NodeTooltip | undefined {
  const known = tooltipOfNode(node, model);
  if (known === undefined || findings === undefined) return known;
  // An item's own errors are in the tooltip already.
  const found = findingsOfNode(node, findings).filter(({ kind }) => kind !== 'reported' || known.errors.length === 0);
  const sentences = found.slice(0, mostListed).map((finding): Rows[number] => [l10n.t('Problem'), sentenceOf(finding)]);
  return { ...known, rows: [...shownRows(sentences), ...known.rows] };
}

function sentenceOf({ kind, reason }: Finding): string {
  return `${findingSentences[kind]()} ${reason}`;
}

function tooltipOfNode(node: ProxyNode, model: TreeModel): NodeTooltip | undefined {
  const { inventory } = model;
  switch (node.type) {
    case 'item':
    case 'link': {
      const item = itemOf(inventory, node);
      return item && (item.kind === 'routers' ? routerTooltip(item, model) : itemTooltip(item, model));
    }
    case 'entryPoint':
    case 'entryPointLink': {
      const entryPoint = entryPointOf(inventory, node.name);
      return entryPoint && entryPointTooltip(entryPoint);
    }
    case 'certificate': {
      const found = certificateOf(inventory, node.name);
      return found && tooltip(l10n.t('Certificate {0}', node.label), certificateRows(found, inventory.readAt));
    }
    case 'overview':
      return tooltip(l10n.t('Overview'), overviewRows(inventory));
    default:
      return undefined;
  }
}

type ItemContext = Pick<TreeModel, 'graph' | 'inventory'>;

type Rows = readonly (readonly [label: string, value: string | undefined])[];

function tooltip(title: string, rows: Rows, errors: readonly string[] = []): NodeTooltip {
  return {
    title,
    rows: shownRows(rows),
    errors: shortened(errors, (error) => plainText(maskText(error), longestValue)),
  };
}

function shownRows(rows: Rows): NodeTooltip['rows'] {
  return rows.flatMap(([label, value]) => {
    const text = plainText(maskText(value ?? ''), longestValue);
    return text === '' ? [] : [[label, text] as const];
  });
}

/** The facts about an item besides its name. */
export function itemTooltip(item: Item, model: ItemContext): NodeTooltip {
  const rows: Rows = [
    [l10n.t('Status'), statusName(item.status)],
    ...rowsOf(item, model),
    [l10n.t('Provider'), isInternal(item) ? l10n.t('built-in') : item.provider],
    [l10n.t('Unreadable fields'), listText(item.unread)],
  ];
  return tooltip(itemTitles[item.kind](nameText(item.name)), rows, item.errors);
}

/** The verdict on a router and its rule: a longer tooltip would cover the rows that are compared with it. */
function routerTooltip(router: Router, { graph, inventory }: ItemContext): NodeTooltip {
  const rows: Rows = [
    [l10n.t('Status'), router.status === 'enabled' ? undefined : statusName(router.status)],
    [l10n.t('Copy'), copyText(router, inventory)],
    [l10n.t('Health'), healthSummary(graph.healthOf(router))],
    [l10n.t('Rule'), router.rule],
  ];
  return tooltip(itemTitles.routers(nameText(router.name)), rows, router.errors);
}

export function entryPointTooltip(entryPoint: EntryPoint): NodeTooltip {
  return tooltip(l10n.t('Entry point {0}', nameText(entryPoint.name)), entryPointRows(entryPoint));
}

function rowsOf(item: Item, model: ItemContext): Rows {
  switch (item.kind) {
    case 'routers':
      return routerRows(item, model);
    case 'services':
      return serviceRows(item, model);
    case 'middlewares':
      return middlewareRows(item, model);
  }
}

function routerRows(router: Router, { graph, inventory }: ItemContext): Rows {
  const { rule, ruleSyntax, middlewares, service, tls, parentRefs } = router;
  const priority = routerPriorityOf(router, inventory.version);
  return [
    [l10n.t('Copy'), copyText(router, inventory)],
    [l10n.t('Rule'), rule],
    [l10n.t('Rule syntax'), ruleSyntax === 'default' ? undefined : ruleSyntax],
    [l10n.t('Priority'), priority && priorityText(priority)],
    [l10n.t('Entry points'), listText(entryPointsOf(router))],
    [l10n.t('Parent routers'), listText(parentRefs)],
    [l10n.t('Middlewares'), listText(middlewares)],
    [l10n.t('Service'), service],
    [l10n.t('Health'), healthSummary(graph.healthOf(router))],
    [l10n.t('Servers'), serversText([...loadBalancersBelow(router, graph)])],
    ['TLS', tls && tlsText(tls)],
  ];
}

function copyText(router: Router, inventory: Inventory): string | undefined {
  const copy = originalOfCopy(router, inventory);
  return copy && l10n.t('Traefik’s copy of {0} for entry point {1}', copy.of, copy.entryPoint);
}

/** Traefik computes a priority from the length of the rule, except for that of a TCP rule for all server names. */
function priorityText({ value, computed }: { readonly value: bigint; readonly computed: boolean }): string {
  return computed && value > 0n ? l10n.t('{0} (computed from the length of the rule)', String(value)) : String(value);
}

function serviceRows(service: Service, model: ItemContext): Rows {
  return [
    [l10n.t('Type'), serviceSummary(service)],
    [l10n.t('Health'), isInternal(service) ? undefined : healthSummary(model.graph.healthOf(service))],
    [l10n.t('Servers'), serversText([service])],
    [l10n.t('Used by'), usersText(service, model)],
  ];
}

function serversText(services: readonly Service[]): string | undefined {
  const servers = services.flatMap((service) =>
    (service.loadBalancer?.servers ?? []).map((server) => ({ service, server })),
  );
  return listText(servers, ({ service, server }) => {
    const health = serverHealthNames[healthOfServer(service, server)]();
    return `${shownUrl(server.url ?? server.address ?? '?')} (${health})`;
  });
}

function middlewareRows(middleware: Middleware, model: ItemContext): Rows {
  return [
    [l10n.t('Type'), middlewareSummary(middleware)],
    [l10n.t('Used by'), usersText(middleware, model)],
  ];
}

function usersText(item: Service | Middleware, { graph }: ItemContext): string | undefined {
  return listText([...new Set(graph.usersOf(item).map(({ user }) => user.name))]);
}

function entryPointRows({ address, isDefault, hasTls, redirectsTo, middlewares, unread }: EntryPoint): Rows {
  return [
    [l10n.t('Address'), address],
    [l10n.t('Default'), isDefault ? l10n.t('for routers without entry points') : undefined],
    ['TLS', hasTls ? l10n.t('on for its HTTP routers') : undefined],
    [l10n.t('Redirects to'), redirectsTo],
    [l10n.t('Entry point middlewares'), listText(middlewares)],
    [l10n.t('Unreadable fields'), listText(unread)],
  ];
}

/** The overview has its own counts, also of listings that could not be read. */
function overviewRows({ overview, version }: Inventory): Rows {
  const { counts } = overview ?? {};
  return [
    [l10n.t('Name'), version?.dashboardName],
    ...traefikProtocols.map(
      (protocol) =>
        [
          protocolNames[protocol],
          listText(
            kindsOf(protocol).flatMap((kind) => {
              const count = counts?.[protocol][kind];
              return count === undefined ? [] : countsText(itemCountText(count.total, kind), count);
            }),
          ),
        ] as const,
    ),
    [listingNames.certificates(), counts?.certificates && certificateCountsText(counts.certificates)],
    [l10n.t('Unreadable fields'), listText(overview?.unread)],
  ];
}

/** `48 routers (10 errors, 2 warnings)` */
function countsText(total: string, { errors, warnings }: StatusCounts): string {
  return withTroubles(total, troubleText({ configError: errors, configWarning: warnings }));
}

function certificateCountsText({ total, errors, warnings }: StatusCounts): string {
  return withTroubles(numberText(total), troubleText({ expired: errors, expiring: warnings }));
}

function withTroubles(total: string, troubles: string): string {
  return troubles === '' ? total : `${total} (${troubles})`;
}

function certificateRows(certificate: Certificate, readAt: number): Rows {
  const { commonName, sans, issuer, notBefore, notAfter, name, status, unread } = certificate;
  return [
    [l10n.t('Status'), statusName(status)],
    [l10n.t('Common name'), commonName],
    [l10n.t('Names'), listText(sans)],
    [l10n.t('Issuer'), issuer],
    [l10n.t('Valid from'), dayText(notBefore)],
    [l10n.t('Valid until'), joinedParts(dayText(notAfter), daysLeftText(certificate, readAt))],
    ['SHA-256', name],
    [l10n.t('Unreadable fields'), listText(unread)],
  ];
}

function dayText(text: string | undefined): string | undefined {
  const moment = timestampOf(text);
  return moment === undefined ? text : dateTimeText(moment);
}

function listText(values: readonly string[] | undefined): string | undefined;
function listText<T>(values: readonly T[] | undefined, textOf: (value: T) => string): string | undefined;
function listText<T>(values: readonly T[] | undefined, textOf: (value: T) => string = String): string | undefined {
  return values === undefined ? undefined : shortened(values, textOf).join(', ');
}

/** Makes texts only of the values that are shown, because there may be very many. */
function shortened<T>(values: readonly T[], textOf: (value: T) => string): readonly string[] {
  const texts = values.slice(0, mostListed).map(textOf);
  const more = values.length - mostListed;
  return more <= 0 ? texts : [...texts, moreText(more)];
}
