import assert from 'node:assert/strict';
import {
  arrayEntries,
  arrayEntriesAt,
  entryTooLong,
  isArrayText,
  longestEntry,
  ownCopy,
  valuesIn,
} from '../../../../../src/core/base/json/arrayEntries';

function all(text: string): readonly (string | symbol)[] {
  const entries = arrayEntries(text);
  const found: (string | symbol)[] = [];
  for (let next = entries.next(); next !== undefined; next = entries.next())
    if (typeof next === 'string' || next === entryTooLong) found.push(next);
  return found;
}

describe('arrayEntries: the entries of an array', () => {
  it('are as received', () => {
    assert.deepEqual(all(' [ {"a" : 1.10}, "],[\\"" ,\n[ ] , 1e5]\n'), ['{"a" : 1.10}', '"],[\\""', '[ ]', '1e5']);
    assert.deepEqual(all('[]'), []);
    assert.deepEqual(all(' [ ] '), []);
  });

  it('are none of what is no array, or not whole', () => {
    for (const text of ['', '{}', '1', '[', '[1', '[1,', '[1,]', '[1 2', '[1}', '[1] 2', '[1]]', '[{"a":[1}']) {
      assert.throws(() => all(text).map((entry) => JSON.parse(String(entry))), SyntaxError, text);
    }
    assert.deepEqual(['[', ' \n[', '{', '', 'x'].map(isArrayText), [true, true, false, false, false]);
  });

  it('are found faster, and no otherwise, where it is known what they may be', () => {
    const entries = arrayEntries('[{"a":1},{"a":12},12,{"a":1}]');
    assert.equal(entries.next('{"a":1}'), '{"a":1}');
    assert.equal(entries.next('{"a":1}'), '{"a":12}');
    assert.equal(entries.next('1'), '12');
    assert.equal(entries.next('{"b":1}'), '{"a":1}');
    assert.equal(entries.next('{"b":1}'), undefined);
    assert.throws(() => arrayEntries('[{"a":1}{"a":1}]').next('{"a":1}'), SyntaxError);
  });

  it('are passed over in steps where they are too long, and those behind them are read', () => {
    const long = `{"x":"${'\\"]'.repeat(longestEntry / 2)}","y":[[{}]]}`;
    const entries = arrayEntries(`[1,${long},2]`);
    assert.equal(entries.next(), '1');
    assert.equal(String(entries.next()), 'Symbol(going)');
    assert.deepEqual(all(`[1,${long},2]`), ['1', entryTooLong, '2']);
    assert.throws(() => all(`[1,${long}`), SyntaxError);
  });

  it('end where the array ends', () => {
    const text = '{"a":[1, 2] ,"b":3}';
    const entries = arrayEntriesAt(text, 5);
    assert.deepEqual([entries.next(), entries.next(), entries.next()], ['1', '2', undefined]);
    assert.equal(text.slice(entries.end), ' ,"b":3}');
  });
});

describe('arrayEntries: a copy of a text', () => {
  it('says the same', () => {
    for (const text of ['', 'plain', 'Grüße, 世界 \u{1F600}', '"\\ud800"']) assert.equal(ownCopy(text), text);
  });
});

describe('arrayEntries: the number of values in a JSON text', () => {
  it('counts what takes memory, and nothing within texts', () => {
    assert.deepEqual(['1', '"a,[{"', '[]', '[[],[],[]]', '{"a":1,"b":{"c":[2,3]}}'].map(valuesIn), [1, 1, 2, 7, 6]);
  });
});
