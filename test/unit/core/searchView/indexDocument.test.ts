import assert from 'node:assert/strict';
import { openSearchClient } from '../../../../src/core/search/engine/searchClient';
import { askIndexDocument } from '../../../../src/core/searchView/indexDocument';
import { readRecordings } from '../../../recordings/read';
import { failureFrom, fakeHttpClient, json } from '../search/fakeHttpClient';

const engines = ['elasticsearch-6.8.23', 'elasticsearch-9.1.0', 'opensearch-3.0.0'];

describe('indexDocument: what an engine tells of an index as JSON', () => {
  for (const engine of engines) {
    it(`is asked for as recorded, and is the answer as it came (${engine})`, async () => {
      for (const kind of ['mapping', 'settings'] as const) {
        const { request, response } = readRecordings(engine).get(kind) ?? assert.fail(kind);
        const http = fakeHttpClient(() => response);
        const client = openSearchClient(async () => http);
        assert.equal(await askIndexDocument(client, kind, 'access-logs'), response.body);
        assert.deepEqual(
          http.asked.map(({ method, path }) => [method, path]),
          [[request.method, request.path]],
        );
      }
    });
  }

  it('is asked of that index only, whatever its name is', async () => {
    const http = fakeHttpClient(() => json({}));
    const client = openSearchClient(async () => http);
    await askIndexDocument(client, 'mapping', 'a/_doc?x=1');
    assert.equal(http.asked[0]?.path, '/a%2F_doc%3Fx%3D1/_mapping');
    await failureFrom(() => askIndexDocument(client, 'settings', '_all/..'));
    await failureFrom(() => askIndexDocument(client, 'settings', '..'));
    assert.equal(http.asked.length, 1);
  });

  it('says why where the user may not read it', async () => {
    const { response } = readRecordings('elasticsearch-8.19.0').get('security-user-mapping') ?? assert.fail();
    const client = openSearchClient(async () => fakeHttpClient(() => response));
    const failure = await failureFrom(() => askIndexDocument(client, 'mapping', 'access-logs'));
    assert.equal(failure.kind, 'forbidden');
  });
});
