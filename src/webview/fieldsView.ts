import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import type { HitColumn } from '../protocol/resultPage';
import { button, debounce, element, icon, setText } from './dom';
import { fieldValuesView } from './fieldValuesView';
import { columnPaths, listedFields, wantsAllFields } from './pageFields';
import type { PageAction, PageState } from './pageState';
import { pathText } from './valueFormat';

/** Width of the window in pixels from which the fields are shown unless the user hid them. */
const roomyWidth = 900;
/** The most fields that are drawn. The user finds the others by the filter. */
const mostDrawn = 100;
const soonMs = 20;

/** The icons of types that are not texts. */
const typeIcons: readonly (readonly [icon: string, types: readonly string[]])[] = [
  ['calendar', ['date', 'date_nanos']],
  ['symbol-boolean', ['boolean']],
  ['globe', ['ip', 'geo_point', 'geo_shape']],
  [
    'symbol-number',
    ['long', 'integer', 'short', 'byte', 'unsigned_long', 'double', 'float', 'half_float', 'scaled_float'],
  ],
];

function iconOf(type: string | undefined): string {
  return typeIcons.find(([, types]) => types.includes(type ?? ''))?.[0] ?? 'symbol-string';
}

/** The fields whose names contain all words of the filter, in their order. */
function filteredFields(fields: readonly HitColumn[], filter: string): readonly HitColumn[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return fields;
  return fields.filter(({ path }) => {
    const name = path.toLowerCase();
    return words.every((word) => name.includes(word));
  });
}

/** The fields beside the hits. Each can show its values in all hits of the search. */
export function fieldsView(dispatch: (action: PageAction) => void) {
  const opener = button(
    l10n.t('Fields'),
    { icon: 'list-tree', title: l10n.t('Show or hide the fields and their values'), class: 'view' },
    () => dispatch({ kind: 'fieldsToggled', areShown: !isSeen() }),
  );
  opener.setAttribute('aria-controls', 'fields');
  const filter = element('input', {
    type: 'text',
    placeholder: l10n.t('Search field names'),
    'aria-label': l10n.t('Search field names'),
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const list = element('ul', {});
  const rest = element('p', { class: 'none' });
  const root = element(
    'aside',
    { id: 'fields', class: 'fields-beside', 'aria-label': l10n.t('Fields') },
    filter,
    list,
    rest,
  );
  const room = matchMedia(`(min-width: ${roomyWidth}px)`);
  const values = fieldValuesView(dispatch);
  let state: PageState | undefined;
  let drawn: { readonly fields: readonly HitColumn[]; readonly filter: string } | undefined;
  let lines = new Map<string, { readonly line: HTMLElement; readonly name: HTMLButtonElement }>();
  let asked: object | undefined;
  /** The lists behind the drawn one, because making it again takes long for thousands of fields. */
  let sources: readonly unknown[] = [];
  let fields: readonly HitColumn[] = [];
  const askForAll = debounce(soonMs, () => dispatch({ kind: 'allFieldsWanted' }));

  const isSeen = (): boolean => state?.shown !== undefined && (state.areFieldsShown ?? room.matches);

  filter.addEventListener('input', drawList);
  room.addEventListener('change', () => {
    if (state !== undefined) update(state);
  });

  function fieldLine({ path, type }: HitColumn): HTMLElement {
    const name = element(
      'button',
      { type: 'button', class: 'field-name', 'aria-expanded': 'false', title: title(path, type) },
      icon(iconOf(type)),
      element('span', { class: 'value' }, pathText(path)),
      element('span', { class: 'for-screen-readers' }, type ?? ''),
    );
    name.addEventListener('click', () => dispatch({ kind: 'valuesToggled', path }));
    const line = element('li', {}, name);
    lines.set(path, { line, name });
    return line;
  }

  function drawList(): void {
    if (state === undefined) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    const hadFocus = focused !== undefined && list.contains(focused);
    const of = hadFocus ? [...lines].find(([, { line }]) => line.contains(focused))?.[0] : undefined;
    drawn = { fields, filter: filter.value };
    const found = filteredFields(fields, filter.value);
    const open = state.values?.path;
    // The field with visible values stays in the list.
    const visible = found.slice(0, mostDrawn);
    if (open !== undefined && !visible.some(({ path }) => path === open))
      visible.unshift(fields.find(({ path }) => path === open) ?? { path: open });
    lines = new Map();
    list.replaceChildren(...visible.map(fieldLine));
    const hidden = found.length - Math.min(found.length, mostDrawn);
    rest.hidden = hidden === 0 && visible.length > 0;
    setText(
      rest,
      hidden === 0 ? l10n.t('No fields') : l10n.t('{0} more. Filter by name to see them.', numberText(hidden)),
    );
    drawValues();
    if (of !== undefined && !focused?.isConnected) (lines.get(of)?.name ?? filter).focus();
  }

  function drawValues(): void {
    if (state === undefined) return;
    const open = state.values;
    for (const [path, { name }] of lines) name.setAttribute('aria-expanded', String(path === open?.path));
    const at = open === undefined ? undefined : lines.get(open.path);
    if (open === undefined || at === undefined) {
      values.root.remove();
      return;
    }
    values.update(open.path, open.counted, columnPaths(state).includes(open.path));
    if (values.root.parentElement !== at.line) at.line.append(values.root);
  }

  function update(next: PageState): void {
    const hadFocus = root.contains(document.activeElement);
    state = next;
    opener.hidden = next.shown === undefined;
    root.hidden = !isSeen();
    opener.setAttribute('aria-expanded', String(isSeen()));
    if (root.hidden) {
      if (hadFocus) opener.focus();
      return;
    }
    if (wantsAllFields(next)) askForAll.later();
    const made = [next.shown?.page.table.fields, next.allFields?.items];
    if (made.some((source, at) => source !== sources[at])) {
      sources = made;
      fields = listedFields(next);
    }
    const isOpenListed = next.values === undefined || lines.has(next.values.path);
    if (drawn?.fields !== fields || drawn.filter !== filter.value || !isOpenListed) drawList();
    else drawValues();
    if (next.valuesAsked !== asked) {
      asked = next.valuesAsked;
      if (next.values !== undefined) lines.get(next.values.path)?.name.focus();
    }
  }

  return { button: opener, root, update };
}

function title(path: string, type: string | undefined): string {
  return type === undefined ? pathText(path) : `${pathText(path)}: ${type}`;
}
