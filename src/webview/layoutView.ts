import * as l10n from '@vscode/l10n';
import { button, element } from './dom';
import { hasLines } from './linesLayout';
import type { PageAction, PageState } from './pageState';

/** The key in package.json, which is also VS Code's for editors. */
const wrapKey = navigator.userAgent.includes('Mac') ? '⌥Z' : 'Alt+Z';

/** The layout of the hits: lines of a log instead of a table, wrapped or not. */
export function layoutView(dispatch: (action: PageAction) => void) {
  let state: PageState | undefined;
  const lines = button(
    l10n.t('Lines'),
    { icon: 'output', title: l10n.t('Show hits as lines of a log'), class: 'view' },
    () => dispatch({ kind: 'layoutChosen', to: { kind: state?.layout.kind === 'lines' ? 'table' : 'lines' } }),
  );
  const wrap = button(
    l10n.t('Wrap'),
    { icon: 'word-wrap', isIconOnly: true, title: l10n.t('Wrap lines ({0})', wrapKey), class: 'view' },
    () => dispatch({ kind: 'layoutChosen', to: { isWrapped: state?.layout.isWrapped !== true } }),
  );
  const root = element('div', { class: 'group' }, lines, wrap);

  return {
    root,
    update(next: PageState): void {
      state = next;
      const { kind, isWrapped } = next.layout;
      const areLines = kind === 'lines';
      root.hidden = next.shown === undefined;
      lines.setAttribute('aria-pressed', String(areLines));
      wrap.setAttribute('aria-pressed', String(isWrapped));
      if (!areLines && document.activeElement === wrap) lines.focus();
      wrap.hidden = !areLines;
    },
  };
}

/** The layout in which the hits can be drawn: the one that the host described them for. */
export function drawnLayout({ shown, layout }: PageState): PageState['layout'] {
  return { ...layout, kind: shown !== undefined && hasLines(shown.page.table) ? 'lines' : 'table' };
}

/** Whether the hits look the same in both layouts: a table does not wrap. */
export function areDrawnAlike(one: PageState['layout'], other: PageState['layout']): boolean {
  return (
    one.kind === other.kind &&
    one.areTimesRelative === other.areTimesRelative &&
    (one.kind === 'table' || one.isWrapped === other.isWrapped)
  );
}
