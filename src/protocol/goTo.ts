import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';

/**
 * Reads a target: `5` or `p5` is the fifth page, `#1,234` the page that starts with that hit, its digits grouped as in
 * the language of the page.
 *
 * @param size hits per page, from 1 up
 * @param hits hits of the whole result; undefined if they were not all counted
 * @returns the number of hits before that page, or what to enter instead
 */
export function readGoTo(
  text: string,
  { size, hits }: { readonly size: number; readonly hits: number | undefined },
): { readonly offset: number } | { readonly problem: string } {
  const [, sign, digits] = /^([p#]?)\s*(\d{1,3}(?:[,.'’\s_]?\d{3})*|\d+)$/i.exec(text.trim()) ?? [];
  const number = Number(digits?.replace(/\D/g, ''));
  const offset = sign === '#' ? number - 1 : (number - 1) * size;
  if (digits === undefined || !Number.isSafeInteger(offset) || offset < 0) {
    return { problem: l10n.t('Enter a page number such as 5, or # and a hit number such as #1234.') };
  }
  if (hits === undefined || offset < hits || offset === 0) return { offset };
  if (hits === 0) return { problem: l10n.t('The result has no hits.') };
  const pages = numberText(Math.ceil(hits / size));
  return { problem: l10n.t('The last hit is {0}, on page {1}.', numberText(hits), pages) };
}
