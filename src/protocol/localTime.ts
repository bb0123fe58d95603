import { latestMoment } from './histogram';

const styles: Intl.DateTimeFormatOptions = {
  ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' } as const),
};

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** A format of a zone; of the computer's own if its time zones do not include this one. */
function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat('sv', { ...styles, timeZone: zone });
    } catch {
      format = formatOf(undefined);
    }
    formats.set(zone, format);
  }
  return format;
}

/** The beginning of the year 1: dates before it have no year that is written alike everywhere. */
const firstMoment = Date.parse('0001-01-02T00:00:00Z');
/** The length of a moment: `2026-11-20 14:03:12.123` */
const momentLength = 23;

/**
 * A moment in a time zone: `2026-11-20 14:03:12.123`. Undefined if it cannot be written so.
 *
 * @param at milliseconds since 1970
 * @param zone by default the computer's own
 */
export function localTime(at: number, zone?: string): string | undefined {
  if (!(at >= firstMoment && at <= latestMoment)) return undefined;
  return formatOf(zone).format(at).replace(',', '.').padStart(momentLength, '0');
}
