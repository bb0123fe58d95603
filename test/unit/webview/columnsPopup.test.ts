import assert from 'node:assert/strict';
import { pickable } from '../../../src/webview/columnsPopup';
import { withBrowser } from './browser';
import {
  allByRole,
  byRole,
  click,
  focused,
  input,
  menuItem,
  nameOf,
  openPage,
  openResult,
  press,
  rowOf,
  tableOf,
  type,
} from './page';

describe('columnsPopup: the fields to choose columns from', () => {
  const fields = [{ path: 'a.name', type: 'keyword' }, { path: 'b', type: 'long' }, { path: 'c.Name' }];
  const paths = (chosen: readonly string[], filter: string) =>
    pickable(fields, chosen, filter).map(({ path, type }) => (type === undefined ? path : `${path} ${type}`));

  it('begin with those that are chosen, in their order, also where no hit of the page has them', () => {
    assert.deepEqual(paths(['gone', 'b'], ''), ['gone', 'b long', 'a.name keyword', 'c.Name']);
  });

  it('are those that hold every word of the filter, in whatever case', () => {
    assert.deepEqual(paths(['b'], 'NAME'), ['a.name keyword', 'c.Name']);
    assert.deepEqual(paths([], 'name c'), ['c.Name']);
    assert.deepEqual(paths([], 'no such'), []);
  });
});

describe('columnsPopup: the choice of columns', () => {
  withBrowser();

  const hostile = '<img src=x onerror=alert(1)> $(zap)';
  const boxes = () => allByRole('checkbox').map((box) => [nameOf(box), (box as HTMLInputElement).checked] as const);
  const open = () => {
    byRole('button', 'More Actions').focus();
    press('Enter');
    menuItem('Columns…').focus();
    press('Enter');
  };

  it('opens with the focus in its filter, and gives it back at Escape, which cancels nothing', () => {
    const page = openResult();
    open();
    assert.equal(focused(), 'textbox Filter fields');
    assert.deepEqual(boxes(), [
      ['#place in the result', false],
      ['messagetext', true],
      ['statuslong', true],
      ['host', false],
      ['Document', false],
      ['_id', false],
      ['_index', false],
      ['_score', false],
      ['_routing', false],
    ]);
    const before = page.posted.length;
    press('Escape');
    assert.deepEqual([focused(), allByRole('dialog'), page.posted.length], ['button More Actions', [], before]);
  });

  it('asks for the columns that are ticked, behind those that were, and keeps the order of its lines', () => {
    const page = openResult();
    open();
    click(byRole('checkbox', 'host'));
    const chosen = { kind: 'chooseColumns', pageId: page.state().shown?.pageId };
    assert.deepEqual(page.posted.at(-1), { ...chosen, paths: ['message', 'status', 'host'] });
    click(byRole('checkbox', /^message/));
    assert.deepEqual(page.posted.at(-1), { ...chosen, paths: ['status', 'host'] });
    assert.deepEqual(
      boxes().map(([name]) => name),
      ['#place in the result', 'messagetext', 'statuslong', 'host', 'Document', '_id', '_index', '_score', '_routing'],
    );
  });

  it('is narrowed by its filter, and adds a name that no hit of the page has', () => {
    const page = openResult();
    open();
    type('Filter fields', 'stat');
    assert.deepEqual(
      boxes().map(([name]) => name),
      ['statuslong'],
    );
    type('Filter fields', hostile);
    assert.deepEqual(boxes(), []);
    click(byRole('button', `Add ${hostile}`));
    assert.deepEqual(page.state().chosen, ['message', 'status', hostile]);
    assert.deepEqual([focused(), input('Filter fields').value], ['textbox Filter fields', '']);
    assert.equal(document.querySelectorAll('img').length, 0);
  });

  it('goes back to the default columns', () => {
    const page = openResult();
    open();
    click(byRole('button', 'Reset Columns'));
    assert.deepEqual([page.state().chosen, focused()], [[], 'textbox Filter fields']);
    page.receive({ kind: 'columns', pageId: page.state().shown?.pageId ?? '', table: tableOf(3, { columns: [] }) });
    assert.deepEqual(
      boxes().flatMap(([name, isOn]) => (isOn ? [name] : [])),
      ['Document'],
    );
    assert.equal(allByRole('button', 'Reset Columns').length, 0);
  });

  it('has the time and the document ticked, and keeps both beside a column that is added', () => {
    const time = { path: 'when', type: 'date' };
    const { fields } = tableOf(0);
    const page = openResult({ table: tableOf(0, { columns: [], rows: [rowOf(1)], fields: [time, ...fields], time }) });
    assert.deepEqual(allByRole('columnheader').map(nameOf), ['#', 'when', 'Document']);
    open();
    assert.deepEqual(boxes().slice(1, 4), [
      ['whendate', true],
      ['Document', true],
      ['messagetext', false],
    ]);
    click(byRole('checkbox', /^status/));
    assert.deepEqual(page.state().chosen, ['when', 'status', '_source']);
    click(byRole('checkbox', 'Document'));
    click(byRole('checkbox', /^when/));
    assert.deepEqual(page.state().chosen, ['status']);
    click(byRole('checkbox', /^when/));
    assert.deepEqual(page.state().chosen, ['when', 'status']);
  });

  it('has the place in the result, which is off at first, and found by its sign', () => {
    const page = openResult();
    assert.ok(!byRole('treegrid').classList.contains('with-ranks'));
    open();
    type('Filter fields', '#');
    assert.deepEqual(boxes(), [['#place in the result', false]]);
    assert.equal(allByRole('button', /^Add /, byRole('dialog')).length, 0);
    click(byRole('checkbox', /^#/));
    const layout = { kind: 'usual', isWrapped: false, areTimesRelative: false, areRanksShown: true } as const;
    assert.deepEqual(page.posted.at(-1), { kind: 'chooseLayout', layout });
    assert.ok(byRole('treegrid').classList.contains('with-ranks'));
    assert.deepEqual(boxes(), [['#place in the result', true]]);
    click(byRole('checkbox', /^#/));
    assert.ok(!byRole('treegrid').classList.contains('with-ranks'));
    assert.equal(page.state().chosen, undefined);
  });

  it('is not there before there are hits, and shows their fields as text', () => {
    openPage();
    click(byRole('button', 'More Actions'));
    assert.equal(allByRole('menuitem', 'Columns…').length, 0);
    const page = openResult({ table: tableOf(1, { fields: [{ path: hostile }] }) });
    open();
    assert.ok(boxes().some(([name]) => name === hostile));
    assert.equal(document.querySelectorAll('img').length, 0);
    assert.equal(page.state().shown?.page.table.rows.length, 1);
  });
});
