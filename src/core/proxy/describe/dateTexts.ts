import * as l10n from '@vscode/l10n';
import { perLanguage } from '../../../l10n/language';
import { plural } from '../../../l10n/plural';
import { type Inventory, knownItems } from '../model/inventory';
import type { Certificate } from '../model/model';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The local time of day: `14:05`, or `14:05:12`. */
export function clockText(time: number, precision: 'minutes' | 'seconds'): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), ...(precision === 'seconds' ? [date.getSeconds()] : [])];
  return parts.map(twoDigits).join(':');
}

/** A local day and time: `2026-11-21 14:05`. Only digits, which read the same in every language. */
export function dateTimeText(time: number): string {
  const date = new Date(time);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day} ${clockText(time, 'minutes')}`;
}

/** A day and time in the user's language: in English `Nov 22, 01:57`. With the year if it is not the current one. */
export function momentText(time: number): string {
  const isThisYear = new Date(time).getFullYear() === new Date().getFullYear();
  return (isThisYear ? moment() : momentOfYear()).format(time);
}

/** A moment to show beside a name; undefined if the name contains it already. */
export function momentBeside(name: string, time: number): string | undefined {
  return name.includes(momentText(time)) || name.includes(dateTimeText(time)) ? undefined : momentText(time);
}

const momentFormat = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const moment = perLanguage((language) => new Intl.DateTimeFormat(language, momentFormat));
const momentOfYear = perLanguage((language) => new Intl.DateTimeFormat(language, { ...momentFormat, year: 'numeric' }));

/** The moment of an RFC 3339 text, in milliseconds since 1970; undefined for any other text, and for Go's zero time. */
export function timestampOf(text: string | undefined): number | undefined {
  if (text === undefined || !rfc3339.test(text) || text.startsWith('0001-01-01T00:00:00')) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** `Date.parse` also reads `5` as a year, and a time without zone as local time. */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,30})?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * How long the proxy had been running when it was read, such as `up 3 days`: a text that does not change every minute.
 * Undefined if its start is unknown, or if its clock is ahead of this computer's.
 */
export function uptimeText({ version, readAt }: Inventory): string | undefined {
  const start = timestampOf(version?.startDate);
  if (start === undefined || start > readAt) return undefined;
  const time = readAt - start;
  if (time < hourMs) return l10n.t('up less than 1 hour');
  return time < 2 * dayMs
    ? plural(Math.floor(time / hourMs), { one: 'up {0} hour', other: 'up {0} hours' })
    : plural(Math.floor(time / dayMs), { one: 'up {0} day', other: 'up {0} days' });
}

/** The remaining validity of a certificate when it was read: `29 days left`, `expired`; undefined if unknown. */
export function daysLeftText({ notAfter, status }: Certificate, readAt: number): string | undefined {
  const end = timestampOf(notAfter);
  if (status === 'expired' || (end !== undefined && end <= readAt)) return l10n.t('expired');
  if (end === undefined) return undefined;
  const days = daysUntil(end, readAt);
  return days === 0 ? l10n.t('less than 1 day left') : plural(days, { one: '{0} day left', other: '{0} days left' });
}

/** Whole days from one moment to a later one, both in milliseconds since 1970. */
export function daysUntil(end: number, from: number): number {
  return Math.floor((end - from) / dayMs);
}

/** All texts of the rows that change over time even though the proxy does not. */
export function timeDependentText(inventory: Inventory): string {
  const { certificates, readAt } = inventory;
  const left = knownItems(certificates).map((one) => daysLeftText(one, readAt));
  return [uptimeText(inventory), ...left].join('\n');
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
