/** A person looks at what a search engine holds. */
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

describeWorkbench('a person who looks at what an engine holds', (walk) => {
  let engine: SampleSearchEngine;
  let spare: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    engine = await walk.closes(startSearchEngine({ documents: 12_427 }));
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
    spare = await walk.closes(startSearchEngine({ documents: 5_000 }));
    workbench = await walk.open({
      workspaceFolder: await walk.folder(),
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
  const listed = ({ requests }: Pick<SampleSearchEngine, 'requests'>): readonly string[] =>
    requests.map(({ path }) => path).filter((path) => listing.test(path));
  /** What was asked of one index, but for searches. */
  const askedOf = (index: string): readonly string[] =>
    engine.requests
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`/${index}/_`) && !path.includes('_search'));
  /** Has the other engine refuse whatever the list is made from. */
  const refuse = (status: number, type: string): void => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ error: { type, reason: 'no' }, status });
    spare.faults.add({ path: listing, fault: { kind: 'answer', status, headers, body } });
  };
  const clipboard = () => workbench.page.evaluate(() => navigator.clipboard.readText());
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

  /** In both themes, at both widths. */
  async function pictures(name: string): Promise<void> {
    await lookAway(workbench);
    for (const colorScheme of ['light', 'dark'] as const) {
      await workbench.page.emulateMedia({ colorScheme });
      await workbench.page.locator(`.monaco-workbench.${colorScheme === 'dark' ? 'vs-dark' : 'vs'}`).waitFor();
      for (const width of [250, 400]) {
        await widenSideBar(workbench, width + 48);
        await lookAway(workbench);
        await workbench.screenshot(`indices-${name}-${width}-${colorScheme}`);
      }
    }
  }

  it('sees them below their endpoint, with the health in one word, in three requests', async () => {
    assert.deepEqual(listed(engine), [], 'nothing is asked before it is unfolded');
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
      listed(engine).map((path) => path.split('?')[0]),
      ['/_resolve/index/*', '/_cat/indices', '/_cluster/health'],
    );
    assert.deepEqual(await workbench.page.locator('.codicon-zap').count(), 0);
    await pictures('first');
  });

  it('hears what they are, and reads what that means', async () => {
    await hears('half-lost', 'Index half-lost, health red');
    await hears('access-logs', 'Index access-logs, health green, 12,427 docs, 14.9 MB');
    await hears('orders', 'Index orders, health yellow, 1 doc, 268 bytes');
    await hears('logs-shop', 'Data stream logs-shop-default, health green, 42 docs, 2.84 KB');
    await tells('half-lost', /Health: red\. Not all primary shards are assigned/);
    await tells('logs-shop', /Documents: 42/, /Backing indices:\s+\.ds-logs-shop-default-2026\.11\.23-000001/);
    await tells('logs-all', /Alias of:\s+access-logs\s+products/);
    await workbench.screenshot('indices-tooltip');
    await tells('prod', /Cluster health: red\./, /Read at \d\d:\d\d:\d\d/);
  });

  it('unfolds one to its fields, in one request', async () => {
    await unfold(workbench, 'orders');
    await row(workbench, 'name.keyword').waitFor();
    await hears('name.keyword', 'Field name.keyword, keyword');
    await tells('name.keyword', /Type: keyword/, /Can be searched: yes/, /Can be sorted and aggregated: yes/);
    await fold(workbench, 'orders');
    await unfold(workbench, 'orders');
    await row(workbench, 'name.keyword').waitFor();
    assert.deepEqual(askedOf('orders'), ['/orders/_field_caps?fields=*']);
    await pictures('fields');
    await chooseFromMenu(workbench, row(workbench, 'name.keyword'), 'Copy Name');
    await untilEqual(clipboard, 'name.keyword');
    await fold(workbench, 'orders');
  });

  it('searches one by a click, in a tab of its own where somebody searches in the first', async () => {
    const tabs = workbench.page.getByRole('tab', { name: /^Search: prod/ });
    await row(workbench, 'access-logs').click();
    await searchPage(workbench).shows(/^1–10 of 10,000\+/);
    await row(workbench, 'empty').click();
    await workbench.page.getByRole('tab', { name: 'Search: prod · empty' }).waitFor();
    assert.equal(await tabs.count(), 1);
    await searchPage(workbench).search({ Index: 'access-logs', Text: 'timeout' });
    await searchPage(workbench).shows(/^1–10 of/);
    await row(workbench, 'logs-shop').click();
    await workbench.page.getByRole('tab', { name: 'Search: prod · logs-shop-default' }).waitFor();
    await searchPage(workbench).shows(/^1–10 of 42/);
    assert.equal(await tabs.count(), 2);
    await workbench.screenshot('indices-search');
  });

  it('opens the mapping and the settings as JSON', async () => {
    for (const [item, title, text] of [
      ['Open Mapping', 'access-logs mapping.json', '"ClientHost"'],
      ['Open Settings', 'access-logs settings.json', '"index.number_of_shards"'],
    ] as const) {
      await chooseFromMenu(workbench, row(workbench, 'access-logs'), item);
      await workbench.page.getByRole('tab', { name: title }).waitFor();
      await workbench.page.locator('.view-line', { hasText: text }).first().waitFor();
    }
    await workbench.screenshot('indices-settings');
  });

  it('is told where the settings may not be read', async () => {
    const body = JSON.stringify({ error: { type: 'security_exception', reason: 'no' }, status: 403 });
    const headers = { 'content-type': 'application/json' };
    engine.faults.add({ path: /_settings/, fault: { kind: 'answer', status: 403, headers, body } });
    await chooseFromMenu(workbench, row(workbench, 'orders'), 'Open Settings');
    await told(workbench, 'This user may not read the settings of orders.');
    engine.faults.clear();
  });

  it('sees hidden ones by a button that tells what it does', async () => {
    await pressHovered(workbench, pane(workbench, 'Search'), button('Show Hidden Indices'));
    await row(workbench, '.kibana_7').waitFor();
    await row(workbench, '.ds-logs-shop').waitFor();
    await hears('.kibana_7', 'Index .kibana_7, health green, 3 docs, 395 bytes, hidden');
    await pictures('hidden');
    assert.equal(listed(engine).length, 3, 'nothing is asked for that');
    await pressHovered(workbench, pane(workbench, 'Search'), button('Hide Hidden Indices'));
    await row(workbench, '.kibana_7').waitFor({ state: 'hidden' });
  });

  it('filters them by name, sees how many, and clears the filter', async () => {
    await pressHovered(workbench, pane(workbench, 'Search'), button('Filter Indices…'));
    await workbench.quickInput.shows('Filter Indices of prod');
    await workbench.quickInput.item('Show all 9').waitFor();
    await workbench.quickInput.type('logs -shop');
    await workbench.quickInput.item('Show 2 of 9').waitFor();
    await workbench.screenshot('indices-filter');
    await workbench.quickInput.accept();
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
    await pictures('filtered');
    await workbench.reload();
    await row(workbench, 'prod').filter({ hasText: '“logs -shop” · 127.0.0.1' }).waitFor();
    await unfold(workbench, 'prod');
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

  it('does without the mouse', async () => {
    const { keyboard } = workbench.page;
    await pane(workbench, 'Search').locator('.monaco-list').focus();
    await keyboard.press('Home');
    const focused = pane(workbench, 'Search').locator('.monaco-list-row.focused');
    await repeatUntil(focused.filter({ hasText: /^\s*orders/ }), () => keyboard.press('ArrowDown'), 500);
    await keyboard.press('ArrowRight');
    await row(workbench, 'name.keyword').waitFor();
    await keyboard.press('Enter');
    await workbench.page.getByRole('tab', { name: 'Search: prod · orders' }).waitFor();
    await pane(workbench, 'Search').locator('.monaco-list').focus();
    await keyboard.press('Shift+F10');
    await workbench.page.getByRole('menuitem', { name: 'Open Settings' }).waitFor();
    const items = await workbench.page.getByRole('menuitem').allInnerTexts();
    assert.deepEqual(
      items.filter((item) => /Search This|Open|Copy/.test(item)).map((item) => item.trim()),
      ['Search This', 'Open Mapping', 'Open Settings', 'Copy Name'],
    );
    await keyboard.press('Escape');
    await fold(workbench, 'orders');
  });

  it('keeps saved searches above, and asks nothing of an endpoint that VS Code unfolds because of them', async () => {
    await addEndpoint(workbench, { kind: 'search', name: 'spare', url: spare.url });
    await row(workbench, 'spare').click();
    const chosen = searchPage(workbench).select('Endpoint').locator('option:checked');
    await untilEqual(() => chosen.innerText(), 'spare');
    await searchPage(workbench).search({ Index: 'access-logs', Text: 'timeout' });
    await searchPage(workbench).shows(/^1–10 of/);
    await searchPage(workbench).button('Save Search').click();
    await answer(workbench, 'Name of the search', 'timeouts');
    await asked(workbench, 'Only shown while this workspace is open');
    await workbench.quickInput.pick('Everywhere');
    await row(workbench, 'timeouts').waitFor();
    const below = async () => {
      const all = (await texts()).map((text) => text.split(' ')[0]);
      return all.slice(all.indexOf('spare') + 1);
    };
    await untilEqual(below, ['timeouts', 'Indices']);
    // A page that is typed into may have asked for names.
    const before = listed(spare).length;
    await workbench.reload();
    await untilEqual(below, ['timeouts', 'Indices']);
    assert.deepEqual(listed(spare).slice(before), []);
    await pictures('saved');
    await rows()
      .filter({ hasText: /^\s*Indices/ })
      .last()
      .locator('.monaco-tl-twistie')
      .click();
    await untilEqual(below, [
      'timeouts',
      'Indices',
      'access-logs',
      'closed-one',
      'empty',
      'products',
      'Aliases',
      'logs-all',
    ]);
    assert.equal(listed(spare).length, before + 3);
  });

  it('is told what went wrong, keeps what there was, and tries again', async () => {
    refuse(503, 'unavailable');
    const spareRow = row(workbench, 'spare');
    await pressHovered(workbench, spareRow, spareRow.getByRole('button', { name: 'Refresh' }));
    await row(workbench, 'Server error').waitFor();
    await row(workbench, 'Aliases').waitFor();
    await spareRow.filter({ hasText: /Server error · stale since \d\d:\d\d · green/ }).waitFor();
    await pictures('failed');
    spare.faults.clear();
    const problem = row(workbench, 'Server error');
    await pressHovered(workbench, problem, problem.getByRole('button', { name: 'Retry' }));
    await problem.waitFor({ state: 'hidden' });
    await spareRow.filter({ hasText: /^\s*spare\s*green/ }).waitFor();
  });

  it('does not wait behind a row that was folded up, and is answered when it is unfolded again', async () => {
    spare.faults.add({ path: { prefix: '/_resolve' }, fault: { kind: 'hang' } });
    await workbench.reload();
    const indices = rows()
      .filter({ hasText: /^\s*Indices/ })
      .last();
    const asked = spare.nextRequest({ prefix: '/_resolve' });
    await indices.locator('.monaco-tl-twistie').click();
    const { closed } = await asked;
    await workbench.screenshot('indices-waiting');
    await fold(workbench, 'spare');
    await closed;
    spare.faults.clear();
  });

  it('sees the names while the engine takes long for the figures', async () => {
    spare.faults.add({ path: { prefix: '/_cat' }, fault: { kind: 'delay', ms: 8_000 } });
    await unfold(workbench, 'spare');
    const indices = rows()
      .filter({ hasText: /^\s*Indices/ })
      .last();
    await workbench.expand(indices);
    const logs = row(workbench, 'access-logs').last();
    await logs.filter({ hasText: /^\s*access-logs\s*$/ }).waitFor();
    await workbench.screenshot('indices-names');
    await logs.filter({ hasText: /access-logs\s*5,000 docs/ }).waitFor();
    await row(workbench, 'spare')
      .filter({ hasText: /^\s*spare\s*green/ })
      .waitFor();
    spare.faults.clear();
  });

  it('is offered to enter credentials where the engine wants others', async () => {
    refuse(401, 'security_exception');
    const spareRow = row(workbench, 'spare');
    await pressHovered(workbench, spareRow, spareRow.getByRole('button', { name: 'Refresh' }));
    const problem = row(workbench, 'Authentication required');
    await hoverUntil(workbench, problem, problem.getByRole('button', { name: 'Edit Credentials…' }));
    await problem.getByRole('button', { name: 'Retry' }).waitFor();
    await workbench.screenshot('indices-credentials');
    spare.faults.clear();
  });

  it('is not blamed for what they may not list', async () => {
    refuse(403, 'security_exception');
    const spareRow = row(workbench, 'spare');
    await pressHovered(workbench, spareRow, spareRow.getByRole('button', { name: 'Refresh' }));
    await row(workbench, 'Indices cannot be listed').waitFor();
    await spareRow.filter({ hasText: /^\s*spare\s*127/ }).waitFor();
    await pictures('refused');
    await workbench.page.getByRole('tab', { name: 'Search: prod · orders' }).click();
    await row(workbench, 'Indices cannot be listed').click();
    await workbench.page.getByRole('tab', { name: 'Search: spare', selected: true }).waitFor();
  });
});
