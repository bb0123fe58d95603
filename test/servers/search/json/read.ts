/** Where a piece of the text begins, counted in characters from 0. */
export type Offset = number;

interface Placed {
  readonly start: Offset;
}

export interface JsonMember {
  readonly key: string;
  readonly keyStart: Offset;
  readonly value: JsonNode;
}
export interface JsonObject extends Placed {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
  /** Where its closing brace is. */
  readonly close: Offset;
}
export interface JsonArray extends Placed {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}
export interface JsonString extends Placed {
  readonly kind: 'string';
  readonly value: string;
}
export interface JsonNumber extends Placed {
  readonly kind: 'number';
  /** The digits as sent. */
  readonly text: string;
}
export interface JsonBoolean extends Placed {
  readonly kind: 'boolean';
  readonly value: boolean;
}
export interface JsonNull extends Placed {
  readonly kind: 'null';
}
/** JSON that remembers where its parts stood and how its numbers were written: the engine's messages name both. */
export type JsonNode = JsonObject | JsonArray | JsonString | JsonNumber | JsonBoolean | JsonNull;

export type JsonFault =
  /** `opened` is where the innermost object or array that was never closed began. */
  | { readonly kind: 'end'; readonly opened: { readonly at: Offset; readonly what: 'Object' | 'Array' } | undefined }
  | { readonly kind: 'unexpected'; readonly expected: string; readonly character: string }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'duplicate'; readonly key: string }
  | { readonly kind: 'tooDeep' };

/** Text that is not JSON as the engines read it. */
export class JsonError extends Error {
  constructor(
    readonly fault: JsonFault,
    readonly at: Offset,
  ) {
    super(fault.kind);
  }
}

/** Line and column, both from 1. */
export function placeOf(text: string, at: Offset): { readonly line: number; readonly col: number } {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, col: at - before.lastIndexOf('\n') };
}

/** The value of an object's member. */
export function member(node: JsonObject, key: string): JsonNode | undefined {
  return node.members.find((each) => each.key === key)?.value;
}

const tokenNames: Readonly<Record<JsonNode['kind'], string>> = {
  object: 'START_OBJECT',
  array: 'START_ARRAY',
  string: 'VALUE_STRING',
  number: 'VALUE_NUMBER',
  boolean: 'VALUE_BOOLEAN',
  null: 'VALUE_NULL',
};

/** What Jackson calls the token that a value begins with. */
export function tokenName({ kind }: JsonNode): string {
  return tokenNames[kind];
}

/** Deeper than any query the engines accept, and shallow enough for this reader's recursion. */
const maxDepth = 4000;

const expectedValue = "expected a valid value (JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordPattern = /[A-Za-z_$][\w$]*/y;
const plainPattern = /(?:[^"\\\p{Cc}]|[\x7f-\x9f])*/uy;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Reads the first JSON value of `text`, as Jackson does with the engines' settings: comments are skipped, a key that
 * comes twice is an error.
 *
 * @returns the value, and where the first character behind it is that is no space (`undefined` where there is none)
 * @throws JsonError
 */
export function readJson(text: string): { readonly value: JsonNode; readonly rest: Offset | undefined } {
  let at = 0;
  const open: { readonly at: Offset; readonly what: 'Object' | 'Array' }[] = [];

  const skipSpace = () => {
    const space = /(?:[ \t\r\n\ufeff]|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
  };
  const fail = (expected: string): never => {
    const character = text[at];
    if (character === undefined) throw new JsonError({ kind: 'end', opened: open.at(-1) }, at);
    throw new JsonError({ kind: 'unexpected', expected, character }, at);
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };

  const readText = (): string => {
    let value = '';
    at += 1;
    for (;;) {
      const plain = match(plainPattern) ?? '';
      value += plain;
      at += plain.length;
      const character = text[at];
      if (character === '"') {
        at += 1;
        return value;
      }
      if (character !== '\\') return fail('closing quote for a string value');
      const escaped = text[at + 1] ?? '';
      const hex = text.slice(at + 2, at + 6);
      if (escaped === 'u' && /^[\da-fA-F]{4}$/.test(hex)) {
        value += String.fromCharCode(Number.parseInt(hex, 16));
        at += 6;
      } else if (Object.hasOwn(escapes, escaped)) {
        value += escapes[escaped];
        at += 2;
      } else {
        at += 1;
        return fail('a valid escape');
      }
    }
  };

  const readObject = (): JsonNode => {
    const start = at;
    const members: JsonMember[] = [];
    const keys = new Set<string>();
    open.push({ at: start, what: 'Object' });
    at += 1;
    skipSpace();
    while (text[at] !== '}' || members.length > 0) {
      if (text[at] !== '"') fail('was expecting double-quote to start field name');
      const keyStart = at;
      const key = readText();
      if (keys.has(key)) throw new JsonError({ kind: 'duplicate', key }, at);
      keys.add(key);
      skipSpace();
      if (text[at] !== ':') fail('was expecting a colon to separate field name and value');
      at += 1;
      members.push({ key, keyStart, value: readValue() });
      skipSpace();
      if (text[at] === '}') break;
      if (text[at] !== ',') fail('was expecting comma to separate Object entries');
      at += 1;
      skipSpace();
    }
    open.pop();
    at += 1;
    return { kind: 'object', start, members, close: at - 1 };
  };

  const readArray = (): JsonNode => {
    const start = at;
    const items: JsonNode[] = [];
    open.push({ at: start, what: 'Array' });
    at += 1;
    skipSpace();
    while (text[at] !== ']' || items.length > 0) {
      items.push(readValue());
      skipSpace();
      if (text[at] === ']') break;
      if (text[at] !== ',') fail('was expecting comma to separate Array entries');
      at += 1;
    }
    open.pop();
    at += 1;
    return { kind: 'array', start, items };
  };

  const readWord = (): JsonNode => {
    const start = at;
    const token = match(wordPattern);
    if (token === undefined) return fail(expectedValue);
    at += token.length;
    if (token === 'null') return { kind: 'null', start };
    if (token === 'true' || token === 'false') return { kind: 'boolean', start, value: token === 'true' };
    throw new JsonError({ kind: 'token', token }, at + 1);
  };

  const readValue = (): JsonNode => {
    skipSpace();
    const start = at;
    if (open.length > maxDepth) throw new JsonError({ kind: 'tooDeep' }, at);
    switch (text[at]) {
      case '{':
        return readObject();
      case '[':
        return readArray();
      case '"':
        return { kind: 'string', start, value: readText() };
    }
    const digits = match(numberPattern);
    if (digits === undefined) return readWord();
    at += digits.length;
    return { kind: 'number', start, text: digits };
  };

  const value = readValue();
  skipSpace();
  return { value, rest: at < text.length ? at : undefined };
}
