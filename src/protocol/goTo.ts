import { numberText } from '../l10n/numbers';

/** Where a person can go to in a result, as far as is known. */
interface Reach {
  /** Hits of a full page, from 1 up. */
  readonly size: number;
  /** Hits of the whole result; undefined where they were not all counted. */
  readonly hits: number | undefined;
}

/**
 * Reads where to go as a person types it: `5` or `p5` for the fifth page, `#1,234` for the page that begins with that hit.
 *
 * @returns the number of hits before that page, or what to type instead
 */
export function readGoTo(
  text: string,
  { size, hits }: Reach,
): { readonly offset: number } | { readonly problem: string } {
  const [, sign, digits] = /^([p#]?)\s*(\d{1,3}(?:[, _]?\d{3})*|\d+)$/i.exec(text.trim()) ?? [];
  const number = Number(digits?.replace(/\D/g, ''));
  const offset = sign === '#' ? number - 1 : (number - 1) * size;
  if (digits === undefined || !Number.isSafeInteger(offset) || offset < 0) {
    return { problem: 'Type the number of a page, such as 5, or # and the number of a hit, such as #1234.' };
  }
  if (hits !== undefined && offset >= hits && offset > 0) {
    const pages = Math.max(1, Math.ceil(hits / size));
    return {
      problem: `The result ends with ${hits === 0 ? 'no hits' : `hit ${numberText(hits)}, on page ${numberText(pages)}`}.`,
    };
  }
  return { offset };
}
