import { asksForAll, emptyQuestion, type SearchQuestion } from '../../protocol/question';

/** The search for all documents of an index, or for those that have a field. */
export function indexQuestion(
  settings: Pick<SearchQuestion, 'size' | 'highlight'>,
  index: string,
  field?: string,
): SearchQuestion {
  const all = { ...emptyQuestion, ...settings, index };
  return field === undefined ? all : { ...all, by: 'exists', field };
}

/** Whether a search has no conditions besides its index, so that another one may replace it, and engines count it cheaply. */
export function isIndexQuestion(question: SearchQuestion): boolean {
  const { filters, time, body, around } = question;
  return asksForAll(question) && filters.length === 0 && [time, body, around].every((part) => part === undefined);
}
