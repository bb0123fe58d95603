import assert from 'node:assert/strict';
import { clfLineOf } from '../../../../../src/core/search/read/describeLine';

const routed =
  '10.0.0.1 - reader [21/Nov/2026:02:19:18 +0000] "GET /orders?q=%22x%22 HTTP/1.1" 502 18 "https://a.example/" "curl \\"8\\" x" 3 "web@docker" "http://10.0.0.2:80" 10510ms';

describe('clfLine: a line of Traefik’s access log in the Common Log Format', () => {
  it('tells method, path, status, router, and milliseconds', () => {
    const told = { method: 'GET', path: '/orders?q=%22x%22', status: '502', router: 'web@docker', duration: '10510' };
    assert.deepEqual(clfLineOf(routed), told);
    assert.deepEqual(clfLineOf(`${routed}\n`), told);
  });

  it('has no router where none took the request', () => {
    const line = '::1 - - [21/Nov/2026:02:19:18 +0000] "POST / HTTP/2.0" 404 19 "-" "-" 12 "-" "-" 0ms';
    assert.deepEqual(clfLineOf(line), { method: 'POST', path: '/', status: '404', router: undefined, duration: '0' });
  });

  it('is no other text', () => {
    for (const text of [
      '',
      'took 5ms',
      routed.replace('10510ms', '10510'),
      // nginx, which writes no router.
      '10.0.0.1 - - [21/Nov/2026:02:19:18 +0000] "GET / HTTP/1.1" 200 612 "-" "curl/8"',
      `level=info ${routed}`,
      routed.padEnd(30_000),
    ]) {
      assert.equal(clfLineOf(text), undefined, text.slice(0, 80));
    }
  });
});
