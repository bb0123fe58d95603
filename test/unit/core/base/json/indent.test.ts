import assert from 'node:assert/strict';
import { indentJson } from '../../../../../src/core/base/json/indent';
import { readRecordings, readTraefikGolden } from '../../../../recordings/read';

describe('indent: a JSON document laid out for reading', () => {
  it('keeps digits, escapes and the order of members', () => {
    const text =
      '{"b":9223372036854775807,"a":1.10,"e":-1E+2, "rule":"Host(`x`) \\u0026\\u0026 \\"y\\"","2":[],"1":{ },"list":[1,{"x":[null]}]}';
    assert.equal(
      indentJson(text),
      [
        '{',
        '  "b": 9223372036854775807,',
        '  "a": 1.10,',
        '  "e": -1E+2,',
        '  "rule": "Host(`x`) \\u0026\\u0026 \\"y\\"",',
        '  "2": [],',
        '  "1": {},',
        '  "list": [',
        '    1,',
        '    {',
        '      "x": [',
        '        null',
        '      ]',
        '    }',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  it('looks as JSON.stringify would have it, for every recorded answer without such numbers and escapes', () => {
    const bodies = [
      ...[...readRecordings('traefik-3.7').values()].map(({ response }) => response.body),
      ...[...readRecordings('traefik-2.11').values()].map(({ response }) => response.body),
      ...readTraefikGolden().values(),
    ].filter((body) => /^\s*[[{]/.test(body));
    assert.ok(bodies.length > 130);
    for (const body of bodies) {
      const laidOut = indentJson(body);
      assert.deepEqual(JSON.parse(laidOut), JSON.parse(body));
      const plain = /\d{16}|\\u00/.test(body) ? undefined : JSON.stringify(JSON.parse(body), undefined, 2);
      if (plain !== undefined) assert.equal(laidOut, plain);
      assert.deepEqual(laidOut.match(/\d{16,}/g), body.match(/\d{16,}/g));
    }
  });

  it('lays out a laid-out document the same way, and single values as they are', () => {
    const once = indentJson('{"a":[1,2,{"b":"c"}]}');
    assert.equal(indentJson(once), once);
    for (const text of ['null', '"a b"', '-0.0', 'true', '{}', '[]']) assert.equal(indentJson(` ${text}\n`), text);
  });

  const hostile: readonly [what: string, text: string][] = [
    ['brackets in brackets', `${'['.repeat(20_000)}1${']'.repeat(20_000)}`],
    ['brackets in brackets, a million levels', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`],
    ['objects in objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['digits far in', `${'['.repeat(50)}${Array(40_000).fill('1').join()}${']'.repeat(50)}`],
    ['digits not far in', `{"a":{"b":{"c":{"d":[${Array(40_000).fill('1').join()}]}}}}`],
    ['colons', `{${Array(40_000).fill('"":0').join()}}`],
  ];
  for (const [what, text] of hostile) {
    it(`grows at most four-fold: ${what}`, () => {
      const laidOut = indentJson(text);
      assert.ok(laidOut.length <= Math.max(4 * text.length, text.length + 65_536), `${laidOut.length / text.length}`);
      assert.equal(laidOut.replace(/[ \n]/g, ''), text);
    });
  }

  it('gives each item of the upper levels a line, and leaves on one line what lies too deep for that', () => {
    const row = `[${Array(30).fill('[[[[1,2]]]]').join()}]`;
    const text = `{"rows":[${Array(1_000).fill(row).join()}]}`;
    const lines = indentJson(text).split('\n');
    assert.equal(lines[0], '{');
    assert.equal(lines[1], '  "rows": [');
    assert.equal(lines[2], '    [');
    assert.ok(lines.some((line) => /^ +\[+1,2\]+,?$/.test(line)));
  });

  it('ends on what is not JSON', () => {
    for (const text of [']]}', '{"a', '"\\', ',,', '[}', '', '[ '.repeat(10), '"'.repeat(9)]) {
      assert.equal(indentJson(text).replace(/\s/g, ''), text.replace(/\s/g, ''));
    }
  });
});
