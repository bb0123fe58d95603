import assert from 'node:assert/strict';
import {
  fieldsOfQueryString,
  hasNegation,
  outerNegations,
} from '../../../../../src/core/search/query/queryStringFields';

describe('queryStringFields: the fields that a query string asks', () => {
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
    ['a : b', ['a'], false],
    ['a:b!c:d', ['a', 'c'], false],
  ];
  for (const [text, named, hasOthers] of cases) {
    it(`are ${named.join(', ') || 'none'}${hasOthers ? ' and others' : ''} in ${text}`, () =>
      assert.deepEqual(fieldsOfQueryString(text), { named, hasOthers }));
  }
});

describe('queryStringFields: a query string without what it excludes', () => {
  const cases: readonly [text: string, rest: string, negated: readonly string[]][] = [
    ['a:x', 'a:x', []],
    ['NOT a:x', '', ['a:x']],
    ['-a:x !b:y NOT c:z', '', ['a:x', 'b:y', 'c:z']],
    ['a:x NOT b:y', 'a:x', ['b:y']],
    ['a:x AND NOT b:y', '+a:x', ['b:y']],
    ['NOT a:x && b:y', '+b:y', ['a:x']],
    ['a:x OR NOT b:y', 'a:x', ['b:y']],
    // In Lucene, AND makes what stands at its sides required, whatever OR says.
    ['a:x OR b:y AND NOT c:z', 'a:x OR +b:y', ['c:z']],
    ['a:x +b:y -c:z', 'a:x OR +b:y', ['c:z']],
    ['NOT (a:x OR b:y) c:[1 TO 2]', 'c:[1 TO 2]', ['(a:x OR b:y)']],
    ['-"x y"~2 a:(p NOT q)^2', 'a:(p NOT q)^2', ['"x y"~2']],
    ['NOT _exists_:a', '', ['_exists_:a']],
    // Words in a row are one text, but not behind a modifier, or before an operator.
    ['x y NOT a:b z', '(x y) OR z', ['a:b']],
    ['NOT x y z', '(y z)', ['x']],
    ['x y AND z NOT a:b', 'x OR +y OR +z', ['a:b']],
    ['x* y NOT a:b', 'x* OR y', ['a:b']],
    // Before a space, a sign is a word.
    ['a:x - b:y', 'a:x - b:y', []],
    ['a-b +c', 'a-b +c', []],
    // What engines refuse is left as it is.
    ['NOT (a:x', 'NOT (a:x', []],
    ['NOT', 'NOT', []],
    ['NOT ) x', 'NOT ) x', []],
    ['NOT a:', 'NOT a:', []],
  ];
  for (const [text, rest, negated] of cases) {
    it(`is ${rest || 'nothing'} of ${text}`, () => assert.deepEqual(outerNegations(text), { rest, negated }));
  }

  it('still has negations in brackets', () => {
    assert.deepEqual(['a:(p NOT q)', '(a !b)', 'a:(-b)', 'a-b', '"NOT" \\-a', 'NOTA'].map(hasNegation), [
      ...[true, true, true],
      ...[false, false, false],
    ]);
  });
});
