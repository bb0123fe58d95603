import type { TargetedPointerEvent } from 'preact';
import type { TableHeading } from '../protocol/resultPage';
import { textWidth } from './textWidth';

type Widths = ReadonlyMap<string, number>;

const narrowestPx = 40;
/** What rows keep free at both ends. */
const marginPx = 20;
/** What a cell keeps free at its end. */
const paddingPx = 12;

/** The least that a path has, in characters, and up to which width of the hits the secondary columns are hidden. */
const leastPath = 14;
const narrowPx = 760;

/** The least width of a track of a CSS grid. */
function leastOf(track: string): string {
  return track.startsWith('minmax(') ? track.slice('minmax('.length, track.indexOf(',')) : track;
}

/** Whether hits that are so many pixels wide have no room for the secondary columns. */
export function areHitsNarrow(width: number): boolean {
  return width <= narrowPx;
}

/**
 * The widths of the columns, as variables of the grid: as laid out, until the user drags the right edge of a heading. A
 * dragged width applies to all pages that have a heading of this name.
 *
 * @param width pixels of the hits: with a container's units, every row would be laid out more slowly
 */
export function gridStyle(
  headings: readonly TableHeading[],
  chosen: Widths,
  dragged: readonly [title: string, px: number] | undefined,
  width: number,
): Record<string, string> {
  const shown = headings.filter(({ isSecondary }) => isSecondary !== true || !areHitsNarrow(width));
  const tracks = shown.map(({ title, width: track }) => {
    const px = title === dragged?.[0] ? dragged[1] : chosen.get(title);
    return px === undefined ? track : `${px}px`;
  });
  const leasts = tracks.map(leastOf);
  const columns = tracks.map((track, at) => {
    const chars = shown[at]?.chars;
    if (chars === undefined || track !== shown[at]?.width) return track;
    const others = leasts.filter((_, other) => other !== at).join(' + ');
    return `minmax(max(${leastPath}ch, min(${chars}ch, ${width - marginPx}px - (${others}))), 1fr)`;
  });
  return {
    '--columns': columns.join(' '),
    '--least': `calc(${leasts.join(' + ')})`,
    '--last': leastOf(headings.at(-1)?.width ?? '0px'),
  };
}

/** The pixels that texts have in each column, about: what no column has by itself goes to the last flexible one. */
export function roomsOf(headings: readonly TableHeading[], chosen: Widths, width: number): readonly number[] {
  const digit = textWidth('0');
  const px = (length: string): number => Number.parseFloat(length) * (length.endsWith('ch') ? digit : 1);
  const fixed = headings.map(({ title, width: track, isSecondary = false }) => {
    if (isSecondary && areHitsNarrow(width)) return 0;
    const own = chosen.get(title);
    if (own !== undefined) return own;
    const [, least = '', most = ''] = /^minmax\(([^,]+), ([^)]+)\)$/.exec(track) ?? [];
    if (most === '') return px(track);
    return most.endsWith('fr') ? undefined : px(least);
  });
  const used = fixed.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const rest = (chars: number | undefined): number =>
    Math.max(width - used, chars === undefined ? 0 : leastPath * digit);
  return fixed.map((each, at) => Math.max(0, (each ?? rest(headings[at]?.chars)) - paddingPx));
}

/**
 * Lets the user drag the right edge of a heading.
 *
 * @param show gets the width meanwhile
 * @param choose gets the width after dragging
 */
export function dragWidth(
  event: TargetedPointerEvent<HTMLElement>,
  headings: readonly TableHeading[],
  show: (dragged: readonly [title: string, px: number]) => void,
  choose: (title: string, px: number) => void,
): void {
  const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('.grip') : null;
  const cell = grip?.parentElement ?? null;
  const title = headings[Array.from<Element | null>(cell?.parentElement?.children ?? []).indexOf(cell)]?.title;
  if (grip === null || cell === null || title === undefined || event.button !== 0) return;
  event.preventDefault();
  const from = cell.getBoundingClientRect().width - event.clientX;
  let px: number | undefined;
  const drag = ({ clientX }: PointerEvent) => {
    px = Math.max(narrowestPx, from + clientX);
    show([title, px]);
  };
  const drop = () => {
    grip.removeEventListener('pointermove', drag);
    if (px !== undefined) choose(title, px);
  };
  grip.setPointerCapture(event.pointerId);
  grip.addEventListener('pointermove', drag);
  grip.addEventListener('lostpointercapture', drop, { once: true });
}
