import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import type { AggregationResult } from '../protocol/resultPage';
import { element, shareBar } from './dom';
import { jsonText } from './jsonView';
import type { PageState } from './pageState';

/** The aggregations of a response, beside the hits: as tables if they have that shape, otherwise as JSON. */
export function aggregationsView() {
  const root = element('aside', { class: 'aggregations', 'aria-label': l10n.t('Aggregations'), hidden: '' });
  let drawn: readonly AggregationResult[] | undefined;

  return {
    root,
    update({ shown }: PageState): void {
      const aggregations = shown?.page.aggregations;
      if (aggregations === drawn) return;
      drawn = aggregations;
      root.hidden = aggregations === undefined || aggregations.length === 0;
      root.replaceChildren(...(aggregations ?? []).map(aggregationView));
    },
  };
}

function aggregationView({ name, json, isCut, table }: AggregationResult): HTMLElement {
  const text = jsonText(json, l10n.t('Aggregation {0} as JSON', name));
  const note = isCut
    ? [element('p', { class: 'cut' }, l10n.t('Only the beginning of this long aggregation is shown.'))]
    : [];
  const parts =
    table === undefined
      ? [text, ...note]
      : [tableView(name, table), element('details', {}, element('summary', {}, 'JSON'), text, ...note)];
  const whole = element('details', { class: 'aggregation' }, element('summary', {}, name), ...parts);
  whole.open = true;
  return whole;
}

/** The engines' name for the number of documents in a bucket. */
const countColumn = 'doc_count';

function countOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,19}$/.test(text) ? Number(text) : undefined;
}

/** A readable count, over a bar of its share of the largest one. */
function countCell(text: string, share: number): HTMLElement {
  return element('td', { class: 'number count' }, numberText(BigInt(text)), shareBar(share));
}

const number = /^-?[\d.,]+(?:e[+-]?\d+)?$/i;

function tableView(name: string, { columns, rows }: NonNullable<AggregationResult['table']>): HTMLElement {
  const attributes = columns.map(
    (_, at): Readonly<Record<string, string>> =>
      rows.every((cells) => ['', undefined].includes(cells[at]) || number.test(cells[at] ?? ''))
        ? { class: 'number' }
        : {},
  );
  const counts = columns.indexOf(countColumn);
  const most = rows.reduce((most, cells) => Math.max(most, countOf(cells[counts]) ?? 0), 0);
  const cell = (tag: 'th' | 'td') => (text: string, at: number) => {
    const count = tag === 'td' && at === counts ? countOf(text) : undefined;
    return count === undefined ? element(tag, attributes[at], text) : countCell(text, count / Math.max(1, most));
  };
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': l10n.t('Aggregation {0}', name) },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...columns.map(cell('th')))),
      element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map(cell('td'))))),
    ),
  );
}
