/**
 * Results of jobs are copied from thread to thread, and whoever receives a copy can do nothing else until it is whole: a list
 * of a million names holds the event loop for seconds. So lists and maps in a result come in parts, wherever they are in it.
 */

/** About as many values as are copied in some milliseconds. */
const LARGEST_PART = 10_000;
/** Characters that are copied as fast as one value. */
const TEXT_OF_VALUE = 64;
/** Results are not nested deeper: what is, is copied at once. */
const DEEPEST = 20;

type Path = readonly (string | number)[];

/** Items that belong at the end of the list at a place of the result, or entries of the map there. */
export interface ResultPart {
  readonly at: Path;
  readonly items: readonly unknown[];
}

/** A result without its long lists and maps, and what belongs into them, in the order in which it can be put there. */
interface CutResult {
  readonly result: unknown;
  readonly parts: readonly ResultPart[];
}

/** The same value without its long lists, and how many values are left in it. */
interface Cut {
  readonly value: unknown;
  readonly weight: number;
}

/** Takes the long lists out of a result; what is short stays as it is. The result itself is not changed. */
export function cutResult(result: unknown): CutResult {
  /** A list within another one is found before it, and can be put there only after it. */
  const lists: ResultPart[][] = [];
  const path: (string | number)[] = [];

  const below = (key: string | number, value: unknown): Cut => {
    path.push(key);
    const found = cut(value);
    path.pop();
    return found;
  };

  function cut(value: unknown): Cut {
    if (typeof value === 'string') return { value, weight: 1 + Math.floor(value.length / TEXT_OF_VALUE) };
    if (typeof value !== 'object' || value === null || path.length > DEEPEST) return { value, weight: 1 };
    if (Array.isArray(value)) return cutList(value);
    if (value instanceof Map) return cutMap(value);
    return isPlain(value) ? cutRecord(value) : { value, weight: 1 };
  }

  function cutList(list: readonly unknown[]): Cut {
    const cuts = list.map((item, at) => below(at, item));
    const weight = weightOf(cuts);
    const isSame = cuts.every(({ value }, at) => value === list[at]);
    if (weight <= LARGEST_PART) return { value: isSame ? list : cuts.map(({ value }) => value), weight };
    lists.push(runsOf(cuts, [...path]));
    return { value: [], weight: 1 };
  }

  /** What is in its entries is not cut any further. */
  function cutMap(map: ReadonlyMap<unknown, unknown>): Cut {
    const cuts = [...map].map((entry): Cut => ({ value: entry, weight: 2 }));
    const weight = weightOf(cuts);
    if (weight <= LARGEST_PART) return { value: map, weight };
    lists.push(runsOf(cuts, [...path]));
    return { value: new Map(), weight: 1 };
  }

  function cutRecord(record: Readonly<Record<string, unknown>>): Cut {
    const cuts = Object.entries(record).map(([key, value]) => ({ key, ...below(key, value) }));
    const isSame = cuts.every(({ key, value }) => value === record[key]);
    const value = isSame ? record : Object.fromEntries(cuts.map((each) => [each.key, each.value]));
    return { value, weight: weightOf(cuts) };
  }

  const { value } = cut(result);
  return { result: value, parts: lists.reverse().flat() };
}

function weightOf(cuts: readonly Cut[]): number {
  return cuts.reduce((sum, { weight }) => sum + weight, 1);
}

/** The items in parts that are copied in some milliseconds each. */
function runsOf(cuts: readonly Cut[], at: Path): ResultPart[] {
  const runs: unknown[][] = [];
  let left = 0;
  for (const { value, weight } of cuts) {
    if (weight > left) {
      runs.push([]);
      left = LARGEST_PART;
    }
    runs.at(-1)?.push(value);
    left -= weight;
  }
  return runs.map((items) => ({ at, items }));
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  return Object.getPrototypeOf(value) === Object.prototype;
}

/** Puts a part where it belongs. */
export function addPart(result: unknown, { at, items }: ResultPart): void {
  let place = result;
  for (const key of at) place = (place as Readonly<Record<string | number, unknown>>)[key];
  if (place instanceof Map)
    for (const [key, value] of items as readonly (readonly [unknown, unknown])[]) place.set(key, value);
  else for (const item of items) (place as unknown[]).push(item);
}
