/**
 * What a spreadsheet would take for a formula: by its first sign, full-width ones included (OWASP, CSV injection). White space
 * that is read past counts too, and quotes: a reader that splits elsewhere may take them for the beginning of a cell.
 */
const formula = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Spreadsheets take it, as the first line, for the choice of a separator. */
const separatorLine = /^\s*"?sep=/i;
/** Digits with a sign are what they say in every spreadsheet. */
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/**
 * What a cell with it needs quotes for (RFC 4180, section 2), or because spreadsheets split by it: Excel by the separator of
 * the system's region, LibreOffice by tab, comma and semicolon unless told otherwise. A space at an edge would be lost in
 * some readers.
 */
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/;

/**
 * Behind these a reader that does not split by commas, and so does not see our quotes, begins a cell. A comma is none of
 * them: who splits by it sees the quotes.
 */
const cellStart = /[;|\t\r\n]/;
const signs: ReadonlySet<string> = new Set('=+-@＝＋－＠');

/**
 * A text as one cell of a CSV file (RFC 4180), inert whatever the file is split by: before what a spreadsheet would run, at the
 * beginning or behind what may be a separator, stands an apostrophe, which spreadsheets hide or show as text. A plain number
 * is left as it is. An empty text is written as `""`, so that it can be told from no value.
 */
export function csvText(text: string): string {
  if (text === '') return '""';
  if (plainNumber.test(text)) return text;
  const inside = withoutFormulasInside(text);
  const inert = formula.test(inside) || separatorLine.test(inside) ? `'${inside}` : inside;
  return needsQuotes.test(inert) ? quoted(inert) : inert;
}

function quoted(text: string): string {
  if (text.length <= PIECE) return `"${text.replaceAll('"', '""')}"`;
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    pieces.push(
      text
        .slice(at, at + PIECE)
        .split('"')
        .join('""'),
    );
  }
  return `"${pieces.join('')}"`;
}

/**
 * UTF-16 units whose quotes are doubled at once. What `replaceAll` gives is held together by some 100 bytes for each quote
 * until it is read: a text of 60 MB with twelve million of them would take more than a gigabyte.
 */
const PIECE = 2 ** 16;

/** Goes once through the text: white space and quotes may follow each other without end. */
function withoutFormulasInside(text: string): string {
  if (!cellStart.test(text)) return text;
  const pieces: string[] = [];
  let done = 0;
  let isAtStart = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isAtStart && signs.has(character)) {
      pieces.push(text.slice(done, at), "'");
      done = at;
    }
    isAtStart = cellStart.test(character) || (isAtStart && (character === '"' || character.trim() === ''));
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

/**
 * A JSON value as one cell: a string without its JSON quotes, numbers with every digit, lists and objects as the JSON they
 * are. Null and no value at all are both an empty cell.
 *
 * @param json valid JSON, as received
 */
export function csvCell(json: string | undefined): string {
  if (json === undefined || json === 'null') return '';
  return csvText(json.startsWith('"') ? String(JSON.parse(json)) : json);
}

/**
 * Cells as one line, with the line end of RFC 4180. A reader that does not split by commas takes the line for one cell, which
 * would begin like a formula where its first number has a sign: then all are quoted, which no formula goes on with.
 */
export function csvLine(cells: readonly string[]): string {
  const isLikeFormula = /^[+-]/.test(cells[0] ?? '') && !cells.every(isNumber);
  const written = isLikeFormula ? cells.map((cell) => (cell.startsWith('"') ? cell : quoted(cell))) : cells;
  return `${written.join(',')}\r\n`;
}

function isNumber(cell: string): boolean {
  return cell === '' || plainNumber.test(cell);
}
