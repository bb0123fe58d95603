import type { TimeRange, TimeSpan } from '../../../protocol/question';
import type { FieldInfo } from '../engine/fieldList';
import { refuseQuestion } from '../wire/searchPath';
import { inNested, nestedAround } from './fieldKinds';

const minutes: Readonly<Record<Exclude<TimeSpan, 'own'>, number>> = {
  '15m': 15,
  '1h': 60,
  '24h': 24 * 60,
  '7d': 7 * 24 * 60,
};

/** A year at least, and each further part as ISO 8601 has it: what `strict_date_optional_time` reads on all engines. */
const ISO_DATE = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d(?::\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/;
/** The format that reads these dates, on all engines. */
export const ISO_FORMAT = 'strict_date_optional_time';
/** Date math from now on is read whatever the format. */
const FROM_NOW = /^now\b/;

/** Whether the ends of a range are dates as ISO 8601 has them, but for those that are open or begin with now. */
export function isIsoRange(given: readonly string[]): boolean {
  const ends = given.filter((end) => end !== '');
  return ends.some((end) => ISO_DATE.test(end)) && ends.every((end) => ISO_DATE.test(end) || FROM_NOW.test(end));
}

/**
 * The clause for a range of a date field, as JSON text; undefined where both ends are open.
 *
 * The last minutes, hours or days become two moments, so that all pages of one result mean the same. Own ends go as they
 * were typed. A format of ours goes along where it can read both, because a field may have one of its own that reads
 * neither; epoch milliseconds and the like are left to the field's.
 *
 * @param fields those of the index, where they are known: a nested one is asked in its nested query
 * @throws RequestFailure `invalid` where no field is named
 */
export function timeClause(time: TimeRange, now: Date, fields: readonly FieldInfo[] = []): string | undefined {
  const [gte, lte] = time.span === 'own' ? [time.from.trim(), time.to.trim()] : lastMinutes(minutes[time.span], now);
  if (gte === '' && lte === '') return undefined;
  if (time.field.trim() === '')
    refuseQuestion('The time range names no field.', 'Choose the date field that it is about.');
  const range = {
    ...(gte !== '' && { gte }),
    ...(lte !== '' && { lte }),
    ...(isIsoRange([gte, lte]) && { format: ISO_FORMAT }),
  };
  return inNested(JSON.stringify({ range: { [time.field]: range } }), nestedAround(time.field, fields));
}

function lastMinutes(count: number, now: Date): readonly [gte: string, lte: string] {
  return [new Date(now.getTime() - count * 60_000).toISOString(), now.toISOString()];
}
