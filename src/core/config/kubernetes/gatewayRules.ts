import { quoteMeta } from '../../proxy/rules/hosts';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';

const quoted = (text: string): string => JSON.stringify(text);

/** @param wildcard an expression for what stands in the place of `*.` */
function hostMatcher(name: string, host: string, wildcard: string): string {
  if (!host.includes('*')) return `${name}(${quoted(host)})`;
  return `${name}Regexp(${quoted(`^${quoteMeta(host).replace('\\*\\.', wildcard)}$`)})`;
}

function hostRule(hostnames: readonly string[]): string {
  const rules = hostnames.map((host) => hostMatcher('Host', host, '[a-z0-9-\\.]+\\.'));
  return rules.length > 1 ? `(${rules.join(' || ')})` : (rules[0] ?? '');
}

/** The rule of a TLSRoute, or of a TCPRoute, which has no hostnames. */
export function serverNameRule(hostnames: readonly string[]): string {
  const rules = [...new Set(hostnames)].map((host) => hostMatcher('HostSNI', host, '[a-z0-9-]+\\.'));
  return rules.length === 0 ? 'HostSNI("*")' : rules.join(' || ');
}

/** The rule that Traefik makes of a match of an HTTPRoute or a GRPCRoute. */
export function matchRule(kind: string, hostnames: readonly string[], match: ConfigNode | undefined): string {
  const host = hostRule(hostnames);
  const parts = kind === 'GRPCRoute' ? [methodRule(valueIn(match, 'method'))] : [pathRule(valueIn(match, 'path'))];
  const method = kind === 'GRPCRoute' ? undefined : textIn(match, 'method');
  if (method !== undefined) parts.push(`Method(${quoted(method)})`);
  const headers = pairRules('Header', valueIn(match, 'headers'));
  const queries = kind === 'GRPCRoute' ? [] : pairRules('Query', valueIn(match, 'queryParams'));
  return [...(host === '' ? [] : [host]), ...parts, ...headers, ...queries].join(' && ');
}

function pathRule(path: ConfigNode | undefined): string {
  const value = textIn(path, 'value') ?? '/';
  switch (textIn(path, 'type') ?? 'PathPrefix') {
    case 'Exact':
      return `Path(${quoted(value)})`;
    case 'RegularExpression':
      return `PathRegexp(${quoted(value)})`;
    case 'PathPrefix':
      return value === '/' ? 'PathPrefix("/")' : strictPrefix(value);
    default:
      return 'PathPrefix("/")';
  }
}

/** A prefix that ends at the end of a part of the path. */
export function strictPrefix(path: string): string {
  const plain = path.replace(/\/$/, '');
  return `(Path(${quoted(plain)}) || PathPrefix(${quoted(`${plain}/`)}))`;
}

function methodRule(method: ConfigNode | undefined): string {
  if (method === undefined) return 'PathPrefix("/")';
  const isExact = (textIn(method, 'type') ?? 'Exact') === 'Exact';
  const part = (key: string): string => {
    const written = textIn(method, key) ?? '';
    return written === '' ? '[^/]+' : isExact ? quoteMeta(written) : written;
  };
  return `PathRegexp(${quoted(`/${part('service')}/${part('method')}`)})`;
}

function pairRules(matcher: string, list: ConfigNode | undefined): readonly string[] {
  return listItemsIn(list).flatMap((one) => {
    const values = `(${quoted(textIn(one, 'name') ?? '')},${quoted(textIn(one, 'value') ?? '')})`;
    const type = textIn(one, 'type') ?? 'Exact';
    if (type === 'Exact') return [`${matcher}${values}`];
    return type === 'RegularExpression' ? [`${matcher}Regexp${values}`] : [];
  });
}
