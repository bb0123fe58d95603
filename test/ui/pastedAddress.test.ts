/** A person pastes an address of Discover into the words of a search. */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import { describeWorkbench, type Workbench } from './harness';
import { markSecret } from './marks';
import { addEndpoint, row, searchPage } from './person';
import { asksForHits } from './searches';
import { untilEqual } from './waits';

describeWorkbench('a person who pastes an address of Discover', (walk) => {
  /** Of the address nothing but its search is kept. */
  const space = 'canary-space-of-kibana';
  const night = "time:(from:'2026-11-01T00:00:00.000Z',to:'2026-11-01T03:00:00.000Z')";
  let engine: SampleSearchEngine;
  /** Where the addresses lead: nothing may ever arrive there. */
  let kibana: RunningServer;
  let workbench: Workbench;

  before(async () => {
    markSecret(space);
    kibana = await walk.closes(listen(() => ({ status: 200, headers: {}, body: '' })));
    engine = await walk.closes(startSearchEngine());
    workbench = await walk.open();
    await addEndpoint(workbench, { kind: 'search', name: 'prod', url: engine.url });
    await row(workbench, 'prod').click();
    await searchPage(workbench).knowsEndpoints();
  });

  const discover = (app: string, global = night): string =>
    `${kibana.url}/s/${space}/app/discover#/?_g=(filters:!(),refreshInterval:(pause:!t,value:60000),${global})&_a=(${app})`;

  async function paste(text: string): Promise<void> {
    const { page } = workbench;
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await searchPage(workbench).field('Text').click();
    await page.keyboard.press('ControlOrMeta+v');
  }

  const lastQuery = () => JSON.parse(engine.requests.filter(asksForHits).at(-1)?.body ?? '{}').query;
  const note = () => searchPage(workbench).frame.locator('.bar.pasted');

  it('is asked for the index where the address has none, and told why', async () => {
    const page = searchPage(workbench);
    await paste(
      discover(
        "columns:!(),dataSource:(dataViewId:'ce572630-0f58-11ed-bd81-e7f3585b181b',type:dataView),query:(language:kuery,query:'')",
      ),
    );
    await page.frame.locator('#index:focus').waitFor();
    await page.frame
      .locator('#index-problem')
      .getByText(/only the ID of its data view/)
      .waitFor();
    await untilEqual(() => page.field('Text').inputValue(), '');
    await workbench.screenshot('pasted-asks-index');
    await page.field('Index').fill('access-logs');
    await page.field('Index').press('Enter');
    await page.shows(/^1–10 of/);
    assert.deepEqual(lastQuery().bool.filter[0].range['@timestamp'].gte, '2026-11-01T00:00:00.000Z');
  });

  it('sees the hits of the address at once, and what was left out', async () => {
    const page = searchPage(workbench);
    await page.field('Text').fill('typed before');
    await paste(
      discover(
        [
          'breakdownField:RequestMethod,columns:!(RouterName,DownstreamStatus,RequestPath)',
          "dataSource:(dataViewId:'access-*',type:dataView)",
          "filters:!(('$state':(store:appState),meta:(alias:!n,disabled:!f,key:RequestMethod,negate:!t,params:(query:HEAD),type:phrase),query:(match_phrase:(RequestMethod:HEAD))),('$state':(store:appState),meta:(alias:'Only%20slow',disabled:!t,key:Duration,negate:!f,type:range),query:(range:(Duration:(gte:1000000)))))",
          `query:(language:kuery,query:'${encodeURIComponent('RouterName : "shop-web@docker" and DownstreamStatus >= 500 and items: { name: x }')}')`,
          "sort:!(!('@timestamp',desc))",
        ].join(),
      ),
    );
    await page.shows(/^1–10 of/);
    await untilEqual(() => page.field('Text').inputValue(), 'RouterName:"shop-web@docker" AND DownstreamStatus:>=500');
    assert.equal(await page.field('Index').inputValue(), 'access-*');
    assert.equal(await page.select('Query type').inputValue(), 'queryString');
    assert.deepEqual(lastQuery().bool.must_not, [{ match_phrase: { RequestMethod: 'HEAD' } }]);
    await page.button('Exclude: RequestMethod: HEAD').waitFor();
    await page.button('Include: Only slow (disabled)').waitFor();
    for (const heading of ['@timestamp', 'RouterName', 'DownstreamStatus', 'RequestPath'])
      await page.frame.getByRole('columnheader', { name: heading }).waitFor();
    await note().getByText('items: { name: x }').waitFor();
    await note().getByText('the breakdown by RequestMethod').waitFor();
    await workbench.screenshot('pasted');
    // The page is 600 px wide.
    await workbench.page.setViewportSize({ width: 652, height: 900 });
    await workbench.commandPalette('View: Close Primary Side Bar');
    await workbench.screenshot('pasted-narrow');
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.commandPalette('View: Toggle Primary Side Bar Visibility');
    await page.button('Restore Previous Search').click();
    await note().waitFor({ state: 'hidden' });
    assert.equal(await page.field('Text').inputValue(), 'typed before');
  });

  it('is told what a short link is, and keeps what was typed', async () => {
    const page = searchPage(workbench);
    await paste(`${kibana.url}/s/${space}/app/r/s/Xk3aB`);
    await note().getByText('A short link does not contain the search.').waitFor();
    await workbench.screenshot('pasted-short-link');
    assert.equal(await page.field('Text').inputValue(), 'typed before');
    await note().getByRole('button', { name: 'Close' }).click();
    await note().waitFor({ state: 'hidden' });
  });

  it('pastes any other text as it is', async () => {
    const page = searchPage(workbench);
    await page.field('Text').fill('');
    await paste(`${kibana.url}/app/dashboards#/view/1`);
    await untilEqual(() => page.field('Text').inputValue(), `${kibana.url}/app/dashboards#/view/1`);
  });

  it('asks nothing of where the addresses lead', () => {
    assert.deepEqual(kibana.requests, []);
    assert.deepEqual(
      workbench.requests.filter((url) => url.startsWith(kibana.url)),
      [],
    );
  });
});
