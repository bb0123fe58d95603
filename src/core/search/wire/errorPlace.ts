import type { Failure } from '../../base/errors/failure';

/** A place in a request body, from 0 up. */
export interface BodyPlace {
  readonly line: number;
  /** As `errorPlaceOf` has it in UTF-16 units; as engines count in bytes. */
  readonly column: number;
}

/** One cause of an error, as engines write it. */
interface Cause {
  readonly reason?: string | null | undefined;
  readonly line?: number | undefined;
  readonly col?: number | undefined;
}

/**
 * Where in a reason its place stands: in front from Elasticsearch 8.9 on, at the end of what the JSON parser says, and in
 * the one sentence about an empty query (recorded: malformed-json, json-comment, query-empty). Elsewhere two numbers with
 * a colon are a person's own text.
 */
const placesInText: readonly RegExp[] = [
  /; line: (\d{1,9}), column: (\d{1,9})\]$/,
  /^\[(\d{1,9}):(\d{1,9})\] /,
  /\bfound at \[(\d{1,9}):(\d{1,9})\]$/,
];

/**
 * The place that the deepest of some causes names which names any: it is the most exact. Lines and columns of the engines
 * count from 1.
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
 * Where in a request body an engine found what it could not read; undefined where it names no place. Versions do not agree
 * to the character (recorded: json-comment, 18 or 19), and 6.8 counts what it has read twice (malformed-json, 49 of 24).
 *
 * @param body the text that was sent, or what a person wrote of it: the place is then one in it, and its columns are
 * characters, where engines count bytes (measured on Elasticsearch 7.17 and 9.1, OpenSearch 2.19 and 3.0)
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
