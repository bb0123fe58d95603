import { isIPv6 } from 'node:net';
import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { canonicalHeader, headerToken } from './httpTests';
import type { RuleMatcher, RuleSyntax } from './rule';

/** The reason why no request can satisfy a matcher, from its values alone. */
interface Unmatchable {
  /** One or two sentences with the reason, and what to write instead. They quote no value of a header. */
  readonly reason: string;
  /** The value that the user certainly meant, to replace the matcher's only value. */
  readonly meant?: string | undefined;
}

/**
 * Whether a matcher that Traefik accepts matches no request at all (pkg/muxer/{http,tcp}/matcher.go and matcher_v2.go).
 *
 * @param hasWildcards false if a star in front of a host certainly means nothing else
 * @returns undefined if that is not certain
 */
export function unmatchableValue(
  { name, values }: RuleMatcher,
  syntax: RuleSyntax,
  hasWildcards?: boolean | undefined,
): Unmatchable | undefined {
  const all = (judge: (value: string) => Unmatchable | undefined): Unmatchable | undefined => {
    const found = values.map(judge);
    const [first] = found;
    return found.includes(undefined) ? undefined : values.length === 1 ? first : first && { reason: first.reason };
  };
  switch (name) {
    case 'Host':
    case 'HostHeader':
      return all((value) => inHost(value, syntax === 'v3' && hasWildcards !== false));
    case 'HostSNI':
      return all((value) => (value === '*' ? undefined : inServerName(value, hasWildcards !== false)));
    case 'HostRegexp':
    case 'HostSNIRegexp':
      return syntax === 'v3' ? all(inHostPattern) : undefined;
    case 'Path':
    case 'PathPrefix':
      // Parts in braces are expressions in v2.
      return all((value) => (syntax === 'v2' && value.includes('{') ? undefined : inPath(value)));
    case 'PathRegexp':
      return all(inPathPattern);
    case 'Method':
      return all(inMethod);
    case 'Header':
    case 'HeaderRegexp':
    case 'Headers':
    case 'HeadersRegexp':
      return inHeaders(name, values);
    default:
      return undefined;
  }
}

/** A name in which each label has letters, digits, dashes, and underscores; or an address of IPv6. */
const hostPattern = /^[\w-]+(?:\.[\w-]+)*\.?$/;

function inHost(value: string, hasWildcards: boolean): Unmatchable | undefined {
  const isStar = hasWildcards && (value === '*' || value.startsWith('*.'));
  const own = isStar ? value.slice(2) : value;
  if (own === '' || hostPattern.test(own) || isIPv6(own)) return undefined;
  const meant = hostIn(value);
  if (meant !== undefined) {
    return { reason: l10n.t('A host is a name without scheme, port, path, and spaces: “{0}”.', quoted(meant)), meant };
  }
  if (/[,\s]/.test(value)) {
    return { reason: l10n.t('A Host has one name. Write one for each, joined by {0}.', '||') };
  }
  if (/[*?^$|(){}[\]\\+]/.test(own)) {
    const reason = hasWildcards
      ? l10n.t(
          'Host compares names letter by letter, but for “{0}” at the beginning. Use HostRegexp for a pattern.',
          '*.',
        )
      : l10n.t('Host compares names letter by letter. Use HostRegexp for a pattern.');
    return { reason };
  }
  return { reason: l10n.t('“{0}” is not the name of a host.', quoted(value)) };
}

function inServerName(value: string, hasWildcards: boolean): Unmatchable | undefined {
  const own = hasWildcards && value.startsWith('*.') ? value.slice(2) : value;
  if (hostPattern.test(own) || isIPv6(own)) return undefined;
  const meant = hostIn(value);
  if (meant !== undefined) return { reason: l10n.t('The name of a server has no port: “{0}”.', quoted(meant)), meant };
  return { reason: l10n.t('“{0}” is not the name of a server.', quoted(value)) };
}

/** The host of a text that looks like a URL or has a port; undefined if there is no host, or no more than the host. */
function hostIn(value: string): string | undefined {
  const [, host = ''] = /^\s*(?:[a-z][a-z\d+.-]*:\/\/)?([^\s/:?#@[\]]+)(?::\d+)?(?:[/?#]\S*)?\s*$/i.exec(value) ?? [];
  const own = host.startsWith('*.') ? host.slice(2) : host;
  return hostPattern.test(own) && host !== value ? host : undefined;
}

/** Traefik compares hosts and server names in lower case. */
function inHostPattern(value: string): Unmatchable | undefined {
  const required = requiredCharacters(value);
  if (required === undefined) return undefined;
  const { characters, isAnyCase } = required;
  const [brace] = /[{}]/.exec(characters) ?? [];
  if (brace !== undefined) {
    const reason = l10n.t(
      'No host has “{0}”. To Traefik 3, braces are plain characters: write a regular expression without them.',
      brace,
    );
    const [, inner = ''] = /^\{(?:[A-Za-z_]\w*:)?([^{}]+)\}$/.exec(value) ?? [];
    return { reason, meant: inner === '' ? undefined : inner };
  }
  // An address of IPv6 has colons, and letters up to f.
  const [other] = /[^\w.:-]/.exec(characters) ?? (/[g-z]/i.test(characters) ? /:/.exec(characters) : null) ?? [];
  if (other !== undefined) {
    return { reason: l10n.t('No host has “{0}”: it is a name without scheme, port, and path.', quoted(other)) };
  }
  if (isAnyCase || !/[A-Z]/.test(characters)) return undefined;
  return {
    reason: l10n.t('Hosts are in lower case when they are compared. Write small letters, or begin with “{0}”.', '(?i)'),
    meant: `(?i)${value}`,
  };
}

/** The escapes that stay in the path that rules see (reservedCharacters in pkg/muxer/http/mux.go). */
const reserved = /^%(?:3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D|25)/;

function inPath(value: string): Unmatchable | undefined {
  if (/[?#]/.test(value)) return noQuery();
  for (let at = value.indexOf('%'); at >= 0; at = value.indexOf('%', at + 1)) {
    if (reserved.test(value.slice(at, at + 3))) continue;
    const spaced = value.replaceAll('%20', ' ');
    return {
      reason: l10n.t(
        'Paths are decoded before they are compared: write the character that the percent sign stands for.',
      ),
      meant: spaced.includes('%') ? undefined : spaced,
    };
  }
  return undefined;
}

function noQuery(): Unmatchable {
  return { reason: l10n.t('A path ends before “{0}” and “{1}”. Use Query for parameters.', '?', '#') };
}

function inPathPattern(value: string): Unmatchable | undefined {
  const required = requiredCharacters(value);
  if (required === undefined) return undefined;
  if (/[?#]/.test(required.characters)) return noQuery();
  // Only “*” of OPTIONS does not begin with a slash.
  if (!/^\^[A-Za-z\d_-](?![*?{])/.test(value)) return undefined;
  return { reason: l10n.t('Each path begins with “/”.'), meant: `^/${value.slice(1)}` };
}

function inMethod(value: string): Unmatchable | undefined {
  if (headerToken.test(value)) return undefined;
  return { reason: l10n.t('A Method has one name, such as GET. Write one for each, joined by {0}.', '||') };
}

/** Go's server removes them from the headers. */
const takenOut: ReadonlySet<string> = new Set(['Host', 'Transfer-Encoding', 'Trailer']);

function inHeaders(name: string, values: readonly string[]): Unmatchable | undefined {
  const names = values.filter((_, at) => at % 2 === 0);
  const taken = names.map(canonicalHeader).find((one) => takenOut.has(one));
  if (taken === 'Host') {
    return {
      reason: l10n.t('No rule sees the header “Host”. Use the matcher Host, or the hostnames of the route.'),
    };
  }
  if (taken !== undefined) return { reason: l10n.t('No rule sees the header “{0}”.', taken) };
  const wrong = names.find((one) => !headerToken.test(one));
  if (wrong !== undefined) return { reason: l10n.t('“{0}” is not the name of a header.', quoted(wrong)) };
  const value = name === 'Header' ? values[1] : undefined;
  if (value === undefined || /^[^ \t\r\n](?:[^\r\n]*[^ \t\r\n])?$/.test(value)) return undefined;
  return { reason: l10n.t('Values of headers have no spaces around them, and no line breaks.') };
}

/** UTF-16 units; users do not write longer ones. */
const longest = 2_000;

/** An escape, a class, the start of a group, a repetition, or any other character. */
const piecePattern =
  /\\[\s\S]|\[\^?\]?(?:\[:\^?[a-z]+:\]|\\[\s\S]|[^\]\\]){0,1000}\]|\(\?[^:)>]*[:)>]|\{\d+(?:,\d*)?\}|[\s\S]/g;

/**
 * The plain characters that every match of a Go expression contains, in its order, and whether any part of it does not
 * distinguish upper and lower case. Alternatives, optional groups, and rare escapes are skipped.
 *
 * @returns undefined if no character is certain
 */
export function requiredCharacters(pattern: string) {
  if (pattern.length > longest) return undefined;
  const characters: string[] = [];
  let isAnyCase = false;
  let last: 'character' | 'group' | 'other' = 'other';
  for (const [piece] of pattern.matchAll(piecePattern)) {
    const [first = '', second = ''] = piece;
    if (piece === '|' || rare.test(piece)) return undefined;
    if (/^[*?]$/.test(piece) || /^\{0*[,}]/.test(piece)) {
      if (last === 'group') return undefined;
      if (last === 'character') characters.pop();
      last = 'other';
    } else if (piece === '+' || (first === '{' && piece.length > 1)) {
      last = 'other';
    } else if (first === '(') {
      isAnyCase ||= /^\(\?[a-zA-Z]*i/.test(piece);
      last = 'other';
    } else if (piece === ')') {
      last = 'group';
    } else if (first === '\\' ? /\w/.test(second) : piece.length > 1 || /[.^$]/.test(piece)) {
      last = 'other';
    } else {
      characters.push(first === '\\' ? second : piece);
      last = 'character';
    }
  }
  return { characters: characters.join(''), isAnyCase };
}

/** Quoted parts, codes, and classes of Unicode. */
const rare = /^\\[QEpPx0-7]/;
