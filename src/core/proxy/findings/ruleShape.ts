import type { PatternEffort } from '../rules/normalizedRequest';
import type { Rule } from '../rules/rule';
import type { ServerTraits } from '../rules/serverTraits';
import { isAlwaysTrue, literalExcludes, literalImplies } from './literalImplication';
import { type LiteralInContext, type LiteralSubject, literalSubject, onlyTextOf, startOfPath } from './literalSubjects';
import { ruleAlternatives } from './ruleAlternatives';

/** A way in which a rule can be met: literals that all have to hold. */
export type RuleAlternativeInContext = readonly LiteralInContext[];

/** A rule as it is compared with others. */
export interface RuleShape {
  readonly rule: Rule;
  /** The ways in which it can be met at all; undefined where there are too many to look at. */
  readonly alternatives: readonly RuleAlternativeInContext[] | undefined;
  /** Why no way is left: two literals that exclude each other, for each of the ways. Empty where some way is left. */
  readonly contradictions: readonly (readonly [LiteralInContext, LiteralInContext])[];
  /** What the ways name, in their order. */
  readonly places: readonly RequiredPlace[];
}

/** What a way certainly asks for; undefined where that is nothing, or many things. */
export interface RequiredPlace {
  /** In small letters, without a dot at its end. */
  readonly host: string | undefined;
  /** What the path begins with, or is: the longest of several. Only a slash is nothing. */
  readonly path: string | undefined;
  /** What the way looks at. */
  readonly looksAt: ReadonlySet<LiteralSubject>;
  /** What of that another way has to look at too, if this one is to hold it. */
  readonly needs: readonly LiteralSubject[];
}

/**
 * Works out the shape of a rule.
 *
 * @param effort what regular expressions may still do for it and all that it is compared with
 */
export function ruleShapeOf(rule: Rule, server: ServerTraits, effort?: PatternEffort): RuleShape {
  const dialect = { protocol: rule.protocol, syntax: rule.syntax, server, effort };
  const contradictions: (readonly [LiteralInContext, LiteralInContext])[] = [];
  const alternatives = ruleAlternatives(rule)
    ?.map((alternative) => alternative.map((literal) => ({ ...literal, dialect, known: {} })))
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

/** Also of a literal with itself: that a path does not begin with a slash is true of none. */
function contradictionIn(
  alternative: RuleAlternativeInContext,
): readonly [LiteralInContext, LiteralInContext] | undefined {
  for (const one of alternative) if (literalExcludes(one, one)) return [one, one];
  for (const [index, one] of alternative.entries()) {
    for (const other of alternative.slice(index + 1))
      if (literalExcludes(one, other) || literalExcludes(other, one)) return [one, other];
  }
  return undefined;
}

function placeOf(alternative: RuleAlternativeInContext): RequiredPlace {
  return {
    host: hostOf(alternative),
    path: pathOf(alternative),
    looksAt: new Set(alternative.map(literalSubject)),
    needs: [...new Set(alternative.filter((literal) => !isAlwaysTrue(literal)).map(literalSubject))].sort(),
  };
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
 * Whether one rule takes everything that another takes, as far as their structure shows it: each way of the other is held by
 * some way of the one.
 *
 * @returns the ways of the first that do it; undefined where it is not certain
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

function holderOf(
  alternative: RuleAlternativeInContext,
  { host, looksAt }: RequiredPlace,
  { alternatives = [], places }: RuleShape,
): RuleAlternativeInContext | undefined {
  return alternatives.find((candidate, index) => {
    const wanted = places[index];
    // One that asks for a host holds only what asks for the same.
    if (wanted?.host !== undefined && wanted.host !== host) return false;
    if (wanted?.needs.some((subject) => !looksAt.has(subject))) return false;
    return candidate.every((asked) => alternative.some((one) => literalImplies(one, asked)));
  });
}

/** Whether two ways can be met at once, for all that is known: none of their literals excludes one of the other's. */
export function canOverlap(one: RuleAlternativeInContext, other: RuleAlternativeInContext): boolean {
  return !one.some((literal) =>
    other.some((another) => literalExcludes(literal, another) || literalExcludes(another, literal)),
  );
}
