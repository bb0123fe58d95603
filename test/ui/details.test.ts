/** Details documents: what a proxy says of one thing, where that leads, and what is taken along. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { listen } from '../servers/shared/listen';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { documentLens as lens, documentLine as line } from './editing';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  asked,
  chooseFromMenu,
  fold,
  foldView,
  hoverUntil,
  lookAway,
  row,
  told,
  unfold,
  widenSideBar,
} from './person';
import { repeatUntil, until } from './waits';
import { escaped } from './window';

/** A window in which no row of the sample is out of sight. */
const everyRow = { width: 1400, height: 3200 };

/** Nothing stands below another thing by its width, so a font whose characters have several will do. */
const settings = { 'editor.fontFamily': 'DejaVu Sans, sans-serif' };

function tab(workbench: Workbench, name: string): Locator {
  return workbench.page.getByRole('tab', { name: new RegExp(`^${escaped(name)}(,|$)`) });
}

/** The row of an item, by its kind and whole name: a screen reader hears the provider where names clash. */
function item(workbench: Workbench, title: string): Locator {
  const [, own = title, provider = ''] = /^(.+)(@[\w-]+)$/.exec(title) ?? [];
  const spoken = new RegExp(`^${escaped(own)}(?:${escaped(provider)})?,`);
  return workbench.page.getByRole('treeitem', { name: spoken }).first();
}

/** Follows a link of the shown document by the keyboard: a Ctrl+click is lost where a tooltip comes up under it. */
async function follow(workbench: Workbench, name: string): Promise<void> {
  const link = workbench.page.locator('.editor-instance .view-line .detected-link').filter({ hasText: name }).first();
  const front = tab(workbench, name).and(workbench.page.locator('[aria-selected="true"]'));
  await link.waitFor();
  // VS Code draws lines anew when it has found their links: the one that was there may be gone.
  await repeatUntil(front, async () => {
    await lookAway(workbench);
    await link.click({ timeout: 5_000 });
    await workbench.commandPalette('Open Link');
  });
}

describeWorkbench('Details documents:', (fixtures) => {
  let traefik: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    traefik = await fixtures.closes(startTraefik());
    workbench = await fixtures.open({ settings });
    await workbench.page.setViewportSize(everyRow);
    await foldView(workbench, 'Search');
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await widenSideBar(workbench, 420);
    await unfold(workbench, 'edge', 'HTTP', 'Middlewares', 'Services', 'Routers', 'Entry Points');
  });

  /** Copies a part of an item, or the only one. */
  const copy = async (name: string, part?: string | RegExp): Promise<void> => {
    await chooseFromMenu(workbench, item(workbench, name), 'Copy…');
    if (part !== undefined) await workbench.quickInput.pick(part);
  };

  it('a router has one with all that is known of it, an outline, and its JSON folded until it is unfolded', async () => {
    await item(workbench, 'Router shop-web@file').click();
    await tab(workbench, 'shop-web@file').waitFor();
    await line(workbench, 'HTTP router shop-web@file').waitFor();
    await line(workbench, '1 of 3 servers of shop@file is down').waitFor();
    await line(workbench, 'What to do: Start the servers').waitFor();
    await line(workbench, 'Health: 2 of 3 up').waitFor();
    await line(workbench, 'Rule: Host(`shop.example.test`)').waitFor();
    await line(workbench, 'Middleware: secret-headers@file · headers').waitFor();
    await line(workbench, 'Server: http://127.0.0.1:9199 · down').waitFor();
    await shoot('details-router');
    await line(workbench, 'JSON').waitFor();
    await line(workbench, '"entryPoints":').waitFor({ state: 'hidden' });
    await workbench.commandPalette('Go to Symbol in Editor...');
    for (const part of ['Problems', 'Overview', 'Request Flow', 'JSON'])
      await workbench.quickInput.item(part).waitFor();
    await workbench.quickInput.pick('JSON');
    await workbench.commandPalette('Unfold');
    await line(workbench, '"entryPoints":').waitFor();
    await line(workbench, 'Provider: file').waitFor();
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await line(workbench, '"entryPoints":').waitFor();
    await workbench.commandPalette('Fold');
    await line(workbench, '"entryPoints":').waitFor({ state: 'hidden' });
  });

  it('they say why a router never gets a request and what to do, and lead from one middleware to the next', async () => {
    await item(workbench, 'Router shop-api-v2@file').click();
    await line(workbench, 'Shadowed by shop-api@file, which always matches first').waitFor();
    await line(workbench, 'Reason: shop-api@file (priority 1000 over 87)').waitFor();
    await lens(workbench, 'Ignore This Problem').waitFor();
    await line(workbench, 'What to do: Give it a higher priority than the other router').waitFor();
    await shoot('details-problems');
    await item(workbench, 'Router shop-web@file').click();
    await line(workbench, 'HTTP router shop-web@file').waitFor();
    await follow(workbench, 'shop-chain@file');
    await line(workbench, 'Leads To').waitFor();
    await follow(workbench, 'secret-headers@file');
    await line(workbench, 'Authorization: Bearer •••').waitFor();
    assert.equal(await line(workbench, 's3cr3t').count(), 0);
    await shoot('details-secrets-masked');
  });

  it('secrets are revealed after a question until that document is closed, unless there are none', async () => {
    await workbench.page.getByRole('button', { name: 'Reveal Secrets…' }).click();
    const dialog = workbench.page.getByRole('dialog', { name: /Show the secrets of “secret-headers@file”/ });
    await dialog.waitFor();
    await shoot('reveal');
    const buttons = await dialog.getByRole('button').filter({ hasText: /\S/ }).allTextContents();
    assert.deepEqual(buttons.sort(), ['Keep Masked', 'Show Secrets']);
    await dialog.getByRole('button', { name: 'Keep Masked' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await workbench.page.getByRole('tab', { name: /with secrets/ }).count(), 0);

    await workbench.page.getByRole('button', { name: 'Reveal Secrets…' }).click();
    await dialog.getByRole('button', { name: 'Show Secrets' }).click();
    await tab(workbench, 'secret-headers@file with secrets.json').waitFor();
    await line(workbench, '"Authorization": "Bearer s3cr3t-upstream-token"').waitFor();
    await workbench.commandPalette('View: Close Editor');
    await workbench.page.getByRole('tab', { name: /with secrets/ }).waitFor({ state: 'hidden' });
    assert.equal(await line(workbench, 's3cr3t').count(), 0);
    await tab(workbench, 'shop-web@file').click();
    await line(workbench, 'HTTP router shop-web@file').waitFor();
    await workbench.page.getByRole('button', { name: 'Reveal Secrets…' }).click();
    await told(workbench, 'Nothing is masked in “shop-web@file”');
  });

  it('high contrast shows what is down, too', async () => {
    await item(workbench, 'Router shop-web@file').click();
    await line(workbench, 'Server: http://127.0.0.1:9199 · down').waitFor();
    const colorOf = (word: string): Promise<string> =>
      line(workbench, 'Server: http://127.0.0.1:9199 · down')
        .getByText(word, { exact: true })
        .evaluate((text) => getComputedStyle(text).color);
    for (const colorScheme of ['dark', 'light'] as const) {
      await workbench.page.emulateMedia({ colorScheme, forcedColors: 'active' });
      await workbench.page.locator(`.monaco-workbench.hc-${colorScheme === 'dark' ? 'black' : 'light'}`).waitFor();
      await shoot(`details-contrast-${colorScheme}`);
      const background = await workbench.page
        .locator('.editor-instance .monaco-editor-background')
        .first()
        .evaluate((editor) => getComputedStyle(editor).backgroundColor);
      const color = await colorOf('down');
      assert.match(color, /^rgb\(/);
      assert.notEqual(color, background);
    }
    await workbench.page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
  });

  it('a name, a rule, JSON without secrets, and the URL of one server are copied', async () => {
    await chooseFromMenu(workbench, item(workbench, 'Router shop-api@file'), 'Copy Name');
    await assertClipboard('shop-api@file');
    await copy('Router shop-api@file', /^\s*Rule: /);
    await assertClipboard('Host(`shop.example.test`) && PathPrefix(`/api`)');
    await unfold(workbench, 'Built-in');
    await copy('Router api@internal', 'JSON');
    await assertClipboard(/"priority": 9223372036854775806,/);
    await copy('Middleware secret-headers@file');
    await assertClipboard(/"Authorization": "Bearer •••"/);
    await copy('Service shop@file', 'http://127.0.0.1:9102');
    await assertClipboard('http://127.0.0.1:9102');
  });

  it('Open in Browser offers the address of a rule, and remembers and forgets where an entry point is reached', async () => {
    await chooseFromMenu(workbench, item(workbench, 'Router shop-api@file'), 'Open in Browser…');
    await asked(workbench, 'Open in Browser');
    await shoot('open-in-browser');
    await workbench.quickInput.pick('http://shop.example.test:8000/api');
    const trust = workbench.page.getByRole('dialog', { name: /open the external website/ });
    await trust.filter({ hasText: 'http://shop.example.test:8000/api' }).waitFor();
    await trust.getByRole('button', { name: 'Cancel' }).click();

    await chooseFromMenu(workbench, item(workbench, 'Router shop-api@file'), 'Open in Browser…');
    await workbench.quickInput.pick('Other address for entry point web…');
    await asked(workbench, 'remembered for entry point web');
    assert.equal(await workbench.quickInput.field.inputValue(), 'http://shop.example.test:8000/api');
    await workbench.quickInput.type('ftp://shop.example.test/');
    await asked(workbench, 'Only http and https');
    await workbench.quickInput.type('https://shop.example.test:8443/api');
    await workbench.quickInput.accept();
    await trust.filter({ hasText: 'https://shop.example.test:8443/api' }).waitFor();
    await trust.getByRole('button', { name: 'Cancel' }).click();

    await chooseFromMenu(workbench, item(workbench, 'Router shop-web@file'), 'Open in Browser…');
    await workbench.quickInput.item('https://shop.example.test:8443/').waitFor();
    await workbench.page.keyboard.press('Escape');

    await chooseFromMenu(workbench, workbench.treeRows(/^\s*web\s*127/).first(), 'Set Public Address…');
    await asked(workbench, 'Address where browsers reach this entry point');
    assert.equal(await workbench.quickInput.field.inputValue(), 'https://shop.example.test:8443');
    await workbench.quickInput.type('');
    await workbench.quickInput.accept();
    await chooseFromMenu(workbench, item(workbench, 'Router shop-web@file'), 'Open in Browser…');
    await workbench.quickInput.item('http://shop.example.test:8000/').waitFor();
    await workbench.page.keyboard.press('Escape');

    await chooseFromMenu(workbench, item(workbench, 'Router shop-beta@file'), 'Open in Browser…');
    await told(
      workbench,
      /“shop-beta@file” cannot be opened\..*requires more than a URL can provide: Header, !, and HostRegexp/,
    );
  });

  it('Open Dashboard opens Traefik’s own', async () => {
    const opened = workbench.context.waitForEvent('page');
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Open Dashboard');
    const page = await opened;
    // VS Code in a browser reaches a local port by a way of its own.
    assert.match(page.url(), new RegExp(`[:/]${new URL(traefik.url).port}/dashboard/$`));
    await page.close();
  });

  it('a document follows what the proxy lists, and says when it is old or could not be read again', async () => {
    await item(workbench, 'Router shop-api@file').click();
    await line(workbench, 'Priority: 1000').waitFor();
    const shopApi = { name: 'shop-api@file', provider: 'file', status: 'enabled', rule: 'Host(`new.example.test`)' };
    traefik.replace('http/routers', [{ ...shopApi, priority: 7, using: ['web'], service: 'shop-api' }]);
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await line(workbench, 'Priority: 7').waitFor();
    const rule = 'Host(`new.example.test`) && Header(`X-Api-Key`, `k-654321`)';
    traefik.replace('http/routers', [{ ...shopApi, name: 'other@file', rule }]);
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await line(workbench, 'No longer listed by edge. Last read on').waitFor();
    await line(workbench, 'Priority: 7').waitFor();
    await item(workbench, 'Router other@file').click();
    await line(workbench, 'HTTP router other@file').waitFor();
    const refusal = traefik.faults.add({ path: { prefix: '/api/' }, fault: { kind: 'reset', when: 'before' } });
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await line(workbench, 'Could not be refreshed.').waitFor();
    await shoot('details-stale');
    refusal.remove();
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await line(workbench, 'Could not be refreshed.').waitFor({ state: 'hidden' });
  });

  it('Reveal in Tree leads from a document to its row, whose rule is copied without its secrets', async () => {
    await row(workbench, 'Routers').click();
    await item(workbench, 'Router other@file').waitFor({ state: 'hidden' });
    await workbench.page.getByRole('button', { name: 'Reveal in Tree' }).click();
    await item(workbench, 'Router other@file').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    await copy('Router other@file', /^\s*Rule: /);
    await assertClipboard('Host(`new.example.test`) && Header(`X-Api-Key`, `•••`)');
    await told(workbench, 'The rule was copied with its secrets masked as •••.');
    await line(workbench, '&& Header(`X-Api-Key`, `•••`)').waitFor();
    await shoot('copy-rule-masked');
  });

  it('hostile names are text, also where a link is hovered, and nothing is fetched', async () => {
    const { page } = workbench;
    const beacon = await fixtures.closes(
      listen(() => ({ status: 200, headers: { 'content-type': 'image/png' }, body: '' })),
    );
    const stranger = await fixtures.closes(startTraefik({ hostile: { beacon: beacon.url } }));
    await fold(workbench, 'edge');
    await addEndpoint(workbench, { kind: 'proxy', name: 'strange', url: stranger.url });
    await unfold(workbench, 'strange', 'HTTP', 'Routers');
    const rows = page.locator('[role="treeitem"][aria-level="4"]');
    for (let index = 0; index < 3; index += 1) {
      const name = await rows.nth(index).locator('.label-name').innerText();
      await rows.nth(index).click();
      await line(workbench, `HTTP router ${name.replaceAll('\u00a0', ' ').slice(0, 60).trim()}`).waitFor();
      const link = page.locator('.editor-instance .view-line .detected-link').first();
      const hover = page.locator('.monaco-hover:visible').first();
      await hoverUntil(workbench, link, hover);
      assert.deepEqual(await hover.locator('img').evaluateAll((images) => images.map((image) => image.outerHTML)), []);
      await lookAway(workbench);
    }
    await workbench.screenshot('details-hostile');
    assert.deepEqual(
      beacon.requests.map(({ path }) => path),
      [],
    );
    const strangers = workbench.requests.filter((url) => url.startsWith(beacon.url));
    assert.deepEqual(strangers, []);
  });

  async function shoot(name: string): Promise<void> {
    await workbench.page.setViewportSize({ width: 1400, height: 1100 });
    await workbench.screenshot(name);
    await workbench.page.setViewportSize(everyRow);
  }

  /** Waits until a command that was just chosen has put its text on the clipboard. */
  async function assertClipboard(expected: string | RegExp): Promise<void> {
    await until(
      () => workbench.page.evaluate(() => navigator.clipboard.readText()),
      (text) => (typeof expected === 'string' ? text === expected : expected.test(text)),
    );
  }
});
