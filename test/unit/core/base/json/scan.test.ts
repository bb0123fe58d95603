import assert from 'node:assert/strict';
import { arrayItems, memberText } from '../../../../../src/core/base/json/scan';

describe('scan: pieces of a JSON text', () => {
  it('are the items of an array as they were written', () => {
    const text = ' [ {"a":1.10, "b":"]},\\"["} ,\n9223372036854775807,"x\\\\" , [1,[2]],null , {}, [] ]\n';
    assert.deepEqual(arrayItems(text), [
      '{"a":1.10, "b":"]},\\"["}',
      '9223372036854775807',
      '"x\\\\"',
      '[1,[2]]',
      'null',
      '{}',
      '[]',
    ]);
  });

  it('are none where there is no array or nothing in it', () => {
    for (const text of ['[]', ' [ \n ] ', '{}', '{"a":[1]}', '1', '"[1]"', 'null']) {
      assert.deepEqual(arrayItems(text), [], text);
    }
  });

  it('are the members of an object as they were written', () => {
    const text =
      ' { "deep" : {"priority":1} , "priority" : 9223372036854775807 , "s":"\\u0026 \\"priority\\":2","e":[]}';
    assert.equal(memberText(text, 'priority'), '9223372036854775807');
    assert.equal(memberText(text, 'deep'), '{"priority":1}');
    assert.equal(memberText(text, 's'), '"\\u0026 \\"priority\\":2"');
    assert.equal(memberText(text, 'e'), '[]');
    assert.equal(memberText(text, 'priorit'), undefined);
  });

  it('are found under an escaped name, the last of equal names, and names of Object.prototype', () => {
    assert.equal(memberText('{"pri\\u006frity":1}', 'priority'), '1');
    assert.equal(memberText('{"a":1,"b":2,"a":3}', 'a'), '3');
    assert.equal(memberText('{"__proto__":{"x":1}}', '__proto__'), '{"x":1}');
    assert.equal(memberText('{}', 'toString'), undefined);
    assert.equal(memberText('{"":5}', ''), '5');
  });

  it('are none of anything but an object', () => {
    for (const text of ['[]', '[{"a":1}]', '"a"', '1', '{}']) assert.equal(memberText(text, 'a'), undefined, text);
  });

  it('agree with JSON.parse over generated documents', () => {
    for (const value of generated(400)) {
      for (const text of [JSON.stringify(value), JSON.stringify(value, undefined, '\t')]) {
        const items: unknown[] = arrayItems(text).map((item) => JSON.parse(item));
        assert.deepEqual(items, Array.isArray(value) ? value : []);
        for (const [name, member] of Object.entries(Array.isArray(value) ? {} : value)) {
          assert.deepEqual(JSON.parse(memberText(text, name) ?? 'missing'), member);
        }
      }
    }
  });

  it('end on texts that are not JSON, and do not overflow the stack on deep ones', () => {
    for (const text of ['[', '[1', '["', '["a\\', '[1 2', '[}', ']', '{"a"', '{"a":', '{"a" 1}', '{a:1}', '']) {
      assert.ok(arrayItems(text).length <= 2);
      assert.ok((memberText(text, 'a') ?? '').length <= text.length);
    }
    const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
    assert.equal(arrayItems(deep).length, 1);
    assert.equal(memberText(`{"a":${deep}}`, 'a'), deep);
  });
});

/** Arrays and objects, nested, with brackets, quotes and escapes in their strings; the same ones in every run. */
function generated(count: number): (unknown[] | Record<string, unknown>)[] {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const strings = ['', '"', '\\', '\\"', '[', ']', '{', '}', ',', ':', 'a', '\n', '\u2028', '😀', ' '];
  const string = (): string => Array.from({ length: random(4) }, () => strings[random(strings.length)]).join('');
  const value = (depth: number): unknown => {
    const kind = random(depth > 4 ? 4 : 6);
    if (kind === 4) return Array.from({ length: random(5) }, () => value(depth + 1));
    if (kind === 5) return Object.fromEntries(Array.from({ length: random(5) }, () => [string(), value(depth + 1)]));
    return [null, true, random(1000) - 500, string()][kind];
  };
  return Array.from({ length: count }, (_, index) => {
    const list = Array.from({ length: random(6) }, () => value(0));
    return index % 2 === 0 ? list : Object.fromEntries(list.map((item, at) => [`${string()}${at}`, item]));
  });
}
