import { plainText } from '../../base/text/plainText';
import { type Comparison, comparedDocuments, comparedOriginOf, type Difference } from './compare';
import { type JsonObjectTree, jsonTreeText } from './jsonTree';
import { type ComparedOrigin, normalized, volatileStateOf } from './normalize';
import type { ComparedThing } from './sections';
import type { ComparedSide } from './side';

/** One side of a difference, as a document to be shown beside the other. */
interface SideDocument {
  /** What it is and on which side, in one line that is not ours. Part of an address, so never translated. */
  readonly name: string;
  /** JSON as it is compared: members by name, secrets masked. Empty if this side does not have it. */
  readonly text: string;
}

const LONGEST_NAME = 80;

/** The documents of a difference, left and right. If only health differs, they contain it too. */
export function differenceDocuments(
  { section, label, left, right, fields }: Difference,
  { left: before, right: after, style }: Comparison,
): readonly [SideDocument, SideDocument] {
  const [from, to] = [comparedOriginOf(before, section, style), comparedOriginOf(after, section, style)];
  if (left !== undefined && right !== undefined) {
    const both = comparedDocuments(left, from, right, to);
    const isHealth = fields.length === 0;
    return [
      {
        name: nameOn(before, label),
        text: written(isHealth ? merged(both.left, volatileStateOf(left, from)) : both.left),
      },
      {
        name: nameOn(after, label),
        text: written(isHealth ? merged(both.right, volatileStateOf(right, to)) : both.right),
      },
    ];
  }
  return [documentOf(left, from, before, label), documentOf(right, to, after, label)];
}

function documentOf(
  thing: ComparedThing | undefined,
  origin: ComparedOrigin,
  side: ComparedSide,
  label: string,
): SideDocument {
  return thing === undefined
    ? { name: nameOn(side, label), text: '' }
    : { name: nameOn(side, label), text: written(normalized(thing, origin)) };
}

function nameOn({ name }: ComparedSide, label: string): string {
  return `${label} · ${plainText(name, LONGEST_NAME)}`;
}

function merged(tree: JsonObjectTree, state: JsonObjectTree): JsonObjectTree {
  return new Map([...tree, ...state]);
}

function written(tree: JsonObjectTree): string {
  return `${jsonTreeText(tree)}\n`;
}
