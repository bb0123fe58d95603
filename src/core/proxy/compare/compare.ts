import * as l10n from '@vscode/l10n';
import { type Pauses, pausesUntil } from '../../base/async/pauses';
import { maskText, secretMask } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { healthSummary } from '../describe/itemSummary';
import { statusName } from '../describe/labels';
import { certificateConditions, isTrouble, itemCondition, leadsToServers, type Trouble } from '../model/condition';
import { type InventoryGroup, isKnownWhole } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import type { TraefikVersion } from '../model/versions';
import { type ChangedField, changedFields } from './changedFields';
import { type ComparisonNote, type ComparisonRemarks, notesOf } from './comparisonNotes';
import { jsonTreeText } from './jsonTree';
import {
  type ComparedOrigin,
  type ComparedStyle,
  comparableTree,
  comparedName,
  volatileStateOf,
  withoutVersionOnlyFields,
} from './normalize';
import { type PairedThing, pairThings } from './pairs';
import { type ComparedSection, type ComparedThing, comparedSections, thingsOfSection } from './sections';
import type { ComparedSide } from './side';

/** A thing that only one side has, or that differs between the sides. */
export interface ItemDifference {
  readonly section: ComparedSection;
  /** One visible line: the thing's name, or both names if they differ. */
  readonly label: string;
  /** Absent if it was added. */
  readonly left?: ComparedThing | undefined;
  /** Absent if it was removed. */
  readonly right?: ComparedThing | undefined;
  /** If it changed: the parts of its JSON that differ. */
  readonly fields: readonly ChangedField[];
  /** Whether it contains secrets, which are not compared. */
  readonly isMasked: boolean;
  /** Whether nothing differs but the address of an entry point, or those of servers. */
  readonly isOfAddresses?: boolean | undefined;
  /** Its trouble on the right side. */
  readonly trouble?: ComparedTrouble | undefined;
}

export interface Comparison {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  readonly style: ComparedStyle;
  readonly added: readonly ItemDifference[];
  readonly removed: readonly ItemDifference[];
  readonly changed: readonly ItemDifference[];
  /** Things with the same configuration whose servers' health, or whose certificate's validity, differs. */
  readonly health: readonly ItemDifference[];
  readonly unchanged: number;
  /** The parts that could not be compared, and other remarks about the comparison. */
  readonly notes: readonly ComparisonNote[];
}

interface Candidate extends PairedThing {
  readonly thing: ComparedThing;
}

/**
 * Compares the listings of two sides. A listing that only one side has is not compared; the notes name it.
 *
 * @throws RequestFailure `canceled`
 */
export async function compareSides(
  left: ComparedSide,
  right: ComparedSide,
  style: ComparedStyle,
  signal: AbortSignal,
): Promise<Comparison> {
  const added: ItemDifference[] = [];
  const removed: ItemDifference[] = [];
  const changed: ItemDifference[] = [];
  const health: ItemDifference[] = [];
  const remarks: ComparisonRemarks = {
    unread: [],
    old: [],
    unnamed: 0,
    shared: new Set(),
    versionOnly: new Set(),
    masked: 0,
  };
  let unchanged = 0;
  const pause = pausesUntil(signal);
  await itemGraphOf(right.inventory).prepare(signal);

  for (const section of comparedSections) {
    const [ours, theirs] = [thingsOfSection(left.inventory, section), thingsOfSection(right.inventory, section)];
    if (!isKnownWhole(ours) || !isKnownWhole(theirs)) {
      if (ours.state !== 'missing' || theirs.state !== 'missing')
        remarks.unread.push({ section, left: stateOfWhole(ours), right: stateOfWhole(theirs) });
      continue;
    }
    if (ours.state === 'stale') remarks.old.push({ section, side: left, readAt: ours.readAt });
    if (theirs.state === 'stale') remarks.old.push({ section, side: right, readAt: theirs.readAt });
    remarks.unnamed += ours.unnamed + theirs.unnamed;
    const [one, other] = [comparedOriginOf(left, section, style), comparedOriginOf(right, section, style)];
    const { pairs, onlyLeft, onlyRight, shared } = await pairThings(
      await candidatesOf(ours.items.values(), one, pause),
      await candidatesOf(theirs.items.values(), other, pause),
      pause,
    );
    for (const name of shared) remarks.shared.add(name);
    const isShared = new Set(shared);
    const labelOf = ({ key, name }: Candidate): string =>
      labelText(isShared.has(key) || section.type !== 'certificates' ? name : key);
    for (const only of onlyLeft) {
      removed.push({ section, label: labelOf(only), left: only.thing, fields: [], isMasked: false });
    }
    for (const only of onlyRight) {
      added.push({ section, label: labelOf(only), right: only.thing, fields: [], isMasked: false });
    }
    for (const [a, b] of pairs) {
      await pause();
      const { is, versionOnly, ...outcome } = compareTwo(a.thing, one, b.thing, other);
      for (const field of versionOnly) remarks.versionOnly.add(field);
      if (outcome.isMasked) remarks.masked += 1;
      const label = [...new Set([labelOf(a), labelOf(b)])].join(' → ');
      const difference: ItemDifference = { section, label, left: a.thing, right: b.thing, ...outcome };
      if (is === 'changed') changed.push(difference);
      else if (is === 'health') health.push(difference);
      else unchanged += 1;
    }
  }
  const sorted = (list: readonly ItemDifference[]) => withTroubles(list, right).sort(byPlace);
  return {
    ...{ left, right, style, unchanged, notes: notesOf(remarks, left, right, style) },
    added: sorted(added),
    removed: removed.sort(byPlace),
    changed: sorted(changed),
    health: sorted(health),
  };
}

/** A listing that was complete when it was read needs no note. */
function stateOfWhole(group: InventoryGroup<ComparedThing>): InventoryGroup['state'] {
  return isKnownWhole(group) ? 'read' : group.state;
}

async function candidatesOf(
  things: Iterable<ComparedThing>,
  origin: ComparedOrigin,
  pause: Pauses,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const thing of things) {
    await pause();
    candidates.push({
      thing,
      key: comparedName(thing, origin.section, origin.inventory, origin.style),
      name: maskText(thing.name),
      content: () =>
        jsonTreeText(
          comparableTree(thing, {
            ...origin,
            style: { ...origin.style, ignoresProvider: true, ignoresEntryPoint: true },
          }),
        ),
    });
  }
  return candidates;
}

interface Outcome extends Pick<ItemDifference, 'fields' | 'isMasked' | 'isOfAddresses'> {
  readonly is: 'equal' | 'health' | 'changed';
  readonly versionOnly: readonly string[];
}

const equalOutcome: Outcome = { is: 'equal', fields: [], versionOnly: [], isMasked: false };

function compareTwo(one: ComparedThing, from: ComparedOrigin, other: ComparedThing, to: ComparedOrigin): Outcome {
  // Both sides received the same text, secrets included.
  if (one === other || (one.text === other.text && !one.text.includes(secretMask))) return equalOutcome;
  const { left, right, versionOnly } = comparedDocuments(one, from, other, to);
  const [before, after] = [jsonTreeText(left), jsonTreeText(right)];
  const isMasked = before.includes(secretMask) && after.includes(secretMask);
  if (before !== after) {
    const fields = changedFields(left, right);
    const isOfAddresses =
      fields.every(({ path }) => path === 'address' || path === 'servers') &&
      !from.style.ignoresAddresses &&
      compareTwo(one, withoutAddresses(from), other, withoutAddresses(to)).is !== 'changed';
    return { is: 'changed', fields, versionOnly, isMasked, isOfAddresses };
  }
  const [state, now] = [volatileStateOf(one, from), volatileStateOf(other, to)];
  // Health cannot differ if one side does not report it.
  const isOther = state.size > 0 && now.size > 0 && jsonTreeText(state) !== jsonTreeText(now);
  return { is: isOther ? 'health' : 'equal', fields: [], versionOnly, isMasked };
}

function withoutAddresses(origin: ComparedOrigin): ComparedOrigin {
  return { ...origin, style: { ...origin.style, ignoresAddresses: true } };
}

/** Both documents in the compared form: without the fields that only one side's version reports. */
export function comparedDocuments(
  one: ComparedThing,
  from: ComparedOrigin,
  other: ComparedThing,
  to: ComparedOrigin,
): ReturnType<typeof withoutVersionOnlyFields> {
  const isSameVersion = areOfSameVersion(from.inventory.version, to.inventory.version);
  return withoutVersionOnlyFields(comparableTree(one, from), comparableTree(other, to), isSameVersion);
}

export function comparedOriginOf(
  { inventory }: ComparedSide,
  section: ComparedSection,
  style: ComparedStyle,
): ComparedOrigin {
  return { section, inventory, style };
}

/** Custom builds all call themselves `dev`. Two are the same if the proxy has not been restarted. */
function areOfSameVersion(one: TraefikVersion | undefined, other: TraefikVersion | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.number === other.number && (/^v?\d/.test(one.number) || one.startDate === other.startDate);
}

const longestLabel = 200;

function labelText(name: string): string {
  return plainText(name, longestLabel) || l10n.t('(no name)');
}

function byPlace(one: ItemDifference, other: ItemDifference): number {
  return (
    comparedSections.indexOf(one.section) - comparedSections.indexOf(other.section) ||
    (one.label < other.label ? -1 : one.label > other.label ? 1 : 0)
  );
}

/** The worst problem of a thing, in its configuration or its health. */
interface ComparedTrouble {
  readonly condition: Trouble;
  /** The condition in a few words: `disabled`, `1 of 3 up`. */
  readonly words: string;
}

/** Adds the trouble of the right side to each difference. A removed thing has none. */
function withTroubles(differences: readonly ItemDifference[], { inventory }: ComparedSide): ItemDifference[] {
  const graph = itemGraphOf(inventory);
  return differences.map((difference) => {
    const trouble = difference.right && troubleOf(difference.right, graph);
    return trouble === undefined ? difference : { ...difference, trouble };
  });
}

function troubleOf(thing: ComparedThing, graph: ItemGraph): ComparedTrouble | undefined {
  if ('sans' in thing) {
    const condition = certificateConditions[thing.status];
    return isTrouble(condition) ? { condition, words: statusName(thing.status) } : undefined;
  }
  if (!('kind' in thing)) return undefined;
  const condition = itemCondition(thing, graph.healthOf);
  if (!isTrouble(condition)) return undefined;
  const isHealth = condition === 'allDown' || condition === 'partlyDown';
  const words = isHealth && leadsToServers(thing) ? healthSummary(graph.healthOf(thing)) : statusName(thing.status);
  return { condition, words };
}
