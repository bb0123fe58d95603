import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { isKnown, itemsOf, type PlacedText, rangeOf, trimmedText } from '../source/placedText';
import { type ConfigField, type ConfigType, fieldsOfStruct } from './configTypes';
import type { Decoded, DecodedStruct } from './decoded';
import { isGoBool, isGoDuration, isGoFloat, isGoInt, isGoInt32 } from './goValues';
import { type IgnoredPart, ignoredValue } from './ignoredPart';
import type { DecodeFault, UntypedNode } from './untypedNode';

interface Decoding {
  readonly source: 'labels' | 'files';
  readonly faults: DecodeFault[];
  readonly ignored: IgnoredPart[];
  readonly fieldsOf: FieldsOf;
}

/** The fields of a struct by their names in lower case. */
type FieldsOf = (struct: string) => ReadonlyMap<string, ConfigField>;

/**
 * Gives the nodes of labels or of a file their types, as Traefik does (AddMetadata and Fill of
 * github.com/traefik/paerser 0.2.2). Traefik stops at the first fault and uses nothing; this function reports all
 * faults, and reads the rest.
 *
 * @param struct the name of the type in `dynamicTypes` or `providerTypes`, or in the types that `fieldsOf` knows
 * @param ignored receives the parts that Traefik accepts and does not use
 */
export function decodeStruct(
  struct: string,
  { key, children }: Pick<UntypedNode, 'key' | 'children'>,
  source: 'labels' | 'files',
  faults: DecodeFault[],
  ignored: IgnoredPart[] = [],
  fieldsOf: FieldsOf = fieldsOfStruct,
): DecodedStruct {
  return structOf(struct, key, children, { source, faults, ignored, fieldsOf });
}

function structOf(
  struct: string,
  key: PlacedText,
  children: readonly UntypedNode[],
  decoding: Decoding,
): DecodedStruct {
  const fields = new Map<string, Decoded>();
  for (const child of children) {
    const field = fieldNamed(struct, child.name, decoding);
    if (field === undefined) {
      // A name with an unknown part matches any.
      if (isKnown(child.name)) {
        const known = namesOfFields(struct, decoding);
        decoding.faults.push({ kind: 'unknownField', at: child.key, known });
      }
      continue;
    }
    const value = fieldValueOf(field, child, decoding);
    if (value !== undefined) fields.set(field.name, merged(fields.get(field.name), value));
  }
  return { kind: 'struct', key, fields };
}

/** The fields of this format, by their names in it. */
function namesOfFields(struct: string, { source, fieldsOf }: Decoding): readonly string[] {
  return [...fieldsOf(struct).values()].flatMap(({ name, nameInLabels, readIn }) => {
    if (readIn !== 'both' && readIn !== source) return [];
    return source === 'labels' ? (nameInLabels ?? name) : name;
  });
}

function fieldNamed(struct: string, name: string, { source, fieldsOf }: Decoding): ConfigField | undefined {
  const fields = fieldsOf(struct);
  const small = name.toLowerCase();
  if (source === 'labels') {
    for (const field of fields.values()) if (field.nameInLabels === small) return field;
  }
  const field = fields.get(small);
  return field?.nameInLabels !== undefined && source === 'labels' ? undefined : field;
}

/** A file may have a section in several spellings: the contents of the later ones are added to the first. */
function merged(one: Decoded | undefined, other: Decoded): Decoded {
  if (one?.kind === 'struct' && other.kind === 'struct') {
    return { ...other, fields: added(one.fields, other.fields) };
  }
  if (one?.kind === 'map' && other.kind === 'map') {
    return { ...other, entries: added(one.entries, other.entries) };
  }
  return other;
}

/** Into the map itself, which has no other owner: copies of it would grow with the number of spellings. */
function added<T>(into: ReadonlyMap<string, T>, more: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const whole = into as Map<string, T>;
  for (const [name, value] of more) whole.set(name, value);
  return whole;
}

/** Undefined if the field is off or ignored here. */
function fieldValueOf(field: ConfigField, node: UntypedNode, decoding: Decoding): Decoded | undefined {
  const { type } = field;
  const isOwn = type.kind === 'struct' || type.kind === 'map';
  const isIgnored = field.readIn === 'nowhere' || (field.readIn !== 'both' && field.readIn !== decoding.source);
  if (isOwn && node.children.length === 0 && !field.mayBeEmpty && !isIgnored) {
    decoding.faults.push({ kind: 'standalone', at: node.key });
    return undefined;
  }
  const isOff = isIgnored || (isOwn && field.mayBeEmpty && isKnown(node.value) && isSwitchedOff(node.value));
  if (isIgnored) {
    decoding.ignored.push({ kind: field.readIn === 'files' ? 'elsewhere' : 'nowhere', at: node.key, name: field.name });
  } else if (isOff) {
    for (const part of ignoredValue(field.name, node.text)) decoding.ignored.push(part);
  }
  // A part that is off needs valid names, but not valid values.
  const faults: DecodeFault[] = [];
  const ignored = isOff ? [] : decoding.ignored;
  const value = typed(type, node, { ...decoding, faults, ignored }, field.nameInLabels !== undefined);
  for (const fault of faults) if (!isOff || isFaultOfNames(fault)) decoding.faults.push(fault);
  if (isOff) return undefined;
  return value?.kind === 'struct' && field.mayBeEmpty && !isKnown(node.value) ? { ...value, mayBeOff: true } : value;
}

function isSwitchedOff(value: string): boolean {
  return value !== '' && value.toLowerCase() !== 'true';
}

function isFaultOfNames({ kind }: DecodeFault): boolean {
  return kind === 'unknownField' || kind === 'standalone' || kind === 'hasChildren';
}

function typed(type: ConfigType, node: UntypedNode, decoding: Decoding, isOneItem: boolean): Decoded | undefined {
  const { key } = node;
  switch (type.kind) {
    case 'struct':
      return structOf(type.name, key, node.children, decoding);
    case 'map':
      return mapOf(type.of, node, decoding);
    case 'list':
      return listOf(type.of, node, decoding, isOneItem);
    case 'raw':
      return { kind: 'raw', key };
    default: {
      if (node.children.length > 0) {
        decoding.faults.push({ kind: 'hasChildren', at: node.key });
        return undefined;
      }
      const text = node.text ?? { ...key, value: '' };
      if (!hasForm(type.kind, text.value)) decoding.faults.push({ kind: type.kind, at: text } as DecodeFault);
      return { kind: 'text', key, text };
    }
  }
}

const forms = { bool: isGoBool, int: isGoInt, int32: isGoInt32, float: isGoFloat, duration: isGoDuration } as const;

function hasForm(kind: keyof typeof forms | 'string', value: string): boolean {
  return kind === 'string' || !isKnown(value) || forms[kind](value);
}

function mapOf(type: ConfigType, node: UntypedNode, decoding: Decoding): Decoded {
  const entries = new Map<string, { readonly key: PlacedText; readonly value: Decoded }>();
  for (const child of node.children) {
    const value =
      type.kind === 'struct'
        ? structOf(type.name, child.key, child.children, decoding)
        : typed(type, { ...child, children: [] }, decoding, false);
    if (value !== undefined) entries.set(child.name, { key: child.key, value });
  }
  return { kind: 'map', key: node.key, entries };
}

function listOf(type: ConfigType, node: UntypedNode, decoding: Decoding, isOneItem: boolean): Decoded {
  const { key, children } = node;
  if (type.kind === 'struct') {
    if (decoding.source === 'labels' && isOneItem) {
      if (children.length === 0) decoding.faults.push({ kind: 'emptyList', at: key });
      return { kind: 'list', key, items: [structOf(type.name, key, children, decoding)] };
    }
    const items = children.map((child) => structOf(type.name, child.key, child.children, decoding));
    return { kind: 'list', key, items };
  }
  for (const child of children) {
    for (const below of child.children) decoding.faults.push({ kind: 'unknownField', at: below.key });
    if (child.children.length === 0) decoding.ignored.push(ignoredItem(node, child));
  }
  const inText = node.text === undefined || node.value === '' ? [] : itemsOf(node.text, ',');
  const items = node.items === undefined ? inText : node.items.map(trimmedText);
  if (isPlain(type)) {
    for (const at of items)
      if (!hasForm(type.kind, at.value)) decoding.faults.push({ kind: type.kind, at } as DecodeFault);
  }
  return { kind: 'texts', key, items };
}

function isPlain(type: ConfigType): type is { readonly kind: keyof typeof forms } {
  return type.kind in forms;
}

/** The parts below a list of plain values. An index that is alone may be omitted. */
function ignoredItem({ key, children, text }: UntypedNode, child: UntypedNode): IgnoredPart {
  const { file, start, end } = child.key;
  const isIndex = /^\[\d+\]$/.test(child.name) && file.text.slice(start, end) === child.name;
  const isAlone = children.length === 1 && text === undefined;
  const title = l10n.t('Remove “{0}”', quoted(child.name));
  const fix = isIndex && isAlone ? { range: rangeOf(child.key), text: '', title } : undefined;
  return { kind: 'below', at: child.key, name: key.value, fix };
}
