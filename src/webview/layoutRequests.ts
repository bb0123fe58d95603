import type { HitLayout } from '../protocol/hitLayout';
import type { PageState, PageStep } from './pageState';

/** Lays out hits otherwise, and tells the host, which remembers it and describes lines where they are shown. */
export function chooseLayout(state: PageState, to: Partial<HitLayout>): PageStep {
  const layout = { ...state.layout, ...to };
  return { state: { ...state, layout }, posts: [{ kind: 'chooseLayout', layout }] };
}

/** Wraps lines, or no longer; where the hits are no lines, nothing is wrapped. */
export function toggleWrap(state: PageState): PageStep {
  const { kind, isWrapped } = state.layout;
  return kind === 'lines' ? chooseLayout(state, { isWrapped: !isWrapped }) : { state };
}
