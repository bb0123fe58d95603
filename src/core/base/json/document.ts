import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { jobOf } from '../worker/job';
import { runJob } from '../worker/runJob';
import { indentedJson } from './indent';

/** Bytes that an editor opens quickly. VS Code opens up to 50 MiB, but the window freezes for seconds. */
const mostOpened = 5 * 2 ** 20;
const mebibyte = 2 ** 20;

/**
 * Formats a JSON text for an editor without changing its content (see `indentJson`): up to five mebibytes of it.
 *
 * @returns the whole text, or its beginning below a line that says so, and the size of the whole in bytes
 * @throws RequestFailure `canceled`
 */
export async function jsonDocument(json: string, signal?: AbortSignal) {
  const { head, size } = await runJob(jsonHeadJob, [json, mostOpened], { length: json.length, signal });
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString();
  if (head.byteLength === size) return { text: `${text}\n`, isWhole: true, size };
  return { text: `${headSentence(head.byteLength, size)}\n\n${text}\n`, isWhole: false, size };
}

function headSentence(head: number, size: number): string {
  // The two numbers in that line always differ.
  const whole = Math.max(Math.ceil(size / mebibyte), Math.round(head / mebibyte) + 1);
  return l10n.t(
    'Showing the first {0} MiB of {1} MiB. Choose Open Full Document… to see the rest.',
    numberText(Math.round(head / mebibyte)),
    numberText(whole),
  );
}

/** The whole document, as bytes. */
export function wholeJsonDocument(json: string): Promise<Uint8Array> {
  return runJob(wholeJsonDocumentJob, [json], { length: json.length });
}

/** The first bytes of a formatted JSON text, up to the end of a line if there is one, and the total number of bytes. */
function headOfDocument(json: string, most: number): { readonly head: Uint8Array; readonly size: number } {
  const bytes = indentedJson(Buffer.from(json));
  return { head: bytes.length <= most ? bytes : bytes.slice(0, endOfLine(bytes, most)), size: bytes.length };
}

/** Never cuts a character: in UTF-8 its further bytes have the form 10xxxxxx. */
function endOfLine(bytes: Uint8Array, most: number): number {
  const line = bytes.lastIndexOf(0x0a, most);
  if (line > 0) return line;
  let end = most;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

export const jsonHeadJob = jobOf('headOfDocument', 2 ** 20, headOfDocument);
export const wholeJsonDocumentJob = jobOf('wholeDocument', 2 ** 20, (json: string) => indentedJson(Buffer.from(json)));

/**
 * A JSON text with `&`, `<` and `>` unescaped. Go writes them as `\u0026`, `\u003c` and `\u003e` in case the text ends
 * up in HTML, which makes rules unreadable. The text has the same meaning and is otherwise unchanged: no digit, no
 * space, no other escape.
 */
export function withPlainHtmlCharacters(json: string): string {
  // A match of a backslash includes the next character, so that `\\u0026`, an escaped backslash and text, stays.
  return json.includes('\\u00') ? json.replace(/\\(?:u00(?:26|3c|3e)|.)/gis, plainCharacter) : json;
}

/** Does the same as `withPlainHtmlCharacters`, for a long text in another thread. */
export function longWithPlainHtmlCharacters(json: string, signal?: AbortSignal): Promise<string> {
  return runJob(plainHtmlJob, [json], { length: json.length, signal });
}

export const plainHtmlJob = jobOf('withPlainHtmlCharacters', 2 ** 20, withPlainHtmlCharacters);

const htmlCharacters: Readonly<Record<string, string>> = { '26': '&', '3c': '<', '3e': '>' };

function plainCharacter(written: string): string {
  return written.length === 2 ? written : (htmlCharacters[written.slice(-2).toLowerCase()] ?? written);
}
