import type { SourceFile } from './placedText';

/** The common form of YAML and TOML: a tree of values, each with its place. */
export type ConfigNode = ConfigScalar | ConfigList | ConfigMap;

interface Placed {
  readonly file: SourceFile;
  readonly start: number;
  /** Exclusive; UTF-16 units. */
  readonly end: number;
  /** Nodes in it and below, those of aliases counted each time: the number that a reader of all would visit. */
  readonly size: number;
  /** UTF-16 units of all texts in it and below, counted the same way. */
  readonly textLength: number;
  /** YAML's own tag, such as `!override`. */
  readonly tag?: string | undefined;
}

/** The type that Go's parsers give a plain value. */
export type ScalarType = 'string' | 'int' | 'float' | 'bool' | 'null' | 'time';

export interface ConfigScalar extends Placed {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  /** The text after unquoting, as written: `0x50`. */
  readonly text: string;
}

export interface ConfigList extends Placed {
  readonly kind: 'list';
  readonly items: readonly ConfigNode[];
}

export interface ConfigMap extends Placed {
  readonly kind: 'map';
  /** In the order of the file; merged ones last. */
  readonly entries: readonly ConfigEntry[];
}

export interface ConfigEntry {
  readonly key: ConfigScalar;
  readonly value: ConfigNode;
}

type NodePlace = Pick<Placed, 'file' | 'start' | 'end' | 'tag'>;

export function scalarAt(place: NodePlace, type: ScalarType, text: string): ConfigScalar {
  return { kind: 'scalar', type, text, ...place, size: 1, textLength: text.length };
}

export function listAt(place: NodePlace, items: readonly ConfigNode[]): ConfigList {
  const size = items.reduce((sum, item) => sum + item.size, 1);
  return { kind: 'list', items, ...place, size, textLength: items.reduce((sum, item) => sum + item.textLength, 0) };
}

export function mapAt(place: NodePlace, entries: readonly ConfigEntry[]): ConfigMap {
  const size = entries.reduce((sum, { value }) => sum + value.size + 1, 1);
  const textLength = entries.reduce((sum, { key, value }) => sum + key.textLength + value.textLength, 0);
  return { kind: 'map', entries, ...place, size, textLength };
}

export function isNull(node: ConfigNode): boolean {
  return node.kind === 'scalar' && node.type === 'null';
}

/** The value of a key, compared as written; undefined if the node is not a map or has no such key. */
export function valueIn(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  return entryIn(node, key)?.value;
}

export function entryIn(node: ConfigNode | undefined, key: string): ConfigEntry | undefined {
  if (node?.kind !== 'map') return undefined;
  if (node.entries.length > mostSearched) return entriesByKey(node).get(key);
  return node.entries.find((entry) => entry.key.text === key);
}

/** Many readers search larger maps, such as each route for the settings that its object has for all routes. */
const mostSearched = 50;
const indexed = new WeakMap<ConfigMap, ReadonlyMap<string, ConfigEntry>>();

function entriesByKey(map: ConfigMap): ReadonlyMap<string, ConfigEntry> {
  const known = indexed.get(map);
  if (known !== undefined) return known;
  // Of keys with the same text the first one counts, as in a search.
  const made = new Map(map.entries.toReversed().map((entry) => [entry.key.text, entry]));
  indexed.set(map, made);
  return made;
}

/** The text of a scalar that is not null; undefined otherwise. */
export function textIn(node: ConfigNode | undefined, key: string): string | undefined {
  const value = valueIn(node, key);
  return value?.kind === 'scalar' && value.type !== 'null' ? value.text : undefined;
}

/** The items of a list; none if the node is not a list. */
export function listItemsIn(node: ConfigNode | undefined): readonly ConfigNode[] {
  return node?.kind === 'list' ? node.items : [];
}

/** Why a document cannot be read, or not wholly. */
export interface TextFault {
  readonly kind: 'syntax' | 'twice' | 'anchor' | 'merge' | 'directive' | 'root' | 'tooLarge' | 'unread' | 'template';
  /** The text that a message may quote: a key or an anchor; the parser's own sentence for `syntax`. */
  readonly about: string;
  readonly start: number;
  readonly end: number;
}

/** A document of a file: its readable part, and its faults. */
export interface ConfigDocument {
  readonly file: SourceFile;
  /** The part before the first fault of its syntax, if any. Undefined if there is nothing except comments. */
  readonly root: ConfigNode | undefined;
  /** The same with the parser's result for the rest: it only identifies the kind of a file. */
  readonly guessed?: ConfigNode | undefined;
  readonly faults: readonly TextFault[];
}
