import * as l10n from '@vscode/l10n';
import { chipsView } from './chipsView';
import { button, element, icon, setOptions, setValue } from './dom';
import { formTools } from './formTools';
import { isEndpointRemoved, type PageAction, type PageState } from './pageState';
import type { MenuItem } from './popup';
import { questionFields } from './questionFields';
import { timeView } from './timeView';

/**
 * The query on one line if there is room, and the other conditions on a second line.
 *
 * @param focusHits focuses the hits; returns false if there are none
 * @param othersFolded items of the menu in a narrow window besides the form's own
 */
export function formView(
  dispatch: (action: PageAction) => void,
  focusHits: () => boolean,
  othersFolded: () => readonly MenuItem[],
) {
  const endpoint = element('select', {
    id: 'endpoint',
    'aria-label': l10n.t('Endpoint'),
    'aria-keyshortcuts': 'e',
    title: l10n.t('Endpoint ({0})', 'E'),
  });
  endpoint.addEventListener('change', () => dispatch({ kind: 'endpointChosen', endpointId: endpoint.value }));
  endpoint.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    root.requestSubmit();
  });
  const fields = questionFields(dispatch);
  const submit = element(
    'button',
    { type: 'submit', class: 'primary', title: l10n.t('Search (Enter)') },
    icon('search'),
    element('span', { class: 'label' }, l10n.t({ message: 'Search', args: [], comment: 'verb' })),
  );
  const tools = formTools(dispatch, keepFocus, othersFolded);
  const time = timeView(dispatch);
  const chips = chipsView((action) => {
    dispatch(action);
    if (isLost() && !focusHits()) fields.focusText();
  });
  const backToTyped = button(l10n.t('Restore Previous Search'), { icon: 'discard', class: 'undo' }, () => {
    dispatch({ kind: 'backToTyped' });
    keepFocus();
  });
  const actions = element('div', { class: 'tools' }, submit, tools.root);
  const conditions = element('div', { class: 'line conditions' }, time.more, chips.root, backToTyped);
  const root = element(
    'form',
    { class: 'query', role: 'search', 'aria-label': l10n.t('Search'), novalidate: '' },
    element('div', { class: 'line' }, endpoint, ...fields.roots, time.span, tools.body, actions),
    conditions,
  );
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    dispatch({ kind: 'submitted' });
    root.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  });

  /** The pressed button may have been hidden, and the focus with it. */
  function isLost(): boolean {
    const { activeElement } = document;
    return activeElement === document.body || activeElement?.checkVisibility() !== true;
  }

  function keepFocus(): void {
    if (isLost()) fields.focusText();
  }

  return {
    root,
    /** Focuses the endpoint, if there is another one to choose. */
    focusEndpoint(): void {
      if (endpoint.options.length > 1) endpoint.focus();
    },
    /** Focuses the first input of a search. */
    focusIndex: fields.focusIndex,
    focusText: fields.focusText,
    update(next: PageState): void {
      const { endpoints } = next;
      const endpointId = next.moving?.endpointId ?? next.endpointId;
      const isRemoved = isEndpointRemoved(next);
      setOptions(endpoint, [
        ...(isRemoved ? [['', l10n.t('Removed endpoint')] as const] : []),
        ...endpoints.map(({ id, name }) => [id, name] as const),
      ]);
      endpoint.hidden = endpoint.options.length === 0;
      const isListed = endpoints.some(({ id }) => id === endpointId);
      setValue(endpoint, isListed ? (endpointId ?? '') : '');
      for (const part of [...fields.roots, time.span, tools.body, actions, conditions]) {
        part.toggleAttribute('inert', isRemoved);
      }
      fields.update(next);
      tools.update(next);
      time.update(next);
      chips.update(next);
      backToTyped.hidden = next.before.length === 0;
      conditions.hidden = [time.more, chips.root, backToTyped].every(({ hidden }) => hidden);
    },
  };
}
