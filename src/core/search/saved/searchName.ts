import * as l10n from '@vscode/l10n';
import type { SearchQuestion } from '../../../protocol/question';
import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { plainText } from '../../base/text/plainText';
import { withoutComments } from '../query/checkBody';
import { indexText, questionPart, questionText } from './searchQuestionText';

/** A name is shown in a row of a tree. */
const longestName = 80;
const longestPart = 40;
/** The beginning of a name distinguishes searches. */
const mostParts = 3;
const mostInList = 10;
const deepest = 10;
/** UTF-16 units of a body that is read for its name. */
const longestBody = 100_000;

/** The proposed name of a search: `access-logs · message: timeout`; for a request body, `big: host h1`. */
export function proposedSearchName(question: SearchQuestion): string {
  const words = question.body === undefined ? [] : wordsOfBody(question.body);
  const name =
    question.body === undefined
      ? questionText(question)
      : `${indexText(question)}: ${words.length > 0 ? words.join(', ') : l10n.t('JSON query')}`;
  return plainText(name, longestName);
}

function wordsOfBody(text: string): readonly string[] {
  const body = text.length > longestBody ? undefined : jsonOrNothing(withoutComments(text));
  if (!isRecord(body)) return [];
  const asked = wordsOf(body.query, 0);
  const aggregations = body.aggs ?? body.aggregations;
  return (asked.length > 0 || !isRecord(aggregations) ? asked : Object.keys(aggregations).map(part)).slice(
    0,
    mostParts,
  );
}

/** Clauses whose member names a field, with a value or an object that contains it. */
const ofField: ReadonlySet<string> = new Set([
  ...['term', 'match', 'match_phrase', 'match_phrase_prefix', 'match_bool_prefix'],
  ...['prefix', 'wildcard', 'regexp', 'fuzzy', 'terms'],
]);
/** Clauses of which only the text matters. */
const ofWords: ReadonlySet<string> = new Set(['query_string', 'simple_query_string', 'multi_match', 'combined_fields']);
/** Members with further clauses. */
const holding: readonly string[] = ['must', 'filter', 'should', 'query', 'queries', 'positive'];

/** The words of a clause's field and value. */
function wordsOf(clause: unknown, depth: number): string[] {
  if (depth > deepest) return [];
  if (Array.isArray(clause)) return clause.slice(0, mostInList).flatMap((each) => wordsOf(each, depth + 1));
  if (!isRecord(clause)) return [];
  return Object.entries(clause)
    .slice(0, mostInList)
    .flatMap(([kind, inside]) => wordsInside(kind, inside, depth));
}

function wordsInside(kind: string, inside: unknown, depth: number): string[] {
  if (!isRecord(inside)) return [];
  if (ofWords.has(kind)) return valueWords(inside.query);
  if (kind === 'exists') return valueWords(inside.field).map((field) => l10n.t('{0} exists', field));
  if (kind === 'ids') return valueWords(inside.values).map((ids) => `_id ${ids}`);
  if (kind === 'range') return Object.entries(inside).slice(0, mostParts).flatMap(rangeWords);
  if (ofField.has(kind)) {
    return Object.entries(inside)
      .filter(([name]) => name !== 'boost' && name !== '_name')
      .slice(0, mostParts)
      .flatMap(([field, value]) =>
        valueWords(isRecord(value) ? (value.value ?? value.query) : value).map((words) => `${part(field)} ${words}`),
      );
  }
  const inverted = wordsOf(inside.must_not, depth + 1).map((words) => l10n.t('NOT {0}', words));
  return [...holding.flatMap((name) => wordsOf(inside[name], depth + 1)), ...inverted];
}

function rangeWords([field, ends]: [string, unknown]): string[] {
  if (!isRecord(ends)) return [];
  const [from = '…', to = '…'] = [ends.gte ?? ends.gt, ends.lte ?? ends.lt].map((end) => valueWords(end)[0]);
  return [`${part(field)} ${from} – ${to}`];
}

/** A scalar, or several, as text; none for any other value. */
function valueWords(value: unknown): string[] {
  const all = (Array.isArray(value) ? value.slice(0, mostInList) : [value]).filter(
    (each) => typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean',
  );
  return all.length === 0 ? [] : [part(all.map(String).join(', '))];
}

const part = (text: string): string => questionPart(text, longestPart);
