import * as l10n from '@vscode/l10n';
import type { TimeRange, TimeSpan } from '../../../protocol/question';
import { plainText } from '../../base/text/plainText';
import { zoneOffset } from '../query/timeOf';

export interface PersonsClock {
  /** The user's time zone, by its name. */
  readonly zone: string;
  readonly now: Date;
}

interface AddressTime {
  /** Absent if engines would not accept an end. */
  readonly range?: Omit<TimeRange, 'field'>;
  /** A sentence about a part that differs. */
  readonly note?: string;
}

const spans: Readonly<Record<string, TimeSpan>> = {
  'now-15m': '15m',
  'now-1h': '1h',
  'now-60m': '1h',
  'now-24h': '24h',
  'now-1d': '24h',
  'now-7d': '7d',
  'now-1w': '7d',
};

const longestEnd = 100;
/** In the units of engines. */
const math = '(?:[+-]\\d{1,9}[yMwdhHms]|\\/[yMwdhHms]){0,10}';
const relative = new RegExp(`^now${math}$`);
const anchored = new RegExp(`^([^|]{1,50})\\|\\|${math}$`);
const iso = /^\d{4}-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Reads the time range of an address: dates in ISO 8601, in the browser's zone unless they have one, and date math. */
export function readAddressTime(
  { from, to }: { readonly from: string; readonly to: string },
  { zone, now }: PersonsClock,
): AddressTime {
  const span = to === 'now' ? spans[from] : undefined;
  if (span !== undefined) return { range: { span, from: '', to: '' } };
  const [start, end] = [from, to].map((one) => readEnd(one, zone));
  const [shownFrom, shownTo] = [from, to].map((one) => plainText(one, longestEnd) || '…');
  if (start === undefined || end === undefined) {
    return { note: l10n.t('Left out: the time range from {0} to {1}.', shownFrom ?? '', shownTo ?? '') };
  }
  const range = { span: 'own' as const, from: start, to: end };
  const isRounded = `${from}${to}`.includes('/');
  if (!isRounded || zoneOffset(zone)(now.getTime()) === 0) return { range };
  const note = l10n.t('The time range is rounded in UTC, not in your time zone: {0} to {1}.', start, end);
  return { range, note };
}

/** An end in the form's format; undefined if engines would not accept it. */
function readEnd(end: string, zone: string): string | undefined {
  if (end.length > longestEnd) return undefined;
  if (relative.test(end)) return end;
  const date = anchored.exec(end)?.[1] ?? end;
  const read = readDate(date, zone);
  return read === undefined ? undefined : read + end.slice(date.length);
}

function readDate(date: string, zone: string): string | undefined {
  const [whole, offset] = iso.exec(date) ?? [];
  if (whole === undefined) return undefined;
  const isDay = !date.includes('T');
  if (isDay && offset !== undefined) return undefined;
  const parsed = Date.parse(offset !== undefined || isDay ? date : `${date}Z`);
  if (Number.isNaN(parsed)) return undefined;
  return offset === undefined ? new Date(inZone(parsed, zone)).toISOString() : date;
}

/** The moment at which clocks in a time zone show the time of `utc` in UTC. */
function inZone(utc: number, zone: string): number {
  const offset = zoneOffset(zone);
  return utc - offset(utc - offset(utc));
}
