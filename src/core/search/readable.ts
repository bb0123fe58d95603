import { stringEnd, valueEnd } from './jsonSlices';

/** Beyond this depth a text is left as it came: indenting 30,000 levels would turn 60 KB into gigabytes. */
const deepestIndent = 200;

function isDeep(json: string): boolean {
  const marks = /["[\]{}]/g;
  let depth = 0;
  for (let mark = marks.exec(json); mark !== null; mark = marks.exec(json)) {
    if (mark[0] === '"') marks.lastIndex = stringEnd(json, mark.index);
    else if (mark[0] === '}' || mark[0] === ']') depth--;
    else if (++depth > deepestIndent) return true;
  }
  return false;
}

/**
 * The same JSON with one member a line, two spaces a level: only white space between tokens changes, so that digits,
 * escapes, key order and repeated keys stay as received.
 *
 * @param json valid JSON
 */
export function indented(json: string): string {
  if (isDeep(json)) return json;
  const parts: string[] = [];
  const token = /\S/g;
  let pad = '\n';
  for (let found = token.exec(json); found !== null; found = token.exec(json)) {
    const [char] = found;
    if (char === '{' || char === '[') {
      const next = /\S/g;
      next.lastIndex = token.lastIndex;
      const following = next.exec(json)?.[0];
      if (following === '}' || following === ']') {
        parts.push(char, following);
        token.lastIndex = next.lastIndex;
      } else {
        pad += '  ';
        parts.push(char, pad);
      }
    } else if (char === '}' || char === ']') {
      pad = pad.slice(0, -2);
      parts.push(pad, char);
    } else if (char === ',') {
      parts.push(char, pad);
    } else if (char === ':') {
      parts.push(': ');
    } else {
      const end = valueEnd(json, found.index);
      parts.push(json.slice(found.index, end));
      token.lastIndex = end;
    }
  }
  return parts.join('');
}

/** Controls and marks of writing direction that JSON lets stand unescaped: they would reorder or hide what is read. */
const unescaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * At most `longest` characters of a JSON text, indented for reading. Marks that would reorder the text are written as
 * their JSON escapes, which leaves the values what they were.
 *
 * @param json valid JSON
 */
export function readable(json: string, longest: number): { readonly text: string; readonly isCut: boolean } {
  // A text longer than that before it is indented is cut first: its rest is not worth the work.
  const whole = json.length > 4 * longest ? json.slice(0, longest) : indented(json);
  const text = whole
    .slice(0, longest)
    .replace(unescaped, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { text, isCut: json.length > 4 * longest || whole.length > longest };
}
