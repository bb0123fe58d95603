import * as l10n from '@vscode/l10n';
import { hasWords, type SearchQuestion } from '../protocol/question';
import { button, element } from './dom';
import type { PageAction, PageState } from './pageState';

/** Where there are no hits: why, and what may find some. */
export function emptyView(dispatch: (action: PageAction) => void) {
  const root = element('div', { class: 'empty', tabindex: '-1' });
  let drawn = '';
  return {
    root,
    /** Focuses the first thing to do. */
    focus: () => (root.querySelector('button') ?? root).focus(),
    update(state: PageState): void {
      const lines = emptyText(state);
      const ways = lines.length === 0 ? [] : waysToHits(state);
      const next = JSON.stringify([lines, ways]);
      // Buttons that are drawn anew would lose the focus.
      if (next === drawn) return;
      drawn = next;
      root.hidden = lines.length === 0;
      root.replaceChildren(
        ...lines.map((line) => element('p', {}, line)),
        ...(ways.length === 0
          ? []
          : [
              element(
                'div',
                { class: 'ways' },
                ...ways.map(({ label, to }) =>
                  button(label, { class: 'secondary' }, () => dispatch({ kind: 'narrowed', to })),
                ),
              ),
            ]),
      );
    },
  };
}

function emptyText({ shown, busy, failure }: PageState): readonly string[] {
  if (shown === undefined) {
    return busy === undefined && failure === undefined
      ? [
          l10n.t('Enter an index to see its documents.'),
          l10n.t('Enter takes the suggestion. History has the searches you ran and saved.'),
        ]
      : [];
  }
  const { from, table, aggregations } = shown.page;
  if (table.rows.length > 0 || aggregations.length > 0) return [];
  if (from > 0) return [l10n.t('No hits on this page.'), l10n.t('Select Previous or First to go back.')];
  const { filters, time, body } = shown.question;
  return [
    l10n.t('No matches.'),
    body === undefined && (filters.length > 0 || time !== undefined)
      ? l10n.t('Remove a filter or widen the time range.')
      : l10n.t('Check the field name or try other words.'),
  ];
}

interface WayToHits {
  readonly label: string;
  /** What it changes in the form, with which is searched at once. */
  readonly to: Partial<SearchQuestion>;
}

/** What of the question that found nothing can be taken away. */
function waysToHits({ shown, form }: PageState): readonly WayToHits[] {
  if (shown === undefined || shown.page.from > 0) return [];
  const { field, time, filters, body } = shown.question;
  if (body !== undefined || form.body !== undefined) return [];
  const isOneField = hasWords(shown.question) && field.trim() !== '';
  return [
    ...(time === undefined ? [] : [{ label: l10n.t('Any Time'), to: { time: undefined } }]),
    ...(filters.length === 0
      ? []
      : [{ label: filters.length === 1 ? l10n.t('Remove Filter') : l10n.t('Remove Filters'), to: { filters: [] } }]),
    ...(isOneField ? [{ label: l10n.t('All Fields'), to: { field: '' } }] : []),
  ];
}
