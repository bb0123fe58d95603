/** The form of the search page by the keyboard, at two endpoints, and from an editor or an address of Discover. */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import { describeWorkbench, type Workbench } from './harness';
import { markSecret } from './marks';
import { addEndpoint, answer, chooseFromMenu, hoverUntil, openMenu, row, searchPage } from './person';
import { asksForHits } from './searches';
import { untilEqual } from './waits';

describeWorkbench('Search form', (walk) => {
  /** Of an address of Discover nothing but its search is kept. */
  const space = 'canary-space-of-kibana';
  const id = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
  let engine: SampleSearchEngine;
  let other: SampleSearchEngine;
  /** Where addresses of Discover lead: nothing may ever arrive there. */
  let kibana: RunningServer;
  let workbench: Workbench;

  before(async () => {
    markSecret(space);
    kibana = await walk.closes(listen(() => ({ status: 200, headers: {}, body: '' })));
    engine = await walk.closes(startSearchEngine());
    other = await walk.closes(startSearchEngine());
    other.createIndex('orders', [{ id: 'o1', source: `{"@timestamp":"2026-11-01T00:00:00Z","order":"${id}"}` }]);
    workbench = await walk.open({ settings: { 'proxyScout.search.hover': true } });
    await addEndpoint(workbench, { kind: 'search', name: 'other', url: other.url });
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await row(workbench, 'logs').click();
  });

  const lastBody = ({ requests }: SampleSearchEngine) => JSON.parse(requests.filter(asksForHits).at(-1)?.body ?? '{}');
  const tab = (name: string) => workbench.page.getByRole('tab', { name, exact: false });

  it('says what to do first and how much each index holds, and searches the one that is taken', async () => {
    const page = searchPage(workbench);
    await page.knowsEndpoints();
    await page.frame.getByText(/^Enter an index to see its newest documents\./).waitFor();
    await workbench.screenshot('search-start');
    await page.button('Recent and Saved Searches').click();
    await workbench.quickInput.shows('Search History');
    await workbench.page.keyboard.press('Escape');
    await page.field('Index').fill('acc');
    await page.frame.getByRole('option', { name: /^access-logs\s*25,000 docs · [\d.]+ MB$/ }).waitFor();
    await workbench.screenshot('search-index-figures');
    await page.field('Index').press('Enter');
    assert.equal(await page.field('Index').inputValue(), 'access-logs');
    await page.shows(/^1–10 of 10,000\+/);
    const { query, sort } = lastBody(engine);
    assert.deepEqual([query, Object.keys(sort[0])], [{ match_all: {} }, ['@timestamp']]);
    await page.frame.locator('[role="columnheader"][aria-sort="descending"]', { hasText: '@timestamp' }).waitFor();
    await workbench.screenshot('search-newest');
  });

  it('edits and removes a filter on its chip, by the keyboard alone', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
    await page.shows(/^1–10 of 1,074/);
    await page.unfold(0);
    await openMenu(
      workbench,
      page.frame.locator('.node', { hasText: 'RequestMethod' }).locator('.value'),
      'Filter For',
    );
    await keyboard.press('Enter');
    const include = page.frame.getByRole('button', { name: /^Include: RequestMethod: / });
    await include.waitFor();
    await page.shows(/^1–10 of \d{3} /);
    await include.focus();
    await keyboard.press('Enter');
    await page.frame.getByRole('menuitem', { name: 'Edit…' }).and(page.frame.locator(':focus')).waitFor();
    await workbench.screenshot('search-chip-menu');
    await keyboard.press('Enter');
    await page.frame.getByLabel('Value', { exact: true }).and(page.frame.locator(':focus')).waitFor();
    await keyboard.type('DELETE');
    await workbench.screenshot('search-chip-edit');
    await keyboard.press('Enter');
    await page.button('Include: RequestMethod: DELETE').and(page.frame.locator(':focus')).waitFor();
    await page.shows(/^1–10 of \d{2,3} /);
    assert.match(JSON.stringify(lastBody(engine).query), /"filter":\[\{"term":\{"RequestMethod":"DELETE"\}\}\]/);
    await keyboard.press('Delete');
    await page.frame.locator('.chip').waitFor({ state: 'hidden' });
    await page.frame.locator('.results :focus').waitFor();
    await page.shows(/^1–10 of 1,074/);
  });

  it('has the rest in its menu in a narrow window', async () => {
    const page = searchPage(workbench);
    await workbench.page.setViewportSize({ width: 800, height: 800 });
    await page.button('Export Hits').waitFor({ state: 'hidden' });
    await page.button('More Actions').click();
    await workbench.screenshot('search-narrow-menu');
    await page.frame.getByRole('menuitem', { name: 'Go to Page…' }).click();
    await page.field('Go to').and(page.frame.locator(':focus')).waitFor();
    await workbench.page.keyboard.type('3');
    await workbench.screenshot('search-narrow-go-to');
    await workbench.page.keyboard.press('Enter');
    await page.shows(/^21–30 of 1,074/);
    await page.hits.first().focus();
    await page.field('Go to').waitFor({ state: 'hidden' });
    await workbench.screenshot('search-narrow');
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
  });

  it('searches at another endpoint by a key, the arrow, and Enter', async () => {
    const page = searchPage(workbench);
    await page.hits.first().focus();
    await workbench.page.keyboard.press('e');
    await page.select('Endpoint').and(page.frame.locator(':focus')).waitFor();
    await workbench.page.keyboard.press('ArrowUp');
    await workbench.page.keyboard.press('Enter');
    await tab('Search: other · access-logs').waitFor();
    await page.shows(/^1–10 of 1,074/);
    assert.deepEqual(lastBody(other).query, { match: { message: 'timeout' } });
  });

  it('takes the search of an address of Discover that is pasted, and says what it leaves out', async () => {
    const page = searchPage(workbench);
    const app = [
      'breakdownField:RequestMethod,columns:!(RouterName,DownstreamStatus,RequestPath)',
      "dataSource:(dataViewId:'access-*',type:dataView)",
      "filters:!(('$state':(store:appState),meta:(alias:!n,disabled:!f,key:RequestMethod,negate:!t,params:(query:HEAD),type:phrase),query:(match_phrase:(RequestMethod:HEAD))),('$state':(store:appState),meta:(alias:'Only%20slow',disabled:!t,key:Duration,negate:!f,type:range),query:(range:(Duration:(gte:1000000)))))",
      `query:(language:kuery,query:'${encodeURIComponent('RouterName : "shop-web@docker" and DownstreamStatus >= 500 and items: { name: x }')}')`,
      "sort:!(!('@timestamp',desc))",
    ].join();
    const night = "time:(from:'2026-11-01T00:00:00.000Z',to:'2026-11-01T03:00:00.000Z')";
    const address = `${kibana.url}/s/${space}/app/discover#/?_g=(filters:!(),refreshInterval:(pause:!t,value:60000),${night})&_a=(${app})`;
    await page.field('Text').fill('typed before');
    await workbench.page.evaluate((copied) => navigator.clipboard.writeText(copied), address);
    await page.field('Text').click();
    await workbench.page.keyboard.press('ControlOrMeta+v');
    await untilEqual(() => page.field('Text').inputValue(), 'RouterName:"shop-web@docker" AND DownstreamStatus:>=500');
    await page.shows(/^1–10 of/);
    assert.equal(await page.field('Index').inputValue(), 'access-*');
    assert.equal(await page.select('Query type').inputValue(), 'queryString');
    assert.deepEqual(lastBody(other).query.bool.must_not, [{ match_phrase: { RequestMethod: 'HEAD' } }]);
    await page.button('Exclude: RequestMethod: HEAD').waitFor();
    await page.button('Include: Only slow (disabled)').waitFor();
    for (const heading of ['@timestamp', 'RouterName', 'DownstreamStatus', 'RequestPath'])
      await page.frame.getByRole('columnheader', { name: heading }).waitFor();
    const note = page.frame.locator('.bar.pasted');
    await note.getByText('items: { name: x }').waitFor();
    await note.getByText('the breakdown by RequestMethod').waitFor();
    await workbench.screenshot('pasted');
    await page.button('Restore Previous Search').click();
    await note.waitFor({ state: 'hidden' });
    assert.equal(await page.field('Text').inputValue(), 'typed before');
    assert.deepEqual(kibana.requests, []);
    assert.deepEqual(
      workbench.requests.filter((url) => url.startsWith(kibana.url)),
      [],
    );
  });

  it('searches for an ID of an editor from the hover on it', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'orders', Field: '', Text: '' });
    await page.shows(/^1 of 1 /);
    await workbench.commandPalette('File: New Untitled Text File');
    await tab('Untitled-1').waitFor();
    await workbench.page.keyboard.type(`paid order ${id} `);
    const asked = [engine, other].map(({ requests }) => requests.length);
    const link = workbench.page.locator('.monaco-hover:visible').getByRole('link', { name: `Search for ${id}` });
    await hoverUntil(workbench, workbench.page.locator('.view-line').getByText(id), link);
    await workbench.screenshot('search-hover');
    assert.deepEqual(
      [engine, other].map(({ requests }) => requests.length),
      asked,
    );
    const tabs = tab('Search: other · orders');
    await link.click();
    await untilEqual(() => tabs.count(), 2);
    await searchPage(workbench).shows(/^1 of 1 /);
    assert.deepEqual(lastBody(other).query, {
      multi_match: { query: id, fields: ['*'], type: 'phrase', lenient: true },
    });
  });

  it('is for the endpoint that was searched last, where several are there and none is meant', async () => {
    const { quickInput } = workbench;
    await workbench.commandPalette('Proxy Scout: Search…');
    await quickInput.shows('logs');
    await quickInput.widget.locator('.monaco-list-row.focused').filter({ hasText: 'other' }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('has the new name of its endpoint, is told that it was removed, and goes on at another one', async () => {
    await chooseFromMenu(workbench, row(workbench, 'other'), 'Rename Endpoint…');
    await answer(workbench, 'Name of the endpoint', 'stage');
    await tab('Search: stage · orders').first().waitFor();
    await chooseFromMenu(workbench, row(workbench, 'stage'), 'Remove Endpoint…');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Remove' }).click();
    const page = searchPage(workbench);
    await tab('Search: Removed endpoint · orders').first().waitFor();
    await page.frame.getByText('This endpoint was removed.').waitFor();
    await page.frame.getByText('Results of the removed endpoint').waitFor();
    assert.equal(await page.select('Endpoint').locator('option:checked').innerText(), 'Removed endpoint');
    assert.equal(await page.frame.locator('[inert] #text').count(), 1);
    await workbench.screenshot('search-removed');
    await page.select('Endpoint').selectOption('logs');
    await tab('Search: logs · orders').waitFor();
    await page.search({ Index: 'access-logs' });
    await page.shows(/^(1–10|No hits)/);
  });
});
