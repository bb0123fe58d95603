import * as l10n from '@vscode/l10n';
import { perLanguage } from '../l10n/language';
import { numberText } from '../l10n/numbers';
import { plural } from '../l10n/plural';
import type { Histogram, HistogramBar } from '../protocol/histogram';
import { localTime } from './valueFormat';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const;

const inUnits = perLanguage(
  (language) => (count: number, unit: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
);

/** `5 minutes`, `1 day` */
function lengthText(millis: number): string {
  const [unit, size] = units.find(([, each]) => millis % each === 0) ?? ['millisecond', 1];
  return inUnits()(millis / size, unit);
}

/** A moment in the user's time zone, as exact as bars of this length: `2026-11-01 14:05`. */
export function barMomentText(at: number, interval: number): string {
  const whole = localTime(at) ?? '';
  // Days of other zones, and those that are an hour shorter, may not begin at midnight.
  if (interval % 86_400_000 === 0 && whole.endsWith('00:00:00.000')) return whole.slice(0, 10);
  if (interval % 60_000 === 0) return whole.slice(0, 16);
  return interval % 1_000 === 0 ? whole.slice(0, 19) : whole;
}

function hitsText(count: number): string {
  return plural(count, { one: '{0} hit', other: '{0} hits' });
}

/** A bar in words: `2026-11-01 14:05 to 14:10: 312 hits. 5xx 12, 2xx 300` */
export function barText({ start, end, count, parts }: HistogramBar, { interval, stacks }: Histogram): string {
  const [from, to] = [barMomentText(start, interval), barMomentText(end, interval)];
  const day = from.slice(0, 11);
  const until = to.startsWith(day) && to.length > day.length ? to.slice(day.length) : to;
  const text = l10n.t('{0} to {1}: {2}', from, until, hitsText(count));
  const named = stacks.flatMap(({ label }, at) => {
    const part = parts[at] ?? 0;
    return part === 0 ? [] : l10n.t('{0} {1}', label, numberText(part));
  });
  return named.length === 0 ? text : `${text}. ${named.join(', ')}`;
}

/** The bars in words: `5 minutes per bar, at most 312 hits` */
export function barsText({ bars, interval, isPartial }: Histogram): string {
  const most = bars.reduce((found, { count }) => Math.max(found, count), 0);
  if (most === 0) return l10n.t('No hits in this time range');
  const told = l10n.t('{0} per bar, at most {1}', lengthText(interval), hitsText(most));
  return isPartial ? l10n.t('{0}. Partial results', told) : told;
}
