import { indentJson } from '../../base/json/indent';
import { jsonWithEscapes } from './escapes';

/**
 * At most `longest` characters of a JSON text, indented for reading. What cannot be seen, or would reorder the text, is
 * written as its JSON escape, which leaves the values what they were.
 *
 * @param json a text that `JSON.parse` has accepted
 */
export function readable(json: string, longest: number): { readonly text: string; readonly isCut: boolean } {
  // Only the beginning of a long text is indented: what is cut off afterwards is not worth the work.
  const whole = indentJson(json.slice(0, longest));
  const text = jsonWithEscapes(whole.slice(0, longest));
  return { text, isCut: json.length > longest || whole.length > longest };
}
