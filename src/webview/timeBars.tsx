import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { perLanguage } from '../l10n/language';
import { numberText } from '../l10n/numbers';
import { plural } from '../l10n/plural';
import type { BarTone, Histogram, HistogramBar } from '../protocol/histogram';
import { localTime } from '../protocol/localTime';
import { usePage } from './pageContext';

/**
 * The times of the hits as bars above them. Drag over them, or Shift with arrow keys and Enter, searches in that range.
 * The line below says what the bar under the pointer is, or the range with its sum.
 */
export function TimeBars() {
  const { view } = usePage();
  const { histogram, hasRoom, arePrevious } = view.timeBar;
  const [told, tell] = useState<string>();
  if (!hasRoom) return null;
  const bars = histogram?.bars ?? [];
  const ends = [bars[0]?.start, bars.at(-1)?.end].map((at) =>
    at === undefined || histogram === undefined ? '' : barMomentText(at, histogram.interval),
  );
  return (
    <section class={`time-bar${arePrevious ? ' previous' : ''}`} aria-label={l10n.t('Hits over time')}>
      <div class="plot">
        {histogram !== undefined && bars.length > 0 && (
          <>
            <Chart histogram={histogram} />
            <BarList histogram={histogram} tell={tell} />
          </>
        )}
      </div>
      <div class="axis">
        <span aria-hidden="true">{ends[0]}</span>
        <span class="caption">{told ?? (histogram === undefined ? '' : barsText(histogram))}</span>
        <span aria-hidden="true">{ends[1]}</span>
      </div>
    </section>
  );
}

interface BarListProps {
  readonly histogram: Histogram;
  /** Gets the text of the bar under the pointer or focus, or of the range; undefined for none. */
  readonly tell: (text: string | undefined) => void;
}

/** The bar that keys start from, and the other end of the range. */
interface BarSpot {
  readonly at: number;
  readonly anchor: number | undefined;
  readonly isDragging: boolean;
}

const firstBar: BarSpot = { at: 0, anchor: undefined, isDragging: false };

/** The bars as a list. The user chooses a range by a drag, a click, or (Shift with) arrow keys and Enter. */
function BarList({ histogram, tell }: BarListProps) {
  const { view, dispatch } = usePage();
  const isNarrowable = view.timeBar.canNarrow;
  const { bars } = histogram;
  const [{ at, anchor, isDragging }, put] = useState(firstBar);
  const [first, last] = [Math.min(at, anchor ?? at), Math.max(at, anchor ?? at)];
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    put(firstBar);
    if (document.activeElement === list.current) tellRange(0, 0);
    else tell(undefined);
  }, [histogram]);

  const tellRange = (from: number, to: number): void =>
    tell(rangeText(histogram, Math.min(from, to), Math.max(from, to)));
  const move = (to: number, isRange: boolean, dragging = isDragging): void => {
    const next = Math.max(0, Math.min(bars.length - 1, to));
    const from = isRange ? (anchor ?? at) : undefined;
    put({ at: next, anchor: from, isDragging: dragging });
    tellRange(next, from ?? next);
  };
  const choose = (): void => {
    const [from, to] = [bars[first]?.start, bars[last]?.end];
    put({ at, anchor: undefined, isDragging: false });
    if (isNarrowable && from !== undefined && to !== undefined) dispatch('narrowToBars', { from, to });
  };
  const barAt = ({ clientX, currentTarget }: TargetedPointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = width === 0 ? 0 : Math.floor(((clientX - left) / width) * bars.length);
    return Math.max(0, Math.min(bars.length - 1, place));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (to !== undefined) move(to, event.shiftKey && isNarrowable);
    else if (event.key === 'Enter' || event.key === ' ') choose();
    else if (event.key === 'Escape' && anchor !== undefined) {
      move(at, false, false);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      class={`bars-list${isNarrowable ? ' narrows' : ''}`}
      role="listbox"
      tabIndex={0}
      aria-label={l10n.t('Hits over time')}
      aria-multiselectable
      aria-orientation="horizontal"
      aria-activedescendant={`time-bar-${at}`}
      title={isNarrowable ? l10n.t('Drag to search in a time range, or press Shift+Arrow and Enter') : ''}
      onKeyDown={onKeyDown}
      onFocus={() => tellRange(at, at)}
      onBlur={() => tell(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0 || !isNarrowable) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const bar = barAt(event);
        put({ at: bar, anchor: bar, isDragging: true });
        tellRange(bar, bar);
      }}
      onPointerMove={(event) => {
        const bar = barAt(event);
        if (isDragging) move(bar, true);
        else tellRange(bar, bar);
      }}
      onPointerUp={() => isDragging && choose()}
      onPointerCancel={() => move(at, false, false)}
      onPointerLeave={({ currentTarget }) => {
        if (isDragging) return;
        if (document.activeElement === currentTarget) tellRange(at, at);
        else tell(undefined);
      }}
    >
      {bars.map((bar, place) => (
        <div
          key={bar.start}
          id={`time-bar-${place}`}
          class={place === at ? 'active' : ''}
          role="option"
          aria-selected={anchor !== undefined && place >= first && place <= last}
          aria-label={barText(bar, histogram)}
        />
      ))}
    </div>
  );
}

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
function barMomentText(at: number, interval: number): string {
  const whole = localTime(at) ?? '';
  // Days of other zones, and those that are an hour shorter, may not begin at midnight.
  if (interval % 86_400_000 === 0 && whole.endsWith('00:00:00.000')) return whole.slice(0, 10);
  if (interval % 60_000 === 0) return whole.slice(0, 16);
  return interval % 1_000 === 0 ? whole.slice(0, 19) : whole;
}

function hitsText(count: number): string {
  return plural(count, { one: '{0} hit', other: '{0} hits' });
}

/** Some bars in words, as one from the first to the last. */
function rangeText(histogram: Histogram, first: number, last: number): string | undefined {
  const chosen = histogram.bars.slice(first, last + 1);
  const [start, end] = [chosen[0]?.start, chosen.at(-1)?.end];
  if (start === undefined || end === undefined) return undefined;
  const sum = (numbers: readonly number[]): number => numbers.reduce((found, each) => found + each, 0);
  const count = sum(chosen.map((bar) => bar.count));
  const parts = histogram.stacks.map((_, stack) => sum(chosen.map((bar) => bar.parts[stack] ?? 0)));
  return barText({ start, end, count, parts }, histogram);
}

/** A bar in words: `2026-11-01 14:05 to 14:10: 312 hits. 5xx 12, 2xx 300` */
function barText({ start, end, count, parts }: HistogramBar, { interval, stacks }: Histogram): string {
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
function barsText({ bars, interval, isPartial }: Histogram): string {
  const most = bars.reduce((found, { count }) => Math.max(found, count), 0);
  if (most === 0) return l10n.t('No hits in this time range');
  const told = l10n.t('{0} per bar, at most {1}', lengthText(interval), hitsText(most));
  return isPartial ? l10n.t('{0}. Partial results', told) : told;
}

/** What needs attention has the theme's color for it; all else is calm. */
const tones: Partial<Readonly<Record<BarTone, string>>> = { red: 'error', orange: 'warning', yellow: 'warning' };

/** The free share of a bar's place. */
const gap = 0.15;

const chartHeight = 28;

/** The bars as a drawing, which screen readers ignore. In high contrast, patterns say what colors say elsewhere. */
function Chart({ histogram }: { readonly histogram: Histogram }) {
  return useMemo(() => {
    const { bars, stacks } = histogram;
    const most = bars.reduce((found, { count }) => Math.max(found, count), 1);
    const width = 100 / bars.length;
    const drawn = bars.flatMap(({ count, parts }, at) => {
      // A few hits among many stay visible.
      const height = count === 0 ? 0 : Math.max(2, (count / most) * chartHeight);
      const loud = stacks.flatMap(({ tone }, stack) => {
        const part = parts[stack] ?? 0;
        return tones[tone] === undefined || part === 0 ? [] : [{ name: tones[tone], part }];
      });
      const calm = loud.reduce((left, { part }) => left - part, count);
      let y = chartHeight;
      return [...loud, { name: 'calm', part: Math.max(0, calm) }].flatMap(({ name, part }, place) => {
        if (part === 0) return [];
        const own = Math.max(name === 'calm' ? 0 : 1, (part / Math.max(1, count)) * height);
        y -= own;
        const x = `${(at + gap / 2) * width}%`;
        return (
          <rect key={`${at} ${place}`} class={`bar-${name}`} x={x} width={`${(1 - gap) * width}%`} y={y} height={own} />
        );
      });
    });
    return (
      <svg class="chart" height={chartHeight} width="100%" aria-hidden="true">
        <defs>
          <pattern id="bar-error" width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M-1 5l2 2M0 0l6 6M5-1l2 2" />
          </pattern>
          <pattern id="bar-warning" width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 3h6" />
          </pattern>
        </defs>
        {drawn}
      </svg>
    );
  }, [histogram]);
}
