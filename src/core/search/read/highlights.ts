import { highlightPost, highlightPre } from '../wire/highlight';

/** A range of a text, [from, to) in UTF-16 units. */
export type HighlightRange = readonly [from: number, to: number];

export interface HighlightedText {
  readonly text: string;
  /** In order, neither overlapping nor adjacent. */
  readonly marks: readonly HighlightRange[];
}

/** More fragments than are ever shown; a request written by hand may ask for any number. */
const mostFragments = 50;

/** By default, engines refuse to highlight longer values (`index.highlight.max_analyzed_offset`). */
const longestMarked = 1_000_000;
/**
 * A fragment is found in a value by its beginning, at a limited number of places: searching for all of it could take
 * time proportional to the product of both lengths.
 */
const longestHead = 16;
const mostPlaces = 50;

const markerPattern = new RegExp(`(${highlightPre}|${highlightPost})`, 'u');

interface HighlightMarker {
  /** Its index in the text without markers. */
  readonly at: number;
  readonly isPre: boolean;
}

interface WithoutMarkers {
  readonly text: string;
  readonly markers: readonly HighlightMarker[];
}

function strip(text: string): WithoutMarkers {
  if (!text.includes(highlightPre) && !text.includes(highlightPost)) return { text, markers: [] };
  let stripped = '';
  const found: HighlightMarker[] = [];
  for (const part of text.split(markerPattern)) {
    if (part === highlightPre || part === highlightPost) {
      found.push({ at: stripped.length, isPre: part === highlightPre });
    } else stripped += part;
  }
  return { text: stripped, markers: found };
}

const anyMarker = new RegExp(markerPattern, 'gu');

/** The text without the characters that mark matches, from any source. */
export function withoutHighlightMarkers(text: string): string {
  return text.replace(anyMarker, '');
}

/** The index of a fragment in a value; -1 if it was not found at the places tried. */
function placeOf(fragment: string, value: string): number {
  const head = fragment.slice(0, longestHead);
  let at = value.indexOf(head);
  for (let places = 1; at >= 0 && places <= mostPlaces; places++) {
    if (value.startsWith(fragment, at)) return at;
    at = value.indexOf(head, at + 1);
  }
  return -1;
}

/** Pairs markers; a marker without a partner marks nothing. */
function pair(found: readonly HighlightMarker[]): HighlightRange[] {
  const marks: HighlightRange[] = [];
  let open: number | undefined;
  for (const { at, isPre } of found) {
    if (isPre) open ??= at;
    else if (open !== undefined) {
      if (at > open) marks.push([open, at]);
      open = undefined;
    }
  }
  return marks;
}

/** The markers of a fragment that the value it was taken from lacks: the engine added them. */
function added(fragment: WithoutMarkers, value: WithoutMarkers, start: number): HighlightMarker[] {
  if (value.markers.length === 0) return [...fragment.markers];
  const own = new Map<string, number>();
  for (const { at, isPre } of value.markers) {
    const key = `${at - start} ${isPre}`;
    own.set(key, (own.get(key) ?? 0) + 1);
  }
  return fragment.markers.filter(({ at, isPre }) => {
    const key = `${at} ${isPre}`;
    const left = own.get(key) ?? 0;
    own.set(key, left - 1);
    return left <= 0;
  });
}

function merged(marks: readonly HighlightRange[]): HighlightRange[] {
  const result: [number, number][] = [];
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/**
 * A value with the engine's highlights. Characters of the document that look like marks are removed and mark nothing
 * (docs/engines.md, "Highlights": engines do not escape HTML in them). A fragment that is not part of the value, such
 * as one with HTML escapes, marks nothing either.
 *
 * @param fragments as the engine sent them, unescaped
 */
export function highlightedText(value: string, fragments: readonly string[]): HighlightedText {
  if (value.length > longestMarked) return { text: withoutHighlightMarkers(value), marks: [] };
  const whole = strip(value);
  const marks: HighlightRange[] = [];
  for (const each of fragments.slice(0, mostFragments)) {
    if (each.length > 2 * longestMarked) continue;
    const fragment = strip(each);
    const start = placeOf(fragment.text, whole.text);
    if (start < 0) continue;
    for (const [from, to] of pair(added(fragment, whole, start))) marks.push([start + from, start + to]);
  }
  return { text: whole.text, marks: merged(marks) };
}

const between = ' … ';

/**
 * Fragments of a value that is not in the response. Here nothing distinguishes the engine's marks from such characters
 * in the document; at worst, the wrong range is highlighted.
 */
export function fragmentsText(fragments: readonly string[]): HighlightedText {
  let text = '';
  const marks: HighlightRange[] = [];
  for (const each of fragments.slice(0, mostFragments)) {
    const fragment = strip(each.slice(0, longestMarked));
    if (text !== '') text += between;
    for (const [from, to] of pair(fragment.markers)) marks.push([text.length + from, text.length + to]);
    text += fragment.text;
  }
  return { text, marks };
}
