import { element, icon, isOff, setOff } from './dom';
import type { Action, State } from './state';

/** As package.json binds them. On macOS Option and an arrow move by words. */
const keys = navigator.userAgent.includes('Mac')
  ? { previous: '⌘[', next: '⌘]' }
  : { previous: 'Alt+Left', next: 'Alt+Right' };

const took = new Intl.NumberFormat('en-US');

/** What the page shows, in a few words: `11–20 of 57 · 12 ms`. */
export function summary({ shown }: State): string {
  if (shown === undefined) return '';
  const { range, tookMs } = shown.page;
  return tookMs === undefined ? range : `${range} · ${took.format(tookMs)} ms`;
}

function button(label: string, title: string, codicon: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', title }, icon(codicon), element('span', { class: 'label' }, label));
  made.addEventListener('click', () => {
    if (!isOff(made)) press();
  });
  return made;
}

/** Previous, Next, where the page stands in its result, and Cancel while a request is under way. */
export function toolbarView(dispatch: (action: Action) => void) {
  const previous = button('Previous', `Previous page (${keys.previous})`, 'arrow-left', () =>
    dispatch({ kind: 'turned', to: 'previous' }),
  );
  const next = button('Next', `Next page (${keys.next})`, 'arrow-right', () =>
    dispatch({ kind: 'turned', to: 'next' }),
  );
  const cancel = button('Cancel', 'Cancel the search (Escape)', 'debug-stop', () =>
    dispatch({ kind: 'cancelPressed' }),
  );
  const range = element('span', { class: 'range' });
  const status = element('span', { class: 'for-screen-readers', role: 'status' });
  const root = element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Pages' },
    previous,
    next,
    range,
    cancel,
    status,
  );

  return {
    root,
    update(state: State): void {
      const { busy, shown, isCancelled } = state;
      const isBusy = busy !== undefined;
      setOff(previous, isBusy || shown?.page.hasPrevious !== true);
      setOff(next, isBusy || shown?.page.hasNext !== true);
      // Hidden under the focus it would drop it to nowhere.
      if (!isBusy && document.activeElement === cancel) next.focus();
      cancel.hidden = !isBusy;
      range.textContent = isCancelled
        ? [summary(state), 'cancelled'].filter((text) => text !== '').join(' · ')
        : summary(state);
      status.textContent = isBusy ? 'Searching…' : isCancelled ? 'The search was cancelled.' : summary(state);
    },
  };
}
