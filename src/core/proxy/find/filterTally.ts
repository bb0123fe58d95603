import type { FilterColumns } from './filterColumns';
import { type FilterFacet, filterFacets, routerFacets } from './filterWords';
import { asksOfRoutersOnly, type ItemFilter } from './itemFilter';

/** The condition that each item fails: 0 for none, OUT for more than one, otherwise the mark of one group. */
export interface FilterTally {
  readonly filter: ItemFilter;
  readonly state: Uint8Array;
  readonly matching: number;
  readonly matchingRouters: number;
  readonly total: number;
}

const passesMark = 0;
const outMark = 255;
/** Words fail as one group, and so do exclusions; the marks of the facets follow. */
const wordsMark = 1;
const excludedMark = 2;
const codeOf = (facet: FilterFacet): number => 3 + filterFacets.indexOf(facet);

/** Marks the items that pass a filter. */
export function tallyOf(columns: FilterColumns, filter: ItemFilter, showsInternal: boolean): FilterTally {
  const { size, internal, routers } = columns;
  const state = new Uint8Array(size);
  let total = size;
  if (!showsInternal) {
    for (let at = 0; at < size; at++) {
      if (internal[at] === 1) {
        state[at] = outMark;
        total--;
      }
    }
  }
  /** An item with a mark other than `good` fails the group. */
  const fail = (code: number, marks: Uint8Array, good: 0 | 1): void => {
    for (let at = 0; at < size; at++) {
      if (marks[at] === good || state[at] === code) continue;
      state[at] = state[at] === passesMark ? code : outMark;
    }
  };
  for (const word of filter.words) fail(wordsMark, columns.withWord(word), 1);
  for (const facet of filterFacets) {
    if (filter[facet].length > 0) fail(codeOf(facet), marksOf(columns, facet, filter[facet]), 1);
    const unwanted = filter.without[facet];
    if (unwanted.length > 0) fail(excludedMark, marksOf(columns, facet, unwanted), 0);
  }
  for (const word of filter.without.words) fail(excludedMark, columns.withWord(word), 0);
  if (asksOfRoutersOnly(filter.without)) fail(outMark, routers, 1);
  let [matching, matchingRouters] = [0, 0];
  for (let at = 0; at < size; at++) {
    if (state[at] !== passesMark) continue;
    matching++;
    matchingRouters += routers[at] ?? 0;
  }
  return { filter, state, matching, matchingRouters, total };
}

function marksOf(columns: FilterColumns, facet: FilterFacet, values: readonly string[]): Uint8Array {
  const marks = new Uint8Array(columns.size);
  for (const value of values) mark(marks, columns.positions(facet, value));
  return marks;
}

function mark(marks: Uint8Array, positions: Uint32Array): void {
  for (let nth = 0; nth < positions.length; nth++) marks[positions[nth] ?? 0] = 1;
}

/** The number of a value's items that pass, or fail by this facet alone: values of one kind are alternatives. */
export function countOf({ state }: FilterTally, columns: FilterColumns, facet: FilterFacet, value: string): number {
  const positions = columns.positions(facet, value);
  return countWith(state, positions, codeOf(facet));
}

/** The number of positions whose state is 0 or `other`. A loop of its own, because it is slower in a generator. */
function countWith(state: Uint8Array, positions: Uint32Array, other: number): number {
  let count = 0;
  for (let nth = 0; nth < positions.length; nth++) {
    const one = state[positions[nth] ?? 0];
    if (one === passesMark || one === other) count++;
  }
  return count;
}

/** The number of items that pass without a value; of values that only routers have, the number of routers. */
export function countWithout(tally: FilterTally, columns: FilterColumns, facet: FilterFacet, value: string): number {
  const unwanted = columns.positions(facet, value);
  const all = routerFacets.some((one) => one === facet) ? tally.matchingRouters : tally.matching;
  return all - countWith(tally.state, unwanted, passesMark);
}

/** The number of items that fail by a facet alone. */
export function failingBy({ state }: FilterTally, facet: FilterFacet): number {
  const code = codeOf(facet);
  let count = 0;
  for (let at = 0; at < state.length; at++) if (state[at] === code) count++;
  return count;
}
