import type { Rule } from '../rules/rule';
import type { Effort } from '../rules/seen';
import type { Server } from '../rules/server';
import { excludes, implies, isAlways } from './implication';
import { onlyTextOf, type Said, type Subject, startOfPath, subjectOf } from './subjects';
import { waysOf } from './ways';

/** A way in which a rule can be met: literals that all have to hold. */
export type SaidWay = readonly Said[];

/** A rule as it is compared with others. */
export interface Shape {
  readonly rule: Rule;
  /** The ways in which it can be met at all; undefined where there are too many to look at. */
  readonly ways: readonly SaidWay[] | undefined;
  /** Why no way is left: two literals that exclude each other, for each of the ways. Empty where some way is left. */
  readonly contradictions: readonly (readonly [Said, Said])[];
  /** What the ways name, in their order. */
  readonly places: readonly Place[];
}

/** What a way certainly asks for; undefined where that is nothing, or many things. */
export interface Place {
  /** In small letters, without a dot at its end. */
  readonly host: string | undefined;
  /** What the path begins with, or is: the longest of several. Only a slash is nothing. */
  readonly path: string | undefined;
  /** What the way looks at. */
  readonly looksAt: ReadonlySet<Subject>;
  /** What of that another way has to look at too, if this one is to hold it. */
  readonly needs: readonly Subject[];
}

/**
 * Works out the shape of a rule.
 *
 * @param effort what regular expressions may still do for it and all that it is compared with
 */
export function shapeOf(rule: Rule, server: Server, effort?: Effort): Shape {
  const dialect = { protocol: rule.protocol, syntax: rule.syntax, server, effort };
  const contradictions: (readonly [Said, Said])[] = [];
  const ways = waysOf(rule)
    ?.map((way) => way.map((literal) => ({ ...literal, dialect, known: {} })))
    .filter((way) => {
      const found = contradictionIn(way);
      if (found !== undefined) contradictions.push(found);
      return found === undefined;
    });
  return {
    rule,
    ways,
    contradictions: ways?.length === 0 ? contradictions : [],
    places: (ways ?? []).map(placeOf),
  };
}

/** Also of a literal with itself: that a path does not begin with a slash is true of none. */
function contradictionIn(way: SaidWay): readonly [Said, Said] | undefined {
  for (const one of way) if (excludes(one, one)) return [one, one];
  for (const [index, one] of way.entries()) {
    for (const other of way.slice(index + 1)) if (excludes(one, other) || excludes(other, one)) return [one, other];
  }
  return undefined;
}

function placeOf(way: SaidWay): Place {
  return {
    host: hostOf(way),
    path: pathOf(way),
    looksAt: new Set(way.map(subjectOf)),
    needs: [...new Set(way.filter((literal) => !isAlways(literal)).map(subjectOf))].sort(),
  };
}

function hostOf(way: SaidWay): string | undefined {
  for (const literal of way) {
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

function pathOf(way: SaidWay): string | undefined {
  let longest: string | undefined;
  for (const literal of way) {
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
export function covers(wide: Shape, narrow: Shape): readonly SaidWay[] | undefined {
  if (narrow.ways === undefined || narrow.ways.length === 0 || wide.ways === undefined) return undefined;
  const used = new Set<SaidWay>();
  for (const [index, way] of narrow.ways.entries()) {
    const place = narrow.places[index];
    const holder = place && holderOf(way, place, wide);
    if (holder === undefined) return undefined;
    used.add(holder);
  }
  return [...used];
}

function holderOf(way: SaidWay, { host, looksAt }: Place, { ways = [], places }: Shape): SaidWay | undefined {
  return ways.find((candidate, index) => {
    const wanted = places[index];
    // One that asks for a host holds only what asks for the same.
    if (wanted?.host !== undefined && wanted.host !== host) return false;
    if (wanted?.needs.some((subject) => !looksAt.has(subject))) return false;
    return candidate.every((asked) => way.some((one) => implies(one, asked)));
  });
}

/** Whether two ways can be met at once, for all that is known: none of their literals excludes one of the other's. */
export function mayMeet(one: SaidWay, other: SaidWay): boolean {
  return !one.some((literal) => other.some((another) => excludes(literal, another) || excludes(another, literal)));
}
