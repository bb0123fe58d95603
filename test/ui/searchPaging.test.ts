/** A person pages through results that are deeper than the engine's window, odd, or not whole. */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, asked, chooseFromMenu, openProxyScout, row, searchPage } from './person';
import { asksForHits } from './searches';
import { untilEqual } from './waits';
import type { VSCodeWindow } from './window';

describeWorkbench('a person who pages deep', (walk) => {
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    engine = await walk.closes(startSearchEngine());
    workbench = await walk.open();
    await addEndpoint(workbench, { kind: 'search', name: 'prod', url: engine.url });
    await row(workbench, 'prod').click();
  });

  async function goTo(where: string, window: VSCodeWindow = workbench): Promise<void> {
    const input = searchPage(window).field('Go to');
    await input.fill(where);
    await input.press('Enter');
  }
  const everything = async (index: string, window: VSCodeWindow = workbench): Promise<void> => {
    const page = searchPage(window);
    await page.knowsEndpoints();
    await page.field('Index').fill(index);
    await page.button('Search').click();
  };

  it('counts exactly only when asked to', async () => {
    const page = searchPage(workbench);
    await everything('access-logs');
    await page.shows(/^1–10 of 10,000\+/);
    await page.button('Count').click();
    await page.shows(/^1–10 of 25,000 /);
    await page.button('Count').waitFor({ state: 'hidden' });
  });

  it('goes over the window there and back, with the same hits', async () => {
    const page = searchPage(workbench);
    await goTo('#9981');
    await page.shows(/^9,981–9,990 of/);
    const before = await page.ids();
    await page.button('Next').click();
    await page.shows(/^9,991–10,000 of/);
    await page.button('Next').click();
    await page.shows(/^10,001–10,010 of/);
    await page.frame.locator('.bar.notes').getByText(/order/).waitFor();
    await workbench.screenshot('search-deep');
    const over = await page.ids();
    assert.equal(new Set([...before, ...over]).size, 20);
    await page.button('Next').click();
    await page.shows(/^10,011–10,020 of/);
    engine.addDocuments('access-logs', [{ id: 'late', source: '{"message":"late"}' }]);
    for (const range of [/^10,001–10,010 of/, /^9,991–10,000 of/, /^9,981–9,990 of/]) {
      await page.button('Previous').click();
      await page.shows(range);
      if (range.source.startsWith('^10,001')) assert.deepEqual(await page.ids(), over);
    }
    assert.deepEqual(await page.ids(), before);
  });

  it('jumps far behind the window, and closes its point in time with the next search', async () => {
    const page = searchPage(workbench);
    await goTo('#24991');
    await page.shows(/^24,991–25,000 of/);
    assert.equal((await page.ids()).length, 10);
    assert.equal(engine.openPits(), 1);
    await everything('products');
    await page.shows(/^1–10 of 62/);
    await untilEqual(() => engine.openPits(), 0);
  });

  it('is asked for a page by a command, and told where the result ends', async () => {
    const page = searchPage(workbench);
    await page.frame.locator('body').click({ position: { x: 5, y: 5 } });
    await workbench.commandPalette('Proxy Scout: Go to Page…');
    await workbench.quickInput.shows('Page number');
    await workbench.quickInput.type('8');
    await workbench.quickInput.message.filter({ hasText: 'The last hit is 62, on page 7.' }).waitFor();
    await workbench.screenshot('search-go-to');
    await workbench.quickInput.type('#62');
    await workbench.quickInput.accept();
    await page.shows(/^62 of 62/);
  });

  it('goes as many pages further as Next is pressed', async () => {
    const page = searchPage(workbench);
    await everything('access-logs');
    await page.shows(/^1–10 of 10,000\+/);
    await page.button('Next').click({ clickCount: 3, delay: 10 });
    await page.shows(/^31–40 of/);
  });

  it('reads documents with hundreds of fields, long texts and odd names', async () => {
    const page = searchPage(workbench);
    await page.select('Hits per page').selectOption('100');
    await everything('products');
    await page.shows(/^1–62 of 62/);
    await workbench.screenshot('search-odd');
    for (const [sku, text] of [
      ['SKU-0021', 'dense_299'],
      ['SKU-0020', 'Lorem ipsum'],
      ['SKU-0022', '__proto__'],
      ['SKU-0013', '9223372036854775807'],
      ['SKU-0023', '123456789012345678901234567890'],
    ] as const) {
      const at = (await page.ids()).indexOf(String(Number(sku.slice(4))));
      const document = await page.unfold(at);
      await document.getByText(text).first().waitFor();
      if (sku === 'SKU-0020') {
        await document.scrollIntoViewIfNeeded();
        await workbench.screenshot('search-long');
      }
      await page.hits.nth(at).locator('.cell').first().click();
    }
  });

  it('sees at once that an answer is not whole, and why', async () => {
    const page = searchPage(workbench);
    const partial = engine.faults.add({
      path: { prefix: '/access-logs/_search' },
      fault: {
        kind: 'answer',
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          took: 5,
          timed_out: true,
          _shards: {
            total: 3,
            successful: 2,
            failed: 1,
            failures: [{ shard: 0, index: 'access-logs', reason: { type: 'x', reason: 'field data is too large' } }],
          },
          hits: { total: { value: 1, relation: 'eq' }, hits: [{ _index: 'access-logs', _id: 'only', _source: {} }] },
        }),
      },
    });
    await everything('access-logs');
    await page.frame.locator('.bar.partial').getByText('Partial results').waitFor();
    await page.frame.locator('.bar.partial').getByText('field data is too large').waitFor();
    await workbench.screenshot('search-partial');
    partial.remove();
  });

  it('gives back its points in time when its window is reloaded, and finds its page again', async () => {
    await everything('access-logs');
    await searchPage(workbench).shows(/^1–100 of 10,000\+/);
    await goTo('#12001');
    await searchPage(workbench).shows(/^12,001–12,100 of/);
    const before = await searchPage(workbench).ids();
    assert.equal(engine.openPits(), 1);
    await workbench.reload();
    await searchPage(workbench).shows(/^12,001–12,100 of/);
    assert.deepEqual(await searchPage(workbench).ids(), before);
    await untilEqual(() => engine.openPits(), 1);
  });

  it('shows two windows their own pages', async () => {
    await everything('access-logs');
    await searchPage(workbench).shows(/^1–100 of 10,000\+/);
    const second = await workbench.openSecondWindow();
    await openProxyScout(second);
    // In this host each window has its own secrets.
    await addEndpoint(second, { kind: 'search', name: 'second', url: engine.url });
    await row(second, 'second').click();
    await searchPage(second).field('Index').waitFor();
    await everything('products', second);
    await searchPage(second).shows(/^1–10 of 62/);
    await searchPage(second).button('Next').click();
    await searchPage(second).shows(/^11–20 of 62/);
    await searchPage(workbench).button('Next').click();
    await searchPage(workbench).shows(/^101–200 of 10,000\+/);
    await second.page.close();
  });

  it('goes on where the endpoint is now, when its name and address are changed while its search is open', async () => {
    const page = searchPage(workbench);
    const moved = await startSearchEngine();
    try {
      await everything('access-logs');
      await page.shows(/^1–100 of 10,000\+/);
      await chooseFromMenu(workbench, row(workbench, 'prod'), 'Rename Endpoint…');
      await asked(workbench, 'Name of the endpoint');
      await workbench.quickInput.type('stage');
      await workbench.quickInput.accept();
      await workbench.page.getByRole('tab', { name: 'Search: stage · access-logs' }).waitFor();
      await chooseFromMenu(workbench, row(workbench, 'stage'), 'Edit Endpoint…');
      await workbench.quickInput.pick(/^\s*URL:/);
      await asked(workbench, 'URL of the');
      await workbench.quickInput.type(moved.url);
      await workbench.quickInput.accept();
      await workbench.quickInput.item(/Credentials/).waitFor();
      await workbench.page.keyboard.press('Escape');
      const arriving = moved.nextRequest(/access-logs\/_search/, asksForHits);
      await page.button('Next').click();
      await arriving;
      await page.shows(/^101–200 of 10,000\+/);
    } finally {
      await moved.close();
    }
  });

  it('is told so when the endpoint is removed while its search is open', async () => {
    const page = searchPage(workbench);
    await chooseFromMenu(workbench, row(workbench, 'stage'), 'Remove Endpoint…');
    await workbench.page.getByRole('button', { name: 'Remove', exact: true }).click();
    await workbench.page.getByRole('tab', { name: /Search: Removed endpoint/ }).waitFor();
    await page.frame.getByText('This endpoint was removed.').waitFor();
    await page.frame.getByText('Results of the removed endpoint').waitFor();
    assert.equal((await page.ids()).length, 100);
  });
});
