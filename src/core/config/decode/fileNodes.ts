import { compareBytes } from '../names/objectNames';
import {
  type ConfigList,
  type ConfigMap,
  type ConfigNode,
  type ConfigScalar,
  isNull,
  type ScalarType,
} from '../source/configNode';
import { type PlacedText, placedAt } from '../source/placedText';
import { digitsOfInt, numberOfFloat } from '../source/scalars';
import type { DecodeFault, UntypedNode } from './untypedNode';

/** The sign that paerser puts between the items of a list, which it keeps as one text. */
const separator = '║';

/** The numbers of Go's types at the start of such a text. */
const kinds = { bool: 1, int: 2, float: 14, map: 21, list: 23, string: 24, time: 25, null: 0 } as const;

/**
 * The tree of a file's map, with keys in the order that Traefik fills them in (paerser's decodeRaw), without those that
 * are null.
 *
 * @param names reads only these keys, without regard to case; all if undefined
 */
export function nodesOfMap(map: ConfigMap, faults: DecodeFault[], names?: readonly string[]): UntypedNode[] {
  const nodes: UntypedNode[] = [];
  for (const { key, value } of map.entries) {
    // Traefik drops a key that is null, too.
    if (isNull(key) || isNull(value)) continue;
    const name = namesByType[key.type] ?? key.text;
    if (names !== undefined && !names.includes(name.toLowerCase())) continue;
    nodes.push(nodeOf(placedAt(key, name), value, faults));
  }
  return nodes.sort((one, other) => compareBytes(one.name, other.name));
}

/** The names that Traefik gives keys that are not texts: unquoted numbers lose theirs. */
const namesByType: Readonly<Partial<Record<ScalarType, string>>> = {
  int: '<int Value>',
  float: '<float64 Value>',
  bool: '<bool Value>',
  time: '<time.Time Value>',
};

function nodeOf(key: PlacedText, value: ConfigNode, faults: DecodeFault[]): UntypedNode {
  const node = { name: key.value, key, value: '', text: undefined, items: undefined, children: [] };
  if (value.kind === 'map') return { ...node, children: nodesOfMap(value, faults) };
  if (value.kind === 'list') return nodeOfList(node, value, faults);
  if (value.type === 'time') faults.push({ kind: 'timeValue', at: placedAt(value, value.text) });
  const text = placedAt(value, textOfScalar(value));
  return { ...node, value: text.value, text };
}

function nodeOfList(node: UntypedNode, list: ConfigList, faults: DecodeFault[]): UntypedNode {
  const children: UntypedNode[] = [];
  const items: PlacedText[] = [];
  let kind = 0;
  list.items.forEach((item, index) => {
    kind = Math.max(kind, item.kind === 'scalar' ? kinds[item.type] : kinds[item.kind]);
    if (item.kind === 'map') {
      const key = placedAt(item, `[${index}]`);
      const below = nodesOfMap(item, faults);
      children.push({ name: key.value, key, value: '', text: undefined, items: undefined, children: below });
    } else if (item.kind === 'scalar' && item.type !== 'null' && item.type !== 'time') {
      items.push(placedAt(item, textOfScalar(item)));
    } else {
      faults.push({ kind: 'listValue', at: placedAt(item, '') });
    }
  });
  const values = items.map(({ value }) => value).join(separator);
  const value = items.length === 0 ? '' : `${separator}${kind}${separator}${values}`;
  return { ...node, value, text: placedAt(list, value), items, children };
}

/** A plain value as a text (paerser's getSimpleValue). */
function textOfScalar({ type, text }: ConfigScalar): string {
  switch (type) {
    case 'int':
      return digitsOfInt(text);
    case 'float': {
      const value = numberOfFloat(text);
      if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
      return value.toFixed(6).replace(/\.000000$/, '');
    }
    case 'bool':
      return text.toLowerCase();
    default:
      return text;
  }
}
