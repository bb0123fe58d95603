import assert from 'node:assert/strict';
import { entryPointSource } from '../../../../../src/core/proxy/api/entryPoints';
import type { EntryPoint } from '../../../../../src/core/proxy/model/model';

const read = (text: string): EntryPoint | undefined => entryPointSource.read(JSON.parse(text), text);
const readHttp = (http: string) => read(`{"name":"web","http":${http}}`);

describe('entryPoints: an entry point', () => {
  it('has what the API says', () => {
    const text = '{"address":":53/udp","http":{},"udp":{"timeout":"3s"},"asDefault":true,"name":"dns"}';
    assert.deepEqual(read(text), {
      name: 'dns',
      address: ':53/udp',
      middlewares: [],
      hasTls: false,
      isDefault: true,
      hasModel: false,
      cleansPaths: true,
      keepsSemicolons: false,
      underscoreHeaders: 'keep',
      deniedEscapes: undefined,
      redirectsTo: undefined,
      unread: [],
      text,
    });
  });

  it('has a model if it sets something for its routers', () => {
    assert.equal(readHttp('{"middlewares":["auth@file"]}')?.hasModel, true);
    assert.equal(readHttp('{"tls":{}}')?.hasModel, true);
    assert.equal(readHttp('{"encodedCharacters":{"allowEncodedSlash":true}}')?.hasModel, true);
    assert.equal(read('{"name":"web","observability":{"metrics":false}}')?.hasModel, true);
    assert.equal(readHttp('{"middlewares":[]}')?.hasModel, false);
    assert.equal(readHttp('{"sanitizePath":true,"maxHeaderBytes":1048576}')?.hasModel, false);
    assert.equal(readHttp('{"redirections":{"entryPoint":{"to":"websecure"}}}')?.hasModel, false);
  });

  it('tells its middlewares in their order, its TLS and where it redirects to', () => {
    const entryPoint = readHttp(
      '{"middlewares":["b@file","a@file"],"tls":{},"redirections":{"entryPoint":{"to":":443"}}}',
    );
    assert.deepEqual(entryPoint?.middlewares, ['b@file', 'a@file']);
    assert.equal(entryPoint?.hasTls, true);
    assert.equal(entryPoint?.redirectsTo, ':443');
  });

  it('tells what it does to paths and queries before routers are asked', () => {
    const settings = (http: string) => {
      const entryPoint = readHttp(http);
      return [entryPoint?.cleansPaths, entryPoint?.keepsSemicolons];
    };
    assert.deepEqual(settings('{}'), [true, false]);
    assert.deepEqual(settings('{"sanitizePath":true,"encodeQuerySemicolons":false}'), [true, false]);
    assert.deepEqual(settings('{"sanitizePath":false,"encodeQuerySemicolons":true}'), [false, true]);
  });

  it('tells what becomes of headers with underscores', () => {
    const strategy = (word: unknown) =>
      readHttp(JSON.stringify({ underscoreHeadersStrategy: word }))?.underscoreHeaders;
    for (const word of ['keep', 'delete', 'reject']) assert.equal(strategy(word), word);
    for (const word of [undefined, 'odd', 1]) assert.equal(strategy(word), 'keep');
  });

  it('loses a field of the wrong type and says which', () => {
    const entryPoint = read('{"name":"web","address":80,"http":{"middlewares":"auth"},"asDefault":true}');
    assert.deepEqual([...(entryPoint?.unread ?? [])].sort(), ['address', 'http']);
    assert.deepEqual([entryPoint?.isDefault, entryPoint?.address, entryPoint?.middlewares], [true, undefined, []]);
  });

  it('denies what its setting for escapes does not allow, and says nothing without one', () => {
    assert.equal(readHttp('{}')?.deniedEscapes, undefined);
    const some = readHttp('{"encodedCharacters":{"allowEncodedSlash":true,"allowEncodedHash":false}}');
    assert.deepEqual(some?.deniedEscapes, ['%5C', '%00', '%3B', '%25', '%3F', '%23']);
    assert.equal(readHttp('{"encodedCharacters":{}}')?.deniedEscapes?.length, 7);
  });

  it('needs a name', () => {
    for (const text of ['{}', '{"name":1}', '[]', 'null', '"web"']) assert.equal(read(text), undefined);
  });
});
