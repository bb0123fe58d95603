import * as l10n from '@vscode/l10n';
import { anyOf } from '../../../l10n/lists';
import { quoted } from '../../base/text/quoted';
import { hostTemplateOf, ipBlockOf } from './hosts';
import type { KnownMatcher } from './matcherNames';
import type { RuleSyntax } from './rule';

/**
 * Checks a matcher's values as Traefik does: CheckRule in pkg/rules/parser.go, and the beginning of each matcher in
 * pkg/muxer/{http,tcp}/matcher.go and matcher_v2.go. Regular expressions are not checked, because that takes time.
 *
 * @returns one sentence; undefined if there is no fault
 */
export function matcherFault(
  { name, arity }: KnownMatcher,
  values: readonly string[],
  syntax: RuleSyntax,
): string | undefined {
  if (values.length === 0) return l10n.t('{0} requires a value.', name);
  if (values.includes('')) return l10n.t('{0} does not allow empty values.', name);
  if (arity !== 'any' && !arity.includes(values.length)) {
    const [expected, given] = [anyOf(arity.map(String)), String(values.length)];
    return l10n.t('Wrong number of values for {0}: expected {1}, got {2}.', name, expected, given);
  }
  if (name.startsWith('Headers') && values.length % 2 === 1) return l10n.t('{0} requires pairs of values.', name);
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
      if (!value.startsWith('/')) return l10n.t('The path “{0}” does not start with “/”.', quoted(value));
      return syntax === 'v2' ? faultOfTemplate(value, 'path') : undefined;
    case 'Host':
    case 'HostHeader':
      return isAscii(value) ? undefined : foreign(value);
    case 'HostRegexp':
    case 'HostSNIRegexp':
      // Only `HostSNIRegexp` of v2 allows all characters.
      if (!isAscii(value) && !(name === 'HostSNIRegexp' && syntax === 'v2')) return foreign(value);
      return syntax === 'v2' ? faultOfTemplate(value, 'host') : undefined;
    case 'HostSNI':
      if (value === '*' || (syntax === 'v2' ? serverNameV2 : serverName).test(value)) return undefined;
      return isAscii(value) ? l10n.t('“{0}” is not a valid host.', quoted(value)) : foreign(value);
    case 'ClientIP':
      return ipBlockOf(value) === undefined ? l10n.t('“{0}” is not a valid IP address.', quoted(value)) : undefined;
    case 'ALPN':
      return value === 'acme-tls/1'
        ? l10n.t('ALPN does not allow acme-tls/1, which Traefik handles itself.')
        : undefined;
    default:
      return undefined;
  }
}

/** hostOrIP in pkg/muxer/tcp; the star is new in Traefik 3.7. */
const serverName = /^(?:\*\.)?[\w.\-:]+$/;
const serverNameV2 = /^[\w.\-:]+$/;

function foreign(host: string): string {
  return l10n.t('The host “{0}” contains non-ASCII characters. Write it in punycode (xn--).', quoted(host));
}

function faultOfTemplate(text: string, kind: 'host' | 'path' | 'query'): string | undefined {
  return hostTemplateOf(text, kind) === undefined ? invalidBraces(text) : undefined;
}

export function invalidBraces(text: string): string {
  return l10n.t('The braces in “{0}” are not valid.', quoted(text));
}

function faultOfPairs(values: readonly string[]): string | undefined {
  const pairs = queryPairs(values);
  if (pairs === undefined) return l10n.t('Query requires values in the form {0}.', 'name=value');
  for (const pair of pairs) {
    const fault = faultOfTemplate(pair, 'query');
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The templates of v2's `Query`: its values are split at their first `=`, and the pieces are paired (queryV2). */
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
