import type { Heading } from './layout';

const narrowestPx = 40;

/**
 * The widths of the columns: as laid out, until a person drags the right edge of a heading; a double click there takes that
 * back. What was dragged stays for all pages on which a heading of this name stands.
 */
export function columnWidths(root: HTMLElement) {
  const dragged = new Map<string, number>();
  let headings: readonly Heading[] = [];

  function show(): void {
    const widths = headings.map(({ title, width }) => {
      const px = dragged.get(title);
      return px === undefined ? width : `${px}px`;
    });
    root.style.setProperty('--columns', widths.join(' '));
  }

  const gripOf = (target: EventTarget | null): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>('.grip') : null;

  function headingOf(grip: HTMLElement): Heading | undefined {
    const cell = grip.parentElement;
    return headings[Array.from<Element | null>(cell?.parentElement?.children ?? []).indexOf(cell)];
  }

  root.addEventListener('pointerdown', (event) => {
    const grip = gripOf(event.target);
    const title = grip === null ? undefined : headingOf(grip)?.title;
    if (grip === null || title === undefined || event.button !== 0) return;
    event.preventDefault();
    const from = (grip.parentElement?.getBoundingClientRect().width ?? 0) - event.clientX;
    const drag = ({ clientX }: PointerEvent) => {
      dragged.set(title, Math.max(narrowestPx, from + clientX));
      show();
    };
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener('pointermove', drag);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', drag), { once: true });
  });
  root.addEventListener('dblclick', (event) => {
    const grip = gripOf(event.target);
    const title = grip === null ? undefined : headingOf(grip)?.title;
    if (title === undefined) return;
    dragged.delete(title);
    show();
  });

  return {
    /** Lays out other headings. */
    use(next: readonly Heading[]): void {
      headings = next;
      show();
    },
  };
}
