/**
 * @file The language of all texts for users. Every file marks its sentences with `l10n.t` of `@vscode/l10n`; this
 * module sets the translations for all of them, once. Before that, and if a translation is missing, the English text is
 * used.
 */
import * as l10n from '@vscode/l10n';

/** A translation from l10n/bundle.l10n.<language>.json. Can be copied to other threads and pages. */
export interface Translation {
  /** A BCP 47 tag, such as `de` or `pt-br`. */
  readonly language: string;
  /** Translated texts by their keys: the English text, and after a slash the comment if there is one. */
  readonly contents: Readonly<Record<string, string>>;
}

const english = 'en-US';

let translation: Translation | undefined;

/** Sets the language, before any text is used. Undefined is English. */
export function setTranslation(to: Translation | undefined): void {
  translation = to;
  l10n.config({ contents: { ...to?.contents } });
}

/** The argument of `setTranslation`, for a thread or page, which has its own copy of this module. */
export function currentTranslation(): Translation | undefined {
  return translation;
}

/** The language in which numbers, plurals and lists are written: a BCP 47 tag. */
export function currentLanguage(): string {
  return translation?.language ?? english;
}

/** Whether the text with this key is translated. */
export function isTranslated(key: string): boolean {
  return translation !== undefined && Object.hasOwn(translation.contents, key);
}

/** Makes a value that depends on the language once for each language that is set. */
export function perLanguage<T>(make: (language: string) => T): () => T {
  let made: { readonly language: string; readonly value: T } | undefined;
  return () => {
    const language = currentLanguage();
    if (made?.language !== language) made = { language, value: make(language) };
    return made.value;
  };
}
