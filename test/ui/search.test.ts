/** A person pages through search results. */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { startWorkbench, type Workbench } from './harness';
import { addEndpoint, openProxyScout, row, searchPage } from './person';

describe('a person who searches', () => {
  const auth = { type: 'basic', username: 'reader', password: 'canary-password' } as const;
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    engine = await startSearchEngine({ auth });
    engine.addDocuments(
      'empty',
      Array.from({ length: 10 }, (_, at) => ({
        id: `n${at + 1}`,
        source: `{"word":"needle","digits":90071992547409931${at}}`,
      })),
    );
    workbench = await startWorkbench({ extensionPath: '.' });
    await openProxyScout(workbench);
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url, auth });
    await workbench.notification('logs: Elasticsearch 8.19.0').waitFor();
    await row(workbench, 'logs').click();
  });
  after(async () => {
    await workbench?.close();
    await engine?.close();
  });

  /** The ids of the hits that are shown. */
  const ids = (): Promise<string[]> => searchPage(workbench).frame.locator('.hit .id').allInnerTexts();
  const lastSearch = () => engine.requests.findLast(({ path }) => path.includes('/_search'));

  it('finds documents with one query and turns the pages', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
    await page
      .range(/^1–10 of [\d,]+ · \d+ ms$/)
      .first()
      .waitFor();
    assert.equal(lastSearch()?.method, 'GET');
    assert.equal(lastSearch()?.path, '/access-logs/_search');
    assert.equal(lastSearch()?.body, '{"query":{"match":{"message":"timeout"}},"from":0,"size":10}');
    const first = await ids();
    await page.button('Next').click();
    await page
      .range(/^11–20 of [\d,]+/)
      .first()
      .waitFor();
    await page.frame.locator('.hit').nth(1).click();
    await page.frame.locator('.document').waitFor();
    await workbench.screenshot('search');
    await page.button('Previous').click();
    await page
      .range(/^1–10 of [\d,]+/)
      .first()
      .waitFor();
    assert.deepEqual(await ids(), first);
  });

  it('turns pages with Alt and the arrow keys', async () => {
    const page = searchPage(workbench);
    await page.field('Text').click();
    await workbench.page.keyboard.press('Alt+ArrowRight');
    await page
      .range(/^11–20 of/)
      .first()
      .waitFor();
    await workbench.page.keyboard.press('Alt+ArrowLeft');
    await page
      .range(/^1–10 of/)
      .first()
      .waitFor();
  });

  it('starts anywhere and pages by the size, never below 1', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'empty', Field: 'word', Text: 'needle', From: '3', Size: '2' });
    await page
      .range(/^4–5 of 10/)
      .first()
      .waitFor();
    await page.button('Next').click();
    await page
      .range(/^6–7 of 10/)
      .first()
      .waitFor();
    await page.button('Previous').click();
    await page
      .range(/^4–5 of 10/)
      .first()
      .waitFor();
    await page.button('Previous').click();
    await page
      .range(/^2–3 of 10/)
      .first()
      .waitFor();
    await page.button('Previous').click();
    await page
      .range(/^1–2 of 10/)
      .first()
      .waitFor();
    assert.equal(await page.button('Previous').getAttribute('aria-disabled'), 'true');
  });

  it('reads every digit of a number', async () => {
    const page = searchPage(workbench);
    await page.frame.locator('.hit').first().click();
    await page.frame.locator('.document').filter({ hasText: '900719925474099310' }).waitFor();
  });

  it('keeps the page that is there when a search fails, and is told what to do', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'nope', From: '0', Size: '10' });
    await page.frame.getByText('The engine has no index of this name.').waitFor();
    await page.frame.getByText('Check the index name').waitFor();
    assert.equal((await ids()).length, 2);
    await workbench.screenshot('search-failed');
  });

  it('cancels a search that takes too long', async () => {
    const page = searchPage(workbench);
    const hanging = engine.faults.add({ path: { prefix: '/access-logs/' }, fault: { kind: 'hang' } });
    const arriving = engine.nextRequest({ prefix: '/access-logs/' });
    await page.search({ Index: 'access-logs', Field: 'message' });
    const { closed } = await arriving;
    await page.button('Cancel').click();
    await closed;
    await page
      .range(/cancelled/)
      .first()
      .waitFor();
    hanging.remove();
  });

  it('does not let a slash in the index become a path', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'access-logs/_doc', Field: 'message', Text: 'timeout' });
    await page.frame.locator('[role="alert"], .failure').first().waitFor();
    assert.deepEqual(engine.documentsCreated, []);
    assert.ok(engine.requests.every(({ path }) => !path.startsWith('/access-logs/_doc')));
  });

  it('finds the page again after a reload of the window', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout', From: '20', Size: '10' });
    await page
      .range(/^21–30 of [\d,]+/)
      .first()
      .waitFor();
    const shown = await ids();
    await workbench.reload();
    await searchPage(workbench)
      .range(/^21–30 of [\d,]+/)
      .first()
      .waitFor();
    assert.deepEqual(await ids(), shown);
    assert.equal(await searchPage(workbench).field('Text').inputValue(), 'timeout');
  });
});
