import assert from 'node:assert/strict';
import type { CoveredMembers } from '../../../../../src/core/proxy/documents/page';
import { layOutPage, ownText } from '../../../../../src/core/proxy/documents/page';
import { settingRows } from '../../../../../src/core/proxy/documents/settingRows';

/** The settings as the document shows them. */
function settings(json: string, told: CoveredMembers = {}): string {
  const { text } = layOutPage([ownText('x')], [], settingRows(json, told), [], { title: 'JSON', text: '' });
  return text.split('\n').slice(2, -4).join('\n');
}

describe('settingRows: settings in a document', () => {
  it('says every member in the order received, and what lies in it further right', () => {
    const json =
      '{"loadBalancer":{"strategy":"wrr","sticky":{"cookie":{"name":"lvl","secure":true}},"passHostHeader":null},"usedBy":["a@file","b@file"]}';
    assert.equal(
      settings(json),
      [
        '  loadBalancer',
        '    strategy: wrr',
        '    sticky',
        '      cookie',
        '        name: lvl',
        '        secure: true',
        '    passHostHeader: null',
        '  usedBy',
        '    a@file',
        '    b@file',
      ].join('\n'),
    );
  });

  it('says numbers digit for digit', () => {
    assert.equal(
      settings('{"max":9007199254740993,"ratio":0.10,"big":1e400}'),
      '  max: 9007199254740993\n  ratio: 0.10\n  big: 1e400',
    );
  });

  it('leaves out what was told elsewhere, and only that', () => {
    const json = '{"name":"x","loadBalancer":{"servers":[{"url":"u"}]},"mirroring":{"service":"s","mirrorBody":true}}';
    const told: CoveredMembers = { name: true, loadBalancer: { servers: true }, mirroring: { service: true } };
    assert.equal(settings(json, told), '  mirroring\n    mirrorBody: true');
  });

  it('leaves out defaults, and says what differs from them', () => {
    const told: CoveredMembers = { o: { logs: 'true', level: '"minimal"' }, headers: '{}' };
    assert.equal(settings('{"o":{"logs": true ,"level":"minimal"},"headers":{}}', told), '');
    assert.equal(
      settings('{"o":{"logs":false,"level":"minimal"},"headers":{"insecure":true}}', told),
      '  o\n    logs: false\n  headers\n    insecure: true',
    );
  });

  it('says that something is on where its settings are empty', () => {
    assert.equal(settings('{"contentType":{},"domains":[]}'), '  contentType: on (no options)\n  domains: none');
  });

  it('numbers things in a list', () => {
    assert.equal(
      settings('{"domains":[{"main":"a","sans":["b","c"]},{"main":"d"}]}'),
      '  domains\n    1.\n      main: a\n      sans\n        b\n        c\n    2.\n      main: d',
    );
  });

  it('takes members for what they are, whatever they are called', () => {
    assert.equal(
      settings('{"__proto__":1,"constructor":2,"a\\nb":"c\\nd"}', { x: true }),
      '  __proto__: 1\n  constructor: 2\n  a b: c d',
    );
  });

  it('ends where there is too much, and says so', () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    assert.ok(settings(deep).split('\n').length < 50);
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index])));
    assert.match(settings(wide), /See the JSON below for more$/);
  });
});
