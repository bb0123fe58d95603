import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { type PluralForms, plural } from '../../../l10n/plural';
import { RequestFailure } from '../../base/errors/failure';
import type { Hit, HitTotal } from '../wire/searchAnswer';
import type { NoPointInTime } from './pointInTime';

/** The reason why a result cannot be continued beyond the window. */
export type PagingStop = NoPointInTime['why'] | { readonly member: string };

/** The sentence about the end of paging and its reason. */
function stopSentence(limit: number, stop: PagingStop): string {
  const at = numberText(limit);
  if (typeof stop === 'object') {
    return l10n.t(
      'Paging ends at hit {0} (index.max_result_window): searches with {1} cannot continue beyond it.',
      at,
      stop.member,
    );
  }
  switch (stop) {
    case 'forbidden':
      return l10n.t(
        'Paging ends at hit {0} (index.max_result_window): this user is not allowed to open a point in time.',
        at,
      );
    case 'empty':
      return l10n.t(
        'Paging ends at hit {0} (index.max_result_window): no index matches, so no point in time can be opened.',
        at,
      );
    case 'unavailable':
      return l10n.t(
        'Paging ends at hit {0} (index.max_result_window): the server does not support points in time.',
        at,
      );
  }
}

function nextStepAfter(stop: PagingStop): string {
  if (typeof stop === 'object') return l10n.t('Narrow the query, or remove {0}.', stop.member);
  return stop === 'forbidden'
    ? l10n.t('Narrow the query, reverse the sort order, or request the privilege to open a point in time.')
    : l10n.t('Narrow the query, or reverse the sort order to see the other end.');
}

export function stopNote(limit: number, stop: PagingStop): string {
  return `${stopSentence(limit, stop)} ${nextStepAfter(stop)}`;
}

export function stopFailure(limit: number, stop: PagingStop): RequestFailure {
  return new RequestFailure({
    kind: 'rejected',
    sentence: stopSentence(limit, stop),
    nextStep: nextStepAfter(stop),
  });
}

/** For a sorted result that is paged by offset. */
export function shiftingNote(stop: PagingStop | undefined): string {
  if (stop === undefined) {
    return l10n.t(
      'No point in time could be opened, so hits may appear twice or be skipped while documents are being added.',
    );
  }
  if (typeof stop === 'object') {
    return l10n.t(
      'Searches with {0} cannot use a point in time, so hits may appear twice or be skipped while documents are being added.',
      stop.member,
    );
  }
  switch (stop) {
    case 'forbidden':
      return l10n.t(
        'This user is not allowed to open a point in time, so hits may appear twice or be skipped while documents are being added.',
      );
    case 'empty':
      return l10n.t(
        'No index matches to open a point in time, so hits may appear twice or be skipped while documents are being added.',
      );
    case 'unavailable':
      return l10n.t(
        'The server does not support points in time, so hits may appear twice or be skipped while documents are being added.',
      );
  }
}

/**
 * The note of the first page in a point in time about the boundary before it.
 *
 * @param shown the live page that ends there, if one was shown
 * @param inside the hits at the same place in the point in time
 */
export function boundaryNote(at: number, shown: readonly Hit[] | undefined, inside: readonly Hit[]): string {
  const first = numberText(at + 1);
  if (shown === undefined) {
    return l10n.t('From hit {0} on, hits come from a point in time. Their order may differ from earlier pages.', first);
  }
  const names = new Set(inside.map(nameOf));
  const missing = shown.filter((hit) => !names.has(nameOf(hit))).length;
  if (JSON.stringify(shown.map(nameOf)) === JSON.stringify(inside.map(nameOf))) {
    return l10n.t('From hit {0} on, hits come from a point in time. The page before has the same order there.', first);
  }
  if (missing === 0) {
    return l10n.t(
      'From hit {0} on, hits come from a point in time. The page before has a different order there.',
      first,
    );
  }
  return plural(
    missing,
    {
      one: 'The index changed while you were paging. From hit {1} on, hits come from a point in time; up to {0} hit may appear again.',
      other:
        'The index changed while you were paging. From hit {1} on, hits come from a point in time; up to {0} hits may appear again.',
    },
    first,
  );
}

const nameOf = ({ index, id }: Hit): string => JSON.stringify([index, id]);

export const reopenedNote = (): string =>
  l10n.t('The server no longer kept the result, so it was reopened. Hits may have moved.');

export const absentNote = (): string =>
  l10n.t('Run the search again when these shards are available. Until then, the result continues without them.');

export const notReopenedNote = (): string =>
  l10n.t(
    'Part of the server no longer keeps the result, and it could not be reopened. Run the search again when the whole server is available.',
  );

/** The failure if the result has to be reopened before this page is shown. */
export function lostFailure(): RequestFailure {
  return new RequestFailure({
    kind: 'notFound',
    sentence: l10n.t('The server no longer keeps this result.'),
    nextStep: l10n.t('Run the search again.'),
  });
}

export const withoutHighlightNote = (): string =>
  l10n.t('Matches are not highlighted because some of the texts are too long for the server to analyze.');

/** For a response that does not match the request, such as a cached one of another search. */
export const tooManyNote = (came: number, asked: number): string =>
  plural(
    came,
    {
      one: 'The server returned {0} hit instead of {1}. The others are left out.',
      other: 'The server returned {0} hits instead of {1}. The others are left out.',
    },
    numberText(asked),
  );

/** For hits that were counted but are on no page: engines skip documents in some orders. */
export function lossNote({ value, relation }: HitTotal, end: number): string {
  const exact: PluralForms = {
    one: 'The server counted {0} hit, but returns none after hit {1} in this order. Sort by another field to see the others.',
    other:
      'The server counted {0} hits, but returns none after hit {1} in this order. Sort by another field to see the others.',
  };
  const atLeast: PluralForms = {
    one: 'The server counted at least {0} hit, but returns none after hit {1} in this order. Sort by another field to see the others.',
    other:
      'The server counted at least {0} hits, but returns none after hit {1} in this order. Sort by another field to see the others.',
  };
  return plural(value, relation === 'eq' ? exact : atLeast, numberText(end));
}

export const byIdNote = (): string =>
  l10n.t(
    'Sorting by _id makes the server load the IDs of all documents into memory. Sort by a keyword field with the same value.',
  );

/**
 * For pages of the default order and by score, which are requested in the current state of the index.
 *
 * @param canFreeze whether a sort by a field would keep the result stable
 */
export const changedNote = (canFreeze: boolean): string =>
  canFreeze
    ? l10n.t(
        'The index changed while you were paging, so hits may appear twice or be skipped. Sort by a field to keep the result as it is.',
      )
    : l10n.t('The index changed while you were paging, so hits may appear twice or be skipped.');

export const unsteadyNote = (): string =>
  l10n.t(
    'The order changed between two pages, so hits may be missing or appear twice. Sort by another field to see all of them.',
  );
