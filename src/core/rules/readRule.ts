import { faultOf } from './checkMatcher';
import { matcherNamed } from './matcherNames';
import type { Matcher, Place, Rule, RuleFault, RuleNode, RuleProtocol, RuleSyntax } from './rule';
import { type Token, tokensOf } from './tokens';

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
    return { kind: 'rule', protocol, syntax, text, root: parse(tokensOf(text), protocol, syntax) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { kind: 'fault', message: error.message, place: error.place };
  }
}

function parse(tokens: readonly Token[], protocol: RuleProtocol, syntax: RuleSyntax): RuleNode {
  let at = 0;
  const end: Token = { kind: 'end', text: '', start: 0, end: 0 };
  const now = (): Token => tokens[at] ?? end;
  const is = (sign: string): boolean => now().kind === 'sign' && now().text === sign;
  const expect = (sign: string): Token => {
    const token = now();
    if (!is(sign)) throw new Fault(`A “${sign}” is expected instead of ${written(token)}.`, token);
    at++;
    return token;
  };

  /** One level of the operators: `||` binds weaker than `&&`, and `!` strongest. */
  const joined = (kind: 'or' | 'and', sign: string, part: () => RuleNode): RuleNode => {
    const parts = [part()];
    while (is(sign)) {
      at++;
      parts.push(part());
    }
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined || parts.length === 1) return first ?? part();
    return { kind, parts, start: first.start, end: last.end };
  };
  const anyOf = (depth: number): RuleNode => joined('or', '||', () => joined('and', '&&', () => one(depth)));
  const one = (depth: number): RuleNode => {
    const token = now();
    if (depth > DEEPEST) throw new Fault('The rule is nested too deeply to be read here.', token);
    if (is('!')) {
      at++;
      const part = one(depth + 1);
      return { kind: 'not', part, start: token.start, end: part.end };
    }
    if (is('(')) {
      at++;
      const part = anyOf(depth + 1);
      const close = expect(')');
      // What is in brackets is marked with them.
      return { ...part, start: token.start, end: close.end };
    }
    if (token.kind !== 'name') throw new Fault(`A matcher is expected instead of ${written(token)}.`, token);
    at++;
    return matcher(token);
  };
  const matcher = (name: Token): Matcher => {
    if (!is('(')) throw new Fault(`“${name.text}” is not followed by its values in brackets.`, name);
    at++;
    const values: string[] = [];
    while (!is(')')) {
      const value = now();
      if (value.kind !== 'string')
        throw new Fault(`A value in quotes is expected instead of ${written(value)}.`, value);
      values.push(value.text);
      at++;
      if (is('...')) at++;
      if (!is(',')) break;
      at++;
    }
    const place = { start: name.start, end: expect(')').end };
    const known = matcherNamed(name.text, protocol, syntax);
    if (known === undefined) throw new Fault(`There is no matcher “${name.text}” in rules of this kind.`, name);
    const fault = faultOf(known, values, syntax);
    if (fault !== undefined) throw new Fault(fault, place);
    return { kind: 'matcher', name: known.name, values, ...place };
  };

  const root = anyOf(0);
  // A line break behind the rule is no part of it.
  if (now().kind === 'newline') at++;
  const rest = now();
  if (rest.kind !== 'end') throw new Fault(`The rule should end before ${written(rest)}.`, rest);
  return root;
}

function written({ kind, text }: Token): string {
  if (kind === 'end') return 'the end';
  if (kind === 'newline') return 'a line break (a line may only be broken behind an operator)';
  return kind === 'string' ? `the value “${text}”` : `“${text}”`;
}
