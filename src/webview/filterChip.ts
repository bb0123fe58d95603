import * as l10n from '@vscode/l10n';
import type { QuestionFilter } from '../protocol/question';
import { button, element } from './dom';
import { filterEditor } from './filterEditor';
import { menu } from './popup';

/** The effects of a chip on the filters. */
interface ChipDeps {
  /** Replaces this filter by another, or by none. The focus stays at this place. */
  replace(by: QuestionFilter | undefined): void;
}

/** A filter beside the text. Its label opens a menu of all actions; the eye and × are for the mouse only. */
export function filterChip(filter: QuestionFilter, { replace }: ChipDeps): HTMLElement {
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
