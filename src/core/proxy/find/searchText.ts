import { entryPointsOf, type Item, type Router, type Service } from '../model/model';
import { shownUrl } from '../secrets/secrets';

export type SearchFieldKind = 'name' | 'rule' | 'service' | 'entryPoint' | 'type' | 'server' | 'provider';

/** A text of an item that is searched; undefined if the item has none. */
type SearchField = readonly [kind: SearchFieldKind, text: string | undefined];

/** Separates the fields of a search text. No word contains it, so no match spans two fields. */
const fieldEnd = '\n';

/** The searched text of an item, in lower case and one field after the other: see `searchFieldsOf`. */
export function searchTextOf(item: Item): string {
  let text = item.name;
  for (const [kind, field] of searchFieldsOf(item)) {
    if (kind !== 'name' && field !== undefined) text += fieldEnd + field;
  }
  return text.toLowerCase();
}

/**
 * The searched fields of an item, the name first: a router's rule and service; a service's type, children and servers,
 * whose URLs have no credentials; a middleware's type; and the provider of each.
 */
export function searchFieldsOf(item: Item): readonly SearchField[] {
  return [['name', item.name], ...fieldsOf(item), ['provider', item.provider]];
}

function fieldsOf(item: Item): readonly SearchField[] {
  switch (item.kind) {
    case 'routers':
      return ofRouter(item);
    case 'services':
      return ofService(item);
    case 'middlewares':
      return [['type', item.type]];
  }
}

/** UDP has no rules: its routers differ by their entry points. */
function ofRouter(router: Router): readonly SearchField[] {
  const { protocol, rule, service } = router;
  const own: readonly SearchField[] = [
    ['rule', rule],
    ['service', service],
  ];
  return protocol === 'udp' ? [...own, ...entryPointsOf(router).map((name) => ['entryPoint', name] as const)] : own;
}

function ofService(service: Service): readonly SearchField[] {
  const { type, loadBalancer, weighted, highestRandomWeight, mirroring, failover } = service;
  const children = [
    ...[...(weighted?.services ?? []), ...(highestRandomWeight?.services ?? [])].map(({ name }) => name),
    mirroring?.service,
    ...(mirroring?.mirrors ?? []).map(({ name }) => name),
    failover?.service,
    failover?.fallback,
  ];
  const servers = (loadBalancer?.servers ?? []).map(({ url, address }) =>
    url === undefined ? address : shownUrl(url),
  );
  return [
    ['type', type],
    ...servers.map((server) => ['server', server] as const),
    ...children.map((child) => ['service', child] as const),
  ];
}
