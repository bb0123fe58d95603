import { jobOf } from '../worker/job';
import { runJob } from '../worker/runJob';
import { indentedJson } from './indent';

/** Bytes that an editor opens in a moment. Up to 50 MiB VS Code would open, in seconds of which the window does nothing else. */
const MOST_OPENED = 5 * 2 ** 20;
const MEBIBYTE = 2 ** 20;

/** JSON laid out for an editor. */
interface JsonDocument {
  /** The whole, or its head below a line that says so. */
  readonly text: string;
  readonly isWhole: boolean;
  /** Bytes of the whole. */
  readonly size: number;
}

/**
 * Lays a JSON text out for an editor, without touching anything in it (see `indentJson`): up to five mebibytes of it.
 *
 * @throws RequestFailure `cancelled`
 */
export async function jsonDocument(json: string, signal?: AbortSignal): Promise<JsonDocument> {
  const { head, size } = await runJob(jsonHeadJob, [json, MOST_OPENED], { length: json.length, signal });
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString();
  if (head.byteLength === size) return { text: `${text}\n`, isWhole: true, size };
  return { text: `${headSentence(head.byteLength, size)}\n\n${text}\n`, isWhole: false, size };
}

function headSentence(head: number, size: number): string {
  // Never the same number for both.
  const whole = Math.max(Math.ceil(size / MEBIBYTE), Math.round(head / MEBIBYTE) + 1);
  return `The first ${Math.round(head / MEBIBYTE)} MiB of ${whole} MiB. Choose Open Full Document… to see the rest.`;
}

/** All bytes of the same document. */
export function wholeJsonDocument(json: string): Promise<Uint8Array> {
  return runJob(wholeJsonDocumentJob, [json], { length: json.length });
}

/** A JSON text laid out for reading: its first bytes, up to the end of a line if there is one, and how many there are in all. */
function headOfDocument(json: string, most: number): { readonly head: Uint8Array; readonly size: number } {
  const bytes = indentedJson(Buffer.from(json));
  return { head: bytes.length <= most ? bytes : bytes.slice(0, endOfLine(bytes, most)), size: bytes.length };
}

/** Never within a character, which in UTF-8 a byte of the form 10xxxxxx continues. */
function endOfLine(bytes: Uint8Array, most: number): number {
  const line = bytes.lastIndexOf(0x0a, most);
  if (line > 0) return line;
  let end = most;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

export const jsonHeadJob = jobOf('headOfDocument', 2 ** 20, headOfDocument);
export const wholeJsonDocumentJob = jobOf('wholeDocument', 2 ** 20, (json: string) => indentedJson(Buffer.from(json)));
