import { type IpBlock, isInIpBlock } from '../rules/hosts';
import { canonicalHeader } from '../rules/httpTests';
import { decideRule } from '../rules/judgeRule';
import type { NormalizedInput } from '../rules/normalizedRequest';
import {
  blockIn,
  growsWithMore,
  type LiteralInContext,
  leastOf,
  literalSubject,
  prefixOf,
  valuesNamedBy,
} from './literalSubjects';

/**
 * Whether every request that satisfies one literal satisfies the other. False if that is not certain: it compares
 * hosts, paths, methods, prefixes and address blocks, and leaves the rest to the evaluator.
 */
export function literalImplies(one: LiteralInContext, other: LiteralInContext): boolean {
  return implies(one, other, other.isNegated);
}

/** Whether no request satisfies both literals. False if that is not certain. */
export function literalExcludes(one: LiteralInContext, other: LiteralInContext): boolean {
  return implies(one, other, !other.isNegated);
}

/** @param isNegated whether the other one counts as negated, whatever it is */
function implies(one: LiteralInContext, other: LiteralInContext, isNegated: boolean): boolean {
  if (!isNegated && matchesAll(other)) return true;
  if (one.isNegated) return isNegated && holdsWhere(other, one);
  return isNegated ? areApart(one, other) : holdsWhere(one, other);
}

/** Whether every request satisfies a literal. */
export function isAlwaysTrue(literal: LiteralInContext): boolean {
  return !literal.isNegated && matchesAll(literal);
}

function matchesAll({ matcher, dialect }: LiteralInContext): boolean {
  const [value = ''] = matcher.values;
  switch (matcher.name) {
    // Only with `OPTIONS *` and CONNECT does a path not begin with a slash.
    case 'PathPrefix':
      return value === '/';
    case 'PathRegexp':
      return allPaths.has(value);
    case 'Host':
      return value === '*' && dialect.syntax === 'v3' && dialect.server.isStarEveryHost === true;
    case 'HostSNI':
      return value === '*';
    case 'HostRegexp':
    case 'HostSNIRegexp':
      return allHosts.has(dialect.syntax === 'v2' ? (/^\{[^:{}]+:(.*)\}$/.exec(value)?.[1] ?? '') : value);
    default:
      return false;
  }
}

/** Expressions that match every host, even an empty one: hosts have no line breaks. */
const allHosts: ReadonlySet<string> = new Set(['.*', '^.*', '.*$', '^.*$']);
/** Expressions that match every path. A path may contain a line break, which `.` does not match. */
const allPaths: ReadonlySet<string> = new Set(['.*', '^.*', '.+', '^.+', '/', '^/', '^/.*']);

/** Whether the other matcher matches whenever this one does, both without their negation. */
function holdsWhere(one: LiteralInContext, other: LiteralInContext): boolean {
  const subject = literalSubject(one);
  if (subject !== literalSubject(other)) return false;
  if (saysTheSame(one, other)) return true;
  const named = valuesNamedBy(one);
  if (named !== undefined) return named.every((seen) => isMatcherMet(other, seen) === true);
  switch (subject) {
    case 'path': {
      const [prefix, otherPrefix] = [prefixOf(one), prefixOf(other)];
      return prefix !== undefined && otherPrefix !== undefined && prefix.startsWith(otherPrefix);
    }
    case 'client': {
      const [block, otherBlock] = [blockIn(one.matcher), blockIn(other.matcher)];
      return block !== undefined && otherBlock !== undefined && holds(otherBlock, block);
    }
    case 'header':
    case 'query': {
      const example = leastOf(one);
      return example !== undefined && growsWithMore(other) && isMatcherMet(other, example) === true;
    }
    default:
      return false;
  }
}

/** Whether the two matchers never both match, both without their negation. */
function areApart(one: LiteralInContext, other: LiteralInContext): boolean {
  const subject = literalSubject(one);
  if (subject !== literalSubject(other)) return false;
  if (valuesNamedBy(one)?.every((seen) => isMatcherMet(other, seen) === false)) return true;
  if (valuesNamedBy(other)?.every((seen) => isMatcherMet(one, seen) === false)) return true;
  if (subject === 'path') {
    const [prefix, otherPrefix] = [prefixOf(one), prefixOf(other)];
    if (prefix === undefined || otherPrefix === undefined) return false;
    return !prefix.startsWith(otherPrefix) && !otherPrefix.startsWith(prefix);
  }
  if (subject === 'client') {
    const [block, otherBlock] = [blockIn(one.matcher), blockIn(other.matcher)];
    return block !== undefined && otherBlock !== undefined && !holds(block, otherBlock) && !holds(otherBlock, block);
  }
  return false;
}

function saysTheSame(one: LiteralInContext, other: LiteralInContext): boolean {
  const [a, b] = [one.matcher, other.matcher];
  if (one.dialect.syntax !== other.dialect.syntax || a.name !== b.name || a.values.length !== b.values.length)
    return false;
  const isNameFirst = literalSubject(one) === 'header';
  return a.values.every((value, index) => {
    const otherValue = b.values[index] ?? '';
    if (value === otherValue) return true;
    return isNameFirst && index % 2 === 0 && canonicalHeader(value) === canonicalHeader(otherValue);
  });
}

function holds(block: IpBlock, other: IpBlock): boolean {
  return other.bits >= block.bits && isInIpBlock(block, other.address);
}

/** Whether a matcher, without its negation, matches a request; undefined if that is not certain. */
export function isMatcherMet({ matcher, dialect }: LiteralInContext, seen: NormalizedInput): boolean | undefined {
  const result = decideRule(
    { kind: 'rule', text: '', root: matcher, protocol: dialect.protocol, syntax: dialect.syntax },
    seen,
  );
  return typeof result === 'boolean' ? result : undefined;
}
