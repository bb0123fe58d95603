import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import { discoverAddressIn, longestAddress } from '../protocol/discoverAddress';
import { isAboutWords, type SearchQuestion } from '../protocol/question';
import type { PageState, PageStep } from './pageState';
import { trimmedQuestion } from './questionForm';

/** An address of Discover that stands in the words, where it was not pasted but dropped or typed. */
export function addressInWords({ form }: PageState): string | undefined {
  return form.body === undefined && isAboutWords(form.by) ? discoverAddressIn(form.text) : undefined;
}

/**
 * Has the host make a search of an address of Discover: it alone knows what the index is made of.
 *
 * @param zone the person's time zone
 */
export function readAddress(state: PageState, text: string, zone: string): PageStep {
  if (text.length > longestAddress) {
    const note = l10n.t('It has more than {0} characters.', numberText(longestAddress));
    return { state: { ...state, pasted: { isRead: false, notes: [note] } } };
  }
  const { index, size, highlight } = trimmedQuestion(state.form);
  return { state, posts: [{ kind: 'readAddress', text, form: { index, size, highlight }, zone }] };
}

/** What changes with the index. */
const ofIndex: ReadonlySet<keyof SearchQuestion> = new Set(['index', 'sort', 'onlyFields', 'around']);

/**
 * The state without what can be restored and what was said of an address, if a person searches for something else than what the
 * host put into the form. Entering its index is nothing else: an address may have none.
 */
export function withoutWhatWas(state: PageState): PageState {
  const { form, asked } = state;
  const parts = Object.keys({ ...form, ...asked }) as (keyof SearchQuestion)[];
  const isAsked = asked !== undefined && parts.every((part) => ofIndex.has(part) || form[part] === asked[part]);
  return isAsked ? state : { ...state, before: [], pasted: undefined };
}
