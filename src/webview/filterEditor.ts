import * as l10n from '@vscode/l10n';
import type { QuestionFilter } from '../protocol/question';
import { button, element, setText } from './dom';
import { editableFilter } from './filterClause';
import { pathText } from './valueFormat';

/**
 * A popup below a chip in which the user edits its filter. The browser closes it on Escape and on a click elsewhere,
 * and restores the focus.
 *
 * @param apply called with the changed filter; the popup shows invalid input
 */
export function filterEditor(filter: QuestionFilter, apply: (edited: QuestionFilter) => void) {
  const { field: about, inputs, isJson, edited } = editableFilter(filter);
  const why = element('p', { class: 'why', role: 'alert' });
  const fields = inputs.map(({ text }) => {
    const shared = { autocomplete: 'off', spellcheck: 'false' };
    const field = isJson
      ? element('textarea', { ...shared, rows: '8' })
      : element('input', { ...shared, type: 'text' });
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
    /** @param source the chip, below which it opens */
    open(source: HTMLElement): void {
      root.showPopover({ source });
      fields[0]?.focus();
      fields[0]?.select();
    },
  };
}
