const pattern =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?)?(Z|[+-]\d\d:?(?:\d\d)?)?)?)?)?$/;

const nanosAMilli = 1_000_000n;
const minuteMs = 60_000;

function offsetMillis(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * minuteMs;
}

/** Nanoseconds since 1970 of a `strict_date_optional_time` text, or `undefined` where it is none. */
export function parseDate(text: string): bigint | undefined {
  const parts = pattern.exec(text);
  if (parts === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', zone] = parts;
  const millis = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  if (Number.isNaN(millis)) return undefined;
  return BigInt(millis - offsetMillis(zone)) * nanosAMilli + BigInt(fraction.padEnd(9, '0'));
}

/** Milliseconds since 1970, rounded down. */
export function nanosToMillis(nanos: bigint): number {
  return Number((nanos - (((nanos % nanosAMilli) + nanosAMilli) % nanosAMilli)) / nanosAMilli);
}

export function millisToNanos(millis: number): bigint {
  return BigInt(millis) * nanosAMilli;
}

/** The text in the engines' default format: `2026-11-01T02:18:53.321Z`. */
export function formatMillis(millis: number): string {
  return new Date(millis).toISOString();
}

/** The same with up to nine digits, no fewer than three: `2026-11-01T02:18:53.321024999Z`. */
export function formatNanos(nanos: bigint): string {
  const millis = nanosToMillis(nanos);
  const below = (nanos - millisToNanos(millis)).toString().padStart(6, '0').replace(/0+$/, '');
  return formatMillis(millis).replace('Z', `${below}Z`);
}

export type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'H' | 'm' | 's';
const unitMillis: Readonly<Record<Exclude<Unit, 'y' | 'M'>, number>> = {
  w: 7 * 24 * 60 * minuteMs,
  d: 24 * 60 * minuteMs,
  h: 60 * minuteMs,
  H: 60 * minuteMs,
  m: minuteMs,
  s: 1000,
};

/** So many units later; months and years by the calendar. */
export function shifted(millis: number, amount: number, unit: Unit): number {
  if (unit !== 'y' && unit !== 'M') return millis + amount * unitMillis[unit];
  const date = new Date(millis);
  date.setUTCMonth(date.getUTCMonth() + amount * (unit === 'y' ? 12 : 1));
  return date.getTime();
}

/** Where the unit begins that a moment is in; weeks on Monday. */
export function roundedDown(millis: number, unit: Unit): number {
  const date = new Date(millis);
  if (unit === 'y') return Date.UTC(date.getUTCFullYear(), 0);
  if (unit === 'M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  if (unit === 'w') {
    const monday = date.getUTCDate() - ((date.getUTCDay() + 6) % 7);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), monday);
  }
  return millis - (millis % unitMillis[unit]);
}

/** How a rounded date is meant: its first millisecond, or its last, as `gt` and `lte` want it. */
export type Rounding = 'down' | 'up';

/**
 * A date with date maths as in a range query: `now-15m/d`, `2026-11-01||+1d`, a plain date, or milliseconds in digits.
 *
 * @returns nanoseconds since 1970, or `undefined` where the text is no date
 */
export function parseDateMaths(text: string, rounding: Rounding, now: number): bigint | undefined {
  if (/^-?\d{5,}$/.test(text)) return millisToNanos(Number(text));
  const [, from, maths = ''] = /^(now|.*?(?=\|\||$))(?:\|\|)?(.*)$/.exec(text) ?? [];
  const start = from === 'now' ? millisToNanos(now) : parseDate(from ?? '');
  if (start === undefined) return undefined;
  const steps = [...maths.matchAll(/([+-])(\d*)([yMwdhHms])|\/([yMwdhHms])/g)];
  if (steps.map((step) => step[0]).join('') !== maths) return undefined;
  if (steps.length === 0) return start;
  let millis = nanosToMillis(start);
  for (const [, sign, amount, unit, round] of steps) {
    if (round !== undefined) {
      const down = roundedDown(millis, round as Unit);
      millis = rounding === 'down' ? down : shifted(down, 1, round as Unit) - 1;
    } else {
      millis = shifted(millis, (sign === '-' ? -1 : 1) * Number(amount === '' ? 1 : amount), unit as Unit);
    }
  }
  return millisToNanos(millis);
}
