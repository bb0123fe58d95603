import { mostBars } from '../../../protocol/histogram';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Round lengths, ascending. */
const roundLengths: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90, 180, 365].map((count) => count * day),
];

/** The bars at both ends of a range are only partly in it. */
const ends = 2;

/**
 * The shortest round length of a bar for which at most 80 bars cover a range.
 *
 * @returns milliseconds
 */
export function roundInterval(from: number, to: number): number {
  const span = Math.max(to - from, 0);
  // For a single moment, shorter bars than a second are useless.
  if (span === 0) return second;
  const fits = (length: number) => span / length <= mostBars - ends;
  return roundLengths.find(fits) ?? Math.ceil(span / (mostBars - ends) / (365 * day)) * 365 * day;
}

const units = [
  ['d', day],
  ['h', hour],
  ['m', minute],
  ['s', second],
] as const;

/** A length in the format of engines: `90d`, `5m`, `200ms`. */
export function intervalText(length: number): string {
  const [name, size] = units.find(([, each]) => length % each === 0) ?? ['ms', 1];
  return `${length / size}${name}`;
}
