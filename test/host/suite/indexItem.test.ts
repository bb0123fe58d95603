import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { IndexEntry } from '../../../src/core/search/engine/indexList';
import { fieldRows, indexGroupNode } from '../../../src/core/searchView/indexRows';
import { indexItemOf } from '../../../src/vscode/search/indexItem';
import { Commands } from '../../../src/vscode/shared/ids';
import { treeItemOf } from '../../../src/vscode/shared/treeItem';
import { endpoint, entry, rowsOf } from '../../unit/core/searchView/given';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

describe('indexItem: a row of what a search endpoint holds', () => {
  const itemOf = (more: Partial<IndexEntry>): vscode.TreeItem => {
    const [row = assert.fail()] = rowsOf([entry(more)]);
    return indexItemOf(row);
  };
  const iconOf = ({ iconPath }: vscode.TreeItem): string =>
    iconPath instanceof vscode.ThemeIcon ? `${iconPath.id} ${iconPath.color?.id ?? ''}`.trim() : assert.fail();

  it('has a shape and a color for each health, and its words for a screen reader', () => {
    assert.deepEqual(
      [{ health: 'green' }, { health: 'yellow' }, { health: 'red' }, {}, { isClosed: true }].map((more) =>
        iconOf(itemOf(more as Partial<IndexEntry>)),
      ),
      [
        'pass charts.green',
        'color-mode problemsWarningIcon.foreground',
        'arrow-circle-down problemsErrorIcon.foreground',
        'database',
        'circle-slash',
      ],
    );
    const item = itemOf({ health: 'yellow', documents: 3 });
    assert.deepEqual(item.accessibilityInformation, { label: 'Index logs, health yellow, 3 docs' });
    assert.equal(iconOf(itemOf({ kind: 'alias' })), 'link');
  });

  it('searches by a click, unless the index is closed', () => {
    const [open, closed] = [itemOf({}), itemOf({ isClosed: true })];
    assert.deepEqual([open.command?.command, open.contextValue], [Commands.search, 'index open']);
    assert.deepEqual([closed.command, closed.contextValue], [undefined, 'index closed']);
  });

  it('is folded up at first, but for short groups', () => {
    assert.equal(itemOf({}).collapsibleState, Collapsed);
    assert.equal(indexItemOf(indexGroupNode(endpoint, 'alias', 50)).collapsibleState, Expanded);
    assert.equal(indexItemOf(indexGroupNode(endpoint, 'alias', 51)).collapsibleState, Collapsed);
    assert.equal(indexItemOf(indexGroupNode(endpoint, 'index')).collapsibleState, Collapsed, 'nobody has asked yet');
  });

  it('has an icon for the type of a field, and no flag of the server’s', () => {
    const [index = assert.fail()] = rowsOf([entry()]);
    const types = [
      'keyword',
      'scaled_float',
      'date_nanos',
      'boolean',
      'geo_point',
      'ip',
      'flattened',
      'endpoint ready',
    ];
    const fields = types.map((type) => ({ name: type, types: [type], isSearchable: false, isAggregatable: false }));
    const items = fieldRows(index, fields).flatMap((row) => (row.type === 'field' ? [indexItemOf(row)] : []));
    assert.deepEqual(items.map(iconOf), [
      'symbol-string',
      'symbol-number',
      'calendar',
      'symbol-boolean',
      'location',
      'globe',
      'symbol-object',
      'symbol-field',
    ]);
    for (const item of items) assert.deepEqual([item.contextValue, item.collapsibleState], ['field', None]);
  });
});

describe('indexItem: the row of a search endpoint', () => {
  const stateOf = (more: object) => treeItemOf({ ...endpoint, ...more }).collapsibleState;

  it('unfolds to what it holds, and by itself to saved searches', () => {
    assert.equal(stateOf({ hasSaved: false }), Collapsed);
    assert.equal(stateOf({ hasSaved: true }), Expanded);
    assert.equal(stateOf({ hasSaved: false, state: 'gone' }), None);
  });
});
