import { latestMoment } from '../../../protocol/histogram';
import type { DateUnit } from '../wire/engineSearch';

/**
 * ISO 8601 as engines accept it by default (`strict_date_optional_time`), also with a space instead of `T`; a fraction
 * of a second has up to nine digits. Without a time zone it is UTC for engines, though not for `Date.parse`.
 */
const iso =
  /^(-?\d{4,6})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?)?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const digits = /^-?\d{1,20}$/;

function within(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) && Math.abs(milliseconds) <= latestMoment ? milliseconds : undefined;
}

/** Without a unit, numbers beyond the maximum of a `Date` count as nanoseconds. */
function ofDigits(text: string, unit: DateUnit | undefined): number | undefined {
  const value = BigInt(text);
  const millis = unit === 'nanoseconds' ? undefined : within(Number(value));
  if (millis !== undefined || unit === 'milliseconds') return millis;
  // Rounds down to the millisecond, also before 1970.
  return within(Number((value - (((value % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n));
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const [hours = 0, minutes = 0] = (zone.slice(1).match(/\d\d/g) ?? []).map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * A stored date in milliseconds since 1970, to show it in the user's time zone. Undefined if it is not a date, or in an
 * unknown format.
 *
 * @param text the value of a string or the digits of a number: ISO, or digits
 * @param unit the unit of digits, if known; otherwise up to four are a year, and numbers beyond the maximum of a `Date`
 * are nanoseconds
 */
export function dateOf(text: string, unit?: DateUnit): number | undefined {
  if (text.length > 40) return undefined;
  if (digits.test(text) && (unit !== undefined || text.length > 4)) return ofDigits(text, unit);
  const found = iso.exec(text);
  if (found === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return undefined;
  const fraction = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3));
  const date = new Date(0);
  // `Date.UTC` would read years below 100 as 19xx.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, fraction);
  return within(date.getTime() - offsetOf(found[8]));
}
