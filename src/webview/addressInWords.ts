import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import { discoverAddressIn, longestAddress } from '../protocol/discoverAddress';
import { isAboutWords, type SearchQuestion } from '../protocol/question';
import type { PageState, PageStep } from './pageState';
import { trimmedQuestion } from './questionForm';

/** An address of Discover in the words that was dropped or typed instead of pasted. */
export function addressInWords({ form }: PageState): string | undefined {
  return form.body === undefined && isAboutWords(form.by) ? discoverAddressIn(form.text) : undefined;
}

/**
 * Requests a search from an address of Discover: only the host knows the parts of its index.
 *
 * @param zone the user's time zone
 */
export function readAddress(state: PageState, text: string, zone: string): PageStep {
  if (text.length > longestAddress) {
    const note = l10n.t('It has more than {0} characters.', numberText(longestAddress));
    return { state: { ...state, pasted: { isRead: false, notes: [note] } } };
  }
  const { index, size, highlight } = trimmedQuestion(state.form);
  return { state, posts: [{ kind: 'readAddress', text, form: { index, size, highlight }, zone }] };
}

/** The fields of a question that change with the index. */
const ofIndex: ReadonlySet<keyof SearchQuestion> = new Set(['index', 'sort', 'onlyFields', 'around']);

/**
 * The state without the earlier form and the notes about an address, if the user searches for something other than the
 * host's question. Entering its index does not count, because an address may have none.
 */
export function withoutWhatWas(state: PageState): PageState {
  const { form, asked } = state;
  const parts = Object.keys({ ...form, ...asked }) as (keyof SearchQuestion)[];
  const isAsked = asked !== undefined && parts.every((part) => ofIndex.has(part) || form[part] === asked[part]);
  return isAsked ? state : { ...state, before: [], pasted: undefined };
}
