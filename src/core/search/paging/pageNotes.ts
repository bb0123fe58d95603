import { numberText } from '../../../l10n/numbers';
import { RequestFailure } from '../../base/errors/failure';
import type { Hit, HitTotal } from '../wire/searchAnswer';
import type { NoPointInTime } from './pointInTime';

/** Why a result cannot be gone on with beyond the window. */
export type PagingStop = NoPointInTime['why'] | { readonly member: string };

function because(stop: PagingStop): string {
  if (typeof stop === 'object') return `no engine goes on from there with ${stop.member} in the body`;
  if (stop === 'forbidden') return 'this user may not open a point in time to go further';
  return stop === 'empty'
    ? 'no point in time can be opened where no index fits'
    : 'this engine has no point in time to go further';
}

function instead(stop: PagingStop): string {
  if (stop === 'forbidden') {
    return 'Narrow the query, reverse the sort to see the other end, or ask for the right to open a point in time.';
  }
  return typeof stop === 'object'
    ? `Narrow the query, or take ${stop.member} out.`
    : 'Narrow the query, or reverse the sort to see the other end.';
}

/** Where paging ends: the engine's own number, where it comes from, why one cannot go on, and what to do. */
function stopWords(limit: number, stop: PagingStop): readonly [sentence: string, nextStep: string] {
  const sentence = `This index shows its first ${numberText(limit)} hits (index.max_result_window), and ${because(stop)}.`;
  return [sentence, instead(stop)];
}

export function stopNote(limit: number, stop: PagingStop): string {
  return stopWords(limit, stop).join(' ');
}

export function stopFailure(limit: number, stop: PagingStop): RequestFailure {
  const [sentence, nextStep] = stopWords(limit, stop);
  return new RequestFailure({ kind: 'rejected', sentence, nextStep });
}

/** What to know of a sorted result that is paged through by offset. */
export function shiftingNote(stop: PagingStop | undefined): string {
  const why = stop === undefined ? 'No point in time could be opened now' : capital(because(stop));
  return `${why}, so hits can repeat or be passed over while documents are added.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What the first page in a point in time says of the seam before it.
 *
 * @param shown the live page that ends there, where one was seen
 * @param inside the hits at the same place in the point in time
 */
export function boundaryNote(at: number, shown: readonly Hit[] | undefined, inside: readonly Hit[]): string {
  const fixed = `From hit ${numberText(at + 1)} on the result is fixed in a point in time`;
  if (shown === undefined) return `${fixed}, so the order may differ from pages seen before.`;
  const names = new Set(inside.map(nameOf));
  const missing = shown.filter((hit) => !names.has(nameOf(hit))).length;
  const isSame = missing === 0 && shown.length === inside.length && shown.every((hit, i) => sameName(hit, inside[i]));
  if (isSame) return `${fixed}. The page before it was compared, and its order is the same there.`;
  if (missing === 0) return `${fixed}, where the order of the page before it differs.`;
  const many = `up to ${numberText(missing)} ${missing === 1 ? 'hit' : 'hits'}`;
  return `The index changed while you were paging. ${fixed}; ${many} may come again.`;
}

const nameOf = ({ index, id }: Hit): string => JSON.stringify([index, id]);
const sameName = (hit: Hit, other: Hit | undefined): boolean => other !== undefined && nameOf(hit) === nameOf(other);

export const reopenedNote = 'The engine no longer held the result. It was reopened and may have moved.';

export const absentNote =
  'Run the search again when these shards are back: until then this result goes on without them.';

export const notReopenedNote =
  'Part of the engine no longer holds the result, and it could not be reopened now. Run the search again when all of the engine answers.';

/** The result is to be opened again before this page is shown. */
export function lostFailure(): RequestFailure {
  return new RequestFailure({
    kind: 'notFound',
    sentence: 'The engine no longer holds this result.',
    nextStep: 'Run the search again.',
  });
}

export const withoutHighlightNote =
  'Nothing is highlighted, because the engine refuses to analyze texts as long as some of these for it.';

/** Of an answer that does not keep to what was asked, such as one that was kept for another search. */
export const tooManyNote = (came: number, asked: number): string =>
  `The answer has ${numberText(came)} hits though ${numberText(asked)} were asked for. The others are left out.`;

/** Of hits that were counted and come nowhere: engines pass over documents in some orders (review, bug 1). */
export function lossNote({ value, relation }: HitTotal, end: number): string {
  const counted = `${relation === 'eq' ? '' : 'at least '}${numberText(value)}`;
  return `The engine counted ${counted} hits, but gives none behind the first ${numberText(end)} in this order. Sort by another field to find the others.`;
}

export const unsteadyNote =
  'The engine changed the order between two pages, so hits may be missing or come twice. Sort by another field to find all.';
