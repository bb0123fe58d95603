import * as l10n from '@vscode/l10n';
import { perLanguage } from '../l10n/language';
import { numberText } from '../l10n/numbers';
import { amountText, bytesText, exactAmountText } from '../protocol/amounts';
import type { HitCell, HitPage, StyledRange, TextStyle } from '../protocol/resultPage';

/** The costs of the page: `12 ms` on the server, if reported, and `34 KB`. */
export function pageCost({ tookMs, bytes }: Pick<HitPage, 'tookMs' | 'bytes'>): string[] {
  return [...(tookMs === undefined ? [] : [l10n.t('{0} ms', numberText(tookMs))]), bytesText(bytes)];
}

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** A moment in the user's time zone: `2026-11-20 14:03:12.123`. Undefined if `Date` does not support it. */
export function localTime(at: number): string | undefined {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return undefined;
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  return `${day} ${time}.${pad(date.getMilliseconds(), 3)}`;
}

/** The texts of dates and amounts: the cell, the width of its column, and the name of its row each need them. */
const written = new WeakMap<HitCell, string>();

function writtenText(cell: HitCell): string | undefined {
  const { kind, text, at, unit } = cell;
  if (unit === undefined && (kind !== 'date' || at === undefined)) return undefined;
  const known = written.get(cell);
  if (known !== undefined) return known;
  const made = unit === undefined ? localTime(at ?? Number.NaN) : amountText(Number(text), unit);
  if (made !== undefined) written.set(cell, made);
  return made;
}

/** The text of a cell: a date in the user's zone, an amount in a fitting unit, empty for a missing field. */
export function cellText(cell: HitCell): string {
  const { kind, text, isCut } = cell;
  if (kind === 'absent') return '';
  const shown = writtenText(cell) ?? text;
  return isCut === true && !shown.endsWith('…') ? `${shown}…` : shown;
}

/** An amount with all digits, if its cell shows fewer. */
export function exactText(cell: HitCell): string | undefined {
  if (cell.unit === undefined) return undefined;
  const exact = exactAmountText(cell.text, cell.unit);
  return exact === cellText(cell) ? undefined : exact;
}

/** A cell's tooltip: only text that the cell does not show itself. */
export function cellTitle(cell: HitCell): string | undefined {
  const { kind, text, at, unit, isCut } = cell;
  if (kind === 'absent') return l10n.t('Not in this document');
  if (unit !== undefined) return exactText(cell);
  if (kind === 'date' && at !== undefined) return text;
  return isCut === true ? l10n.t('Truncated. Expand the hit to see more.') : undefined;
}

/**
 * The beginning of a long value, without half characters at the end; undefined if the value is not long.
 *
 * @param mostLines of a text with line breaks: it may then be four times as long
 */
export function beginningOf(cell: HitCell, longest: number, mostLines: number): HitCell | undefined {
  const lines = cell.text.split('\n');
  const end = Math.min(lines.slice(0, mostLines).join('\n').length, lines.length > 1 ? 4 * longest : longest);
  if (cell.text.length <= end) return undefined;
  return { ...cell, text: cell.text.slice(0, end).replace(/[\ud800-\udbff]$/, ''), isCut: true };
}

/** A piece of a text, whether the engine highlighted it, and its terminal style. */
export interface Stretch {
  readonly text: string;
  readonly isMarked: boolean;
  readonly style?: TextStyle;
}

/** Sorts ranges within a text and removes overlaps, for any input. */
function orderedRanges<T>(
  length: number,
  ranges: readonly (readonly [from: number, to: number, value: T])[],
): readonly (readonly [from: number, to: number, value: T])[] {
  const ordered: [number, number, T][] = [];
  let done = 0;
  for (const [from, to, value] of ranges) {
    const start = Math.min(Math.max(from, done), length);
    const end = Math.min(Math.max(to, start), length);
    if (end > start) ordered.push([start, end, value]);
    done = end > start ? end : done;
  }
  return ordered;
}

/**
 * Cuts a text at its marks, and where its style changes. Joined, the pieces are the text, even if the ranges are wrong.
 *
 * @param also another index to cut at
 */
export function stretchesOf(
  text: string,
  marks: readonly (readonly [number, number])[],
  styled: readonly StyledRange[] = [],
  also = 0,
): Stretch[] {
  const markRanges = marks.map(([from, to]) => [from, to, true] as const);
  const styleRanges = styled.map(({ from, to, style }) => [from, to, style] as const);
  const marked = orderedRanges(text.length, markRanges);
  const styles = orderedRanges(text.length, styleRanges);
  const starts = [...marked, ...styles].map(([from]) => from);
  const ends = [...marked, ...styles].map(([, to]) => to);
  const cuts = [...new Set([...starts, ...ends, also, text.length])].sort((one, other) => one - other);
  const stretches: Stretch[] = [];
  let done = 0;
  let atMark = 0;
  let atStyle = 0;
  for (const cut of cuts) {
    if (cut <= done) continue;
    while ((marked[atMark]?.[1] ?? cut) <= done) atMark++;
    while ((styles[atStyle]?.[1] ?? cut) <= done) atStyle++;
    const style = styles[atStyle];
    stretches.push({
      text: text.slice(done, cut),
      isMarked: (marked[atMark]?.[0] ?? cut) <= done,
      ...(style !== undefined && style[0] <= done && { style: style[2] }),
    });
    done = cut;
  }
  return stretches;
}

/** A field's path for display: characters that would break, hide, or reorder it are escaped. */
export function pathText(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}

const ago = perLanguage((language) => new Intl.RelativeTimeFormat(language, { style: 'short' }));

const units = [
  ['second', 1_000, 60],
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 48],
  ['day', 86_400_000, 60],
  ['month', 2_629_746_000, 24],
  ['year', 31_556_952_000, Number.POSITIVE_INFINITY],
] as const;

/** The distance of a moment from `now`, in whole units: `2 min. ago`. Both in milliseconds since 1970. */
export function relativeTime(at: number, now: number): string {
  for (const [unit, length, most] of units) {
    const count = Math.trunc((at - now) / length);
    if (Math.abs(count) < most) return ago().format(count === 0 ? -0 : count, unit);
  }
  return '';
}

const tickMs = 1_000;

/**
 * Updates the times (`data-at`) below an element while they are relative. Their columns keep their widths.
 *
 * @returns ends that
 */
export function keepTimesRelative(root: HTMLElement | null, areRelative: boolean): () => void {
  if (root === null || !areRelative) return () => {};
  const timer = setInterval(() => {
    const now = Date.now();
    for (const time of root.querySelectorAll<HTMLElement>('[data-at]')) {
      const text = time.firstChild;
      if (text !== null) text.nodeValue = relativeTime(Number(time.dataset.at), now);
    }
  }, tickMs);
  return () => clearInterval(timer);
}
