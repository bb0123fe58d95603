import { compareBytes } from '../names/objectNames';
import { isKnown, type PlacedText, partOf } from '../source/placedText';
import type { DecodeFault, UntypedNode } from './untypedNode';

/** A label of a container, or a tag: its key and value. */
export interface WrittenLabel {
  readonly key: PlacedText;
  readonly value: PlacedText;
}

/** A label whose value is not used, and the one that Traefik takes for the same, and uses instead. */
export interface OverwrittenLabel {
  readonly label: WrittenLabel;
  readonly by: WrittenLabel;
}

interface Branch extends UntypedNode {
  key: PlacedText;
  label: WrittenLabel | undefined;
  readonly below: Map<string, Branch>;
}

/**
 * Splits the keys of labels at their dots (paerser's DecodeToNode). Names that differ only in case are one node, named
 * after the key that sorts first.
 *
 * @param prefixes reads only labels whose keys begin with one of these, without regard to case and to dots
 */
export function nodesOfLabels(labels: readonly WrittenLabel[], prefixes: readonly string[]) {
  /** Why some labels are not in the tree. */
  const faults: DecodeFault[] = [];
  const overwritten: OverwrittenLabel[] = [];
  const small = prefixes.map((prefix) => prefix.toLowerCase());
  const read = labels
    .filter(({ key }) => small.some((prefix) => key.value.slice(0, prefix.length).toLowerCase() === prefix))
    .sort((one, other) => compareBytes(one.key.value, other.key.value));
  let root: Branch | undefined;
  for (const label of read) {
    const { key, value } = label;
    const segments = segmentsOf(key, faults);
    const [first] = segments;
    if (first === undefined) continue;
    root ??= branchOf(first);
    let at = root;
    for (const segment of segments.slice(1)) {
      const name = segment.value.toLowerCase();
      let next = at.below.get(name);
      if (next === undefined) {
        next = branchOf(segment);
        at.below.set(name, next);
        at.children.push(next);
      } else if (isEarlier(segment, next.key)) next.key = segment;
      at = next;
    }
    // An unknown part may make them different.
    if (at.label !== undefined && isKnown(key.value)) overwritten.push({ label: at.label, by: label });
    at.label = label;
    at.value = value.value;
    at.text = value;
  }
  return { root, faults, overwritten };
}

/** Whether the same name is before the other in the file: the user looks for it at its first label. */
function isEarlier(one: PlacedText, other: PlacedText): boolean {
  return one.value === other.value && one.file === other.file && one.start < other.start;
}

function branchOf(key: PlacedText): Branch {
  const nothing = { value: '', text: undefined, items: undefined, label: undefined };
  return { name: key.value, key, ...nothing, children: [], below: new Map() };
}

/** None if the key is invalid: then adds a fault. */
function segmentsOf(key: PlacedText, faults: DecodeFault[]): readonly PlacedText[] {
  const segments: PlacedText[] = [];
  let from = 0;
  for (const part of key.value.split('.')) {
    const end = from + part.length;
    if (from === 0 && part !== 'traefik') return fault(faults, 'root', partOf(key, 0, end));
    if (part === '') return fault(faults, 'element', key);
    if (part.startsWith('[')) return fault(faults, 'bracket', partOf(key, from, end));
    const bracket = part.endsWith(']') ? part.indexOf('[') : -1;
    if (bracket > 0) {
      segments.push(partOf(key, from, from + bracket), partOf(key, from + bracket, end));
    } else {
      segments.push(partOf(key, from, end));
    }
    from = end + 1;
  }
  return segments;
}

function fault(faults: DecodeFault[], kind: DecodeFault['kind'], at: PlacedText): readonly PlacedText[] {
  faults.push({ kind, at });
  return [];
}
