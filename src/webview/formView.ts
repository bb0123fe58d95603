import { chipsView } from './chipsView';
import { button, element, icon, setOptions, setValue } from './dom';
import { formTools } from './formTools';
import type { PageAction, PageState } from './pageState';
import { questionFields } from './questionFields';
import { timeView } from './timeView';

/** What to search for, in one line where there is room, and the conditions beside the words in another. */
export function formView(dispatch: (action: PageAction) => void) {
  const endpoint = element('select', { id: 'endpoint', 'aria-label': 'Endpoint', title: 'Endpoint' });
  endpoint.addEventListener('change', () => dispatch({ kind: 'endpointChosen', endpointId: endpoint.value }));
  const fields = questionFields(dispatch);
  const submit = element(
    'button',
    { type: 'submit', class: 'primary', title: 'Search (Enter)' },
    icon('search'),
    element('span', { class: 'label' }, 'Search'),
  );
  const tools = formTools(dispatch, keepFocus);
  const time = timeView(dispatch);
  const chips = chipsView((action) => {
    dispatch(action);
    keepFocus();
  });
  const backToTyped = button('Back to What You Typed', { icon: 'discard', class: 'undo' }, () => {
    dispatch({ kind: 'backToTyped' });
    keepFocus();
  });
  const conditions = element('div', { class: 'line conditions' }, time.more, chips.root, backToTyped);
  const root = element(
    'form',
    { class: 'query', role: 'search', 'aria-label': 'Search', novalidate: '' },
    element(
      'div',
      { class: 'line' },
      endpoint,
      ...fields.roots,
      time.span,
      tools.body,
      element('div', { class: 'tools' }, submit, tools.root),
    ),
    conditions,
  );
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    dispatch({ kind: 'submitted' });
    root.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  });

  /** What was pressed may be gone: the focus would drop to nowhere. */
  function keepFocus(): void {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.checkVisibility() !== true) fields.focusText();
  }

  return {
    root,
    /** Puts the focus where a search begins. */
    focus: fields.focusIndex,
    focusText: fields.focusText,
    update(next: PageState): void {
      const { endpoints, endpointId } = next;
      setOptions(
        endpoint,
        endpoints.map(({ id, name }) => [id, name]),
      );
      endpoint.hidden = endpoints.length < 2;
      setValue(endpoint, endpointId ?? '');
      fields.update(next);
      tools.update(next);
      time.update(next);
      chips.update(next);
      backToTyped.hidden = next.before.length === 0;
      conditions.hidden = [time.more, chips.root, backToTyped].every(({ hidden }) => hidden);
    },
  };
}
