import assert from 'node:assert/strict';
import { documentValuesAt, sourceOf } from '../../../../../src/core/search/read/hitValues';

describe('hitValues: the values at a path', () => {
  const values: readonly [title: string, document: string, path: string, found: string[]][] = [
    ['stand in objects', '{"a":{"b":{"c":1.10}}}', 'a.b.c', ['1.10']],
    ['stand under names with dots', '{"a.b.c":"x"}', 'a.b.c', ['"x"']],
    ['stand under names that are dotted in part', '{"a.b":{"c":1},"a":{"b.c":2}}', 'a.b.c', ['1', '2']],
    ['keep every digit', '{"n":9007199254740993}', 'n', ['9007199254740993']],
    ['are the items of lists, of nested ones too', '{"m":[[1, 2],[3],[]]}', 'm', ['1', '2', '3']],
    [
      'are those of all objects in a list',
      '{"v":[{"c":"red"},{"d":1},{"c":["blue",null]}]}',
      'v.c',
      ['"red"', '"blue"', 'null'],
    ],
    ['may be objects', '{"a": { "b" : 1 } }', 'a', ['{ "b" : 1 }']],
    ['may be null', '{"a":null}', 'a', ['null']],
    ['are none of an empty list', '{"a":[]}', 'a', []],
    ['are none where there is no such field', '{"a":{"b":1}}', 'a.c', []],
    ['are not those of JavaScript’s own names', '{}', 'constructor', []],
    ['stand under JavaScript’s own names', '{"__proto__":{"constructor":1}}', '__proto__.constructor', ['1']],
    ['stand under an empty name', '{"raw":{"":"e"}}', 'raw.', ['"e"']],
    ['stand under escaped names', '{"a\\"\\u002eb":1}', 'a".b', ['1']],
    ['are all of a name that comes twice', '{"a":1,"a":2}', 'a', ['1', '2']],
    ['are none in what is no object', '[1]', 'a', []],
    ['are none in nothing', '', 'a', []],
  ];
  for (const [title, document, path, found] of values) {
    it(title, () => assert.deepEqual(documentValuesAt(document, path), found));
  }

  it('are found in documents of any depth without an end of the stack', () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    assert.deepEqual(documentValuesAt(deep, 'a.a.a.b'), []);
    assert.deepEqual(documentValuesAt(deep, Array.from({ length: 5_000 }, () => 'a').join('.')), []);
    assert.equal(documentValuesAt(`{"l":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'l').length, 0);
  });
});

describe('hitValues: the document of a hit', () => {
  it('is its source as sent', () => {
    assert.equal(sourceOf('{"_id":"1","fields":{"a":[1]},"_source": { "a" : 1.10 } }'), '{ "a" : 1.10 }');
  });

  it('is its fields where there is no source', () => {
    assert.equal(sourceOf('{"_id":"1","fields":{"a":[1]}}'), '{"a":[1]}');
  });

  it('is nothing where there is neither', () => {
    assert.equal(sourceOf('{"_id":"1"}'), undefined);
    assert.equal(sourceOf('{"_id":"1","_source":null,"fields":5}'), undefined);
  });
});
