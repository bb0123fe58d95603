import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import {
  type AskKind,
  hasWords,
  isAboutWords,
  longestText,
  longestTime,
  type QuestionFilter,
  type SearchQuestion,
  type SortKey,
} from '../protocol/question';
import type { HitColumn } from '../protocol/resultPage';

/** Problems of the user's input, each shown below its input. */
export type FormProblems = { readonly [place in 'index' | 'field' | 'text' | 'time']?: string | undefined };

export const askKindNames: Readonly<Record<AskKind, () => string>> = {
  words: () => l10n.t('Words'),
  match: () => l10n.t('Any of the words'),
  phrase: () => l10n.t('Phrase'),
  queryString: () => l10n.t('Query string'),
  exact: () => l10n.t('Exact value'),
  range: () => l10n.t('Range'),
  exists: () => l10n.t('Exists'),
  id: () => l10n.t('Document ID'),
};

/** Whether this query type has a field. For words it is optional. */
export function hasField(by: AskKind): boolean {
  return by !== 'id';
}

export function hasText(by: AskKind): boolean {
  return by !== 'exists';
}

const fieldInSyntax = String.raw`(?:^|[\s(])([A-Za-z_@][\w.@-]*):(?!\/\/)\S`;
const anySyntax = new RegExp(String.raw`${fieldInSyntax}|\s(?:AND|OR|NOT)\s`);

/** Whether words are more likely meant in the engine's syntax: `status:502`, `a AND b`; but not an address. */
export function looksLikeQueryString({ by, text }: Pick<SearchQuestion, 'by' | 'text'>): boolean {
  return by === 'words' && anySyntax.test(text);
}

/** Whether words name one of these fields as the engine's syntax does. */
export function namesFieldInSyntax(text: string, fields: readonly HitColumn[]): boolean {
  const known = new Set(fields.map(({ path }) => path));
  return [...text.matchAll(new RegExp(fieldInSyntax, 'g'))].some(([, name = '']) => known.has(name));
}

/** Whether hits get meaningful scores. */
export function isScored(question: SearchQuestion): boolean {
  return question.body !== undefined || hasWords(question);
}

export function isBlank({ index, field, text, upTo, filters, time, body }: SearchQuestion): boolean {
  return index + field + text + upTo === '' && filters.length === 0 && time === undefined && body === undefined;
}

/** The question as it is sent: names trimmed, the text unchanged. */
export function trimmedQuestion(form: SearchQuestion): SearchQuestion {
  return { ...form, index: form.index.trim(), field: form.field.trim() };
}

export function formProblems(question: SearchQuestion): FormProblems {
  const { index, by, field, text, upTo, time, body } = trimmedQuestion(question);
  const problems: { -readonly [place in keyof FormProblems]: string } = {};
  if (index === '') problems.index = l10n.t('Enter an index name, or * for all indices.');
  if (body !== undefined) return problems;
  if (field === '' && hasField(by) && !isAboutWords(by)) problems.field = l10n.t('Enter the field to search.');
  if (by === 'range' && (text + upTo).trim() === '') problems.text = l10n.t('Enter a lower or upper bound.');
  if (by === 'id' && text.trim() === '') problems.text = l10n.t('Enter one or more document IDs, separated by commas.');
  if (time?.span === 'own' && (time.from + time.to).trim() === '') problems.time = l10n.t('Enter a start or end time.');
  const most = numberText(longestText);
  const isLong = (...texts: readonly string[]): boolean => texts.some(({ length }) => length > longestText);
  if (isLong(index)) problems.index = l10n.t('Shorten the index to {0} characters.', most);
  if (isLong(field)) problems.field = l10n.t('Shorten the field to {0} characters.', most);
  if (isLong(text, upTo)) problems.text = l10n.t('Shorten the text to {0} characters.', most);
  if ([time?.from ?? '', time?.to ?? ''].some(({ length }) => length > longestTime))
    problems.time = l10n.t('Shorten the time to {0} characters.', numberText(longestTime));
  return problems;
}

/**
 * The sort after a click on a heading: ascending, descending, none. `isAdded` keeps the other sort keys.
 *
 * @param isDefault whether this is the default sort: without a sort it would return, so the next is ascending
 */
export function sortedBy(
  sort: readonly SortKey[],
  field: string,
  { isAdded, isDefault }: { readonly isAdded: boolean; readonly isDefault: boolean },
): SortKey[] {
  const next = cycledSort(sort, field, isAdded);
  return isDefault && next.length === 0 ? [{ field, order: 'asc' }] : next;
}

function cycledSort(sort: readonly SortKey[], field: string, isAdded: boolean): SortKey[] {
  const at = sort.findIndex((key) => key.field === field);
  const order = at < 0 ? 'asc' : sort[at]?.order === 'asc' ? 'desc' : undefined;
  if (!isAdded) return order === undefined ? [] : [{ field, order }];
  if (order === undefined) return sort.filter((key) => key.field !== field);
  return at < 0 ? [...sort, { field, order }] : sort.map((key) => (key.field === field ? { field, order } : key));
}

/** The filters with one more, which replaces a filter with the same clause. */
export function withFilter(filters: readonly QuestionFilter[], filter: QuestionFilter): QuestionFilter[] {
  return [...filters.filter(({ clause }) => clause !== filter.clause), filter];
}

/**
 * The form after the host has sent a question. One with its own body has no other fields, so those of the form stay.
 */
export function formAfterQuestion(form: SearchQuestion, question: SearchQuestion): SearchQuestion {
  if (question.body === undefined || isBlank(form)) return question;
  return { ...form, index: question.index, size: question.size, body: question.body };
}
