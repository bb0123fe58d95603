import { indentJson } from '../json/indent';

/** Controls and marks of writing direction that JSON lets stand unescaped: they would reorder or hide what is read. */
const unescaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * At most `longest` characters of a JSON text, indented for reading. Marks that would reorder the text are written as
 * their JSON escapes, which leaves the values what they were.
 *
 * @param json a text that `JSON.parse` has accepted
 */
export function readable(json: string, longest: number): { readonly text: string; readonly isCut: boolean } {
  // Only the beginning of a long text is indented: what is cut off afterwards is not worth the work.
  const whole = indentJson(json.slice(0, longest));
  const text = whole
    .slice(0, longest)
    .replace(unescaped, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { text, isCut: json.length > longest || whole.length > longest };
}
