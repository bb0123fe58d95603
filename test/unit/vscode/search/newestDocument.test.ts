import assert from 'node:assert/strict';
import type { HttpClient } from '../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../src/core/base/http/openHttpClient';
import { openEngineCatalog } from '../../../../src/core/search/engine/engineCatalog';
import { openSearchClient, type SearchClient } from '../../../../src/core/search/engine/searchClient';
import { type SampleSearchEngine, startSearchEngine } from '../../../servers/search/index';
import { endpointAt } from '../../core/base/http/endpointAt';
import { json } from '../../core/search/fakeHttpClient';
import { asks, openPanel, openPanelWithPage, question, searchFor, settled, until } from './openPanel';

describe('newestDocument: a search page without hits, over the sample engine', () => {
  let engine: SampleSearchEngine;
  let client: HttpClient;
  beforeEach(async () => {
    engine = await startSearchEngine();
    client = openHttpClient({ ...endpointAt(engine.url), kind: 'search' });
  });
  afterEach(async () => {
    await client.close();
    await engine.close();
  });

  const nothing = { ...question, index: 'access-logs', field: 'RouterName', text: 'nosuch' };
  const isAsked = ({ body }: { readonly body: string }) => body.includes('"max"');

  const openWithPage = () => {
    const search = openSearchClient(async () => client);
    const catalog = openEngineCatalog(search);
    return openPanelWithPage(search, { searches: { engines: { of: async () => ({ catalog, client: search }) } } });
  };
  /** @param answerNewest what the engine does when it is asked for the newest document */
  function open(answerNewest?: SearchClient['search']) {
    const search = openSearchClient(async () => client);
    const catalog = openEngineCatalog(search);
    const engineOf = async () => ({
      catalog,
      client: {
        ...search,
        search: (request: Parameters<SearchClient['search']>[0]) =>
          answerNewest !== undefined && isAsked(request) ? answerNewest(request) : search.search(request),
      },
    });
    return openPanel(search, { searches: { engines: { of: engineOf } } });
  }
  const told = ({ heard }: ReturnType<typeof open>) =>
    heard.flatMap((message) => (message.kind === 'newest' ? [[message.pageId, message.at]] : []));

  const newestHour = ({ view }: ReturnType<typeof openWithPage>) =>
    new Date(view().empty?.newest ?? 0).toISOString().slice(0, 13);
  /** Without the requests for the bounds of a time bar, which have a query. */
  const timesAsked = () =>
    engine.requests.filter((request) => isAsked(request) && !request.body.includes('"query"')).length;

  it('tells when the newest document was, asks once, and tells it again after the tab was hidden', async () => {
    const page = openWithPage();
    await page.ready();
    await page.act('editForm', { index: 'access-logs', field: 'RouterName', text: 'nosuch' });
    await page.act('pressSearch');
    assert.equal(newestHour(page), '2026-11-01T02');
    page.show(false);
    page.show(true);
    await page.ready();
    await settled();
    assert.deepEqual([newestHour(page), timesAsked()], ['2026-11-01T02', 1]);
    await page.act('editForm', { field: 'message', text: 'timeout' });
    await page.act('pressSearch');
    assert.deepEqual([page.view().empty, timesAsked()], [undefined, 1]);
  });

  it('asks once where the search was over before there was a page', async () => {
    const page = openWithPage();
    page.search.begin(nothing);
    await until(() => page.search.search.shown !== undefined, 'hits');
    await settled();
    await page.ready();
    await until(() => page.view().empty?.newest !== undefined, 'newest documents');
    assert.deepEqual([newestHour(page), timesAsked()], ['2026-11-01T02', 1]);
  });

  it('is told nothing where the engine refuses', async () => {
    let asked = 0;
    const panel = open(async () => {
      asked += 1;
      return { ...json({ error: { type: 'x', reason: 'y' }, status: 403 }, 403), method: 'GET' };
    });
    await panel.say(searchFor('r1', nothing));
    assert.deepEqual([asked, told(panel), panel.logged], [1, [], []]);
  });

  for (const [when, end] of [
    ['a new search', ({ say }: ReturnType<typeof open>) => say(searchFor('r2', { ...nothing, index: 'none' }))],
    ['closing the panel', async ({ dispose }: ReturnType<typeof open>) => dispose()],
    [
      'going to another endpoint',
      ({ say }: ReturnType<typeof open>) => say({ kind: 'chooseEndpoint', endpointId: 'other' }),
    ],
  ] as const) {
    it(`stops asking at ${when}`, async () => {
      const asked: { readonly signal?: AbortSignal | undefined }[] = [];
      const panel = open(
        (request) =>
          new Promise((_, reject) => {
            asked.push(request);
            request.signal?.addEventListener('abort', () => reject(new Error('the socket was closed')));
          }),
      );
      const waiting = panel.say(searchFor('r1', nothing));
      await asks({ asked }, 1);
      await end(panel);
      await waiting;
      assert.equal(asked[0]?.signal?.aborted, true);
      assert.deepEqual([told(panel), panel.logged], [[], []]);
    });
  }
});
