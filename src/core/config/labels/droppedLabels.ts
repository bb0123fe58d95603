import { editDistance } from '../../base/text/editDistance';
import { fieldsOfStruct } from '../decode/configTypes';
import { nearestTo } from '../names/nearest';

const PROTOCOLS = ['http', 'tcp', 'udp'];
/** What a protocol has, also as people write one of them. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ...['routers', 'services', 'middlewares'].flatMap((list) => [
    [list, list] as const,
    [list.slice(0, -1), list] as const,
  ]),
]);
const PROVIDERS = ['docker', 'swarm', 'consulcatalog', 'nomad', 'ecs'];
const OPTIONS_OF_PROVIDER: ReadonlySet<string> = new Set([
  'network',
  'lbswarm',
  'allownonrunning',
  'canary',
  'connect',
]);
/** Words that follow the root of all labels. */
const AFTER_ROOT: ReadonlySet<string> = new Set([...PROTOCOLS, ...PROVIDERS, 'enable']);
const LONGEST_KEY = 300;

/** What stands for the name of an object that a label lacks. */
const NAME = '<name>';

/**
 * The label that was meant by one that Traefik drops without a word: it reads only what begins with `traefik.http`, `tcp`, `udp`,
 * `tls.stores.default`, `enable`, and the name of the provider (pkg/config/label/label.go). Undefined for a label that is read, and for
 * one that may be somebody's own, such as for constraints.
 */
export function meantByDropped(key: string): string | undefined {
  if (key.length > LONGEST_KEY) return undefined;
  const [root = '', first = '', ...rest] = key.split('.');
  const word = first.toLowerCase();
  if (root !== 'traefik') {
    const small = root.toLowerCase();
    const isNear = Math.abs(small.length - 7) <= 2 && small !== 'traefik' && editDistance(small, 'traefik') <= 2;
    return isNear && AFTER_ROOT.has(word) ? joined('traefik', first, ...rest) : undefined;
  }
  if (word === '' || /^(?:http|tcp|udp|enable)/.test(word) || PROVIDERS.includes(word)) return undefined;
  const list = LISTS.get(word);
  if (list !== undefined && rest.length > 0) return joined('traefik.http', list, ...rest);
  const [second = ''] = rest;
  const lists = LISTS.get(second.toLowerCase());
  if (lists !== undefined && rest.length > 1) {
    const protocol = nearestTo(word, PROTOCOLS);
    return protocol === undefined ? undefined : joined('traefik', protocol, lists, ...rest.slice(1));
  }
  if (OPTIONS_OF_PROVIDER.has(second.toLowerCase())) {
    const provider = nearestTo(word, PROVIDERS);
    return provider === undefined ? undefined : joined('traefik', provider, ...rest);
  }
  if (word === 'network' || word === 'lbswarm') return joined('traefik.docker', first);
  if (word === 'tls' && second.toLowerCase() !== 'stores' && second.toLowerCase() !== 'options') {
    return second.toLowerCase() === 'certificates' ? undefined : joined(`traefik.http.routers.${NAME}`, first, ...rest);
  }
  if (word === 'loadbalancer') return joined(`traefik.http.services.${NAME}`, first, ...rest);
  const isOfRouter = fieldsOfStruct('Router').has(word) || fieldsOfStruct('RouterTLSConfig').has(word);
  if (!isOfRouter || rest.length > 0) return undefined;
  return fieldsOfStruct('Router').has(word)
    ? joined(`traefik.http.routers.${NAME}`, first)
    : joined(`traefik.http.routers.${NAME}.tls`, first);
}

function joined(...parts: readonly string[]): string {
  return parts.join('.');
}
