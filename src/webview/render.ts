import * as l10n from '@vscode/l10n';
import type { HitPage } from '../protocol/resultPage';
import { aggregationsView } from './aggregationsView';
import { barsView, toastView } from './barsView';
import { button, debounce, element, setText } from './dom';
import { emptyView, startView } from './emptyView';
import { fieldsView } from './fieldsView';
import { followView } from './followView';
import { formView } from './formView';
import { jsonText } from './jsonView';
import { areDrawnAlike, drawnLayout, layoutView } from './linesLayout';
import { wantsDates } from './pageFields';
import {
  areHitsPrevious,
  type Dispatch,
  grownBy,
  isEndpointRemoved,
  isWithoutHits,
  type PageState,
  placeInPage,
} from './pageState';
import { isAnyOpen } from './popup';
import { resultsView } from './resultsView';
import { timeBarView } from './timeBarView';
import { toolbarView } from './toolbarView';

/** The search of the hits, if it is not the one in the form. */
function originOf(state: PageState): string {
  if (state.shown !== undefined && isEndpointRemoved(state) && !isWithoutHits(state))
    return l10n.t('Results of the removed endpoint');
  return areHitsPrevious(state) && !isWithoutHits(state) ? l10n.t('Results of the previous search') : '';
}

/** The date fields of an index are requested when typing pauses. */
const indexPauseMs = 400;

/** Builds the page in `root` and returns a function that draws a state. Server text goes into text nodes only. */
export function render(root: HTMLElement, first: PageState, dispatch: Dispatch): (state: PageState) => void {
  const focusHits = (): boolean => results.focus();
  const focusElsewhere = (): void => {
    if (!focusHits()) form.focusText();
  };
  const form = formView(dispatch, focusHits, () => toolbar.foldedItems());
  const fields = fieldsView(dispatch);
  const layout = layoutView(dispatch);
  const toolbar = toolbarView(dispatch, [layout.root, fields.button]);
  const bars = barsView(dispatch, focusElsewhere);
  const timeBar = timeBarView(dispatch, focusElsewhere);
  const follow = followView(dispatch, focusElsewhere);
  const request = requestView(dispatch);
  let hasLostHits = false;
  const results = resultsView(dispatch, () => {
    hasLostHits = true;
  });
  const aggregations = aggregationsView();
  const toast = toastView();
  const progress = element('div', { class: 'progress', 'aria-hidden': 'true' });
  const start = startView(dispatch);
  const empty = emptyView(dispatch);
  const previous = element('p', { class: 'previous-note', role: 'status' });
  const hits = element('div', { class: 'hits' }, request.root, previous, start.root, empty.root, results.root);
  const title = element('h1', { class: 'for-screen-readers' }, l10n.t('Search'));
  const main = element('main', {}, fields.root, hits, aggregations.root);
  const dates = debounce(indexPauseMs, () => dispatch({ kind: 'datesWanted' }));
  const header = element('header', {}, title, form.root, toolbar.root, progress);
  root.replaceChildren(header, bars.root, timeBar.root, follow.root, main, bars.notes, toast.root);

  const keys: Readonly<Record<string, () => void>> = {
    '/': () => form.focusText(),
    i: () => form.focusIndex(),
    e: () => form.focusEndpoint(),
    f: () => dispatch({ kind: 'followPressed' }),
    n: () => dispatch({ kind: 'newHitsWanted' }),
  };
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !isAnyOpen()) dispatch({ kind: 'cancelPressed' });
    const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
    if (isTyping || isAnyOpen() || event.ctrlKey || event.altKey || event.metaKey) return;
    const press = keys[event.key];
    if (press === undefined) return;
    event.preventDefault();
    press();
  });
  hits.addEventListener('scrollend', () => dispatch({ kind: 'scrolled', top: hits.scrollTop }));

  /** How far to scroll so that the row of a hit is in the middle. */
  const topAround = (row: HTMLElement | undefined): number =>
    row === undefined
      ? 0
      : row.getBoundingClientRect().top - results.root.getBoundingClientRect().top - hits.clientHeight / 2;

  /** The elements outside the form that send requests to the endpoint. */
  const asking = [toolbar.root, timeBar.root, follow.root, fields.root];
  let drawn: PageState | undefined;
  const update = (state: PageState) => {
    const isRemoved = isEndpointRemoved(state);
    const isLost = isRemoved && [form.root, ...asking].some((part) => part.contains(document.activeElement));
    form.update(state);
    for (const part of asking) part.toggleAttribute('inert', isRemoved);
    // The element with the focus is disabled or gone.
    if (isLost) form.focusEndpoint();
    if (wantsDates(state) && state.form.index !== drawn?.form.index) dates.later();
    // In a new search, the user can type at once.
    if (state.endpointId !== drawn?.endpointId) {
      if (state.form.index === '') form.focusIndex();
      if (wantsDates(state)) dates.later();
    }
    if (state.focusAsked !== drawn?.focusAsked) form.focusText();
    if (state.indexAsked !== drawn?.indexAsked) form.focusIndex();
    toolbar.update(state);
    layout.update(state);
    root.setAttribute('aria-busy', String(state.busy !== undefined));
    progress.hidden = state.busy === undefined;
    bars.update(state);
    timeBar.update(state);
    follow.update(state);
    const isOther = state.shown?.requestId !== drawn?.shown?.requestId;
    const grown = isOther ? grownBy(state) : undefined;
    // Measured only if needed, because it makes the browser lay out the page.
    const before = grown === undefined || grown.areNew ? undefined : { top: hits.scrollTop, height: hits.scrollHeight };
    const hasNewLayout = drawn !== undefined && !areDrawnAlike(drawnLayout(state), drawnLayout(drawn));
    const seen = !isOther && hasNewLayout && hits.scrollTop > 0 ? results.firstSeen(hits) : undefined;
    const wasInRequest = request.root.contains(document.activeElement);
    request.update(state);
    results.update(state);
    const origin = originOf(state);
    results.root.classList.toggle('previous', origin !== '');
    previous.hidden = origin === '';
    setText(previous, origin);
    aggregations.update(state);
    fields.update(state);
    toast.update(state);
    const wasInStart = start.root.contains(document.activeElement);
    start.update(state);
    if (wasInStart && start.root.hidden) form.focusText();
    const wasInEmpty = empty.root.contains(document.activeElement);
    empty.update(state);
    if ((wasInEmpty && empty.root.hidden) || (wasInRequest && request.root.hidden)) {
      if (!results.focus()) form.focusText();
    }
    if (hasLostHits) empty.root.hidden ? form.focusText() : empty.focus();
    hasLostHits = false;
    if (isOther) {
      // Visible rows stay in place: all new rows above them make the page higher.
      if (before !== undefined) {
        const added = grown?.fresh[0] === 0 ? hits.scrollHeight - before.height : 0;
        hits.scrollTo({ top: before.top + added });
      } else {
        const { top } = placeInPage(state) ?? {};
        if (top !== undefined && top > 0) results.layOutWhole();
        hits.scrollTo({ top: top ?? topAround(results.anchor) });
      }
    } else if (seen !== undefined) {
      results.layOutWhole();
      results.showRow(seen);
    }
    drawn = state;
  };
  update(first);
  return update;
}

/** The request as it was sent, with the additions for sorting, highlighting, and paging. */
function requestView(dispatch: Dispatch) {
  const root = element('section', { class: 'request', 'aria-label': l10n.t('Request'), hidden: '' });
  let drawn: HitPage['sent'] | undefined;

  return {
    root,
    update({ shown, isRequestShown }: PageState): void {
      const sent = isRequestShown ? shown?.page.sent : undefined;
      root.hidden = sent === undefined;
      if (sent === drawn) return;
      drawn = sent;
      if (sent === undefined) root.replaceChildren();
      else root.replaceChildren(...requestParts(sent, dispatch));
    },
  };
}

function requestParts({ method, path, body }: HitPage['sent'], dispatch: Dispatch) {
  return [
    element(
      'div',
      { class: 'head' },
      element('code', {}, `${method} ${path}`),
      button(l10n.t('Copy as curl'), { icon: 'terminal' }, () => dispatch({ kind: 'acted', action: 'copyAsCurl' })),
      button(l10n.t('Copy as Kibana Console Request'), { icon: 'copy' }, () =>
        dispatch({ kind: 'acted', action: 'copyAsDevTools' }),
      ),
      button(l10n.t('Hide'), { icon: 'close', isIconOnly: true, title: l10n.t('Hide request') }, () =>
        dispatch({ kind: 'requestToggled' }),
      ),
    ),
    ...(body === '' ? [] : [jsonText(body, l10n.t('Request body'))]),
  ];
}
