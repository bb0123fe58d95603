import assert from 'node:assert/strict';
import { checkBody, withoutComments } from '../../../../../src/core/search/query/checkBody';
import { readRecordings } from '../../../../recordings/read';
import { seeded } from '../../../../servers/search/data/random';
import { randomObject } from './randomJson';

describe('checkBody: the check of a body by hand', () => {
  const problems: readonly [body: string, line: number, column: number, length: number, message: RegExp][] = [
    ['', 0, 0, 0, /is empty/],
    [' \n\t', 0, 0, 0, /is empty/],
    ['[]', 0, 0, 1, /must be a JSON object/],
    ['"{"', 0, 0, 3, /must be a JSON object/],
    ['null', 0, 0, 4, /must be a JSON object/],
    ['query=foo', 0, 0, 9, /Invalid JSON/],
    ['{"a":1,}', 0, 7, 1, /name in double quotes/],
    ['{"query":{"match_all":{}}', 0, 25, 0, /Closing brace/],
    ['{\r\n "a": 1\r\n "b": 2}', 2, 1, 3, /Comma/],
    ['{\r "a": 1\r "b": 2}', 2, 1, 3, /Comma/],
    ['{"size":1} {"size":2}', 0, 11, 1, /End of the body/],
    ['{"a":"x\ny"}', 0, 5, 2, /end of string/],
    ['{"a":"\\x"}', 0, 5, 4, /escape character/],
    ['{"size":1,"s\\u0069ze":2}', 0, 10, 11, /Duplicate key/],
    ['{"query":{"a":1,\n"a":2}}', 1, 0, 3, /Duplicate key/],
    ['{"pit":{"id":"x"}}', 0, 1, 5, /points in time/],
    ['{"sort":["a"],"search_after":[1]}', 0, 14, 14, /search_after/],
    ['{"scroll":"1m"}', 0, 1, 8, /scroll/],
    ['{"size":10001}', 0, 8, 5, /0 to 10,000/],
    ['{"size":"2"}', 0, 8, 3, /0 to 10,000/],
    ['{"size":2.5}', 0, 8, 3, /0 to 10,000/],
    ['{"size":{}}', 0, 8, 1, /0 to 10,000/],
    ['{"from":-1}', 0, 8, 2, /0 or greater/],
    ['{"from":9007199254740993}', 0, 8, 16, /0 or greater/],
  ];
  for (const [body, line, column, length, message] of problems) {
    it(`finds what is wrong with ${JSON.stringify(body)}`, () => {
      const [first, second] = checkBody(body);
      assert.deepEqual({ ...first, message: '' }, { line, column, length, message: '' });
      assert.match(first?.message ?? '', message);
      assert.equal(second, undefined);
    });
  }

  it('refuses a size below zero, which is ten hits on some engines', () => {
    assert.match(checkBody('{"size":-1}')[0]?.message ?? '', /0 to 10,000/);
  });

  const good = [
    '{}',
    '{"size":0}',
    '{"size":1e3}',
    '{/* how many */"size":1 // so many: {\n}',
    '{"query":{"term":{"size":-1}},"aggs":{"pit":{"terms":{"field":"scroll","size":-1}}}}',
    '{"query":{"terms":{"a":[{"b":1},{"b":1}]}}}',
  ];
  for (const body of good) it(`has nothing against ${body}`, () => assert.deepEqual(checkBody(body), []));

  it('agrees with JSON.parse on what is a JSON object, whatever was typed into one', () => {
    const random = seeded(1);
    const typed: readonly [string, ...string[]] = [
      ',',
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      '\n',
      '\r',
      '\u00a0',
      '\ufeff',
      '\u2028',
      '0',
      '-',
      '.',
      'e',
      '/*',
      '*/',
      '//',
      "'",
    ];
    let good = 0;
    for (let round = 0; round < 4_000; round++) {
      let body = randomObject(random);
      for (let times = random.below(3); times > 0; times--) {
        const at = random.below(body.length + 1);
        body = body.slice(0, at) + random.pick(typed) + body.slice(at + random.below(2));
      }
      // What is wrong with a body that is a JSON object all the same.
      const isGood = checkBody(body).every(({ message }) => /^(?:Duplicate|Remove|from must|size must)/.test(message));
      assert.equal(isGood, isObject(withoutComments(body)), JSON.stringify(body));
      if (isGood) good++;
    }
    assert.ok(good > 1_000 && good < 3_000, String(good));
  });

  function isObject(text: string): boolean {
    try {
      return JSON.parse(text)?.constructor !== undefined && text.trim().startsWith('{');
    } catch {
      return false;
    }
  }

  const nested = (levels: number) => `${'{"bool":{"must":['.repeat(levels)}{}${']}}'.repeat(levels)}`;

  it('refuses what is nested deeper than 100 levels, before an engine dies of it', () => {
    assert.deepEqual(checkBody(`{"a":${nested(33).replace('{}', '1')}}`), []);
    const [problem] = checkBody(`{"a":${nested(34)}}`);
    assert.match(problem?.message ?? '', /more than 100 levels/);
    const recorded = readRecordings('elasticsearch-8.19.0').get('json-deep')?.request.body ?? '';
    assert.match(checkBody(recorded)[0]?.message ?? '', /more than 100 levels/);
  });

  for (const prefix of ['', '"', '// "\n', '"\n', '"\\\n', '/* " */']) {
    it(`outlives a million brackets behind ${JSON.stringify(prefix)}`, () => {
      assert.notDeepEqual(checkBody(prefix + '['.repeat(1_000_000)), []);
    });
  }

  for (const body of ['{}/*', '{}/*\r', '{}/**', '{}/* x', '/*', '{}//', '{}/']) {
    it(`comes to an end with ${JSON.stringify(body)}, as it stands while a comment is typed`, () => {
      assert.equal(checkBody(body).length, body.startsWith('{}/') && body !== '{}/' ? 0 : 1);
    });
  }

  it('says no more than twenty things at once', () => {
    const body = `{${Array.from({ length: 50 }, () => '"a":1').join()}}`;
    assert.equal(checkBody(body).length, 20);
  });
});
