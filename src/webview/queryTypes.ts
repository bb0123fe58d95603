import type { AskKind, SearchQuestion } from '../protocol/question';
import type { KeptWords } from '../protocol/savedState';
import type { PageState } from './pageState';

/** Types whose words have the same meaning, so that the user's words stay when switching between them. */
const alike: readonly AskKind[] = ['match', 'phrase'];

/** The edit and the kept words for another query type: restores the words of that type, and keeps the form's. */
export function switchWords(
  { form, words }: Pick<PageState, 'form' | 'words'>,
  to: Partial<SearchQuestion>,
): { readonly to: Partial<SearchQuestion>; readonly words: KeptWords } {
  const { by } = to;
  if (by === undefined || by === form.by) return { to, words };
  const own = words[by];
  const isTakenOver = (own === undefined || own.text === '') && alike.includes(by) && alike.includes(form.by);
  return {
    to: { text: isTakenOver ? form.text : (own?.text ?? ''), upTo: own?.upTo ?? '', ...to },
    words: { ...words, [form.by]: { text: form.text, upTo: form.upTo } },
  };
}
