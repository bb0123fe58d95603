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
