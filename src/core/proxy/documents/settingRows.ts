import { arrayItems, objectMembers, skipSpace } from '../../base/json/scan';
import { ownText, type PagePiece, type PageRow, untrustedText } from './page';

/** Members of JSON objects by name: `true` for one that has been told, an object where only some of its own have been. */
export interface ToldMembers {
  readonly [name: string]: true | ToldMembers;
}

/** Rows of one item's settings: real ones have a few dozen. */
const MOST_ROWS = 2_000;
const DEEPEST = 12;

/**
 * Says every member of a JSON object that was not told elsewhere, known or not, in the order received and with numbers
 * digit for digit.
 *
 * @param text the JSON as it may be shown: secrets are masked in it already
 */
export function settingRows(text: string, told: ToldMembers): readonly PageRow[] {
  const rows: PageRow[] = [];
  writeObject(rows, text, 0, told);
  if (rows.length <= MOST_ROWS) return rows;
  return [...rows.slice(0, MOST_ROWS), { cells: [[ownText('more in the JSON below', 'faint')]] }];
}

function writeObject(rows: PageRow[], text: string, indent: number, told: ToldMembers): void {
  for (const [name, value] of objectMembers(text)) {
    if (rows.length > MOST_ROWS) return;
    const part = Object.hasOwn(told, name) ? told[name] : undefined;
    if (part === true) continue;
    writeMember(rows, [untrustedText(name, { look: 'label' })], value, indent, part);
  }
}

function writeMember(
  rows: PageRow[],
  label: readonly PagePiece[],
  value: string,
  indent: number,
  told: ToldMembers = {},
): void {
  const inside = shapeOf(value);
  if (inside === 'value' || indent >= DEEPEST) {
    rows.push({ indent, cells: [label, [valuePiece(value)]] });
    return;
  }
  const items = inside === 'list' ? arrayItems(value) : [];
  if (inside === 'list' && items.every((item) => shapeOf(item) === 'value')) {
    writeList(rows, label, items, indent);
    return;
  }
  const place = rows.length;
  if (inside === 'object') writeObject(rows, value, indent + 1, told);
  for (const [index, item] of items.entries()) {
    if (rows.length <= MOST_ROWS) writeMember(rows, [ownText(`${index + 1}.`, 'label')], item, indent + 1);
  }
  const isEmpty = rows.length === place;
  // An object all of whose members are told elsewhere is told too; one that is empty says that something is on.
  if (isEmpty && Object.keys(told).length > 0) return;
  rows.splice(place, 0, { indent, cells: isEmpty ? [label, [ownText('on, with nothing set', 'faint')]] : [label] });
}

/** One value a line: names and addresses are compared more easily below each other. */
function writeList(rows: PageRow[], label: readonly PagePiece[], items: readonly string[], indent: number): void {
  if (items.length === 0) rows.push({ indent, cells: [label, [ownText('none', 'faint')]] });
  for (const [index, item] of items.slice(0, MOST_ROWS).entries()) {
    rows.push({ indent, cells: [index === 0 ? label : [], [valuePiece(item)]] });
  }
}

function shapeOf(value: string): 'object' | 'list' | 'value' {
  const first = value.charAt(skipSpace(value, 0));
  return first === '{' ? 'object' : first === '[' ? 'list' : 'value';
}

/** A string without its quotes, a number as it is written. */
function valuePiece(value: string): PagePiece {
  return untrustedText(value.startsWith('"') ? String(JSON.parse(value)) : value);
}
