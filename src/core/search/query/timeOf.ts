import * as l10n from '@vscode/l10n';
import { latestMoment } from '../../../protocol/histogram';
import type { TimeRange, TimeSpan } from '../../../protocol/question';
import type { FieldInfo } from '../engine/fieldList';
import type { DateUnit } from '../wire/engineSearch';
import { refuseQuestion } from '../wire/searchPath';
import { aroundField } from './fieldKinds';

/** The spans of time that end now. */
export const spanMinutes: Readonly<Record<Exclude<TimeSpan, 'own'>, number>> = {
  '15m': 15,
  '1h': 60,
  '24h': 24 * 60,
  '7d': 7 * 24 * 60,
};

/** At least a year, then the parts of ISO 8601: what `strict_date_optional_time` accepts on all engines. */
const isoDate = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d(?::\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/;
/** The format for these dates, on all engines. */
export const isoFormat = 'strict_date_optional_time';
/** Date math relative to now is accepted in any format. */
const fromNow = /^now\b/;

/** A moment as an end of a range, and the format of that range. */
interface MomentBound {
  readonly value: string;
  readonly format: { readonly format?: string };
}

/**
 * A moment since 1970 as an end of a range. Engines read numbers in ranges as milliseconds, also for fields in
 * nanoseconds, and OpenSearch finds only some of the documents beyond one below zero (2.19), so those are written as
 * dates.
 */
export function momentBound(moment: bigint, unit: DateUnit): MomentBound {
  const isNanos = unit === 'nanoseconds';
  const asNumber = { value: String(moment), format: { format: 'epoch_millis' } };
  if (!isNanos && moment >= 0n) return asNumber;
  const scale = isNanos ? 1_000_000_000n : 1_000n;
  const fraction = ((moment % scale) + scale) % scale;
  const date = new Date(Number((moment - fraction) / scale) * 1_000);
  // Engines write years before 1 with four digits, and JavaScript's ISO 8601 with six.
  const written = Number.isNaN(date.getTime()) ? '' : date.toISOString().replace(/^-00(?=\d{4}-)/, '-');
  if (!/^-?\d{4}-/.test(written)) return asNumber;
  const digits = String(fraction).padStart(isNanos ? 9 : 3, '0');
  return { value: `${written.slice(0, written.indexOf('.'))}.${digits}Z`, format: { format: isoFormat } };
}

/** Whether the ends of a range are ISO dates, apart from ends that are open or start with `now`. */
export function isIsoRange(given: readonly string[]): boolean {
  const ends = given.filter((end) => end !== '');
  return ends.some((end) => isoDate.test(end)) && ends.every((end) => isoDate.test(end) || fromNow.test(end));
}

/**
 * The clause for a range of a date field, as JSON text; undefined if both ends are open.
 *
 * The last minutes, hours or days become two dates, so that all pages of a result cover the same time. Typed ends are
 * sent unchanged. A format is added if it fits both, because the field's own format may not accept ISO dates; epoch
 * milliseconds and similar values are left to the field's format.
 *
 * @param fields the fields of the index, if known: a nested one is queried in a nested query
 * @throws RequestFailure `invalid` if no field is named
 */
export function timeClause(time: TimeRange, now: Date, fields: readonly FieldInfo[] = []): string | undefined {
  const [gte, lte] =
    time.span === 'own' ? [time.from.trim(), time.to.trim()] : lastMinutes(spanMinutes[time.span], now);
  if (gte === '' && lte === '') return undefined;
  if (time.field.trim() === '') refuseQuestion(l10n.t('The time range has no field.'), l10n.t('Select a date field.'));
  const range = {
    ...(gte !== '' && { gte }),
    ...(lte !== '' && { lte }),
    ...(isIsoRange([gte, lte]) && { format: isoFormat }),
  };
  return aroundField(JSON.stringify({ range: { [time.field]: range } }), time.field, fields);
}

function lastMinutes(count: number, now: Date): readonly [gte: string, lte: string] {
  return [new Date(now.getTime() - count * 60_000).toISOString(), now.toISOString()];
}

/**
 * The milliseconds by which a time zone's clocks are ahead of UTC at a moment.
 *
 * @param zone its name or its offset: `Europe/Berlin`, `+02:00`; an unknown one counts as UTC
 */
export function zoneOffset(zone: string): (millis: number) => number {
  const fixed = offsetOf(/^([+-])(\d\d):?(\d\d)$/.exec(zone));
  if (fixed !== undefined) return () => fixed;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return () => 0;
  }
  return (millis) => {
    const at = Math.min(Math.max(millis, -latestMoment), latestMoment);
    const written = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return offsetOf(/([+-])(\d\d):(\d\d)/.exec(written)) ?? 0;
  };
}

function offsetOf(found: RegExpExecArray | null): number | undefined {
  if (found === null) return undefined;
  const [, sign, hours, minutes] = found;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
