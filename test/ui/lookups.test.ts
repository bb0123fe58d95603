/**
 * Nine look-ups in logs, counted in clicks, picks, keys, and fields; the Enter that accepts a field is no step of its own. A
 * look-up that takes more than it does now fails. The tenth, which router served a line, is in accessLogs.test.ts.
 */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { type CountingHands, countingHands } from './hands';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, asked, chooseFromMenu, row, searchPage } from './person';
import { untilEqual } from './waits';

describeWorkbench('a person who looks things up', (walk) => {
  let engine: SampleSearchEngine;
  let workbench: Workbench;
  let hands: CountingHands;

  before(async () => {
    engine = await walk.closes(startSearchEngine());
    workbench = await walk.open();
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await row(workbench, 'logs').click();
    await page().search({ Index: 'access-logs' });
    await page().shows(/^1–10 of/);
    await workbench.commandPalette('View: Close All Editors');
  });
  /** Each begins at a page that shows the newest lines of the index that was searched last. */
  beforeEach(async () => {
    await workbench.commandPalette('Proxy Scout: Search in New Tab');
    await untilEqual(() => page().hits.count(), 0);
    await page().knowsEndpoints();
    await untilEqual(() => page().field('Index').inputValue(), 'access-logs');
    await page().field('Text').press('Enter');
    await page().shows(/^1–10 of 10,000\+/);
    hands = countingHands(workbench);
  });
  // Otherwise the page of another tab could be taken for the new one.
  afterEach(async () => {
    await workbench.commandPalette('View: Close All Editors');
    await workbench.page.locator('.editor-instance, iframe.webview').first().waitFor({ state: 'detached' });
  });

  const page = () => searchPage(workbench);
  const beside = () => page().frame.getByRole('complementary', { name: 'Fields' });
  /** The look-up is done in so many steps. */
  const took = (steps: number): void => assert.equal(hands.steps.length, steps, hands.steps.join(', '));

  async function query(text: string): Promise<void> {
    await page().select('Query type').selectOption({ label: 'Query string' });
    await page().field('Text').fill(text);
    await page().field('Text').press('Enter');
    hands.did('choose Query string', `type ${text}`);
  }
  /** Presses a key of the page, while the focus is on a hit. */
  async function key(name: string): Promise<void> {
    await page().hits.first().focus();
    await workbench.page.keyboard.press(name);
    hands.did(`press ${name}`);
  }
  async function choose(what: Locator, item: string): Promise<void> {
    await chooseFromMenu(workbench, what, item);
    hands.did('right-click', `choose ${item}`);
  }
  const field = (name: string) => beside().getByRole('button', { name: new RegExp(`^${name}\\b`) });

  it('sees the newest errors of a service in 2', async () => {
    await query('ServiceName:"api-v2@file" AND DownstreamStatus:[500 TO 599]');
    await page().shows(/^1–10 of [\d,]+ /);
    assert.equal(await page().frame.locator('[aria-sort="descending"]').count(), 1);
    took(2);
  });

  it('finds an order id from code in 1', async () => {
    await workbench.commandPalette('File: New Untitled Text File');
    await workbench.page.locator('.editor-instance .view-lines').click();
    await workbench.page.keyboard.type('api/v2/orders/4224');
    await workbench.page.keyboard.press('Control+a');
    await hands.command('Search for Selection');
    await page().shows(/^1–\d+ of|^1 of/);
    took(1);
    await workbench.commandPalette('View: Close Editor');
    await workbench.commandPalette('View: Revert and Close Editor');
  });

  it('sees the time with most 502s in 2', async () => {
    await query('DownstreamStatus:502');
    await page()
      .frame.locator('.time-bar:not(.previous) .caption')
      .filter({ hasText: /per bar, at most \d+ hits/ })
      .waitFor();
    took(2);
  });

  it('sees the top paths of 404 in 3', async () => {
    await query('DownstreamStatus:404');
    await page().shows(/^1–10 of [\d,]+ /);
    await hands.click(field('RequestPath'));
    const values = beside().getByRole('list', { name: 'Top values of RequestPath' }).getByRole('listitem');
    await untilEqual(async () => (await values.count()) >= 5, true);
    took(3);
  });

  it('sees what came before an error in 2', async () => {
    await choose(page().frame.locator('.hit[data-row="3"] .cell.time'), 'Show Surrounding Hits');
    await page().shows(/newer, \d+\+? older/);
    took(2);
  });

  it('follows one host in 3', async () => {
    await hands.click(field('RequestHost'));
    const values = beside().getByRole('list', { name: 'Top values of RequestHost' });
    const first = values.getByRole('listitem').first();
    await first.hover();
    await hands.click(first.getByRole('button', { name: /^Filter For / }));
    await page().frame.locator('.chip', { hasText: 'RequestHost' }).waitFor();
    await page().shows(/^1–10 of/);
    await key('f');
    await page().frame.getByText('Following. New hits come on top.').waitFor();
    took(3);
  });

  it("sees a field's values in 1", async () => {
    await hands.click(field('RequestMethod'));
    await beside().getByRole('list', { name: 'Top values of RequestMethod' }).waitFor();
    took(1);
  });

  it("reads an index's mapping in 3", async () => {
    await hands.click(row(workbench, 'logs').locator('.monaco-tl-twistie'), row(workbench, 'access-logs'));
    await hands.menu(row(workbench, 'access-logs'), 'Open Mapping');
    await workbench.page.getByRole('tab', { name: 'access-logs mapping.json' }).waitFor();
    took(3);
  });

  it('exports three columns in 7', async () => {
    await hands.click(page().button('Columns'));
    for (const name of ['RequestHost', 'RequestPath', 'DownstreamStatus']) {
      const box = page().frame.getByRole('checkbox', { name: new RegExp(`^${name}\\b`) });
      await hands.click(box);
    }
    await workbench.page.keyboard.press('Escape');
    await hands.click(page().button('Export Hits'));
    await asked(workbench, 'Other number…');
    await hands.pick('This page (10 hits)');
    await hands.pick('CSV');
    await workbench.quickInput.item('..').waitFor();
    took(7);
    await workbench.page.keyboard.press('Escape');
  });
});
