import type { PlacedText } from '../source/placedText';

interface Keyed {
  /** The key that begins it. */
  readonly key: PlacedText;
}

/** A value of a configuration, by its type. Lacks fields that are off or ignored. */
export type Decoded =
  | DecodedStruct
  | (Keyed & { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Keyed & { readonly value: Decoded }> })
  | (Keyed & { readonly kind: 'list'; readonly items: readonly DecodedStruct[] })
  /** A list of plain values. */
  | (Keyed & { readonly kind: 'texts'; readonly items: readonly PlacedText[] })
  /** A plain value. Numbers and booleans stay texts, which have the right form. */
  | (Keyed & { readonly kind: 'text'; readonly text: PlacedText })
  /** The options of a plugin. */
  | (Keyed & { readonly kind: 'raw' });

export interface DecodedStruct extends Keyed {
  readonly kind: 'struct';
  /** By their documented names: `entryPoints`. */
  readonly fields: ReadonlyMap<string, Decoded>;
  /** Whether it may as well be off, because what switches it on is not known: `tls=${TLS}`. */
  readonly mayBeOff?: boolean | undefined;
}

export function structIn(from: DecodedStruct | undefined, name: string): DecodedStruct | undefined {
  const found = from?.fields.get(name);
  return found?.kind === 'struct' ? found : undefined;
}

/** The entries of a map, in the order that Traefik reads them. */
export function entriesIn(
  from: DecodedStruct | undefined,
  name: string,
): readonly (Keyed & { readonly value: Decoded })[] {
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
