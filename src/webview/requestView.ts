import type { HitPage } from '../protocol/resultPage';
import { button, element } from './dom';
import { jsonText } from './jsonView';
import type { PageAction, PageState } from './pageState';

/** The request as it was sent: whatever the form, the sort, the highlighting and the paging made of it. */
export function requestView(dispatch: (action: PageAction) => void) {
  const root = element('section', { class: 'request', 'aria-label': 'Request', hidden: '' });
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

function requestParts(
  { method, path, body }: HitPage['sent'],
  dispatch: (action: PageAction) => void,
): readonly Node[] {
  return [
    element(
      'div',
      { class: 'head' },
      element('code', {}, `${method} ${path}`),
      button('Copy as curl', { icon: 'terminal' }, () => dispatch({ kind: 'acted', action: 'copyAsCurl' })),
      button('Copy as Kibana Console Request', { icon: 'copy' }, () =>
        dispatch({ kind: 'acted', action: 'copyAsDevTools' }),
      ),
      button('Hide', { icon: 'close', isIconOnly: true, title: 'Hide the request' }, () =>
        dispatch({ kind: 'requestToggled' }),
      ),
    ),
    ...(body === '' ? [] : [jsonText(body, 'Body of the request')]),
  ];
}
