import * as l10n from '@vscode/l10n';
import type { PageFailure } from '../protocol/pageMessages';
import { button, debounce, element, icon, setText } from './dom';
import { type Dispatch, isEndpointRemoved, isWithoutHits, type PageState, type PastedAddressNote } from './pageState';

/**
 * Messages above the hits: failures, and whether the hits are complete. Notes are below the hits, where they do not
 * move them, and the user can close them.
 *
 * @param onClosed called when the focused button is gone
 */
export function barsView(dispatch: Dispatch, onClosed: () => void) {
  const removed = removedBar();
  const failure = element('div', { class: 'bar failure', role: 'alert', hidden: '' });
  const partial = element('section', { class: 'bar partial', 'aria-label': l10n.t('Partial results'), hidden: '' });
  const pasted = element('div', { class: 'bar notes pasted', role: 'status', hidden: '' });
  const closePasted = button(l10n.t('Close'), { icon: 'close', isIconOnly: true }, () => {
    dispatch({ kind: 'pastedClosed' });
    onClosed();
  });
  const list = element('ul', { 'aria-label': l10n.t('About this page') });
  /** The notes that the user has closed: they would come again with every page. */
  const closed = new Set<string>();
  let spoken = '';
  const close = button(l10n.t('Close'), { icon: 'close', isIconOnly: true }, () => {
    for (const text of drawn?.shown?.page.notes ?? []) closed.add(text);
    notes.hidden = true;
    onClosed();
  });
  const notes = element('div', { class: 'bar notes', role: 'status', hidden: '' }, list, close);
  let drawn: PageState | undefined;

  return {
    root: element('div', { class: 'bars' }, removed.root, pasted, failure, partial),
    notes,
    update(state: PageState): void {
      if (state.pasted !== drawn?.pasted) {
        const hadFocus = pasted.contains(document.activeElement);
        pasted.hidden = state.pasted === undefined;
        pasted.replaceChildren(...(state.pasted === undefined ? [] : [pastedParts(state.pasted), closePasted]));
        if (hadFocus) onClosed();
      }
      removed.update(state);
      if (state.failure !== drawn?.failure) {
        failure.hidden = state.failure === undefined;
        failure.replaceChildren(...(state.failure === undefined ? [] : failureParts(state.failure)));
      }
      if (state.shown !== drawn?.shown) {
        const reasons = state.shown?.page.partial ?? [];
        partial.hidden = reasons.length === 0;
        partial.replaceChildren(
          element('p', { class: 'sentence' }, icon('warning'), l10n.t('Partial results')),
          element('ul', {}, ...reasons.map((text) => element('li', {}, text))),
        );
        // Without hits, the empty view shows the notes, because they contain the reason.
        const isEmpty = isWithoutHits(state) && state.shown?.page.from === 0;
        const texts = isEmpty ? [] : (state.shown?.page.notes ?? []).filter((text) => !closed.has(text));
        const hadFocus = notes.contains(document.activeElement);
        notes.hidden = texts.length === 0;
        if (hadFocus && notes.hidden) onClosed();
        // The same notes on the next page are not announced again.
        if (texts.join('\n') !== spoken) {
          list.replaceChildren(...texts.map((text) => element('li', { class: 'note' }, icon('info'), text)));
        }
        spoken = texts.join('\n');
      }
      drawn = state;
    },
  };
}

function pastedParts({ isRead, notes }: PastedAddressNote): HTMLElement {
  const title = isRead
    ? l10n.t('The form was filled in from the pasted address.')
    : l10n.t('The pasted address was not read.');
  return element(
    'div',
    { class: 'told' },
    element('p', { class: 'sentence' }, icon('info'), title),
    element('ul', {}, ...notes.map((text) => element('li', {}, text))),
  );
}

function failureParts({ sentence, nextStep, detail }: PageFailure): readonly Node[] {
  return [
    element('p', { class: 'sentence' }, icon('error'), sentence),
    element('p', { class: 'next-step' }, nextStep),
    ...(detail === undefined ? [] : [element('p', { class: 'detail' }, detail)]),
  ];
}

/** The bar that the endpoint of the page was removed, with the next step. */
function removedBar() {
  const nextStep = element('p', { class: 'next-step' });
  const root = element('div', { class: 'bar removed', role: 'alert', hidden: '' });
  const sentence = element('p', { class: 'sentence' }, icon('warning'), l10n.t('This endpoint was removed.'));

  return {
    root,
    update(state: PageState): void {
      const isRemoved = isEndpointRemoved(state);
      setText(
        nextStep,
        state.endpoints.length === 0
          ? l10n.t('Add a search endpoint in the Search view, then select it here.')
          : l10n.t('Select another endpoint (E) to search there.'),
      );
      if (isRemoved !== root.hidden) return;
      root.hidden = !isRemoved;
      // A screen reader announces the content of an alert when it is added.
      root.replaceChildren(...(isRemoved ? [sentence, nextStep] : []));
    },
  };
}

const readableMs = 6_000;

/** A brief message at the bottom, which disappears by itself. */
export function toastView() {
  const root = element('p', { class: 'toast', role: 'status' });
  let drawn: PageState['announcement'];
  const going = debounce(readableMs, () => root.replaceChildren());

  return {
    root,
    update({ announcement }: PageState): void {
      if (announcement === drawn) return;
      drawn = announcement;
      root.replaceChildren(announcement?.text ?? '');
      going.later();
    },
  };
}
