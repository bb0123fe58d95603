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
  unfold,
  widenSideBar,
} from './person';
import { pause } from './waits';

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
  /** The number at the right of a row, which VS Code draws as content of CSS. */
  const badgeOf = async (start: string): Promise<string> =>
    row(workbench, start)
      .locator('.monaco-icon-label')
      .evaluate((label) => getComputedStyle(label, '::after').content.replaceAll('"', ''));
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
    assert.match(await textOf('Services'), /Services ?16$/);
    assert.match(await textOf('all-down@file'), /down · loadBalancer · 2 servers/);
    assert.match(await textOf('shop@file'), /2 of 3 up/);
    const spoken = await row(workbench, 'all-down@file').getAttribute('aria-label');
    assert.equal(spoken, 'Service all-down, enabled, down, loadBalancer, 2 servers');
    // One number: of the view, the proxy, and its problems, each with its noun.
    const problems = await row(workbench, 'Problems').getAttribute('aria-label');
    const [, count = ''] = /^Problems, (\d+) problems$/.exec(problems ?? '') ?? [];
    assert.match(count, /^\d+$/);
    await workbench.page
      .locator('.activitybar .badge-content')
      .filter({ hasText: new RegExp(`^${count}$`) })
      .waitFor();
    assert.match((await row(workbench, 'edge').getAttribute('aria-label')) ?? '', new RegExp(`, ${count} problems$`));
    assert.equal(await badgeOf('edge'), count);
    assert.equal(await badgeOf('Problems'), count);
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
    const start = shown.indexOf('shop-web');
    assert.deepEqual(shown.slice(start, start + 11), [
      'shop-web',
      'web',
      'security-headers',
      'shop-chain',
      'secret-headers',
      'buffering',
      'compress',
      'shop',
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
    await workbench.treeRows(/^\s*Routers\s*43$/).waitFor();
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
    await unfold(workbench, 'file');
    assert.match(await textOf('file'), /49 routers · 21 services · 35 middlewares/);
    await row(workbench, 'TCP Routers').waitFor();
    assert.match(await textOf('Built-in'), /14$/);
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
    await workbench.treeRows('43 routers · 16 services · 33 middlewares').waitFor();
    await unfold(workbench, 'HTTP', 'Routers');
    await choose('Sort By…', 'Sort By', 'Priority');
    await workbench.treeRows('priority 9223372036854774806').first().waitFor();
    const shown = await labels();
    const start = shown.indexOf('huge-priority');
    assert.deepEqual(shown.slice(start, start + 4), ['huge-priority', 'huge-priority-2', 'very-long', 'shop-api']);
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
    await workbench.treeRows(/^\s*Middlewares\s*1 of 33/).waitFor();
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

  it('problems are one list, and one says why a router never wins and leads to the one that does', async () => {
    await fold(workbench, 'edge');
    loose = await fixtures.closes(startTraefik());
    // All problems are in view then.
    await workbench.page.setViewportSize({ width: 1400, height: 1_800 });
    await widenSideBar(workbench, 800);
    await addEndpoint(workbench, { kind: 'proxy', name: 'loose', url: loose.url });
    await unfold(workbench, 'loose');
    await unfold(workbench, 'Problems');
    assert.match(await textOf('all-down@file'), /2 of 2 down · 2 routers/);
    assert.match(await textOf('Unused'), /17/);
    await lookAway(workbench);
    await workbench.screenshot('problems');
    await unfold(workbench, 'shop-api-v2@file');
    assert.match(await textOf('shop-api-v2@file'), /never wins, shop-api first/);
    await workbench
      .treeRows(/shop-api@file \(priority 1000 over 87\) matches everything this router would: Host/)
      .waitFor();
    await workbench.treeRows(/^\s*Give it a higher priority/).waitFor();
    await row(workbench, 'shop-api@file').filter({ hasText: 'matches first' }).waitFor();
    await workbench.screenshot('problems-never-wins');
    const hover = workbench.page
      .locator('.monaco-hover')
      .filter({ hasText: /shop-api@file \(priority 1000 over 87\)/ });
    await hoverUntil(workbench, row(workbench, 'shop-api-v2@file').locator('.label-description'), hover);
    await workbench.screenshot('problems-hover');
    await lookAway(workbench);
    await row(workbench, 'shop-api@file').filter({ hasText: 'matches first' }).locator('.label-name').click();
    const selected = workbench.page.locator('[role="treeitem"][aria-selected="true"]', { hasText: 'shop-api' });
    await selected.filter({ hasNotText: 'matches first' }).waitFor();
    await row(workbench, 'Routers').waitFor();
    // As a link below the problem, and as its own row.
    const affected = workbench.treeRows(/^\s*shop-api-v2\s*never wins · 1 of 3 up/);
    await affected.nth(1).waitFor();
    await workbench.screenshot('problems-revealed');
  });

  it('a problem is ignored, and no longer ignored', async () => {
    await workbench.page.keyboard.press('Home');
    const before = await textOf('Unused');
    await unfold(workbench, 'Unused');
    await chooseFromMenu(workbench, row(workbench, 'unused-mw@file'), 'Ignore This Problem');
    await row(workbench, 'unused-mw@file').waitFor({ state: 'hidden' });
    await row(workbench, 'Ignored').waitFor();
    assert.notEqual(await textOf('Unused'), before);
    await unfold(workbench, 'Ignored');
    await row(workbench, 'unused-mw@file').filter({ hasText: 'unused' }).waitFor();
    await workbench.screenshot('problems-ignored');
    await chooseFromMenu(workbench, row(workbench, 'unused-mw@file'), 'Stop Ignoring');
    await row(workbench, 'Ignored').waitFor({ state: 'hidden' });
    assert.equal(await textOf('Unused'), before);
    await fold(workbench, 'Unused');
  });

  it('problems say what is named and not there, and go when that is mended', async () => {
    await workbench.page.keyboard.press('Home');
    await unfold(workbench, 'does-not-exist@file');
    await workbench.screenshot('problems-missing');
    assert.match(await textOf('does-not-exist@file'), /missing service/);
    await workbench.treeRows(/HTTP service not found; referenced by no-service@file\./).waitFor();
    await row(workbench, 'soon.example.test').waitFor();
    loose.replace('certificates', []);
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await row(workbench, 'soon.example.test').waitFor({ state: 'hidden' });
    await workbench.screenshot('problems-fewer');

    for (const kind of ['routers', 'services', 'middlewares'] as const) {
      loose.replace(`http/${kind}`, []);
      loose.replace(`tcp/${kind}`, []);
    }
    loose.replace('udp/routers', []);
    loose.replace('udp/services', []);
    loose.replace('entrypoints', [{ name: 'web', address: ':80' }]);
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await row(workbench, 'Problems').waitFor({ state: 'hidden' });
    assert.match(await textOf('loose'), /^loose ?[\d.:]+ · dev$/);
    await lookAway(workbench);
    await workbench.screenshot('problems-none');
    await fold(workbench, 'loose');
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
    await row(workbench, 'HTTP')
      .filter({ hasText: /43 routers · 16 services/ })
      .waitFor();
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
    await workbench.treeRows(/43 routers/).waitFor();
  });

  it('a list that could not be read again is told to be old, and the others are new', async () => {
    const refusal = traefik.faults.add({ path: '/api/http/services', fault: { kind: 'answer', status: 503 } });
    await workbench.treeRows(/Services\s*stale since \d\d:\d\d/).waitFor();
    traefik.bump('http/routers');
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await workbench.treeRows(/44$/).waitFor();
    await workbench.treeRows(/partially stale/).waitFor();
    await workbench.treeRows(/Services\s*stale since \d\d:\d\d/).waitFor();
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

describeWorkbench('Proxies view after a restart:', (fixtures) => {
  let traefik: RunningTraefik;
  let guarded: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    traefik = await fixtures.closes(startTraefik());
    guarded = await fixtures.closes(startTraefik());
    workbench = await fixtures.open();
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await addEndpoint(workbench, { kind: 'proxy', name: 'guarded', url: guarded.url });
  });

  /** The number on the icon of the extension; none where it has no badge. */
  const badge = () => workbench.page.locator('.activitybar .badge-content').filter({ hasText: /\d/ });
  const spoken = async (start: string): Promise<string> =>
    (await row(workbench, start).getAttribute('aria-label')) ?? '';
  const restart = async (): Promise<void> => {
    await workbench.reload();
    await openProxyScout(workbench);
  };

  it('shows what is wrong with proxies that nobody expanded, by the same number as before', async () => {
    const whole = async (): Promise<readonly string[]> => {
      for (const name of ['edge', 'guarded']) {
        await row(workbench, name).and(workbench.page.locator('[aria-label$=" problems"]')).waitFor();
      }
      return [await spoken('edge'), await spoken('guarded')];
    };
    const before = await whole();
    const count = before.reduce((sum, text) => sum + Number(/, (\d+) problems$/.exec(text)?.[1]), 0);
    await badge()
      .filter({ hasText: String(count) })
      .waitFor();
    await restart();
    assert.deepEqual(await whole(), before);
    await badge()
      .filter({ hasText: String(count) })
      .waitFor();
    assert.equal(await row(workbench, 'edge').getAttribute('aria-expanded'), 'false');
    await workbench.screenshot('tree-restarted');
  });

  it('names the reason of the first problem, and cuts no number, in a side bar of 250 pixels', async () => {
    await widenSideBar(workbench, 298);
    await unfold(workbench, 'edge', 'Problems', 'all-down@file');
    await lookAway(workbench);
    await workbench.screenshot('tree-narrow');
    /** How far a part of a row's text goes beyond what is drawn of it, in pixels. */
    const cutOff = (start: string, text: string) =>
      row(workbench, start).evaluate((element, words) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = node.textContent?.indexOf(words) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + words.length);
          const label = element.querySelector('.monaco-icon-label-container')?.getBoundingClientRect();
          return Math.max(0, range.getBoundingClientRect().right - (label?.right ?? 0));
        }
        return Number.NaN;
      }, text);
    assert.equal(await cutOff('all-down@file', '2 of 2 down'), 0);
    for (const start of ['edge', 'Problems']) {
      const label = row(workbench, start).locator('.monaco-icon-label');
      const { number, inside } = await label.evaluate((element) => {
        const { content, position } = getComputedStyle(element, '::after');
        const right = element.closest('.monaco-list')?.getBoundingClientRect().right ?? 0;
        return { number: content, inside: position !== 'absolute' && element.getBoundingClientRect().right <= right };
      });
      assert.match(number, /^"\d\d"$/, start);
      assert.ok(inside, start);
    }
    await fold(workbench, 'edge');
  });

  it('does not read by itself a proxy whose last read was refused, until it is expanded', async () => {
    const refusal = guarded.faults.add({
      path: { prefix: '/api/' },
      fault: { kind: 'unauthorized', challenge: 'Basic realm="traefik"' },
    });
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await row(workbench, 'guarded').filter({ hasText: 'stale since' }).waitFor();
    refusal.remove();
    const asked = guarded.requests.length;
    await restart();
    await row(workbench, 'edge').and(workbench.page.locator('[aria-label$=" problems"]')).waitFor();
    await row(workbench, 'guarded').filter({ hasText: 'not read yet' }).waitFor();
    assert.equal(guarded.requests.length, asked);
    await workbench.screenshot('tree-not-read-yet');
    await unfold(workbench, 'guarded', 'Problems');
    await row(workbench, 'guarded').filter({ hasNotText: 'not read yet' }).waitFor();
    assert.ok(guarded.requests.length > asked);
  });
});
