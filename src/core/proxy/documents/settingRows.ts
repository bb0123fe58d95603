import * as l10n from '@vscode/l10n';
import { arrayItems, objectMembers, skipSpace } from '../../base/json/scan';
import { type CoveredMembers, ownRow, ownText, type PagePiece, type PageRow, untrustedText } from './page';

/** The most rows of one item's settings: real items have a few dozen. */
const mostRows = 2_000;
const deepest = 12;

/**
 * Rows for all members of a JSON object that are neither shown elsewhere nor defaults, known or not, in the order received, with the
 * exact digits of numbers.
 *
 * @param text the JSON with its secrets masked already
 */
export function settingRows(text: string, covered: CoveredMembers): readonly PageRow[] {
  const rows: PageRow[] = [];
  writeObject(rows, text, 0, covered);
  if (rows.length <= mostRows) return rows;
  return [...rows.slice(0, mostRows), ownRow(l10n.t('See the JSON below for more'), 'faint')];
}

function writeObject(rows: PageRow[], text: string, indent: number, covered: CoveredMembers): void {
  for (const [name, value] of objectMembers(text)) {
    if (rows.length > mostRows) return;
    const part = Object.hasOwn(covered, name) ? covered[name] : undefined;
    if (part === true || part === value.trim()) continue;
    const inside = typeof part === 'object' ? part : {};
    writeMember(rows, [untrustedText(name, { look: 'label' })], value, indent, inside);
  }
}

function writeMember(
  rows: PageRow[],
  label: readonly PagePiece[],
  value: string,
  indent: number,
  covered: CoveredMembers,
): void {
  const inside = shapeOf(value);
  if (inside === 'value' || indent >= deepest) {
    rows.push({ indent, cells: [label, [valuePiece(value)]] });
    return;
  }
  const items = inside === 'list' ? arrayItems(value) : [];
  if (inside === 'list' && items.every((item) => shapeOf(item) === 'value')) {
    writeList(rows, label, items, indent);
    return;
  }
  const place = rows.length;
  if (inside === 'object') writeObject(rows, value, indent + 1, covered);
  for (const [index, item] of items.entries()) {
    if (rows.length <= mostRows) writeMember(rows, [ownText(`${index + 1}.`, 'label')], item, indent + 1, {});
  }
  const isEmpty = rows.length === place;
  // An object whose members are all shown elsewhere is left out. An empty object turns a feature on, so it is kept.
  if (isEmpty && Object.keys(covered).length > 0) return;
  rows.splice(place, 0, { indent, cells: isEmpty ? [label, [ownText(l10n.t('on (no options)'), 'faint')]] : [label] });
}

/** One value per line, because the user can compare names and addresses more easily below each other. */
function writeList(rows: PageRow[], label: readonly PagePiece[], items: readonly string[], indent: number): void {
  const [only, ...others] = items;
  if (only === undefined) rows.push({ indent, cells: [label, [ownText(l10n.t('none'), 'faint')]] });
  else if (others.length === 0) rows.push({ indent, cells: [label, [valuePiece(only)]] });
  else {
    rows.push({ indent, cells: [label] });
    for (const item of items.slice(0, mostRows)) rows.push({ indent: indent + 1, cells: [[valuePiece(item)]] });
  }
}

function shapeOf(value: string): 'object' | 'list' | 'value' {
  const first = value.charAt(skipSpace(value, 0));
  return first === '{' ? 'object' : first === '[' ? 'list' : 'value';
}

/** A string without its quotes; a number as written. */
function valuePiece(value: string): PagePiece {
  return untrustedText(value.startsWith('"') ? String(JSON.parse(value)) : value);
}
