/**
 * @file Sentences that depend on a number.
 *
 *     plural(down, { one: '{0} router is down', other: '{0} routers are down' })
 *     plural(count, { one: '{0} hit of {1}', other: '{0} hits of {1}' }, index)
 *
 * `{0}` is the number, formatted; `{1}` and so on are the values that follow. Each form is a whole sentence: other
 * languages change more words than the noun, and in other places. English has two forms. `npm run l10n` writes an entry
 * for each of the six categories of `Intl.PluralRules` (`zero`, `one`, `two`, `few`, `many`, `other`) into
 * l10n/bundle.l10n.json, so that a translator fills those of the language; a missing category has the translation of
 * `other`.
 *
 * The forms must be literal strings, written `one` first and then `other`, because that script reads them from the
 * source. A constant of type `PluralForms` may contain them, also at the top level of a module. For zero, a separate
 * sentence such as `No routers` may read better.
 */
import * as l10n from '@vscode/l10n';
import { isTranslated, perLanguage } from './language';
import { numberText } from './numbers';

/** A sentence for one, and for any other number, in English. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

const rules = perLanguage((language) => new Intl.PluralRules(language));
const english = new Intl.PluralRules('en-US');

/** The sentence for this number, in the user's language. */
export function plural(
  count: number | bigint,
  forms: PluralForms,
  ...more: readonly (string | number | boolean)[]
): string {
  const args = [numberText(count), ...more];
  for (const category of [rules().select(Number(count)), 'other'] as const) {
    const message = category === 'one' ? forms.one : forms.other;
    const comment = `plural: ${category}`;
    if (isTranslated(`${message}/${comment}`)) return l10n.t({ message, args, comment });
  }
  // Without a translation, the English rules choose one of the English forms.
  return l10n.t(english.select(Number(count)) === 'one' ? forms.one : forms.other, ...args);
}
