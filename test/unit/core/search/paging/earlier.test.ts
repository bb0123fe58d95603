import assert from 'node:assert/strict';
import type { HttpClient, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { exportHits } from '../../../../../src/core/search/export/exportHits';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { endpointAt } from '../../base/http/endpointAt';
import { failureFrom } from '../fakeHttpClient';
import { idsOf, searchOf, toTheEnd } from './engines';

const documentCount = 250;

describe('earlier: an answer that was kept on the way', function () {
  this.timeout(30_000);
  for (const name of ['elasticsearch-8.19.0', 'opensearch-2.19.0'] as const) {
    describe(`for a search in a point in time of ${name}`, () => {
      let engine: SampleSearchEngine;
      let inner: HttpClient;
      before(async () => {
        engine = await startSearchEngine({ engine: name, documents: 0 });
        const documents = Array.from({ length: documentCount }, (_, at) => ({ id: String(at), source: `{"n":${at}}` }));
        engine.createIndex('logs', documents, { shards: 3, window: 60 });
        inner = openHttpClient(endpointAt(engine.url));
      });
      after(async () => {
        await inner.close();
        await engine.close();
      });

      /** A way on which a cache answers by path alone, searches in a point in time only, until it is passed by POST. */
      function behindCache(keepsPost: boolean) {
        const kept = new Map<string, HttpResponse>();
        return openSearchClient(async () => ({
          ...inner,
          async request(request) {
            const isKept = request.body?.includes('"pit"') === true && (keepsPost || request.method === 'GET');
            const key = `${request.path.replace(/\?.*/, '')}${request.body?.includes('stored_fields') ? ' hop' : ''}`;
            const found = isKept ? kept.get(key) : undefined;
            if (found !== undefined) return found;
            const answer = await inner.request(request);
            if (isKept && answer.status === 200) kept.set(key, answer);
            return answer;
          },
        }));
      }

      it('is never taken for another page: it is asked for again, by POST', async () => {
        const pager = openPager(behindCache(false), { prefetch: false });
        await pager.run(searchOf({ sort: ['n'] }, { index: 'logs', size: 30 }));
        const ids = (await toTheEnd(pager)).flatMap(idsOf);
        assert.deepEqual(
          ids,
          Array.from({ length: documentCount }, (_, at) => `logs/${at}`),
        );
        await pager.close();
      });

      it('is never gone on from on the way to a far page', async () => {
        const pager = openPager(behindCache(false), { prefetch: false });
        await pager.run(searchOf({ sort: ['n'] }, { index: 'logs', size: 10 }));
        const far = await pager.turn({ offset: 200 });
        assert.equal(idsOf(far)[0], 'logs/200');
        await pager.close();
      });

      it('is refused where POST is answered so, too', async () => {
        const pager = openPager(behindCache(true), { prefetch: false });
        const first = await pager.run(searchOf({ sort: ['n'] }, { index: 'logs', size: 30 }));
        const failure = await failureFrom(() => pager.turn('next'));
        assert.equal(failure.sentence, 'The response belongs to another request: its hits are not the requested ones.');
        assert.deepEqual(pager.page, first);
        await pager.close();
      });

      it('is not written into an export twice', async () => {
        const lines: string[] = [];
        const write = async (chunk: string) => void lines.push(...chunk.trimEnd().split('\n'));
        const options = { format: 'ndjson', columns: [], write } as const;
        for (const body of [{ sort: ['n'] }, {}]) {
          lines.length = 0;
          await exportHits(behindCache(false), searchOf(body, { index: 'logs' }), options);
          assert.equal(lines.length, documentCount);
          assert.equal(new Set(lines).size, documentCount);
        }
        const failure = await failureFrom(() =>
          exportHits(behindCache(true), searchOf({ sort: ['n'] }, { index: 'logs' }), options),
        );
        assert.equal(failure.kind, 'malformed');
      });
    });
  }
});
