import { indentJson } from '../../base/json/indent';
import { highlightPost, highlightPre } from '../wire/highlight';

/**
 * At most `longest` characters of a JSON text, indented for reading. Characters that are invisible or would reorder the
 * text are written as JSON escapes, which does not change the values.
 *
 * @param json a text that `JSON.parse` has accepted
 */
export function readableJson(json: string, longest: number): { readonly text: string; readonly isCut: boolean } {
  // Indents only the beginning of a long text, because the rest is cut off.
  const whole = indentJson(json.slice(0, longest));
  const text = jsonWithEscapes(whole.slice(0, longest));
  return { text, isCut: json.length > longest || whole.length > longest };
}

/**
 * Characters that are invisible or would reorder others: controls, separators, bidirectional and other format
 * characters, lone surrogates, and highlight marks. Joiners are kept, because emoji and several scripts need them.
 */
const unseen = new RegExp(
  `(?![\\u200c\\u200d])[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cf}\\p{Cs}]|${highlightPre}|${highlightPost}`,
  'gu',
);
/** The same within a JSON text, which may have line breaks and tabs between values. */
const unseenInJson = new RegExp(`(?![\\n\\r\\t])(?:${unseen.source})`, 'gu');
const unseenInText = new RegExp(`(?![\\n\\t])(?:${unseen.source})`, 'gu');
const printableText = /^[\x20-\x7e\n\t]*$/;
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

/** A text on one line, with invisible characters as JSON escapes. */
export function withEscapes(text: string): string {
  return printable.test(text) ? text : text.replace(unseen, escaped);
}

/** A text that keeps its line breaks and tabs, with other invisible characters as JSON escapes. */
export function withLineBreaks(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return printableText.test(lines) ? lines : lines.replace(unseenInText, escaped);
}

/** A JSON text of the same value, with invisible characters as escapes. */
function jsonWithEscapes(json: string): string {
  return printableJson.test(json) ? json : json.replace(unseenInJson, escaped);
}
