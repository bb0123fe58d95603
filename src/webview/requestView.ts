import * as l10n from '@vscode/l10n';
import type { HitPage } from '../protocol/resultPage';
import { button, element } from './dom';
import { jsonText } from './jsonView';
import type { PageAction, PageState } from './pageState';

/** The request as it was sent, with the additions for sorting, highlighting, and paging. */
export function requestView(dispatch: (action: PageAction) => void) {
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

function requestParts(
  { method, path, body }: HitPage['sent'],
  dispatch: (action: PageAction) => void,
): readonly Node[] {
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
