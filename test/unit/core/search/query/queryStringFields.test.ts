import assert from 'node:assert/strict';
import { fieldsOfQueryString } from '../../../../../src/core/search/query/queryStringFields';

describe('the fields that a query string asks', () => {
  const cases: readonly [text: string, named: readonly string[], hasOthers: boolean][] = [
    ['quick', [], true],
    ['level:error', ['level'], false],
    ['level:error AND status:>500', ['level', 'status'], false],
    ['level:error quick', ['level'], true],
    ['level:(error OR "not found") && !(a.b:[1 TO 5} || c:/x y/)', ['level', 'a.b', 'c'], false],
    ['(level:error OR quick)', ['level'], true],
    ['level:((a OR b) AND c) d', ['level'], true],
    ['"level:error"', [], true],
    ['level:"a: b" +x:1^2.5 -y:ab~1', ['level', 'x', 'y'], false],
    ['_exists_:nest.a', ['nest.a'], false],
    ['dyn.\\*:x my\\ field:y', ['dyn.*', 'my field'], false],
    ['brown-fox', [], true],
    ['level:error NOT level:warn', ['level'], false],
    ['\\:', [], true],
    ['', [], false],
    ['level:"open', ['level'], false],
    ['level:[1 TO', ['level'], false],
    ['a:))((b', ['a'], true],
    ['\\', [], true],
  ];
  for (const [text, named, hasOthers] of cases) {
    it(`are ${named.join(', ') || 'none'}${hasOthers ? ' and others' : ''} in ${text}`, () =>
      assert.deepEqual(fieldsOfQueryString(text), { named, hasOthers }));
  }
});
