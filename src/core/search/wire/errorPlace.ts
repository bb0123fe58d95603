import type { Failure } from '../../base/errors/failure';

/** A place in a request body, from 0 up. */
export interface BodyPlace {
  readonly line: number;
  /** In UTF-16 units from `errorPlaceOf`; in bytes from engines. */
  readonly column: number;
}

/** One cause of an error, as engines write it. */
interface Cause {
  readonly reason?: string | null | undefined;
  readonly line?: number | undefined;
  readonly col?: number | undefined;
}

/**
 * The position of the place in a reason: at the beginning since Elasticsearch 8.9, at the end in the JSON parser's
 * errors, and in the one sentence about an empty query (recorded: malformed-json, json-comment, query-empty). Elsewhere
 * two numbers with a colon are the user's own text.
 */
const placesInText: readonly RegExp[] = [
  /; line: (\d{1,9}), column: (\d{1,9})\]$/,
  /^\[(\d{1,9}):(\d{1,9})\] /,
  /\bfound at \[(\d{1,9}):(\d{1,9})\]$/,
];

/**
 * The place in the deepest cause that names one: it is the most exact. Lines and columns of the engines count from 1.
 *
 * @param causes outermost first
 */
export function placeOfCauses(causes: readonly Cause[]): BodyPlace | undefined {
  for (const { line, col, reason } of causes.toReversed()) {
    if (line !== undefined && col !== undefined && line > 0 && col > 0) return { line: line - 1, column: col - 1 };
    for (const pattern of placesInText) {
      const [, inLine, atColumn] = pattern.exec(reason ?? '') ?? [];
      if (inLine !== undefined)
        return { line: Math.max(0, Number(inLine) - 1), column: Math.max(0, Number(atColumn) - 1) };
    }
  }
  return undefined;
}

/**
 * The place in a request body at which an engine could not continue reading; undefined if it names none. Versions
 * differ by some characters (recorded: json-comment, 18 or 19), and 6.8 counts some characters twice (malformed-json,
 * 49 of 24).
 *
 * @param body the text that was sent, or its handwritten part: the place is then in that text, with columns in
 * characters, while engines count bytes (measured on Elasticsearch 7.17 and 9.1, OpenSearch 2.19 and 3.0)
 */
export function errorPlaceOf({ place }: Pick<Failure, 'place'>, body: string): BodyPlace | undefined {
  if (place === undefined) return undefined;
  const lines = body.split(/\r\n|\r|\n/);
  const line = Math.min(place.line, lines.length - 1);
  const text = lines[line] ?? '';
  if (line < place.line) return { line, column: text.length };
  let bytes = 0;
  let column = 0;
  for (const character of text) {
    if (bytes >= place.column) break;
    bytes += Buffer.byteLength(character);
    column += character.length;
  }
  return { line, column };
}
