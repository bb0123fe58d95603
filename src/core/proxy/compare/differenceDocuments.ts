import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { healthSummary } from '../describe/itemSummary';
import { statusName } from '../describe/labels';
import { healthOfServers } from '../model/health';
import { fieldsText } from './changedFields';
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
      left: document(left, new Map([...both.left, ...(isHealth ? volatileStateOf(left, from) : [])])),
      right: document(right, new Map([...both.right, ...(isHealth ? volatileStateOf(right, to) : [])])),
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

/** The ways in which a thing can differ between two sides, in the order of rows. */
const differenceKinds = ['changed', 'added', 'removed', 'health'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** The ways that are shown. Differences in health only are hidden by default. */
export function shownDifferenceKinds(showsHealth: boolean): readonly DifferenceKind[] {
  return showsHealth ? differenceKinds : differenceKinds.filter((way) => way !== 'health');
}

const counts: Readonly<Record<DifferenceKind, PluralForms>> = {
  changed: { one: '{0} changed', other: '{0} changed' },
  added: { one: '{0} added', other: '{0} added' },
  removed: { one: '{0} removed', other: '{0} removed' },
  health: { one: '{0} in health', other: '{0} in health' },
};

/** The number of differences of each way: `3 changed, 2 added`; empty if there are none. */
export function countsText(countOf: (way: DifferenceKind) => number): string {
  return differenceKinds.flatMap((way) => (countOf(way) === 0 ? [] : [plural(countOf(way), counts[way])])).join(', ');
}

export function differenceCountsText(ways: readonly DifferenceKind[]): string {
  const count = new Map<DifferenceKind, number>();
  for (const way of ways) count.set(way, (count.get(way) ?? 0) + 1);
  return countsText((way) => count.get(way) ?? 0);
}

/** The description of a difference's row: `priority 25 → 77`, `added`, `removed`, or `3 of 3 up → 1 of 3 up`. */
export function differenceText(way: DifferenceKind, { left, right, fields }: ItemDifference): string {
  switch (way) {
    case 'changed':
      return fieldsText(fields);
    case 'added':
      return l10n.t('added');
    case 'removed':
      return l10n.t('removed');
    case 'health': {
      const [before, after] = [stateText(left), stateText(right)];
      return before === undefined || after === undefined || before === after
        ? l10n.t('health')
        : `${before} → ${after}`;
    }
  }
}

function stateText(thing: ComparedThing | undefined): string | undefined {
  if (thing === undefined) return undefined;
  if ('kind' in thing && thing.kind === 'services') return healthSummary(healthOfServers(thing));
  return 'sans' in thing ? statusName(thing.status) : undefined;
}
