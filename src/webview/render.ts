import { element, icon } from './dom';
import { formView } from './formView';
import { resultsView } from './resultsView';
import { type Action, placeOf, type State } from './state';
import { toolbarView } from './toolbarView';

/** What stands where there are no hits to show. */
function emptyText({ shown, busy, failure }: State): readonly string[] {
  if (shown === undefined) {
    return busy === undefined && failure === undefined
      ? ['Search an index for text in one of its fields.', 'Documents that match come page by page.']
      : [];
  }
  if (shown.page.rows.length > 0) return [];
  return shown.query.from > 0
    ? ['There are no hits this far on.', 'Go back with Previous, or search from a smaller offset.']
    : [
        'No document matches.',
        'Check the name of the field: an engine takes an unknown one for a field without documents. Then try other words.',
      ];
}

/**
 * Builds the page below `root` and returns what draws a state on it. Server text goes into text nodes only.
 */
export function render(root: HTMLElement, first: State, dispatch: (action: Action) => void): (state: State) => void {
  const form = formView(dispatch);
  const toolbar = toolbarView(dispatch);
  const results = resultsView(dispatch);
  const progress = element('div', { class: 'progress', 'aria-hidden': 'true' });
  const failure = element('div', { class: 'failure', role: 'alert', hidden: '' });
  const notes = element('ul', { class: 'notes', 'aria-label': 'About this page', hidden: '' });
  const empty = element('div', { class: 'empty' });
  const main = element('main', {}, failure, notes, empty, results.root);
  root.replaceChildren(element('header', {}, form.root, toolbar.root, progress), main);
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') dispatch({ kind: 'cancelPressed' });
  });

  main.addEventListener('scrollend', () => dispatch({ kind: 'scrolled', top: main.scrollTop }));

  let drawn: State | undefined;
  const update = (state: State) => {
    form.update(state);
    // A new search begins with typing what to look for.
    if (state.endpointId !== drawn?.endpointId && state.form.index === '') form.focus();
    toolbar.update(state);
    root.setAttribute('aria-busy', String(state.busy !== undefined));
    progress.hidden = state.busy === undefined;
    if (state.failure !== drawn?.failure) {
      failure.hidden = state.failure === undefined;
      failure.replaceChildren(...(state.failure === undefined ? [] : failureParts(state.failure)));
      if (state.failure !== undefined) main.scrollTo(0, 0);
    }
    if (state.shown !== drawn?.shown) {
      const texts = state.shown?.page.notes ?? [];
      notes.hidden = texts.length === 0;
      notes.replaceChildren(...texts.map((text) => element('li', {}, icon('warning'), text)));
      const place = placeOf(state);
      results.update(state.shown, place?.unfolded ?? []);
      main.scrollTo(0, place?.top ?? 0);
    }
    const lines = emptyText(state);
    empty.hidden = lines.length === 0;
    empty.replaceChildren(...lines.map((line) => element('p', {}, line)));
    drawn = state;
  };
  update(first);
  return update;
}

function failureParts({ sentence, nextStep, detail }: NonNullable<State['failure']>): readonly Node[] {
  return [
    element('p', { class: 'sentence' }, icon('error'), sentence),
    element('p', { class: 'next-step' }, nextStep),
    ...(detail === undefined ? [] : [element('p', { class: 'detail' }, detail)]),
  ];
}
