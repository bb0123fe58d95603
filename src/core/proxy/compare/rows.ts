import { numberText } from '../../../l10n/numbers';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { ariaText, countText, joinedParts } from '../describe/labels';
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
  /** What a screen reader says instead of label and description. */
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
  /** Whether it is in the tree of an endpoint that takes part: then this has the fields of a `SubjectRef`, too. */
  readonly isListed: boolean;
}

interface ComparisonNoteNode extends Row {
  readonly is: 'note';
  readonly isGrave: boolean;
  /** What a click on it leads to. */
  readonly leadsTo?: 'health' | 'names' | undefined;
}

const titles: Readonly<Record<DifferenceGroup, string>> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  health: 'Only Health Differs',
};

const LONGEST_NAME = 80;

/** The first rows: what is not compared, what differs, then what else is to be known. Health is hidden unless it is asked for. */
export function comparisonRows(comparison: Comparison, showsHealth: boolean): readonly ComparisonNode[] {
  const groups = differenceGroups
    .filter((group) => comparison[group].length > 0 && (group !== 'health' || showsHealth))
    .map((group) => groupNode(group, comparison));
  const { health, unchanged, style } = comparison;
  const notes: ComparisonNote[] = [
    ...(groups.length === 0
      ? [
          {
            label: 'no differences',
            detail: `${countText(unchanged + health.length, 'item')} ${unchanged + health.length === 1 ? 'is' : 'are'} the same on both sides.`,
          },
        ]
      : []),
    ...(health.length > 0 && !showsHealth
      ? [
          {
            label: `${countText(health.length, 'item')} differ${health.length === 1 ? 's' : ''} in health only`,
            detail:
              'Nothing is configured otherwise, but servers went up or down, or certificates are about to expire. A click shows them.',
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

/** Says where names are not compared as they are. */
function namesNotes({ ignoresProvider, ignoresEntryPoint }: ComparedNameStyle): readonly ComparisonNote[] {
  const parts = [...(ignoresProvider ? ['provider'] : []), ...(ignoresEntryPoint ? ['entry point'] : [])];
  return parts.length === 0
    ? []
    : [
        {
          label: `names are compared without ${parts.join(' and ')}`,
          detail: 'A click asks how to compare them otherwise.',
          leadsTo: 'names',
        },
      ];
}

function groupNode(group: DifferenceGroup, comparison: Comparison): ComparisonGroupNode {
  const [left, right] = [comparison.left, comparison.right].map(({ name }) => `“${plainText(name, LONGEST_NAME)}”`);
  const tooltips: Readonly<Record<DifferenceGroup, string>> = {
    added: `Only ${right} has these.`,
    removed: `Only ${left} has these.`,
    changed: `Other in ${right} than in ${left}. A click shows both beside each other.`,
    health: 'Configured alike: only the health of servers differs, or whether certificates are about to expire.',
  };
  const description = numberText(comparison[group].length);
  return {
    is: 'group',
    group,
    id: group,
    label: titles[group],
    description,
    tooltip: tooltips[group],
    spoken: ariaText(titles[group], description),
  };
}

function noteNode({ label, detail, isGrave = false, leadsTo }: ComparisonNote): ComparisonNoteNode {
  return { is: 'note', isGrave, leadsTo, id: `note ${label}`, label, tooltip: detail, spoken: ariaText(label, detail) };
}

/** The differences of a group, as far as they are wanted. */
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

/** Where it is to be found: on the right side, unless only the left one has it or is an endpoint. */
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
    `${plainText(side.name, LONGEST_NAME)}: ${thing === undefined ? 'not there' : plainText(maskText(thing.name), LONGEST_VALUE)}`;
  const what = nameOfOne(section);
  return [
    what.charAt(0).toUpperCase() + what.slice(1),
    line(comparison.left, left),
    line(comparison.right, right),
    ...(fields.length === 0 ? [] : ['', `Differs in ${fields.join(', ')}.`]),
    ...(isMasked ? ['', 'Holds secrets, which are masked and not compared.'] : []),
  ].join('\n');
}

/**
 * The difference that a row stands for; undefined where that is no row of this comparison.
 *
 * @param row anything: commands can be called with whatever their caller likes
 */
export function differenceOf(comparison: Comparison, row: unknown): Difference | undefined {
  const wanted = typeof row === 'object' && row !== null && 'difference' in row ? row.difference : undefined;
  const { added, removed, changed, health } = comparison;
  return [added, removed, changed, health].flat().find((difference) => difference === wanted);
}
