import * as l10n from '@vscode/l10n';
import { likelyDate, type SearchQuestion, type TimeRange } from '../../../protocol/question';
import type { FieldInfo } from '../engine/fieldList';
import { searchTraits } from '../paging/searchTraits';
import { withMembers, withoutMembers } from '../query/bodyText';
import { searchOf } from '../query/searchOf';
import { sortableDates, sortClauseOf, sortUnitOf } from '../query/sortOf';
import { spanMinutes } from '../query/timeOf';
import { sentSort } from '../read/sentSort';
import type { DateUnit, EngineSearch } from '../wire/engineSearch';

/** A search that can be followed: its hits with the newest first. */
export interface FollowSearch {
  readonly search: EngineSearch;
  /** The date field with the time of the hits. */
  readonly field: string;
  /** The unit of its sort values' digits, if known. */
  readonly unit?: DateUnit | undefined;
  /** The fields of the index; empty if unknown. */
  readonly fields: readonly FieldInfo[];
  /** Whether the current page begins with the newest hits in this order, so that new ones can be added above. */
  readonly isInOrder: boolean;
}

/** The current page when the user starts to follow it. */
interface Followed {
  readonly question: SearchQuestion;
  readonly search: EngineSearch;
  /** Hits before the page. */
  readonly from: number;
  /** The date field of the current hits, if they have one. */
  readonly time: string | undefined;
}

/** Members whose results are not about new hits. */
const others = ['aggs', 'aggregations', 'suggest', 'profile', 'track_scores'];

/**
 * The search that follows the current one: the same index and query, with the newest hits first and no end of time; or
 * a sentence with the reason why there is none.
 *
 * @param fields the fields of the index; empty if unknown
 * @param now the end of "the last hour", which begins there and no longer ends
 * @throws RequestFailure `invalid` if the question cannot be sent
 */
export function followSearch(shown: Followed, fields: readonly FieldInfo[], now: Date): FollowSearch | string {
  const { question, search } = shown;
  if (question.around !== undefined) return l10n.t('The hits around another one cannot be followed.');
  if (search.size === 0) return l10n.t('This search returns no hits that could be followed.');
  const { onlyFromSize } = searchTraits(search.body);
  if (onlyFromSize !== undefined) return l10n.t('Searches with {0} cannot be followed.', onlyFromSize);
  const field = timeFieldOf(shown, fields);
  if (field === undefined) return l10n.t('The index has no date field to tell which hits are new.');
  const { body: written, time } = question;
  if (written === undefined && time !== undefined && endsAtDate(time)) {
    return l10n.t('The time range has an end, so no newer hits can come.');
  }
  const [first] = sentSort(search.body);
  const isInOrder = shown.from === 0 && first?.field === field && first.order === 'desc';
  return { search: newestFirst(shown, field, fields, now), field, unit: sortUnitOf(field, fields), fields, isInOrder };
}

function newestFirst({ question, search }: Followed, field: string, fields: readonly FieldInfo[], now: Date) {
  const sort = [{ field, order: 'desc' as const }];
  const own =
    question.body === undefined
      ? searchOf({ ...question, sort, time: withoutEnd(question.time, now) }, 0, now, fields)
      : { ...search, from: 0, body: withMembers(search.body, { sort: sortClauseOf(sort, fields) }) };
  return {
    ...own,
    body: withoutMembers(own.body, others),
    ...(search.isDefaultOrder === true && { isDefaultOrder: true }),
  };
}

/** The date field of the time range, of the order, or of the hits; or else the likeliest of the index. */
function timeFieldOf({ question, search, time }: Followed, fields: readonly FieldInfo[]): string | undefined {
  const dates = sortableDates(fields);
  const ranged = question.body === undefined ? (question.time?.field.trim() ?? '') : '';
  const [first] = sentSort(search.body);
  const wanted = [ranged, ...(first !== undefined && dates.includes(first.field) ? [first.field] : []), time ?? ''];
  const named = wanted.find((name) => name !== '' && (fields.length === 0 || dates.includes(name)));
  return named ?? (dates.length === 0 ? undefined : likelyDate(dates));
}

function endsAtDate({ span, to }: TimeRange): boolean {
  return span === 'own' && to.trim() !== '' && !to.trim().startsWith('now');
}

/** "The last hour" keeps its beginning of now. */
function withoutEnd(time: TimeRange | undefined, now: Date): TimeRange | undefined {
  if (time === undefined || time.span === 'own') return time;
  const from = new Date(now.getTime() - spanMinutes[time.span] * 60_000).toISOString();
  return { field: time.field, span: 'own', from, to: '' };
}
