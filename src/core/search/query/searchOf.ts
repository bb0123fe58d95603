import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { HitAnchor, QuestionFilter, SearchQuestion, SortKey } from '../../../protocol/question';
import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';
import type { FieldInfo } from '../engine/fieldList';
import type { EngineSearch, NoHitsExplanation, SearchAnchor } from '../wire/engineSearch';
import { highlightOf } from '../wire/highlight';
import { refuseQuestion, searchPath } from '../wire/searchPath';
import { withMembers } from './bodyText';
import { checkBody, withoutComments } from './checkBody';
import { deepestBody, tooDeepAt } from './depth';
import { queryOf } from './queryOf';
import { defaultSort, sortClauseOf, sortUnitOf } from './sortOf';
import { timeClause } from './timeOf';

/**
 * Makes the search for a question. With only an index, a field and a text, its body is exactly
 * `{"query":{"match":{"<field>":"<text>"}}}`, to which a page adds `from` and `size`. Without a field or a text, and
 * without an order, the newest come first, if the index has a date.
 *
 * @param from hits before the first page; added to the `from` of a handwritten body
 * @param now the end of "the last hour"
 * @param fields the fields of the index, if known, with the details of the queried field: its type decides how it is
 * queried, and indices without the sort field do not fail
 * @throws RequestFailure `invalid` if it cannot be sent, with the line and column of the problem in a handwritten body
 */
export function searchOf(
  question: SearchQuestion,
  from: number,
  now: Date,
  fields: readonly FieldInfo[] = [],
): EngineSearch {
  // Refuses an expression that names no index.
  searchPath(question.index);
  return question.body === undefined
    ? searchOfForm(question, from, now, fields)
    : searchOfBody(question, question.body, from);
}

function searchOfForm(question: SearchQuestion, from: number, now: Date, fields: readonly FieldInfo[]): EngineSearch {
  const { index, size, onlyFields, around } = question;
  const sort = around === undefined ? question.sort : [{ field: around.field, order: 'desc' as const }];
  const unasked = around === undefined ? defaultSort(question, fields) : [];
  const query = queryOf(question, fields);
  const parts: readonly (readonly [name: string, json: string | undefined])[] = [
    ['query', filtered(query.json, question, now, fields)],
    ['sort', sortClauseOf([...sort, ...unasked], fields)],
    ['highlight', highlightOf(question, query.sought ?? (excludesNested(question) ? query.json : undefined))],
    ['_source', onlyFields.length === 0 ? undefined : JSON.stringify(onlyFields)],
  ];
  const members = parts.flatMap(([name, json]) => (json === undefined ? [] : `"${name}":${json}`));
  const body = `{${members.join()}}`;
  if (tooDeepAt(body) !== undefined) {
    refuseQuestion(
      l10n.t('The filters are nested more than {0} levels deep.', numberText(deepestBody)),
      l10n.t('Remove a filter.'),
    );
  }
  const { strict, namesPattern, anyWords, notes, notesIfNone } = query;
  const ifNone: NoHitsExplanation = {
    ...(strict !== undefined && { strictBody: `{"size":0,"query":${filtered(strict, question, now, fields)}}` }),
    ...(namesPattern === true && { asksPattern: true }),
    ...(anyWords !== undefined && {
      anyWordsBody: `{"size":0,"track_total_hits":true,"query":${filtered(anyWords, question, now, fields)}}`,
    }),
    notes: notesIfNone,
  };
  return {
    index,
    body,
    from,
    size,
    ...(unasked.length > 0 && { isDefaultOrder: true }),
    ...(notes.length > 0 && { notes }),
    ...((strict ?? anyWords) !== undefined || notesIfNone.length > 0 ? { ifNone } : {}),
    ...(around !== undefined && { around: anchorOf(around, fields) }),
  };
}

/**
 * Whether filters exclude nested objects. Elasticsearch 8.11 fails to highlight such a query ("does not support
 * caching"), so the request sets the query to highlight.
 */
function excludesNested({ filters }: SearchQuestion): boolean {
  return filters.some(({ clause, isOut, isOff }) => isOut && isOff !== true && clause.includes('"nested"'));
}

function anchorOf({ field, index, id }: HitAnchor, fields: readonly FieldInfo[]): SearchAnchor {
  const by = (order: SortKey['order']) => sortClauseOf([{ field, order }], fields) ?? '[]';
  return { field, unit: sortUnitOf(field, fields), index, id, upward: by('asc'), downward: by('desc') };
}

/** Only the question's own query scores, not filters and time. */
function filtered(
  query: string,
  { time, filters, around }: SearchQuestion,
  now: Date,
  fields: readonly FieldInfo[],
): string {
  const range = time === undefined ? undefined : timeClause(time, now, fields);
  const applied = filters.filter(({ isOff }) => isOff !== true);
  const filter = [
    ...(range === undefined ? [] : [range]),
    // Documents without the date are neither before nor after the hit.
    ...(around === undefined ? [] : [JSON.stringify({ exists: { field: around.field } })]),
    ...applied.filter(({ isOut }) => !isOut).map(clauseOf),
  ];
  const mustNot = applied.filter(({ isOut }) => isOut).map(clauseOf);
  if (filter.length === 0 && mustNot.length === 0) return query;
  const parts = [`"must":[${query}]`];
  if (filter.length > 0) parts.push(`"filter":[${filter.join()}]`);
  if (mustNot.length > 0) parts.push(`"must_not":[${mustNot.join()}]`);
  return `{"bool":{${parts.join()}}}`;
}

/** Sent as text to keep a clause's digits. One that is not a JSON object could close the list and change the query. */
function clauseOf({ clause }: QuestionFilter): string {
  if (!isRecord(jsonOrNothing(clause)))
    refuseQuestion(l10n.t('A filter is not a valid query.'), l10n.t('Remove the filters one by one.'));
  return clause;
}

function searchOfBody({ index, size }: SearchQuestion, text: string, from: number): EngineSearch {
  const [problem] = checkBody(text);
  if (problem !== undefined) {
    const { line, column, message } = problem;
    refuseQuestion(
      l10n.t('The request body is not valid (line {0}, column {1}).', numberText(line + 1), numberText(column + 1)),
      message,
    );
  }
  const body = withoutComments(text);
  const own = (name: string): number | undefined => {
    const written = memberText(body, name);
    return written === undefined ? undefined : Number(written);
  };
  return {
    index,
    body: withMembers(body, { from: undefined, size: undefined }),
    from: (own('from') ?? 0) + from,
    size: own('size') ?? size,
  };
}
