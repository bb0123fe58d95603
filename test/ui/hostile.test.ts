/**
 * Servers write what they like. Hovered, opened, copied, nothing of it is run, rendered or fetched: every address in the
 * texts leads to a server of ours at which nothing may ever arrive.
 */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import { hostileTexts } from '../servers/traefik/hostile';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, asked, chooseFromMenu, fold, hoverUntil, pressHovered, row, searchPage, unfold } from './person';
import { pause } from './waits';

describeWorkbench('Hostile text', (fixtures) => {
  /** How long VS Code waits before it draws a hover, in milliseconds. */
  const hoverDelay = 100;
  let beacon: RunningServer;
  let traefik: RunningTraefik;
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    beacon = await fixtures.closes(listen(() => ({ status: 200, headers: { 'content-type': 'image/png' }, body: '' })));
    traefik = await fixtures.closes(startTraefik({ hostile: { beacon: beacon.url } }));
    engine = await fixtures.closes(startSearchEngine());
    engine.addDocuments(
      'empty',
      hostileTexts(beacon.url).map((text, at) => ({
        id: at === 0 ? `$(alert) [x](command:a) ${text}` : `hostile-${at}`,
        source: JSON.stringify({ word: `needle ${text}`, [text]: text }),
      })),
    );
    workbench = await fixtures.open({ settings: { 'workbench.hover.delay': hoverDelay } });
  });

  /** Addresses that the browser asked for and that are neither VS Code's own nor data. */
  const strangers = (): string[] =>
    workbench.requests.filter(
      (url) => !url.startsWith(workbench.url) && !/^(data|blob):|\.vscode-resource\.vscode-cdn\.net\//.test(url),
    );
  const nothingLeft = (): void => {
    assert.deepEqual(
      beacon.requests.map(({ path }) => path),
      [],
    );
    assert.deepEqual(strangers(), []);
  };

  /** Hovers a row and waits for the tooltip that VS Code draws. */
  async function hover(rows: ReturnType<Workbench['treeRows']>, index: number): Promise<void> {
    const tooltip = workbench.page.locator('.monaco-hover:visible');
    await hoverUntil(workbench, rows.nth(index).locator('.monaco-icon-label'), tooltip);
    const drawn = tooltip.locator('img, a, .codicon:not(.codicon-loading)');
    assert.deepEqual(await drawn.evaluateAll((elements) => elements.map((element) => element.outerHTML)), []);
  }

  it('in the name of an endpoint is text in a quick pick, hovered, and in a notification', async () => {
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await addEndpoint(workbench, { kind: 'proxy', name: `![x](${beacon.url}/name) $(alert)`, url: traefik.url });
    await workbench.commandPalette('Proxy Scout: Edit Endpoint…');
    await asked(workbench, '![x]');
    await workbench.quickInput.widget.locator('.monaco-list-row').filter({ hasText: '![x]' }).hover();
    await pause(
      workbench.page,
      3 * hoverDelay,
      'a name that is short has no hover, and none that draws it should come',
    );
    await workbench.screenshot('hostile-quick-pick');
    assert.equal(await workbench.quickInput.widget.locator('img, a[href^="http"], .codicon-alert').count(), 0);
    await workbench.quickInput.pick(/!\[x\]/);
    await asked(workbench, 'Custom headers: None');
    assert.equal(await workbench.quickInput.widget.locator('img, a[href^="http"], .codicon-alert').count(), 0);
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await chooseFromMenu(workbench, row(workbench, '![x]'), 'Test Connection');
    const notification = workbench.notification('Traefik dev');
    await notification.waitFor();
    assert.equal(await notification.locator('.notification-list-item-message').locator('a, img, .codicon').count(), 0);
    nothingLeft();
  });

  it('in the rows of a proxy is a line of text, hovered, and text in a document', async () => {
    const hovers = 6;
    await unfold(workbench, '![x]', 'HTTP', 'Routers');
    const items = workbench.page.locator('[role="treeitem"][aria-level="4"]');
    // Every text comes twice in a row, the second time as Traefik would qualify it.
    await items.nth(2 * hovers - 1).waitFor();
    await workbench.screenshot('hostile-http-routers');
    for (let text = 0; text < hovers; text += 1) await hover(items, 2 * text + (text % 2));
    const labels = items.locator('.label-name, .label-description');
    assert.ok((await labels.count()) >= hovers);
    assert.equal(await labels.locator('.codicon, img, a').count(), 0);
    await items.first().click();
    await workbench.page.locator('.editor-instance .view-line').first().waitFor();
    nothingLeft();
    for (const start of ['Routers', 'HTTP']) await fold(workbench, start);
    await unfold(workbench, 'TCP', 'Services');
    await items.first().waitFor();
    await hover(items, 0);
    await fold(workbench, '![x]');
    nothingLeft();
  });

  it('in a search result is text: in rows, unfolded, as a filter, and in the titles of its documents', async () => {
    await row(workbench, 'logs').click();
    const page = searchPage(workbench);
    await page.search({ Index: 'empty', Field: 'word', Text: 'needle', Size: '50' });
    await page.hits.first().waitFor();
    for (let at = 0; at < Math.min(8, await page.hits.count()); at += 1) await page.unfold(at);
    await workbench.screenshot('hostile-search');
    assert.equal(await page.frame.locator('.results img, .results a, .results script, .results iframe').count(), 0);
    const heights = await page.hits.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    assert.equal(new Set(heights.map(Math.round)).size, 1, String(heights));
    assert.equal(
      await page.frame
        .locator('.hit .name')
        .filter({ hasText: /[\u202a-\u202e\u2066-\u2069]/ })
        .count(),
      0,
    );
    const odd = async () => {
      await page.frame.locator('body[aria-busy="false"] .hit[data-id^="$(alert)"]').waitFor();
      return page.unfold((await page.ids()).findIndex((id) => id.startsWith('$(alert)')));
    };
    const document = await odd();
    await document.getByRole('button', { name: 'Select for Compare' }).click();
    await document.getByRole('button', { name: 'Compare with Selected' }).click();
    const tab = workbench.page.getByRole('tab', { name: / ↔ / });
    await tab.waitFor();
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    assert.equal(await tab.locator('.codicon-alert, img, a[href^="command"]').count(), 0);
    await workbench.screenshot('hostile-search-compare');
    await workbench.commandPalette('View: Close Editor');
    await page.hits.first().waitFor();
    await (await odd()).getByRole('button', { name: 'Open as JSON' }).click();
    await workbench.page.getByRole('tab', { name: /^\$❨alert❩.*\.json/ }).waitFor();
    await workbench.commandPalette('View: Close Editor');
    await page.hits.first().waitFor();
    const again = await odd();
    const filterOut = again.getByRole('button', { name: 'Filter Out' });
    await pressHovered(workbench, again.locator('.node').nth(1), filterOut);
    await page.frame.locator('.chip').waitFor();
    await workbench.screenshot('hostile-search-filter');
    nothingLeft();
  });

  it('in a failure is text', async () => {
    const text = hostileTexts(beacon.url).join(' ');
    engine.faults.add({
      path: { prefix: '/empty/' },
      fault: {
        kind: 'answer',
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ error: { type: 'parsing_exception', reason: text, root_cause: [] }, status: 400 }),
      },
    });
    traefik.faults.add({ path: { prefix: '/api/' }, fault: { kind: 'answer', status: 500, body: text } });
    await row(workbench, 'logs').click();
    const page = searchPage(workbench);
    await page.search({ Index: 'empty' });
    await page.frame.getByText('Invalid query.').waitFor();
    assert.equal(await page.frame.locator('.failure img, .failure a, .failure script').count(), 0);
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await unfold(workbench, '![x]');
    const problem = workbench.treeRows(/^\s*Server error/);
    await problem.first().waitFor();
    await hover(problem, 0);
    await workbench.screenshot('hostile-failure');
    nothingLeft();
  });
});
