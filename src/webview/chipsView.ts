import * as l10n from '@vscode/l10n';
import type { HitAnchor, QuestionFilter, SortKey } from '../protocol/question';
import { button, element, icon, setText, textInput } from './dom';
import { editableFilter } from './filterClause';
import type { Dispatch, PageState } from './pageState';
import { menu } from './popup';
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
export function chipsView(dispatch: Dispatch) {
  const root = element('ul', { class: 'chips', 'aria-label': l10n.t('Filters and sort order') });
  let drawn: readonly QuestionFilter[] | undefined;
  let drawnOrder = '';

  function chip(filter: QuestionFilter, at: number, filters: readonly QuestionFilter[]): HTMLElement {
    return filterChip(filter, (by) => {
      const others = filters.filter((other, place) => place !== at && other.clause !== by?.clause);
      const before = filters.slice(0, at).filter((other) => others.includes(other)).length;
      const changed = by === undefined ? others : others.toSpliced(before, 0, by);
      dispatch({ kind: 'narrowed', to: { filters: changed } });
      root.querySelectorAll<HTMLElement>('.opener')[Math.min(before, changed.length - 1)]?.focus();
    });
  }

  function anchorChip({ at, id }: HitAnchor): HTMLElement {
    const what = (at === undefined ? undefined : localTime(at)) ?? id;
    const remove = button(l10n.t('Show hits of any time'), { icon: 'close', isIconOnly: true }, () =>
      dispatch({ kind: 'narrowed', to: { around: undefined } }),
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

/**
 * A filter beside the text. Its label opens a menu of all actions; the eye and × are for the mouse only.
 *
 * @param replace replaces this filter by another, or by none. The focus stays at this place
 */
function filterChip(filter: QuestionFilter, replace: (by: QuestionFilter | undefined) => void): HTMLElement {
  const { label, isOut, isOff = false } = filter;
  const means = isOut ? l10n.t('Exclude: {0}', label) : l10n.t('Include: {0}', label);
  const name = isOff ? l10n.t('{0} (disabled)', means) : means;
  const opener = element(
    'button',
    {
      type: 'button',
      class: 'opener',
      'aria-label': name,
      title: [name, filter.clause, l10n.t('Select to edit, invert, disable, or remove.')].join('\n'),
      // The style draws it, because the accessible name has another word for it.
      ...(isOut && { 'data-not': l10n.t('NOT') }),
    },
    element('span', { class: 'words' }, label),
  );
  const { isOff: _, ...applied } = filter;
  const remove = () => replace(undefined);
  const switchOver = () => replace(isOff ? applied : { ...applied, isOff: true });
  const edit = (): void => {
    const editor = filterEditor(filter, (edited) => (edited === filter ? opener.focus() : replace(edited)));
    root.append(editor.root);
    editor.root.addEventListener('toggle', (event) => {
      if (event instanceof ToggleEvent && event.newState === 'closed') editor.root.remove();
    });
    editor.open(opener);
  };
  const actions = menu(opener, l10n.t('Filter {0}', label), () => [
    { label: l10n.t('Edit…'), press: edit },
    { label: l10n.t('Invert'), press: () => replace({ ...filter, isOut: !isOut }) },
    { label: isOff ? l10n.t('Enable') : l10n.t('Disable'), press: switchOver },
    { label: l10n.t('Remove'), isAfterSeparator: true, press: remove },
  ]);
  opener.addEventListener('keydown', (event) => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else if (event.key === 'ArrowDown') actions.togglePopover({ force: true, source: opener });
    else return;
    event.preventDefault();
  });
  const byMouse = (label: string, title: string, icon: string, press: () => void) => {
    const made = button(label, { icon, isIconOnly: true, title }, press);
    made.tabIndex = -1;
    return made;
  };
  const onOff = isOff
    ? byMouse(l10n.t('Enable filter: {0}', label), l10n.t('Enable filter'), 'eye-closed', switchOver)
    : byMouse(l10n.t('Disable filter: {0}', label), l10n.t('Disable filter'), 'eye', switchOver);
  const close = byMouse(l10n.t('Remove filter: {0}', label), l10n.t('Remove filter (Delete)'), 'close', remove);
  const kinds = ['chip', ...(isOut ? ['out'] : []), ...(isOff ? ['off'] : [])];
  const root = element('li', { class: kinds.join(' ') }, opener, onOff, close, actions);
  return root;
}

/**
 * A popup below a chip in which the user edits its filter. The browser closes it on Escape and on a click elsewhere,
 * and restores the focus.
 *
 * @param apply called with the changed filter; the popup shows invalid input
 */
function filterEditor(filter: QuestionFilter, apply: (edited: QuestionFilter) => void) {
  const { field: about, inputs, isJson, edited } = editableFilter(filter);
  const why = element('p', { class: 'why', role: 'alert' });
  const fields = inputs.map(({ text }) => {
    const field = isJson ? element('textarea', { autocomplete: 'off', spellcheck: 'false', rows: '8' }) : textInput({});
    field.value = text;
    return field;
  });

  function submit(): void {
    const result = edited(fields.map(({ value }) => value));
    const problem = 'problem' in result ? result.problem : '';
    setText(why, problem);
    for (const field of fields) field.setAttribute('aria-invalid', String(problem !== ''));
    if ('problem' in result) {
      fields[0]?.focus();
      return;
    }
    root.hidePopover();
    apply(result);
  }

  const root = element(
    'div',
    { class: 'popup filter-editor', role: 'dialog', 'aria-label': l10n.t('Edit filter: {0}', filter.label) },
    ...(about === undefined ? [] : [element('p', { class: 'about' }, pathText(about))]),
    ...inputs.flatMap(({ label }, at) => {
      const field = fields[at];
      return field === undefined ? [] : [element('label', {}, element('span', {}, label), field)];
    }),
    why,
    element(
      'div',
      { class: 'buttons' },
      button(
        l10n.t('Apply'),
        { class: 'primary', title: isJson ? l10n.t('Apply ({0})', 'Ctrl+Enter') : l10n.t('Apply ({0})', 'Enter') },
        submit,
      ),
      button(l10n.t('Cancel'), { class: 'secondary', title: l10n.t('Cancel ({0})', 'Escape') }, () =>
        root.hidePopover(),
      ),
    ),
  );
  root.popover = 'auto';
  root.addEventListener('keydown', (event) => {
    const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea');
    if (event.key !== 'Enter' || !isField || (isJson && !event.ctrlKey && !event.metaKey)) return;
    // Enter must neither search nor insert a line break.
    event.preventDefault();
    submit();
  });

  return {
    root,
    open(source: HTMLElement): void {
      root.showPopover({ source });
      fields[0]?.focus();
      fields[0]?.select();
    },
  };
}
