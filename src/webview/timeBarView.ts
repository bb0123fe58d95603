import * as l10n from '@vscode/l10n';
import type { Histogram } from '../protocol/histogram';
import { button, element, icon, setOptions, setText, setValue } from './dom';
import { areHitsPrevious, type PageAction, type PageState } from './pageState';
import { timeBarChart, toneSample } from './timeBarChart';
import { barRange } from './timeBarRange';
import { canNarrow, canWiden, hasBars, timeFieldOf } from './timeBarRequests';
import { barMomentText, barsText, barText } from './timeBarText';

/**
 * The times of the hits as bars above them, which the user can fold. Drag over them, or Shift with arrow keys and
 * Enter, searches in that range. The text of a bar is shown on hover, and read by screen readers.
 *
 * @param onNone called when it had the focus and is gone
 */
export function timeBarView(dispatch: (action: PageAction) => void, onNone: () => void) {
  const fold = button(l10n.t('Hits over Time'), { class: 'fold' }, () =>
    dispatch({ kind: 'timeBarFolded', isFolded: fold.getAttribute('aria-expanded') === 'true' }),
  );
  const chevron = icon('chevron-down');
  fold.prepend(chevron);
  const caption = element('span', { class: 'caption' });
  const legend = element('span', { class: 'legend', 'aria-hidden': 'true' });
  const stack = element('select', { id: 'stack', 'aria-label': l10n.t('Divide by'), title: l10n.t('Divide by') });
  stack.addEventListener('change', () => dispatch({ kind: 'stackChosen', field: stack.value }));
  const widen = button(
    l10n.t('Previous Range'),
    { icon: 'discard', title: l10n.t('Go back to the time range before this one'), class: 'widen' },
    () => dispatch({ kind: 'previousRangeWanted' }),
  );
  const drawing = element('div', { class: 'drawing' });
  const range = barRange({
    onRange: (text) => setText(caption, text ?? whole),
    choose: (first, last) => {
      const [from, to] = [histogram?.bars[first]?.start, histogram?.bars[last]?.end];
      if (from !== undefined && to !== undefined) dispatch({ kind: 'barsChosen', from, to });
    },
  });
  const axis = element('div', { class: 'axis', 'aria-hidden': 'true' });
  const chart = element('div', { class: 'area' }, element('div', { class: 'plot' }, drawing, range.root), axis);
  const root = element(
    'section',
    { class: 'time-bar', 'aria-label': l10n.t('Hits over time'), hidden: '' },
    element('div', { class: 'head' }, fold, caption, legend, stack, widen),
    chart,
  );
  let histogram: Histogram | undefined;
  /** The text about all bars, while the user points at none. */
  let whole = '';

  function draw(next: Histogram | undefined): void {
    histogram = next;
    whole = next === undefined ? '' : barsText(next);
    setText(caption, whole);
    const bars = next?.bars ?? [];
    drawing.replaceChildren(...(next === undefined || bars.length === 0 ? [] : [timeBarChart(next)]));
    range.use(next === undefined ? [] : bars.map((bar) => barText(bar, next)));
    legend.replaceChildren(
      ...(next?.stacks ?? []).map(({ label, tone }) => element('span', {}, toneSample(tone), label)),
    );
    const ends = [bars[0]?.start, bars[bars.length >> 1]?.start, bars.at(-1)?.end];
    axis.replaceChildren(
      ...ends.map((at) =>
        element('span', {}, at === undefined || next === undefined ? '' : barMomentText(at, next.interval)),
      ),
    );
  }

  return {
    root,
    update(state: PageState): void {
      const { timeBar, shown } = state;
      const { isFolded, isAwaited, lacking } = timeBar;
      const isComing = isAwaited && lacking !== shown?.question.index;
      const isThere =
        shown !== undefined &&
        (isFolded ? timeFieldOf(state) !== undefined : hasBars(state) || isComing || canWiden(state));
      const hadFocus = root.contains(document.activeElement);
      root.hidden = !isThere;
      fold.setAttribute('aria-expanded', String(!isFolded));
      chevron.className = `codicon codicon-${isFolded ? 'chevron-right' : 'chevron-down'}`;
      // While the new bars are awaited, the old ones keep the room.
      const bars = hasBars(state) || isComing ? timeBar.histogram : undefined;
      if (bars !== histogram) draw(bars);
      root.classList.toggle('previous', isAwaited || areHitsPrevious(state));
      range.allow(canNarrow(state));
      chart.hidden = isFolded;
      caption.hidden = isFolded;
      legend.hidden = isFolded;
      const hadWiden = document.activeElement === widen;
      widen.hidden = isFolded || !canWiden(state);
      const fields = bars?.stackFields ?? [];
      stack.hidden = isFolded || fields.length === 0;
      setOptions(stack, [['', l10n.t('Not divided')], ...fields.map((name) => [name, name] as const)]);
      setValue(stack, isAwaited ? (timeBar.stack ?? bars?.stackField ?? '') : (bars?.stackField ?? ''));
      if (hadFocus && root.hidden) onNone();
      else if (hadWiden && widen.hidden) fold.focus();
    },
  };
}
