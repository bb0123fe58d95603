import type { TableHeading } from './tableLayout';

const narrowestPx = 40;

/** The least width of a track of a CSS grid. */
function leastOf(track: string): string {
  return track.startsWith('minmax(') ? track.slice('minmax('.length, track.indexOf(',')) : track;
}

/**
 * The widths of the columns: as laid out, until the user drags the right edge of a heading; a double click there resets
 * it. A dragged width applies to all pages that have a heading of this name.
 *
 * @param choose gets the width after dragging, and no width after a reset
 */
export function columnWidths(root: HTMLElement, choose: (title: string, px?: number) => void) {
  let chosen: ReadonlyMap<string, number> = new Map();
  let dragged: readonly [title: string, px: number] | undefined;
  let headings: readonly TableHeading[] = [];

  function show(): void {
    const widths = headings.map(({ title, width }) => {
      const px = title === dragged?.[0] ? dragged[1] : chosen.get(title);
      return px === undefined ? width : `${px}px`;
    });
    root.style.setProperty('--columns', widths.join(' '));
    const above = headings.flatMap(({ isBelow = false }, at) => (isBelow ? [] : [widths[at]]));
    root.style.setProperty('--columns-above', above.join(' '));
    const narrow = headings.flatMap(({ narrowWidth, isSecondary = false, isBelow = false }, at) =>
      isSecondary || isBelow ? [] : [narrowWidth ?? widths[at]],
    );
    root.style.setProperty('--narrow-columns', narrow.join(' '));
    root.style.setProperty('--least', `calc(${widths.map(leastOf).join(' + ')})`);
    root.style.setProperty('--last', leastOf(headings.at(-1)?.width ?? '0px'));
  }

  /** The right edge of a heading under the pointer, and its column. */
  function gripAt({ target }: Event) {
    const grip = target instanceof Element ? target.closest<HTMLElement>('.grip') : null;
    const cell = grip?.parentElement ?? null;
    const title = headings[Array.from<Element | null>(cell?.parentElement?.children ?? []).indexOf(cell)]?.title;
    return grip === null || title === undefined ? undefined : { grip, title };
  }

  root.addEventListener('pointerdown', (event) => {
    const at = gripAt(event);
    if (at === undefined || event.button !== 0) return;
    const { grip, title } = at;
    event.preventDefault();
    const from = (grip.parentElement?.getBoundingClientRect().width ?? 0) - event.clientX;
    const drag = ({ clientX }: PointerEvent) => {
      dragged = [title, Math.max(narrowestPx, from + clientX)];
      show();
    };
    const drop = () => {
      grip.removeEventListener('pointermove', drag);
      if (dragged !== undefined) choose(...dragged);
      dragged = undefined;
    };
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener('pointermove', drag);
    grip.addEventListener('lostpointercapture', drop, { once: true });
  });
  root.addEventListener('dblclick', (event) => {
    const at = gripAt(event);
    if (at !== undefined) choose(at.title);
  });

  return {
    /** Lays out these headings, with the widths that the user dragged. */
    use(next: readonly TableHeading[], widths: ReadonlyMap<string, number>): void {
      if (next === headings && widths === chosen) return;
      headings = next;
      chosen = widths;
      show();
    },
  };
}
