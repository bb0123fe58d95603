/** A person follows a search: new hits come on top, unless that would move what is read. */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, row, searchPage } from './person';
import { asksForHits } from './searches';
import { untilEqual } from './waits';

describeWorkbench('a person who follows a search', (walk) => {
  let engine: SampleSearchEngine;
  let workbench: Workbench;
  let written = 0;

  before(async () => {
    engine = await walk.closes(startSearchEngine());
    engine.createIndex('live', []);
    write(60);
    workbench = await walk.open();
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await row(workbench, 'logs').click();
  });

  /** Adds so many documents, each newer than the one before. */
  function write(count: number): void {
    const start = Date.now() - 600_000;
    const levels = ['info', 'info', 'warn', 'error'];
    engine.addDocuments(
      'live',
      Array.from({ length: count }, () => {
        written += 1;
        return {
          id: `d${written}`,
          source: JSON.stringify({
            '@timestamp': new Date(start + written * 1_000).toISOString(),
            level: levels[written % levels.length],
            message: `request ${written} was handled by upstream ${written % 7}`,
          }),
        };
      }),
    );
  }

  const page = () => searchPage(workbench);
  const line = () => page().frame.getByRole('region', { name: 'Follow' });
  const top = async () => (await page().ids())[0];

  it('sees new hits on top, marked, and those before them unmoved', async () => {
    await page().search({ Index: 'live' });
    await page().shows(/^1–10 of 60/);
    await page().button('Follow').click();
    await line().getByText('Following. New hits come on top.').waitFor();
    await line().getByLabel('Look for new hits').selectOption({ label: 'Every 2 seconds' });
    write(3);
    await untilEqual(top, 'd63');
    assert.equal(await page().frame.locator('.hit.fresh').count(), 3);
    assert.deepEqual((await page().ids()).slice(0, 5), ['d63', 'd62', 'd61', 'd60', 'd59']);
    await workbench.screenshot('follow');
  });

  it('reads on while the hits hold still, and shows what came by a key', async () => {
    await page().unfold(1);
    const before = await page().ids();
    write(12);
    const waiting = line().getByRole('button', { name: '12 new hits' });
    await waiting.waitFor();
    assert.deepEqual(await page().ids(), before);
    await workbench.screenshot('follow-held');
    await page().hits.nth(0).focus();
    await workbench.page.keyboard.press('n');
    await untilEqual(top, 'd75');
    assert.equal(await page().frame.locator('.hit[data-id="d62"]').getAttribute('aria-expanded'), 'true');
    assert.match(await page().frame.locator('.hit[data-id="d62"] + .document').innerText(), /request 62/);
    await page().frame.locator('.hit[data-id="d62"] .cell').first().click();
  });

  it('follows the next search in turn', async () => {
    await page().field('Text').fill('upstream');
    await page().field('Text').press('Enter');
    await line().getByText('Following. New hits come on top.').waitFor();
    write(2);
    await untilEqual(top, 'd77');
  });

  it('finds it paused after the tab was hidden, and resumes it by a key', async () => {
    await workbench.commandPalette('File: New Untitled Text File');
    const asked = engine.requests.filter(asksForHits).length;
    await workbench.page.getByRole('tab', { name: /^Search: logs/ }).click();
    await line().getByText('Paused. The tab was hidden.').waitFor();
    assert.ok(engine.requests.filter(asksForHits).length <= asked + 1);
    await workbench.screenshot('follow-paused');
    write(1);
    await page().hits.nth(0).focus();
    await workbench.page.keyboard.press('f');
    await untilEqual(top, 'd78');
  });

  it('finds it paused where the engine fails, and stops it by a command', async () => {
    engine.faults.add({ path: /_search/, fault: { kind: 'html' } });
    await line()
      .getByText(/^Paused\. .+/)
      .waitFor();
    await workbench.screenshot('follow-failed');
    engine.faults.clear();
    await workbench.commandPalette('Proxy Scout: Follow Search');
    await line()
      .getByText(/^Following\./)
      .waitFor();
    await workbench.commandPalette('Proxy Scout: Follow Search');
    await line().waitFor({ state: 'hidden' });
    assert.equal(await top(), 'd78');
  });
});
