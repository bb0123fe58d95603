import * as l10n from '@vscode/l10n';
import { perLanguage } from '../l10n/language';
import { numberText } from '../l10n/numbers';
import { plural } from '../l10n/plural';
import type { BarTone, Histogram, HistogramBar } from '../protocol/histogram';
import { button, element, icon, select, setOptions, setText, setValue } from './dom';
import { areHitsPrevious, type Dispatch, type PageState } from './pageState';
import { barRange } from './timeBarRange';
import { canNarrow, canWiden, hasBars, timeFieldOf } from './timeBarRequests';
import { localTime } from './valueFormat';

/**
 * The times of the hits as bars above them, which the user can fold. Drag over them, or Shift with arrow keys and
 * Enter, searches in that range. The text of a bar is shown on hover, and read by screen readers.
 *
 * @param onNone called when it had the focus and is gone
 */
export function timeBarView(dispatch: Dispatch, onNone: () => void) {
  const fold = button(l10n.t('Hits over Time'), { class: 'fold' }, () =>
    dispatch({ kind: 'timeBarFolded', isFolded: fold.getAttribute('aria-expanded') === 'true' }),
  );
  const chevron = icon('chevron-down');
  fold.prepend(chevron);
  const caption = element('span', { class: 'caption' });
  const legend = element('span', { class: 'legend', 'aria-hidden': 'true' });
  const stack = select(l10n.t('Divide by'), 'stack', (field) => dispatch({ kind: 'stackChosen', field }));
  const widen = button(
    l10n.t('Previous Range'),
    { icon: 'discard', title: l10n.t('Go back to the time range before this one'), class: 'widen' },
    () => dispatch({ kind: 'previousRangeWanted' }),
  );
  const drawing = element('div', { class: 'drawing' });
  const choose = (first: number, last: number): void => {
    const [from, to] = [histogram?.bars[first]?.start, histogram?.bars[last]?.end];
    if (from !== undefined && to !== undefined) dispatch({ kind: 'barsChosen', from, to });
  };
  const range = barRange((text) => setText(caption, text ?? whole), choose);
  const axis = element('div', { class: 'axis', 'aria-hidden': 'true' });
  const chart = element('div', { class: 'area' }, element('div', { class: 'plot' }, drawing, range.root), axis);
  const root = element(
    'section',
    { class: 'time-bar', 'aria-label': l10n.t('Hits over time'), hidden: '' },
    element('div', { class: 'head' }, fold, caption, legend, stack, widen),
    chart,
  );
  let histogram: Histogram | undefined;
  /** The text about all bars, while the user points at none. */
  let whole = '';

  function draw(next: Histogram | undefined): void {
    histogram = next;
    whole = next === undefined ? '' : barsText(next);
    setText(caption, whole);
    const bars = next?.bars ?? [];
    drawing.replaceChildren(...(next === undefined || bars.length === 0 ? [] : [timeBarChart(next)]));
    range.use(next === undefined ? [] : bars.map((bar) => barText(bar, next)));
    legend.replaceChildren(
      ...(next?.stacks ?? []).map(({ label, tone }) => element('span', {}, toneSample(tone), label)),
    );
    const ends = [bars[0]?.start, bars[bars.length >> 1]?.start, bars.at(-1)?.end];
    const moments = ends.map((at) => (at === undefined || next === undefined ? '' : barMomentText(at, next.interval)));
    axis.replaceChildren(...moments.map((text) => element('span', {}, text)));
  }

  return {
    root,
    update(state: PageState): void {
      const { timeBar, shown } = state;
      const { isFolded, isAwaited, lacking } = timeBar;
      const isComing = isAwaited && lacking !== shown?.question.index;
      const isThere =
        shown !== undefined &&
        (isFolded ? timeFieldOf(state) !== undefined : hasBars(state) || isComing || canWiden(state));
      const hadFocus = root.contains(document.activeElement);
      root.hidden = !isThere;
      fold.setAttribute('aria-expanded', String(!isFolded));
      chevron.className = `codicon codicon-${isFolded ? 'chevron-right' : 'chevron-down'}`;
      // While the new bars are awaited, the old ones keep the room.
      const bars = hasBars(state) || isComing ? timeBar.histogram : undefined;
      if (bars !== histogram) draw(bars);
      root.classList.toggle('previous', isAwaited || areHitsPrevious(state));
      range.allow(canNarrow(state));
      chart.hidden = isFolded;
      caption.hidden = isFolded;
      legend.hidden = isFolded;
      const hadWiden = document.activeElement === widen;
      widen.hidden = isFolded || !canWiden(state);
      const fields = bars?.stackFields ?? [];
      stack.hidden = isFolded || fields.length === 0;
      setOptions(stack, [['', l10n.t('Not divided')], ...fields.map((name) => [name, name] as const)]);
      setValue(stack, isAwaited ? (timeBar.stack ?? bars?.stackField ?? '') : (bars?.stackField ?? ''));
      if (hadFocus && root.hidden) onNone();
      else if (hadWiden && widen.hidden) fold.focus();
    },
  };
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

const namespace = 'http://www.w3.org/2000/svg';

function shape(tag: string, attributes: Readonly<Record<string, string | number>>, ...inside: readonly Element[]) {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/** Pixels of the square that a pattern repeats. */
const tile = 6;

/** The lines in a tile, so that parts differ without their colors, too; none: a plain area. */
const lines: Readonly<Record<BarTone, string>> = {
  red: '',
  orange: 'M-1 1l2-2M0 6l6-6M5 7l2-2',
  yellow: 'M0 3h6',
  green: 'M2.5 1.5h1M5.5 4.5h1M-.5 4.5h1',
  blue: 'M-1 5l2 2M0 0l6 6M5-1l2 2',
  purple: 'M0 0l6 6M0 6l6-6',
  gray: 'M3 0v6',
};

/** A part without a name, and bars that are not divided. */
type Fill = BarTone | 'rest' | 'plain';

function pattern(tone: BarTone): Element {
  const size = { width: tile, height: tile };
  return shape(
    'pattern',
    { ...size, id: `bar-${tone}`, class: `tone-${tone}`, patternUnits: 'userSpaceOnUse' },
    shape('rect', { ...size, class: 'ground' }),
    shape('path', { d: lines[tone], class: 'lines' }),
  );
}

function filled(fill: Fill, place: Readonly<Record<string, string | number>>): Element {
  const isPattern = fill !== 'rest' && fill !== 'plain';
  return shape('rect', { ...place, ...(isPattern ? { fill: `url(#bar-${fill})` } : { class: `tone-${fill}` }) });
}

function toneSample(tone: BarTone): Element {
  const square = { width: 10, height: 10 };
  return shape('svg', { ...square, class: 'sample', 'aria-hidden': 'true' }, filled(tone, square));
}

/** The free share of a bar's place. */
const gap = 0.15;

const chartHeight = 44;

/** The bars as a drawing, which screen readers ignore. */
function timeBarChart({ bars, stacks }: Histogram): Element {
  const tones = new Set(stacks.map(({ tone }) => tone));
  const most = bars.reduce((found, { count }) => Math.max(found, count), 1);
  const width = 100 / bars.length;
  const drawn = bars.flatMap(({ count, parts }, at) => {
    const rest = parts.reduce((left, part) => left - part, count);
    const all: (readonly [Fill, number])[] = [
      ...stacks.map(({ tone }, stack) => [tone, parts[stack] ?? 0] as const),
      [stacks.length === 0 ? 'plain' : 'rest', Math.max(rest, 0)],
    ];
    const sum = all.reduce((found, [, part]) => found + part, 0);
    // A few hits among many stay visible.
    const height = count === 0 ? 0 : Math.max(2, (count / most) * chartHeight);
    let y = chartHeight;
    return all.flatMap(([fill, part]) => {
      if (part === 0) return [];
      const own = (part / sum) * height;
      y -= own;
      return filled(fill, { x: `${(at + gap / 2) * width}%`, width: `${(1 - gap) * width}%`, y, height: own });
    });
  });
  const look = { class: 'chart', height: chartHeight, width: '100%', 'aria-hidden': 'true' };
  return shape('svg', look, shape('defs', {}, ...[...tones].map(pattern)), ...drawn);
}
