import {
  type AskKind,
  type QuestionFilter,
  questionSchema,
  type SearchQuestion,
  type SortKey,
} from '../protocol/question';

/** What can be wrong with what a person entered, and stands at the input it is about. */
export type FormProblems = { readonly [place in 'index' | 'field' | 'text' | 'time' | 'goTo']?: string | undefined };

/** The kinds of a question, in the order of the form. */
export const askKindNames: Readonly<Record<AskKind, string>> = {
  match: 'Match',
  phrase: 'Phrase',
  queryString: 'Query string',
  exact: 'Exact',
  range: 'Range',
  exists: 'Exists',
  id: 'By _id',
  everything: 'Everything',
};

/** Whether this kind of question is about a field; one by query string may do without. */
export function hasField(by: AskKind): boolean {
  return by !== 'id' && by !== 'everything';
}

export function hasText(by: AskKind): boolean {
  return by !== 'exists' && by !== 'everything';
}

/** Whether hits get scores that tell one from the other. */
export function isScored({ by, body }: SearchQuestion): boolean {
  return body !== undefined || by === 'match' || by === 'phrase' || by === 'queryString';
}

export function isBlank({ index, field, text, upTo, filters, time, body }: SearchQuestion): boolean {
  return index + field + text + upTo === '' && filters.length === 0 && time === undefined && body === undefined;
}

/** The question as it is sent: names without the white space around them, the text as typed. */
export function trimmedQuestion(form: SearchQuestion): SearchQuestion {
  return { ...form, index: form.index.trim(), field: form.field.trim() };
}

/** Why a question cannot be sent as it stands. */
export function formProblems(question: SearchQuestion): FormProblems {
  const { index, by, field, text, upTo, time, body } = trimmedQuestion(question);
  const problems: { -readonly [place in keyof FormProblems]: string } = {};
  if (index === '') problems.index = 'Enter an index name; * stands for all indices.';
  if (body !== undefined) return problems;
  if (field === '' && hasField(by) && by !== 'queryString') problems.field = 'Enter the field to search in.';
  if (by === 'range' && (text + upTo).trim() === '') problems.text = 'Enter a lower or an upper end.';
  if (by === 'id' && text.trim() === '') problems.text = 'Enter one _id or more, separated by commas.';
  if (time?.span === 'own' && (time.from + time.to).trim() === '') problems.time = 'Enter a beginning or an end.';
  const refused = questionSchema.safeParse(question).error?.issues.map(({ path }) => path[0]) ?? [];
  if (refused.includes('index')) problems.index = 'Shorten the index to 100,000 characters.';
  else if (refused.includes('field')) problems.field = 'Shorten the field to 100,000 characters.';
  else if (refused.includes('time')) problems.time = 'Shorten the time to 100 characters.';
  else if (refused.length > 0) problems.text = 'Shorten the text to 100,000 characters.';
  return problems;
}

/** A click on a heading: ascending, then descending, then not at all; `isAdded` keeps the other headings' order too. */
export function sortedBy(sort: readonly SortKey[], field: string, isAdded: boolean): SortKey[] {
  const at = sort.findIndex((key) => key.field === field);
  const order = at < 0 ? 'asc' : sort[at]?.order === 'asc' ? 'desc' : undefined;
  if (!isAdded) return order === undefined ? [] : [{ field, order }];
  if (order === undefined) return sort.filter((key) => key.field !== field);
  return at < 0 ? [...sort, { field, order }] : sort.map((key) => (key.field === field ? { field, order } : key));
}

/** The filters with one more; the same clause never stands twice, and never both in and out. */
export function withFilter(filters: readonly QuestionFilter[], filter: QuestionFilter): QuestionFilter[] {
  return [...filters.filter(({ clause }) => clause !== filter.clause), filter];
}

/**
 * What stands in the form after the host put a question there. One with a body of its own brings no other words, so those
 * that were typed stay, to come back to.
 */
export function formAfterQuestion(form: SearchQuestion, question: SearchQuestion): SearchQuestion {
  if (question.body === undefined || isBlank(form)) return question;
  return { ...form, index: question.index, size: question.size, body: question.body };
}
