/** Offsets change on quarters of an hour at most, so one is remembered for each of them. */
const slotMs = 15 * 60_000;

/** How far local time is ahead of UTC. */
export interface Zone {
  /** Milliseconds that local time is ahead of UTC at a moment, given in milliseconds since 1970. */
  offset(millis: number): number;
  /** The moment at which clocks show this local time, given as if it were UTC. */
  toUtc(local: number): number;
  /** How a date ends that is written in this zone: `Z`, `+02:00`. */
  suffix(millis: number): string;
}

function suffixOf(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

function zoneOf(offset: (millis: number) => number): Zone {
  return {
    offset,
    toUtc: (local) => {
      const guess = local - offset(local);
      return local - offset(guess);
    },
    suffix: (millis) => suffixOf(offset(millis)),
  };
}

export const utc: Zone = { offset: () => 0, toUtc: (local) => local, suffix: () => 'Z' };

/** A zone by its name or offset: `Europe/Berlin`, `+02:00`. Undefined where there is none. */
export function readZone(name: string): Zone | undefined {
  if (name === 'Z' || name === 'UTC') return utc;
  const [, direction, hour, minute] = /^([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
  if (direction !== undefined) {
    const offset = (direction === '-' ? -1 : 1) * (Number(hour) * 60 + Number(minute)) * 60_000;
    return zoneOf(() => offset);
  }
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  const known = new Map<number, number>();
  return zoneOf((millis) => {
    const slot = Math.floor(millis / slotMs);
    const found = known.get(slot);
    if (found !== undefined) return found;
    const written = format.formatToParts(slot * slotMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(written) ?? [];
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    known.set(slot, offset);
    return offset;
  });
}

/** A date as the engines write it in a zone: `2026-10-25T00:00:00.000+02:00`. */
export function formatInZone(millis: number, zone: Zone): string {
  return new Date(millis + zone.offset(millis)).toISOString().replace('Z', zone.suffix(millis));
}
