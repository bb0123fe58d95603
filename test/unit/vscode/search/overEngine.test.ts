import assert from 'node:assert/strict';
import type { HttpClient } from '../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../src/core/base/http/openHttpClient';
import { openSearchClient } from '../../../../src/core/search/engine/searchClient';
import { type SampleSearchEngine, startSearchEngine } from '../../../servers/search/index';
import { endpointAt } from '../../core/base/http/endpointAt';
import { openPanel, question, searchFor } from './openPanel';

describe('overEngine: the host of a search page, over the sample engine', () => {
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

  const everything = { ...question, index: 'access-logs', by: 'match' as const, field: '', text: '' };
  const sorted = { ...everything, sort: [{ field: 'span', order: 'asc' as const }] };
  const open = () => openPanel(openSearchClient(async () => client));
  async function until(isSo: () => boolean): Promise<void> {
    for (let turn = 0; turn < 500 && !isSo(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(isSo());
  }

  it('tells how far a jump behind the window has come, before it arrives', async () => {
    const { say, heard } = open();
    await say(searchFor('r1', everything));
    await say({ kind: 'turnPage', requestId: 'r2', to: { offset: 24_990 } });
    const page = heard.findLast(({ kind }) => kind === 'page');
    assert.ok(page?.kind === 'page' && page.pageId === 'r2');
    assert.equal(page.page.from, 24_990);
    assert.equal(page.page.asked, 'point in time');
    const progress = heard.flatMap((message) => (message.kind === 'progress' ? [message] : []));
    assert.ok(progress.length > 0);
    for (const { requestId, text } of progress) {
      assert.equal(requestId, 'r2');
      assert.match(text, /^[\d,]+ of [\d,]+$/);
    }
    assert.ok(heard.indexOf(page) > Math.max(...progress.map((message) => heard.indexOf(message))));
  });

  it('copies a request that engines answer, also behind the window, and says what it lacks', async () => {
    const { say, copied, heard, search } = open();
    const copiedBody = async () => {
      await say({ kind: 'act', action: 'copyAsDevTools' });
      const [line = '', ...body] = (copied.at(-1) ?? '').split('\n');
      assert.equal(line, 'GET /access-logs/_search');
      const answer = await client.request({ method: 'POST', path: '/access-logs/_search', body: body.join('\n') });
      assert.equal(answer.status, 200, answer.body);
      const said = heard.findLast(({ kind }) => kind === 'announce');
      const ids = JSON.parse(answer.body).hits.hits.map(({ _id }: { _id: string }) => _id);
      return { body: JSON.parse(body.join('\n')), ids, said: said?.kind === 'announce' ? said.text : '' };
    };
    const shownIds = () => search.search.shown?.page.hits.map(({ id }) => id);

    await say(searchFor('r1', { ...everything, sort: [{ field: '@timestamp', order: 'desc' as const }] }));
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    const within = await copiedBody();
    assert.deepEqual([within.body.from, within.ids], [10, shownIds()]);
    assert.equal(within.said, 'Copied as Kibana Console request');

    await say({ kind: 'turnPage', requestId: 'r3', to: { offset: 12_000 } });
    const behind = await copiedBody();
    const places = behind.ids.map((id: string) => shownIds()?.indexOf(id)).filter((place: number) => place >= 0);
    // The first ones share their moment with the hit before them.
    assert.deepEqual(places, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].slice(-places.length));
    assert.ok(places.length > 5);
    assert.deepEqual([behind.body.from, behind.body.pit, behind.body.search_after.length], [undefined, undefined, 1]);
    assert.match(behind.said, /^Copied as Kibana Console request\. Without its point in time, hits that sort the same/);

    await say(searchFor('r4', everything));
    await say({ kind: 'turnPage', requestId: 'r5', to: { offset: 12_000 } });
    const byScore = await copiedBody();
    assert.deepEqual([byScore.body.from, byScore.body.pit, byScore.body.search_after], [0, undefined, undefined]);
    assert.match(byScore.said, /it starts at the first hit/);
  });

  it('shows the surroundings of a hit again where a search in their place was canceled', async () => {
    const { say, search } = open();
    await say(searchFor('r1', everything));
    const [hit] = search.search.shown?.page.hits ?? [];
    assert.ok(hit !== undefined);
    const around = { index: hit.index ?? '', id: hit.id ?? '', field: '@timestamp' };
    await say(searchFor('r2', { ...everything, around }));
    const shown = search.search.shown?.page;
    assert.notEqual(shown?.around, undefined);
    const searching = say(searchFor('r3', everything));
    await say({ kind: 'cancel', requestId: 'r3' });
    await searching;
    await say({ kind: 'turnPage', requestId: 'r4', to: 'next' });
    assert.equal(search.search.shown?.pageId, 'r4');
    assert.notEqual(search.search.shown?.page.around, undefined);
  });

  it('turns its own pages, whatever another one does meanwhile', async () => {
    const [one, other] = [open(), open()];
    const rangeOf = ({ heard }: ReturnType<typeof open>) => {
      const page = heard.findLast((message) => message.kind === 'page');
      return page?.kind === 'page' ? page.page.range : undefined;
    };
    await one.say(searchFor('r1', everything));
    await other.say(searchFor('r1', { ...everything, index: 'products' }));
    await other.say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    assert.deepEqual([rangeOf(one), rangeOf(other)], ['1–10 of 10,000+', '11–20 of 62']);
    await until(() => one.heard.some(({ kind }) => kind === 'counted'));
    await one.say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    assert.deepEqual([rangeOf(one), rangeOf(other)], ['11–20 of 25,000', '11–20 of 62']);
  });

  for (const [when, end] of [
    ['when the panel closes', ({ dispose }: ReturnType<typeof open>) => dispose()],
    ['when the window closes', ({ search }: ReturnType<typeof open>) => search.close()],
    ['with the next search', ({ say }: ReturnType<typeof open>) => say(searchFor('r9', everything))],
    [
      'when the panel goes to another endpoint',
      ({ say }: ReturnType<typeof open>) => say({ kind: 'chooseEndpoint', endpointId: 'other' }),
    ],
  ] as const) {
    it(`gives back its point in time ${when}`, async () => {
      const panel = open();
      await panel.say(searchFor('r1', sorted));
      assert.equal(engine.openPits(), 1);
      await end(panel);
      await until(() => engine.openPits() === 0);
    });
  }

  it('closes the socket of a search that is canceled', async () => {
    const { say, heard } = open();
    await say(searchFor('r1', everything));
    const hanging = engine.faults.add({ path: /_search/, fault: { kind: 'hang' } });
    const arriving = engine.nextRequest(/_search/);
    const asked = say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    const { closed } = await arriving;
    await say({ kind: 'cancel', requestId: 'r2' });
    await Promise.all([asked, closed]);
    assert.deepEqual(heard.at(-1), { kind: 'canceled', requestId: 'r2' });
    hanging.remove();
  });

  it('asks for the next page once, before it is asked for', async () => {
    const prefetching = openPanel(
      openSearchClient(async () => client),
      { searches: { settings: async () => ({ prefetch: true, timeoutMs: 60_000, size: 25, highlight: true }) } },
    );
    const { say, heard } = prefetching;
    await say(searchFor('r1', everything));
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    const askedFor20 = () => engine.requests.filter(({ body }) => JSON.parse(body || '{}').from === 20).length;
    await until(() => askedFor20() === 1);
    await say({ kind: 'turnPage', requestId: 'r3', to: 'next' });
    const page = heard.at(-1);
    assert.ok(page?.kind === 'page' && page.page.from === 20);
    assert.equal(askedFor20(), 1);
  });
});
