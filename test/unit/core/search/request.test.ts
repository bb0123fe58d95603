import assert from 'node:assert/strict';
import { searchRequest } from '../../../../src/core/search/request';
import { failureFrom } from './fakeDoor';

const query = { index: 'access-logs', field: 'message', text: 'timeout', from: 20, size: 10 };

describe('a search request', () => {
  it('is a GET with exactly query, from and size when nothing else is set', () => {
    assert.deepEqual(searchRequest(query), {
      method: 'GET',
      path: '/access-logs/_search',
      body: '{"query":{"match":{"message":"timeout"}},"from":20,"size":10}',
    });
  });

  const bodies: readonly [field: string, text: string, match: string][] = [
    ['__proto__', 'x', '{"__proto__":"x"}'],
    ['a.b-c d', 'say "hi"\n\\', '{"a.b-c d":"say \\"hi\\"\\n\\\\"}'],
    ['f', '"}},"size":9999,"x":{"y":{"z":"', '{"f":"\\"}},\\"size\\":9999,\\"x\\":{\\"y\\":{\\"z\\":\\""}'],
    ['message', '', '{"message":""}'],
    ['message', 'half \ud800 here', '{"message":"half \\ud800 here"}'],
  ];
  for (const [field, text, match] of bodies) {
    it(`carries ${JSON.stringify(field)}: ${JSON.stringify(text)} as JSON`, () => {
      const { body } = searchRequest({ ...query, field, text });
      assert.equal(body, `{"query":{"match":${match}},"from":20,"size":10}`);
    });
  }

  const paths: readonly [index: string, path: string][] = [
    ['logs-*,-logs-old*', '/logs-*%2C-logs-old*/_search'],
    ['other:access-logs', '/other%3Aaccess-logs/_search'],
    ['<logs-{now/d}>', '/%3Clogs-%7Bnow%2Fd%7D%3E/_search'],
    ['idx/_doc', '/idx%2F_doc/_search'],
    ['a?b#c', '/a%3Fb%23c/_search'],
    ['%2e%2e', '/%252e%252e/_search'],
    ['a/../../_cluster', '/a%2F..%2F..%2F_cluster/_search'],
    ['*', '/*/_search'],
    ['_all', '/_all/_search'],
    ['журнал', '/%D0%B6%D1%83%D1%80%D0%BD%D0%B0%D0%BB/_search'],
  ];
  for (const [index, path] of paths) {
    it(`keeps ${index} one segment of the address`, () => {
      const request = searchRequest({ ...query, index });
      assert.equal(request.path, path);
      assert.equal(new URL(request.path, 'http://engine').pathname, path);
    });
  }

  for (const index of ['', '  ', '.', '..', '_cluster', '_cat', '_all/_doc', 'a\ud800', 'x'.repeat(4_097)]) {
    it(`is refused for the index ${JSON.stringify(index.slice(0, 20))}`, async () => {
      const failure = await failureFrom(() => searchRequest({ ...query, index }));
      assert.equal(failure.kind, 'invalid');
      assert.ok(failure.nextStep.length > 0);
    });
  }

  it('is refused without a field', async () => {
    assert.equal((await failureFrom(() => searchRequest({ ...query, field: ' ' }))).kind, 'invalid');
  });
});
