import { ipBlockOf } from './hosts';
import { hostTemplateOf } from './hostTemplate';
import type { KnownMatcher } from './matcherNames';
import type { RuleSyntax } from './rule';

/**
 * What Traefik refuses of a matcher's values: CheckRule in pkg/rules/parser.go, and what stands at the head of each matcher in
 * pkg/muxer/{http,tcp}/matcher.go and matcher_v2.go. Whether a regular expression is one is not looked at, for it takes time.
 *
 * @returns one sentence; undefined where nothing is wrong
 */
export function matcherFault(
  { name, arity }: KnownMatcher,
  values: readonly string[],
  syntax: RuleSyntax,
): string | undefined {
  if (values.length === 0) return `${name} has no value.`;
  if (values.includes('')) return `${name} has an empty value.`;
  if (arity !== 'any' && !arity.includes(values.length)) {
    return `${name} takes ${arity.join(' or ')} value${arity.join() === '1' ? '' : 's'}, not ${values.length}.`;
  }
  if (name.startsWith('Headers') && values.length % 2 === 1) return `${name} takes pairs of values.`;
  if (name === 'Query' && syntax === 'v2') return faultOfPairs(values);
  for (const value of values) {
    const fault = faultOfValue(name, value, syntax);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfValue(name: string, value: string, syntax: RuleSyntax): string | undefined {
  switch (name) {
    case 'Path':
    case 'PathPrefix':
      if (!value.startsWith('/')) return `The path “${value}” does not begin with “/”.`;
      return syntax === 'v2' ? faultOfTemplate(value, 'path') : undefined;
    case 'Host':
    case 'HostHeader':
      return isAscii(value) ? undefined : foreign(value);
    case 'HostRegexp':
    case 'HostSNIRegexp':
      // Only this one takes all characters, and only in v2.
      if (!isAscii(value) && !(name === 'HostSNIRegexp' && syntax === 'v2')) return foreign(value);
      return syntax === 'v2' ? faultOfTemplate(value, 'host') : undefined;
    case 'HostSNI':
      if (value === '*' || (syntax === 'v2' ? SERVER_NAME_V2 : SERVER_NAME).test(value)) return undefined;
      return isAscii(value) ? `HostSNI names what is no host: “${value}”.` : foreign(value);
    case 'ClientIP':
      return ipBlockOf(value) === undefined ? `ClientIP names what is no address: “${value}”.` : undefined;
    case 'ALPN':
      return value === 'acme-tls/1' ? 'ALPN does not take acme-tls/1, which Traefik answers itself.' : undefined;
    default:
      return undefined;
  }
}

/** hostOrIP in pkg/muxer/tcp; the star is of Traefik 3.7. */
const SERVER_NAME = /^(?:\*\.)?[\w.\-:]+$/;
const SERVER_NAME_V2 = /^[\w.\-:]+$/;

function foreign(host: string): string {
  return `The host “${host}” has characters beyond ASCII; write it as xn--….`;
}

function faultOfTemplate(text: string, kind: 'host' | 'path' | 'query'): string | undefined {
  return hostTemplateOf(text, kind) === undefined ? `The braces of “${text}” cannot be read.` : undefined;
}

function faultOfPairs(values: readonly string[]): string | undefined {
  const pairs = queryPairs(values);
  if (pairs === undefined) return 'Query takes values of the form name=value.';
  for (const pair of pairs) {
    const fault = faultOfTemplate(pair, 'query');
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The templates of v2's `Query`: its values are cut at their first `=`, and what comes of that is taken in pairs (queryV2). */
export function queryPairs(values: readonly string[]): readonly string[] | undefined {
  const flat = values.flatMap((value) => {
    const cut = value.indexOf('=');
    return cut < 0 ? [value] : [value.slice(0, cut), value.slice(cut + 1)];
  });
  if (flat.length % 2 === 1) return undefined;
  return Array.from({ length: flat.length / 2 }, (_, pair) => `${flat[2 * pair]}=${flat[2 * pair + 1]}`);
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
