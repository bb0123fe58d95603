import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageView } from '../protocol/pageView';

/**
 * Where the hits are scrolled to: the place that was kept for a page, or its top, or the middle for the hit of a search
 * around a hit. Hits that are added above, and another layout, leave the visible rows where they are.
 */
export function useHitsScroll(scroller: { readonly current: HTMLElement | null }, view: PageView): void {
  const drawn = useRef(view);
  const before = drawn.current;
  const isOther = before.shown?.pageId !== view.shown?.pageId;
  // A page that VS Code created again has no rows to be left where they are.
  const grown = isOther && before.shown !== undefined ? view.grown : undefined;
  const hits = scroller.current;
  // Measured before the hits are drawn, and only where it is needed: the browser lays out the page for it.
  const measured =
    grown?.areNew === false && hits !== null ? { top: hits.scrollTop, height: hits.scrollHeight } : undefined;
  const hasNewLayout = !isOther && !areDrawnAlike(before, view);
  const seen = hasNewLayout && hits !== null && hits.scrollTop > 0 ? firstSeenRow(hits) : undefined;

  useLayoutEffect(() => {
    drawn.current = view;
    const { current } = scroller;
    if (current === null) return;
    if (seen !== undefined) {
      layOutWhole(current);
      rowAt(current, seen)?.scrollIntoView({ block: 'start' });
    } else if (isOther && measured !== undefined) {
      // The browser may have scrolled by itself.
      const added = grown?.fresh[0] === 0 ? current.scrollHeight - measured.height : 0;
      if (added > 0) current.scrollTo({ top: measured.top + added });
    } else if (isOther) {
      const { top } = view;
      if (top !== undefined && top > 0) layOutWhole(current);
      current.scrollTo({ top: top ?? topAroundAnchor(current) });
    }
  });
}

/** Whether the hits look the same in both views: a table does not wrap. */
function areDrawnAlike(one: PageView, other: PageView): boolean {
  const areLines = one.shown?.page.table.areLines === true;
  if (areLines !== (other.shown?.page.table.areLines === true)) return false;
  return !areLines || one.layout.isWrapped === other.layout.isWrapped;
}

function rowAt(hits: HTMLElement, row: number): Element | null {
  return hits.querySelector(`.hit[data-row="${row}"]`);
}

/** The first visible row below the headings. */
function firstSeenRow(hits: HTMLElement): number | undefined {
  const headings = hits.querySelector<HTMLElement>('.headings');
  const top = hits.getBoundingClientRect().top + (headings?.offsetHeight ?? 0);
  const rows = [...hits.querySelectorAll<HTMLElement>('.hit')];
  const row = rows.findIndex((each) => each.getBoundingClientRect().bottom > top + 1);
  return row < 0 ? undefined : row;
}

/** How far to scroll so that the hit of a search around a hit is in the middle. */
function topAroundAnchor(hits: HTMLElement): number {
  const anchor = hits.querySelector('.hit.anchor');
  const results = hits.querySelector('.results');
  if (anchor === null || results === null) return 0;
  return anchor.getBoundingClientRect().top - results.getBoundingClientRect().top - hits.clientHeight / 2;
}

/** Lays out all rows for a moment, also hidden ones, because the heights of wrapped lines are unknown before. */
function layOutWhole(hits: HTMLElement): void {
  hits.classList.add('whole');
  // The browser stores a height at the end of a frame.
  requestAnimationFrame(() => requestAnimationFrame(() => hits.classList.remove('whole')));
}
