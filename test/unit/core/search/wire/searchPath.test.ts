import assert from 'node:assert/strict';
import { searchPath } from '../../../../../src/core/search/wire/searchPath';
import { failureFrom } from '../fakeHttpClient';

describe('searchPath: the address of a search', () => {
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
      assert.equal(searchPath(index), path);
      assert.equal(new URL(searchPath(index), 'http://engine').pathname, path);
    });
  }

  for (const index of [
    '',
    '  ',
    ',',
    ' , ,',
    '.',
    '., ',
    '..',
    '_cluster',
    '_cat',
    '_all/_doc',
    'a\ud800',
    'x'.repeat(4_097),
  ]) {
    it(`is refused for the index ${JSON.stringify(index.slice(0, 20))}`, async () => {
      const failure = await failureFrom(() => searchPath(index));
      assert.equal(failure.kind, 'invalid');
      assert.ok(failure.nextStep.length > 0);
    });
  }

  it('never names a type, below which a search would write a document', () => {
    for (const index of ['idx/_doc', 'idx/_search?', 'idx/_doc/1'])
      assert.match(searchPath(index), /^\/[^/?]+\/_search$/);
  });

  it('has no blank space that people put around names', () => {
    assert.equal(searchPath(' a , b*,\t-c '), '/a%2Cb*%2C-c/_search');
    assert.equal(searchPath('a,, b,'), '/a%2Cb/_search');
  });

  it('carries parameters', () => {
    assert.equal(searchPath('a', new URLSearchParams({ preference: 'x&y z' })), '/a/_search?preference=x%26y+z');
    assert.equal(searchPath('a', new URLSearchParams()), '/a/_search');
  });

  it('stays so short that no engine leaves the connection dead behind it', async () => {
    const longest = 'x'.repeat(3_500 - '/'.length - '/_search'.length);
    assert.equal(searchPath(longest).length, 3_500);
    const failure = await failureFrom(() => searchPath(longest, new URLSearchParams({ preference: 'x' })));
    assert.match(failure.sentence, /too long for a URL/);
  });
});
