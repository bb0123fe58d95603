import { entryPointsOf, type Item, type Router, type Service } from '../model/model';
import { shownUrl } from '../secrets/secrets';

/** Parts the fields of a search text: no word holds it, so none is found across two fields. */
const FIELD_END = '\n';

/**
 * What words are looked for in, in lower case and one field after the other, the name first: of a router its rule and
 * service; of a service its type, children and servers, whose URLs come without credentials; of a middleware its type; of
 * each its provider.
 */
export function searchTextOf(item: Item): string {
  const fields = [item.name, ...fieldsOf(item), item.provider];
  return fields
    .filter((field) => field !== undefined)
    .join(FIELD_END)
    .toLowerCase();
}

function fieldsOf(item: Item): readonly (string | undefined)[] {
  switch (item.kind) {
    case 'routers':
      return ofRouter(item);
    case 'services':
      return ofService(item);
    case 'middlewares':
      return [item.type];
  }
}

/** UDP has no rules: its routers are told apart by their entry points. */
function ofRouter(router: Router): readonly (string | undefined)[] {
  const { protocol, rule, service } = router;
  return [rule, service, ...(protocol === 'udp' ? entryPointsOf(router) : [])];
}

function ofService(service: Service): readonly (string | undefined)[] {
  const { type, loadBalancer, weighted, highestRandomWeight, mirroring, failover } = service;
  return [
    type,
    ...(loadBalancer?.servers ?? []).map(({ url, address }) => (url === undefined ? address : shownUrl(url))),
    ...[...(weighted?.services ?? []), ...(highestRandomWeight?.services ?? [])].map(({ name }) => name),
    mirroring?.service,
    ...(mirroring?.mirrors ?? []).map(({ name }) => name),
    failover?.service,
    failover?.fallback,
  ];
}
