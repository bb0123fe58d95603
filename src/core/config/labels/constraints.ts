import { nextToken, type RuleReader, ruleReaderOf } from '../../proxy/rules/ruleTokens';

/** Whether a call such as ``Label(`tier`, `public`)`` is true; undefined if there is no such function. */
type ConstraintTest = (name: string, values: readonly string[]) => boolean | undefined;

/** Real expressions have fewer levels. */
const deepest = 100;

class Invalid extends Error {}

/**
 * Whether a constraint of a provider's static configuration (`Label(…) && !Tag(…)`) accepts a unit.
 *
 * @returns `invalid` for an expression that Traefik rejects: then it accepts none
 */
export function meetsConstraint(expression: string, test: ConstraintTest): boolean | 'invalid' {
  if (expression === '') return true;
  try {
    const reading = ruleReaderOf(expression);
    const result = anyOf(reading, test, 0);
    if (reading.kind === 'newline') nextToken(reading);
    return reading.kind === 'end' ? result : 'invalid';
  } catch (error) {
    if (error instanceof Invalid) return 'invalid';
    throw error;
  }
}

function isToken({ kind, text }: RuleReader, sign: string): boolean {
  return kind === 'sign' && text === sign;
}

function skip(reading: RuleReader, sign: string): void {
  if (!isToken(reading, sign)) throw new Invalid();
  nextToken(reading);
}

function anyOf(reading: RuleReader, test: ConstraintTest, depth: number): boolean {
  let result = allOf(reading, test, depth);
  while (isToken(reading, '||')) {
    nextToken(reading);
    const other = allOf(reading, test, depth);
    result = result || other;
  }
  return result;
}

function allOf(reading: RuleReader, test: ConstraintTest, depth: number): boolean {
  let result = one(reading, test, depth);
  while (isToken(reading, '&&')) {
    nextToken(reading);
    const other = one(reading, test, depth);
    result = result && other;
  }
  return result;
}

function one(reading: RuleReader, test: ConstraintTest, depth: number): boolean {
  if (depth > deepest) throw new Invalid();
  if (isToken(reading, '!')) {
    nextToken(reading);
    return !one(reading, test, depth + 1);
  }
  if (isToken(reading, '(')) {
    nextToken(reading);
    const result = anyOf(reading, test, depth + 1);
    skip(reading, ')');
    return result;
  }
  if (reading.kind !== 'name') throw new Invalid();
  const name = reading.text;
  nextToken(reading);
  skip(reading, '(');
  const values: string[] = [];
  while ((reading.kind as string) === 'string') {
    values.push(reading.text);
    nextToken(reading);
    if (!isToken(reading, ',')) break;
    nextToken(reading);
  }
  skip(reading, ')');
  const result = test(name, values);
  if (result === undefined) throw new Invalid();
  return result;
}
