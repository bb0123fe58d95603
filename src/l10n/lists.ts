import { perLanguage } from './language';

const conjunction = perLanguage((language) => new Intl.ListFormat(language, { type: 'conjunction' }));
const disjunction = perLanguage((language) => new Intl.ListFormat(language, { type: 'disjunction' }));

/** A list in a sentence: in English `a, b, and c`. */
export function allOf(items: readonly string[]): string {
  return conjunction().format(items);
}

/** Alternatives in a sentence: in English `a, b, or c`. */
export function anyOf(items: readonly string[]): string {
  return disjunction().format(items);
}

/**
 * The pieces of a sentence whose values are more than text (a link, an element of the page, a colored part of a
 * document), in the order of the user's language: texts, and between them the values of `{0}`, `{1}` and so on.
 *
 *     partsOf(l10n.t('{0} matches, {1} does not'), [bold(host), bold(path)])
 *
 * @param sentence the result of `l10n.t` without values, with its placeholders
 */
export function partsOf<T>(sentence: string, values: readonly T[]): readonly (string | T)[] {
  // Every other piece is the text between the braces.
  const pieces = sentence.split(/\{(\d+)\}/).map((piece, at) => (at % 2 === 0 ? piece : (values[Number(piece)] ?? '')));
  return pieces.filter((piece) => piece !== '');
}
