import { jobOf } from '../worker/job';
import { runJob } from '../worker/runJob';

/**
 * A JSON text with `&`, `<` and `>` unescaped. Go writes them as `\u0026`, `\u003c` and `\u003e` in case the text ends
 * up in HTML, which makes rules unreadable. The text has the same meaning and is otherwise unchanged: no digit, no
 * space, no other escape.
 */
export function withPlainHtmlCharacters(json: string): string {
  // A match of a backslash includes the next character, so that `\\u0026`, an escaped backslash and text, stays.
  return json.includes('\\u00') ? json.replace(/\\(?:u00(?:26|3c|3e)|.)/gis, plainCharacter) : json;
}

/** Does the same as `withPlainHtmlSigns`, for a long text in another thread. */
export function longWithPlainHtmlCharacters(json: string, signal?: AbortSignal): Promise<string> {
  return runJob(plainHtmlJob, [json], { length: json.length, signal });
}

export const plainHtmlJob = jobOf('withPlainHtmlCharacters', 2 ** 20, withPlainHtmlCharacters);

const htmlCharacters: Readonly<Record<string, string>> = { '26': '&', '3c': '<', '3e': '>' };

function plainCharacter(written: string): string {
  return written.length === 2 ? written : (htmlCharacters[written.slice(-2).toLowerCase()] ?? written);
}
