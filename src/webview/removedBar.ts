import * as l10n from '@vscode/l10n';
import { element, icon, setText } from './dom';
import { isEndpointRemoved, type PageState } from './pageState';

/** The bar that the endpoint of the page was removed, with the next step. */
export function removedBar() {
  const nextStep = element('p', { class: 'next-step' });
  const root = element('div', { class: 'bar removed', role: 'alert', hidden: '' });
  const parts = [
    element('p', { class: 'sentence' }, icon('warning'), l10n.t('This endpoint was removed.')),
    nextStep,
  ] as const;

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
      root.replaceChildren(...(isRemoved ? parts : []));
    },
  };
}
