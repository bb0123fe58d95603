/**
 * What a spreadsheet would take for a formula, by its first character, including full-width ones (OWASP, CSV
 * injection). Leading white space and quotes are skipped: spreadsheets ignore the space, and a reader that splits
 * elsewhere may take quotes for the beginning of a cell.
 */
const formula = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Spreadsheets interpret this in the first line as the choice of a separator. */
const separatorLine = /^\s*"?sep=/i;
/** A signed number is just a number in every spreadsheet. */
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/**
 * What needs quotes, by RFC 4180, section 2, or because spreadsheets split by it: Excel by the separator of the
 * system's region, LibreOffice by tab, comma and semicolon by default. Some readers would drop leading and trailing
 * spaces.
 */
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/;

/**
 * After these, a reader that does not split by commas, and so does not recognize our quotes, begins a cell. The comma
 * is not among them: a reader that splits by it recognizes the quotes.
 */
const cellStart = /[;|\t\r\n]/;
const signs: ReadonlySet<string> = new Set('=+-@＝＋－＠');

/**
 * A text as one cell of a CSV file (RFC 4180), inert whatever the file is split by: an apostrophe, which spreadsheets
 * hide or show as text, precedes what a spreadsheet would run, at the beginning or after a possible separator. A plain
 * number stays as it is. An empty text is written as `""`, to distinguish it from no value.
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
 * UTF-16 units whose quotes are doubled at once. The result of `replaceAll` takes some 100 bytes for each quote until
 * it is flattened: a text of 60 MB with twelve million quotes would take more than a gigabyte.
 */
const PIECE = 2 ** 16;

/** In a single pass, because there can be any amount of white space and quotes in a row. */
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
 * A JSON value as one cell: a string without its JSON quotes, numbers with every digit, lists and objects as JSON. Null
 * and no value are both an empty cell.
 *
 * @param json valid JSON, as received
 */
export function csvCell(json: string | undefined): string {
  if (json === undefined || json === 'null') return '';
  return csvText(json.startsWith('"') ? String(JSON.parse(json)) : json);
}

/**
 * Cells as one line, with the line ending of RFC 4180. A reader that does not split by commas takes the line for one
 * cell, which would look like a formula if its first number has a sign: then all cells are quoted, which is not a valid
 * formula.
 */
export function csvLine(cells: readonly string[]): string {
  const isLikeFormula = /^[+-]/.test(cells[0] ?? '') && !cells.every(isNumber);
  const written = isLikeFormula ? cells.map((cell) => (cell.startsWith('"') ? cell : quoted(cell))) : cells;
  return `${written.join(',')}\r\n`;
}

function isNumber(cell: string): boolean {
  return cell === '' || plainNumber.test(cell);
}
