import * as l10n from '@vscode/l10n';
import { partsOf } from '../l10n/lists';
import { button, element, setText } from './dom';
import { isEndpointRemoved, type PageAction, type PageState } from './pageState';

/** The page before the first search: the first step, links to earlier searches, and keys. */
export function startView(dispatch: (action: PageAction) => void) {
  const lead = element('p', { class: 'lead' });
  const history = button(l10n.t('Recent and Saved Searches'), { icon: 'history', class: 'secondary' }, () =>
    dispatch({ kind: 'acted', action: 'history' }),
  );
  const keys = element('p', { class: 'keys' });
  const root = element('div', { class: 'start' }, lead, element('div', { class: 'ways' }, history), keys);
  let drawn: boolean | undefined;

  return {
    root,
    update(state: PageState): void {
      const { shown, busy, failure, form, endpoints } = state;
      root.hidden = shown !== undefined || busy !== undefined || failure !== undefined || isEndpointRemoved(state);
      setText(
        lead,
        form.index.trim() === ''
          ? l10n.t('Enter an index to see its newest documents. Enter takes the suggestion.')
          : l10n.t('Press Enter in the form to search.'),
      );
      const areSeveral = endpoints.length > 1;
      if (areSeveral === drawn) return;
      drawn = areSeveral;
      const sentence = areSeveral
        ? l10n.t('{0} goes to the text, {1} to the index, {2} to the endpoint.')
        : l10n.t('{0} goes to the text, {1} to the index.');
      keys.replaceChildren(
        ...partsOf<Node | string>(
          sentence,
          ['/', 'I', 'E'].map((key) => element('kbd', {}, key)),
        ),
      );
    },
  };
}
