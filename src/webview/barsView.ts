import * as l10n from '@vscode/l10n';
import type { PageFailure } from '../protocol/pageMessages';
import { element, icon } from './dom';
import type { PageState } from './pageState';

/** What to know before reading the hits: what failed, whether they are all, and notes on them. */
export function barsView() {
  const failure = element('div', { class: 'bar failure', role: 'alert', hidden: '' });
  const partial = element('section', { class: 'bar partial', 'aria-label': l10n.t('Partial results'), hidden: '' });
  const notes = element('ul', { class: 'bar notes', 'aria-label': l10n.t('About this page'), hidden: '' });
  let drawn: PageState | undefined;

  return {
    root: element('div', { class: 'bars' }, failure, partial, notes),
    update(state: PageState): void {
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
        const texts = state.shown?.page.notes ?? [];
        notes.hidden = texts.length === 0;
        notes.replaceChildren(...texts.map((text) => element('li', {}, icon('info'), text)));
      }
      drawn = state;
    },
  };
}

function failureParts({ sentence, nextStep, detail }: PageFailure): readonly Node[] {
  return [
    element('p', { class: 'sentence' }, icon('error'), sentence),
    element('p', { class: 'next-step' }, nextStep),
    ...(detail === undefined ? [] : [element('p', { class: 'detail' }, detail)]),
  ];
}
