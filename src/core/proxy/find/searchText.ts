import { entryPointsOf, type Item, type Router, type Service } from '../model/model';
import { shownUrl } from '../secrets/secrets';

/** What a field of a search text is of its item. */
export type SearchFieldKind = 'name' | 'rule' | 'service' | 'entryPoint' | 'type' | 'server' | 'provider';

/** A text of an item that words are looked for in; without one where the item has none. */
type SearchField = readonly [kind: SearchFieldKind, text: string | undefined];

/** Parts the fields of a search text: no word holds it, so none is found across two fields. */
const fieldEnd = '\n';

/** What words are looked for in, in lower case and one field after the other: see `searchFieldsOf`. */
export function searchTextOf(item: Item): string {
  let text = item.name;
  for (const [kind, field] of searchFieldsOf(item)) {
    if (kind !== 'name' && field !== undefined) text += fieldEnd + field;
  }
  return text.toLowerCase();
}

/**
 * What words are looked for in, the name first: of a router its rule and service; of a service its type, children and
 * servers, whose URLs come without credentials; of a middleware its type; of each its provider.
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

/** UDP has no rules: its routers are told apart by their entry points. */
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
