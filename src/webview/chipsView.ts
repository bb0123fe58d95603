import type { QuestionFilter, SortKey } from '../protocol/question';
import { button, element, icon } from './dom';
import type { PageAction, PageState } from './pageState';
import { headingsOf } from './tableLayout';
import { pathText } from './valueFormat';

const orders = { asc: 'ascending', desc: 'descending' } as const;

/** What the form sorts by and no heading of the page shows: of another index, or of a column that is not there. */
export function unseenOrder({ form, shown }: Pick<PageState, 'form' | 'shown'>): readonly SortKey[] {
  if (form.sort.length === 0 || form.body !== undefined) return [];
  const isOther = shown === undefined || shown.question.index !== form.index.trim();
  const seen = isOther ? [] : headingsOf(shown.page.table, false).map(({ sortField }) => sortField);
  return form.sort.filter(({ field }) => !seen.includes(field));
}

/**
 * The conditions beside the words: a click turns one round, from in to out; × takes it away. Behind them what the hits are
 * sorted by, where no heading shows it.
 */
export function chipsView(dispatch: (action: PageAction) => void) {
  const root = element('ul', { class: 'chips', 'aria-label': 'Filters and Order' });
  let drawn: readonly QuestionFilter[] | undefined;
  let drawnOrder = '';

  function narrow(filters: QuestionFilter[], focusAt: number): void {
    dispatch({ kind: 'narrowed', to: { filters } });
    root.querySelectorAll<HTMLElement>('.turn')[Math.min(focusAt, filters.length - 1)]?.focus();
  }

  function chip(filter: QuestionFilter, at: number, filters: readonly QuestionFilter[]): HTMLElement {
    const { label, isOut } = filter;
    const what = isOut ? 'Left out' : 'Only';
    const turn = element(
      'button',
      {
        type: 'button',
        class: 'turn',
        'aria-label': `${what}: ${label}`,
        title: `${what}: ${label}\n${filter.clause}\nClick to turn it round.`,
      },
      ...(isOut ? [element('span', { class: 'not' }, 'not')] : []),
      element('span', { class: 'words' }, label),
    );
    turn.addEventListener('click', () =>
      narrow(
        filters.map((other, place) => (place === at ? { ...other, isOut: !isOut } : other)),
        at,
      ),
    );
    const remove = button(
      `Remove filter: ${label}`,
      { icon: 'close', isIconOnly: true, title: 'Remove this filter' },
      () =>
        narrow(
          filters.filter((_, place) => place !== at),
          at,
        ),
    );
    return element('li', { class: isOut ? 'chip out' : 'chip' }, turn, remove);
  }

  function orderChip({ field, order }: SortKey, sort: readonly SortKey[]): HTMLElement {
    const name = pathText(field);
    const words = element('span', { class: 'words' }, `Sorted by ${name}`);
    const said = element('span', { class: 'for-screen-readers' }, `, ${orders[order]}`);
    const remove = button(
      `Do Not Sort by ${name}`,
      { icon: 'close', isIconOnly: true, title: 'Do not sort by this field' },
      () => dispatch({ kind: 'narrowed', to: { sort: sort.filter((key) => key.field !== field) } }),
    );
    return element(
      'li',
      { class: 'chip order' },
      words,
      said,
      icon(order === 'asc' ? 'arrow-up' : 'arrow-down'),
      remove,
    );
  }

  return {
    root,
    update(state: PageState): void {
      const { form } = state;
      const order = unseenOrder(state);
      root.hidden = (form.filters.length === 0 && order.length === 0) || form.body !== undefined;
      const nextOrder = JSON.stringify(order);
      if (form.filters === drawn && nextOrder === drawnOrder) return;
      drawn = form.filters;
      drawnOrder = nextOrder;
      root.replaceChildren(...form.filters.map(chip), ...order.map((key) => orderChip(key, form.sort)));
    },
  };
}
