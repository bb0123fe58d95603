import { plainText } from '../../base/text/plainText';
import { bothOf, type Comparison, type Difference, originOf } from './compare';
import { type ObjectTree, treeText } from './jsonTree';
import { normalised, type Origin, stateOf } from './normalise';
import type { Thing } from './sections';
import type { Side } from './side';

/** One side of a difference, as a document to be shown beside the other. */
interface SideDocument {
  /** What it is and of which side: one line, not ours. */
  readonly name: string;
  /** JSON as it is compared: members by name, secrets masked. Empty where this side has none. */
  readonly text: string;
}

const LONGEST_NAME = 80;

/** The documents of a difference, left and right. Where only health differs they hold that too. */
export function documentsOf(
  { section, label, left, right, fields }: Difference,
  { left: before, right: after, style }: Comparison,
): readonly [SideDocument, SideDocument] {
  const [from, to] = [originOf(before, section, style), originOf(after, section, style)];
  if (left !== undefined && right !== undefined) {
    const both = bothOf(left, from, right, to);
    const isHealth = fields.length === 0;
    return [
      { name: nameOn(before, label), text: written(isHealth ? merged(both.left, stateOf(left, from)) : both.left) },
      { name: nameOn(after, label), text: written(isHealth ? merged(both.right, stateOf(right, to)) : both.right) },
    ];
  }
  return [documentOf(left, from, before, label), documentOf(right, to, after, label)];
}

function documentOf(thing: Thing | undefined, origin: Origin, side: Side, label: string): SideDocument {
  return thing === undefined
    ? { name: nameOn(side, `no ${label}`), text: '' }
    : { name: nameOn(side, label), text: written(normalised(thing, origin)) };
}

function nameOn({ name }: Side, label: string): string {
  return `${label} · ${plainText(name, LONGEST_NAME)}`;
}

function merged(tree: ObjectTree, state: ObjectTree): ObjectTree {
  return new Map([...tree, ...state]);
}

function written(tree: ObjectTree): string {
  return `${treeText(tree)}\n`;
}
