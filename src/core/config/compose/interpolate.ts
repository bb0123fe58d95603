import { type PlacedText, unknownPart, withPlaces } from '../source/placedText';

export interface KnownVariables {
  /** By name. They may be secrets, so no message contains them. An `unknownPart` stands for each unknown part. */
  readonly values: ReadonlyMap<string, string>;
  /** Whether these are all: a missing one is then not set. Otherwise the environment may have it. */
  readonly areAll: boolean;
  /** Those whose value is a password hash that Compose damages, because it takes `$` for variables. */
  readonly damaged?: ReadonlySet<string> | undefined;
  /** The first line of their file that Compose cannot read: then none of them is known. */
  readonly refusedLine?: number | undefined;
  /** Counts the repeated text of values. @returns whether it may be repeated */
  readonly repeat?: ((name: string, characters: number, at: PlacedText) => boolean) | undefined;
}

/** Undefined if nothing is known about them. */
export type ComposeVariables = KnownVariables | undefined;

/** In UTF-16 units. Longer values count as unknown: no name and no rule is as long. */
export const longestValue = 2_000;

/** The problem of a `$` in a compose file. */
export interface DollarFault {
  /**
   * `invalid` and `required` refuse the whole document; `blank` stands for a variable that is not set, `damaged` for
   * one whose value lost a part in its file.
   */
  readonly kind: 'invalid' | 'required' | 'blank' | 'damaged';
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface Output {
  readonly source: PlacedText;
  readonly variables: ComposeVariables;
  readonly faults: DollarFault[];
  value: string;
  readonly places: number[];
}

/** Real expressions have fewer levels. */
const deepest = 20;

/**
 * Replaces variables in a value as Compose does (compose-go's template package): `$$`, `$NAME`, and `${…}` with its
 * operators. A variable without a known value becomes an `unknownPart`.
 */
export function interpolate(
  text: PlacedText,
  variables: ComposeVariables,
): { readonly text: PlacedText; readonly faults: readonly DollarFault[] } {
  if (!text.value.includes('$')) return { text, faults: [] };
  const output: Output = { source: withPlaces(text), variables, faults: [], value: '', places: [] };
  expand(output, 0, text.value.length, 0);
  output.places.push(placeOf(output.source, text.value.length));
  const { value, places, faults } = output;
  return { text: { value, file: text.file, start: text.start, end: text.end, places }, faults };
}

/** Does the same for a text whose place does not matter. */
export function interpolatedText(text: string, variables: ComposeVariables): string {
  if (!text.includes('$')) return text;
  const place: PlacedText = { value: text, file: { path: '', text: '' }, start: 0, end: 0, places: 'none' };
  return interpolate(place, variables).text.value;
}

function placeOf({ start, end, places }: PlacedText, index: number): number {
  if (places === 'verbatim') return start + index;
  return typeof places === 'object' ? (places[index] ?? end) : index === 0 ? start : end;
}

function put(output: Output, text: string, at: number): void {
  output.value += text;
  const place = placeOf(output.source, at);
  for (let unit = 0; unit < text.length; unit++) output.places.push(place);
}

const namePattern = /[A-Za-z_][A-Za-z0-9_]*/y;

function nameAt(value: string, at: number): string | undefined {
  namePattern.lastIndex = at;
  return namePattern.exec(value)?.[0];
}

function expand(output: Output, from: number, to: number, depth: number): void {
  const { value } = output.source;
  let at = from;
  while (at < to) {
    const dollar = value.indexOf('$', at);
    const stop = dollar < 0 || dollar >= to ? to : dollar;
    for (; at < stop; at++) put(output, value[at] ?? '', at);
    if (at >= to) return;
    const next = value[at + 1];
    if (next === '$') {
      put(output, '$', at);
      at += 2;
    } else if (next === '{' && depth < deepest) {
      at = expandBraces(output, at, to, depth);
    } else {
      const name = nameAt(value, at + 1);
      if (name === undefined) {
        put(output, '$', at);
        at++;
      } else {
        putVariable(output, name, at, at + 1 + name.length);
        at += 1 + name.length;
      }
    }
  }
}

function putVariable(output: Output, name: string, at: number, end: number): void {
  const { variables } = output;
  const value = variables?.values.get(name);
  if (value === undefined) {
    if (variables?.areAll === true) fault(output, 'blank', name, at, end);
    put(output, variables?.areAll === true ? '' : unknownPart, at);
  } else putValue(output, name, value, at, end);
}

function putValue(output: Output, name: string, value: string, at: number, end: number): void {
  const { variables, source } = output;
  if (variables?.damaged?.has(name) === true) fault(output, 'damaged', name, at, end);
  const isRepeated = variables?.repeat?.(name, value.length, source) !== false;
  put(output, isRepeated ? value : unknownPart, at);
}

function fault(output: Output, kind: DollarFault['kind'], name: string, at: number, end: number): void {
  output.faults.push({ kind, name, start: placeOf(output.source, at), end: placeOf(output.source, end) });
}

/** Whether a value may be empty. */
function isNothingKnown(value: string): boolean {
  return value !== '' && value.replaceAll(unknownPart, '') === '';
}

/** @returns the index after the closing brace */
function expandBraces(output: Output, at: number, to: number, depth: number): number {
  const { value } = output.source;
  const end = closingBrace(value, at + 2, to);
  const name = nameAt(value, at + 2);
  if (end === undefined || name === undefined) {
    fault(output, 'invalid', '', at, end ?? to);
    return to;
  }
  const rest = at + 2 + name.length;
  const operator = /^(?::?[-?+])/.exec(value.slice(rest, rest + 2))?.[0];
  if (operator === undefined) {
    if (rest !== end) fault(output, 'invalid', name, at, end + 1);
    else putVariable(output, name, at, end + 1);
    return end + 1;
  }
  const { variables } = output;
  const known = variables?.values.get(name);
  const isBlankAsked = operator.startsWith(':');
  const isUnknown = known === undefined ? variables?.areAll !== true : isBlankAsked && isNothingKnown(known);
  if (isUnknown) {
    put(output, unknownPart, at);
    return end + 1;
  }
  const isSet = known !== undefined && !(isBlankAsked && known === '');
  const alternative = rest + operator.length;
  if (operator.endsWith('+')) {
    if (isSet) expand(output, alternative, end, depth + 1);
  } else if (isSet) {
    putValue(output, name, known, at, end + 1);
  } else if (operator.endsWith('?')) {
    fault(output, 'required', name, at, end + 1);
  } else {
    expand(output, alternative, end, depth + 1);
  }
  return end + 1;
}

/** The brace that ends an expression, after those of expressions in it. */
function closingBrace(value: string, from: number, to: number): number | undefined {
  let open = 1;
  for (let at = from; at < to; at++) {
    if (value[at] === '{' && value[at - 1] === '$') open++;
    else if (value[at] === '}' && --open === 0) return at;
  }
  return undefined;
}
