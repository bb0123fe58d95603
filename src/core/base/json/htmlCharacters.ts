import { jobOf } from '../worker/job';
import { runJob } from '../worker/runJob';

/**
 * A JSON text with `&`, `<` and `>` as themselves. Go writes them as `\u0026`, `\u003c` and `\u003e` in case that the text ends up
 * in HTML, which makes rules unreadable. Means the same, and changes nothing else: no digit, no space, no other escape.
 */
export function withPlainHtmlCharacters(json: string): string {
  // A backslash takes the character behind it along, so that `\\u0026`, which means a backslash and text, stays.
  return json.includes('\\u00') ? json.replace(/\\(?:u00(?:26|3c|3e)|.)/gis, plainCharacter) : json;
}

/** The same in another thread for a long text. */
export function longWithPlainHtmlCharacters(json: string, signal?: AbortSignal): Promise<string> {
  return runJob(plainHtmlJob, [json], { length: json.length, signal });
}

export const plainHtmlJob = jobOf('withPlainHtmlCharacters', 2 ** 20, withPlainHtmlCharacters);

const htmlCharacters: Readonly<Record<string, string>> = { '26': '&', '3c': '<', '3e': '>' };

function plainCharacter(written: string): string {
  return written.length === 2 ? written : (htmlCharacters[written.slice(-2).toLowerCase()] ?? written);
}
