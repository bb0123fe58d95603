/** What Go's encoding/json is given. A `bigint` is written digit for digit. */
export type GoValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly GoValue[]
  | { readonly [key: string]: GoValue | undefined };

/**
 * JSON as Go's encoding/json writes it: compact, absent members left out, `&`, `<`, `>` and the two line separators
 * escaped (https://pkg.go.dev/encoding/json#Marshal), and integers of any length whole, which JSON.stringify cannot.
 */
export function goJson(value: GoValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value).replace(
      /[&<>\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [`${goJson(key)}:${goJson(member)}`],
  );
  return `{${members.join(',')}}`;
}

/** The texts of the elements of a JSON array, or of the `"key":value` members of an object, each exactly as it stands. */
function splitTopLevel(text: string): string[] {
  const inner = text.trim().slice(1, -1);
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < inner.length; at += 1) {
    const character = inner[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',' && depth === 0) {
      pieces.push(inner.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = inner.slice(start).trim();
  return last === '' ? pieces : [...pieces, last];
}

/** The texts of the elements of a valid JSON array: 64-bit digits and key order survive. */
export function splitArray(text: string): string[] {
  return splitTopLevel(text);
}

/** A valid JSON object's text without the members of these names at its top level. */
export function withoutMembers(text: string, names: ReadonlySet<string>): string {
  const kept = splitTopLevel(text).filter((member) => {
    const [, key] = /^("(?:[^"\\]|\\.)*")/s.exec(member) ?? [];
    return key === undefined || !names.has(JSON.parse(key));
  });
  return `{${kept.join(',')}}`;
}
