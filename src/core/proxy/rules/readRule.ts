import { matcherFault } from './checkMatcher';
import { matcherNamed } from './matcherNames';
import type { Rule, RuleFault, RuleMatcher, RuleNode, RulePlace, RuleProtocol, RuleSyntax } from './rule';
import { nextToken, type RuleReader, ruleReaderOf } from './ruleTokens';

/** Go's parser takes more (100,000), but no person writes it, and ours has a stack to mind. */
const DEEPEST = 500;
/** UTF-16 units. Real rules with sixty hosts have about 2,700. */
const LONGEST = 1_000_000;

class Fault extends Error {
  readonly place: RulePlace | undefined;

  constructor(message: string, place?: RulePlace) {
    super(message);
    // What is being read goes on changing.
    this.place = place && { start: place.start, end: place.end };
  }
}

/**
 * Reads a rule as Traefik does: Go's expression syntax with `&&`, `||`, `!`, brackets and calls of matchers with strings
 * (github.com/vulcand/predicate on go/parser), then the checks that Traefik makes of a matcher's values, but for those that take
 * time: whether a regular expression is one shows when it is asked.
 *
 * @returns a fault where Traefik would refuse the rule, or where it is too large to be read here
 */
export function readRule(
  text: string,
  { protocol, syntax }: { readonly protocol: RuleProtocol; readonly syntax: RuleSyntax },
): Rule | RuleFault {
  try {
    if (text.length > LONGEST) throw new Fault('The rule is too long to be read here.');
    return { kind: 'rule', protocol, syntax, text, root: parse(text, protocol, syntax) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { kind: 'fault', message: error.message, place: error.place };
  }
}

function parse(text: string, protocol: RuleProtocol, syntax: RuleSyntax): RuleNode {
  const reading = ruleReaderOf(text);
  const root = anyOf({ reading, protocol, syntax }, 0);
  // A line break behind the rule is no part of it.
  if (reading.kind === 'newline') nextToken(reading);
  if (reading.kind !== 'end') throw new Fault(`The rule should end before ${written(reading)}.`, reading);
  return root;
}

interface Parsing {
  readonly reading: RuleReader;
  readonly protocol: RuleProtocol;
  readonly syntax: RuleSyntax;
}

function is({ kind, text }: RuleReader, sign: string): boolean {
  return kind === 'sign' && text === sign;
}

/** @returns where it ends */
function expect(reading: RuleReader, sign: string): number {
  if (!is(reading, sign)) throw new Fault(`A “${sign}” is expected instead of ${written(reading)}.`, reading);
  const { end } = reading;
  nextToken(reading);
  return end;
}

/** What `||` joins, which binds weaker than `&&`. */
function anyOf(parsing: Parsing, depth: number): RuleNode {
  const first = allOf(parsing, depth);
  return is(parsing.reading, '||') ? joined(parsing, 'or', '||', first, () => allOf(parsing, depth)) : first;
}

function allOf(parsing: Parsing, depth: number): RuleNode {
  const first = one(parsing, depth);
  return is(parsing.reading, '&&') ? joined(parsing, 'and', '&&', first, () => one(parsing, depth)) : first;
}

function joined(
  { reading }: Parsing,
  kind: 'or' | 'and',
  sign: string,
  first: RuleNode,
  part: () => RuleNode,
): RuleNode {
  const parts = [first];
  let last = first;
  while (is(reading, sign)) {
    nextToken(reading);
    last = part();
    parts.push(last);
  }
  return { kind, parts, start: first.start, end: last.end };
}

/** What `!` stands before, which binds strongest, what is in brackets, or a matcher. */
function one(parsing: Parsing, depth: number): RuleNode {
  const { reading } = parsing;
  const { start } = reading;
  if (depth > DEEPEST) throw new Fault('The rule is nested too deeply to be read here.', reading);
  if (is(reading, '!')) {
    nextToken(reading);
    const part = one(parsing, depth + 1);
    return { kind: 'not', part, start, end: part.end };
  }
  if (is(reading, '(')) {
    nextToken(reading);
    const part = anyOf(parsing, depth + 1);
    // What is in brackets is marked with them.
    return { ...part, start, end: expect(reading, ')') };
  }
  if (reading.kind !== 'name') throw new Fault(`A matcher is expected instead of ${written(reading)}.`, reading);
  return matcher(parsing);
}

function matcher({ reading, protocol, syntax }: Parsing): RuleMatcher {
  const { text, start, end: endOfName } = reading;
  const name = { start, end: endOfName };
  nextToken(reading);
  if (!is(reading, '(')) throw new Fault(`“${text}” is not followed by its values in brackets.`, name);
  nextToken(reading);
  const values: string[] = [];
  while (!is(reading, ')')) {
    if (reading.kind !== 'string') {
      throw new Fault(`A value in quotes is expected instead of ${written(reading)}.`, reading);
    }
    values.push(reading.text);
    nextToken(reading);
    if (is(reading, '...')) nextToken(reading);
    if (!is(reading, ',')) break;
    nextToken(reading);
  }
  const end = expect(reading, ')');
  const known = matcherNamed(text, protocol, syntax);
  if (known === undefined) throw new Fault(`There is no matcher “${text}” in rules of this kind.`, name);
  const fault = matcherFault(known, values, syntax);
  if (fault !== undefined) throw new Fault(fault, { start, end });
  return { kind: 'matcher', name: known.name, values, start, end };
}

function written({ kind, text }: RuleReader): string {
  if (kind === 'end') return 'the end';
  if (kind === 'newline') return 'a line break (a line may only be broken behind an operator)';
  return kind === 'string' ? `the value “${text}”` : `“${text}”`;
}
