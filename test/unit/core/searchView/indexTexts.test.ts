import assert from 'node:assert/strict';
import { fieldTooltip, indexDescription, indexTooltip } from '../../../../src/core/searchView/indexTexts';
import { entry } from './given';

describe('indexTexts: what the row of an index says', () => {
  it('is its figures, as far as the engine tells them', () => {
    assert.equal(indexDescription(entry({ documents: 12_427, bytes: 3_123_456 })), '12,427 docs · 3.12 MB');
    assert.equal(indexDescription(entry({ documents: 1 })), '1 doc');
    assert.equal(indexDescription(entry()), '');
    assert.equal(indexDescription(entry({ isClosed: true })), 'closed');
    assert.equal(indexDescription(entry({ kind: 'alias', members: ['a'] })), '1 index');
    assert.equal(indexDescription(entry({ kind: 'data stream', members: ['a', 'b'], documents: 2 })), '2 docs');
  });

  it('has its health in a word unless that is green: first if data is missing, last if a replica is', () => {
    const figures = { documents: 5, bytes: 999 };
    assert.equal(indexDescription(entry({ ...figures, health: 'green' })), '5 docs · 999 bytes');
    assert.equal(indexDescription(entry({ ...figures, health: 'yellow' })), '5 docs · 999 bytes · yellow');
    assert.equal(indexDescription(entry({ ...figures, health: 'red' })), 'red · 5 docs · 999 bytes');
  });

  for (const [bytes, text] of [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 KB'],
    [999_499, '999 KB'],
    [999_600, '1 MB'],
    [1_234_000_000, '1.23 GB'],
    [56e12, '56 TB'],
    [9_876_000e9, '9,880 TB'],
  ] as const) {
    it(`has ${bytes} bytes as ${text}`, () => assert.equal(indexDescription(entry({ bytes })), text));
  }
});

describe('indexTexts: the tooltip of an index', () => {
  it('says in words what the icon means, and everything that is known', () => {
    const known = entry({ health: 'yellow', documents: 12_427, bytes: 3_100_000, isHidden: true });
    assert.deepEqual(indexTooltip(known), [
      'logs',
      '',
      'Kind: Index',
      'Health: yellow. All primary shards are assigned, but not all replicas.',
      'Documents: 12,427',
      'Size with replicas: 3.1 MB',
      'Hidden',
    ]);
    assert.match(indexTooltip(entry({ health: 'red' }))[3] ?? '', /^Health: red\. Not all primary shards are assigned/);
    assert.deepEqual(indexTooltip(entry({ isClosed: true })).slice(-1), ['Closed: it cannot be searched.']);
  });

  it('names the indices behind a data stream or alias, and counts the rest', () => {
    const members = Array.from({ length: 15 }, (_, at) => `m${at}`);
    assert.deepEqual(indexTooltip(entry({ kind: 'alias', members: ['a', 'b'] })).slice(-3), ['Alias of:', 'a', 'b']);
    const lines = indexTooltip(entry({ kind: 'data stream', members }));
    assert.deepEqual([lines.at(-14), lines.at(-2), lines.at(-1)], ['Backing indices:', 'm11', '3 more']);
  });

  it('has one line each, however hostile the names', () => {
    const name = '\u202ea\nb';
    const lines = indexTooltip(entry({ name, kind: 'alias', members: [name] }));
    for (const line of lines) assert.doesNotMatch(line, /[\p{Cc}\p{Cf}]/u);
  });
});

describe('indexTexts: the tooltip of a field', () => {
  it('says its types and what can be done with it', () => {
    const field = { name: 'items.code', types: ['keyword', 'long'], isSearchable: true, isAggregatable: false };
    assert.deepEqual(fieldTooltip({ ...field, nestedIn: 'items' }), [
      'items.code',
      '',
      'Type: keyword, long',
      'The type differs between indices.',
      'Can be searched: yes',
      'Can be sorted and aggregated: no',
      'Nested in: items',
    ]);
    assert.deepEqual(fieldTooltip({ ...field, types: ['text'] }).slice(2, 4), ['Type: text', 'Can be searched: yes']);
  });
});
