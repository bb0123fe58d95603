/** Proxies view: the way of a request, health, what is old, findings, and everything in the order wanted. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  asked,
  bring,
  chooseFromMenu,
  chooseFromTitle,
  fold,
  foldView,
  hoverUntil,
  lookAway,
  openProxyScout,
  pane,
  pressHovered,
  row,
  scrollToTop,
  unfold,
  widenSideBar,
} from './person';
import { pause, until } from './waits';

describeWorkbench('Proxies view:', (fixtures) => {
  let traefik: RunningTraefik;
  /** Whose configuration has findings. */
  let loose: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    traefik = await fixtures.closes(startTraefik());
    workbench = await fixtures.open();
    await widenSideBar(workbench, 620);
    // All rows that the first tests read are in view then: rows out of sight are not there.
    await foldView(workbench, 'Search');
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
  });

  const textOf = async (start: string): Promise<string> =>
    (await row(workbench, start).innerText()).replace(/\s+/g, ' ');
  const selected = (start: string): Locator =>
    row(workbench, start).and(workbench.page.locator('[aria-selected="true"]'));
  const choose = async (command: string, question: string, answer: string): Promise<void> => {
    await chooseFromTitle(workbench, 'Proxies', command);
    await asked(workbench, question);
    await workbench.quickInput.pick(answer);
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
  };
  /** All labels in view, so far as the tree draws them. */
  const labels = (): Promise<readonly string[]> =>
    pane(workbench, 'Proxies').locator('[role="treeitem"] .label-name').allInnerTexts();

  it('a proxy’s rows say what it is, where it listens, how long its certificates are good, and when it was read', async () => {
    await unfold(workbench, 'edge', 'Overview', 'Entry Points', 'Certificates');
    assert.match(await textOf('edge'), /127\.0\.0\.1:\d+ · dev/);
    assert.match(await textOf('Version'), /dev · cheddar/);
    assert.match(await textOf('Metrics'), /Prometheus/);
    assert.match(await textOf('Entry Points'), /6/);
    assert.match(await textOf('websecure'), /127\.0\.0\.1:8443 · TLS · 2 routers/);
    await row(workbench, 'shop.example.test').waitFor();
    assert.match(await textOf('shop.example.test'), /days left|expired/);
    await workbench.screenshot('tree-overview');
    await row(workbench, 'shop.example.test').locator('.label-name').click();
    await workbench.page
      .locator('.editor-instance .view-line', { hasText: /Common\sname:\sshop\.example\.test/ })
      .waitFor();
    await workbench.page.getByRole('tab', { name: /^shop\.example\.test/ }).waitFor();
    await workbench.page.locator('.editor-instance .view-line', { hasText: '"notAfter"' }).waitFor({ state: 'hidden' });
    await workbench.screenshot('tree-certificate');
    await workbench.commandPalette('View: Close Editor');
    for (const start of ['Overview', 'Certificates', 'Entry Points']) await fold(workbench, start);
    const hover = workbench.page
      .locator('.monaco-hover')
      .filter({ hasText: /Read at \d\d:\d\d:\d\d/ })
      .filter({ hasText: 'Traefik dev · up' });
    await hoverUntil(workbench, row(workbench, 'edge').locator('.label-name'), hover);
    await lookAway(workbench);
  });

  it('services that are down stand out, in the badge and for a screen reader, too', async () => {
    await unfold(workbench, 'HTTP', 'Services');
    assert.match(await textOf('Services'), /4 errors, 1 down, 5 partially down · 22/);
    assert.match(await textOf('all-down@file'), /down · loadBalancer · 2 servers/);
    assert.match(await textOf('shop@file'), /2 of 3 up/);
    // 17 configurations with errors, a service whose servers are all down, and its router.
    await workbench.page.locator('.activitybar .badge-content').filter({ hasText: /^19$/ }).waitFor();
    const spoken = await row(workbench, 'all-down@file').getAttribute('aria-label');
    assert.equal(spoken, 'Service all-down@file, enabled, down, loadBalancer, 2 servers');
    await unfold(workbench, 'all-down@file');
    await row(workbench, 'Used By').waitFor();
    await workbench.screenshot('tree-services');
    await fold(workbench, 'Services');
  });

  it('a router unfolds to the way of a request to its servers', async () => {
    await unfold(workbench, 'Routers');
    await workbench.screenshot('tree-routers');
    await bring(workbench, 'shop-web@file');
    await unfold(workbench, 'shop-web@file');
    await bring(workbench, 'http://127.0.0.1:9199');
    const shown = await labels();
    const start = shown.indexOf('shop-web@file');
    assert.deepEqual(shown.slice(start, start + 11), [
      'shop-web@file',
      'web',
      'security-headers@file',
      'shop-chain@file',
      'secret-headers@file',
      'buffering@file',
      'compress@file',
      'shop@file',
      'http://127.0.0.1:9101',
      'http://127.0.0.1:9102',
      'http://127.0.0.1:9199',
    ]);
    assert.match(await textOf('http://127.0.0.1:9101'), /up · weight 3/);
    assert.match(await textOf('http://127.0.0.1:9199'), /down/);
    await workbench.screenshot('tree-way');
  });

  it('a row of the way leads to what it stands for, by a click and by the keyboard', async () => {
    await row(workbench, 'shop-chain@file').click();
    // The row of the way lies at level 5, the middleware itself at 4.
    await selected('shop-chain@file').and(workbench.page.locator('[aria-level="4"]')).waitFor();
    await bring(workbench, 'Middlewares', -300);
    assert.equal(await row(workbench, 'Middlewares').getAttribute('aria-expanded'), 'true');
    await workbench.screenshot('tree-revealed');
    await bring(workbench, 'shop-web@file', -300);
    await row(workbench, 'shop-web@file').locator('.label-name').click();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Enter');
    await selected('web').and(workbench.page.locator('[aria-level="3"]')).waitFor();
    await fold(workbench, 'Entry Points');
  });

  it('what is wrong stands before anything else, and a way in a circle ends', async () => {
    await workbench.page.keyboard.press('Home');
    await bring(workbench, 'uses-loop@file', 100);
    await unfold(workbench, 'uses-loop@file');
    const again = workbench.treeRows('already listed above');
    await again.waitFor();
    await workbench.screenshot('tree-cycle');
    await fold(workbench, 'uses-loop@file');
    await unfold(workbench, 'no-middleware@file');
    await workbench.treeRows('middleware "missing@docker" does not exist').waitFor();
    assert.match(await textOf('not-there@file'), /not found/);
    await fold(workbench, 'no-middleware@file');
  });

  it('a refresh keeps what is unfolded, selected and in view, asks for everything once, and shows a change', async () => {
    await row(workbench, 'uses-loop@file').locator('.label-name').click();
    const before = await labels();
    const asked = traefik.requests.length;
    const reading = traefik.nextRequest({ prefix: '/api/version' });
    const proxies = pane(workbench, 'Proxies');
    await pressHovered(workbench, proxies, proxies.getByRole('button', { name: 'Refresh Proxies' }));
    await reading;
    await row(workbench, 'edge').waitFor();
    assert.deepEqual(await labels(), before);
    const requests = traefik.requests.slice(asked);
    assert.ok(requests.length <= 12);
    assert.equal(requests.filter(({ path }) => path.startsWith('/api/http/routers')).length, 1);
    await selected('uses-loop@file').waitFor();
    traefik.bump('http/routers');
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await workbench.treeRows(/10 errors, 1 down, 2 warnings, .* · 49/).waitFor();
  });

  it('rows stay and say that they are old when a refresh fails', async () => {
    const refusal = traefik.faults.add({ path: { prefix: '/api/' }, fault: { kind: 'answer', status: 502 } });
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await workbench.treeRows(/stale since \d\d:\d\d/).waitFor();
    const [, first] = await labels();
    assert.equal(first, 'Server error');
    await row(workbench, 'HTTP').waitFor();
    await workbench.screenshot('tree-stale');
    refusal.remove();
    const problem = row(workbench, 'Server error');
    await pressHovered(workbench, problem, problem.getByRole('button', { name: 'Refresh' }));
    await problem.waitFor({ state: 'hidden' });
    assert.doesNotMatch(await textOf('edge'), /stale/);
    assert.deepEqual(await workbench.notifications(), []);
  });

  it('rows are grouped by provider and by entry point, and sorted by priority to the last digit', async () => {
    await choose('Group By…', 'Group By', 'Provider');
    await unfold(workbench, 'file', 'internal');
    assert.match(await textOf('internal'), /6 routers · 6 services · 2 middlewares/);
    await row(workbench, 'TCP Routers').waitFor();
    await workbench.screenshot('tree-providers');
    await choose('Group By…', 'Group By', 'Entry point');
    await unfold(workbench, 'websecure');
    assert.match(
      await textOf('websecure-conflicted-websecure-shop-web@file'),
      /2 of 3 up · copy of shop-web@file for websecure/,
    );
    await row(workbench, 'No Entry Point').waitFor();
    await workbench.screenshot('tree-entry-points');
    await choose('Group By…', 'Group By', 'Kind');
    await workbench.treeRows('49 routers · 22 services · 35 middlewares').waitFor();
    await unfold(workbench, 'HTTP', 'Routers');
    await choose('Sort By…', 'Sort By', 'Priority');
    await workbench.treeRows('priority 9223372036854775807').first().waitFor();
    const shown = await labels();
    const start = shown.indexOf('ping@internal');
    assert.deepEqual(shown.slice(start + 3, start + 8), [
      'api@internal',
      'debug@internal',
      'dashboard@internal',
      'huge-priority@file',
      'huge-priority-2@file',
    ]);
    await workbench.screenshot('tree-priority');
    await choose('Sort By…', 'Sort By', 'Status');
    await row(workbench, 'bad-matcher@file').waitFor();
  });

  it('a filter shows what matches, of how many, and is cleared where a hidden row is looked for', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Filter Proxies…');
    await asked(workbench, 'Filter edge');
    await workbench.quickInput.type('cache status:ok');
    await workbench.quickInput.item(/^Show \d+ of \d+$/).waitFor();
    await workbench.quickInput.accept();
    const filtered = row(workbench, 'edge').filter({ hasText: /“cache status:ok”: \d+ of \d+/ });
    await filtered.waitFor();
    // So few that all of them are in view, and nothing else is.
    await workbench.treeRows(/^\s*Middlewares\s*1 of 35/).waitFor();
    await row(workbench, 'headers-cache@file').waitFor();
    for (const other of ['Overview', 'UDP', 'Certificates']) await row(workbench, other).waitFor({ state: 'hidden' });
    await workbench.screenshot('tree-filter');
    await unfold(workbench, 'headers-cache@file', 'Used By');
    await row(workbench, 'static@file').and(workbench.page.locator('[aria-level="6"]')).click();
    const hidden = workbench.notification('The filter hides “static@file”.');
    await hidden.getByRole('button', { name: 'Clear Filter' }).click();
    await selected('static@file').and(workbench.page.locator('[aria-level="4"]')).waitFor();
    await filtered.waitFor({ state: 'hidden' });
  });

  it('findings are counted by kind, and one says why a router never wins and leads to the one that does', async () => {
    await row(workbench, 'edge').locator('.monaco-tl-twistie').click();
    loose = await fixtures.closes(startTraefik());
    await widenSideBar(workbench, 800);
    await addEndpoint(workbench, { kind: 'proxy', name: 'loose', url: loose.url });
    await unfold(workbench, 'loose');
    await row(workbench, 'Findings').waitFor();
    // How many certificates are about to expire, the day decides.
    const [, warnings] = /^Findings ?1 error, (\d+) warnings$/.exec(await textOf('Findings')) ?? [];
    await row(workbench, 'loose')
      .filter({ hasText: `${Number(warnings) + 1} findings` })
      .waitFor();
    await unfold(workbench, 'Findings');
    assert.match(await textOf('Shadowed Routers'), /3/);
    assert.match(await textOf('Unused'), /17/);
    await lookAway(workbench);
    await workbench.screenshot('findings-kinds');
    await unfold(workbench, 'Shadowed Routers', 'shop-api-v2@file');
    assert.match(
      await textOf('shop-api-v2@file'),
      /shop-api@file \(priority 1000 over 87\) matches everything this router would: Host\(`shop\.example\.test`\) && PathPrefix/,
    );
    await row(workbench, 'shop-api@file').filter({ hasText: 'matches first' }).waitFor();
    await workbench.screenshot('findings-never-wins');
    const hover = workbench.page
      .locator('.monaco-hover')
      .filter({ hasText: /shop-api@file \(priority 1000 over 87\)/ });
    await hoverUntil(workbench, row(workbench, 'shop-api-v2@file').locator('.label-description'), hover);
    await workbench.screenshot('findings-hover');
    await lookAway(workbench);
    await row(workbench, 'shop-api@file').filter({ hasText: 'matches first' }).locator('.label-name').click();
    const selected = workbench.page.locator('[role="treeitem"][aria-selected="true"]', { hasText: 'shop-api@file' });
    await selected.filter({ hasNotText: 'matches first' }).waitFor();
    await row(workbench, 'Routers').waitFor();
    await row(workbench, 'shop-api-v2@file').filter({ hasText: 'never wins · 1 of 3 up' }).waitFor();
    await workbench.screenshot('findings-revealed');
  });

  it('a finding is ignored, and no longer ignored', async () => {
    await workbench.page.keyboard.press('Home');
    // So that those of the last kind are in view.
    for (const kind of ['Missing References', 'Invalid Entry Points', 'Shadowed Routers']) await fold(workbench, kind);
    const before = await textOf('Unused');
    await unfold(workbench, 'Unused');
    await chooseFromMenu(workbench, row(workbench, 'unused-mw@file'), 'Ignore This Problem');
    await row(workbench, 'unused-mw@file').waitFor({ state: 'hidden' });
    await row(workbench, 'Ignored').waitFor();
    assert.notEqual(await textOf('Unused'), before);
    await unfold(workbench, 'Ignored');
    await row(workbench, 'unused-mw@file').filter({ hasText: 'Nothing uses this middleware.' }).waitFor();
    await workbench.screenshot('findings-ignored');
    await chooseFromMenu(workbench, row(workbench, 'unused-mw@file'), 'Stop Ignoring');
    await row(workbench, 'Ignored').waitFor({ state: 'hidden' });
    assert.equal(await textOf('Unused'), before);
    await fold(workbench, 'Unused');
  });

  it('findings say what is named and not there, and go when that is mended', async () => {
    await workbench.page.keyboard.press('Home');
    await unfold(workbench, 'Missing References', 'does-not-exist@file');
    await workbench.screenshot('findings-missing');
    assert.match(await textOf('does-not-exist@file'), /HTTP service not found; referenced by no-service@file\./);
    await row(workbench, 'Expiring Certificates').waitFor();
    loose.replace('certificates', []);
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await row(workbench, 'Expiring Certificates').waitFor({ state: 'hidden' });
    await row(workbench, 'loose').filter({ hasText: '12 findings' }).waitFor();
    await workbench.screenshot('findings-fewer');

    for (const kind of ['routers', 'services', 'middlewares'] as const) {
      loose.replace(`http/${kind}`, []);
      loose.replace(`tcp/${kind}`, []);
    }
    loose.replace('udp/routers', []);
    loose.replace('udp/services', []);
    loose.replace('entrypoints', [{ name: 'web', address: ':80' }]);
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await row(workbench, 'Findings').filter({ hasText: 'none' }).waitFor();
    assert.match(await textOf('loose'), /^loose ?[\d.:]+ · dev$/);
    await row(workbench, 'No findings').waitFor();
    await lookAway(workbench);
    await workbench.screenshot('findings-none');
    await row(workbench, 'loose').locator('.monaco-tl-twistie').click();
  });

  it('a filter that matches nothing offers what is nearest by a click', async () => {
    await unfold(workbench, 'edge');
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Filter Proxies…');
    await asked(workbench, 'Filter edge');
    await workbench.quickInput.type('entrypoint:websecure status:error');
    await workbench.quickInput.item(/^Show 0 of \d+$/).waitFor();
    await workbench.quickInput.accept();
    await row(workbench, 'No matches').filter({ hasText: '0 with errors, 1 with warnings' }).waitFor();
    await workbench.screenshot('tree-filter-nearest');
    await row(workbench, 'entrypoint:websecure status:warning').click();
    await row(workbench, 'edge')
      .filter({ hasText: /“entrypoint:websecure status:warning”: 1 of \d+/ })
      .waitFor();
    await row(workbench, 'No matches').waitFor({ state: 'hidden' });
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Filter Proxies…');
    await asked(workbench, 'Filter edge');
    await workbench.quickInput.widget.getByRole('button', { name: 'Filter All Proxies' }).click();
    await workbench.quickInput.widget.getByRole('button', { name: 'Filter edge' }).waitFor();
    await workbench.quickInput.type('-middleware:*');
    await workbench.quickInput.accept();
    await row(workbench, 'edge').filter({ hasText: '“-middleware:*”' }).waitFor();
    await workbench.screenshot('tree-filter-all');
    const edge = row(workbench, 'edge');
    await pressHovered(workbench, edge, edge.getByRole('button', { name: 'Clear Filter' }));
    await edge.filter({ hasNotText: '“' }).waitFor();
    // It comes above the rows that were in view.
    await until(async () => {
      await scrollToTop(workbench);
      return row(workbench, 'Overview').isVisible();
    });
  });
});

describeWorkbench('Proxies view that refreshes itself:', (fixtures) => {
  let traefik: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    traefik = await fixtures.closes(startTraefik());
    workbench = await fixtures.open({ settings: { 'proxyScout.proxies.autoRefreshSeconds': 2 } });
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await unfold(workbench, 'edge', 'HTTP');
  });

  it('a change is seen without doing anything', async () => {
    traefik.bump('http/routers');
    await workbench.treeRows(/10 errors, .* · 49/).waitFor();
  });

  it('a list that could not be read again is told to be old, and the others are new', async () => {
    const refusal = traefik.faults.add({ path: '/api/http/services', fault: { kind: 'answer', status: 503 } });
    await workbench.treeRows(/Services\s*4 errors.* · stale since \d\d:\d\d/).waitFor();
    traefik.bump('http/routers');
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await workbench.treeRows(/10 errors, .* · 50/).waitFor();
    await workbench.treeRows(/partially stale/).waitFor();
    await workbench.treeRows(/Services\s*4 errors.* · stale since \d\d:\d\d/).waitFor();
    await workbench.screenshot('tree-partly-stale');
    refusal.remove();
    // After failures the next refresh by itself comes later and later.
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await workbench.treeRows(/stale/).first().waitFor({ state: 'hidden' });
  });

  it('a failure is told in the rows alone, and goes by itself', async () => {
    const refusal = traefik.faults.add({ path: { prefix: '/api/' }, fault: { kind: 'reset', when: 'before' } });
    await workbench.treeRows(/stale since/).waitFor();
    refusal.remove();
    await workbench.treeRows(/stale since/).waitFor({ state: 'hidden' });
    assert.deepEqual(
      (await workbench.notifications()).filter((text) => !text.includes('Traefik dev')),
      [],
    );
  });

  it('nothing is asked while the view is hidden', async () => {
    await workbench.commandPalette('View: Show Explorer');
    await row(workbench, 'edge').waitFor({ state: 'hidden' });
    await pause(workbench.page, 1_000, 'a refresh that was under way may still be asking');
    const { length } = traefik.requests;
    await pause(workbench.page, 3_000, 'another refresh would have come');
    assert.equal(traefik.requests.length, length);
    const reading = traefik.nextRequest({ prefix: '/api/http/routers' });
    await openProxyScout(workbench);
    await reading;
  });
});
