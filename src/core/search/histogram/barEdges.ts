import { latestMoment } from '../../../protocol/histogram';
import type { TimeBounds } from './timeBounds';

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

/** The milliseconds by which a time zone's clocks are ahead of UTC at a moment. */
type ZoneOffset = (millis: number) => number;

/** The offset of a zone by its name or its offset: `Europe/Berlin`, `+02:00`. UTC for an unknown zone. */
function zoneOffset(zone: string): ZoneOffset {
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
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/**
 * The edges of bars that cover a range of time, with the end of the last one, in milliseconds since 1970, ascending:
 * like those of engines, except for hours in which clocks change, where a bar may be longer.
 *
 * @param interval milliseconds
 * @param most the most bars; later ones are left out
 */
export function barEdges({ from, to }: TimeBounds, interval: number, zone: string, most: number): readonly number[] {
  // Clocks change by quarters of an hour, so shorter bars have the same edges in every zone.
  const offset = quarterMs % interval === 0 ? () => 0 : zoneOffset(zone);
  const toUtc = (local: number): number => local - offset(local - offset(local));
  const edges: number[] = [];
  let local = Math.floor((from + offset(from)) / interval) * interval;
  // Of an hour that occurs twice, only the second has bars.
  while (toUtc(local) > from) local -= interval;
  for (; edges.length <= most; local += interval) {
    const edge = toUtc(local);
    const last = edges.at(-1);
    if (last === undefined || edge > last) edges.push(edge);
    if (edge > to) break;
  }
  return edges;
}
