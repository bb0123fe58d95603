import * as l10n from '@vscode/l10n';
import { perLanguage } from '../l10n/language';
import { numberText, percentText } from '../l10n/numbers';
import { type PluralForms, plural } from '../l10n/plural';

/** The unit of a number: a duration, bytes, or a share, of which 1 is the whole. */
const amountUnits = ['ns', 'us', 'ms', 's', 'min', 'h', 'd', 'bytes', 'percent'] as const;
export type AmountUnit = (typeof amountUnits)[number];

const short = perLanguage((language) => new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }));

/** With three significant digits, larger numbers round up to the next unit. */
const nearlyThousand = 999.5;

/** The units of time, each with its nanoseconds, and the count from which the next unit is used. */
const times = [
  { unit: 'ns', nanoseconds: 1, below: nearlyThousand, text: (count: string) => l10n.t('{0} ns', count) },
  { unit: 'us', nanoseconds: 1e3, below: nearlyThousand, text: (count: string) => l10n.t('{0} µs', count) },
  { unit: 'ms', nanoseconds: 1e6, below: nearlyThousand, text: (count: string) => l10n.t('{0} ms', count) },
  { unit: 's', nanoseconds: 1e9, below: 120, text: (count: string) => l10n.t('{0} s', count) },
  { unit: 'min', nanoseconds: 60e9, below: 120, text: (count: string) => l10n.t('{0} min', count) },
  { unit: 'h', nanoseconds: 3_600e9, below: 48, text: (count: string) => l10n.t('{0} h', count) },
  { unit: 'd', nanoseconds: 86_400e9, below: Infinity, text: (count: string) => l10n.t('{0} d', count) },
] as const;

const sizes = [
  { bytes: 1e3, text: (count: string) => l10n.t('{0} KB', count) },
  { bytes: 1e6, text: (count: string) => l10n.t('{0} MB', count) },
  { bytes: 1e9, text: (count: string) => l10n.t('{0} GB', count) },
  { bytes: 1e12, text: (count: string) => l10n.t('{0} TB', count) },
] as const;

const byteForms: PluralForms = { one: '{0} byte', other: '{0} bytes' };
/** Longer numbers are not amounts. */
const longestDigits = 100;

/** `812 bytes`, `34.2 KB`, `1.25 MB`; a KB is 1,000 bytes. */
export function bytesText(bytes: number): string {
  const size = Math.abs(bytes);
  if (size < 1_000) return plural(bytes, byteForms);
  const { bytes: unit, text } = sizes.find((each) => size < each.bytes * nearlyThousand) ?? sizes[3];
  return text(short().format(bytes / unit));
}

function durationText(nanoseconds: number): string {
  const length = Math.abs(nanoseconds);
  const unit = times.find(({ nanoseconds, below }) => length / nanoseconds < below) ?? times[6];
  return unit.text(short().format(nanoseconds / unit.nanoseconds));
}

/** An amount to three digits, in the most readable unit: `10.5 s`, `80.8 µs`, `34.2 KB`, `12.5%`. */
export function amountText(amount: number, unit: AmountUnit): string {
  if (unit === 'bytes') return bytesText(amount);
  if (unit === 'percent') return percentText(amount);
  const own = times.find((time) => time.unit === unit) ?? times[0];
  return amount === 0 ? own.text('0') : durationText(amount * own.nanoseconds);
}

const whole = /^-?\d+$/;

/**
 * An amount with every digit, in its own unit: `10,510,676,402 ns`.
 *
 * @param digits the digits in the document
 */
export function exactAmountText(digits: string, unit: AmountUnit): string {
  const isWhole = digits.length < longestDigits && whole.test(digits);
  const count = isWhole ? numberText(BigInt(digits)) : digits;
  if (unit === 'percent') return count;
  if (unit !== 'bytes') return (times.find((time) => time.unit === unit) ?? times[0]).text(count);
  return isWhole ? plural(BigInt(digits), byteForms) : l10n.t('{0} bytes', count);
}
