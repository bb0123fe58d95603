import * as l10n from '@vscode/l10n';
import { isSecretHeader } from '../../base/secrets/secretsInText';
import { readRule } from '../rules/readRule';
import type { RuleMatcher, RuleNode, RuleSyntax } from '../rules/rule';

/**
 * Finds the addresses that satisfy an HTTP router's rule in a browser. Only literal values of `Host`, `Path`,
 * `PathPrefix`, `Method` and `Query` count. Other conditions of a rule are named, not guessed.
 *
 * @see https://doc.traefik.io/traefik/v3.6/reference/routing-configuration/http/router/rules-and-priority/
 */

/** The address that satisfies a rule in one way. */
export interface RuleTarget {
  /** A host name or an IP address, in lower case. Absent if the rule accepts any. */
  readonly host?: string;
  /** Begins with a slash. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** Longer rules are not read: real ones with sixty hosts have about 2,700 characters. */
const longestRule = 100_000;
/** The most ways to satisfy a rule, so that a hostile product of alternatives ends early. */
const mostWays = 500;

/**
 * The addresses that satisfy a rule, in its order, and the matchers that prevent others. Of several rules, all must be
 * satisfied: those of nested routers, the outermost first.
 *
 * @returns undefined if a rule is too large or not valid
 */
export function ruleTargetsOf(rules: readonly string[], syntax: RuleSyntax) {
  let ways: readonly Way[] = [anyWay];
  try {
    for (const rule of rules) ways = both(ways, waysOf(rule, syntax));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
  return {
    targets: ways.flatMap(({ host, exact, prefix, query, obstacles }): RuleTarget[] => {
      if (obstacles.length > 0) return [];
      return [{ ...(host === undefined ? {} : { host }), path: exact ?? prefix ?? '/', query }];
    }),
    /** Each once, in words for the user: `Header`, `!`, `Method POST`. */
    obstacles: [...new Set(ways.flatMap(({ obstacles }) => obstacles))],
  };
}

/** One conjunction of matchers. */
interface Way {
  readonly host?: string | undefined;
  readonly exact?: string | undefined;
  readonly prefix?: string | undefined;
  readonly query: RuleTarget['query'];
  readonly obstacles: readonly string[];
}

const anyWay: Way = { query: [], obstacles: [] };

class Unreadable extends Error {}

/** Combines every way of one with every way of the other, without impossible combinations. */
function both(left: readonly Way[], right: readonly Way[]): readonly Way[] {
  if (left.length * right.length > mostWays) throw new Unreadable();
  return left.flatMap((one) => right.flatMap((other) => together(one, other) ?? []));
}

function together(one: Way, other: Way): Way | undefined {
  const host = one.host ?? other.host;
  const exact = one.exact ?? other.exact;
  const prefix = longer(one.prefix, other.prefix);
  const contradicts =
    (other.host !== undefined && other.host !== host) ||
    (other.exact !== undefined && other.exact !== exact) ||
    [one.prefix, other.prefix].some((start) => start !== undefined && !(exact ?? prefix ?? '').startsWith(start));
  if (contradicts) return undefined;
  const [query, obstacles] = [
    [...one.query, ...other.query],
    [...one.obstacles, ...other.obstacles],
  ];
  return { host, exact, prefix, query, obstacles };
}

function longer(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.length < other.length ? other : one;
}

function waysOf(text: string, syntax: RuleSyntax): readonly Way[] {
  const rule = text.length > longestRule ? undefined : readRule(text, { protocol: 'http', syntax });
  if (rule?.kind !== 'rule') throw new Unreadable();
  return waysOfNode(rule.root, syntax);
}

function waysOfNode(node: RuleNode, syntax: RuleSyntax): readonly Way[] {
  switch (node.kind) {
    case 'matcher':
      return waysOfMatcher(node, syntax);
    case 'not':
      return [obstacle('!')];
    case 'and':
      return node.parts.map((part) => waysOfNode(part, syntax)).reduce(both);
    case 'or': {
      const ways = node.parts.flatMap((part) => waysOfNode(part, syntax));
      if (ways.length > mostWays) throw new Unreadable();
      return ways;
    }
  }
}

function obstacle(word: string): Way {
  return { ...anyWay, obstacles: [word] };
}

function waysOfMatcher({ name, values }: RuleMatcher, syntax: RuleSyntax): readonly Way[] {
  switch (name) {
    case 'Host':
    case 'HostHeader':
      return values.map((value) => {
        if (isHost(value)) return { ...anyWay, host: value.toLowerCase() };
        const isWildcard = /^\*(?:\.|$)/.test(value);
        return obstacle(isWildcard ? l10n.t('Host with a wildcard') : l10n.t('Host with an invalid host name'));
      });
    case 'Path':
      return values.map((value) =>
        isPath(value) ? { ...anyWay, exact: value } : obstacle(l10n.t('Path with a pattern')),
      );
    case 'PathPrefix':
      return values.map((value) =>
        isPath(value) ? { ...anyWay, prefix: value } : obstacle(l10n.t('PathPrefix with a pattern')),
      );
    case 'Method':
      // A browser opens an address with GET.
      return values.map((value) => (value.toUpperCase() === 'GET' ? anyWay : obstacle(methodObstacle(value))));
    case 'Query':
      return [queryWay(values, syntax)];
    default:
      return [obstacle(name)];
  }
}

/** Traefik 2: `Query(`a=1`, `b=2`)`. Traefik 3: `Query(`a`, `1`)`. */
function queryWay(values: readonly string[], syntax: RuleSyntax): Way {
  const pairs = syntax === 'v2' ? values.map(pairOf) : [values];
  const query: [string, string][] = [];
  for (const [name, value, ...more] of pairs) {
    const isPlain = name !== undefined && value !== undefined && more.length === 0 && !/[{}]/.test(name + value);
    if (!isPlain) return obstacle('Query');
    // The secret would be visible in the list of addresses, and stay in the browser's history.
    if (isSecretHeader(name)) return obstacle(l10n.t('a secret in Query'));
    query.push([name, value]);
  }
  return { ...anyWay, query };
}

function pairOf(text: string): readonly string[] {
  const at = text.indexOf('=');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A word of a rule is server text: it is repeated only if it can be the name of a method. */
function methodObstacle(value: string): string {
  return /^[A-Za-z]{1,20}$/.test(value) ? l10n.t('method {0}', value.toUpperCase()) : l10n.t('a custom method');
}

/** Whether a URL with this host name or IP address goes to exactly that host: `0x7f.1` would go to 127.0.0.1. */
function isHost(value: string): boolean {
  if (!/^[a-z0-9_.:-]{1,253}$/i.test(value)) return false;
  const written = value.includes(':') ? `[${value}]` : value;
  const address = `http://${written}/`;
  return URL.canParse(address) && new URL(address).hostname === written.toLowerCase();
}

/** Whether this path stays the same in a URL: no dot segments, escapes, characters of patterns, or end of a path. */
function isPath(value: string): boolean {
  if (!/^\/[^\s\p{C}%?#\\{}]*$/u.test(value)) return false;
  const url = new URL('http://host/');
  url.pathname = value;
  return decodeURIComponent(url.pathname) === value;
}
