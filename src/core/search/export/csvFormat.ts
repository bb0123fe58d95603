import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import { ownCopy } from '../../base/json/arrayEntries';
import { plainText } from '../../base/text/plainText';
import { jobOf } from '../../base/worker/job';
import { valuesAt } from '../read/hitValues';
import { csvCell, csvLine, csvText } from './csv';
import { type ExportedHit, exportedHit } from './exportedHit';
import type { HitFormat } from './hitFormat';
import { visitLeaves, withoutList } from './leaves';

/** Columns that can be chosen besides the document's own fields. */
const metadata: Readonly<Record<string, (hit: ExportedHit) => string | undefined>> = {
  _index: ({ index }) => index,
  _id: ({ id }) => id,
  _score: ({ score }) => score,
  _routing: ({ routing }) => routing,
};

/** A wide index can have thousands of fields; spreadsheets end at 16,384 columns. */
const mostColumns = 5_000;
/** How many of the omitted fields are counted, and how many named. */
const mostCounted = 10_000;
const mostNamed = 5;
/** Paths with the same beginning of this length count as one. */
const longestCounted = 1_000;

/**
 * CSV according to RFC 4180, in UTF-8 without a byte order mark, which most programs would take for part of the first name.
 * The columns are those chosen, otherwise `_index`, `_id` and the fields of the first page, including those inside objects.
 * Fields that appear later and have no column are counted and reported. Null and absent are both an empty cell, an empty text
 * is `""`; several values, lists and objects are JSON.
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
    async put(hit, pieces, working) {
      const { line, others } = await working.run(csvRowJob, [hit, columns, chosen.length > 0], hit.length);
      pieces.push(line);
      for (const path of others) {
        if (leftOut.size < mostCounted && !leftOut.has(path)) leftOut.add(ownCopy(path));
      }
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
export function csvNames(hit: string): string[] {
  return [...valuesOf(hit).byPath.keys()].slice(0, mostColumns);
}

/** The line of a hit, and the paths of values that have no column. */
interface CsvRow {
  readonly line: string;
  readonly others: readonly string[];
}

/** The numbers of columns by their names: spares numbering the same list again for each hit. */
const slots = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function slotsOf(columns: readonly string[]): ReadonlyMap<string, number> {
  let found = slots.get(columns);
  if (found === undefined) {
    found = new Map([...new Set(columns)].map((name, at) => [name, at]));
    slots.set(columns, found);
  }
  return found;
}

/** @param isChosen whether a person chose the columns: then fields inside lists can be columns, and others are not reported */
export function csvRow(json: string, columns: readonly string[], isChosen: boolean): CsvRow {
  const { hit, document, byPath } = valuesOf(json);
  const slotOf = slotsOf(columns);
  const cells = new Array<string>(slotOf.size).fill('');
  const others: string[] = [];
  for (const [path, found] of byPath) {
    const at = slotOf.get(path);
    if (at !== undefined) cells[at] = csvCell(joined(found));
    else if (!isChosen && others.length < mostCounted) others.push(path.slice(0, longestCounted));
  }
  for (const [path, at] of slotOf) {
    if (Object.hasOwn(metadata, path)) cells[at] = csvCell(metadata[path]?.(hit));
    // A field inside a list, or an object.
    else if (isChosen && !byPath.has(path)) cells[at] = csvCell(joined(valuesAt(document, path)));
  }
  return { line: csvLine(cells), others };
}

/** A hit with the values of its document by their paths. */
interface ValuesByPath {
  readonly hit: ExportedHit;
  readonly document: string;
  readonly byPath: ReadonlyMap<string, readonly string[]>;
}

function valuesOf(json: string): ValuesByPath {
  const hit = exportedHit(json);
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

function joined(values: readonly string[]): string | undefined {
  return values.length > 1 ? `[${values.join(',')}]` : values[0];
}

export const csvNamesJob = jobOf('csvNames', 2 ** 19, csvNames);

export const csvRowJob = jobOf('csvRow', 2 ** 19, csvRow);
