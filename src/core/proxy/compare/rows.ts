import * as l10n from '@vscode/l10n';
import { plural } from '../../../l10n/plural';
import { addToList } from '../../base/lists/addToList';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { ariaText, groupNames, joinedParts, troubleText } from '../describe/labels';
import { TroubleTally, type WorstTrouble, worstTrouble } from '../model/condition';
import type { SubjectRef } from '../model/subject';
import { fieldsText } from './changedFields';
import type { Comparison, ItemDifference } from './compare';
import type { ComparisonLead, ComparisonNote } from './comparisonNotes';
import {
  countsText,
  type DifferenceKind,
  differenceCountsText,
  differenceText,
  shownDifferenceKinds,
} from './differenceDocuments';
import type { ComparedNameStyle } from './normalize';
import { type ComparedSection, comparedSections, nameOfAll, nameOfOne, subjectOfThing } from './sections';
import { type ComparedSide, comparedTimes, comparisonTitle } from './side';

/** The rows of a comparison as plain data. They contain no Markdown, and all texts are visible lines. */
export type ComparisonNode = ComparedSidesNode | ComparisonKindNode | DifferenceNode | ComparisonNoteNode;

interface Row {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip: string;
  /** The text that a screen reader reads in place of label and description. */
  readonly spoken: string;
}

/** What is compared: the names of both sides, and when they were read. */
interface ComparedSidesNode extends Row {
  readonly is: 'sides';
}

/** All differences of one kind, such as HTTP routers. */
export interface ComparisonKindNode extends Row {
  readonly is: 'kind';
  readonly section: ComparedSection;
  /** The worst trouble among its differences. */
  readonly worst: WorstTrouble | undefined;
  /** Whether it is so short that the view expands it at first. */
  readonly isShort: boolean;
  readonly differences: readonly ComparedDifference[];
}

interface ComparedDifference {
  readonly way: DifferenceKind;
  readonly difference: ItemDifference;
}

/** One difference, which commands take as an argument. */
export interface DifferenceNode extends Row {
  readonly is: 'difference';
  readonly parent: ComparisonKindNode;
  readonly way: DifferenceKind;
  readonly difference: ItemDifference;
  /** Whether it is in the tree of a compared endpoint. If so, it also has the fields of a `SubjectRef`. */
  readonly isListed: boolean;
}

interface ComparisonNoteNode extends Row {
  readonly is: 'note';
  readonly isGrave: boolean;
  readonly leadsTo?: ComparisonLead | undefined;
}

/** Kinds of up to this many differences are expanded at first, if all together have at most `mostUnfolded`. */
const shortKind = 20;
const mostUnfolded = 60;

const longestName = 80;

/**
 * The first rows: the sides, notes about incomplete parts, kinds with differences, then other notes. Health is hidden by
 * default.
 */
export function comparisonRows(comparison: Comparison, showsHealth: boolean): readonly ComparisonNode[] {
  const kinds = comparisonKinds(comparison, showsHealth);
  const { health, unchanged, style } = comparison;
  const notes: ComparisonNote[] = [
    ...(kinds.length === 0
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
    ...comparison.notes.filter((note) => !isFirst(note)),
  ];
  const first = [...comparison.notes.filter(isFirst), ...namesNotes(style), ...addressNotes(comparison)];
  return [sidesNode(comparison), ...first.map(noteNode), ...kinds, ...notes.map(noteNode)];
}

/** Whether a note is above the differences, because it says how to read them, or changes which there are. */
function isFirst({ isGrave, leadsTo }: ComparisonNote): boolean {
  return isGrave === true || leadsTo !== undefined;
}

function sidesNode({ left, right }: Comparison): ComparedSidesNode {
  const label = [left, right].map(({ name }) => plainText(name, longestName)).join(' → ');
  const description = comparedTimes(left, right);
  const tooltip = comparisonTitle(left, right);
  return { is: 'sides', id: 'sides', label, description, tooltip, spoken: ariaText(label, description) };
}

/** Between two proxies, an offer to leave out their addresses, which differ on any two machines. */
function addressNotes({ left, right, changed, style }: Comparison): readonly ComparisonNote[] {
  const areTwo = left.endpointId !== undefined && right.endpointId !== undefined;
  if (style.ignoresAddresses || !areTwo) return [];
  const count = changed.filter(({ isOfAddresses }) => isOfAddresses).length;
  if (count === 0) return [];
  return [
    {
      label: plural(count, {
        one: '{0} item differs in addresses only',
        other: '{0} items differ in addresses only',
      }),
      detail: l10n.t(
        'The entry points and servers of two machines usually have different addresses. Click to leave them out.',
      ),
      leadsTo: 'leaveOutAddresses',
    },
  ];
}

/** The note about names, if they are not compared as they are. */
function namesNotes({ ignoresProvider, ignoresEntryPoint }: ComparedNameStyle): readonly ComparisonNote[] {
  if (!ignoresProvider && !ignoresEntryPoint) return [];
  const label = !ignoresProvider
    ? l10n.t('Names compared without entry point')
    : ignoresEntryPoint
      ? l10n.t('Names compared without provider and entry point')
      : l10n.t('Names compared without provider');
  return [{ label, detail: l10n.t('Click to change how names are compared.'), leadsTo: 'names' }];
}

/** The kinds in which something differs, each with its differences. */
export function comparisonKinds(comparison: Comparison, showsHealth: boolean): readonly ComparisonKindNode[] {
  const bySection = new Map<ComparedSection, ComparedDifference[]>();
  let total = 0;
  for (const way of shownDifferenceKinds(showsHealth)) {
    for (const difference of comparison[way]) addToList(bySection, difference.section, { way, difference });
    total += comparison[way].length;
  }
  const sections = comparedSections.filter((section) => bySection.has(section));
  // Most proxies have HTTP only: in a narrow side bar, the protocol would hide the count.
  const isHttpOnly = sections.every((section) => section.type !== 'items' || section.protocol === 'http');
  return sections.map((section) => {
    const label = isHttpOnly && section.type === 'items' ? groupNames[section.kind]() : nameOfAll(section);
    return kindNode(section, label, bySection.get(section) ?? [], total <= mostUnfolded);
  });
}

function kindNode(
  section: ComparedSection,
  label: string,
  differences: readonly ComparedDifference[],
  isUnfolded: boolean,
): ComparisonKindNode {
  const tally = new TroubleTally();
  for (const { difference } of differences)
    if (difference.trouble !== undefined) tally.add(difference.trouble.condition);
  const counts = differenceCountsText(differences.map(({ way }) => way));
  const description = joinedParts(counts, troubleText(tally.counts));
  return {
    is: 'kind',
    section,
    worst: worstTrouble(tally.counts),
    isShort: isUnfolded && differences.length <= shortKind,
    differences,
    id: section.type === 'items' ? `${section.protocol}/${section.kind}` : section.type,
    label,
    description,
    tooltip: `${nameOfAll(section)}\n${description}`,
    spoken: ariaText(label, description),
  };
}

/** The number of differences of each way, in the order of the rows: `3 changed, 2 added`. */
export function comparisonCountsText(comparison: Comparison, showsHealth: boolean): string {
  return countsText((way) => (way === 'health' && !showsHealth ? 0 : comparison[way].length));
}

function noteNode({ label, detail, isGrave = false, leadsTo }: ComparisonNote): ComparisonNoteNode {
  return { is: 'note', isGrave, leadsTo, id: `note ${label}`, label, tooltip: detail, spoken: ariaText(label, detail) };
}

/** The differences of a kind, or the first of them. Changed things come first. */
export function differenceRows(
  parent: ComparisonKindNode,
  comparison: Comparison,
  most?: number,
): readonly DifferenceNode[] {
  return parent.differences.slice(0, most).map(({ way, difference }, index) => {
    const { label } = difference;
    // The description of a change of health or status contains the trouble already.
    const isTold = way === 'health' || difference.fields.some(({ path }) => path === 'status');
    const trouble = isTold ? undefined : difference.trouble?.words;
    const description = joinedParts(differenceText(way, difference), trouble);
    const ref = refOf(difference, comparison);
    return {
      is: 'difference',
      parent,
      way,
      difference,
      id: `${parent.id}/${index}`,
      label,
      description,
      tooltip: tooltipOf(way, difference, comparison),
      spoken: ariaText(label, description),
      isListed: ref !== undefined,
      ...ref,
    };
  });
}

/** A reference to the thing on the right side, or on the left if only the left side has it or is an endpoint. */
function refOf({ section, left, right }: ItemDifference, comparison: Comparison): SubjectRef | undefined {
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

const longestValue = 200;

function tooltipOf(
  way: DifferenceKind,
  { section, label, left, right, fields, isMasked }: ItemDifference,
  comparison: Comparison,
): string {
  const line = (side: ComparedSide, thing: typeof left): string =>
    `${plainText(side.name, longestName)}: ${thing === undefined ? l10n.t('not present') : plainText(maskText(thing.name), longestValue)}`;
  return [
    label,
    nameOfOne(section),
    line(comparison.left, left),
    line(comparison.right, right),
    ...(fields.length === 0 ? [] : ['', l10n.t('Different fields: {0}', fieldsText(fields))]),
    ...(way === 'health'
      ? ['', l10n.t('Same configuration: only the health of servers or the expiry of certificates differs.')]
      : []),
    ...(isMasked ? ['', l10n.t('Contains secrets, which are masked and not compared.')] : []),
  ].join('\n');
}

/**
 * The difference of a row; undefined if it is not a row of this comparison.
 *
 * @param row any value: VS Code may call commands with any argument
 */
export function differenceOf(comparison: Comparison, row: unknown): ItemDifference | undefined {
  const wanted = typeof row === 'object' && row !== null && 'difference' in row ? row.difference : undefined;
  for (const way of shownDifferenceKinds(true)) {
    const found = comparison[way].find((difference) => difference === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
