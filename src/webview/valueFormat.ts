import * as l10n from '@vscode/l10n';
import { perLanguage } from '../l10n/language';
import { numberText } from '../l10n/numbers';
import { bytesText } from '../protocol/amounts';
import type { HitCell, HitPage, StyledRange, TextStyle } from '../protocol/resultPage';

/** The costs of the page: `12 ms` on the server, if reported, and `34 KB`. */
export function pageCost({ tookMs, bytes }: Pick<HitPage, 'tookMs' | 'bytes'>): string[] {
  return [...(tookMs === undefined ? [] : [l10n.t('{0} ms', numberText(tookMs))]), bytesText(bytes)];
}

/** An amount with all digits, if its cell shows fewer. */
export function exactText({ kind, stored }: HitCell): string | undefined {
  return kind === 'date' ? undefined : stored;
}

/** A cell's tooltip: only text that the cell does not show itself. */
export function cellTitle({ kind, stored, isCut }: HitCell): string | undefined {
  if (kind === 'absent') return l10n.t('Not in this document');
  return stored ?? (isCut === true ? l10n.t('Truncated. Expand the hit to see more.') : undefined);
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
  return { ...cell, text: `${cell.text.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`, isCut: true };
}

/** A piece of a text, whether the engine highlighted it, and its terminal style. */
export interface Stretch {
  readonly text: string;
  readonly isMarked: boolean;
  readonly style?: TextStyle;
}

/**
 * Cuts a text at its marks, and where its style changes: both in order, and not overlapping. Joined, the pieces are the
 * text.
 *
 * @param also another index to cut at
 */
export function stretchesOf(
  text: string,
  marks: readonly (readonly [number, number])[],
  styled: readonly StyledRange[] = [],
  also = 0,
): Stretch[] {
  const edges = [...marks.flat(), ...styled.flatMap(({ from, to }) => [from, to]), also, text.length];
  const cuts = [...new Set(edges)].filter((cut) => cut > 0 && cut <= text.length).sort((one, other) => one - other);
  let atMark = 0;
  let atStyle = 0;
  return cuts.map((cut, at) => {
    const from = cuts[at - 1] ?? 0;
    while ((marks[atMark]?.[1] ?? cut) <= from) atMark++;
    while ((styled[atStyle]?.to ?? cut) <= from) atStyle++;
    const [markedFrom = cut] = marks[atMark] ?? [];
    const style = styled[atStyle];
    return {
      text: text.slice(from, cut),
      isMarked: markedFrom <= from,
      ...(style !== undefined && style.from <= from && { style: style.style }),
    };
  });
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
