import { perLanguage } from './language';

const grouped = perLanguage((language) => new Intl.NumberFormat(language));

/** A number in the format of the user's language: in English `1,234,567`, `0.25`. */
export function numberText(count: number | bigint): string {
  return grouped().format(count);
}

const percent = perLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }),
);

/** A share from 0 to 1, to a tenth of a percent: in English `12.5%`. */
export function percentText(share: number): string {
  return percent().format(share);
}
