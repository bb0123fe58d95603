import * as l10n from '@vscode/l10n';
import type { HitAnchor, QuestionFilter, SortKey } from '../protocol/question';
import { button, element, icon } from './dom';
import { filterChip } from './filterChip';
import type { PageAction, PageState } from './pageState';
import { headingsOf } from './tableLayout';
import { localTime, pathText } from './valueFormat';

/** The form's sort keys that no heading of the page shows: they belong to another index, or to a hidden column. */
export function unseenOrder({ form, shown }: Pick<PageState, 'form' | 'shown'>): readonly SortKey[] {
  if (form.sort.length === 0 || form.body !== undefined) return [];
  const isOther = shown === undefined || shown.question.index !== form.index.trim();
  const seen = isOther ? [] : headingsOf(shown.page.table, false).map(({ sortField }) => sortField);
  return form.sort.filter(({ field }) => !seen.includes(field));
}

/** The filters beside the text. Before them is the hit of a search around a hit, after them the hidden sort keys. */
export function chipsView(dispatch: (action: PageAction) => void) {
  const root = element('ul', { class: 'chips', 'aria-label': l10n.t('Filters and sort order') });
  let drawn: readonly QuestionFilter[] | undefined;
  let drawnOrder = '';

  function chip(filter: QuestionFilter, at: number, filters: readonly QuestionFilter[]): HTMLElement {
    return filterChip(filter, {
      replace(by) {
        const others = filters.filter((other, place) => place !== at && other.clause !== by?.clause);
        const before = filters.slice(0, at).filter((other) => others.includes(other)).length;
        const changed = by === undefined ? others : [...others.slice(0, before), by, ...others.slice(before)];
        dispatch({ kind: 'narrowed', to: { filters: changed } });
        root.querySelectorAll<HTMLElement>('.opener')[Math.min(before, changed.length - 1)]?.focus();
      },
    });
  }

  /** The hit whose surroundings are searched. */
  function anchorChip({ at, id }: HitAnchor): HTMLElement {
    const what = (at === undefined ? undefined : localTime(at)) ?? id;
    const remove = button(
      l10n.t('Show hits of any time'),
      { icon: 'close', isIconOnly: true, title: l10n.t('Show hits of any time') },
      () => dispatch({ kind: 'narrowed', to: { around: undefined } }),
    );
    const words = element('span', { class: 'words', title: l10n.t('Document {0}', id) }, l10n.t('Around {0}', what));
    return element('li', { class: 'chip order' }, icon('target'), words, remove);
  }

  function orderChip({ field, order }: SortKey, sort: readonly SortKey[]): HTMLElement {
    const name = pathText(field);
    const words = element('span', { class: 'words', 'aria-hidden': 'true' }, l10n.t('Sorted by {0}', name));
    const spoken =
      order === 'asc' ? l10n.t('Sorted by {0}, ascending', name) : l10n.t('Sorted by {0}, descending', name);
    const remove = button(
      l10n.t('Stop Sorting by {0}', name),
      { icon: 'close', isIconOnly: true, title: l10n.t('Stop sorting by this field') },
      () => dispatch({ kind: 'narrowed', to: { sort: sort.filter((key) => key.field !== field) } }),
    );
    return element(
      'li',
      { class: 'chip order' },
      words,
      element('span', { class: 'for-screen-readers' }, spoken),
      icon(order === 'asc' ? 'arrow-up' : 'arrow-down'),
      remove,
    );
  }

  return {
    root,
    update(state: PageState): void {
      const { form } = state;
      const { around, filters } = form;
      const order = unseenOrder(state);
      const isNone = filters.length === 0 && order.length === 0 && around === undefined;
      root.hidden = isNone || form.body !== undefined;
      const nextOrder = JSON.stringify([order, around]);
      if (filters === drawn && nextOrder === drawnOrder) return;
      drawn = filters;
      drawnOrder = nextOrder;
      root.replaceChildren(
        ...(around === undefined ? [] : [anchorChip(around)]),
        ...filters.map(chip),
        ...order.map((key) => orderChip(key, form.sort)),
      );
    },
  };
}
