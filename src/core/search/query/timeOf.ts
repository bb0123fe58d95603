import * as l10n from '@vscode/l10n';
import type { TimeRange, TimeSpan } from '../../../protocol/question';
import type { FieldInfo } from '../engine/fieldList';
import { refuseQuestion } from '../wire/searchPath';
import { aroundField } from './fieldKinds';

const minutes: Readonly<Record<Exclude<TimeSpan, 'own'>, number>> = {
  '15m': 15,
  '1h': 60,
  '24h': 24 * 60,
  '7d': 7 * 24 * 60,
};

/** At least a year, then the parts of ISO 8601: what `strict_date_optional_time` accepts on all engines. */
const ISO_DATE = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d(?::\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/;
/** The format for these dates, on all engines. */
export const ISO_FORMAT = 'strict_date_optional_time';
/** Date math relative to now is accepted whatever the format. */
const FROM_NOW = /^now\b/;

/** Whether the ends of a range are ISO dates, apart from those that are open or start with `now`. */
export function isIsoRange(given: readonly string[]): boolean {
  const ends = given.filter((end) => end !== '');
  return ends.some((end) => ISO_DATE.test(end)) && ends.every((end) => ISO_DATE.test(end) || FROM_NOW.test(end));
}

/**
 * The clause for a range of a date field, as JSON text; undefined where both ends are open.
 *
 * The last minutes, hours or days become two dates, so that all pages of a result cover the same time. Typed ends are sent as
 * they are. A format is added where it fits both, because the field's own format may not accept ISO dates; epoch milliseconds
 * and the like are left to the field's format.
 *
 * @param fields those of the index, where they are known: a nested one is queried in a nested query
 * @throws RequestFailure `invalid` where no field is named
 */
export function timeClause(time: TimeRange, now: Date, fields: readonly FieldInfo[] = []): string | undefined {
  const [gte, lte] = time.span === 'own' ? [time.from.trim(), time.to.trim()] : lastMinutes(minutes[time.span], now);
  if (gte === '' && lte === '') return undefined;
  if (time.field.trim() === '') refuseQuestion(l10n.t('The time range has no field.'), l10n.t('Select a date field.'));
  const range = {
    ...(gte !== '' && { gte }),
    ...(lte !== '' && { lte }),
    ...(isIsoRange([gte, lte]) && { format: ISO_FORMAT }),
  };
  return aroundField(JSON.stringify({ range: { [time.field]: range } }), time.field, fields);
}

function lastMinutes(count: number, now: Date): readonly [gte: string, lte: string] {
  return [new Date(now.getTime() - count * 60_000).toISOString(), now.toISOString()];
}
