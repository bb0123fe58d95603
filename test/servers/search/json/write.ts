import type { JsonNode } from './read';

/** JSON text that is put into an answer as it stands: a stored document, a number with its own digits. */
export class Verbatim {
  constructor(readonly text: string) {}
}

/** What an answer is made of. A Map is an object whose keys come from outside; `undefined` members are left out. */
export type Writable =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Verbatim
  | readonly Writable[]
  | ReadonlyMap<string, Writable>
  | { readonly [key: string]: Writable };

function writeMembers(members: Iterable<readonly [string, Writable]>): string {
  const parts: string[] = [];
  for (const [key, value] of members) {
    if (value !== undefined) parts.push(`${JSON.stringify(key)}:${writeJson(value)}`);
  }
  return `{${parts.join(',')}}`;
}

export function writeJson(value: Writable): string {
  if (value === undefined) return 'null';
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Verbatim) return value.text;
  if (value instanceof Map) return writeMembers(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  return writeMembers(Object.entries(value));
}

const shortest = (value: number, isSame: (text: string) => boolean): string => {
  for (let digits = 1; digits < 9; digits += 1) {
    const text = String(Number(value.toPrecision(digits)));
    if (isSame(text)) return text;
  }
  return String(value);
};

/** A 64-bit floating point number as Java writes it: `1.0`, never `1`. */
export function javaDouble(value: number): Verbatim {
  if (!Number.isFinite(value)) return new Verbatim(`"${value}"`);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', power = ''] = value.toExponential().split('e');
    return new Verbatim(`${digits.includes('.') ? digits : `${digits}.0`}E${power.replace('+', '')}`);
  }
  return new Verbatim(Number.isInteger(value) ? value.toFixed(1) : String(value));
}

/** A 32-bit floating point number (a score) as Java writes it. */
export function javaFloat(value: number): Verbatim {
  const single = Math.fround(value);
  const text = shortest(single, (candidate) => Math.fround(Number(candidate)) === single);
  return new Verbatim(/[.e]/.test(text) ? text.replace('e', 'E') : `${text}.0`);
}

/** A number of a document the way the engines write it again: integers keep their digits, `1.10` becomes `1.1`. */
function rewrittenNumber(text: string): string {
  return /[.eE]/.test(text) ? javaDouble(Number(text)).text : text;
}

function scalarText(node: Exclude<JsonNode, { kind: 'object' | 'array' }>): string {
  switch (node.kind) {
    case 'null':
      return 'null';
    case 'number':
      return rewrittenNumber(node.text);
    default:
      return JSON.stringify(node.value);
  }
}

/** Writes read JSON again, without spaces. */
export function compactJson(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return `{${node.members.map(({ key, value }) => `${JSON.stringify(key)}:${compactJson(value)}`).join(',')}}`;
    case 'array':
      return `[${node.items.map(compactJson).join(',')}]`;
    default:
      return scalarText(node);
  }
}

/** Writes read JSON again as `?pretty` does: two blanks a level, ` : ` behind a key, `[ ]` and `{ }` for nothing. */
export function prettyJson(node: JsonNode, indent = ''): string {
  const deeper = `${indent}  `;
  switch (node.kind) {
    case 'object': {
      if (node.members.length === 0) return '{ }';
      const members = node.members.map(
        ({ key, value }) => `${deeper}${JSON.stringify(key)} : ${prettyJson(value, deeper)}`,
      );
      return `{\n${members.join(',\n')}\n${indent}}`;
    }
    case 'array': {
      if (node.items.length === 0) return '[ ]';
      return `[\n${node.items.map((item) => `${deeper}${prettyJson(item, deeper)}`).join(',\n')}\n${indent}]`;
    }
    default:
      return scalarText(node);
  }
}
