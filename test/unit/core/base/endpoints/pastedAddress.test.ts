import assert from 'node:assert/strict';
import { readPastedAddress } from '../../../../../src/core/base/endpoints/endpointUrl';

describe('pastedAddress: a pasted address', () => {
  const pasted: [text: string, url: string, likely?: 'proxy' | 'search'][] = [
    ['http://localhost:8080', 'http://localhost:8080'],
    ['  "http://localhost:8080/dashboard/",\n', 'http://localhost:8080'],
    ['<https://edge.example.test/traefik/>', 'https://edge.example.test/traefik'],
    ['The dashboard is at http://localhost:8080/dashboard/#/, have a look.', 'http://localhost:8080'],
    ["curl -s 'http://localhost:9200/logs/_search?q=x' -H 'Accept: */*'", 'http://localhost:9200', 'search'],
    ['curl -s localhost:8080/api/version', 'http://localhost:8080'],
    ['http://es.example.test/prefix/logs/_search', 'http://es.example.test/prefix', 'search'],
    ['https://es.example.test:9201', 'https://es.example.test:9201', 'search'],
    ['localhost:8080 (local)', 'http://localhost:8080'],
    ['8080', 'http://localhost:8080'],
    [':9200', 'http://localhost:9200', 'search'],
    ['8080/traefik/dashboard/', 'http://localhost:8080/traefik'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['::1', 'http://[::1]'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['fe80::1.', 'http://[fe80::1]'],
    ['EDGE', 'http://edge'],
  ];
  for (const [text, url, likely = 'proxy'] of pasted) {
    it(`is found in ${JSON.stringify(text)}`, () => {
      const read = readPastedAddress(text, undefined);
      assert.ok('url' in read, JSON.stringify(read));
      assert.deepEqual([read.url, read.likely], [url, likely]);
    });
  }

  it('has its user and password taken out', () => {
    assert.deepEqual(readPastedAddress('curl http://reader:p%40ss@edge.example.test:8080/api/overview', 'proxy'), {
      url: 'http://edge.example.test:8080',
      credentials: { username: 'reader', password: 'p@ss' },
      likely: 'proxy',
    });
  });

  it('is of the kind that is being added, and a search engine is offered its usual port', () => {
    assert.deepEqual(readPastedAddress('https://es.example.test', 'search'), {
      url: 'https://es.example.test',
      likely: 'search',
      withUsualPort: 'https://es.example.test:9200',
    });
    assert.deepEqual(readPastedAddress('https://es.example.test', 'proxy'), {
      url: 'https://es.example.test',
      likely: 'proxy',
    });
  });

  const problems: [text: string, problem: RegExp][] = [
    ['', /^Enter a URL, for example/],
    ['"', /^Enter a URL/],
    ['ftp://edge', /^Only http and https/],
    ['http://', /^This is not a valid URL/],
    ['http://reader%3A:x@edge', /user name cannot contain a colon/],
  ];
  for (const [text, problem] of problems) {
    it(`is not in ${JSON.stringify(text)}`, () => {
      const read = readPastedAddress(text, undefined);
      assert.match('problem' in read ? read.problem : JSON.stringify(read), problem);
    });
  }
});
