import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';

/** The known size of a result. */
interface Reach {
  /** Hits per page, from 1 up. */
  readonly size: number;
  /** Hits of the whole result; undefined if they were not all counted. */
  readonly hits: number | undefined;
}

/**
 * Reads a target: `5` or `p5` is the fifth page, `#1,234` the page that starts with that hit, its digits grouped as in
 * the language of the page.
 *
 * @returns the number of hits before that page, or what to enter instead
 */
export function readGoTo(
  text: string,
  { size, hits }: Reach,
): { readonly offset: number } | { readonly problem: string } {
  const [, sign, digits] = /^([p#]?)\s*(\d{1,3}(?:[,.'’\s_]?\d{3})*|\d+)$/i.exec(text.trim()) ?? [];
  const number = Number(digits?.replace(/\D/g, ''));
  const offset = sign === '#' ? number - 1 : (number - 1) * size;
  if (digits === undefined || !Number.isSafeInteger(offset) || offset < 0) {
    return { problem: l10n.t('Enter a page number such as 5, or # and a hit number such as #1234.') };
  }
  if (hits !== undefined && offset >= hits && offset > 0) {
    const pages = Math.max(1, Math.ceil(hits / size));
    return {
      problem:
        hits === 0
          ? l10n.t('The result has no hits.')
          : l10n.t('The last hit is {0}, on page {1}.', numberText(hits), numberText(pages)),
    };
  }
  return { offset };
}
