import assert from 'node:assert/strict';
import { normalizeUrl } from '../../../../../src/core/base/endpoints/endpointUrl';

describe('endpointUrl: an endpoint address', () => {
  const proxies: [typed: string, url: string][] = [
    ['http://localhost:8080', 'http://localhost:8080'],
    ['  http://localhost:8080///  ', 'http://localhost:8080'],
    ['http://localhost:8080/dashboard/', 'http://localhost:8080'],
    ['http://localhost:8080/dashboard/#/http/routers', 'http://localhost:8080'],
    ['http://localhost:8080/api', 'http://localhost:8080'],
    ['http://localhost:8080/api/', 'http://localhost:8080'],
    ['http://localhost:8080/api/http/routers?page=2', 'http://localhost:8080'],
    ['https://edge.example.test/traefik/dashboard/', 'https://edge.example.test/traefik'],
    ['https://edge.example.test/traefik/api', 'https://edge.example.test/traefik'],
    ['https://edge.example.test/apiary', 'https://edge.example.test/apiary'],
    ['localhost:8080', 'http://localhost:8080'],
    ['edge', 'http://edge'],
    ['HTTP://EDGE.example.test:8080/Base', 'http://edge.example.test:8080/Base'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
  ];
  for (const [typed, url] of proxies) {
    it(`of a proxy: ${typed.trim()}`, () => assert.deepEqual(normalizeUrl(typed, 'proxy'), { url }));
  }

  const searches: [typed: string, url: string][] = [
    ['http://localhost:9200/', 'http://localhost:9200'],
    ['http://localhost:9200/logs-*/_search?q=x', 'http://localhost:9200'],
    ['http://localhost:9200/_cat/indices', 'http://localhost:9200'],
    ['http://localhost:4080/es/', 'http://localhost:4080/es'],
    ['https://search.example.test:443', 'https://search.example.test'],
  ];
  for (const [typed, url] of searches) {
    it(`of a search engine: ${typed}`, () => assert.deepEqual(normalizeUrl(typed, 'search'), { url }));
  }

  it('moves user and password out, percent-decoded', () => {
    assert.deepEqual(normalizeUrl('https://reader:p%40ss%2Fw%C3%B6rd@edge.example.test/', 'proxy'), {
      url: 'https://edge.example.test',
      credentials: { username: 'reader', password: 'p@ss/wörd' },
    });
  });

  it('offers 9200 for a search engine without a port, and keeps what was typed', () => {
    assert.deepEqual(normalizeUrl('https://search.example.test/es', 'search'), {
      url: 'https://search.example.test/es',
      withUsualPort: 'https://search.example.test:9200/es',
    });
  });

  const refused: [typed: string, words: RegExp][] = [
    ['', /Enter a URL/],
    ['ftp://edge.example.test', /Only http and https/],
    ['file:///etc/passwd', /Only http and https/],
    ['http://', /not a valid URL/],
    ['http://a b', /not a valid URL/],
    ['http://edge:99999', /not a valid URL/],
    ['http://%zz:x@edge', /percent-encoded/],
    ['http://us%3Aer:x@edge', /colon/],
  ];
  for (const [typed, words] of refused) {
    it(`refuses ${typed === '' ? 'nothing' : typed} and says what to do`, () => {
      const answer = normalizeUrl(typed, 'proxy');
      assert.ok('problem' in answer);
      assert.match(answer.problem, words);
    });
  }
});
