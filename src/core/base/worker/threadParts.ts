/**
 * A message to another thread is copied, and neither side can do anything else until the copy is complete: a list of a
 * million names holds the event loop for seconds. So long lists, maps and texts in a message go in parts, at any depth.
 */

/** About as many values as are copied in some milliseconds. */
const largestPart = 10_000;
/** This many characters are copied as fast as one value. */
const textOfValue = 64;
/** UTF-16 units of a text that are copied at once: a few milliseconds. */
const longestText = 2 ** 22;
/** A value that is nested deeper is copied at once. */
const deepest = 20;

type Path = readonly (string | number)[];

/** Items to append to the list at a path, entries for the map there, or more of the text there. */
export type ThreadPart =
  | { readonly at: Path; readonly items: readonly unknown[] }
  | { readonly at: Path; readonly text: string };

/** The same value without its long parts, and the number of values that are left. */
interface Cut {
  readonly value: unknown;
  readonly weight: number;
}

/**
 * Takes long lists, maps and texts out of values. Does not change the values themselves.
 *
 * @returns the values without them, and the parts in the order in which `addPart` adds them
 */
export function splitForThread(values: readonly unknown[]) {
  /** Parts within a list are found before the list, and can be added only after it. */
  const found: ThreadPart[][] = [];
  const path: (string | number)[] = [];

  const below = (key: string | number, value: unknown): Cut => {
    path.push(key);
    const cut = cutValue(value);
    path.pop();
    return cut;
  };

  function cutValue(value: unknown): Cut {
    if (typeof value === 'string') return cutText(value);
    if (typeof value !== 'object' || value === null || path.length > deepest) return { value, weight: 1 };
    if (Array.isArray(value)) return cutList(value);
    if (value instanceof Map) return cutMap(value);
    return isPlain(value) ? cutRecord(value) : { value, weight: 1 };
  }

  function cutText(text: string): Cut {
    if (text.length <= longestText) return { value: text, weight: 1 + Math.floor(text.length / textOfValue) };
    const at = [...path];
    const pieces: ThreadPart[] = [];
    for (let from = 0; from < text.length; from += longestText) {
      pieces.push({ at, text: text.slice(from, from + longestText) });
    }
    found.push(pieces);
    return { value: '', weight: 1 };
  }

  function cutList(list: readonly unknown[]): Cut {
    const cuts = list.map((item, at) => below(at, item));
    const weight = weightOf(cuts);
    const isSame = cuts.every(({ value }, at) => value === list[at]);
    if (weight <= largestPart) return { value: isSame ? list : cuts.map(({ value }) => value), weight };
    found.push(runsOf(cuts, [...path]));
    return { value: [], weight: 1 };
  }

  /** The contents of its entries are not cut any further. */
  function cutMap(map: ReadonlyMap<unknown, unknown>): Cut {
    const cuts = [...map].map((entry): Cut => ({ value: entry, weight: 2 }));
    const weight = weightOf(cuts);
    if (weight <= largestPart) return { value: map, weight };
    found.push(runsOf(cuts, [...path]));
    return { value: new Map(), weight: 1 };
  }

  function cutRecord(record: Readonly<Record<string, unknown>>): Cut {
    const cuts = Object.entries(record).map(([key, value]) => ({ key, ...below(key, value) }));
    const isSame = cuts.every(({ key, value }) => value === record[key]);
    const value = isSame ? record : Object.fromEntries(cuts.map((each) => [each.key, each.value]));
    return { value, weight: weightOf(cuts) };
  }

  const head = values.map((value, at) => below(at, value).value);
  return { head, parts: found.reverse().flat() };
}

function weightOf(cuts: readonly Cut[]): number {
  return cuts.reduce((sum, { weight }) => sum + weight, 1);
}

/** The items in parts, each of which is copied in some milliseconds. */
function runsOf(cuts: readonly Cut[], at: Path): ThreadPart[] {
  const runs: unknown[][] = [];
  let left = 0;
  for (const { value, weight } of cuts) {
    if (weight > left) {
      runs.push([]);
      left = largestPart;
    }
    runs.at(-1)?.push(value);
    left -= weight;
  }
  return runs.map((items) => ({ at, items }));
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  return Object.getPrototypeOf(value) === Object.prototype;
}

/** Adds a part at its path, in a copy of a head. */
export function addPart(head: unknown, part: ThreadPart): void {
  const last = part.at.at(-1) ?? 0;
  let holder = head as Record<string | number, unknown>;
  for (const key of part.at.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  const place = holder[last];
  if ('text' in part) holder[last] = `${place}${part.text}`;
  else if (place instanceof Map) for (const entry of part.items as [unknown, unknown][]) place.set(...entry);
  else for (const item of part.items) (place as unknown[]).push(item);
}
