const grouped = new Intl.NumberFormat('en-US');

/** A number as people read it, in the one language of the product: `1,234,567`, `0.25`. */
export function numberText(count: number | bigint): string {
  return grouped.format(count);
}
