import assert from 'node:assert/strict';
import { indentJson } from '../../../../src/core/json/indent';
import { readRecordings, readTraefikGolden } from '../../../recordings/read';

describe('a JSON document laid out for reading', () => {
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

  it('does not grow with the square of a hostile nesting, and ends on what is not JSON', () => {
    const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;
    const laidOut = indentJson(deep);
    assert.ok(laidOut.length < 100 * deep.length);
    assert.equal(laidOut.replace(/\s/g, ''), deep);
    for (const text of [']]}', '{"a', '"\\', ',,', '[}', '']) {
      assert.equal(indentJson(text).replace(/\s/g, ''), text);
    }
  });
});
