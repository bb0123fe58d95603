import * as l10n from '@vscode/l10n';
import { numberText, percentText } from '../l10n/numbers';
import { plural } from '../l10n/plural';
import type { PageFailure } from '../protocol/pageMessages';
import type { QuestionFilter } from '../protocol/question';
import type { FieldValues, HitCell, HitColumn } from '../protocol/resultPage';
import { button, debounce, element, icon, setText, shareBar, textInput } from './dom';
import { columnPaths, fieldsNamed, listedFields, wantsAllFields } from './pageFields';
import type { Dispatch, PageState } from './pageState';
import { cellText, exactText, pathText } from './valueFormat';

/** Width of the window in pixels from which the fields are shown unless the user hid them. */
const roomyWidth = 900;
/** The most fields that are drawn. The user finds the others by the filter. */
const mostDrawn = 100;
const soonMs = 20;

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

/** The fields beside the hits. Each can show its values in all hits of the search. */
export function fieldsView(dispatch: Dispatch) {
  const opener = button(
    l10n.t('Fields'),
    { icon: 'list-tree', title: l10n.t('Show or hide the fields and their values'), class: 'view' },
    () => dispatch({ kind: 'fieldsToggled', areShown: !isSeen() }),
  );
  opener.setAttribute('aria-controls', 'fields');
  const filter = textInput({
    placeholder: l10n.t('Search field names'),
    'aria-label': l10n.t('Search field names'),
  });
  const list = element('ul', {});
  const rest = element('p', { class: 'none' });
  const look = { id: 'fields', class: 'fields-beside', 'aria-label': l10n.t('Fields') };
  const root = element('aside', look, filter, list, rest);
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
    const found = fieldsNamed(fields, filter.value);
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
    values.update(open.path, open.reply, columnPaths(state).includes(open.path));
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
    const made = [next.shown?.page.table.fields, next.allFields?.reply];
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

/** The values of a field below its name: the number of hits with each, and buttons to search for them. */
function fieldValuesView(dispatch: Dispatch) {
  const status = element('p', { class: 'values-status', role: 'status' });
  const content = element('div', {});
  const column = button(l10n.t('Toggle Column'), { icon: 'list-selection', class: 'toggle-column' }, () => {
    if (field !== undefined) dispatch({ kind: 'columnToggled', path: field });
  });
  const root = element('div', { class: 'values' }, status, content, column);
  let field: string | undefined;
  let drawn: FieldValues | PageFailure | undefined;

  function valueRow(text: string, hits: number, total: number, filter?: QuestionFilter, exact = text): HTMLElement {
    const share = total === 0 ? 0 : hits / total;
    const hitCount = plural(hits, { one: '{0} hit', other: '{0} hits' });
    const row = element(
      'li',
      { title: `${exact}\n${hitCount}` },
      element('span', { class: 'value' }, text === '' ? l10n.t('(empty)') : text),
      element('span', { class: 'share', 'aria-hidden': 'true' }, percentText(share)),
      element('span', { class: 'for-screen-readers' }, `, ${hitCount}, ${percentText(share)}`),
      shareBar(share),
    );
    if (filter === undefined) return row;
    const add = (label: string, name: string, isOut: boolean) =>
      button(label, { icon: name, isIconOnly: true }, () =>
        dispatch({ kind: 'filterAdded', filter: { ...filter, isOut } }),
      );
    row.append(
      element(
        'span',
        { class: 'actions' },
        add(l10n.t('Filter For {0}', text), 'add', filter.isOut),
        add(l10n.t('Filter Out {0}', text), 'remove', !filter.isOut),
      ),
    );
    return row;
  }

  function parts(counted: FieldValues): readonly Node[] {
    const { top, total, missing, uncounted, range } = counted;
    const rows = top.map(({ cell, hits, filter }) => valueRow(cellText(cell), hits, total, filter, exactText(cell)));
    const special = (label: string, { hits, filter }: FieldValues['missing']): void => {
      const row = valueRow(label, hits, total, filter);
      row.classList.add('no-value');
      rows.push(row);
    };
    if (uncounted !== undefined) special(l10n.t('Values that are not counted'), uncounted);
    if (missing.hits > 0) special(noneText(counted), missing);
    const notes = [...describeCount(counted), ...counted.partial];
    return [
      element('ul', { 'aria-label': l10n.t('Top values of {0}', pathText(counted.path)) }, ...rows),
      ...(range === undefined ? [] : [rangeView(range)]),
      ...notes.map((note) => element('p', { class: 'note' }, note)),
    ];
  }

  return {
    root,
    update(path: string, counted: FieldValues | PageFailure | undefined, isColumn: boolean): void {
      column.setAttribute('aria-pressed', String(isColumn));
      if (field === path && drawn === counted) return;
      const hadFocus = content.contains(document.activeElement);
      field = path;
      drawn = counted;
      setText(status, statusOf(counted));
      status.classList.toggle('problem', counted !== undefined && 'sentence' in counted);
      content.replaceChildren(...(counted === undefined || 'sentence' in counted ? [] : parts(counted)));
      if (hadFocus) column.focus();
    },
  };
}

function statusOf(counted: FieldValues | PageFailure | undefined): string {
  if (counted === undefined) return l10n.t('Counting values…');
  if ('sentence' in counted) return `${counted.sentence} ${counted.nextStep}`;
  return counted.top.length === 0 ? l10n.t('No hit has a value.') : '';
}

function noneText({ counted, path, missing, uncounted }: FieldValues): string {
  if (missing.isMaybeTooLong === true) return l10n.t('No value, or one too long to be counted');
  return counted === path || uncounted !== undefined
    ? l10n.t('No value')
    : l10n.t('No value in {0}', pathText(counted));
}

/** The number of values, and the parts of it that the engine does not know exactly. */
function describeCount({ counted, top, distinct, uncounted, isEstimate, total }: FieldValues): readonly string[] {
  const hits = plural(total, { one: '{0} hit', other: '{0} hits' });
  const texts: string[] = [];
  if (distinct?.isExact === true && top.length > 0)
    texts.push(plural(distinct.values, { one: '{0} value in {1}', other: '{0} values in {1}' }, hits));
  else if (distinct !== undefined && top.length > 0)
    texts.push(l10n.t('About {0} values in {1}', numberText(distinct.values), hits));
  if (uncounted !== undefined)
    texts.push(
      l10n.t(
        'Values that are not counted are too long for {0}, or in indices in which the field has another type.',
        pathText(counted),
      ),
    );
  if (isEstimate) texts.push(l10n.t('The engine estimates these counts.'));
  return texts;
}

function rangeView({ least, most, average }: NonNullable<FieldValues['range']>): HTMLElement {
  const pair = (name: string, cell: HitCell) => {
    const exact = exactText(cell);
    const value = element('dd', { ...(exact !== undefined && { title: exact }) }, cellText(cell));
    return [element('dt', {}, name), value];
  };
  return element(
    'dl',
    { class: 'range-of-values' },
    ...pair(l10n.t('Minimum'), least),
    ...pair(l10n.t('Maximum'), most),
    ...pair(l10n.t('Average'), average),
  );
}
