import { useLayoutEffect, useRef } from 'preact/hooks';
import { drawnLayout, grownBy, type PageState, placeInPage } from './pageState';

/**
 * Where the hits are scrolled to: the place that was kept for a page, or its top, or the middle for the hit of a search
 * around a hit. Hits that are added above, and another layout, leave the visible rows where they are.
 */
export function useHitsScroll(scroller: { readonly current: HTMLElement | null }, state: PageState): void {
  const drawn = useRef(state);
  const before = drawn.current;
  const isOther = before.shown?.pageId !== state.shown?.pageId;
  const grown = isOther ? grownBy(state) : undefined;
  const hits = scroller.current;
  // Measured before the hits are drawn, and only where it is needed: the browser lays out the page for it.
  const measured =
    grown?.areNew === false && hits !== null ? { top: hits.scrollTop, height: hits.scrollHeight } : undefined;
  const hasNewLayout = !isOther && !areDrawnAlike(before, state);
  const seen = hasNewLayout && hits !== null && hits.scrollTop > 0 ? firstSeenRow(hits) : undefined;

  useLayoutEffect(() => {
    drawn.current = state;
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
      const { top } = placeInPage(state) ?? {};
      if (top !== undefined && top > 0) layOutWhole(current);
      current.scrollTo({ top: top ?? topAroundAnchor(current) });
    }
  });
}

/** Whether the hits look the same in both states: a table does not wrap. */
function areDrawnAlike(one: PageState, other: PageState): boolean {
  const [first, second] = [drawnLayout(one), drawnLayout(other)];
  return first.kind === second.kind && (first.kind === 'table' || first.isWrapped === second.isWrapped);
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
