import * as l10n from '@vscode/l10n';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { type Comparison, comparedDocuments, comparedOriginOf, type ItemDifference } from './compare';
import { type JsonObjectTree, jsonTreeText } from './jsonTree';
import { comparableTree, volatileStateOf } from './normalize';
import { type ComparedThing, nameOfAll } from './sections';
import type { ComparedSide } from './side';

/** One side of a difference, as a document that VS Code shows beside the other. */
interface SideDocument {
  /** One line of server text. Part of a URI. */
  readonly name: string;
  /** The compared JSON: members sorted by name, secrets masked. */
  readonly text: string;
}

interface DifferenceDocuments {
  /** `shop@file (before ↔ edge)`, or `shop@file (only in edge)`. A line that contains server text. */
  readonly title: string;
  /** The label of its section: `HTTP Routers`. */
  readonly folder: string;
  /** Absent if it was added. */
  readonly left?: SideDocument;
  /** Absent if it was removed. */
  readonly right?: SideDocument;
}

const longestName = 60;

/** The documents of a difference. If only health differs, they contain the health too. */
export function differenceDocuments(difference: ItemDifference, comparison: Comparison): DifferenceDocuments {
  const { section, label, left, right, fields } = difference;
  const { left: before, right: after, style } = comparison;
  const [from, to] = [comparedOriginOf(before, section, style), comparedOriginOf(after, section, style)];
  const folder = nameOfAll(section);
  const document = (thing: ComparedThing, tree: JsonObjectTree): SideDocument => ({
    name: nameOfDocument(thing, label),
    text: `${jsonTreeText(tree)}\n`,
  });
  if (left !== undefined && right !== undefined) {
    const both = comparedDocuments(left, from, right, to);
    const isHealth = fields.length === 0;
    return {
      title: l10n.t('{0} ({1} ↔ {2})', label, nameOf(before), nameOf(after)),
      folder,
      left: document(left, isHealth ? merged(both.left, volatileStateOf(left, from)) : both.left),
      right: document(right, isHealth ? merged(both.right, volatileStateOf(right, to)) : both.right),
    };
  }
  return {
    title: l10n.t('{0} (only in {1})', label, nameOf(left === undefined ? after : before)),
    folder,
    ...(left !== undefined && { left: document(left, comparableTree(left, from)) }),
    ...(right !== undefined && { right: document(right, comparableTree(right, to)) }),
  };
}

/** The thing's own name, with secrets masked. For a certificate this is its host, which is the label. */
function nameOfDocument(thing: ComparedThing, label: string): string {
  return 'sans' in thing ? label : plainText(maskText(thing.name), longestName);
}

function nameOf({ name }: ComparedSide): string {
  return plainText(name, longestName);
}

function merged(tree: JsonObjectTree, state: JsonObjectTree): JsonObjectTree {
  return new Map([...tree, ...state]);
}
