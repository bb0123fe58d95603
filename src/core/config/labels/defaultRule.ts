import { isKnown, unknownPart } from '../source/placedText';

/** The fields of a default rule (the model of buildConfiguration in pkg/provider/docker/config.go and others). */
interface DefaultRuleData {
  readonly name: string;
  /** Undefined if there is no such field. */
  readonly containerName: string | undefined;
  readonly labels: ReadonlyMap<string, string>;
  readonly normalize: (text: string) => string;
}

/** A text with an `unknownPart` for unknown parts, or a truth. */
type Value = string | boolean;

/** Longer templates are not read: no rule is as long, and the search for the end of an action runs to the end. */
const longestTemplate = 4_096;

/** Real templates nest fewer parentheses. */
const deepest = 50;

const actionPattern = /\{\{(?:-(?=\s))?((?:[^`"{}]|`[^`]*`|"(?:[^"\\]|\\.)*")*)\}\}/g;
const wordPattern = /`([^`]*)`|"((?:[^"\\]|\\.)*)"|(\$?(?:\.\w+)+|\$?\w+|[|()]|:?=)/g;

/** A field that does not exist: the router then has no rule. */
class MissingField extends Error {}

/** A part between `if` and `end`. */
interface Part {
  /** Whether Traefik writes the text here; undefined if unknown. */
  readonly isOn: boolean | undefined;
  /** Whether no other branch of it can be. */
  readonly isDone: boolean;
}

/**
 * The rule of a template: plain text, fields, conditions, and the functions that default rules commonly use.
 *
 * @returns with an `unknownPart` for each unsupported action or part; undefined if it names a field that does not exist
 */
export function defaultRuleOf(template: string, data: DefaultRuleData): string | undefined {
  if (template.length > longestTemplate) return unknownPart;
  const run: Run = { data, variables: new Map(), parts: [] };
  let rule = '';
  let from = 0;
  let isTrimmed = false;
  const write = (text: string): void => {
    if (isWritten(run.parts)) rule += isTrimmed ? text.trimStart() : text;
  };
  try {
    for (const { 0: whole, 1: action = '', index } of template.matchAll(actionPattern)) {
      const text = template.slice(from, index);
      write(/^\{\{-\s/.test(whole) ? text.trimEnd() : text);
      rule += runAction(wordsOf(action), run);
      isTrimmed = /\s-\}\}$/.test(whole);
      from = index + whole.length;
    }
  } catch (error) {
    if (error instanceof MissingField) return undefined;
    throw error;
  }
  write(template.slice(from));
  return rule;
}

function isWritten(parts: readonly Part[]): boolean {
  return parts.every(({ isOn }) => isOn === true);
}

interface Run {
  readonly data: DefaultRuleData;
  readonly variables: Map<string, Value>;
  readonly parts: Part[];
}

/** Words, of which strings begin with a quote. */
function wordsOf(action: string): readonly string[] {
  return [...action.matchAll(wordPattern)].map(([word, raw, quoted]) => {
    const text = raw ?? quoted;
    return text === undefined ? word : `"${text}`;
  });
}

/** @returns the text that an action writes */
function runAction(words: readonly string[], run: Run): string {
  const [first = '', second = ''] = words;
  const { parts } = run;
  const isOn = isWritten(parts);
  const part = parts.at(-1);
  switch (first) {
    case 'if':
      return isOn ? begin(truth(evaluate(words.slice(1), run)), parts) : skip(parts);
    case 'else':
      if (part === undefined) return '';
      parts.pop();
      if (part.isDone) return skip(parts);
      return begin(second === 'if' ? truth(evaluate(words.slice(2), run)) : true, parts);
    case 'end':
      parts.pop();
      return '';
    case 'range':
    case 'with':
    case 'define':
    case 'block':
      return isOn ? begin(undefined, parts) : skip(parts);
    default:
      if (!isOn) return '';
      if (!first.startsWith('$') || !/^:?=$/.test(second)) return String(evaluate(words, run));
      run.variables.set(first, evaluate(words.slice(2), run));
      return '';
  }
}

/** Begins a part. With an unknown condition, an `unknownPart` stands for the part and all later branches. */
function begin(isOn: boolean | undefined, parts: Part[]): string {
  parts.push({ isOn, isDone: isOn !== false });
  return isOn === undefined ? unknownPart : '';
}

/** Begins a part that is omitted in any case. */
function skip(parts: Part[]): string {
  parts.push({ isOn: false, isDone: true });
  return '';
}

/** The truth of a value in Go's templates; undefined if unknown. */
function truth(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (isKnown(value)) return value !== '' && value !== noValue;
  return value.replaceAll(unknownPart, '') === '' ? undefined : true;
}

/** The text that Go writes for a key that a map does not have. */
const noValue = '<no value>';

interface Reading extends Run {
  readonly words: readonly string[];
  at: number;
  depth: number;
}

function evaluate(words: readonly string[], run: Run): Value {
  return pipeline({ ...run, words, at: 0, depth: 0 });
}

function pipeline(reading: Reading): Value {
  let value = stage(reading, []);
  while (reading.words[reading.at] === '|') {
    reading.at++;
    value = stage(reading, [value]);
  }
  return value;
}

function stage(reading: Reading, carried: readonly Value[]): Value {
  const [first = ''] = reading.words.slice(reading.at, reading.at + 1);
  const isCall = /^[a-z]/i.test(first) && first !== 'true' && first !== 'false';
  if (isCall) reading.at++;
  const values: Value[] = [];
  while (reading.at < reading.words.length && !/^[|)]$/.test(reading.words[reading.at] ?? ''))
    values.push(operand(reading));
  if (isCall) return call(first, [...values, ...carried], reading.data);
  return values.length === 1 && carried.length === 0
    ? (values[0] ?? unknownPart)
    : values.length === 0
      ? (carried[0] ?? unknownPart)
      : unknownPart;
}

function operand(reading: Reading): Value {
  const { data, variables, words } = reading;
  const word = words[reading.at++] ?? '';
  if (word === '(') {
    if (++reading.depth > deepest) {
      reading.at = words.length;
      return unknownPart;
    }
    const value = pipeline(reading);
    reading.at++;
    reading.depth--;
    return value;
  }
  if (word.startsWith('"')) return word.slice(1);
  if (word === 'true' || word === 'false') return word === 'true';
  const [name = '', key, ...more] = word.replace(/^\$?\./, '').split('.');
  if (!/^\$?\./.test(word)) return variables.get(word) ?? unknownPart;
  if (name === 'Labels' && more.length === 0)
    return key === undefined ? unknownPart : (data.labels.get(key) ?? noValue);
  const value = name === 'Name' ? data.name : name === 'ContainerName' ? data.containerName : undefined;
  if (value === undefined || key !== undefined) throw new MissingField();
  return value;
}

function call(name: string, values: readonly Value[], { labels, normalize }: DefaultRuleData): Value {
  const [one = '', two = '', three = ''] = values;
  const [first, second, third] = [one, two, three].map(String) as [string, string, string];
  const areKnown = values.every((value) => typeof value === 'boolean' || isKnown(value));
  switch (name) {
    case 'index':
      return values.length === 2 && isKnown(second) ? (labels.get(second) ?? '') : unknownPart;
    case 'normalize':
      return normalize(first);
    case 'lower':
      return first.toLowerCase();
    case 'upper':
      return first.toUpperCase();
    case 'trim':
      return first.trim();
    case 'trimPrefix':
      return second.startsWith(first) ? second.slice(first.length) : second;
    case 'trimSuffix':
      return second.endsWith(first) ? second.slice(0, second.length - first.length) : second;
    case 'replace':
      return third.replaceAll(first, second);
    case 'coalesce':
      return firstTrue(values) ?? '';
    case 'default':
      return firstTrue([two, one]) ?? first;
    case 'or':
      return firstTrue(values) ?? values.at(-1) ?? unknownPart;
    case 'and':
      return values.some((value) => truth(value) === undefined)
        ? unknownPart
        : (values.find((value) => truth(value) === false) ?? values.at(-1) ?? unknownPart);
    case 'not':
    case 'empty': {
      const isTrue = truth(one);
      return isTrue === undefined ? unknownPart : !isTrue;
    }
    case 'eq':
      return areKnown ? values.slice(1).some((value) => value === one) : unknownPart;
    case 'ne':
      return areKnown ? one !== two : unknownPart;
    case 'contains':
      return areKnown ? second.includes(first) : unknownPart;
    case 'hasPrefix':
      return areKnown ? second.startsWith(first) : unknownPart;
    case 'hasSuffix':
      return areKnown ? second.endsWith(first) : unknownPart;
    case 'print':
      return values.length === 1 ? first : unknownPart;
    default:
      return unknownPart;
  }
}

/** The first value that is not empty; an `unknownPart` if one before it may be; undefined if all are empty. */
function firstTrue(values: readonly Value[]): Value | undefined {
  const found = values.find((value) => truth(value) !== false);
  return found !== undefined && truth(found) === undefined ? unknownPart : found;
}
