import { askText, pickOne, type QuestionPosition, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

/** Name and value, in the order in which they are sent. */
type SentHeaders = readonly (readonly [name: string, value: string])[];

/** What is said of a header's value while it is typed. */
interface HeaderWords {
  isSecret(name: string): boolean;
  /** A header in one line, its value masked where it is a secret. */
  line(name: string, value: string): string;
}

/** More names are not offered. */
const MOST_NAMES = 100;

/**
 * Asks which of the headers that rules look at are sent, and with which values; the same name may come twice.
 *
 * @param names server text
 */
export async function askHeaders(
  names: readonly string[],
  before: SentHeaders,
  words: HeaderWords,
  place: QuestionPosition,
): Promise<SentHeaders | 'back' | undefined> {
  let sent = before;
  for (;;) {
    const answer = await pickOne<Choosing>({
      ...place,
      placeholder: 'Rules of this entry point look at these headers. Which are sent?',
      choices: choices(names, sent, words),
    });
    if (answer === undefined || answer === 'back') return answer;
    const { value } = answer;
    if (value === 'continue') return sent;
    const { name, at } = value;
    const isNew = at === undefined;
    const typed = await askText({
      title: place.title,
      canGoBack: true,
      prompt: isNew
        ? `Value of ${escapeForLabel(name, 60)}. Leave it empty to not send it.`
        : `Value of ${escapeForLabel(name, 60)}. Empty it to not send it.`,
      value: isNew ? '' : (sent[at]?.[1] ?? ''),
      password: words.isSecret(name),
      check: (text) => (/\p{Cc}/u.test(text) ? { problem: 'A header is one line.' } : undefined),
    });
    if (typed === undefined) return undefined;
    if (typed !== 'back') sent = changed(sent, name, at, typed.value.trim());
  }
}

type Choosing = 'continue' | { readonly name: string; readonly at?: number };

function choices(names: readonly string[], sent: SentHeaders, words: HeaderWords): readonly QuickChoice<Choosing>[] {
  const count =
    sent.length === 0 ? 'none of them is sent' : sent.length === 1 ? 'one is sent' : `${sent.length} are sent`;
  return [
    { label: '$(arrow-right) Continue', description: count, value: 'continue' },
    ...sent.map(([name, value], at) => ({
      label: `$(edit) ${escapeForLabel(words.line(name, value))}`,
      value: { name, at },
    })),
    ...names.slice(0, MOST_NAMES).map((name) => ({
      label: `$(add) ${escapeForLabel(name)}`,
      description: sent.some(([one]) => one.toLowerCase() === name.toLowerCase()) ? 'another value' : 'not sent',
      value: { name },
    })),
  ];
}

function changed(sent: SentHeaders, name: string, at: number | undefined, value: string): SentHeaders {
  if (at === undefined) return value === '' ? sent : [...sent, [name, value]];
  return value === ''
    ? sent.filter((_, index) => index !== at)
    : sent.map((one, index) => (index === at ? [name, value] : one));
}
