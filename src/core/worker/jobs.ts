import { indentedJson } from '../json/indent';
import { routerInHit } from '../logs/routerInHit';
import { readPlaces } from '../search/answer';
import { listJobs } from '../search/engine/lists';
import { csvNames, csvRow } from '../search/export/csvFormat';
import { lineOf } from '../search/export/record';
import { readHop } from '../search/paging/hop';
import { describeAggregations } from '../search/read/describeAggregations';
import { describeHit } from '../search/read/describeHit';
import { describeTable } from '../search/read/describeTable';
import { textPlaces } from '../search/read/textPlaces';
import { valueIn } from '../search/read/values';
import { maskJson } from '../traefik/secrets';

/**
 * What is done with texts that may be too long to be gone through on the thread that all extensions share: each a function of
 * what can be copied to another thread, and of nothing else.
 */
export const jobs = {
  readPlaces,
  textPlaces,
  describeTable,
  describeAggregations,
  describeHit,
  valueIn,
  routerInHit,
  csvNames,
  csvRow,
  lineOf,
  maskJson,
  readHop,
  ...listJobs,
  /** A JSON text laid out for reading: its first bytes, up to the end of a line if there is one, and how many there are in all. */
  headOfDocument(json: string, most: number): { readonly head: Uint8Array; readonly size: number } {
    const bytes = indentedJson(Buffer.from(json));
    return { head: bytes.length <= most ? bytes : bytes.slice(0, endOfLine(bytes, most)), size: bytes.length };
  },
  wholeDocument: (json: string): Uint8Array => indentedJson(Buffer.from(json)),
} as const;

export type Jobs = typeof jobs;

/** The most UTF-16 units with which a job takes some hundredths of a second at most. */
export const longestHere: Readonly<Record<keyof Jobs, number>> = {
  readPlaces: 2 ** 21,
  textPlaces: 2 ** 22,
  describeTable: 2 ** 21,
  describeAggregations: 2 ** 20,
  describeHit: 2 ** 20,
  valueIn: 2 ** 21,
  routerInHit: 2 ** 20,
  csvNames: 2 ** 19,
  csvRow: 2 ** 19,
  lineOf: 2 ** 22,
  maskJson: 2 ** 18,
  readHop: 2 ** 21,
  namesInResolve: 2 ** 20,
  namesInAliases: 2 ** 20,
  namesInCat: 2 ** 20,
  fieldsInCapabilities: 2 ** 20,
  fieldsInMapping: 2 ** 20,
  detailsInMapping: 2 ** 20,
  headOfDocument: 2 ** 20,
  wholeDocument: 2 ** 20,
};

/** Never within a character, which in UTF-8 a byte of the form 10xxxxxx continues. */
function endOfLine(bytes: Uint8Array, most: number): number {
  const line = bytes.lastIndexOf(0x0a, most);
  if (line > 0) return line;
  let end = most;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}
