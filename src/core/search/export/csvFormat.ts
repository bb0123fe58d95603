import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import { ownCopy } from '../../base/json/arrayEntries';
import { plainText } from '../../base/text/plainText';
import { jobOf } from '../../base/worker/job';
import { documentValuesAt } from '../read/hitValues';
import { csvCell, csvLine, csvText } from './csv';
import { type ExportedHit, exportedHit } from './exportedHit';
import type { HitFormat } from './hitFormat';

/** Columns besides the document's own fields. */
const metadata: Readonly<Record<string, (hit: ExportedHit) => string | undefined>> = {
  _index: ({ index }) => index,
  _id: ({ id }) => id,
  _score: ({ score }) => score,
  _routing: ({ routing }) => routing,
};

/** A wide index can have thousands of fields; spreadsheets end at 16,384 columns. */
const mostColumns = 5_000;
/** The most omitted fields that are counted, and the most that are named. */
const mostCounted = 10_000;
const mostNamed = 5;
/** Paths with the same beginning of this length count as one. */
const longestCounted = 1_000;

/**
 * CSV according to RFC 4180, in UTF-8 without a byte order mark, which most programs would take for part of the first
 * name. The columns are the chosen ones, otherwise `_index`, `_id` and the fields of the first page, including those
 * inside objects. Fields that appear later and have no column are counted and reported. Null and absent are both an
 * empty cell, an empty text is `""`; several values, lists and objects are JSON.
 */
export function csvFormat(chosen: readonly string[]): HitFormat {
  let columns: readonly string[] = chosen;
  const leftOut = new Set<string>();

  return {
    async begin(hits, working) {
      if (chosen.length === 0) {
        const names = new Set(['_index', '_id']);
        for (const hit of hits) {
          for (const name of await working.run(csvNamesJob, [hit], hit.length)) names.add(name);
        }
        columns = [...names];
      }
      columns = columns.slice(0, mostColumns).map(ownCopy);
      return csvLine(columns.map(csvText));
    },
    put(hit, pieces, working) {
      const put = ({ line, others }: CsvRow): void => {
        pieces.push(line);
        for (const path of others) {
          if (leftOut.size < mostCounted && !leftOut.has(path)) leftOut.add(ownCopy(path));
        }
      };
      const row = working.run(csvRowJob, [hit, columns, chosen.length > 0], hit.length);
      return row instanceof Promise ? row.then(put) : put(row);
    },
    end: () => '',
    notes() {
      if (leftOut.size === 0) return [];
      const named = [...leftOut].slice(0, mostNamed).map((path) => plainText(path, 100));
      const list = `${named.join(', ')}${leftOut.size > named.length ? ', …' : ''}`;
      return [
        leftOut.size < mostCounted
          ? plural(
              leftOut.size,
              {
                one: 'The columns are the fields of the first hits. {0} field that appears later has no column: {1}.',
                other:
                  'The columns are the fields of the first hits. {0} fields that appear later have no column: {1}.',
              },
              list,
            )
          : l10n.t(
              'The columns are the fields of the first hits. {0} or more fields that appear later have no column: {1}.',
              numberText(mostCounted),
              list,
            ),
      ];
    },
  };
}

/** The paths of the values of a hit's document, as many as there can be columns. */
function csvNames(hit: string): string[] {
  let names = new Set<string>();
  exportedHit(hit, {
    begin: () => {
      names = new Set();
    },
    visit: (path) => {
      if (names.size < mostColumns) names.add(path);
    },
  });
  return [...names];
}

/** The line of a hit, and the paths of values that have no column. */
interface CsvRow {
  readonly line: string;
  readonly others: readonly string[];
}

/** The places of columns in a line. */
interface CsvPlaces {
  readonly count: number;
  readonly byName: ReadonlyMap<string, number>;
  readonly metadata: readonly { readonly at: number; readonly read: (hit: ExportedHit) => string | undefined }[];
  readonly fields: readonly { readonly at: number; readonly path: string }[];
}

/** By their columns, which avoids numbering the same list again for each hit. */
const placesByColumns = new WeakMap<readonly string[], CsvPlaces>();

function placesOf(columns: readonly string[]): CsvPlaces {
  let found = placesByColumns.get(columns);
  if (found === undefined) {
    const all = [...new Set(columns)].map((path, at) => ({
      path,
      at,
      read: Object.hasOwn(metadata, path) ? metadata[path] : undefined,
    }));
    found = {
      count: all.length,
      byName: new Map(all.map(({ path, at }) => [path, at])),
      metadata: all.flatMap(({ at, read }) => (read === undefined ? [] : [{ at, read }])),
      fields: all.filter(({ read }) => read === undefined),
    };
    placesByColumns.set(columns, found);
  }
  return found;
}

/** @param isChosen whether the user chose the columns: then fields inside lists count, and others are not reported */
function csvRow(json: string, columns: readonly string[], isChosen: boolean): CsvRow {
  const places = placesOf(columns);
  /** The values of each column: nearly always one. */
  let values: (string | string[] | undefined)[] = [];
  let others: Set<string> | undefined;
  const hit = exportedHit(json, {
    begin() {
      values = [];
      for (let at = 0; at < places.count; at++) values.push(undefined);
      others = undefined;
    },
    visit(path, value) {
      const at = places.byName.get(path);
      if (at !== undefined) {
        const before = values[at];
        if (before === undefined) values[at] = value;
        else if (typeof before === 'string') values[at] = [before, value];
        else before.push(value);
      } else if (!isChosen) {
        others ??= new Set();
        if (others.size < mostCounted) others.add(path.slice(0, longestCounted));
      }
    },
  });
  for (const { at, read } of places.metadata) values[at] = read(hit);
  if (isChosen) {
    for (const { at, path } of places.fields) {
      // A field inside a list, or an object.
      if (values[at] === undefined) values[at] = joined(documentValuesAt(hit.document, path));
    }
  }
  const cells: string[] = [];
  for (const found of values) cells.push(csvCell(typeof found === 'object' ? joined(found) : found));
  return { line: csvLine(cells), others: others === undefined ? [] : [...others] };
}

function joined(values: readonly string[]): string | undefined {
  return values.length > 1 ? `[${values.join(',')}]` : values[0];
}

export const csvNamesJob = jobOf('csvNames', 2 ** 19, csvNames);

export const csvRowJob = jobOf('csvRow', 2 ** 19, csvRow);
