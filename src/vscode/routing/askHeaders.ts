import * as l10n from '@vscode/l10n';
import { askText, pickOne, type QuestionPosition, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

/** Names and values, in the order sent. */
type SentHeaders = readonly (readonly [name: string, value: string])[];

/** The texts of headers while the user enters them. */
interface HeaderWords {
  isSecret(name: string): boolean;
  /** The number of headers as a text. */
  count(headers: number): string;
  /** A header in one line, with its value masked if it is a secret. */
  line(name: string, value: string): string;
}

/** The maximum number of names offered. */
const mostNames = 100;

/**
 * Asks which headers are sent, and with which values; a name may occur twice. Offers those that rules check.
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
      placeholder:
        names.length > 0
          ? l10n.t('Select the headers to send (rules of this entry point check them)')
          : l10n.t('Select the headers to send (no rule of this entry point checks any)'),
      choices: choices(names, sent, words),
    });
    if (answer === undefined || answer === 'back') return answer;
    const { value } = answer;
    if (value === 'continue') return sent;
    const named = value === 'other' ? await askName(place) : value;
    if (named === undefined) return undefined;
    if (named === 'back') continue;
    const { name, at } = named;
    const isNew = at === undefined;
    const typed = await askText({
      title: place.title,
      canGoBack: true,
      prompt: l10n.t('Value of {0}. Leave it empty to omit the header.', escapeForLabel(name, 60)),
      value: isNew ? '' : (sent[at]?.[1] ?? ''),
      password: words.isSecret(name),
      check: (text) => (/\p{Cc}/u.test(text) ? { problem: l10n.t('The value must be a single line.') } : undefined),
    });
    if (typed === undefined) return undefined;
    if (typed !== 'back') sent = changed(sent, name, at, typed.value.trim());
  }
}

/** A header to enter: a new one, or one that is sent already. */
interface Named {
  readonly name: string;
  readonly at?: number;
}

type Choosing = 'continue' | 'other' | Named;

/** The syntax of names of headers: RFC 9110, 5.1. */
const token = /^[\w!#$%&'*+.^`|~-]{1,200}$/;

async function askName({ title }: QuestionPosition): Promise<Named | 'back' | undefined> {
  const typed = await askText({
    title,
    canGoBack: true,
    prompt: l10n.t('Name of the header'),
    placeholder: 'X-Forwarded-Proto',
    check: (text) =>
      token.test(text.trim()) ? undefined : { problem: l10n.t('Enter a single word, such as {0}.', 'Accept') },
  });
  return typed === undefined || typed === 'back' ? typed : { name: typed.value.trim() };
}

function choices(names: readonly string[], sent: SentHeaders, words: HeaderWords): readonly QuickChoice<Choosing>[] {
  const count = words.count(sent.length);
  return [
    { label: `$(arrow-right) ${l10n.t('Continue')}`, description: count, value: 'continue' },
    ...sent.map(([name, value], at) => ({
      label: `$(edit) ${escapeForLabel(words.line(name, value))}`,
      value: { name, at },
    })),
    ...names.slice(0, mostNames).map((name) => ({
      label: `$(add) ${escapeForLabel(name)}`,
      description: sent.some(([other]) => other.toLowerCase() === name.toLowerCase())
        ? l10n.t('Add another value')
        : l10n.t('Not sent'),
      value: { name },
    })),
    { label: `$(add) ${l10n.t('Other…')}`, value: 'other' },
  ];
}

function changed(sent: SentHeaders, name: string, at: number | undefined, value: string): SentHeaders {
  if (at === undefined) return value === '' ? sent : [...sent, [name, value]];
  return value === ''
    ? sent.filter((_, index) => index !== at)
    : sent.map((header, index) => (index === at ? [name, value] : header));
}
