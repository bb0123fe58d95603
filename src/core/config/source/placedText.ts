/** A file with declarations: its text, and the path that identifies it. */
export interface SourceFile {
  /** As the caller names it: relative or absolute, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** The folder of a file with the final slash; empty if its path has none. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** A place in a file, in UTF-16 units; `end` is exclusive. */
export interface SourceRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Whether a place is in one of some ranges, which are in order and do not overlap. */
export function isWithin(ranges: readonly Pick<SourceRange, 'start' | 'end'>[], at: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low];
  return found !== undefined && at >= found.start;
}

/** A text that a file declares: its value after unquoting, and its place in the file. */
export interface PlacedText {
  /** `unknownPart` stands for each unknown part. */
  readonly value: string;
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  /**
   * How the value's units map to the file: as in the file, at these offsets (with that of the end), or in a form
   * without places. Undefined until a caller needs a part.
   */
  readonly places?: 'verbatim' | 'none' | readonly number[] | undefined;
}

/** Stands for text that is known only at run time, such as a variable. A private character: no configuration has it. */
export const unknownPart = '\uE000';

/** Where a text of a file stands. */
export type TextPlace = Pick<PlacedText, 'file' | 'start' | 'end'>;

export function rangeOf({ file, start, end }: TextPlace): SourceRange {
  return { path: file.path, start, end };
}

/** The text of the file at a place, as it is written there. */
export function writtenAt({ file, start, end }: TextPlace): string {
  return file.text.slice(start, end);
}

export function placedAt({ file, start, end }: TextPlace, value: string): PlacedText {
  return { value, file, start, end };
}

/** Whether every part of a text is known. */
export function isKnown(value: string): boolean {
  return !value.includes(unknownPart);
}

/** Characters that a source may have in addition to the value: escapes, doubled signs, line breaks, and indentation. */
const skipped = /[\s\\$'"]/;

/** Callers take several parts of one text, and each needs its places. */
const placed = new WeakMap<PlacedText, PlacedText>();

/** The text with its places, so that one pass can place any number of parts of it. */
export function withPlaces(text: PlacedText): PlacedText {
  if (text.places !== undefined) return text;
  const known = placed.get(text) ?? placedIn(text);
  placed.set(text, known);
  return known;
}

function placedIn(text: PlacedText): PlacedText {
  const { value, file, start, end } = text;
  if (end - start === value.length && file.text.startsWith(value, start)) return { ...text, places: 'verbatim' };
  const source = writtenAt(text);
  const places: number[] = [];
  let at = 0;
  for (const wanted of value.split('')) {
    while (at < source.length && source[at] !== wanted && skipped.test(source[at] ?? '')) at++;
    const isThere = source[at] === wanted;
    // The loop has already passed a line break that was folded into a space.
    if (!isThere && wanted !== ' ' && wanted !== '\n') return { ...text, places: 'none' };
    places.push(start + at);
    if (isThere) at++;
  }
  places.push(start + at);
  return { ...text, places };
}

/**
 * A part of a declared text, as a text of its own: `from` and `to` are indexes into its value.
 *
 * @returns its exact place if known, otherwise that of the whole text
 */
export function partOf(text: PlacedText, from: number, to: number): PlacedText {
  const value = text.value.slice(from, to);
  const { file, start, end, places } = withPlaces(text);
  if (places === 'verbatim') return { value, file, start: start + from, end: start + to, places };
  if (places === 'none' || places === undefined) return { value, file, start, end, places };
  const [first = start, last = end] = [places[from], places[to]];
  return { value, file, start: first, end: Math.max(first, last), places: places.slice(from, to + 1) };
}

export function trimmedText(text: PlacedText): PlacedText {
  const { value } = text;
  const from = value.length - value.trimStart().length;
  return partOf(text, from, Math.max(from, value.trimEnd().length));
}

/** Items of a list in one text, split at a sign and trimmed, each with its place. */
export function itemsOf(list: PlacedText, sign: string): readonly PlacedText[] {
  const text = withPlaces(list);
  const items: PlacedText[] = [];
  let from = 0;
  for (const item of text.value.split(sign)) {
    const lead = item.length - item.trimStart().length;
    const start = from + lead;
    items.push(partOf(text, start, start + item.trim().length));
    from += item.length + sign.length;
  }
  return items;
}
