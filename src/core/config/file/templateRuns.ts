import { argumentsOfTemplateFunction } from './templateFunctions';

/** A value, as far as the text of a template shows it. `data` is the value that Traefik passes: `false`. */
type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'data' | 'unknown' };

const unknownValue: Value = { kind: 'unknown' };

/** The failure of an action, or, without words, an unknown result. */
class Failure extends Error {}

/** Real actions nest fewer parentheses. */
const deepest = 50;
/** Longer lists are not built. */
const mostItems = 1_000;

/**
 * Why an action that certainly runs fails, in the words of Go (text/template/exec.go and funcs.go), as far as its text
 * alone shows it.
 *
 * @param words the words between the braces, which Go can read
 * @param templates the names of all templates that the file defines, as written
 */
export function runTemplate(words: readonly string[], templates: ReadonlySet<string>): string | undefined {
  const [first = '', name = ''] = words;
  if (first === 'template' && /^["`]/.test(name) && !templates.has(name)) return `template ${name} not defined`;
  if (/^(?:end|else|define|break|continue)$/.test(first)) return undefined;
  const sign = words.indexOf('=');
  const skipped = /^(?:if|with|range)$/.test(first) ? 1 : /^(?:template|block)$/.test(first) ? 2 : 0;
  const reading: Reading = { words, at: sign > 0 ? sign + 1 : skipped, depth: 0 };
  try {
    const value = pipeline(reading);
    return first === 'range' && value.kind === 'data' ? "range can't iterate over false" : undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message === '' ? undefined : error.message;
    throw error;
  }
}

interface Reading {
  readonly words: readonly string[];
  at: number;
  depth: number;
}

function pipeline(reading: Reading): Value {
  let value = stage(reading, undefined);
  while (reading.words[reading.at] === '|') {
    reading.at++;
    value = stage(reading, value);
  }
  return value;
}

function stage(reading: Reading, carried: Value | undefined): Value {
  const first = reading.words[reading.at];
  const given = carried === undefined ? [] : [carried];
  if (first === undefined || isEnd(first)) return carried ?? unknownValue;
  if (isName(first)) {
    reading.at++;
    // The arguments of `and` and `or` after the first may not run.
    const isLazy = first === 'and' || first === 'or';
    const values: Value[] = [];
    for (let word = reading.words[reading.at]; word !== undefined && !isEnd(word); word = reading.words[reading.at]) {
      values.push(operand(reading));
      if (isLazy) return skipToEnd(reading);
    }
    return call(first, [...values, ...given]);
  }
  const value = operand(reading);
  const next = reading.words[reading.at];
  const isGiven = carried !== undefined || (next !== undefined && !isEnd(next));
  if (isGiven && /^["'`\d]/.test(first)) throw new Failure(`can't give argument to non-function ${first}`);
  return isGiven ? skipToEnd(reading) : value;
}

/** Skips all parts of a stage whose value is unknown. */
function skipToEnd(reading: Reading): Value {
  let open = 0;
  for (let word = reading.words[reading.at]; word !== undefined; word = reading.words[++reading.at]) {
    if (open === 0 && isEnd(word)) break;
    if (word === '(') open++;
    else if (word.startsWith(')')) open--;
  }
  return unknownValue;
}

function isEnd(word: string): boolean {
  return word === '|' || word.startsWith(')');
}

function isName(word: string): boolean {
  return argumentsOfTemplateFunction(word) !== undefined;
}

function operand(reading: Reading): Value {
  const word = reading.words[reading.at++] ?? '';
  if (isName(word)) return call(word, []);
  if (word === '.' || word === '$') return { kind: 'data' };
  // Escapes do not matter.
  if (word.startsWith('"') || word.startsWith('`')) return { kind: 'text', text: word.slice(1, -1) };
  if (/^-?\d{1,9}$/.test(word)) return { kind: 'number', number: Number(word) };
  if (word !== '(') return unknownValue;
  if (++reading.depth > deepest) throw new Failure();
  const value = pipeline(reading);
  reading.depth--;
  const closing = reading.words[reading.at++] ?? '';
  return closing === ')' ? value : unknownValue;
}

function call(name: string, values: readonly Value[]): Value {
  const { least, most } = argumentsOfTemplateFunction(name) ?? { least: 0, most: Number.POSITIVE_INFINITY };
  const count = values.length;
  if (count < least || count > most) {
    throw new Failure(
      `wrong number of args for ${name}: want ${most === least ? '' : 'at least '}${least} got ${count}`,
    );
  }
  const [one = unknownValue, two = unknownValue] = values;
  switch (name) {
    case 'fail':
      throw new Failure(`error calling fail: ${one.kind === 'text' ? one.text : ''}`);
    case 'list':
    case 'tuple':
      return count > mostItems ? unknownValue : { kind: 'list', items: values };
    case 'split':
      return listOf(one, two);
    case 'splitList':
      return listOf(two, one);
    case 'index':
      return indexed(one, values.slice(1));
    default:
      return unknownValue;
  }
}

function listOf(text: Value, separator: Value): Value {
  if (text.kind !== 'text' || separator.kind !== 'text' || separator.text === '') return unknownValue;
  if (`${text.text}${separator.text}`.includes('\\')) return unknownValue;
  const items = text.text.split(separator.text, mostItems).map((item) => ({ kind: 'text', text: item }) as const);
  return items.length < mostItems ? { kind: 'list', items } : unknownValue;
}

function indexed(from: Value, [at, ...more]: readonly Value[]): Value {
  if (at === undefined) return from;
  if (from.kind === 'data') throw new Failure("error calling index: can't index item of type bool");
  if (from.kind !== 'list' || at.kind !== 'number') return unknownValue;
  const item = from.items[at.number];
  if (item === undefined) throw new Failure(`error calling index: index out of range: ${at.number}`);
  return indexed(item, more);
}
