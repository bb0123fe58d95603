import { button, element, icon } from './dom';
import { columnPaths, otherFetch, type PageAction, type PageState, type SearchAction } from './pageState';
import { menu } from './popup';

/**
 * What can be done with the search in the form, and what stands there in place of fields for a body from an editor.
 *
 * @param onGone called where what was pressed may be gone
 */
export function formTools(dispatch: (action: PageAction) => void, onGone: () => void) {
  let state: PageState | undefined;
  const act = (action: SearchAction) => () => dispatch({ kind: 'acted', action });
  const body = element(
    'div',
    { class: 'body' },
    icon('json'),
    element('span', { class: 'about' }, 'Body written in an editor'),
    button('Edit', { icon: 'edit', title: 'Edit the body in its editor' }, act('editAsJson')),
    button(
      'Back to the Form',
      { icon: 'discard', class: 'back', title: 'Ask by what was typed in the form again' },
      () => {
        dispatch({ kind: 'backToForm' });
        onGone();
      },
    ),
  );
  const asJson = button(
    'Edit as JSON',
    { icon: 'json', isIconOnly: true, title: 'Edit the request body as JSON' },
    act('editAsJson'),
  );
  const more = button('More Actions', { icon: 'ellipsis', isIconOnly: true }, () => {});
  const moreMenu = menu(more, 'More Actions', () => moreItems(state, act, dispatch));
  const tools = element(
    'div',
    { class: 'tools', role: 'toolbar', 'aria-label': 'Search actions' },
    asJson,
    button('History', { icon: 'history', isIconOnly: true, title: 'Searches that were run or saved' }, act('history')),
    button('Save Search', { icon: 'save', isIconOnly: true, title: 'Save this search under a name' }, act('save')),
    more,
    moreMenu,
  );

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
  dispatch: (action: PageAction) => void,
) {
  if (state === undefined) return [];
  const { form } = state;
  return [
    { label: 'Export Hits…', press: act('export') },
    { label: 'Copy as curl', press: act('copyAsCurl') },
    { label: 'Copy as Kibana Console Request', press: act('copyAsDevTools') },
    {
      label: 'Highlight Matches',
      isOn: form.highlight,
      isOff: form.body !== undefined,
      press: () => dispatch({ kind: 'arranged', to: { highlight: !form.highlight } }),
    },
    {
      label: 'Fetch Only the Columns',
      isOn: form.onlyFields.length > 0,
      isOff: form.body !== undefined || (form.onlyFields.length === 0 && columnPaths(state).length === 0),
      press: () => dispatch({ kind: 'arranged', to: { onlyFields: otherFetch(state) } }),
    },
  ];
}
