import { plainText } from '../text/plainText';
import { healthOf } from '../traefik/health';
import type { Item, Middleware, Router, Service } from '../traefik/model';
import { descriptionOf, labelOf } from './summary';
import { itemNames, numberText, statusNames } from './words';

/**
 * What hovering an item tells. Values are one visible line each and still server text: whoever renders them escapes them
 * for Markdown and codicon syntax.
 */
export interface Tooltip {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** What Traefik found wrong, in its own words. */
  readonly errors: readonly string[];
}

/** Code points of a value or an error. */
const LONGEST_VALUE = 1_000;
/** Names, servers or errors that are shown of a longer list. */
const MOST_LISTED = 10;

/** Says what is known of an item and not in its row. */
export function tooltipOf(item: Item): Tooltip {
  const rows: [string, string | undefined][] = [
    ['Status', statusNames[item.status]],
    ...rowsOf(item),
    ['Provider', item.provider],
    ['Not understood', listText(item.unread)],
  ];
  return {
    title: `${itemNames[item.kind]} ${labelOf(item)}`,
    rows: rows.flatMap(([label, value]) => {
      const text = plainText(value ?? '', LONGEST_VALUE);
      return text === '' ? [] : [[label, text] as const];
    }),
    errors: shortened(item.errors).map((error) => plainText(error, LONGEST_VALUE)),
  };
}

type Rows = [label: string, value: string | undefined][];

function rowsOf(item: Item): Rows {
  switch (item.kind) {
    case 'routers':
      return routerRows(item);
    case 'services':
      return serviceRows(item);
    case 'middlewares':
      return middlewareRows(item);
  }
}

function routerRows({ rule, using, entryPoints, middlewares, service, priority, tls, parentRefs }: Router): Rows {
  return [
    ['Rule', rule],
    ['Entry points', listText(using ?? entryPoints)],
    ['Parent routers', listText(parentRefs)],
    ['Middlewares', listText(middlewares)],
    ['Service', service],
    ['Priority', priority?.toString()],
    ['TLS', tls === undefined ? undefined : tlsText(tls)],
  ];
}

function tlsText({ options, certResolver, passthrough }: NonNullable<Router['tls']>): string {
  const parts = [
    ...(passthrough === true ? ['passed through'] : []),
    ...(options === undefined ? [] : [`options ${options}`]),
    ...(certResolver === undefined ? [] : [`certificate resolver ${certResolver}`]),
  ];
  return parts.length === 0 ? 'on' : parts.join(', ');
}

function serviceRows(service: Service): Rows {
  const servers = service.loadBalancer?.servers?.map(
    (server) => `${withoutCredentials(server.url ?? server.address ?? '?')} (${healthOf(service, server)})`,
  );
  return [
    ['Type', descriptionOf(service)],
    ['Servers', listText(servers)],
    ['Used by routers', listText(service.usedBy)],
  ];
}

function middlewareRows(middleware: Middleware): Rows {
  return [
    ['Type', descriptionOf(middleware)],
    ['Used by routers', listText(middleware.usedBy)],
  ];
}

/** A server's URL may carry a user name and a password. */
function withoutCredentials(url: string): string {
  return url.replace(/^([^/]*\/\/)[^/@]*@/, '$1…@');
}

function listText(values: readonly string[] | undefined): string | undefined {
  return values === undefined ? undefined : shortened(values).join(', ');
}

function shortened(values: readonly string[]): readonly string[] {
  if (values.length <= MOST_LISTED) return values;
  return [...values.slice(0, MOST_LISTED), `${numberText(values.length - MOST_LISTED)} more`];
}
