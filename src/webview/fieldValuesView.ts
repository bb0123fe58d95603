import * as l10n from '@vscode/l10n';
import { numberText, percentText } from '../l10n/numbers';
import { plural } from '../l10n/plural';
import type { PageFailure } from '../protocol/pageMessages';
import type { QuestionFilter } from '../protocol/question';
import type { FieldValues, HitCell } from '../protocol/resultPage';
import { button, element, setText } from './dom';
import type { PageAction } from './pageState';
import { cellText, exactText, pathText } from './valueFormat';

/** The values of a field below its name: the number of hits with each, and buttons to search for them. */
export function fieldValuesView(dispatch: (action: PageAction) => void) {
  const status = element('p', { class: 'values-status', role: 'status' });
  const content = element('div', {});
  const column = button(l10n.t('Toggle Column'), { icon: 'list-selection', class: 'toggle-column' }, () => {
    dispatch({ kind: 'columnToggled', path: field });
  });
  const root = element('div', { class: 'values' }, status, content, column);
  let field = '';
  let drawn: FieldValues | PageFailure | undefined;
  let isDrawn = false;

  /** The row of a value. The width of an element draws its bar, because the page forbids styles in attributes. */
  function valueRow(
    text: string,
    hits: number,
    total: number,
    filter: QuestionFilter | undefined,
    exact = text,
  ): HTMLElement {
    const share = total === 0 ? 0 : hits / total;
    const bar = element('span', { class: 'share-bar', 'aria-hidden': 'true' });
    bar.style.width = `${Math.min(100, share * 100)}%`;
    const hitCount = plural(hits, { one: '{0} hit', other: '{0} hits' });
    const row = element(
      'li',
      { title: `${exact}\n${hitCount}` },
      element('span', { class: 'value' }, text === '' ? l10n.t('(empty)') : text),
      element('span', { class: 'share', 'aria-hidden': 'true' }, percentText(share)),
      element('span', { class: 'for-screen-readers' }, `, ${hitCount}, ${percentText(share)}`),
      bar,
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
      if (isDrawn && field === path && drawn === counted) return;
      const hadFocus = content.contains(document.activeElement);
      isDrawn = true;
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
  return [
    ...(distinct === undefined || top.length === 0
      ? []
      : [
          distinct.isExact
            ? plural(distinct.values, { one: '{0} value in {1}', other: '{0} values in {1}' }, hits)
            : l10n.t('About {0} values in {1}', numberText(distinct.values), hits),
        ]),
    ...(uncounted === undefined
      ? []
      : [
          l10n.t(
            'Values that are not counted are too long for {0}, or in indices in which the field has another type.',
            pathText(counted),
          ),
        ]),
    ...(isEstimate ? [l10n.t('The engine estimates these counts.')] : []),
  ];
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
