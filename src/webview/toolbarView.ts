import { pageSizes } from '../protocol/question';
import { columnPicker } from './columnPicker';
import { button, element, isOff, setOff, setOptions, setText, setValue } from './dom';
import { type PageAction, type PageState, sizeOfBody } from './pageState';
import { pageCost } from './valueFormat';

/** As package.json binds them. On macOS Option and an arrow move by words. */
const keys = navigator.userAgent.includes('Mac')
  ? { first: '⌥Home', previous: '⌘[', next: '⌘]' }
  : { first: 'Alt+Home', previous: 'Alt+Left', next: 'Alt+Right' };

/** What a screen reader says once a request has ended, or that one is under way. */
function spoken({ busy, shown, isCancelled, failure }: PageState): string {
  if (busy !== undefined) return busy.progress === undefined ? 'Searching…' : `Searching… ${busy.progress}`;
  if (isCancelled) return 'The search was cancelled.';
  // Said by the bar itself.
  if (failure !== undefined || shown === undefined) return '';
  return [shown.page.range, ...(shown.page.partial.length > 0 ? ['The result is not whole.'] : [])].join('. ');
}

/** Going through the pages, where the page stands in its result, and Cancel while a request is under way. */
export function toolbarView(dispatch: (action: PageAction) => void) {
  const turn = (to: 'first' | 'previous' | 'next') => () => dispatch({ kind: 'turned', to });
  const first = button(
    'First',
    { icon: 'debug-reverse-continue', title: `First page (${keys.first})`, class: 'first' },
    turn('first'),
  );
  const previous = button(
    'Previous',
    { icon: 'arrow-left', title: `Previous page (${keys.previous})` },
    turn('previous'),
  );
  const next = button('Next', { icon: 'arrow-right', title: `Next page (${keys.next})` }, turn('next'));
  const cancel = button('Cancel', { icon: 'debug-stop', title: 'Cancel (Escape)', class: 'cancel' }, () =>
    dispatch({ kind: 'cancelPressed' }),
  );
  const count = button('Count', { icon: 'symbol-numeric', title: 'Count all hits exactly', class: 'count' }, () =>
    dispatch({ kind: 'countPressed' }),
  );
  const range = element('span', { class: 'where' });
  const cost = element('span', { class: 'cost' });
  const where = element('span', { class: 'range' }, range, cost);
  const progress = element('span', { class: 'passed' });
  const status = element('span', { class: 'for-screen-readers', role: 'status' });

  const goTo = element('input', {
    id: 'go-to',
    type: 'text',
    'aria-label': 'Go To',
    'aria-describedby': 'go-to-problem',
    title: 'Go to a page by its number, or with # to a hit: 5, #1234. Before a search: where it begins.',
    placeholder: 'Page or #hit',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const problem = element('span', { id: 'go-to-problem', class: 'problem' });
  const goToForm = element('form', { class: 'field go-to', novalidate: '' }, goTo, problem);
  let isWrong = false;
  goToForm.addEventListener('submit', (event) => {
    event.preventDefault();
    if (goTo.value.trim() === '') return;
    dispatch({ kind: 'wentTo', text: goTo.value });
    if (!isWrong) goTo.value = '';
  });

  const size = element('select', { id: 'size', 'aria-label': 'Hits per Page', title: 'Hits per page' });
  size.addEventListener('change', () => dispatch({ kind: 'arranged', to: { size: Number(size.value) } }));
  const columns = columnPicker(dispatch);
  const request = button('Request', { icon: 'code', title: 'Show the request as it was sent', class: 'view' }, () =>
    dispatch({ kind: 'requestToggled' }),
  );

  const pages = element('div', { class: 'group' }, first, previous, next);
  const view = element('div', { class: 'group view' }, goToForm, size, columns.button, request);
  const root = element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Pages' },
    pages,
    where,
    count,
    progress,
    cancel,
    view,
    columns.popup,
    status,
  );

  return {
    root,
    update(state: PageState): void {
      const { busy, shown, isCancelled, form, problems } = state;
      const page = shown?.page;
      const isSearching = busy?.what === 'search';
      setOff(first, isSearching || page?.hasPrevious !== true);
      setOff(previous, isSearching || page?.hasPrevious !== true);
      setOff(next, isSearching || page?.hasNext !== true);
      // Hidden under the focus it would drop it to nowhere.
      if (busy === undefined && document.activeElement === cancel) (isOff(next) ? previous : next).focus();
      cancel.hidden = busy === undefined;
      setText(progress, busy?.progress ?? '');
      const mayCount = page !== undefined && page.table.rows.length > 0 && page.total?.isExact !== true;
      if (!mayCount && document.activeElement === count) next.focus();
      count.hidden = !mayCount;
      setOff(count, busy !== undefined);
      setText(range, page?.range ?? '');
      const words = [...(page === undefined ? [] : pageCost(page)), ...(isCancelled ? ['cancelled'] : [])];
      setText(cost, words.map((word) => ` · ${word}`).join(''));
      where.title = page === undefined ? '' : howAsked[page.asked];
      setText(status, spoken(state));
      const own = sizeOfBody(state);
      const sizes = own === undefined ? [...new Set<number>([...pageSizes, form.size])] : [own];
      sizes.sort((one, other) => one - other);
      setOptions(
        size,
        sizes.map((hits) => [String(hits), `${hits} hits`]),
      );
      setValue(size, String(own ?? form.size));
      size.title = own === undefined ? 'Hits per page' : 'Hits per page, as the body says';
      isWrong = problems.goTo !== undefined;
      setText(problem, problems.goTo ?? '');
      goTo.setAttribute('aria-invalid', String(isWrong));
      request.hidden = page === undefined;
      request.setAttribute('aria-expanded', String(state.isRequestShown));
      columns.update(state);
    },
  };
}

const howAsked = {
  'from/size': 'Time inside the engine, bytes of its answer. Asked by from and size.',
  'point in time':
    'Time inside the engine, bytes of its answer. Asked in a point in time: what is written meanwhile changes nothing.',
} as const;
