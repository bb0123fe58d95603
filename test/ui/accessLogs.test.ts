/** Access logs: from a router to its lines, from a line to its router, and the last hour of a router in its document. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { recentLines } from '../unit/core/accessLogs/recentLines';
import { documentLens as lens, documentLine as line } from './editing';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  answer,
  asked,
  bring,
  chooseFromMenu,
  fold,
  foldView,
  row,
  scrollToTop,
  searchPage,
  told,
  unfold,
  widenSideBar,
} from './person';
import { asksForHits } from './searches';
import { until } from './waits';

/** A window in which no router is out of sight. */
const tall = { width: 1500, height: 1500 };

/** An index name may hold what VS Code takes for an icon or a link elsewhere. */
const oddIndex = 'traefik-$(flame)-[x](command:workbench.action.quit)';

/** A line without a router: Traefik found none for it. */
const unrouted = {
  ClientAddr: '203.0.113.7:52427',
  ClientHost: '203.0.113.7',
  DownstreamStatus: 404,
  Duration: 80_758,
  RequestAddr: 'shop.example.test:8000',
  RequestHost: 'shop.example.test',
  RequestMethod: 'GET',
  RequestPath: '/nowhere?token=REDACTED',
  RequestPort: '8000',
  RequestScheme: 'https',
  entryPointName: 'web',
};

describeWorkbench('Access logs:', (fixtures) => {
  let traefik: RunningTraefik;
  let other: RunningTraefik;
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    traefik = await fixtures.closes(startTraefik());
    engine = await fixtures.closes(startSearchEngine());
    other = await fixtures.closes(startTraefik({ generated: { routers: 3, services: 3, middlewares: 2 } }));
    engine.addDocuments('access-logs', recentLines());
    const stamp = new Date().toISOString();
    engine.addDocuments('access-logs', [
      { id: 'unrouted', source: JSON.stringify({ '@timestamp': stamp, ...unrouted, StartUTC: stamp }) },
    ]);
    engine.createIndex(oddIndex, [{ id: '1', source: '{"RouterName":"odd@file"}' }]);
    engine.createIndex(
      'containers',
      recentLines().map(({ id, source }) => ({ id, source: JSON.stringify({ message: source }) })),
    );
    workbench = await fixtures.open({ settings: { 'editor.fontFamily': 'DejaVu Sans Mono, monospace' } });
    await workbench.page.setViewportSize(tall);
    await widenSideBar(workbench, 520);
    await foldView(workbench, 'Search');
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await addEndpoint(workbench, { kind: 'proxy', name: 'inner', url: other.url });
    await unfold(workbench, 'edge', 'HTTP', 'Routers');
  });

  const frame = () => workbench.webview();
  const hits = (): Locator => frame().locator('.hit');
  /** Scrolls the rows, from the first one on, until one is drawn. */
  const find = async (start: string): Promise<Locator> => {
    await scrollToTop(workbench);
    return bring(workbench, start);
  };
  const showLogs = async (start: string): Promise<void> => {
    await chooseFromMenu(workbench, await find(start), 'Show Access Logs');
  };
  const countsOfHour = () => engine.requests.filter(({ body }) => body.includes('"percentiles"'));
  const range = (text: RegExp): Promise<void> => frame().getByText(text).first().waitFor();
  const lastBody = (): Record<string, unknown> => {
    const sent = engine.requests.findLast(asksForHits);
    return JSON.parse(sent?.body ?? assert.fail('nothing was searched for'));
  };

  it('without a search endpoint, adding one is offered; a document asks no engine before it is known where the logs are', async () => {
    await showLogs('shop-web@file');
    const { buttons } = await told(workbench, 'No search endpoint to find access logs in');
    assert.deepEqual(buttons, ['Add Search Endpoint…']);
    await foldView(workbench, 'Search', false);
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await foldView(workbench, 'Search');
    await (await find('shop-web@file')).locator('.label-name').click();
    await line(workbench, 'Request Flow').waitFor();
    assert.equal(await line(workbench, 'Last Hour').count(), 0);
    assert.equal(engine.requests.filter(({ path }) => path.includes('_search')).length, 0);
  });

  it('where they are is asked once, with what was found proposed as text', async () => {
    await showLogs('shop-web@file');
    await asked(workbench, 'access-logs');
    const labels = await workbench.quickInput.widget.locator('.monaco-list-row .label-name:visible').allInnerTexts();
    assert.deepEqual(
      labels.map((label) => label.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim()),
      ['access-logs · RouterName', 'logs-all · RouterName', `${oddIndex} · RouterName.keyword`, 'Other index…'],
    );
    assert.equal(await workbench.quickInput.widget.locator('.codicon-flame, a[href^="command"]').count(), 0);
    await workbench.screenshot('access-logs-where');
    await workbench.quickInput.pick(/access-logs/);
    await range(/1–50 of 117/);
    await workbench.screenshot('access-logs-router');
    const { query, sort } = lastBody();
    assert.match(JSON.stringify(query), /"terms?":\{"RouterName":(\["shop-web@file"|"shop-web@file")/);
    assert.match(JSON.stringify(query), /"@timestamp":\{"gte":/);
    assert.match(JSON.stringify(sort), /^\[\{"@timestamp":/);
    assert.match(JSON.stringify(sort), /desc/);
  });

  it('a line leads to the router that takes its request, of the proxy that has the logged one', async () => {
    const page = searchPage(workbench);
    await page.shows(/^1–50 of 117/);
    await page.unfold(0);
    await page.button('Find Router for This Request').click();
    await line(workbench, /From an access log line of .* · status \d+ · router shop-web@file/).waitFor();
    await line(workbench, /shop-web@file · matches · priority/).waitFor();
    assert.equal(await line(workbench, /The access log line names/).count(), 0);
    await lens(workbench, 'Entry point: web').waitFor();
    await workbench.screenshot('line-to-router');
  });

  it('a line that no router took has its nearest misses, asked from the unfolded hit', async () => {
    await workbench.commandPalette('View: Close Editor');
    const page = searchPage(workbench);
    await page.button('Remove filter: Router shop-web@file').click();
    await page.search({ Field: 'RequestPath', Text: unrouted.RequestPath });
    await page.shows(/^1 of 1$/);
    await page.unfold(0);
    assert.equal(await page.button('Reveal Router').count(), 0);
    await workbench.screenshot('line-unrouted');
    await page.button('Find Router for This Request').click();
    await line(workbench, /status 404 · no router/).waitFor();
    await line(workbench, 'Closest routers:').waitFor();
    await line(workbench, /shop-web@file · its rule matches · only without TLS/).waitFor();
    await lens(workbench, 'Entry point: web').waitFor();
    await workbench.screenshot('line-nearest-misses');
  });

  it('a document has the last hour of a router: asked once, the same after a refresh, and a way to the lines', async () => {
    await (await find('shop-web@file')).locator('.label-name').click();
    await line(workbench, /^\s*Requests: 117$/).waitFor();
    await line(workbench, 'Status 5xx: 12% (14)').waitFor();
    await line(workbench, /^\s*Duration: p50 ~[\d.]+ .s · p95 ~[\d.]+ .s$/).waitFor();
    await line(workbench, /^\s*Over time: [▁-█]{30} 30 bars of 2 minutes each/).waitFor();
    assert.equal(countsOfHour().length, 1);
    const { query, size } = JSON.parse(countsOfHour()[0]?.body ?? '');
    assert.equal(size, 0);
    assert.match(JSON.stringify(query), /"RouterName":\["shop-web@file"/);
    await workbench.screenshot('last-hour');
    const read = traefik.requests.length;
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await until(() => traefik.requests.length > read);
    await line(workbench, /^\s*Requests: 117$/).waitFor();
    assert.equal(countsOfHour().length, 1);
    await lens(workbench, 'Show Access Logs').click();
    await searchPage(workbench).shows(/^1–50 of 117/);
  });

  it('a line without a router asks which proxy is meant where several have their logs there', async () => {
    await chooseFromMenu(workbench, await find('inner'), 'Edit Endpoint…');
    await workbench.quickInput.pick('Configure Access Logs…');
    await asked(workbench, 'access-logs');
    await workbench.quickInput.pick(/access-logs/);
    const page = searchPage(workbench);
    await page.button('Remove filter: Router shop-web@file').click();
    await page.search({ Index: 'access-logs', Field: 'RequestPath', Text: unrouted.RequestPath });
    await page.shows(/^1 of 1$/);
    await page.unfold(0);
    await page.button('Find Router for This Request').click();
    await asked(workbench, 'inner');
    await workbench.screenshot('line-which-proxy');
    await workbench.quickInput.pick('inner');
    await line(workbench, /Read from inner on/).waitFor();
    await lens(workbench, 'Proxy: inner').waitFor();
  });

  it('a router without requests says so, and one that writes no logs has no last hour', async () => {
    await (await find('uses-hrw@file')).locator('.label-name').click();
    await line(workbench, 'No requests logged').waitFor();
    await workbench.screenshot('last-hour-none');
    const before = countsOfHour().length;
    await (await find('observ@file')).locator('.label-name').click();
    await line(workbench, /HTTP router observ@file/).waitFor();
    assert.equal(await line(workbench, 'Last Hour').count(), 0);
    assert.equal(countsOfHour().length, before);
  });

  it('a document does not wait for a slow engine: closing it ends the request, and opening it again reads anew', async () => {
    const slow = engine.faults.add({ path: /_search/, fault: { kind: 'hang' } });
    await (await find('static@file')).locator('.label-name').click();
    await line(workbench, 'Reading access logs…').waitFor();
    await line(workbench, 'Request Flow').waitFor();
    await until(() => slow.struck === 1);
    await workbench.screenshot('last-hour-reading');
    const during = engine.openConnections;
    await workbench.commandPalette('View: Close Editor');
    await until(() => engine.openConnections < during);
    slow.remove();
    await (await find('static@file')).locator('.label-name').click();
    await line(workbench, /^\s*Requests: \d/).waitFor();
    assert.equal(await line(workbench, 'Reading access logs…').count(), 0);
  });

  it('a nested router shows its lines without a question, and a line leads back to it', async () => {
    await showLogs('child-a@file');
    await range(/1–24 of 24/);
    assert.match(JSON.stringify(lastBody().query), /parent@file -> child-a@file/);
    await chooseFromMenu(workbench, hits().first(), 'Open…');
    await workbench.quickInput.item('Router in the Proxies View').waitFor();
    await workbench.screenshot('access-logs-menu');
    await workbench.quickInput.pick('Router in the Proxies View');
    await row(workbench, 'child-a@file').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    await workbench.screenshot('access-logs-reveal');
  });

  it('where access logs are off, a search is offered anyway', async () => {
    await showLogs('observ@file');
    const notification = workbench.notification('Access logs are disabled for “observ@file”');
    await notification.waitFor();
    await workbench.screenshot('access-logs-off');
    await notification.getByRole('button', { name: 'Search Anyway' }).click();
    await range(/^No hits/);
    await frame().getByText('Router observ@file').first().waitFor();
    assert.match(JSON.stringify(lastBody().query), /observ@file/);
  });

  it('the document of a router leads to them', async () => {
    await (await find('shop-api@file')).locator('.label-name').click();
    await workbench.page
      .locator('.editor-instance .view-line', { hasText: /shop-api@file/ })
      .first()
      .waitFor();
    await workbench.page.locator('.editor-actions').getByRole('button', { name: 'Show Access Logs' }).click();
    await range(/1–50 of 51/);
  });

  it('a service that is down shows what it did not answer', async () => {
    await find('Routers');
    await fold(workbench, 'Routers');
    await unfold(workbench, 'Services');
    await showLogs('svc / with slash@file');
    await range(/1–26 of 26/);
    await showLogs('all-down@file');
    await frame().getByText('service all-down@file').first().waitFor();
    await range(/1–20 of 20/);
    await workbench.screenshot('access-logs-service');
    await find('Services');
    await fold(workbench, 'Services');
    await unfold(workbench, 'Routers');
  });

  it('an engine that refuses is told in a sentence, and the document stands', async () => {
    engine.breakShards('access-logs', [0, 1, 2, 3, 4]);
    await (await find('parent@file')).locator('.label-name').click();
    await line(workbench, /Access logs could not be read\./).waitFor();
    await line(workbench, 'Request Flow').waitFor();
    await lens(workbench, 'Show Access Logs').waitFor();
    await workbench.screenshot('last-hour-refused');
    engine.breakShards('access-logs', []);
  });

  it('another index is named, with the field that has the names, and another one later', async () => {
    await chooseFromMenu(workbench, await find('edge'), 'Edit Endpoint…');
    await workbench.quickInput.pick('Configure Access Logs…');
    await asked(workbench, 'Other index…');
    await workbench.quickInput.pick('Other index…');
    await answer(workbench, 'Index, alias, data stream, or pattern', 'nowhere-*');
    await told(workbench, '“nowhere-*” does not exist');
    await answer(workbench, 'Index, alias, data stream, or pattern', 'containers');
    await asked(workbench, 'Full-text match in whole lines');
    await workbench.screenshot('access-logs-field');
    await workbench.quickInput.back();
    await workbench.quickInput.message.filter({ hasText: 'Index, alias' }).waitFor();
    assert.equal(await workbench.quickInput.field.inputValue(), 'containers');
    await workbench.quickInput.accept();
    await asked(workbench, 'Full-text match in whole lines');
    await workbench.quickInput.pick(/message/);
    await told(workbench, 'Access logs of “edge” are now searched in “containers”.');
    await showLogs('child-b@file');
    await frame().getByText('Router child-b@file · by words').first().waitFor();
    await range(/1–26 of 26/);
    await workbench.screenshot('access-logs-words');
    await chooseFromMenu(workbench, await find('edge'), 'Edit Endpoint…');
    await workbench.quickInput.pick('Configure Access Logs…');
    await asked(workbench, 'Other index…');
    await workbench.quickInput.pick(/logs-all/);
    await told(workbench, 'Access logs of “edge” are now searched in “logs-all”.');
    await showLogs('child-a@file');
    await frame().getByText('Router child-a@file', { exact: true }).first().waitFor();
    await range(/1–24 of 24/);
    assert.match(engine.requests.findLast(asksForHits)?.path ?? '', /logs-all|^\/_search/);
  });

  it('a line says where its router is gone', async () => {
    traefik.replace('http/routers', []);
    await find('Routers');
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    // The row of the routers goes with them.
    await row(workbench, 'HTTP').filter({ hasNotText: 'routers' }).waitFor();
    await chooseFromMenu(workbench, hits().first(), 'Open…');
    await workbench.quickInput.pick('Router in the Proxies View');
    await workbench.notification('not found in any proxy').waitFor();
    await workbench.screenshot('access-logs-gone');
    const { text, buttons } = await told(workbench, 'not found in any proxy');
    assert.match(
      text,
      /^Router “parent@file -> child-a@file” not found in any proxy\. It may have been removed or renamed\.$/,
    );
    assert.deepEqual(buttons, ['Find…']);
  });
});
