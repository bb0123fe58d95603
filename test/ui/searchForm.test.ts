/** A person fills in the form of the search page by the keyboard, and comes to it from an editor. */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, chooseFromMenu, hoverUntil, openMenu, row, searchPage } from './person';
import { asksForHits } from './searches';
import { untilEqual } from './waits';

describeWorkbench('a person who asks again', (walk) => {
  let engine: SampleSearchEngine;
  let other: SampleSearchEngine;
  let workbench: Workbench;
  const id = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';

  before(async () => {
    engine = await walk.closes(startSearchEngine());
    other = await walk.closes(startSearchEngine());
    other.createIndex('orders', [{ id: 'o1', source: `{"@timestamp":"2026-11-01T00:00:00Z","order":"${id}"}` }]);
    workbench = await walk.open({ settings: { 'proxyScout.search.hover': true } });
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await addEndpoint(workbench, { kind: 'search', name: 'other', url: other.url });
    await row(workbench, 'logs').click();
  });

  const lastBody = ({ requests }: SampleSearchEngine): Record<string, unknown> =>
    JSON.parse(requests.filter(asksForHits).at(-1)?.body ?? '{}');

  it('is told what to do first, and how much each index holds', async () => {
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
    await page.field('Index').press('Escape');
  });

  it('edits, inverts, disables, and removes a filter on its chip, by the keyboard alone', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    const chip = (name: string) => page.frame.getByRole('button', { name, exact: true });
    const focused = (name: string) => chip(name).and(page.frame.locator(':focus')).waitFor();
    const menuOpens = () =>
      page.frame.getByRole('menuitem', { name: 'Edit…' }).and(page.frame.locator(':focus')).waitFor();
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
    await menuOpens();
    await workbench.screenshot('search-chip-menu');
    await keyboard.press('Enter');
    await page.frame.getByLabel('Value', { exact: true }).and(page.frame.locator(':focus')).waitFor();
    await keyboard.type('DELETE');
    await workbench.screenshot('search-chip-edit');
    await keyboard.press('Enter');
    await focused('Include: RequestMethod: DELETE');
    await page.shows(/^1–10 of \d{2,3} /);
    assert.match(JSON.stringify(lastBody(engine).query), /"filter":\[\{"term":\{"RequestMethod":"DELETE"\}\}\]/);
    await keyboard.press('Enter');
    await menuOpens();
    for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key);
    await focused('Exclude: RequestMethod: DELETE');
    await page.shows(/^1–10 of \d{3} /);
    await keyboard.press('Space');
    await menuOpens();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await keyboard.press(key);
    await focused('Exclude: RequestMethod: DELETE (disabled)');
    await page.shows(/^1–10 of 1,074/);
    await keyboard.press('Delete');
    await page.frame.locator('.chip').waitFor({ state: 'hidden' });
    await page.frame.locator('.results :focus').waitFor();
  });

  it('has the rest in the menu of a narrow window', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    await workbench.commandPalette('View: Toggle Primary Side Bar Visibility');
    await workbench.page.setViewportSize({ width: 500, height: 800 });
    await page.button('Export Hits').waitFor({ state: 'hidden' });
    await page.button('More Actions').click();
    await workbench.screenshot('search-narrow-menu');
    await page.frame.getByRole('menuitemcheckbox', { name: '25 Hits per Page' }).click();
    await page.shows(/^1–25 of 1,074/);
    await page.button('More Actions').click();
    await page.frame.getByRole('menuitem', { name: 'Go to Page…' }).click();
    await page.field('Go to').and(page.frame.locator(':focus')).waitFor();
    await keyboard.type('3');
    await workbench.screenshot('search-narrow-go-to');
    await keyboard.press('Enter');
    await page.shows(/^51–75 of 1,074/);
    await page.hits.first().focus();
    await page.field('Go to').waitFor({ state: 'hidden' });
    await workbench.screenshot('search-narrow');
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await page.select('Hits per page').selectOption('10');
    await page.shows(/^51–60 of 1,074/);
    await workbench.commandPalette('View: Toggle Primary Side Bar Visibility');
  });

  it('searches at another endpoint by a key, the arrow, and Enter', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    await page.hits.first().focus();
    await keyboard.press('e');
    await page.select('Endpoint').and(page.frame.locator(':focus')).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await workbench.page.getByRole('tab', { name: 'Search: other · access-logs' }).waitFor();
    await page.shows(/^1–10 of 1,074/);
    assert.deepEqual(lastBody(other).query, { match: { message: 'timeout' } });
  });

  it('searches for an ID of an editor from the hover on it', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'orders', Field: '', Text: '' });
    await page.shows(/^1 of 1 /);
    await workbench.commandPalette('Create: New File...');
    await workbench.quickInput.pick(/^Text File/);
    await workbench.page.getByRole('tab', { name: /Untitled-1/ }).waitFor();
    await workbench.page.keyboard.type(`paid order ${id} `);
    const asked = [engine, other].map(({ requests }) => requests.length);
    const link = workbench.page.locator('.monaco-hover:visible').getByRole('link', { name: `Search for ${id}` });
    await hoverUntil(workbench, workbench.page.locator('.view-line').getByText(id), link);
    await workbench.screenshot('search-hover');
    assert.deepEqual(
      [engine, other].map(({ requests }) => requests.length),
      asked,
    );
    const tabs = workbench.page.getByRole('tab', { name: 'Search: other · orders' });
    await link.click();
    await untilEqual(() => tabs.count(), 2);
    await searchPage(workbench).shows(/^1 of 1 /);
    assert.deepEqual(lastBody(other).query, {
      multi_match: { query: id, fields: ['*'], type: 'phrase', lenient: true },
    });
  });

  it('is told on the page that its endpoint was removed, also after a reload, and goes on at another one', async () => {
    const tab = (name: string) => workbench.page.getByRole('tab', { name, exact: false }).first();
    await chooseFromMenu(workbench, row(workbench, 'other'), 'Remove Endpoint…');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Remove' }).click();
    for (const isReloaded of [false, true]) {
      if (isReloaded) await workbench.reload();
      const page = searchPage(workbench);
      await tab('Search: Removed endpoint · orders').waitFor();
      await page.frame.getByText('This endpoint was removed.').waitFor();
      await page.select('Endpoint').locator('option', { hasText: 'logs' }).waitFor({ state: 'attached' });
      assert.equal(await page.select('Endpoint').locator('option:checked').innerText(), 'Removed endpoint');
      assert.equal(await page.frame.locator('[inert] #text').count(), 1);
      assert.equal(
        await page.frame.getByText('Results of the removed endpoint').isVisible(),
        !isReloaded,
        'after a reload there are none',
      );
      await workbench.screenshot(`search-removed${isReloaded ? '-reloaded' : ''}`);
    }
    const page = searchPage(workbench);
    await page.select('Endpoint').selectOption('logs');
    await tab('Search: logs · orders').waitFor();
    await page.search({ Index: 'access-logs' });
    await page.shows(/^(1–10|No hits)/);
  });
});
