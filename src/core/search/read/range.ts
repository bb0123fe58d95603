import { numberText } from '../../../l10n/numbers';
import type { Page } from '../../../protocol/panel';
import type { Total } from '../wire/answer';

/** `57`, `10,000+`. */
export function describeTotal({ value, relation }: Total): NonNullable<Page['total']> {
  const isExact = relation === 'eq';
  return { text: `${numberText(value)}${isExact ? '' : '+'}`, isExact };
}

/**
 * `11–20 of 57`: `shown` hits behind the first `from`, of `total`; `11–20` where nothing was counted.
 *
 * @param size the hits that were asked for; with none, the answer has only totals and aggregations
 */
export function describeRange(from: number, shown: number, total: Total | undefined, size = 10): string {
  const of = total && describeTotal(total).text;
  if (size === 0) return of === undefined ? 'No hits asked for' : `0 of ${of}`;
  const first = numberText(from + 1);
  if (shown === 0) {
    if (from === 0 || total?.value === 0) return 'No hits';
    return of === undefined ? `No hits from ${first} on` : `No hits from ${first} on, of ${of}`;
  }
  const range = shown === 1 ? first : `${first}–${numberText(from + shown)}`;
  return of === undefined ? range : `${range} of ${of}`;
}
