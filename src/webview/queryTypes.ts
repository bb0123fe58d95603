import type { AskKind, SearchQuestion } from '../protocol/question';
import type { KeptWords } from '../protocol/savedState';
import type { PageState } from './pageState';

/** Types whose words mean the same to both, so that one takes over those of the other. */
const alike: readonly AskKind[] = ['match', 'phrase'];

/** The edit, which brings back the words of a type of query where it chooses another type. */
export function withWordsOfType({ form, words }: PageState, to: Partial<SearchQuestion>): Partial<SearchQuestion> {
  const { by } = to;
  if (by === undefined || by === form.by) return to;
  const own = words[by];
  const isTakenOver = (own === undefined || own.text === '') && alike.includes(by) && alike.includes(form.by);
  return { text: isTakenOver ? form.text : (own?.text ?? ''), upTo: own?.upTo ?? '', ...to };
}

/** The words of each type of query, with those of the form where another type is chosen. */
export function keptWords({ form, words }: PageState, to: Partial<SearchQuestion>): KeptWords {
  if (to.by === undefined || to.by === form.by) return words;
  return { ...words, [form.by]: { text: form.text, upTo: form.upTo } };
}
