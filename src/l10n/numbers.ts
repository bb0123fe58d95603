import { perLanguage } from './language';

const grouped = perLanguage((language) => new Intl.NumberFormat(language));

/** A number as people read it, in the language of the rest: in English `1,234,567`, `0.25`. */
export function numberText(count: number | bigint): string {
  return grouped().format(count);
}
