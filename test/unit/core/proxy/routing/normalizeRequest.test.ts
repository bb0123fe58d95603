import assert from 'node:assert/strict';
import { normalizeConnection, normalizeRequest } from '../../../../../src/core/proxy/routing/normalizeRequest';
import type { NormalizedRequest } from '../../../../../src/core/proxy/rules/normalizedRequest';
import { newest } from '../rules/asking';
import { hosts } from '../rules/vectorsAddresses';
import { connection, request } from './listed';

const get = request('http://a.test/');

function see(more: Parameters<typeof request>[1]): NormalizedRequest {
  const seen = normalizeRequest({ ...get, ...more }, newest, undefined);
  return 'refused' in seen ? assert.fail(seen.refused) : seen;
}

const isRefused = (more: Parameters<typeof request>[1]): boolean =>
  'refused' in normalizeRequest({ ...get, ...more }, newest, undefined);

function headersOf(...lines: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1)];
  });
  return Object.fromEntries(see({ headers }).headers);
}

describe('normalizeRequest: the host that rules see', () => {
  it("is without its port, as in Traefik's own tests", () => {
    for (const [sent, host] of hosts) assert.equal(see({ host: sent }).host, host, sent);
  });

  it('keeps brackets that are around no address', () => {
    assert.equal(see({ host: '[abc]' }).host, '[abc]');
    assert.equal(see({ host: '[::1]' }).host, '::1');
    assert.equal(see({ host: '[::1]:80' }).host, '::1');
  });

  it('is in small letters for v3, and as sent for HostRegexp of v2', () => {
    const { host, sentHost } = see({ host: 'WWW.A.Test.:8080' });
    assert.deepEqual([host, sentHost], ['www.a.test.', 'WWW.A.Test.']);
  });

  it('is that of the target where it has one', () => {
    assert.equal(see({ target: 'http://b.test:80/x' }).host, 'b.test');
    assert.equal(see({ target: 'HTTPS://user@b.test?x' }).routingPath, '/');
    assert.equal(see({ target: 'http://@/' }).host, 'a.test');
    assert.equal(see({ target: '/http://b.test/' }).host, 'a.test');
  });

  it('is refused with characters that no host has', () => {
    for (const host of ['a b', 'a/b', 'ä.test', 'a"b', 'a\tb', 'a<b']) assert.ok(isRefused({ host }), host);
    assert.ok(isRefused({ target: 'http://a.test:port/' }));
  });
});

describe('normalizeRequest: the headers that rules see', () => {
  it('have names as Go writes them, and all values in their order', () => {
    assert.deepEqual(headersOf('x-beta: 1', 'X-BETA:2 ', 'x-Other:'), { 'X-Beta': ['1', '2'], 'X-Other': [''] });
  });

  it('do not have the host, nor what is only for the next hop', () => {
    assert.deepEqual(headersOf('Host: b.test', 'Connection: X-Hop, close', 'X-Hop: 1', 'X-End: 2'), { 'X-End': ['2'] });
  });

  it('keep an upgrade', () => {
    assert.deepEqual(headersOf('Connection: keep-alive, Upgrade', 'Upgrade: websocket'), {
      Connection: ['Upgrade'],
      Upgrade: ['websocket'],
    });
    assert.deepEqual(headersOf('Upgrade: h2c'), { Upgrade: ['h2c'] });
  });

  it('cannot lose through Connection what Traefik sets', () => {
    assert.deepEqual(headersOf('Connection: X-Forwarded-For', 'X-Forwarded-For: 10.0.0.1'), {
      'X-Forwarded-For': ['10.0.0.1'],
    });
  });
});

describe('normalizeRequest: the connection that rules see', () => {
  it('has no name and no protocols without TLS', () => {
    const { serverName, alpn } = normalizeConnection(connection({ serverName: 'a.test', alpn: ['h2'] }), newest);
    assert.deepEqual([serverName, alpn], ['', []]);
  });

  it('has its name in small letters', () => {
    assert.equal(normalizeConnection(connection({ isTls: true, serverName: 'A.Test' }), newest).serverName, 'a.test');
    assert.equal(normalizeConnection(connection({ isTls: true }), newest).serverName, '');
  });
});
