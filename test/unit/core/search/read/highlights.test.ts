import assert from 'node:assert/strict';
import { describeTable } from '../../../../../src/core/search/read/describeTable';
import { answerOf, pageOf } from './pages';

const pre = '\ue000';
const post = '\ue001';

/** The cell of a field and its marked words, by its value as JSON and the fragments of the engine. */
function marked(value: string | undefined, fragments: readonly string[], name = 'a') {
  const source = value === undefined ? '' : `"_source":{"a":${value}},`;
  const hit = `{${source}"highlight":${JSON.stringify({ [name]: fragments })}}`;
  const { rows } = describeTable(pageOf(answerOf(hit)), { columns: ['a'], fields: [] });
  const cell = rows[0]?.cells[0];
  assert.ok(cell !== undefined);
  return { cell, words: (cell.marks ?? []).map(([from, to]) => cell.text.slice(from, to)) };
}

describe('highlights: what the engine marked', () => {
  it('is marked in the whole value', () => {
    const { cell, words } = marked('"one two three two"', [`one ${pre}two${post} three ${pre}two${post}`]);
    assert.deepEqual([cell.text, words], ['one two three two', ['two', 'two']]);
    assert.deepEqual(cell.marks, [
      [4, 7],
      [14, 17],
    ]);
  });

  it('is found in the value by the fragment around it', () => {
    const { cell, words } = marked('"start of it; end of it here"', [`end of ${pre}it${post}`]);
    assert.deepEqual([cell.text, words, cell.marks?.[0]?.[0]], ['start of it; end of it here', ['it'], 20]);
  });

  it('is looked for in hostile values for as long as in others', () => {
    const fragment = `${'a'.repeat(200_000)}${pre}b${post}${'a'.repeat(200_000)}`;
    const { cell, words } = marked(`"${'a'.repeat(900_000)}"`, Array(50).fill(fragment));
    assert.deepEqual([cell.text.length, words], [200, []]);
  });

  it('is left out of a value longer than engines mark, with whatever looks like it', () => {
    const { cell, words } = marked(`"needle ${pre.repeat(1_000_000)}"`, [`${pre}needle${post} `]);
    assert.deepEqual([cell.text, words], ['needle …', []]);
  });

  it('is seen in a long value, whose beginning is left out then', () => {
    const long = `${'x '.repeat(15_000)}needle${' y'.repeat(5_000)}`;
    const { cell, words } = marked(JSON.stringify(long), [long.replace('needle', `${pre}needle${post}`)]);
    assert.deepEqual([words, cell.text.length, cell.isCut], [['needle'], 200, true]);
    assert.match(cell.text, /^…x .*x needle y .*…$/);
  });

  it('is not cut away where it stands at the edge', () => {
    const value = `${'x'.repeat(150)} needle${'y'.repeat(80)}`;
    const { words } = marked(JSON.stringify(value), [value.replace('needle', `${pre}needle${post}`)]);
    assert.deepEqual(words, ['needle']);
  });

  it('is marked in the items of a list', () => {
    const { cell, words } = marked('["red lamp","blue lamp"]', [`red ${pre}lamp${post}`, `blue ${pre}lamp${post}`]);
    assert.deepEqual([cell.kind, cell.text, words], ['list', 'red lamp, blue lamp', ['lamp', 'lamp']]);
  });

  it('is marked in a field by a name of the mapping below it', () => {
    assert.deepEqual(marked('"lamp"', [`${pre}lamp${post}`], 'a.keyword').words, ['lamp']);
  });

  it('is all there is of a value that the answer does not have', () => {
    const { cell, words } = marked(undefined, [`one ${pre}two${post}`, `${pre}three${post}`]);
    assert.deepEqual([cell.kind, cell.text, words], ['text', 'one two … three', ['two', 'three']]);
  });

  it('keeps its place where characters go that cannot be seen', () => {
    const { cell, words } = marked('"\\u202ea\\n\\u200bb needle\\u0000c"', [
      `\u202ea\n\u200bb ${pre}needle${post}\u0000c`,
    ]);
    assert.deepEqual([cell.text, words], ['a b needle c', ['needle']]);
  });

  it('does not change numbers, dates and objects', () => {
    assert.deepEqual(marked('5', [`${pre}5${post}`]).cell, { kind: 'number', text: '5' });
    assert.deepEqual(marked('{"b":"x"}', [`${pre}x${post}`]).cell, { kind: 'object', text: '{"b":"x"}' });
  });
});

describe('highlights: a document that pretends to be marked', () => {
  it('marks nothing, and shows no such characters', () => {
    const { cell } = marked(JSON.stringify(`a${pre}fake${post}b`), []);
    assert.deepEqual(cell, { kind: 'text', text: 'afakeb' });
  });

  it('is marked only where the engine did', () => {
    const value = `${pre}fake${post} real ${post}${pre}`;
    const { cell, words } = marked(JSON.stringify(value), [`${pre}fake${post} ${pre}real${post} ${post}${pre}`]);
    assert.deepEqual([cell.text, words], ['fake real ', ['real']]);
  });

  it('is marked where the engine marked what was marked already', () => {
    const value = `x ${pre}word${post} y`;
    const { words } = marked(JSON.stringify(value), [`x ${pre}${pre}word${post}${post} y`]);
    assert.deepEqual(words, ['word']);
  });

  it('has no marks that only begin or only end', () => {
    assert.equal(marked('"a b"', [`a ${pre}b`]).cell.marks, undefined);
    assert.equal(marked('"a b"', [`a${post} b`]).cell.marks, undefined);
    assert.equal(marked('"a b"', [`${pre}${post}a b`]).cell.marks, undefined);
  });

  it('is shown as it is where a fragment is no part of it', () => {
    const { cell } = marked('"<b>"', [`&lt;${pre}b${post}&gt;`]);
    assert.deepEqual(cell, { kind: 'text', text: '<b>' });
  });

  it('is shown whatever stands in place of fragments', () => {
    for (const highlight of ['5', '{"a":5}', '{"a":[5,null,{}]}', '[]', 'null']) {
      const hit = `{"_source":{"a":"x"},"highlight":${highlight}}`;
      const { rows } = describeTable(pageOf(answerOf(hit)), { columns: ['a'], fields: [] });
      assert.equal(rows[0]?.cells[0]?.text, 'x', highlight);
    }
  });
});
