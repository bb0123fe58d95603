import type { Item } from '../model/model';
import { enumerated, type FindingLink, nameIn } from './finding';

const GATEWAY = 'kubernetesgateway';
/** What the provider writes in place of a service where a filter of a route is none that it can load. */
const FILTERS: readonly string[] = ['invalid-httproute-filter', 'invalid-grpcroute-filter'];

/**
 * What is to be said of a service that is not listed because the Gateway provider could not resolve it: it is named by a weighted service of the
 * provider alone, and Traefik answers in its place. Undefined where it is another's.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/provider/kubernetes/gateway/httproute.go (loadHTTPRoute, loadWRRService)
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/provider/kubernetes/gateway/grpcroute.go
 */
export function gatewayReason(
  { protocol, kind, name }: Pick<Item, 'protocol' | 'kind' | 'name'>,
  links: readonly FindingLink[],
): string | undefined {
  if (protocol !== 'http' || kind !== 'services' || !name.endsWith(`@${GATEWAY}`)) return undefined;
  const users = links.map((link) => (link.to === 'item' ? link.item : undefined));
  if (!users.every((user) => user?.kind === 'services' && user.provider === GATEWAY && user.weighted !== undefined)) {
    return undefined;
  }
  const own = name.slice(0, -GATEWAY.length - 1);
  const what = FILTERS.includes(own) ? 'a filter' : 'a backend';
  // Its routes' names begin with their kind.
  const answers = /^(?:invalid-)?grpcroute-/.test(own) ? 'that it is unavailable (gRPC)' : '500';
  const where = enumerated(users.map((user) => nameIn(user?.name ?? '')));
  return `Stands for ${what} that the Gateway API provider could not resolve: Traefik answers ${answers} to what ${where} ${users.length === 1 ? 'gives' : 'give'} it.`;
}
