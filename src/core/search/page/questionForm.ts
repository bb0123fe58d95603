import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { FormProblems } from '../../../protocol/pageView';
import {
  hasField,
  isAboutWords,
  longestText,
  longestTime,
  type QuestionFilter,
  type SearchQuestion,
  type SortKey,
} from '../../../protocol/question';
import type { HitColumn } from '../../../protocol/resultPage';

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
 * The form after the panel has sent a question. One with its own body has no other fields, so those of the form stay.
 */
export function formAfterQuestion(form: SearchQuestion, question: SearchQuestion): SearchQuestion {
  if (question.body === undefined || isBlank(form)) return question;
  return { ...form, index: question.index, size: question.size, body: question.body };
}

/** Of a selection. */
const longestSelection = 500;

/** The text to search for from a selection: one line with single spaces, cut at a word if long. May be empty. */
export function selectionText(selected: string): string {
  const line = selected
    .slice(0, 20 * longestSelection)
    .replace(/\s+/gu, ' ')
    .trim();
  if (line.length <= longestSelection) return line;
  const head = line.slice(0, longestSelection + 1);
  const lastSpace = head.lastIndexOf(' ');
  // A single word may be longer: it is cut, but not within a character.
  return lastSpace > longestSelection / 2
    ? head.slice(0, lastSpace)
    : line.slice(0, longestSelection).replace(/[\uD800-\uDBFF]$/, '');
}
