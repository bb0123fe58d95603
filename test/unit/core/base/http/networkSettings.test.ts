import assert from 'node:assert/strict';
import {
  httpClientOptionsOf,
  httpClientOptionsOfShell,
  type RawNetworkSettings,
  refreshLimitsOf,
  requestOriginOf,
} from '../../../../../src/core/base/http/networkSettings';
import type { RequestOrigin } from '../../../../../src/core/base/http/requestContext';

const http = new URL('http://edge.example.test');
const https = new URL('https://edge.example.test');
const certificates = () => ['a certificate'];

const options = (raw: RawNetworkSettings, environment: Record<string, string> = {}, target = http) =>
  httpClientOptionsOf(raw, environment, target, certificates);

describe('networkSettings: the settings of an HTTP client', () => {
  const defaults = { proxy: '', noProxy: [], proxyStrictSsl: true, answerTimeoutMs: 30_000, maxBytes: 67_108_864 };

  it('are 30 seconds, 64 MiB and no proxy where nothing is set', () => {
    assert.deepEqual(options({}), defaults);
  });

  it('are taken as a person wrote them', () => {
    const raw = {
      proxy: ' http://proxy:3128 ',
      noProxy: ['.internal'],
      proxyAuthorization: 'Basic abc',
      proxyStrictSSL: false,
      timeoutSeconds: 2.5,
      maxSizeMegabytes: 1,
    };
    assert.deepEqual(options(raw), {
      proxy: 'http://proxy:3128',
      noProxy: ['.internal'],
      proxyAuthorization: 'Basic abc',
      proxyStrictSsl: false,
      answerTimeoutMs: 2_500,
      maxBytes: 1_048_576,
    });
  });

  const nonsense: readonly unknown[] = [null, 5, {}, [7], Number.NaN, 'much'];
  for (const value of nonsense) {
    it(`do without one that is ${JSON.stringify(value)}`, () => {
      const raw = {
        noProxy: value,
        proxyStrictSSL: value,
        systemCertificates: value,
        timeoutSeconds: typeof value === 'number' ? -value : value,
        maxSizeMegabytes: typeof value === 'number' ? value * 1_000 : value,
      };
      assert.deepEqual(options(raw), defaults);
      if (typeof value !== 'string') {
        assert.equal(options({ proxy: value }).proxy, '');
        assert.equal(options({ proxyAuthorization: value }).proxyAuthorization, undefined);
      }
      assert.equal(options({ proxyAuthorization: 'a\r\nb: c' }).proxyAuthorization, undefined);
    });
  }

  it('bound a whole refresh too', () => {
    assert.deepEqual(refreshLimitsOf({}), { maxBytes: 268_435_456, maxItems: 100_000 });
    const raw = { maxRefreshSizeMegabytes: 1.5, maxRefreshItems: 1_000 };
    assert.deepEqual(refreshLimitsOf(raw), { maxBytes: 1_572_864, maxItems: 1_000 });
    assert.deepEqual(refreshLimitsOf({ maxRefreshSizeMegabytes: 0, maxRefreshItems: '9' }), refreshLimitsOf({}));
  });

  it('keep what can be used of http.noProxy', () => {
    assert.deepEqual(options({ noProxy: ['x', 7, null, 'y'] }).noProxy, ['x', 'y']);
  });

  it('trust the system’s certificates where https is spoken, unless that is switched off', () => {
    assert.deepEqual(options({}, {}, https).extraCertificates, ['a certificate']);
    assert.deepEqual(options({ proxy: 'https://proxy' }).extraCertificates, ['a certificate']);
    assert.equal(options({ systemCertificates: false }, {}, https).extraCertificates, undefined);
    const never = () => assert.fail('read for nothing');
    assert.equal(httpClientOptionsOf({}, {}, http, never).extraCertificates, undefined);
  });

  it('are the environment’s proxies where the setting names none', () => {
    const environment = { HTTP_PROXY: 'http://a', https_proxy: 'http://b', NO_PROXY: 'x, .y ,', ALL_PROXY: 'http://c' };
    assert.equal(options({}, environment).proxy, 'http://a');
    assert.equal(options({}, environment, https).proxy, 'http://b');
    assert.deepEqual(options({ noProxy: ['z'] }, environment).noProxy, ['z', 'x', '.y']);
    assert.equal(options({ proxy: 'http://set' }, environment).proxy, 'http://set');
    assert.equal(options({}, { ALL_PROXY: 'http://c' }, https).proxy, 'http://c');
    assert.equal(options({ proxySupport: 'off', proxy: 'http://set' }, environment).proxy, '');
  });

  it('take the first of the environment’s variables that is set: in lower case, then in upper case, then for all', () => {
    const order = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'] as const;
    for (const secure of [false, true]) {
      const names = order.map((name) => (secure ? name.replace(/^http/, 'https').replace(/^HTTP/, 'HTTPS') : name));
      for (let first = 0; first < names.length; first++) {
        // Those before it are empty, which is as good as not set.
        const environment = Object.fromEntries(names.map((name, at) => [name, at < first ? ' ' : ` http://${name} `]));
        const chosen = `http://${names[first]}`;
        assert.equal(options({}, environment, secure ? https : http).proxy, chosen);
        assert.equal(httpClientOptionsOfShell(environment, secure ? https : http, certificates).proxy, chosen);
      }
      assert.equal(options({}, {}, secure ? https : http).proxy, '');
    }
  });

  it('never take HTTP_PROXY where it may be the header of a request (CGI)', () => {
    const cgi = { REQUEST_METHOD: 'GET', HTTP_PROXY: 'http://evil' };
    assert.equal(options({}, cgi).proxy, '');
    assert.equal(options({}, { ...cgi, http_proxy: 'http://ours' }).proxy, 'http://ours');
    assert.equal(options({}, { ...cgi, HTTPS_PROXY: 'http://ours' }, https).proxy, 'http://ours');
  });

  it('take NO_PROXY with commas and blanks, in lower case first', () => {
    assert.deepEqual(options({}, { NO_PROXY: 'a.test,.b.test c:80 ,, *' }).noProxy, ['a.test', '.b.test', 'c:80', '*']);
    assert.deepEqual(options({}, { NO_PROXY: 'upper', no_proxy: 'lower' }).noProxy, ['lower']);
    assert.deepEqual(options({}, { NO_PROXY: 'upper', no_proxy: '' }).noProxy, ['upper']);
  });

  it('are for a program of the shell what the environment says, with a SOCKS proxy as one that cannot be used', () => {
    const { proxy, ...rest } = httpClientOptionsOfShell(
      { ALL_PROXY: 'socks5h://u:p@127.0.0.1:1080' },
      http,
      certificates,
    );
    assert.equal(proxy, 'socks5h://u:p@127.0.0.1:1080');
    assert.deepEqual({ ...rest, proxy: '' }, defaults);
    assert.deepEqual(httpClientOptionsOfShell({}, https, certificates).extraCertificates, ['a certificate']);
  });

  it('leave a SOCKS proxy of the environment aside, and not one that a person set', () => {
    assert.equal(options({}, { ALL_PROXY: 'socks5://127.0.0.1:1080' }).proxy, '');
    assert.equal(options({ proxy: 'socks5://127.0.0.1:1080' }).proxy, 'socks5://127.0.0.1:1080');
  });
});

describe('networkSettings: where requests are sent from', () => {
  const places: readonly [remote: string | undefined, origin: RequestOrigin][] = [
    [undefined, 'local'],
    ['dev-container', 'container'],
    ['attached-container', 'container'],
    ['wsl', 'wsl'],
    ['ssh-remote', 'ssh'],
    ['codespaces', 'codespace'],
    ['tunnel', 'remote'],
  ];
  for (const [remote, origin] of places) it(`is ${origin}`, () => assert.equal(requestOriginOf(remote), origin));
});
