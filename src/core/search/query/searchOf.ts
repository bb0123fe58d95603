import type { Filter, Question } from '../../../protocol/question';
import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';
import type { FieldInfo } from '../engine/fieldList';
import { highlightOf } from '../wire/highlight';
import { refuse, searchPath } from '../wire/request';
import type { IfNone, Search } from '../wire/search';
import { withMembers } from './bodyText';
import { checkBody, withoutComments } from './checkBody';
import { DEEPEST_BODY, tooDeepAt } from './depth';
import { queryOf } from './queryOf';
import { sortOf } from './sortOf';
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
export function searchOf(question: Question, from: number, now: Date, fields: readonly FieldInfo[] = []): Search {
  // Refuses an expression that names no index.
  searchPath(question.index);
  return question.body === undefined
    ? searchOfForm(question, from, now, fields)
    : searchOfBody(question, question.body, from);
}

function searchOfForm(question: Question, from: number, now: Date, fields: readonly FieldInfo[]): Search {
  const { index, sort, size, onlyFields } = question;
  const query = queryOf(question, fields);
  const parts: readonly (readonly [name: string, json: string | undefined])[] = [
    ['query', filtered(query.json, question, now, fields)],
    ['sort', sortOf(sort, fields)],
    ['highlight', highlightOf(question)],
    ['_source', onlyFields.length === 0 ? undefined : JSON.stringify(onlyFields)],
  ];
  const members = parts.flatMap(([name, json]) => (json === undefined ? [] : `"${name}":${json}`));
  const body = `{${members.join()}}`;
  if (tooDeepAt(body) !== undefined) {
    refuse(`The filters are nested more than ${DEEPEST_BODY} levels deep.`, 'Remove a filter.');
  }
  const { strict, namesPattern, notes, notesIfNone } = query;
  const ifNone: IfNone = {
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
function filtered(query: string, { time, filters }: Question, now: Date, fields: readonly FieldInfo[]): string {
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
function clauseOf({ clause }: Filter): string {
  if (!isRecord(jsonOrNothing(clause))) refuse('One of the filters is no query.', 'Remove the filters one by one.');
  return clause;
}

function searchOfBody({ index, size }: Question, text: string, from: number): Search {
  const [problem] = checkBody(text);
  if (problem !== undefined) {
    const { line, column, message } = problem;
    refuse(`The request body has a mistake in line ${line + 1}, column ${column + 1}.`, message);
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
