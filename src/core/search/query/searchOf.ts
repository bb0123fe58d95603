import type { QuestionFilter, SearchQuestion } from '../../../protocol/question';
import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';
import type { FieldInfo } from '../engine/fieldList';
import type { EngineSearch, NoHitsExplanation } from '../wire/engineSearch';
import { highlightOf } from '../wire/highlight';
import { refuseQuestion, searchPath } from '../wire/searchPath';
import { withMembers } from './bodyText';
import { checkBody, withoutComments } from './checkBody';
import { DEEPEST_BODY, tooDeepAt } from './depth';
import { queryOf } from './queryOf';
import { sortClauseOf } from './sortOf';
import { timeClause } from './timeOf';

/**
 * Makes the search that a question asks for. With nothing but an index, a field and a text set, its body is exactly
 * `{"query":{"match":{"<field>":"<text>"}}}`, to which a page adds `from` and `size`.
 *
 * @param from hits before the first page; with a body by hand on top of its own `from`
 * @param now what "the last hour" ends at
 * @param fields those of the index, where they are known, with the details of the field that is asked: how it is asked
 * hangs on what it is, and indices without a field that is sorted by do not fail
 * @throws RequestFailure `invalid` where it cannot be asked, with the line and column of what is wrong in a body by hand
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
  const { index, sort, size, onlyFields } = question;
  const query = queryOf(question, fields);
  const parts: readonly (readonly [name: string, json: string | undefined])[] = [
    ['query', filtered(query.json, question, now, fields)],
    ['sort', sortClauseOf(sort, fields)],
    ['highlight', highlightOf(question)],
    ['_source', onlyFields.length === 0 ? undefined : JSON.stringify(onlyFields)],
  ];
  const members = parts.flatMap(([name, json]) => (json === undefined ? [] : `"${name}":${json}`));
  const body = `{${members.join()}}`;
  if (tooDeepAt(body) !== undefined) {
    refuseQuestion(`The filters are nested more than ${DEEPEST_BODY} levels deep.`, 'Remove a filter.');
  }
  const { strict, namesPattern, notes, notesIfNone } = query;
  const ifNone: NoHitsExplanation = {
    ...(strict !== undefined && { strictBody: `{"size":0,"query":${filtered(strict, question, now, fields)}}` }),
    ...(namesPattern === true && { asksPattern: true }),
    notes: notesIfNone,
  };
  return {
    index,
    body,
    from,
    size,
    ...(notes.length > 0 && { notes }),
    ...((strict !== undefined || notesIfNone.length > 0) && { ifNone }),
  };
}

/** The question's own query scores; filters and time only let through. */
function filtered(query: string, { time, filters }: SearchQuestion, now: Date, fields: readonly FieldInfo[]): string {
  const range = time === undefined ? undefined : timeClause(time, now, fields);
  const filter = [...(range === undefined ? [] : [range]), ...filters.filter(({ isOut }) => !isOut).map(clauseOf)];
  const mustNot = filters.filter(({ isOut }) => isOut).map(clauseOf);
  if (filter.length === 0 && mustNot.length === 0) return query;
  const parts = [`"must":[${query}]`];
  if (filter.length > 0) parts.push(`"filter":[${filter.join()}]`);
  if (mustNot.length > 0) parts.push(`"must_not":[${mustNot.join()}]`);
  return `{"bool":{${parts.join()}}}`;
}

/** A clause goes as its text, for its digits; one that is no JSON object could close the list and say something else. */
function clauseOf({ clause }: QuestionFilter): string {
  if (!isRecord(jsonOrNothing(clause)))
    refuseQuestion('One of the filters is no query.', 'Remove the filters one by one.');
  return clause;
}

function searchOfBody({ index, size }: SearchQuestion, text: string, from: number): EngineSearch {
  const [problem] = checkBody(text);
  if (problem !== undefined) {
    const { line, column, message } = problem;
    refuseQuestion(`The request body has a mistake in line ${line + 1}, column ${column + 1}.`, message);
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
