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
