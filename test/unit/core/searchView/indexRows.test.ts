import assert from 'node:assert/strict';
import type { IndexEntry } from '../../../../src/core/search/engine/indexList';
import { fieldRows, indexGroupRows, searchProblemNode } from '../../../../src/core/searchView/indexRows';
import { indexViewOf } from '../../../../src/core/searchView/indexView';
import { endpoint, entry, group, rowsOf, textsOf } from './given';

const hidden = entry({ name: '.kibana', isHidden: true });

describe('indexRows: the rows below a search endpoint', () => {
  const rows = (entries: readonly IndexEntry[], filter = '') =>
    indexGroupRows(endpoint, indexViewOf({ entries }, { filter, showsHidden: false }));

  it('are a group for each kind that there is, with a count', () => {
    const found = rows([entry(), entry({ name: 'all', kind: 'alias' }), entry({ name: 'b' }), hidden]);
    assert.deepEqual(textsOf(found), ['Indices 2', 'Aliases 1']);
    assert.deepEqual(
      found.map(({ spoken }) => spoken),
      ['Indices, 2', 'Aliases, 1'],
    );
  });

  it('are unfolded from the start where they are few', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => entry({ name: `i${at}` }));
    const isOpen = (count: number) => rows(many(count)).map((row) => row.type === 'indexGroup' && row.isOpen);
    assert.deepEqual([isOpen(50), isOpen(51)], [[true], [false]]);
  });

  it('say that there is nothing, and whether something is hidden', () => {
    assert.deepEqual(textsOf(rows([])), ['No indices']);
    assert.deepEqual(textsOf(rows([hidden])), ['No indices 1 hidden']);
    assert.deepEqual(textsOf(rows([hidden, entry()], 'kib')), ['No matches 1 hidden']);
    assert.deepEqual(textsOf(rows([entry()], 'nothing')), ['No matches']);
  });
});

describe('indexRows: the rows of a group', () => {
  it('are read aloud with their kind, their health in words, and what they are besides', () => {
    const told = { health: 'yellow', documents: 3, bytes: 5, isHidden: true } as const;
    const [one, other] = rowsOf([entry(told), entry({ kind: 'data stream', name: 'app' })]);
    assert.equal(one?.spoken, 'Index logs, health yellow, 3 docs, 5 bytes, hidden');
    assert.equal(other?.spoken, 'Data stream app');
  });

  it('have ids that no name can make alike', () => {
    const names = ['a/b', 'a', 'a#note No indices', 'x'.repeat(5_000), `${'x'.repeat(5_000)}y`];
    const made = rowsOf(names.map((name) => entry({ name })));
    const ids = made.map(({ id }) => id);
    assert.equal(new Set(ids).size, names.length);
    for (const id of ids) assert.ok(id.length < 400 && id.split('/').length === group.id.split('/').length + 1, id);
  });

  it('have one visible line each, however hostile the names', () => {
    for (const { label, spoken = '' } of rowsOf([entry({ name: '\u202e$(zap)\n[x](command:y)'.repeat(99) })])) {
      assert.doesNotMatch(label + spoken, /[\p{Cc}\p{Cf}]/u);
      assert.ok(label.length <= 300);
    }
  });
});

describe('indexRows: the rows of an index', () => {
  const [index = assert.fail()] = rowsOf([entry()]);
  const field = (name: string, ...types: string[]) => ({ name, types, isSearchable: true, isAggregatable: true });

  it('are its fields with their types', () => {
    const rows = fieldRows(index, [
      field('title', 'text'),
      field('title.keyword', 'keyword'),
      field('n', 'long', 'ip'),
    ]);
    assert.deepEqual(textsOf(rows), ['title text', 'title.keyword keyword', 'n long, ip']);
    assert.equal(rows[1]?.spoken, 'Field title.keyword, keyword');
  });

  it('say that no fields are listed, which may be for want of rights', () => {
    assert.deepEqual(textsOf(fieldRows(index, [])), ['No fields are listed']);
  });
});

describe('indexRows: the row of what went wrong', () => {
  const failure = { kind: 'notAnApi', sentence: 'It is a shop.', nextStep: 'Check the URL.' } as const;

  it('says so in the words of a search engine, and what to do', () => {
    const { label, description, spoken, parent } = searchProblemNode(endpoint, failure);
    assert.deepEqual([label, description, parent], ['Not a search engine', 'Check the URL.', endpoint]);
    assert.equal(spoken, 'It is a shop. Check the URL.');
  });
});
