/**
 * What a spreadsheet would take for a formula: by its first character, full-width ones included (OWASP, CSV injection). White
 * space that is read past counts too.
 */
const formula = /^[\t\r\n ]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Digits with a sign are what they say in every spreadsheet. */
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** What a cell with it needs quotes for (RFC 4180, section 2). A space at an edge would be lost in some readers. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

/**
 * A text as one cell of a CSV file (RFC 4180), inert: one that a spreadsheet would run gets an apostrophe in front, which
 * spreadsheets hide, unless it is a plain number. An empty text is written as `""`, so that it can be told from no value.
 */
export function csvText(text: string): string {
  if (text === '') return '""';
  const inert = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return needsQuotes.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
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

/** Cells as one line, with the line end of RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
