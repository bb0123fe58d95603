import * as l10n from '@vscode/l10n';
import { plural } from '../l10n/plural';
import { pageSizes } from '../protocol/question';
import { columnPicker } from './columnPicker';
import { button, element, isOff, select, setOff, setOptions, setText, setValue, textInput } from './dom';
import { type Dispatch, isWithoutHits, type PageState, sizeOfBody } from './pageState';
import type { MenuItem } from './popup';
import { pageCost } from './valueFormat';

/** The keys in package.json. On macOS, Option with an arrow key moves by words. */
const keys = navigator.userAgent.includes('Mac')
  ? { first: '⌥Home', previous: '⌘[', next: '⌘]' }
  : { first: 'Alt+Home', previous: 'Alt+Left', next: 'Alt+Right' };

/** Around a hit, the same buttons and keys add hits to both ends. */
const directions = {
  previous: () => ({
    label: l10n.t({ message: 'Previous', args: [], comment: 'page' }),
    title: l10n.t('Previous page ({0})', keys.previous),
  }),
  next: () => ({
    label: l10n.t({ message: 'Next', args: [], comment: 'page' }),
    title: l10n.t('Next page ({0})', keys.next),
  }),
  newer: () => ({ label: l10n.t('Newer'), title: l10n.t('Show more newer hits ({0})', keys.previous) }),
  older: () => ({ label: l10n.t('Older'), title: l10n.t('Show more older hits ({0})', keys.next) }),
} as const;

/** The text for screen readers about the request in progress, or after it has ended. */
function spoken({ busy, shown, isCanceled, failure }: PageState): string {
  if (busy !== undefined)
    return busy.progress === undefined ? l10n.t('Searching…') : l10n.t('Searching: {0}', busy.progress);
  if (isCanceled) return l10n.t('Search canceled.');
  // The failure bar is announced by itself.
  if (failure !== undefined || shown === undefined) return '';
  return [shown.page.range, ...(shown.page.partial.length > 0 ? [l10n.t('Partial results')] : [])].join('. ');
}

/**
 * Paging, the position in the result, and Cancel during a request.
 *
 * @param others further elements that change the view of the hits
 */
export function toolbarView(dispatch: Dispatch, others: readonly HTMLElement[]) {
  const turn = (to: 'first' | 'previous' | 'next') => () => dispatch({ kind: 'turned', to });
  const first = button(
    l10n.t({ message: 'First', args: [], comment: 'page' }),
    { icon: 'debug-reverse-continue', title: l10n.t('First page ({0})', keys.first), class: 'first' },
    turn('first'),
  );
  const previous = button(directions.previous().label, { icon: 'arrow-left' }, turn('previous'));
  const next = button(directions.next().label, { icon: 'arrow-right' }, turn('next'));
  const cancel = button(
    l10n.t('Cancel'),
    { icon: 'debug-stop', title: l10n.t('Cancel ({0})', 'Escape'), class: 'cancel' },
    () => dispatch({ kind: 'cancelPressed' }),
  );
  const count = button(
    l10n.t({ message: 'Count', args: [], comment: 'verb' }),
    { icon: 'symbol-numeric', title: l10n.t('Count all hits'), class: 'count' },
    () => dispatch({ kind: 'countPressed' }),
  );
  const range = element('span', { class: 'where' });
  const cost = element('span', { class: 'cost' });
  const where = element('span', { class: 'range' }, range, cost);
  const progress = element('span', { class: 'passed' });
  const status = element('span', { class: 'for-screen-readers', role: 'status' });

  const goTo = textInput({
    id: 'go-to',
    'aria-label': l10n.t('Go to'),
    'aria-describedby': 'go-to-problem',
    title: l10n.t('Page number such as 5, or # and hit number such as #1234. Before a search: where to start.'),
    placeholder: l10n.t('Page or #hit'),
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

  goToForm.addEventListener('focusout', () => root.classList.remove('with-go-to'));

  const size = select(l10n.t('Hits per page'), 'size', (value) =>
    dispatch({ kind: 'arranged', to: { size: Number(value) } }),
  );
  const columns = columnPicker(dispatch);
  const request = button(
    l10n.t('Request'),
    { icon: 'code', title: l10n.t('Show the request as it was sent'), class: 'view' },
    () => dispatch({ kind: 'requestToggled' }),
  );

  const follow = button(
    l10n.t('Follow'),
    { icon: 'pulse', title: l10n.t('Follow: show new hits as they come ({0})', 'F'), class: 'follow-toggle' },
    () => dispatch({ kind: 'followPressed' }),
  );

  const pages = element('div', { class: 'group' }, first, previous, next, follow);
  const view = element('div', { class: 'group view' }, goToForm, size, ...others, columns.button, request);
  const look = { class: 'toolbar', role: 'toolbar', 'aria-label': l10n.t('Paging') };
  const root = element('div', look, pages, where, count, progress, cancel, view, columns.popup, status);

  return {
    root,
    /** The items for the menu of a narrow window, where the style hides the elements. */
    foldedItems(): readonly MenuItem[] {
      if (size.checkVisibility()) return [];
      const sizes = [...size.options].map(({ value }) => ({
        label: plural(Number(value), { one: '{0} Hit per Page', other: '{0} Hits per Page' }),
        isOn: value === size.value,
        // A size in a body is the only option.
        isOff: size.options.length === 1,
        press: () => dispatch({ kind: 'arranged', to: { size: Number(value) } }),
      }));
      const showGoTo = (): void => {
        root.classList.add('with-go-to');
        goTo.focus();
      };
      return [...(goToForm.hidden ? [] : [{ label: l10n.t('Go to Page…'), press: showGoTo }]), ...sizes];
    },
    update(state: PageState): void {
      const { busy, shown, isCanceled, form, problems } = state;
      const page = shown?.page;
      const isSearching = busy?.what === 'search';
      setOff(first, isSearching || page?.hasPrevious !== true);
      setOff(previous, isSearching || page?.hasPrevious !== true);
      setOff(next, isSearching || page?.hasNext !== true);
      const isAround = page?.around !== undefined;
      first.hidden = isAround;
      follow.hidden = page === undefined || isAround;
      const isFollowed = state.follow?.state === 'following' || state.follow?.state === 'starting';
      follow.setAttribute('aria-pressed', String(isFollowed));
      goToForm.hidden = isAround;
      rename(previous, isAround ? directions.newer() : directions.previous());
      rename(next, isAround ? directions.older() : directions.next());
      // Hiding the focused button would lose the focus.
      if (busy === undefined && document.activeElement === cancel) (isOff(next) ? previous : next).focus();
      cancel.hidden = busy === undefined;
      setText(progress, busy?.progress ?? '');
      const isCountable = page !== undefined && !isAround && page.isFollowed !== true;
      const mayCount = isCountable && page.table.rows.length > 0 && page.total?.isExact !== true;
      if (!mayCount && document.activeElement === count) next.focus();
      count.hidden = !mayCount;
      setOff(count, busy !== undefined);
      // Beside a failure, the user would take it for the result of the failed search.
      const isOfOther = state.failure?.isOfSearch === true && isWithoutHits(state);
      where.hidden = isOfOther;
      setText(range, page?.range ?? '');
      const words = [...(page === undefined ? [] : pageCost(page)), ...(isCanceled ? [l10n.t('canceled')] : [])];
      setText(cost, words.map((word) => ` · ${word}`).join(''));
      where.title = page === undefined ? '' : `${words.join(' · ')}\n${howAsked[page.asked]()}`;
      setText(status, spoken(state));
      const own = sizeOfBody(state);
      const sizes = own === undefined ? [...new Set<number>([...pageSizes, form.size])] : [own];
      sizes.sort((one, other) => one - other);
      const options = sizes.map((hits) => [String(hits), plural(hits, { one: '{0} hit', other: '{0} hits' })] as const);
      setOptions(size, options);
      setValue(size, String(own ?? form.size));
      size.title = isAround
        ? l10n.t('Hits on each side')
        : own === undefined
          ? l10n.t('Hits per page')
          : l10n.t('Hits per page, set in the request body');
      isWrong = problems.goTo !== undefined;
      setText(problem, problems.goTo ?? '');
      goTo.setAttribute('aria-invalid', String(isWrong));
      request.hidden = page === undefined;
      request.setAttribute('aria-expanded', String(state.isRequestShown));
      columns.update(state);
    },
  };
}

function rename(target: HTMLButtonElement, { label, title }: ReturnType<(typeof directions)['next']>): void {
  setText(target.querySelector('.label') ?? target, label);
  target.title = title;
}

const howAsked = {
  'from/size': () => l10n.t('Time on the server and size of the response. Paged with from and size.'),
  'point in time': () =>
    l10n.t('Time on the server and size of the response. Paged in a point in time, unaffected by later changes.'),
} as const;
