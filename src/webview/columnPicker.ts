import * as l10n from '@vscode/l10n';
import { documentColumn, type HitColumn } from '../protocol/resultPage';
import { button, element, textInput } from './dom';
import { chosenColumns, columnPaths, fieldsNamed } from './pageFields';
import type { Dispatch, PageState } from './pageState';
import { popupButton } from './popup';
import { columnTitle } from './tableLayout';
import { pathText } from './valueFormat';

/** The fields whose names contain all words of the filter, the chosen columns first, in their order. */
export function pickable(fields: readonly HitColumn[], chosen: readonly string[], filter: string) {
  const types = new Map(fields.map((field) => [field.path, field]));
  const own = chosen.map((path) => types.get(path) ?? { path });
  const others = fields.filter(({ path }) => !chosen.includes(path));
  return fieldsNamed([...own, ...others], filter, (path) => `${path}\n${nameOf(path)}`);
}

/** The members of a hit besides its fields. */
const besideFields: readonly HitColumn[] = [documentColumn, '_id', '_index', '_score'].map((path) => ({ path }));

/** Members of a hit keep the engines' names, beside those of fields. */
function nameOf(path: string): string {
  return path === documentColumn ? columnTitle(path) : pathText(path);
}

/** Lets the user choose columns: a list of checkboxes with a filter, which can also add a name that is not listed. */
export function columnPicker(dispatch: Dispatch) {
  const opener = button(l10n.t('Columns'), { icon: 'list-selection', title: l10n.t('Select columns'), class: 'view' });
  const filter = textInput({ placeholder: l10n.t('Filter fields'), 'aria-label': l10n.t('Filter fields') });
  const list = element('ul', { class: 'fields', 'aria-label': l10n.t('Fields') });
  const clear = button(
    l10n.t('Reset Columns'),
    { icon: 'discard', title: l10n.t('Show the time, the ID, and the document again') },
    () => {
      dispatch({ kind: 'columnsChosen', paths: [] });
      filter.focus();
    },
  );
  const popup = element(
    'div',
    { class: 'popup columns', role: 'dialog', 'aria-label': l10n.t('Columns') },
    element('div', { class: 'head' }, filter, clear),
    list,
  );
  let state: PageState | undefined;
  let boxes = new Map<string, HTMLInputElement>();
  let drawn = '';

  function fieldLine({ path, type }: HitColumn, chosen: readonly string[]): HTMLElement {
    const box = element('input', { type: 'checkbox' });
    box.checked = chosen.includes(path);
    boxes.set(path, box);
    box.addEventListener('change', () => dispatch({ kind: 'columnToggled', path }));
    const label = element('label', {}, box, element('span', { class: 'value' }, nameOf(path)));
    if (type !== undefined) label.append(element('span', { class: 'detail' }, type));
    return element('li', {}, label);
  }

  /** The order stays while the list is open: the user could not uncheck a line that jumped away. */
  function draw(): void {
    if (state === undefined) return;
    const chosen = columnPaths(state);
    const found = pickable([...(state.shown?.page.table.fields ?? []), ...besideFields], chosen, filter.value);
    const typed = filter.value.trim();
    drawn = namesOf(state);
    boxes = new Map();
    const lines = found.map((column) => fieldLine(column, chosen));
    if (typed !== '' && !found.some(({ path }) => path === typed)) {
      const add = button(l10n.t('Add {0}', typed), { icon: 'add' }, () => {
        dispatch({ kind: 'columnToggled', path: typed });
        filter.value = '';
        filter.focus();
        draw();
      });
      lines.push(element('li', {}, add));
    }
    list.replaceChildren(...lines);
  }

  filter.addEventListener('input', draw);
  const fill = () => {
    filter.value = '';
    draw();
  };
  popupButton(opener, popup, fill, () => filter.focus());

  return {
    button: opener,
    popup,
    update(next: PageState): void {
      state = next;
      // Lines have fixed parts in place of columns.
      opener.hidden = next.shown === undefined || next.layout.kind === 'lines';
      const chosen = columnPaths(next);
      clear.hidden = chosenColumns(next).length === 0;
      if (!popup.matches(':popover-open')) return;
      if (namesOf(next) !== drawn) draw();
      for (const [path, box] of boxes) box.checked = chosen.includes(path);
    },
  };
}

function namesOf({ shown }: PageState): string {
  return (shown?.page.table.fields ?? []).map(({ path }) => path).join('\n');
}
