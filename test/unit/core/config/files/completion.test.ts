import assert from 'node:assert/strict';
import { completionAt } from '../../../../../src/core/config/files/completion';

/** `|` is the cursor. */
function at(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = completionAt(text, offset);
  return place && `${place.protocol} ${place.of} ${JSON.stringify(text.slice(place.start, offset))}`;
}

describe('completionAt: what can be written in a file', () => {
  it('is a name where a router names its service, middlewares, entry points, or TLS options', () => {
    assert.equal(at('http:\n  routers:\n    a:\n      service: sh|'), 'http service "sh"');
    assert.equal(at('http:\n  routers:\n    a:\n      middlewares: [auth, li|'), 'http middleware "li"');
    assert.equal(
      at('http:\n  routers:\n    a:\n      middlewares:\n        - auth\n        - li|'),
      'http middleware "li"',
    );
    assert.equal(at('http:\n  routers:\n    a:\n      entryPoints:\n      - "we|'), 'http entryPoint "we"');
    assert.equal(at('tcp:\n  routers:\n    a:\n      tls:\n        options: mo|'), 'tcp tlsOptions "mo"');
    assert.equal(at('[http.routers.a]\n  service = "|'), 'http service ""');
  });

  it('is one in a label too', () => {
    assert.equal(at('      - traefik.http.routers.a.middlewares=auth@file,li|'), 'http middleware "li"');
    assert.equal(at('      traefik.tcp.routers.a.service: "s|'), 'tcp service "s"');
    assert.equal(at('      - traefik.http.routers.a.tls.options=|'), 'http tlsOptions ""');
  });

  it('is a matcher in a rule, but not in its values', () => {
    assert.equal(at('      - traefik.http.routers.a.rule=Ho|'), 'http matcher "Ho"');
    assert.equal(at('      rule: Host(`a`) && Pa|'), 'http matcher "Pa"');
    assert.equal(at('    - match: |'), 'http matcher ""');
    assert.equal(at('      rule: Host(`a|'), undefined);
  });

  it('is nothing elsewhere', () => {
    for (const text of ['|', 'http:\n  routers:\n    a|', 'image: sh|', 'options: x|', 'services:\n  - a|']) {
      assert.equal(at(text), undefined, text);
    }
  });
});
