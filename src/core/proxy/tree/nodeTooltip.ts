import { numberText } from '../../../l10n/numbers';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { dateTimeText, daysLeftText, timestampOf } from '../describe/dates';
import { healthSummary, middlewareSummary, nameText, serviceSummary, tlsText } from '../describe/itemSummary';
import {
  certificateStatusNames,
  errorCountsText,
  groupNames,
  itemNames,
  joinedParts,
  protocolNames,
  statusNames,
} from '../describe/labels';
import { healthOfServer } from '../model/health';
import { certificateOf, entryPointOf, type Inventory, itemOf } from '../model/inventory';
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
import type { ProxyNode } from './nodes';
import type { TreeModel } from './treeModel';

/**
 * What hovering a row tells. Values are one visible line each and still server text: whoever renders them escapes them
 * for Markdown and codicon syntax.
 */
export interface NodeTooltip {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** What Traefik found wrong, in its own words. */
  readonly errors: readonly string[];
}

/** Code points of a value or an error. */
const LONGEST_VALUE = 1_000;
/** Names, servers or errors that are shown of a longer list. */
const MOST_LISTED = 10;

/** Says what is known of what a row stands for and not in the row. Undefined for rows that say all themselves. */
export function nodeTooltip(node: ProxyNode, model: TreeModel): NodeTooltip | undefined {
  const { inventory } = model;
  switch (node.type) {
    case 'item':
    case 'link': {
      const item = itemOf(inventory, node);
      return item && tooltipOfItem(item, model);
    }
    case 'entryPoint':
    case 'entryPointLink': {
      const entryPoint = entryPointOf(inventory, node.name);
      return entryPoint && tooltip(`Entry point ${nameText(entryPoint.name)}`, entryPointRows(entryPoint));
    }
    case 'certificate': {
      const found = certificateOf(inventory, node.name);
      return found && tooltip(`Certificate ${node.label}`, certificateRows(found, inventory.readAt));
    }
    case 'overview':
      return tooltip('Overview', overviewRows(inventory));
    default:
      return undefined;
  }
}

type Rows = readonly (readonly [label: string, value: string | undefined])[];

function tooltip(title: string, rows: Rows, errors: readonly string[] = []): NodeTooltip {
  return {
    title,
    rows: rows.flatMap(([label, value]) => {
      const text = plainText(maskText(value ?? ''), LONGEST_VALUE);
      return text === '' ? [] : [[label, text] as const];
    }),
    errors: shortened(errors, (error) => plainText(maskText(error), LONGEST_VALUE)),
  };
}

function tooltipOfItem(item: Item, model: TreeModel): NodeTooltip {
  const rows: Rows = [
    ['Status', statusNames[item.status]],
    ...rowsOf(item, model),
    ['Provider', isInternal(item) ? 'built in' : item.provider],
    ['Not understood', listText(item.unread)],
  ];
  return tooltip(`${itemNames[item.kind]} ${nameText(item.name)}`, rows, item.errors);
}

function rowsOf(item: Item, model: TreeModel): Rows {
  switch (item.kind) {
    case 'routers':
      return routerRows(item, model);
    case 'services':
      return serviceRows(item, model);
    case 'middlewares':
      return middlewareRows(item, model);
  }
}

function routerRows(router: Router, { graph, inventory }: TreeModel): Rows {
  const { rule, ruleSyntax, middlewares, service, tls, parentRefs } = router;
  const copy = originalOfCopy(router, inventory);
  const priority = routerPriorityOf(router, inventory.version);
  return [
    ['Copy', copy && `Traefik’s copy of ${copy.of} for the entry point ${copy.entryPoint}`],
    ['Rule', rule],
    ['Rule syntax', ruleSyntax === 'default' ? undefined : ruleSyntax],
    ['Priority', priority && `${priority.value}${priority.computed ? ' (computed: the length of the rule)' : ''}`],
    ['Entry points', listText(entryPointsOf(router))],
    ['Parent routers', listText(parentRefs)],
    ['Middlewares', listText(middlewares)],
    ['Service', service],
    ['Health', healthSummary(graph.healthOf(router))],
    ['TLS', tls && tlsText(tls)],
  ];
}

function serviceRows(service: Service, model: TreeModel): Rows {
  return [
    ['Type', serviceSummary(service)],
    ['Health', isInternal(service) ? undefined : healthSummary(model.graph.healthOf(service))],
    [
      'Servers',
      listText(
        service.loadBalancer?.servers,
        (server) => `${shownUrl(server.url ?? server.address ?? '?')} (${healthOfServer(service, server)})`,
      ),
    ],
    ['Used by', usersText(service, model)],
  ];
}

function middlewareRows(middleware: Middleware, model: TreeModel): Rows {
  return [
    ['Type', middlewareSummary(middleware)],
    ['Used by', usersText(middleware, model)],
  ];
}

function usersText(item: Service | Middleware, { graph }: TreeModel): string | undefined {
  return listText([...new Set(graph.usersOf(item).map(({ user }) => user.name))]);
}

function entryPointRows({ address, isDefault, hasTls, redirectsTo, middlewares, unread }: EntryPoint): Rows {
  return [
    ['Address', address],
    ['Default', isDefault ? 'for routers that name no entry point' : undefined],
    ['TLS', hasTls ? 'on for its HTTP routers' : undefined],
    ['Redirects to', redirectsTo],
    ['Middlewares before every router', listText(middlewares)],
    ['Not understood', listText(unread)],
  ];
}

/** What the overview counts by itself, which is also told of listings that could not be read. */
function overviewRows({ overview, version }: Inventory): Rows {
  const { counts } = overview ?? {};
  return [
    ['Name', version?.dashboardName],
    ...traefikProtocols.map(
      (protocol) =>
        [
          protocolNames[protocol],
          listText(
            kindsOf(protocol).flatMap((kind) => {
              const count = counts?.[protocol][kind];
              return count === undefined ? [] : countsText(count, groupNames[kind].toLowerCase());
            }),
          ),
        ] as const,
    ),
    ['Certificates', counts?.certificates && countsText(counts.certificates, 'in all')],
    ['Not understood', listText(overview?.unread)],
  ];
}

/** `48 routers (10 with errors, 2 with warnings)` */
function countsText({ total, errors, warnings }: StatusCounts, what: string): string {
  const troubles = errorCountsText([
    [errors, 'with errors'],
    [warnings, 'with warnings'],
  ]);
  return `${numberText(total)} ${what}${troubles === '' ? '' : ` (${troubles})`}`;
}

function certificateRows(certificate: Certificate, readAt: number): Rows {
  const { commonName, sans, issuer, notBefore, notAfter, name, status, unread } = certificate;
  return [
    ['Status', certificateStatusNames[status]],
    ['Common name', commonName],
    ['Names', listText(sans)],
    ['Issuer', issuer],
    ['Valid from', dayText(notBefore)],
    ['Valid until', joinedParts(dayText(notAfter), daysLeftText(certificate, readAt))],
    ['SHA-256', name],
    ['Not understood', listText(unread)],
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

/** Of the values that are not shown no text is made: there may be a hundred thousand. */
function shortened<T>(values: readonly T[], textOf: (value: T) => string): readonly string[] {
  const texts = values.slice(0, MOST_LISTED).map(textOf);
  return values.length <= MOST_LISTED ? texts : [...texts, `${numberText(values.length - MOST_LISTED)} more`];
}
