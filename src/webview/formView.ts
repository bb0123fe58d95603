import * as l10n from '@vscode/l10n';
import type { SearchAction } from '../protocol/actions';
import { chipsView } from './chipsView';
import { button, element, icon, select, setOptions, setValue } from './dom';
import { columnsToFetch } from './pageFields';
import { type Dispatch, isEndpointRemoved, type PageState } from './pageState';
import { groupedItems, type MenuItem, menu } from './popup';
import { questionFields } from './questionFields';
import { isScored } from './questionForm';
import { timeView } from './timeView';

/**
 * The query on one line if there is room, and the other conditions on a second line.
 *
 * @param focusHits focuses the hits; returns false if there are none
 * @param othersFolded items of the menu in a narrow window besides the form's own
 */
export function formView(dispatch: Dispatch, focusHits: () => boolean, othersFolded: () => readonly MenuItem[]) {
  const endpoint = select(l10n.t('Endpoint'), 'endpoint', (endpointId) =>
    dispatch({ kind: 'endpointChosen', endpointId }),
  );
  endpoint.title = l10n.t('Endpoint ({0})', 'E');
  endpoint.setAttribute('aria-keyshortcuts', 'e');
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

/**
 * The actions on the search in the form, and the text in place of the fields if the body comes from an editor.
 *
 * @param onGone called when the pressed button may have been hidden
 * @param othersFolded further items of the menu in a narrow window
 */
function formTools(dispatch: Dispatch, onGone: () => void, othersFolded: () => readonly MenuItem[]) {
  let state: PageState | undefined;
  const act = (action: SearchAction) => () => dispatch({ kind: 'acted', action });
  const body = element(
    'div',
    { class: 'body' },
    icon('json'),
    element('span', { class: 'about' }, l10n.t('JSON query')),
    button(l10n.t('Edit'), { icon: 'edit', title: l10n.t('Edit the request body as JSON') }, act('editAsJson')),
    button(
      l10n.t('Back to Form'),
      { icon: 'discard', class: 'back', title: l10n.t('Search with the form again') },
      () => {
        dispatch({ kind: 'backToForm' });
        onGone();
      },
    ),
  );
  /** In a narrow window, the style hides these buttons, and the menu has them. */
  const foldable = (action: SearchAction, icon: string, label: string, title: string) =>
    button(label, { icon, isIconOnly: true, title, class: 'foldable' }, act(action));
  const asJson = foldable('editAsJson', 'json', l10n.t('Edit as JSON'), l10n.t('Edit the request body as JSON'));
  const shortcuts = [
    asJson,
    foldable('history', 'history', l10n.t('History'), l10n.t('Recent and saved searches')),
    foldable('export', 'export', l10n.t('Export Hits'), l10n.t('Export hits to a file')),
    foldable('save', 'save', l10n.t('Save Search'), l10n.t('Save this search')),
  ];
  const more = button(l10n.t('More Actions'), { icon: 'ellipsis', isIconOnly: true });
  const moreMenu = menu(more, l10n.t('More Actions'), () =>
    groupedItems(shortcuts.flatMap(foldedItem), othersFolded(), ...moreItems(state, act, dispatch)),
  );
  const look = { class: 'tools', role: 'toolbar', 'aria-label': l10n.t('Search actions') };
  const tools = element('div', look, ...shortcuts, more, moreMenu);

  return {
    body,
    root: tools,
    update(next: PageState): void {
      state = next;
      const isBody = next.form.body !== undefined;
      body.hidden = !isBody;
      asJson.hidden = isBody;
    },
  };
}

function moreItems(
  state: PageState | undefined,
  act: (action: SearchAction) => () => void,
  dispatch: Dispatch,
): readonly (readonly MenuItem[])[] {
  if (state === undefined) return [];
  const { form, layout } = state;
  const isByScore = form.sort.length === 1 && form.sort[0]?.field === '_score';
  const copies = [
    { label: l10n.t('Copy as curl'), press: act('copyAsCurl') },
    { label: l10n.t('Copy as Kibana Console Request'), press: act('copyAsDevTools') },
  ];
  const switches = [
    {
      label: l10n.t('Highlight Matches'),
      isOn: form.highlight,
      isOff: form.body !== undefined,
      press: () => dispatch({ kind: 'arranged', to: { highlight: !form.highlight } }),
    },
    {
      label: l10n.t('Best Matches First'),
      isOn: isByScore,
      // Words in one field are in this order in any case.
      isOff: !isScored(form) || form.body !== undefined || form.field.trim() !== '',
      press: () => dispatch({ kind: 'arranged', to: { sort: isByScore ? [] : [{ field: '_score', order: 'desc' }] } }),
    },
    {
      label: l10n.t('Fetch Only Displayed Columns'),
      isOn: form.onlyFields.length > 0,
      isOff: form.body !== undefined || (form.onlyFields.length === 0 && columnsToFetch(state).length === 0),
      press: () => dispatch({ kind: 'fetchToggled' }),
    },
  ];
  const times = {
    label: l10n.t('Relative Times'),
    isOn: layout.areTimesRelative,
    press: () => dispatch({ kind: 'layoutChosen', to: { areTimesRelative: !layout.areTimesRelative } }),
  };
  return [copies, switches, [times]];
}

function foldedItem(of: HTMLButtonElement): readonly MenuItem[] {
  if (of.hidden || of.checkVisibility()) return [];
  return [{ label: of.textContent ?? '', press: () => of.click() }];
}
