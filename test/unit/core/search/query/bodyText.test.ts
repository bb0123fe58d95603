import assert from 'node:assert/strict';
import { withMembers } from '../../../../../src/core/search/query/bodyText';
import { seeded } from '../../../../servers/search/data/random';
import { randomName, randomObject, randomValue } from './randomJson';

describe('bodyText: a body whose members are changed as text', () => {
  const cases: readonly [what: string, body: string, changes: Record<string, string | undefined>, changed: string][] = [
    ['gains one behind the last', '{"a":1}', { b: '2' }, '{"a":1,"b":2}'],
    ['gains several in their order', '{"a":1}', { from: '0', size: '10' }, '{"a":1,"from":0,"size":10}'],
    ['gains one where it had none', '{ }', { b: '[2]' }, '{"b":[2] }'],
    ['gains one on the line of its last', '{\n  "a": 1\n}\n', { b: '2' }, '{\n  "a": 1,"b":2\n}\n'],
    ['changes one where it stands', '{"a":1, "b" : [1, {"b":2}] ,"c":3}', { b: '7' }, '{"a":1, "b" : 7 ,"c":3}'],
    ['is left alone by what it has not', '{"a":1}', { b: undefined }, '{"a":1}'],
    ['loses its first', '{"a":1,"b":2}', { a: undefined }, '{      "b":2}'],
    ['loses its last', '{"a":1,"b":2}', { b: undefined }, '{"a":1      }'],
    ['loses its last two', '{"a":1,"b":2,"c":3}', { b: undefined, c: undefined }, '{"a":1            }'],
    ['loses one in the middle', '{"a":1,"b":2,"c":3}', { b: undefined }, '{"a":1,      "c":3}'],
    ['loses its only one', '{"a":1}', { a: undefined }, '{     }'],
    ['loses all and gains one', '{"a":1,"b":2}', { a: undefined, b: undefined, c: '3' }, '{"c":3           }'],
    ['loses its last and gains one', '{"a":1,\n"b":2}', { b: undefined, c: '3' }, '{"a":1,"c":3 \n     }'],
    [
      'keeps digits',
      '{"a":9007199254740993.10e2}',
      { b: '18446744073709551615' },
      '{"a":9007199254740993.10e2,"b":18446744073709551615}',
    ],
    ['reads escaped names', '{"\\u0073ize":3,"q":{}}', { size: '4' }, '{"\\u0073ize":4,"q":{}}'],
    [
      'is not led astray by strings',
      '{"a":"}\\",\\"size\\":1","size":2}',
      { size: '3' },
      '{"a":"}\\",\\"size\\":1","size":3}',
    ],
    ['takes __proto__ for a name', '{"__proto__":1}', { ['__proto__']: '2', b: '3' }, '{"__proto__":2,"b":3}'],
    ['has one left of a name that came twice', '{"a":1,"a":2}', { a: '3' }, '{      "a":3}'],
    ['keeps the blank space around it', ' \n{"a":1}\r\n ', { a: '2' }, ' \n{"a":2}\r\n '],
  ];
  for (const [what, body, changes, changed] of cases) {
    it(what, () => assert.equal(withMembers(body, changes), changed));
  }

  it('keeps every other line and column as it was', () => {
    const body = '{\r\n  "size": 3, "query": {\r\n    "bad": 1\r\n  },\r\n  "from": 1\r\n}';
    const changed = withMembers(body, { size: undefined, from: undefined });
    assert.equal(changed.indexOf('"bad"'), body.indexOf('"bad"'));
    assert.deepEqual(JSON.parse(changed), { query: { bad: 1 } });
    assert.deepEqual(JSON.parse(withMembers(changed, { from: '0' })), { query: { bad: 1 }, from: 0 });
  });

  it('leaves blank the lines of a value that has fewer now', () => {
    const body = '{\n "sort": [\n  "a",\r\n  "b"\n  ], "bad": 1\n}';
    assert.equal(withMembers(body, { sort: '["c"]' }), '{\n "sort": ["c"]\n      \r\n     \n   , "bad": 1\n}');
    assert.equal(withMembers(body, { sort: '[\n"c"]' }), '{\n "sort": [\n"c"]\r\n     \n   , "bad": 1\n}');
  });

  it('says the same as the changed object, however it is written, and has no line less', () => {
    const random = seeded(7);
    for (let round = 0; round < 3_000; round++) {
      const body = randomObject(random);
      const changes = Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [
          randomName(random),
          random.below(2) === 0 ? undefined : randomValue(random),
        ]),
      );
      const wanted = new Map<string, unknown>(Object.entries(JSON.parse(body)));
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) wanted.delete(name);
        else wanted.set(name, JSON.parse(value));
      }
      const changed = withMembers(body, changes);
      const what = JSON.stringify([body, changes]);
      assert.deepEqual(new Map(Object.entries(JSON.parse(changed))), wanted, what);
      assert.ok(linesOf(changed) >= linesOf(body), what);
    }
  });

  it('takes a body of a million characters', () => {
    const body = `{${Array.from({ length: 60_000 }, (_, at) => `"name ${at}":[]`).join()}}`;
    const changed = withMembers(body, { size: '1', 'name 7': undefined });
    assert.ok(changed.endsWith(',"size":1}'));
    assert.equal(Object.keys(JSON.parse(changed)).length, 60_000);
  });
});

function linesOf(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}
