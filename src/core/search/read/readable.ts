import { indentJson } from '../../base/json/indent';
import { HIGHLIGHT_POST, HIGHLIGHT_PRE } from '../wire/highlight';

/**
 * At most `longest` characters of a JSON text, indented for reading. What cannot be seen, or would reorder the text, is
 * written as its JSON escape, which leaves the values what they were.
 *
 * @param json a text that `JSON.parse` has accepted
 */
export function readableJson(json: string, longest: number): { readonly text: string; readonly isCut: boolean } {
  // Only the beginning of a long text is indented: what is cut off afterwards is not worth the work.
  const whole = indentJson(json.slice(0, longest));
  const text = jsonWithEscapes(whole.slice(0, longest));
  return { text, isCut: json.length > longest || whole.length > longest };
}

/**
 * What cannot be seen or would reorder what can: controls, separators, bidirectional and other format characters, halves of
 * characters, and the marks of highlighting. Joiners stay: emoji and several scripts are written with them.
 */
const unseen = new RegExp(
  `(?![\\u200c\\u200d])[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cf}\\p{Cs}]|${HIGHLIGHT_PRE}|${HIGHLIGHT_POST}`,
  'gu',
);
/** The same within a JSON text, whose line breaks and tabs stand between values. */
const unseenInJson = new RegExp(`(?![\\n\\r\\t])(?:${unseen.source})`, 'gu');
const printable = /^[\x20-\x7e]*$/;
const printableJson = /^[\x20-\x7e\n\r\t]*$/;

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(characters: string): string {
  let text = '';
  for (let at = 0; at < characters.length; at++) {
    text += short[characters.charAt(at)] ?? `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return text;
}

/** A text on one line with everything to be seen: what could not be is written as JSON escapes it. */
export function withEscapes(text: string): string {
  return printable.test(text) ? text : text.replace(unseen, escaped);
}

/** A JSON text of the same value with everything to be seen. */
export function jsonWithEscapes(json: string): string {
  return printableJson.test(json) ? json : json.replace(unseenInJson, escaped);
}
