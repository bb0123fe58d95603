/** A person goes from a line of an access log to the router that takes its request, and reads a router's last hour in its document. */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { recentLines } from '../unit/core/bridge/logs/recentLines';
import { documentLens as lens, documentLine as line } from './editing';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  asked,
  bring,
  chooseFromMenu,
  foldView,
  scrollToTop,
  searchPage,
  unfold,
  widenSideBar,
} from './person';
import { until } from './waits';

const settings = { 'editor.fontFamily': 'DejaVu Sans Mono, monospace' };
/** A window in which no router is out of sight. */
const everyRow = { width: 1500, height: 1500 };

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

describeWorkbench('a person between a line and its proxy', (walk) => {
  let traefik: RunningTraefik;
  let other: RunningTraefik;
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    traefik = await walk.closes(startTraefik());
    other = await walk.closes(startTraefik({ generated: { routers: 3, services: 3, middlewares: 2 } }));
    engine = await walk.closes(startSearchEngine());
    engine.addDocuments('access-logs', recentLines());
    const stamp = new Date().toISOString();
    engine.addDocuments('access-logs', [
      { id: 'unrouted', source: JSON.stringify({ '@timestamp': stamp, ...unrouted, StartUTC: stamp }) },
    ]);
    workbench = await walk.open({ settings });
    await workbench.page.setViewportSize(everyRow);
    await widenSideBar(workbench, 420);
    await foldView(workbench, 'Search');
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await addEndpoint(workbench, { kind: 'proxy', name: 'inner', url: other.url });
    await foldView(workbench, 'Search', false);
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await foldView(workbench, 'Search');
    await unfold(workbench, 'edge', 'HTTP', 'Routers');
  });

  const find = async (start: string) => {
    await scrollToTop(workbench);
    return bring(workbench, start);
  };
  const countsOfHour = () => engine.requests.filter(({ body }) => body.includes('"percentiles"'));

  it('opens the details of a router, and no engine is asked while nobody said where its logs are', async () => {
    await (await find('shop-web@file')).locator('.label-name').click();
    await line(workbench, 'Request Flow').waitFor();
    assert.equal(await line(workbench, 'Last Hour').count(), 0);
    assert.equal(engine.requests.filter(({ path }) => path.includes('_search')).length, 0);
  });

  it('goes from a line to the router that takes its request, of the proxy that has the logged one', async () => {
    await chooseFromMenu(workbench, await find('shop-web@file'), 'Show Access Logs');
    await asked(workbench, 'access-logs');
    await workbench.quickInput.pick(/access-logs/);
    const page = searchPage(workbench);
    await page.shows(/^1–50 of 117/);
    await chooseFromMenu(workbench, page.hits.first(), 'Which Router Takes This');
    await line(workbench, /From an access log line of .* · status \d+ · router shop-web@file/).waitFor();
    await line(workbench, /shop-web@file · matches · priority/).waitFor();
    assert.equal(await line(workbench, /The access log line names/).count(), 0);
    await lens(workbench, 'Entry point: web').waitFor();
    await workbench.screenshot('line-to-router');
  });

  it('sees the nearest misses of a line that no router took, asked from the unfolded hit', async () => {
    await workbench.commandPalette('View: Close Editor');
    const page = searchPage(workbench);
    await page.button('Remove filter: Router shop-web@file').click();
    await page.search({ Field: 'RequestPath', Text: unrouted.RequestPath });
    await page.shows(/^1 of 1 /);
    await page.unfold(0);
    assert.equal(await page.button('Reveal Router').count(), 0);
    await workbench.screenshot('line-unrouted');
    await page.button('Which Router Takes This').click();
    await line(workbench, /status 404 · no router/).waitFor();
    await line(workbench, 'Closest routers:').waitFor();
    await line(workbench, /shop-web@file · its rule matches · only without TLS/).waitFor();
    await lens(workbench, 'Entry point: web').waitFor();
    await workbench.screenshot('line-nearest-misses');
  });

  it('reads the last hour of a router in its document: once, and the same after a refresh', async () => {
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
    await workbench.commandPalette('Proxy Scout: Refresh');
    await until(() => traefik.requests.length > read);
    await line(workbench, /^\s*Requests: 117$/).waitFor();
    assert.equal(countsOfHour().length, 1);
  });

  it('goes from there to the lines', async () => {
    await lens(workbench, 'Show Access Logs').click();
    await searchPage(workbench).shows(/^1–50 of 117/);
  });

  it('is asked which proxy is meant where a line names no router, and several have their logs there', async () => {
    await chooseFromMenu(workbench, await find('inner'), 'Configure Access Logs…');
    await asked(workbench, 'access-logs');
    await workbench.quickInput.pick(/access-logs/);
    const page = searchPage(workbench);
    await page.button('Remove filter: Router shop-web@file').click();
    await page.search({ Index: 'access-logs', Field: 'RequestPath', Text: unrouted.RequestPath });
    await page.shows(/^1 of 1 /);
    await page.unfold(0);
    await page.button('Which Router Takes This').click();
    await asked(workbench, 'inner');
    await workbench.screenshot('line-which-proxy');
    await workbench.quickInput.pick('inner');
    await line(workbench, /Read from inner on/).waitFor();
    await lens(workbench, 'Proxy: inner').waitFor();
  });

  it('is told where nothing was logged, and of a router that writes none there is no such section', async () => {
    await (await find('uses-hrw@file')).locator('.label-name').click();
    await line(workbench, 'No requests logged').waitFor();
    await workbench.screenshot('last-hour-none');
    const before = countsOfHour().length;
    await (await find('observ@file')).locator('.label-name').click();
    await line(workbench, /HTTP router observ@file/).waitFor();
    assert.equal(await line(workbench, 'Last Hour').count(), 0);
    assert.equal(countsOfHour().length, before);
  });

  it('does not wait for a slow engine: the document is there, and closing it ends the request', async () => {
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
  });

  it('reads it anew where the document is opened again', async () => {
    await (await find('static@file')).locator('.label-name').click();
    await line(workbench, /^\s*Requests: \d/).waitFor();
    assert.equal(await line(workbench, 'Reading access logs…').count(), 0);
  });

  it('is told in a sentence where the engine refuses, and the document stands', async () => {
    engine.breakShards('access-logs', [0, 1, 2, 3, 4]);
    await (await find('parent@file')).locator('.label-name').click();
    await line(workbench, /Access logs could not be read\./).waitFor();
    await line(workbench, 'Request Flow').waitFor();
    await lens(workbench, 'Show Access Logs').waitFor();
    await workbench.screenshot('last-hour-refused');
  });
});
