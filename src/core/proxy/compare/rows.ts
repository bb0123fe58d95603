import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { ariaText, joinedParts } from '../describe/labels';
import type { SubjectRef } from '../model/subject';
import type { Comparison, Difference } from './compare';
import type { ComparisonNote } from './comparisonNotes';
import type { ComparedNameStyle } from './names';
import { type ComparedSection, nameOfOne, subjectOfThing } from './sections';
import type { ComparedSide } from './side';

/** The groups of a comparison's rows, in their order. */
const differenceGroups = ['added', 'removed', 'changed', 'health'] as const;
export type DifferenceGroup = (typeof differenceGroups)[number];

/** The rows of a comparison as plain data. Nothing in them is Markdown, and all texts are visible lines. */
export type ComparisonNode = ComparisonGroupNode | DifferenceNode | ComparisonNoteNode;

interface Row {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip: string;
  /** What a screen reader says in place of label and description. */
  readonly spoken: string;
}

interface ComparisonGroupNode extends Row {
  readonly is: 'group';
  readonly group: DifferenceGroup;
}

/** One difference, for commands to take. */
export interface DifferenceNode extends Row {
  readonly is: 'difference';
  readonly parent: ComparisonGroupNode;
  readonly difference: Difference;
  readonly section: ComparedSection;
  /** Whether it is in the tree of a compared endpoint: then this has the fields of a `SubjectRef` too. */
  readonly isListed: boolean;
}

interface ComparisonNoteNode extends Row {
  readonly is: 'note';
  readonly isGrave: boolean;
  /** What a click on it does. */
  readonly leadsTo?: 'health' | 'names' | undefined;
}

const titles: Readonly<Record<DifferenceGroup, () => string>> = {
  added: () => l10n.t('Added'),
  removed: () => l10n.t('Removed'),
  changed: () => l10n.t('Changed'),
  health: () => l10n.t('Health Only'),
};

const LONGEST_NAME = 80;

/** The first rows: what is not compared, what differs, then other notes. Health is hidden by default. */
export function comparisonRows(comparison: Comparison, showsHealth: boolean): readonly ComparisonNode[] {
  const groups = differenceGroups
    .filter((group) => comparison[group].length > 0 && (group !== 'health' || showsHealth))
    .map((group) => groupNode(group, comparison));
  const { health, unchanged, style } = comparison;
  const notes: ComparisonNote[] = [
    ...(groups.length === 0
      ? [
          {
            label: l10n.t('No differences'),
            detail: plural(unchanged + health.length, {
              one: '{0} item has the same configuration on both sides.',
              other: '{0} items have the same configuration on both sides.',
            }),
          },
        ]
      : []),
    ...(health.length > 0 && !showsHealth
      ? [
          {
            label: plural(health.length, {
              one: '{0} item differs in health only',
              other: '{0} items differ in health only',
            }),
            detail: l10n.t(
              'The configuration is the same, but servers went up or down, or certificates are about to expire. Click to show.',
            ),
            leadsTo: 'health' as const,
          },
        ]
      : []),
    ...namesNotes(style),
    ...comparison.notes.filter(({ isGrave }) => isGrave !== true),
  ];
  const grave = comparison.notes.filter(({ isGrave }) => isGrave);
  return [...grave.map(noteNode), ...groups, ...notes.map(noteNode)];
}

/** Says if names are not compared as they are. */
function namesNotes({ ignoresProvider, ignoresEntryPoint }: ComparedNameStyle): readonly ComparisonNote[] {
  if (!ignoresProvider && !ignoresEntryPoint) return [];
  const label = !ignoresProvider
    ? l10n.t('Names compared without entry point')
    : ignoresEntryPoint
      ? l10n.t('Names compared without provider and entry point')
      : l10n.t('Names compared without provider');
  return [{ label, detail: l10n.t('Click to change how names are compared.'), leadsTo: 'names' }];
}

function groupNode(group: DifferenceGroup, comparison: Comparison): ComparisonGroupNode {
  const [left, right] = [nameIn(comparison.left), nameIn(comparison.right)];
  const tooltips: Readonly<Record<DifferenceGroup, string>> = {
    added: l10n.t('Only in {0}.', right),
    removed: l10n.t('Only in {0}.', left),
    changed: l10n.t('Different in {0} and {1}. Click an item to compare both sides.', left, right),
    health: l10n.t('Same configuration: only the health of servers or the expiry of certificates differs.'),
  };
  const description = numberText(comparison[group].length);
  return {
    is: 'group',
    group,
    id: group,
    label: titles[group](),
    description,
    tooltip: tooltips[group],
    spoken: ariaText(titles[group](), description),
  };
}

function nameIn({ name }: ComparedSide): string {
  return `“${plainText(name, LONGEST_NAME)}”`;
}

function noteNode({ label, detail, isGrave = false, leadsTo }: ComparisonNote): ComparisonNoteNode {
  return { is: 'note', isGrave, leadsTo, id: `note ${label}`, label, tooltip: detail, spoken: ariaText(label, detail) };
}

/** The differences of a group, or the first of them. */
export function differenceRows(
  parent: ComparisonGroupNode,
  comparison: Comparison,
  most?: number,
): readonly DifferenceNode[] {
  return comparison[parent.group].slice(0, most).map((difference, index) => {
    const { section, label, fields } = difference;
    const description = joinedParts(fields.join(', '), nameOfOne(section));
    const ref = refOf(difference, comparison);
    return {
      is: 'difference',
      parent,
      difference,
      section,
      id: `${parent.id}/${index}`,
      label,
      description,
      tooltip: tooltipOf(difference, comparison),
      spoken: ariaText(label, description),
      isListed: ref !== undefined,
      ...ref,
    };
  });
}

/** Where it can be found: on the right side, unless only the left one has it or is an endpoint. */
function refOf({ section, left, right }: Difference, comparison: Comparison): SubjectRef | undefined {
  const places: readonly (readonly [ComparedSide, typeof left])[] = [
    [comparison.right, right],
    [comparison.left, left],
  ];
  for (const [{ endpointId }, thing] of places) {
    const named = thing && subjectOfThing(section, thing.name);
    if (endpointId !== undefined && named !== undefined) return { ...named, endpointId };
  }
  return undefined;
}

const LONGEST_VALUE = 200;

function tooltipOf({ section, left, right, fields, isMasked }: Difference, comparison: Comparison): string {
  const line = (side: ComparedSide, thing: typeof left): string =>
    `${plainText(side.name, LONGEST_NAME)}: ${thing === undefined ? l10n.t('not present') : plainText(maskText(thing.name), LONGEST_VALUE)}`;
  return [
    nameOfOne(section),
    line(comparison.left, left),
    line(comparison.right, right),
    ...(fields.length === 0 ? [] : ['', l10n.t('Different fields: {0}', fields.join(', '))]),
    ...(isMasked ? ['', l10n.t('Contains secrets, which are masked and not compared.')] : []),
  ].join('\n');
}

/**
 * The difference of a row; undefined if it is not a row of this comparison.
 *
 * @param row anything: commands can be called with any argument
 */
export function differenceOf(comparison: Comparison, row: unknown): Difference | undefined {
  const wanted = typeof row === 'object' && row !== null && 'difference' in row ? row.difference : undefined;
  const { added, removed, changed, health } = comparison;
  return [added, removed, changed, health].flat().find((difference) => difference === wanted);
}
