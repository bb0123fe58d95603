import { canceledFailure } from '../../base/errors/failure';
import { refusesHighlight } from '../wire/highlight';
import type { HitTotal, SearchAnswer } from '../wire/searchAnswer';
import { windowLimit } from '../wire/searchFailure';
import { pitCountOf } from './exactCount';
import { absentNote, lossNote, stopNote, tooManyNote, unsteadyNote, withoutHighlightNote } from './pageNotes';
import type { SearchPage } from './pager';
import type { ResultState } from './resultState';
import type { AnsweredSearch } from './sendSearch';

/** A page from its responses in order: usually one. */
export function assemblePage(
  state: ResultState,
  parts: readonly AnsweredSearch[],
  { from, size, asked, notes }: Pick<SearchPage, 'from' | 'size' | 'asked' | 'notes'>,
): SearchPage {
  const { search, requests, place } = state;
  const [first] = parts;
  if (first === undefined) throw canceledFailure();
  requests.takeSummary(first.answer);
  const answers = parts.map(({ answer }) => answer);
  const came = answers.flatMap((answer) => answer.hits);
  const partial = [...new Set(answers.flatMap((answer) => answer.partial))];
  if (place.kind === 'frozen' && place.pointInTime.missing !== undefined) partial.push(place.pointInTime.missing);
  const { aggregations } = requests;
  const refused = answers.flatMap(({ partialReasons = [] }) => partialReasons.flat());
  const isHighlightRefused = refused.some(refusesHighlight);
  const [refusedWindow] = refused.flatMap((detail) => windowLimit({ detail }) ?? []);
  const { partialReasons: _, ...about } = first.answer;
  const page: SearchPage = {
    ...about,
    hits: came.slice(0, size),
    partial,
    ...(isHighlightRefused && { isHighlightRefused }),
    ...(refusedWindow !== undefined && { refusedWindow }),
    tookMs: sumOf(answers.map(({ tookMs }) => tookMs)),
    ...(aggregations !== undefined && { aggregations }),
    search,
    from,
    size,
    asked,
    ...(from + size > state.window.limit && { isBehindWindow: true }),
    hasPrevious: from > 0,
    hasNext: false,
    notes: [
      ...notes,
      ...(requests.isHighlighted ? [] : [withoutHighlightNote()]),
      ...(came.length > size ? [tooManyNote(came.length, size)] : []),
      ...(asked === 'point in time' && answers.some((answer) => answer.hasAbsentShards) ? [absentNote()] : []),
    ],
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    sent: first.sent,
  };
  return upToDate(state, page);
}

/** Adds the current knowledge about the whole result: the total, whether there is a next page, where paging ends. */
export function upToDate(state: ResultState, page: SearchPage): SearchPage {
  const { place, window } = state;
  const total = totalOf(state, page);
  // If hits were repeated, the end is after the total.
  const isShifted = page.asked === 'point in time' && place.kind === 'frozen' && place.pit.isShifted;
  const more = goesOn({ ...page, total: isShifted ? undefined : total }, page.from, page.size);
  const isAtEnd = window.isKnown && page.from + page.size >= window.limit;
  const stop = place.kind === 'stopped' && isAtEnd ? place.stop : undefined;
  const found = [
    ...(more && stop !== undefined ? [stopNote(window.limit, stop)] : []),
    ...(page.asked === 'point in time' && !isShifted ? lossNotes(state, page, total) : []),
  ];
  return {
    ...page,
    total,
    ...(total !== undefined && total === state.counted && { isTotalLater: true }),
    hasNext: more && stop === undefined,
    notes: [...page.notes, ...found.filter((note) => !page.notes.includes(note))],
  };
}

function totalOf({ place, counted }: ResultState, page: SearchPage): HitTotal | undefined {
  if (page.asked === 'point in time' && place.kind === 'frozen') return place.pit.total;
  // Hits of shards that did not respond are not in the total.
  const pageTotal = page.total === undefined ? undefined : pitCountOf(page.total, page.partial);
  if (counted === undefined || pageTotal?.relation === 'eq') return pageTotal;
  return counted.value >= (pageTotal?.value ?? 0) ? counted : pageTotal;
}

/** Notes of a page in a point in time about hits that the engine counted but does not return. */
function lossNotes(
  { place }: ResultState,
  { from, hits, size, partial }: SearchPage,
  total: HitTotal | undefined,
): readonly string[] {
  const end = from + hits.length;
  const isEnd = hits.length < size && partial.length === 0;
  return [
    ...(place.kind === 'frozen' && place.pit.isUnsteady ? [unsteadyNote()] : []),
    ...(isEnd && total !== undefined && total.value > end ? [lossNote(total, end)] : []),
  ];
}

/** Whether more hits follow, as far as known: none after an incomplete page, unless shards failed. */
export function goesOn(
  { total, hits, partial }: Pick<SearchAnswer, 'total' | 'hits' | 'partial'>,
  from: number,
  size: number,
): boolean {
  if (hits.length === 0) return false;
  if (hits.length < size) return partial.length > 0 && total !== undefined && total.value > from + size;
  return total?.relation !== 'eq' || total.value > from + size;
}

function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}
