import type { HitLayout } from '../protocol/savedState';
import type { PageState, PageStep } from './pageState';

/** Changes the layout of hits, and sends it to the host, which remembers it and describes lines if needed. */
export function chooseLayout(state: PageState, to: Partial<HitLayout>): PageStep {
  const layout = { ...state.layout, ...to };
  return { state: { ...state, layout }, posts: [{ kind: 'chooseLayout', layout }] };
}

/** Wraps lines, or stops that. Does nothing if the hits are not shown as lines. */
export function toggleWrap(state: PageState): PageStep {
  const { kind, isWrapped } = state.layout;
  return kind === 'lines' ? chooseLayout(state, { isWrapped: !isWrapped }) : { state };
}
