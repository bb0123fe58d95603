import * as l10n from '@vscode/l10n';
import { editDistance } from '../../base/text/editDistance';
import { quoted } from '../../base/text/quoted';
import { fieldsOfStruct } from '../decode/configTypes';
import type { OverwrittenLabel } from '../decode/labelNodes';
import type { ConfigProblem } from '../model/configProblem';
import { nearestTo } from '../names/nearName';
import { rangeOf } from '../source/placedText';

const protocols = ['http', 'tcp', 'udp'];
/** The sections of a protocol, also in the singular, as users write them. */
const listNames: ReadonlyMap<string, string> = new Map([
  ...['routers', 'services', 'middlewares'].flatMap((list) => [
    [list, list] as const,
    [list.slice(0, -1), list] as const,
  ]),
]);
const providers = ['docker', 'swarm', 'consulcatalog', 'nomad', 'ecs'];
const optionsOfProvider: ReadonlySet<string> = new Set(['network', 'lbswarm', 'allownonrunning', 'canary', 'connect']);
/** Words that follow the root of all labels. */
const afterRoot: ReadonlySet<string> = new Set([...protocols, ...providers, 'enable']);
const longestKey = 300;

/** The placeholder for the name of an object that a label lacks. */
const namePlaceholder = '<name>';

/**
 * The label that the user meant by one that Traefik silently drops: it reads only those that begin with `traefik.http`,
 * `tcp`, `udp`, `tls.stores.default`, `enable`, and the name of the provider (pkg/config/label/label.go). Undefined for
 * a label that Traefik reads, and for one that may have another purpose, such as for constraints.
 */
export function meantByDropped(key: string): string | undefined {
  if (key.length > longestKey) return undefined;
  const [root = '', first = '', ...rest] = key.split('.');
  const word = first.toLowerCase();
  if (root !== 'traefik') {
    const small = root.toLowerCase();
    const isNear = small !== 'traefik' && editDistance(small, 'traefik', 2) <= 2;
    return isNear && afterRoot.has(word) ? joined('traefik', first, ...rest) : undefined;
  }
  if (word === '' || /^(?:http|tcp|udp|enable)/.test(word) || providers.includes(word)) return undefined;
  const list = listNames.get(word);
  if (list !== undefined && rest.length > 0) return joined('traefik.http', list, ...rest);
  const [second = ''] = rest;
  const lists = listNames.get(second.toLowerCase());
  if (lists !== undefined && rest.length > 1) {
    const protocol = nearestTo(word, protocols);
    return protocol === undefined ? undefined : joined('traefik', protocol, lists, ...rest.slice(1));
  }
  if (optionsOfProvider.has(second.toLowerCase())) {
    const provider = nearestTo(word, providers);
    return provider === undefined ? undefined : joined('traefik', provider, ...rest);
  }
  if (word === 'network' || word === 'lbswarm') return joined('traefik.docker', first);
  if (word === 'tls' && second.toLowerCase() !== 'stores' && second.toLowerCase() !== 'options') {
    return second.toLowerCase() === 'certificates'
      ? undefined
      : joined(`traefik.http.routers.${namePlaceholder}`, first, ...rest);
  }
  if (word === 'loadbalancer') return joined(`traefik.http.services.${namePlaceholder}`, first, ...rest);
  const isOfRouter = fieldsOfStruct('Router').has(word) || fieldsOfStruct('RouterTLSConfig').has(word);
  if (!isOfRouter || rest.length > 0) return undefined;
  return fieldsOfStruct('Router').has(word)
    ? joined(`traefik.http.routers.${namePlaceholder}`, first)
    : joined(`traefik.http.routers.${namePlaceholder}.tls`, first);
}

function joined(...parts: readonly string[]): string {
  return parts.join('.');
}

/** A label whose value is lost, because another one is the same for Traefik. One with the same value loses nothing. */
export function overwrittenProblem({ label, by }: OverwrittenLabel): ConfigProblem {
  const isTwice = label.key.value === by.key.value;
  const words = isTwice
    ? l10n.t(
        'The label “{0}” is there twice, and only the last one counts. Keep one, with all values.',
        quoted(by.key.value),
      )
    : l10n.t(
        'To Traefik, “{0}” and “{1}” are the same label, and only the latter counts. Keep one, with all values.',
        quoted(label.key.value),
        quoted(by.key.value),
      );
  const severity = label.value.value === by.value.value ? 'information' : 'warning';
  return { code: 'defined.twice', severity, message: words, range: rangeOf(label.key) };
}
