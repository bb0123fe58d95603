import * as l10n from '@vscode/l10n';
import { isSecretHeader } from '../../base/secrets/secretsInNames';
import { readRule } from '../rules/readRule';
import type { RuleMatcher, RuleNode, RuleSyntax } from '../rules/rule';

/**
 * Reads of an HTTP router's rule what an address in a browser can satisfy. Only what `Host`, `Path`, `PathPrefix`, `Method`
 * and `Query` say plainly counts; whatever else a rule asks for is named, not guessed at.
 *
 * @see https://doc.traefik.io/traefik/v3.6/reference/routing-configuration/http/router/rules-and-priority/
 */

/** What a browser has to ask for to satisfy a rule in one way. */
export interface RuleTarget {
  /** A host name or an IP address, in lower case. Absent where the rule takes any. */
  readonly host?: string;
  /** Begins with a slash. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** The ways to satisfy a rule that can be said plainly, in its order, and the matchers that keep others from being said. */
export interface RuleTargets {
  readonly targets: readonly RuleTarget[];
  /** Each once, as a word for a person: `Header`, `!`, `Method POST`. */
  readonly obstacles: readonly string[];
}

/** Longer rules are not read: real ones with sixty hosts have about 2,700 characters. */
const longestRule = 100_000;
/** Ways to satisfy a rule, so that a hostile product of alternatives ends early. */
const mostWays = 500;

/**
 * Reads a rule, or several that must all be satisfied: those of nested routers, the outermost first.
 *
 * @returns undefined where a rule is too large to be read or is none
 */
export function ruleTargetsOf(rules: readonly string[], syntax: RuleSyntax): RuleTargets | undefined {
  let ways: readonly Way[] = [anyWay];
  try {
    for (const rule of rules) ways = both(ways, waysOf(rule, syntax));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
  return {
    targets: ways.flatMap(({ host, exact, prefix, query, obstacles }) => {
      if (obstacles.length > 0) return [];
      return [{ ...(host === undefined ? {} : { host }), path: exact ?? prefix ?? '/', query }];
    }),
    obstacles: [...new Set(ways.flatMap(({ obstacles }) => obstacles))],
  };
}

/** One conjunction of matchers. */
interface Way {
  readonly host?: string;
  readonly exact?: string;
  readonly prefix?: string;
  readonly query: RuleTarget['query'];
  readonly obstacles: readonly string[];
}

const anyWay: Way = { query: [], obstacles: [] };

class Unreadable extends Error {}

/** Every way of one with every way of the other, without those that cannot be together. */
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
  return {
    ...(host === undefined ? {} : { host }),
    ...(exact === undefined ? {} : { exact }),
    ...(prefix === undefined ? {} : { prefix }),
    query: [...one.query, ...other.query],
    obstacles: [...one.obstacles, ...other.obstacles],
  };
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
      return values.map((value) =>
        isHost(value) ? { ...anyWay, host: value.toLowerCase() } : obstacle(l10n.t('Host with an invalid host name')),
      );
    case 'Path':
      return values.map((value) =>
        isPath(value) ? { ...anyWay, exact: value } : obstacle(l10n.t('Path with a pattern')),
      );
    case 'PathPrefix':
      return values.map((value) =>
        isPath(value) ? { ...anyWay, prefix: value } : obstacle(l10n.t('PathPrefix with a pattern')),
      );
    case 'Method':
      // A browser that opens an address asks with GET.
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
    // It would be shown in the list of addresses, and stay in the browser's history.
    if (isSecretHeader(name)) return obstacle(l10n.t('a secret in Query'));
    query.push([name, value]);
  }
  return { ...anyWay, query };
}

function pairOf(text: string): readonly string[] {
  const at = text.indexOf('=');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A word of a rule is a server's text: only one that can be a method's name is repeated. */
function methodObstacle(value: string): string {
  return /^[A-Za-z]{1,20}$/.test(value) ? l10n.t('method {0}', value.toUpperCase()) : l10n.t('a custom method');
}

/**
 * Whether this is a host name or an IP address, and a URL with it goes to just that host: `0x7f.1` would go to
 * 127.0.0.1.
 */
function isHost(value: string): boolean {
  if (!/^[a-z0-9_.:-]{1,253}$/i.test(value)) return false;
  const written = value.includes(':') ? `[${value}]` : value;
  const address = `http://${written}/`;
  return URL.canParse(address) && new URL(address).hostname === written.toLowerCase();
}

/**
 * Whether this path goes into a URL and comes out of it as it is: no dot segments, no escapes of its own, none of the
 * characters that patterns are made of or that end a path.
 */
function isPath(value: string): boolean {
  if (!/^\/[^\s\p{C}%?#\\{}]*$/u.test(value)) return false;
  const url = new URL('http://host/');
  url.pathname = value;
  return decodeURIComponent(url.pathname) === value;
}
