import assert from 'node:assert/strict';
import { drawFieldValues } from '../../../src/core/search/fields/drawFieldValues';
import type { CountedValues } from '../../../src/core/search/fields/readFieldValues';
import { mostPageFields } from '../../../src/protocol/resultPage';
import { passTime, withBrowser } from './browser';
import {
  allByRole,
  byRole,
  click,
  focused,
  nameOf,
  type OpenPage,
  openResult,
  press,
  tableOf,
  textOf,
  type,
} from './page';

const filter = (value: string) => ({ label: `status: ${value}`, clause: `{"term":{"status":${value}}}`, isOut: false });

const counted: CountedValues = {
  path: 'status',
  counted: 'status',
  total: 200,
  top: [
    { cell: { kind: 'number', text: '200' }, hits: 150, filter: filter('200') },
    { cell: { kind: 'text', text: '<b>$(zap)' }, hits: 25 },
  ],
  isEstimate: true,
  missing: { hits: 25, filter: { label: 'status: any value', clause: '{"exists":{"field":"status"}}', isOut: true } },
  distinct: { values: 4_000, isExact: false },
  range: {
    least: { kind: 'number', text: '1' },
    most: { kind: 'number', text: '9' },
    average: { kind: 'number', text: '4.5' },
  },
  partial: ['1 of 2 shards failed.'],
};

describe('fieldsPane: the fields beside the hits', () => {
  withBrowser();
  const beside = () => byRole('complementary', 'Fields');
  const names = () =>
    allByRole('button', undefined, beside())
      .filter((button) => button.hasAttribute('aria-expanded'))
      .map(nameOf);
  /** The line of a field: its name, and what makes a column of it. */
  const lineOf = (name: RegExp) => byRole('button', name, beside()).parentElement ?? beside();
  const asked = (page: OpenPage) => page.posted.filter(({ kind }) => kind === 'countValues');
  const answer = (page: OpenPage, values = counted) => {
    page.receive({ kind: 'values', requestId: page.requestOf('countValues'), values: drawFieldValues(values, 'UTC') });
  };

  it('are listed with their types, and narrowed by words of their names', () => {
    openResult();
    assert.deepEqual(names(), ['messagetext', 'statuslong', 'host']);
    type('Filter fields', 'ST');
    assert.deepEqual(names(), ['statuslong', 'host']);
    type('Filter fields', 'no such field');
    assert.deepEqual([names(), /No fields/.test(textOf(beside()))], [[], true]);
  });

  it('fold away, and stay so', () => {
    const page = openResult();
    const opener = byRole('button', 'Fields');
    assert.equal(opener.getAttribute('aria-expanded'), 'true');
    click(opener);
    assert.deepEqual(allByRole('complementary', 'Fields'), []);
    assert.equal(page.state().areFieldsShown, false);
    click(opener);
    assert.equal(names().length, 3);
  });

  it('show their values at a click, and hide them at the next one', () => {
    const page = openResult();
    click(byRole('button', /^status/, beside()));
    assert.deepEqual(
      asked(page).map((message) => 'path' in message && message.path),
      ['status'],
    );
    assert.match(textOf(beside()), /Counting values/);
    answer(page);
    const told = allByRole('listitem', undefined, byRole('list', 'Top values of status')).map(textOf);
    assert.match(told[0] ?? '', /^200, 150 hits, 75%/);
    assert.match(told[1] ?? '', /^<b>\$\(zap\), 25 hits, 12.5%$/);
    assert.match(told[2] ?? '', /^No value, 25 hits/);
    assert.match(textOf(beside()), /Minimum1Maximum9Average4\.5/);
    assert.match(textOf(beside()), /About 4,000 values in 200 hits.*estimates.*1 of 2 shards failed/);
    click(byRole('button', /^status/, beside()));
    assert.deepEqual(allByRole('list', /Top values/), []);
  });

  it('filter for a value, against it, and for hits without one', () => {
    const page = openResult();
    click(byRole('button', /^status/, beside()));
    answer(page);
    const last = () => {
      const message = page.posted.at(-1);
      return message?.kind === 'search' ? message.question.filters : assert.fail(`${message?.kind} was sent`);
    };
    click(byRole('button', 'Filter For 200'));
    assert.deepEqual(last(), [filter('200')]);
    page.answer({}, { filters: [...last()] });
    // The values of the new search.
    assert.equal(asked(page).length, 2);
    answer(page);
    click(byRole('button', 'Filter Out No value'));
    assert.deepEqual(last().at(-1), { ...counted.missing.filter, isOut: false });
  });

  it('say what is not counted', () => {
    const page = openResult();
    click(byRole('button', /^status/, beside()));
    const hidden = { ...filter('not counted'), isOut: false };
    const requestId = page.requestOf('countValues');
    const missing = { ...counted.missing, isMaybeTooLong: true as const };
    page.receive({
      kind: 'values',
      requestId,
      values: drawFieldValues({ ...counted, missing, uncounted: { hits: 3, filter: hidden } }, 'UTC'),
    });
    const told = textOf(beside());
    assert.match(told, /Values that are not counted, 3 hits/);
    assert.match(told, /No value, or one too long to be counted, 25 hits/);
    assert.match(told, /too long for status, or in indices in which the field has another type/);
    click(byRole('button', 'Filter For Values that are not counted'));
    const message = page.posted.at(-1);
    assert.deepEqual(message?.kind === 'search' && message.question.filters.at(-1), hidden);
  });

  it('become a column by a button beside each, and none again', () => {
    const page = openResult();
    const sent = () => {
      const message = page.posted.at(-1);
      return message?.kind === 'chooseColumns' ? message.paths : assert.fail(`${message?.kind} was sent`);
    };
    const add = byRole('button', 'Add Column', lineOf(/^host/));
    assert.equal(add.getAttribute('aria-description'), 'host');
    add.focus();
    press('Enter');
    assert.deepEqual(sent(), ['message', 'status', 'host']);
    assert.equal(focused(), 'button Remove Column');
    click(byRole('button', 'Remove Column', lineOf(/^status/)));
    assert.deepEqual(sent(), ['message', 'host']);
    assert.deepEqual(allByRole('button', 'Remove Column', lineOf(/^status/)), []);
  });

  it('say why values were not counted, and forget those that come late', () => {
    const page = openResult();
    click(byRole('button', /^message/, beside()));
    const requestId = page.requestOf('countValues');
    click(byRole('button', /^status/, beside()));
    page.receive({ kind: 'values', requestId, values: drawFieldValues(counted, 'UTC') });
    assert.match(textOf(beside()), /Counting values/);
    const status = 'The engine does not count them. Add a column.';
    const none = { path: 'status', rows: [], figures: [], notes: [], isFailed: true } as const;
    page.receive({ kind: 'values', requestId: page.requestOf('countValues'), values: { ...none, status } });
    assert.match(textOf(beside()), /The engine does not count them\. Add a column\./);
  });

  it('are shown, with the focus, where a command asks for the values of one', () => {
    const page = openResult();
    click(byRole('button', 'Fields'));
    page.act('showValues', 'gone');
    assert.equal(focused(), 'button gone');
    assert.deepEqual(asked(page).length, 1);
  });

  it('draw at most 100 of thousands, and ask for those that the page does not list', () => {
    const fields = Array.from({ length: mostPageFields }, (_, at) => ({ path: `f${at}` }));
    const table = tableOf(3, { fields });
    const page = openResult({ table });
    passTime(100);
    page.receive({ kind: 'fields', requestId: page.requestOf('listFields'), items: [...fields, { path: 'the.last' }] });
    assert.equal(names().length, 100);
    assert.match(textOf(beside()), /901 more/);
    type('Filter fields', 'last');
    assert.deepEqual(names(), ['the.last']);
  });
});
