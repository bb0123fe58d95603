import { plainText } from '../../text/plainText';
import { valuesAt } from '../read/values';
import { csvCell, csvLine, csvText } from './csv';
import type { Format } from './format';
import { visitLeaves, withoutList } from './leaves';
import { type Exported, exported } from './record';

/** What a person can choose as a column besides the document's own fields. */
const metadata: Readonly<Record<string, (hit: Exported) => string | undefined>> = {
  _index: ({ index }) => index,
  _id: ({ id }) => id,
  _score: ({ score }) => score,
  _routing: ({ routing }) => routing,
};

/** A wide index can have thousands of fields; spreadsheets end at 16,384 columns. */
const mostColumns = 5_000;
/** How many of the fields that are left out are counted, and how many named. */
const mostCounted = 10_000;
const mostNamed = 5;
/** Paths that are alike for so long count as one. */
const longestCounted = 1_000;

/**
 * CSV as RFC 4180 has it, in UTF-8 without a byte order mark, because most programs would take it for a part of the first
 * name. Columns that were chosen are the columns; otherwise `_index`, `_id` and the fields of the first page, objects gone
 * into. What comes up later and has no column is counted and told. Null and absent are both an empty cell, an empty text is
 * `""`; several values, lists and objects are JSON.
 */
export function csvFormat(chosen: readonly string[]): Format {
  let columns: ReadonlyMap<string, number> = new Map();
  const leftOut = new Set<string>();

  const leaveOut = (path: string): void => {
    if (!leftOut.has(path)) leftOut.add(copyOf(path));
  };

  const row = (values: ValuesByPath): string => {
    const cells = new Array<string>(columns.size).fill('');
    for (const [path, found] of values.byPath) {
      const at = columns.get(path);
      if (at !== undefined) cells[at] = csvCell(joined(found));
      else if (chosen.length === 0 && leftOut.size < mostCounted) leaveOut(path.slice(0, longestCounted));
    }
    for (const [path, at] of columns) {
      if (Object.hasOwn(metadata, path)) cells[at] = csvCell(metadata[path]?.(values.hit));
      // A field within a list, or one that is an object.
      else if (chosen.length > 0 && !values.byPath.has(path))
        cells[at] = csvCell(joined(valuesAt(values.document, path)));
    }
    return csvLine(cells);
  };

  return {
    begin(hits) {
      const names =
        chosen.length > 0 ? chosen : ['_index', '_id', ...hits.flatMap((hit) => [...valuesOf(hit).byPath.keys()])];
      columns = new Map([...new Set(names)].slice(0, mostColumns).map((name, at) => [copyOf(name), at]));
      return csvLine([...columns.keys()].map(csvText));
    },
    lines: (hits) => hits.map((hit) => row(valuesOf(hit))).join(''),
    end: () => '',
    notes() {
      if (leftOut.size === 0) return [];
      const named = [...leftOut].slice(0, mostNamed).map((path) => plainText(path, 100));
      const count = leftOut.size < mostCounted ? String(leftOut.size) : `${mostCounted} or more`;
      const more = leftOut.size > named.length ? ', …' : '';
      return [
        leftOut.size === 1
          ? `The columns are the fields of the first hits; one field that came up later has none: ${named.join()}.`
          : `The columns are the fields of the first hits; ${count} fields that came up later have none: ${named.join(', ')}${more}.`,
      ];
    },
  };
}

/** A hit with the values of its document by their paths. */
interface ValuesByPath {
  readonly hit: Exported;
  readonly document: string;
  readonly byPath: ReadonlyMap<string, readonly string[]>;
}

function valuesOf(json: string): ValuesByPath {
  const hit = exported(json);
  const document = hit.source ?? hit.fields ?? '{}';
  const isLists = hit.source === undefined;
  const byPath = new Map<string, string[]>();
  visitLeaves(document, (path, value) => {
    const one = isLists ? withoutList(value) : value;
    const others = byPath.get(path);
    if (others === undefined) byPath.set(path, [one]);
    else others.push(one);
  });
  return { hit, document, byPath };
}

/** A text that does not keep the whole answer in memory that it is a piece of. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function joined(values: readonly string[]): string | undefined {
  return values.length > 1 ? `[${values.join(',')}]` : values[0];
}
