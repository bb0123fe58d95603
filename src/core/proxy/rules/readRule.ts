import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { matcherFault } from './checkMatcher';
import { matcherNamed } from './matcherNames';
import type { Rule, RuleFault, RuleMatcher, RuleNode, RulePlace, RuleProtocol, RuleSyntax } from './rule';
import { nextToken, type RuleReader, ruleReaderOf } from './ruleTokens';

/** Go's parser allows more (100,000), but users do not write that, and our parser would overflow the stack. */
const deepest = 500;
/** UTF-16 units. Real rules with sixty hosts have about 2,700. */
const longest = 1_000_000;

class Fault extends Error {
  readonly place: RulePlace | undefined;

  constructor(message: string, place?: RulePlace) {
    super(message);
    // Copied, because the reader is reused for the next words.
    this.place = place && { start: place.start, end: place.end };
  }
}

/**
 * Reads a rule as Traefik does: Go's expression syntax with `&&`, `||`, `!`, parentheses, and calls of matchers with
 * strings (github.com/vulcand/predicate on go/parser), then Traefik's checks of a matcher's values. Regular expressions
 * are not checked here, because that takes time: the evaluator checks them.
 *
 * @returns a fault if Traefik would reject the rule, or if it is too large to read here
 */
export function readRule(
  text: string,
  { protocol, syntax }: { readonly protocol: RuleProtocol; readonly syntax: RuleSyntax },
): Rule | RuleFault {
  try {
    if (text.length > longest) throw new Fault(l10n.t('The rule is too long to evaluate.'));
    return { kind: 'rule', protocol, syntax, text, root: parse(text, protocol, syntax) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { kind: 'fault', message: error.message, place: error.place };
  }
}

function parse(text: string, protocol: RuleProtocol, syntax: RuleSyntax): RuleNode {
  const reading = ruleReaderOf(text);
  const root = anyOf({ reading, protocol, syntax }, 0);
  // A line break after the rule is allowed.
  if (reading.kind === 'newline') nextToken(reading);
  if (reading.kind !== 'end') throw unexpected(reading, l10n.t('Expected the end of the rule.'));
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

/** @returns the index after the sign */
function expect(reading: RuleReader, sign: string): number {
  if (!is(reading, sign)) throw unexpected(reading, l10n.t('Expected “{0}”.', sign));
  const { end } = reading;
  nextToken(reading);
  return end;
}

/** Operands of `||`, which binds less tightly than `&&`. */
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

/** A matcher, an expression in parentheses, or `!` (which binds most tightly) before either. */
function one(parsing: Parsing, depth: number): RuleNode {
  const { reading } = parsing;
  const { start } = reading;
  if (depth > deepest) throw new Fault(l10n.t('The rule is nested too deeply to evaluate.'), reading);
  if (is(reading, '!')) {
    nextToken(reading);
    const part = one(parsing, depth + 1);
    return { kind: 'not', part, start, end: part.end };
  }
  if (is(reading, '(')) {
    nextToken(reading);
    const part = anyOf(parsing, depth + 1);
    // Its place includes the parentheses.
    return { ...part, start, end: expect(reading, ')') };
  }
  if (reading.kind !== 'name') throw unexpected(reading, l10n.t('Expected a matcher.'));
  return matcher(parsing);
}

function matcher({ reading, protocol, syntax }: Parsing): RuleMatcher {
  const { text, start, end: endOfName } = reading;
  const name = { start, end: endOfName };
  nextToken(reading);
  if (!is(reading, '(')) {
    throw new Fault(l10n.t('“{0}” must be followed by values in parentheses.', quoted(text)), name);
  }
  nextToken(reading);
  const values: string[] = [];
  while (!is(reading, ')')) {
    if (reading.kind !== 'string') throw unexpected(reading, l10n.t('Expected a value in quotes.'));
    values.push(reading.text);
    nextToken(reading);
    if (is(reading, '...')) nextToken(reading);
    if (!is(reading, ',')) break;
    nextToken(reading);
  }
  const end = expect(reading, ')');
  const known = matcherNamed(text, protocol, syntax);
  if (known === undefined) throw new Fault(l10n.t('Unknown matcher “{0}”.', quoted(text)), name);
  const fault = matcherFault(known, values, syntax);
  if (fault !== undefined) throw new Fault(fault, { start, end });
  // A copy has no room for more values, which would need more memory than the rule itself.
  return { kind: 'matcher', name: known.name, values: values.slice(), start, end };
}

/** @param expected a sentence with what should be there instead */
function unexpected(reading: RuleReader, expected: string): Fault {
  return new Fault(`${unexpectedWord(reading)} ${expected}`, reading);
}

function unexpectedWord({ kind, text }: RuleReader): string {
  switch (kind) {
    case 'end':
      return l10n.t('Unexpected end of the rule.');
    case 'newline':
      return l10n.t('Unexpected line break: lines can only be broken after an operator.');
    case 'string':
      return l10n.t('Unexpected value “{0}”.', quoted(text));
    default:
      return l10n.t('Unexpected “{0}”.', quoted(text));
  }
}
