import type { Inventory } from '../model/inventory';
import type { Router } from '../model/model';
import type { PatternEffort } from '../rules/normalizedRequest';
import { readRule } from '../rules/readRule';
import type { Rule } from '../rules/rule';
import { ruleSyntaxOn, type ServerTraits, serverTraitsOf } from '../rules/serverTraits';
import { unmatchableValue } from '../rules/unmatchable';
import { isAlwaysTrue, literalExcludes, literalImplies } from './literalImplication';
import { type LiteralInContext, type LiteralSubject, literalSubject, onlyTextOf, startOfPath } from './literalSubjects';
import { ruleAlternatives } from './ruleAlternatives';

/** One way to satisfy a rule: literals that all have to be satisfied. */
export type RuleAlternativeInContext = readonly LiteralInContext[];

/** A rule in the form that is compared with others. */
export interface RuleShape {
  readonly rule: Rule;
  /** The alternatives that can be satisfied; undefined if there are too many. */
  readonly alternatives: readonly RuleAlternativeInContext[] | undefined;
  /** Two literals that exclude each other, for each alternative, if none can be satisfied; otherwise empty. */
  readonly contradictions: readonly (readonly [LiteralInContext, LiteralInContext])[];
  /** The place of each alternative, in order. */
  readonly places: readonly RequiredPlace[];
}

/** The certain requirements of an alternative; undefined for none, or for several values. */
export interface RequiredPlace {
  /** In lower case, without a dot at the end. */
  readonly host: string | undefined;
  /** The path, or its longest required prefix. A slash alone counts as none. */
  readonly path: string | undefined;
  /** The subjects that the alternative checks. */
  readonly looksAt: ReadonlySet<LiteralSubject>;
  /** The subjects that another alternative also has to check if this one is to cover it. Equal sets are one object. */
  readonly needs: ReadonlySet<LiteralSubject>;
}

/**
 * The shape of a rule.
 *
 * @param effort the effort left for regular expressions in it and in all rules that it is compared with
 */
export function ruleShapeOf(rule: Rule, server: ServerTraits, effort?: PatternEffort): RuleShape {
  const dialect = { protocol: rule.protocol, syntax: rule.syntax, server, effort };
  const contradictions: (readonly [LiteralInContext, LiteralInContext])[] = [];
  const alternatives = ruleAlternatives(rule)
    ?.map((alternative) => alternative.map(({ matcher, isNegated }) => ({ matcher, isNegated, dialect })))
    .filter((alternative) => {
      const found = contradictionIn(alternative);
      if (found !== undefined) contradictions.push(found);
      return found === undefined;
    });
  return {
    rule,
    alternatives,
    contradictions: alternatives?.length === 0 ? contradictions : [],
    places: (alternatives ?? []).map(placeOf),
  };
}

/** The shape of a router's rule; undefined if it has none that can be read, as a router of UDP. */
export function ruleShapeOfRouter(
  { protocol, rule = '', ruleSyntax }: Router,
  inventory: Inventory,
): RuleShape | undefined {
  if (protocol === 'udp') return undefined;
  const server = serverTraitsOf(inventory);
  const read = readRule(rule, { protocol, syntax: ruleSyntaxOn(server, ruleSyntax) });
  return read.kind === 'rule' ? ruleShapeOf(read, server) : undefined;
}

/** Also compares a literal with itself: no request satisfies that a path does not begin with a slash. */
function contradictionIn(
  alternative: RuleAlternativeInContext,
): readonly [LiteralInContext, LiteralInContext] | undefined {
  for (const one of alternative) if (literalExcludes(one, one) || isUnmatchable(one)) return [one, one];
  for (const [index, one] of alternative.entries()) {
    for (const other of alternative.slice(index + 1))
      if (literalExcludes(one, other) || literalExcludes(other, one)) return [one, other];
  }
  return undefined;
}

/** A Traefik that treats paths in another way may match what other versions never match. */
function isUnmatchable(literal: LiteralInContext): boolean {
  const { matcher, isNegated, dialect } = literal;
  if (isNegated || (dialect.server.isOldWithPaths && literalSubject(literal) === 'path')) return false;
  return unmatchableValue(matcher, dialect.syntax, dialect.server.hasWildcards) !== undefined;
}

function placeOf(alternative: RuleAlternativeInContext): RequiredPlace {
  return {
    host: hostOf(alternative),
    path: pathOf(alternative),
    looksAt: subjectsOf(alternative),
    needs: subjectsOf(alternative.filter((literal) => !isAlwaysTrue(literal))),
  };
}

/** All sets of subjects, which are few: a listing may have a million alternatives. */
const subjectSets = new Map<string, ReadonlySet<LiteralSubject>>();

function subjectsOf(alternative: RuleAlternativeInContext): ReadonlySet<LiteralSubject> {
  const subjects = [...new Set(alternative.map(literalSubject))].sort();
  const key = subjects.join();
  const known = subjectSets.get(key) ?? new Set(subjects);
  subjectSets.set(key, known);
  return known;
}

function hostOf(alternative: RuleAlternativeInContext): string | undefined {
  for (const literal of alternative) {
    const { matcher, isNegated } = literal;
    const [value = ''] = matcher.values;
    const only = isNegated ? undefined : onlyTextOf(literal, 'HostRegexp');
    if (only !== undefined) return only.toLowerCase().replace(/\.$/, '');
    if (isNegated || matcher.values.length !== 1 || /[*:[\]]/.test(value)) continue;
    if (matcher.name === 'Host' || matcher.name === 'HostHeader' || matcher.name === 'HostSNI') {
      return value.toLowerCase().replace(/\.$/, '');
    }
  }
  return undefined;
}

function pathOf(alternative: RuleAlternativeInContext): string | undefined {
  let longest: string | undefined;
  for (const literal of alternative) {
    const start = startOfPath(literal);
    if (start !== undefined && start !== '/' && start.length > (longest?.length ?? 0)) longest = start;
  }
  return longest;
}

/**
 * Whether one rule matches everything that another matches, judged by their structure: each alternative of the other is
 * covered by an alternative of the first.
 *
 * @returns the covering alternatives of the first; undefined if it is not certain
 */
export function ruleCovers(wide: RuleShape, narrow: RuleShape): readonly RuleAlternativeInContext[] | undefined {
  if (narrow.alternatives === undefined || narrow.alternatives.length === 0 || wide.alternatives === undefined)
    return undefined;
  const used = new Set<RuleAlternativeInContext>();
  for (const [index, alternative] of narrow.alternatives.entries()) {
    const place = narrow.places[index];
    const holder = place && holderOf(alternative, place, wide);
    if (holder === undefined) return undefined;
    used.add(holder);
  }
  return [...used];
}

/** Whether a set of subjects contains all of another one. */
export function hasAll(subjects: ReadonlySet<LiteralSubject>, wanted: ReadonlySet<LiteralSubject>): boolean {
  for (const subject of wanted) if (!subjects.has(subject)) return false;
  return true;
}

function holderOf(
  alternative: RuleAlternativeInContext,
  { host, looksAt }: RequiredPlace,
  { alternatives = [], places }: RuleShape,
): RuleAlternativeInContext | undefined {
  return alternatives.find((candidate, index) => {
    const wanted = places[index];
    // An alternative with a host covers only alternatives with the same host.
    if (wanted?.host !== undefined && wanted.host !== host) return false;
    if (wanted !== undefined && !hasAll(looksAt, wanted.needs)) return false;
    return candidate.every((asked) => alternative.some((one) => literalImplies(one, asked)));
  });
}

/** Whether both alternatives may be satisfied at once: no literal of one excludes a literal of the other. */
export function canOverlap(one: RuleAlternativeInContext, other: RuleAlternativeInContext): boolean {
  return !one.some((literal) =>
    other.some((another) => literalExcludes(literal, another) || literalExcludes(another, literal)),
  );
}
