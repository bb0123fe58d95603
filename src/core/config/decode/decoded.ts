import type { PlacedText } from '../source/placedText';

/** A value of a configuration, by its type. Lacks fields that are off or ignored. */
export type Decoded = DecodedStruct | DecodedMap | DecodedList | DecodedTexts | DecodedText | DecodedRaw;

export interface DecodedStruct {
  readonly kind: 'struct';
  /** The key that begins it. */
  readonly key: PlacedText;
  /** By their documented names: `entryPoints`. */
  readonly fields: ReadonlyMap<string, Decoded>;
}

interface DecodedMap {
  readonly kind: 'map';
  readonly key: PlacedText;
  readonly entries: ReadonlyMap<string, { readonly key: PlacedText; readonly value: Decoded }>;
}

/** A list of structs. */
interface DecodedList {
  readonly kind: 'list';
  readonly key: PlacedText;
  readonly items: readonly DecodedStruct[];
}

/** A list of plain values. */
interface DecodedTexts {
  readonly kind: 'texts';
  readonly key: PlacedText;
  readonly items: readonly PlacedText[];
}

/** A plain value. Numbers and booleans stay texts, which have the right form. */
interface DecodedText {
  readonly kind: 'text';
  readonly key: PlacedText;
  readonly text: PlacedText;
}

/** The options of a plugin. */
interface DecodedRaw {
  readonly kind: 'raw';
  readonly key: PlacedText;
}

export function structIn(from: DecodedStruct | undefined, name: string): DecodedStruct | undefined {
  const found = from?.fields.get(name);
  return found?.kind === 'struct' ? found : undefined;
}

/** The entries of a map, in the order that Traefik reads them. */
export function entriesIn(
  from: DecodedStruct | undefined,
  name: string,
): readonly { readonly key: PlacedText; readonly value: Decoded }[] {
  const found = from?.fields.get(name);
  return found?.kind === 'map' ? [...found.entries.values()] : [];
}

export function structsIn(from: DecodedStruct | undefined, name: string): readonly DecodedStruct[] {
  const found = from?.fields.get(name);
  return found?.kind === 'list' ? found.items : [];
}

/** A plain value; undefined if there is none, or if it is empty, which Traefik treats as none. */
export function decodedText(from: DecodedStruct | undefined, name: string): PlacedText | undefined {
  const found = from?.fields.get(name);
  return found?.kind === 'text' && found.text.value !== '' ? found.text : undefined;
}

export function textsIn(from: DecodedStruct | undefined, name: string): readonly PlacedText[] {
  const found = from?.fields.get(name);
  return found?.kind === 'texts' ? found.items : [];
}
