import type { Rule, RuleMatcher, RuleNode } from '../rules/rule';

/** One condition: a matcher with one value (or one set of values that belong together), or its negation. */
export interface RuleLiteral {
  readonly matcher: RuleMatcher;
  readonly isNegated: boolean;
}

/** Literals that all have to be satisfied. */
type Way = readonly RuleLiteral[];

/** The most alternatives: nested parentheses multiply them. A rule for two hundred hosts has as many. */
const mostWays = 256;
/** The most literals in one alternative: each is compared with every other one. */
const mostLiteralsInWay = 40;
const mostLiterals = 600;

/** Matchers of v2 for which one matching value is enough; the values of the others belong together. */
const anyValue: ReadonlySet<string> = new Set([
  'Host',
  'HostHeader',
  'HostRegexp',
  'Path',
  'PathPrefix',
  'Method',
  'ClientIP',
  'HostSNI',
  'HostSNIRegexp',
  'ALPN',
]);

/**
 * The alternatives of a rule, one of which is enough: its disjunctive normal form, with negation only before matchers.
 *
 * @returns undefined if there are too many
 */
export function ruleAlternatives({ root, syntax }: Rule): readonly Way[] | undefined {
  const ofNode = (node: RuleNode, isNegated: boolean): readonly Way[] | undefined => {
    switch (node.kind) {
      case 'matcher': {
        const alone = syntax === 'v2' && anyValue.has(node.name) ? eachValue(node) : [node];
        const literals = alone.map((matcher) => ({ matcher, isNegated }));
        return isNegated ? [literals] : within(literals.map((literal) => [literal]));
      }
      case 'not':
        return ofNode(node.part, !isNegated);
      default: {
        const parts: (readonly Way[])[] = [];
        for (const part of node.parts) {
          const alternatives = ofNode(part, isNegated);
          if (alternatives === undefined) return undefined;
          parts.push(alternatives);
        }
        return (node.kind === 'or') === isNegated ? product(parts) : within(parts.flat());
      }
    }
  };
  const alternatives = ofNode(root, false);
  const isTooLong = alternatives?.some(({ length }) => length > mostLiteralsInWay);
  return isTooLong || (alternatives?.flat().length ?? 0) > mostLiterals ? undefined : alternatives;
}

function eachValue(matcher: RuleMatcher): readonly RuleMatcher[] {
  if (matcher.values.length < 2) return [matcher];
  return matcher.values.map((value, at) =>
    // In Traefik 2, a star that is not the first value matches any name, but not a missing one.
    matcher.name === 'HostSNI' && value === '*' && at > 0
      ? { ...matcher, name: 'HostSNIRegexp', values: ['{name:.+}'] }
      : { ...matcher, values: [value] },
  );
}

function product(parts: readonly (readonly Way[])[]): readonly Way[] | undefined {
  let alternatives: readonly Way[] = [[]];
  for (const part of parts) {
    if (alternatives.length * part.length > mostWays) return undefined;
    alternatives = alternatives.flatMap((alternative) => part.map((more) => [...alternative, ...more]));
    if (alternatives.some(({ length }) => length > mostLiteralsInWay)) return undefined;
  }
  return alternatives;
}

function within(alternatives: readonly Way[]): readonly Way[] | undefined {
  return alternatives.length > mostWays ? undefined : alternatives;
}

/** A literal as the user would write it. */
export function ruleLiteralText({ matcher: { name, values }, isNegated }: RuleLiteral): string {
  return `${isNegated ? '!' : ''}${name}(${values.map((value) => `\`${value}\``).join(', ')})`;
}

/** An alternative as the user would write it. */
export function ruleAlternativeText(alternative: Way): string {
  return alternative.map(ruleLiteralText).join(' && ');
}
