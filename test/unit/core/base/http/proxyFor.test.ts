import assert from 'node:assert/strict';
import { proxyFor } from '../../../../../src/core/base/http/sockets';

describe('proxyFor', () => {
  const through = (url: string, noProxy: readonly string[] = [], proxy = 'http://proxy.example.test:3128') =>
    proxyFor(new URL(url), { proxy, noProxy })?.url.origin;

  const cases: readonly (readonly [url: string, noProxy: readonly string[], proxied: boolean])[] = [
    ['http://traefik.example.test', [], true],
    ['http://traefik.example.test', ['*'], false],
    ['http://traefik.example.test', ['example.test'], false],
    ['http://traefik.example.test', ['.example.test'], false],
    ['http://traefik.example.test', ['*.example.test'], false],
    ['http://traefik.example.test', [' Traefik.Example.TEST '], false],
    ['http://traefik.example.test', ['ample.test'], true],
    ['http://example.test', ['.example.test'], false],
    ['http://traefik.example.test', ['traefik.example.test:80'], false],
    ['https://traefik.example.test', ['traefik.example.test:443'], false],
    ['https://traefik.example.test', ['traefik.example.test:80'], true],
    ['http://traefik.example.test:8080', ['traefik.example.test:8080'], false],
    ['http://traefik.example.test', ['', '  '], true],
    ['http://10.0.0.7:9200', ['10.0.0.7'], false],
    ['http://[fd00::1]:9200', ['fd00::1'], false],
    ['http://[fd00::1]:9200', ['[fd00::1]:9200'], false],
    ['http://[fd00::1]:9200', ['FD00:0:0::0001'], false],
    ['http://[fd00::1]:9200', ['[fd00:0::1]:9200'], false],
    ['http://[fd00::1]:9200', ['fd00::2', '[fd00', '[]'], true],
    ['http://[fd00::1]:9200', ['[fd00::1]:9201'], true],
    ['http://10.1.2.3:9200', ['10.0.0.0/8'], false],
    ['http://11.1.2.3:9200', ['10.0.0.0/8'], true],
    ['http://10.1.2.3', ['10.1.2.3/32', '10.0.0.0/33', '10.0.0.0/', '/8', '10/8'], false],
    ['http://10.1.2.4', ['10.1.2.3/32', '10.0.0.0/33', '10.0.0.0/', '/8', '10/8'], true],
    ['http://10.1.2.3', [' 0.0.0.0/0 '], false],
    ['http://[fd00::1]:9200', ['FD00::/8'], false],
    ['http://[fe80::1]:9200', ['fd00::/8', '0.0.0.0/0'], true],
    ['http://ten.example.test', ['10.0.0.0/8', '0.0.0.0/0'], true],
    ['http://localhost:8080', [], false],
    ['http://traefik.localhost', [], false],
    ['http://127.0.0.1:8080', [], false],
    ['http://127.8.0.1:8080', [], false],
    ['http://[::1]:8080', [], false],
    ['http://0.0.0.0:8080', [], false],
    ['http://[::]:8080', [], false],
    ['http://[::ffff:127.0.0.1]:8080', [], false],
    ['http://[::ffff:10.0.0.1]:8080', [], true],
    ['http://127.0.0.1.example.test', [], true],
  ];
  for (const [url, noProxy, proxied] of cases) {
    it(`${url} with ${JSON.stringify(noProxy)} goes ${proxied ? 'through it' : 'directly'}`, () => {
      assert.equal(through(url, noProxy), proxied ? 'http://proxy.example.test:3128' : undefined);
    });
  }

  it('is none without a proxy', () => {
    assert.equal(through('http://a.test', [], ''), undefined);
    assert.equal(proxyFor(new URL('http://a.test'), {}), undefined);
  });

  it('takes an address without a scheme for http', () => {
    assert.equal(through('http://a.test', [], 'proxy.test:3128'), 'http://proxy.test:3128');
  });

  it('is given the credentials of its address, or else those of the setting', () => {
    const proxyAuthorization = 'Bearer for-the-proxy';
    const of = (proxy: string) => proxyFor(new URL('http://a.test'), { proxy, proxyAuthorization })?.authorization;
    assert.equal(of('http://proxy.test'), proxyAuthorization);
    assert.equal(of('http://u:p@proxy.test'), `Basic ${Buffer.from('u:p').toString('base64')}`);
  });

  it('keeps the credentials out of the URL', () => {
    const proxy = proxyFor(new URL('http://a.test'), { proxy: 'https://us%40er:p%C3%A4ss@proxy.test' });
    assert.equal(proxy?.url.href, 'https://proxy.test/');
    assert.equal(proxy?.authorization, `Basic ${Buffer.from('us@er:päss').toString('base64')}`);
  });

  for (const proxy of ['socks5://proxy.test:1080', 'http://', 'ftp://proxy.test', 'http://u:%zz@proxy.test']) {
    it(`refuses ${proxy}`, () => {
      assert.throws(() => proxyFor(new URL('http://a.test'), { proxy }));
    });
  }
});
