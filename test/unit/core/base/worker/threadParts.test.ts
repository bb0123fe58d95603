import assert from 'node:assert/strict';
import { addPart, splitForThread } from '../../../../../src/core/base/worker/threadParts';

/** As the other thread gets it. */
const copied = <T>(value: T): T => structuredClone(value);

/** How many values are copied with one. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / 64;
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Map) return 1 + 2 * value.size;
  return 1 + Object.values(value).reduce((sum: number, each) => sum + weigh(each), 0);
}

const list = (length: number, of: (at: number) => unknown = (at) => at): unknown[] =>
  Array.from({ length }, (_, at) => of(at));

describe('threadParts: what goes to another thread in parts', () => {
  const results: Readonly<Record<string, unknown>> = {
    'a list of numbers': list(100_000),
    'a list of names': list(60_000, (at) => `index-${at}`),
    'a list of long texts': list(300, (at) => `${at}${'x'.repeat(20_000)}`),
    'a list of records': {
      health: 'green',
      entries: list(30_000, (at) => ({ name: `i${at}`, kind: 'index', members: [] })),
    },
    'a record of a list with a long list in one of its records': {
      entries: [
        { name: 'a', members: list(50_000) },
        { name: 'b', members: [] },
        { name: 'c', members: list(12_000) },
      ],
      isRefused: false,
    },
    'long lists in each of many records': list(40, (at) => ({ at, members: list(11_000, (each) => `${at}-${each}`) })),
    'lists in lists in lists': list(3, () => list(3, () => list(11_000))),
    'lists of lists that are short each': list(20_000, (at) => [at, [at, [at]]]),
    'a text': 'x😀'.repeat(3_000_000),
    'texts in records of a list': { hits: list(3, (at) => ({ at, json: `${at}😀`.repeat(2_000_000) })), from: 0 },
    'a long list, of which one has a text': list(20_000, (at) => (at === 15_000 ? 'é'.repeat(5_000_000) : at)),
    'a map': new Map(list(30_000, (at) => [`k${at}`, { at }]) as [string, unknown][]),
    'a map in a record': { fields: new Map(list(12_000, (at) => [at, at]) as [number, number][]), other: [1, 2] },
    'what is missing': { a: undefined, b: list(20_000, (at) => (at % 2 === 0 ? undefined : null)) },
    'names of members that mean something': JSON.parse(`{"__proto__":[${list(11_000)}],"constructor":[1]}`),
  };
  for (const [what, result] of Object.entries(results)) {
    it(`is the same when it is put together: ${what}`, () => {
      const before = copied(result);
      const { head, parts } = copied(splitForThread([1, result, 'x']));
      assert.ok(parts.length > 1, 'there are parts');
      for (const each of [head, ...parts]) assert.ok(weigh(each) < 2 ** 22 / 64 + 100, String(weigh(each)));
      for (const part of parts) addPart(head, part);
      assert.deepEqual(head, [1, before, 'x']);
      assert.deepEqual(result, before, 'the result itself is as it was');
    });
  }

  it('has none where it is short, and is not copied then', () => {
    for (const short of [
      undefined,
      null,
      5,
      'x'.repeat(100_000),
      [],
      list(5_000),
      { a: [{ b: [1] }] },
      new Map([[1, 2]]),
    ]) {
      const { head, parts } = splitForThread([short]);
      assert.equal(head[0], short);
      assert.deepEqual(parts, []);
    }
    const bytes = { head: new Uint8Array(100_000), size: 5 };
    assert.equal(splitForThread([bytes]).head[0], bytes);
  });

  it('does not fall over one that is nested deeply', () => {
    let deep: unknown = list(20_000);
    for (let at = 0; at < 5_000; at++) deep = { deep };
    assert.equal(splitForThread([deep]).head[0], deep);
  });
});
