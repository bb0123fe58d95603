import { testOfRule } from '../rules/judgeRule';
import type { MatcherTest } from '../rules/matcherTests';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { matchersIn, type RuleMatcher, type RuleNode } from '../rules/rule';
import type { RoutingTableEntry } from './routingTable';

/**
 * Whether Traefik 2 responds with 405 rather than 404 to a request that no router matches: its muxer (the containous
 * fork of gorilla/mux) remembers that a router failed only by its method, until part of another rule that is a muxer of
 * its own matches the request. Undefined if unknown, for example if it depends on the order of routers of the same
 * priority.
 *
 * @param entries by descending priority
 * @see https://github.com/containous/mux/blob/41b6ec3aed59/route.go (Match)
 * @see https://github.com/traefik/traefik/blob/v2.11/pkg/muxer/http/mux.go (addRuleOnRoute)
 */
export function methodRefusal(entries: readonly RoutingTableEntry[], seen: NormalizedInput): boolean | undefined {
  let isKept = false;
  for (const level of levelsOf(entries)) {
    const rules = level.flatMap(({ rule }) => (rule.kind === 'rule' ? [rule] : []));
    // No wrong method is remembered yet, and none of these rules checks a method.
    if (!isKept && !rules.some(({ root }) => looksAtMethod(root))) continue;
    const effects = new Set(rules.map(({ root }) => effectOf(root, seen)));
    effects.delete('leaves');
    if (effects.size > 1 || effects.has('unknown')) return undefined;
    if (effects.has('keeps')) isKept = true;
    if (effects.has('forgets')) isKept = false;
  }
  return isKept;
}

/** The effect of a router on the remembered method mismatch. */
type Effect = 'keeps' | 'forgets' | 'leaves' | 'unknown';

function levelsOf(entries: readonly RoutingTableEntry[]): readonly (readonly RoutingTableEntry[])[] {
  const levels: RoutingTableEntry[][] = [];
  for (const entry of entries) {
    const last = levels.at(-1);
    if (last?.[0]?.priority === entry.priority) last.push(entry);
    else levels.push([entry]);
  }
  return levels;
}

function looksAtMethod(root: RuleNode): boolean {
  return matchersIn(root).some(({ name }) => name === 'Method');
}

function effectOf(root: RuleNode, seen: NormalizedInput): Effect {
  const [whenNot, whenKept] = [false, true].map((isKept) => {
    const run = { isKept, isUnknown: false, seen };
    takes(partsOf(root, false), run);
    return run.isUnknown ? undefined : run.isKept;
  });
  if (whenNot === undefined || whenKept === undefined) return 'unknown';
  if (whenNot === whenKept) return whenNot ? 'keeps' : 'forgets';
  return whenNot ? 'unknown' : 'leaves';
}

interface Run {
  readonly seen: NormalizedInput;
  isKept: boolean;
  /** Whether it reached a part that may or may not match. */
  isUnknown: boolean;
}

/** A part of a rule, with negation only of matchers, as Traefik's parser leaves it. */
type Part =
  | { readonly kind: 'matcher'; readonly matcher: RuleMatcher; readonly isNegated: boolean }
  | { readonly kind: 'or'; readonly routes: readonly (readonly Part[])[] };

/** The parts that all have to match. */
function partsOf(node: RuleNode, isNegated: boolean): readonly Part[] {
  switch (node.kind) {
    case 'matcher':
      return [{ kind: 'matcher', matcher: node, isNegated }];
    case 'not':
      return partsOf(node.part, !isNegated);
    default:
      if ((node.kind === 'and') === isNegated) return [{ kind: 'or', routes: routesOf(node, isNegated) }];
      return node.parts.flatMap((part) => partsOf(part, isNegated));
  }
}

/** The alternatives, including nested ones. */
function routesOf(node: RuleNode, isNegated: boolean): readonly (readonly Part[])[] {
  if (node.kind === 'not') return routesOf(node.part, !isNegated);
  if (node.kind === 'matcher' || (node.kind === 'and') !== isNegated) return [partsOf(node, isNegated)];
  return node.parts.flatMap((part) => routesOf(part, isNegated));
}

/** `Route.Match`: a wrong method is remembered and the other parts are evaluated; any other mismatch ends it. */
function takes(parts: readonly Part[], run: Run): boolean {
  let isMethodWrong = false;
  for (const part of parts) {
    const isTaken = part.kind === 'or' ? part.routes.some((route) => takes(route, run)) : holds(part, run);
    if (run.isUnknown) return false;
    if (isTaken) continue;
    if (part.kind === 'or' || part.isNegated || part.matcher.name !== 'Method') return false;
    isMethodWrong = true;
  }
  run.isKept = isMethodWrong;
  return !isMethodWrong;
}

/** Matchers that are muxers of their own: when they match, the wrong method is forgotten. */
const muxers: ReadonlySet<string> = new Set(['Path', 'PathPrefix', 'HostRegexp']);

function holds({ matcher, isNegated }: Extract<Part, { kind: 'matcher' }>, run: Run): boolean {
  const result = testOf(matcher)(run.seen);
  if (typeof result !== 'boolean') {
    run.isUnknown = true;
    return false;
  }
  // A negated matcher is a muxer of its own too, one that remembers a wrong method.
  if (result && (isNegated || muxers.has(matcher.name))) run.isKept = false;
  if (!result && isNegated && matcher.name === 'Method') run.isKept = true;
  return result !== isNegated;
}

/** Avoids building a matcher's test again for each request. */
const tests = new WeakMap<RuleMatcher, MatcherTest<NormalizedInput>>();

function testOf(matcher: RuleMatcher): MatcherTest<NormalizedInput> {
  let test = tests.get(matcher);
  if (test === undefined) {
    test = testOfRule({ kind: 'rule', text: '', root: matcher, protocol: 'http', syntax: 'v2' });
    tests.set(matcher, test);
  }
  return test;
}
