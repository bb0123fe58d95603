import assert from 'node:assert/strict';
import type { HttpClient } from '../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../src/core/base/http/openHttpClient';
import { openSearchClient } from '../../../../src/core/search/engine/searchClient';
import { type SampleSearchEngine, startSearchEngine } from '../../../servers/search/index';
import { endpointAt } from '../../core/base/http/endpointAt';
import { openPanel, openPanelWithPage, question, searchFor } from './openPanel';

describe('timeBar: the time bar of a search page, over the sample engine', () => {
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

  const everything = { ...question, index: 'access-logs', field: '', text: '' };
  const open = () => openPanel(openSearchClient(async () => client));
  const ask = (requestId: string, pageId: string, more = {}) => ({
    kind: 'histogram' as const,
    requestId,
    pageId,
    field: '@timestamp',
    zone: 'UTC',
    ...more,
  });
  const asked = () => engine.requests.filter(({ body }) => body.includes('date_histogram')).length;
  const replies = ({ heard }: ReturnType<typeof open>) =>
    heard.flatMap((message) => (message.kind === 'histogram' ? [message] : []));

  it('is asked for once for all pages of a search, and is there again after the tab was hidden', async () => {
    const page = openPanelWithPage(
      openSearchClient(async () => client),
      { fields: [{ name: '@timestamp', types: ['date'], isSearchable: true, isAggregatable: true }] },
    );
    await page.ready();
    await page.act('editForm', { index: 'access-logs' });
    await page.act('pressSearch');
    const sum = () => page.view().timeBar.histogram?.bars.reduce((sum, { count }) => sum + count, 0);
    assert.equal(sum(), 25_000);
    await page.act('turnPage', 'next');
    assert.equal(sum(), 25_000);
    page.show(false);
    page.show(true);
    await page.ready();
    assert.deepEqual([sum(), asked()], [25_000, 1]);
    await page.act('changeBars', { stack: '' });
    assert.deepEqual([page.view().timeBar.histogram?.stacks, asked()], [[], 2]);
  });

  it('is answered without bars where the page is another, and where the engine refuses', async () => {
    const panel = open();
    await panel.say(ask('b0', 'r0'));
    await panel.say(searchFor('r1', everything));
    await panel.say(ask('b1', 'r0'));
    engine.faults.add({ path: /_search/, fault: { kind: 'html' } });
    await panel.say(ask('b2', 'r1'));
    assert.deepEqual(
      replies(panel).map(({ requestId, histogram }) => [requestId, histogram]),
      [
        ['b0', undefined],
        ['b1', undefined],
        ['b2', undefined],
      ],
    );
    assert.deepEqual(panel.logged, []);
  });

  for (const [when, end] of [
    ['by a new search', ({ say }: ReturnType<typeof open>) => say(searchFor('r2', { ...everything, index: 'none' }))],
    ['by a newer request', ({ say }: ReturnType<typeof open>) => say(ask('b2', 'gone'))],
    ['when the panel closes', async ({ dispose }: ReturnType<typeof open>) => dispose()],
    [
      'when the panel goes to another endpoint',
      ({ say }: ReturnType<typeof open>) => say({ kind: 'chooseEndpoint', endpointId: 'other' }),
    ],
  ] as const) {
    it(`is canceled ${when}, down to the socket`, async () => {
      const panel = open();
      await panel.say(searchFor('r1', everything));
      const hanging = engine.faults.add({ path: /_search/, fault: { kind: 'hang' } });
      const arriving = engine.nextRequest(/_search/);
      const waiting = panel.say(ask('b1', 'r1'));
      const { closed } = await arriving;
      hanging.remove();
      await end(panel);
      await Promise.all([waiting, closed]);
      assert.equal(replies(panel).filter(({ requestId }) => requestId === 'b1').length, 0);
    });
  }
});
