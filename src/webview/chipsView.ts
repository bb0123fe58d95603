import type { Filter } from '../protocol/question';
import { button, element } from './dom';
import type { Action, State } from './state';

/** The conditions beside the words: a click turns one round, from in to out; × takes it away. */
export function chipsView(dispatch: (action: Action) => void) {
  const root = element('ul', { class: 'chips', 'aria-label': 'Filters' });
  let drawn: readonly Filter[] | undefined;

  function narrow(filters: Filter[], focusAt: number): void {
    dispatch({ kind: 'narrowed', to: { filters } });
    root.querySelectorAll<HTMLElement>('.turn')[Math.min(focusAt, filters.length - 1)]?.focus();
  }

  function chip(filter: Filter, at: number, filters: readonly Filter[]): HTMLElement {
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

  return {
    root,
    update({ form }: State): void {
      root.hidden = form.filters.length === 0 || form.body !== undefined;
      if (form.filters === drawn) return;
      drawn = form.filters;
      root.replaceChildren(...form.filters.map(chip));
    },
  };
}
