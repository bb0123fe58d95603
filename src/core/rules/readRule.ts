import { faultOf } from './checkMatcher';
import { matcherNamed } from './matcherNames';
import type { Matcher, Place, Rule, RuleFault, RuleNode, RuleProtocol, RuleSyntax } from './rule';
import { nextWord, type Reading, readingOf, type Token } from './tokens';

/** Go's parser takes more (100,000), but no person writes it, and ours has a stack to mind. */
const DEEPEST = 500;
/** UTF-16 units. Real rules with sixty hosts have about 2,700. */
const LONGEST = 1_000_000;

class Fault extends Error {
  readonly place: Place | undefined;

  constructor(message: string, place?: Place) {
    super(message);
    this.place = place;
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

/** A rule that is being read, and the word that is next. */
interface Parsing {
  readonly reading: Reading;
  readonly protocol: RuleProtocol;
  readonly syntax: RuleSyntax;
  now: Token;
}

function parse(text: string, protocol: RuleProtocol, syntax: RuleSyntax): RuleNode {
  const reading = readingOf(text);
  const parsing = { reading, protocol, syntax, now: nextWord(reading) };
  const root = anyOf(parsing, 0);
  // A line break behind the rule is no part of it.
  if (parsing.now.kind === 'newline') goOn(parsing);
  const rest = parsing.now;
  if (rest.kind !== 'end') throw new Fault(`The rule should end before ${written(rest)}.`, rest);
  return root;
}

function is({ now }: Parsing, sign: string): boolean {
  return now.kind === 'sign' && now.text === sign;
}

function goOn(parsing: Parsing): void {
  parsing.now = nextWord(parsing.reading);
}

function expect(parsing: Parsing, sign: string): Token {
  const { now } = parsing;
  if (!is(parsing, sign)) throw new Fault(`A “${sign}” is expected instead of ${written(now)}.`, now);
  goOn(parsing);
  return now;
}

/** What `||` joins, which binds weaker than `&&`. */
function anyOf(parsing: Parsing, depth: number): RuleNode {
  const first = allOf(parsing, depth);
  return is(parsing, '||') ? joined(parsing, 'or', '||', first, () => allOf(parsing, depth)) : first;
}

function allOf(parsing: Parsing, depth: number): RuleNode {
  const first = one(parsing, depth);
  return is(parsing, '&&') ? joined(parsing, 'and', '&&', first, () => one(parsing, depth)) : first;
}

function joined(parsing: Parsing, kind: 'or' | 'and', sign: string, first: RuleNode, part: () => RuleNode): RuleNode {
  const parts = [first];
  let last = first;
  while (is(parsing, sign)) {
    goOn(parsing);
    last = part();
    parts.push(last);
  }
  return { kind, parts, start: first.start, end: last.end };
}

/** What `!` stands before, which binds strongest, what is in brackets, or a matcher. */
function one(parsing: Parsing, depth: number): RuleNode {
  const { now } = parsing;
  if (depth > DEEPEST) throw new Fault('The rule is nested too deeply to be read here.', now);
  if (is(parsing, '!')) {
    goOn(parsing);
    const part = one(parsing, depth + 1);
    return { kind: 'not', part, start: now.start, end: part.end };
  }
  if (is(parsing, '(')) {
    goOn(parsing);
    const part = anyOf(parsing, depth + 1);
    const close = expect(parsing, ')');
    // What is in brackets is marked with them.
    return { ...part, start: now.start, end: close.end };
  }
  if (now.kind !== 'name') throw new Fault(`A matcher is expected instead of ${written(now)}.`, now);
  goOn(parsing);
  return matcher(parsing, now);
}

function matcher(parsing: Parsing, { text, start, end }: Token): Matcher {
  if (!is(parsing, '(')) throw new Fault(`“${text}” is not followed by its values in brackets.`, { start, end });
  goOn(parsing);
  const values: string[] = [];
  while (!is(parsing, ')')) {
    const { now } = parsing;
    if (now.kind !== 'string') throw new Fault(`A value in quotes is expected instead of ${written(now)}.`, now);
    values.push(now.text);
    goOn(parsing);
    if (is(parsing, '...')) goOn(parsing);
    if (!is(parsing, ',')) break;
    goOn(parsing);
  }
  const close = expect(parsing, ')');
  const { protocol, syntax } = parsing;
  const known = matcherNamed(text, protocol, syntax);
  if (known === undefined) throw new Fault(`There is no matcher “${text}” in rules of this kind.`, { start, end });
  const fault = faultOf(known, values, syntax);
  if (fault !== undefined) throw new Fault(fault, { start, end: close.end });
  return { kind: 'matcher', name: known.name, values, start, end: close.end };
}

function written({ kind, text }: Token): string {
  if (kind === 'end') return 'the end';
  if (kind === 'newline') return 'a line break (a line may only be broken behind an operator)';
  return kind === 'string' ? `the value “${text}”` : `“${text}”`;
}
