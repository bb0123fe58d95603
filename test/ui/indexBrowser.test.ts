/** What a search engine holds, as rows of the Search view. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  answer,
  asked,
  chooseFromMenu,
  fold,
  foldView,
  hoverUntil,
  lookAway,
  pane,
  pressHovered,
  row,
  searchPage,
  told,
  unfold,
  widenSideBar,
} from './person';
import { repeatUntil, untilEqual } from './waits';

/** What the list is made from. */
const listing = /^\/_(?:resolve|cat|cluster|field_caps)/;
/** Names that want to be more than text. */
const hostile = '$(zap) <b>x</b> [y](command:proxyScout.showLog)';

describeWorkbench('Search view', (fixtures) => {
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    engine = await fixtures.closes(startSearchEngine({ documents: 12_427 }));
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        id: String(at),
        source: `{"@timestamp":"2026-11-24T10:${String(at % 60).padStart(2, '0')}:00Z","message":"line ${at}"}`,
      }));
    engine.createIndex('.kibana_7', lines(3));
    engine.createIndex('.ds-logs-shop-default-2026.11.23-000001', lines(40), { stream: 'logs-shop-default' });
    engine.createIndex('.ds-logs-shop-default-2026.11.24-000002', lines(2), { stream: 'logs-shop-default' });
    engine.createIndex(hostile, lines(1));
    engine.createIndex('orders', [{ id: '1', source: '{"name":"chair","price":12.5,"sold":true}' }], {
      replicas: 1,
    });
    engine.createIndex('half-lost', [], { unassigned: true, shards: 2 });
    workbench = await fixtures.open({
      workspaceFolder: await fixtures.folder(),
      settings: { 'window.autoDetectColorScheme': true },
    });
    await widenSideBar(workbench, 400);
    await foldView(workbench, 'Proxies');
    await addEndpoint(workbench, { kind: 'search', name: 'prod', url: engine.url });
  });

  const rows = (): Locator => pane(workbench, 'Search').getByRole('treeitem');
  /** What the rows say: label and description. */
  const texts = (): Promise<readonly string[]> =>
    rows().evaluateAll((all) =>
      all.map((one) =>
        ['.label-name', '.label-description']
          .map((part) => one.querySelector(part)?.textContent ?? '')
          .join(' ')
          .trim(),
      ),
    );

  /** What was asked for the list. */
  const listed = (): readonly string[] => engine.requests.map(({ path }) => path).filter((path) => listing.test(path));
  /** What was asked of one index, but for searches. */
  const askedOf = (index: string): readonly string[] =>
    engine.requests
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`/${index}/_`) && !path.includes('_search'));
  /** Has the engine refuse whatever the list is made from. */
  const refuse = (status: number, type: string): void => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ error: { type, reason: 'no' }, status });
    engine.faults.add({ path: listing, fault: { kind: 'answer', status, headers, body } });
  };
  const button = (name: string): Locator => pane(workbench, 'Search').getByRole('button', { name });
  async function hears(start: string, label: string): Promise<void> {
    await untilEqual(() => row(workbench, start).getAttribute('aria-label'), label);
  }
  async function tells(start: string, ...lines: readonly [RegExp, ...RegExp[]]): Promise<void> {
    const tooltip = workbench.page.locator('.monaco-hover:visible').first();
    await hoverUntil(workbench, row(workbench, start), tooltip.filter({ hasText: lines[0] }));
    const text = await tooltip.innerText();
    for (const line of lines) assert.match(text, line);
  }

  it('lists what an endpoint holds below it in three requests once it is added, with the health in one word', async () => {
    await unfold(workbench, 'prod');
    await untilEqual(
      async () => (await texts()).map((text) => text.replace(/:\d+$/, '')),
      [
        'prod red · 127.0.0.1',
        'Indices 7',
        `${hostile} 1 doc · 283 bytes`,
        'access-logs 12,427 docs · 14.9 MB',
        'closed-one closed',
        'empty 0 docs · 227 bytes',
        'half-lost red',
        'orders 1 doc · 268 bytes · yellow',
        'products 62 docs · 80.5 KB',
        'Data Streams 1',
        'logs-shop-default 42 docs · 2.84 KB',
        'Aliases 1',
        'logs-all 2 indices',
      ],
    );
    assert.deepEqual(
      listed().map((path) => path.split('?')[0]),
      ['/_resolve/index/*', '/_cat/indices', '/_cluster/health'],
    );
    assert.deepEqual(await workbench.page.locator('.codicon-zap').count(), 0);
    await hears('half-lost', 'Index half-lost, health red');
    await hears('logs-shop', 'Data stream logs-shop-default, health green, 42 docs, 2.84 KB');
    await tells('logs-all', /Alias of:\s+access-logs\s+products/);
    await workbench.screenshot('indices-tooltip');
    await tells('prod', /Cluster health: red\./, /Read at \d\d:\d\d:\d\d/);
    await lookAway(workbench);
    for (const colorScheme of ['light', 'dark'] as const) {
      await workbench.page.emulateMedia({ colorScheme });
      await workbench.page.locator(`.monaco-workbench.${colorScheme === 'dark' ? 'vs-dark' : 'vs'}`).waitFor();
      await workbench.screenshot(`indices-${colorScheme}`);
    }
  });

  it('unfolds an index to its fields in one request, and searches it, by the keyboard alone', async () => {
    const { keyboard } = workbench.page;
    await pane(workbench, 'Search').locator('.monaco-list').focus();
    await keyboard.press('Home');
    const focused = pane(workbench, 'Search').locator('.monaco-list-row.focused');
    for (let at = 0; at < 7; at += 1) await keyboard.press('ArrowDown');
    await focused.filter({ hasText: /^\s*orders/ }).waitFor();
    await keyboard.press('ArrowRight');
    await row(workbench, 'name.keyword').waitFor();
    await hears('name.keyword', 'Field name.keyword, keyword');
    await keyboard.press('Enter');
    await workbench.page.getByRole('tab', { name: 'orders' }).waitFor();
    // The page takes the focus when it is drawn, and the menu goes; nothing tells when it has.
    await untilEqual(async () => {
      await repeatUntil(workbench.page.getByRole('menuitem', { name: 'Open Settings' }), async () => {
        await pane(workbench, 'Search').locator('.monaco-list').focus();
        await keyboard.press('Shift+F10');
      });
      const items = await workbench.page.getByRole('menuitem').allInnerTexts();
      return items.filter((item) => /Search…|Open|Copy/.test(item)).map((item) => item.trim());
    }, ['Search…', 'Open Mapping', 'Open Settings', 'Copy Name']);
    await keyboard.press('Escape');
    await fold(workbench, 'orders');
    await unfold(workbench, 'orders');
    await chooseFromMenu(workbench, row(workbench, 'name.keyword'), 'Copy Name');
    await untilEqual(() => workbench.page.evaluate(() => navigator.clipboard.readText()), 'name.keyword');
    assert.deepEqual(askedOf('orders'), ['/orders/_field_caps?fields=*']);
    await fold(workbench, 'orders');
  });

  it('searches by a click, in a tab of its own where words stand in the first', async () => {
    const tabs = workbench.page.getByRole('tab', { name: /^(?:orders|access-logs|logs-shop-default)/ });
    await row(workbench, 'access-logs').click();
    await searchPage(workbench).shows(/^1–10 of 12,427/);
    assert.equal(await tabs.count(), 1);
    await searchPage(workbench).search({ Text: 'timeout' });
    await searchPage(workbench).shows(/^1–10 of [\d,]+$/);
    await row(workbench, 'logs-shop').click();
    await workbench.page.getByRole('tab', { name: 'logs-shop-default' }).waitFor();
    await searchPage(workbench).shows(/^1–10 of 42/);
    assert.equal(await tabs.count(), 2);
    await workbench.screenshot('indices-search');
  });

  it('opens the settings of an index as JSON, or says that they may not be read', async () => {
    await chooseFromMenu(workbench, row(workbench, 'access-logs'), 'Open Settings');
    await workbench.page.getByRole('tab', { name: 'access-logs settings.json' }).waitFor();
    await workbench.page.locator('.view-line', { hasText: '"index.number_of_shards"' }).first().waitFor();
    await workbench.screenshot('indices-settings');
    const body = JSON.stringify({ error: { type: 'security_exception', reason: 'no' }, status: 403 });
    const headers = { 'content-type': 'application/json' };
    engine.faults.add({ path: /_settings/, fault: { kind: 'answer', status: 403, headers, body } });
    await chooseFromMenu(workbench, row(workbench, 'orders'), 'Open Settings');
    await told(workbench, 'This user may not read the settings of orders.');
    engine.faults.clear();
  });

  it('shows hidden indices by a button, and hides them by the same one', async () => {
    await pressHovered(workbench, pane(workbench, 'Search'), button('Toggle Hidden Indices'));
    await row(workbench, '.ds-logs-shop').waitFor();
    await hears('.kibana_7', 'Index .kibana_7, health green, 3 docs, 395 bytes, hidden');
    assert.equal(listed().length, 3, 'nothing is asked for that');
    await pressHovered(workbench, pane(workbench, 'Search'), button('Toggle Hidden Indices'));
    await row(workbench, '.kibana_7').waitFor({ state: 'hidden' });
  });

  it('keeps what there was where a refresh fails, says why, and tries again by a button', async () => {
    refuse(503, 'unavailable');
    const prod = row(workbench, 'prod');
    const refresh = () => pressHovered(workbench, prod, prod.getByRole('button', { name: 'Refresh' }));
    const problem = row(workbench, 'Server error');
    await repeatUntil(problem, refresh);
    await row(workbench, 'Aliases').waitFor();
    await prod.filter({ hasText: /Server error · stale since \d\d:\d\d · red/ }).waitFor();
    await workbench.screenshot('indices-failed');
    engine.faults.clear();
    await pressHovered(workbench, problem, problem.getByRole('button', { name: 'Refresh' }));
    await problem.waitFor({ state: 'hidden' });
    await prod.filter({ hasText: /^\s*prod\s*red/ }).waitFor();
    refuse(401, 'security_exception');
    const refused = row(workbench, 'Authentication required');
    await repeatUntil(refused, refresh);
    await hoverUntil(workbench, refused, refused.getByRole('button', { name: 'Edit Credentials…' }));
    await workbench.screenshot('indices-credentials');
    engine.faults.clear();
    // A user who may list nothing can still search.
    refuse(403, 'security_exception');
    const unlisted = row(workbench, 'Indices cannot be listed');
    await repeatUntil(unlisted, refresh);
    await prod.filter({ hasText: /^\s*prod\s*127/ }).waitFor();
    await unlisted.click();
    await workbench.page
      .getByRole('tab', { name: /^(?:orders|access-logs|logs-shop-default)/, selected: true })
      .waitFor();
    engine.faults.clear();
    await repeatUntil(row(workbench, 'Aliases'), refresh);
  });

  it('filters indices by name, and says before Enter how many are left', async () => {
    const { quickInput } = workbench;
    await pressHovered(workbench, pane(workbench, 'Search'), button('Filter Indices…'));
    await quickInput.shows('Filter Indices of prod');
    await quickInput.item('Show all 9').waitFor();
    await quickInput.type('logs -shop');
    await quickInput.item('Show 2 of 9').waitFor();
    await workbench.screenshot('indices-filter');
    await quickInput.accept();
    await untilEqual(
      async () => (await texts()).map((text) => text.replace(/ · red.*$/, '')),
      [
        'prod “logs -shop”: 2 of 9',
        'Indices 1',
        'access-logs 12,427 docs · 14.9 MB',
        'Aliases 1',
        'logs-all 2 indices',
      ],
    );
  });

  it('keeps the filter, and saved searches above the indices, over a reload, for which nothing is asked', async () => {
    await searchPage(workbench).more('Save Search…');
    await answer(workbench, 'Name of the search', 'shop');
    await asked(workbench, 'Only shown while this workspace is open');
    await workbench.quickInput.pick('Everywhere');
    await row(workbench, 'shop').waitFor();
    await workbench.commandPalette('View: Close All Editors');
    const before = listed().length;
    await workbench.reload();
    await row(workbench, 'prod').filter({ hasText: '“logs -shop” · 127.0.0.1' }).waitFor();
    await untilEqual(async () => (await texts()).map((text) => text.split(' ')[0]), ['prod', 'shop', 'Indices']);
    assert.deepEqual(listed().slice(before), []);

    engine.faults.add({ path: { prefix: '/_resolve' }, fault: { kind: 'hang' } });
    const arriving = engine.nextRequest({ prefix: '/_resolve' });
    await row(workbench, 'Indices').locator('.monaco-tl-twistie').click();
    const { closed } = await arriving;
    await workbench.screenshot('indices-waiting');
    // Nobody waits behind a row that is folded up, and the next one who unfolds it is answered.
    await fold(workbench, 'prod');
    await closed;
    engine.faults.clear();
    await unfold(workbench, 'prod', 'Indices');
    await row(workbench, 'access-logs').waitFor();
    await row(workbench, 'prod').filter({ hasText: '“logs -shop”: 2 of 9 · red' }).waitFor();
    await chooseFromMenu(workbench, row(workbench, 'prod'), 'Filter Indices…');
    await workbench.quickInput.item('Show 2 of 9').waitFor();
    await workbench.quickInput.type('nothing');
    await workbench.quickInput.item('Show 0 of 9').waitFor();
    await workbench.quickInput.accept();
    await row(workbench, 'No matches').waitFor();
    await pressHovered(
      workbench,
      row(workbench, 'prod'),
      row(workbench, 'prod').getByRole('button', { name: 'Clear Filter' }),
    );
    await row(workbench, 'Data Streams').waitFor();
  });
});
