import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import { ownCopy } from '../../base/json/arrayEntries';
import { plainText } from '../../base/text/plainText';
import { jobOf } from '../../base/worker/job';
import { documentValuesAt } from '../read/hitValues';
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

/**
 * The beginning of a text that a spreadsheet takes for a formula, by its first character, including full-width ones
 * (OWASP, CSV injection). Leading white space and quotes are skipped: spreadsheets ignore the space, and a reader that
 * splits elsewhere may take quotes for the beginning of a cell.
 */
const formula = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Spreadsheets read this in the first line as the choice of a separator. */
const separatorLine = /^\s*"?sep=/i;
/** A signed number is just a number in every spreadsheet. */
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/**
 * Texts that need quotes, by RFC 4180, section 2, or because spreadsheets split by it: Excel by the separator of the
 * system's region, LibreOffice by tab, comma and semicolon by default. Some readers would drop leading and trailing
 * spaces.
 */
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/;

/**
 * A character that begins a formula after one of these: a reader that does not split by commas, and does not recognize
 * our quotes, begins a cell there. The comma is not among them, because a reader that splits by it recognizes the
 * quotes. Looks back from the character, so that any run of white space and quotes is read only once.
 */
const formulaInside = /[=+\-@＝＋－＠](?<=[;|\t\r\n][\s"]*.)/g;

/**
 * A JSON string, by far the most usual, whose text between the quotes is a valid cell: no escapes, no text that needs
 * quotes, and none that a spreadsheet takes for a formula or for the choice of a separator. The ranges are all but
 * control characters and `",;\|`.
 */
const plainString = /^"(?![\s=+\-@＝＋－＠]|[sS][eE][pP]=)[ !#-+\--:<-[\]-{}-\uffff]+(?<!\s)"$/;

/**
 * A text as one cell of a CSV file (RFC 4180), harmless with any separator: an apostrophe, which spreadsheets hide or
 * show as text, precedes formulas, at the beginning or after a possible separator. A plain number stays the same. An
 * empty text is `""`, to distinguish it from a missing value.
 */
export function csvText(text: string): string {
  if (text === '') return '""';
  if (plainNumber.test(text)) return text;
  const inside = text.replace(formulaInside, "'$&");
  const inert = formula.test(inside) || separatorLine.test(inside) ? `'${inside}` : inside;
  return needsQuotes.test(inert) ? quoted(inert) : inert;
}

function quoted(text: string): string {
  if (text.length <= pieceLength) return `"${text.replaceAll('"', '""')}"`;
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength) {
    pieces.push(
      text
        .slice(at, at + pieceLength)
        .split('"')
        .join('""'),
    );
  }
  return `"${pieces.join('')}"`;
}

/** UTF-16 units whose quotes are doubled at once, because an unflattened result of `replaceAll` takes much memory. */
const pieceLength = 2 ** 16;

/**
 * A JSON value as one cell: a string without its JSON quotes, numbers with all digits, lists and objects as JSON. Null
 * and a missing value are both an empty cell.
 *
 * @param json valid JSON, as received
 */
export function csvCell(json: string | undefined): string {
  if (json === undefined || json === 'null') return '';
  if (!json.startsWith('"')) return csvText(json);
  return plainString.test(json) ? json.slice(1, -1) : csvText(String(JSON.parse(json)));
}

/**
 * Cells as one line, with the line ending of RFC 4180. A reader that does not split by commas takes the line for one
 * cell, which would look like a formula if its first number has a sign: then all cells are quoted, which is not a valid
 * formula.
 */
export function csvLine(cells: readonly string[]): string {
  const first = cells[0] ?? '';
  const isLikeFormula = (first.startsWith('-') || first.startsWith('+')) && !cells.every(isNumber);
  const written = isLikeFormula ? cells.map((cell) => (cell.startsWith('"') ? cell : quoted(cell))) : cells;
  // For a few cells, appending is faster than joining.
  if (written.length > 50) return `${written.join(',')}\r\n`;
  let line = written[0] ?? '';
  for (let at = 1; at < written.length; at++) line += `,${written[at]}`;
  return `${line}\r\n`;
}

function isNumber(cell: string): boolean {
  return cell === '' || plainNumber.test(cell);
}
