import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { type EndpointExposure, endpointExposures } from '../../../../../src/core/base/endpoints/exposure';
import { endpointAt } from '../http/endpointAt';

describe('exposure: the exposures of an endpoint', () => {
  const user = { type: 'basic', username: 'reader', password: 'p' } as const;
  const client = { type: 'pfx', file: '/reader.pfx' } as const;
  const far = 'http://edge.example.test:8080';
  const secure = 'https://edge.example.test';

  const cases: readonly (readonly [
    what: string,
    url: string,
    Partial<Endpoint>,
    readonly EndpointExposure['kind'][],
  ])[] = [
    ['an open API elsewhere', far, {}, ['openApi']],
    ['an open API elsewhere over https', secure, {}, ['openApi']],
    ['an open API on this computer', 'http://localhost:8080', {}, []],
    ['an open API on this computer by its address', 'http://127.0.0.1:8080', {}, []],
    ['an open API on this computer by IPv6', 'http://[::1]:8080', {}, []],
    ['an open API on this computer as Docker names it', 'http://0.0.0.0:8080', {}, []],
    ['an open API on the computer that a container is on', 'http://host.docker.internal:8080', {}, ['openApi']],
    ['an open API in a private network', 'http://192.168.1.10:8080', {}, ['openApi']],
    ['an open search engine', far, { kind: 'search' }, []],
    ['credentials over http', far, { auth: user }, ['plainCredentials']],
    ['credentials over http on this computer', 'http://traefik.localhost', { auth: user }, []],
    ['credentials over https', secure, { auth: user }, []],
    ['a header that proves who asks, over http', far, { headers: { 'X-Api-Key': 'k' } }, ['plainCredentials']],
    ['a header that proves who asks, over https', secure, { headers: { Cookie: 'k' } }, []],
    ['a header that says who asks', secure, { headers: { 'X-Forwarded-User': 'reader' } }, []],
    ['a header that proves it by a signature', secure, { headers: { 'X-Goog-IAP-JWT-Assertion': 'e.e.e' } }, []],
    ['a header that says with what is asked', secure, { headers: { 'User-Agent': 'reader' } }, ['openApi']],
    ['a header that proves nothing', far, { headers: { 'X-Team': 'ops' } }, ['openApi', 'plainCredentials']],
    ['a header that is still to be entered', far, { headers: { Authorization: '' } }, ['openApi']],
    ['a host of its own', secure, { headers: { Host: 'api.example.test' } }, ['openApi']],
    ['a host of its own, over http', far, { kind: 'search', headers: { Host: 'api.example.test' } }, []],
    ['a client certificate', secure, { tls: { client } }, []],
    ['a client certificate that http does not show', far, { tls: { client } }, ['openApi']],
    ['nothing verified', secure, { auth: user, tls: { trust: { type: 'anyone' } } }, ['notVerified']],
    ['nothing verified on this computer', 'https://localhost', { tls: { trust: { type: 'anyone' } } }, ['notVerified']],
    ['nothing to verify', 'http://localhost', { tls: { trust: { type: 'anyone' } } }, []],
    ['a pin', secure, { auth: user, tls: { trust: { type: 'pin', fingerprint: 'ab'.repeat(32) } } }, []],
  ];
  for (const [what, url, more, kinds] of cases) {
    it(`of ${what}: ${kinds.join(' and ') || 'none'}`, () => {
      const found = endpointExposures({ ...endpointAt(url), ...more });
      assert.deepEqual(
        found.map(({ kind }) => kind),
        kinds,
      );
      for (const { mark, sentence } of found) {
        assert.match(mark, /^\w+( \w+){1,2}$/);
        assert.match(sentence, /^[^\n]+\.$/);
      }
    });
  }

  it('does not say that a password is sent which only answers a Digest', () => {
    const said = (more: Partial<Endpoint>) =>
      endpointExposures({ ...endpointAt(far), ...more }).map(({ sentence }) => sentence);
    const digest = { ...user, scheme: 'digest' } as const;
    assert.match(said({ auth: digest })[0] ?? '', /^The password itself is not sent/);
    assert.match(said({ auth: digest, headers: { Cookie: 'k' } })[0] ?? '', /^Credentials and headers are sent/);
    assert.match(said({ auth: user })[0] ?? '', /^Credentials and headers are sent/);
  });
});
