/** A person asks which router takes a URL, from an endpoint and from a file, and reads the answer. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { listen } from '../servers/shared/listen';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, asked, chooseFromMenu, lookAway, openMenu, row, told, widenSideBar } from './person';
import { repeatUntil } from './waits';

/** A window in which the whole answer can be seen. */
const TALL = { width: 1500, height: 2000 };
const settings = { 'editor.fontFamily': 'DejaVu Sans Mono, monospace' };

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The line of the shown document that has these words in this order. */
function line({ page }: Workbench, words: string): Locator {
  const pattern = escaped(words).replace(/ /g, '\\s+');
  return page
    .locator('.editor-instance .view-line')
    .filter({ hasText: new RegExp(pattern) })
    .first();
}

/** Answers what the quick input asks by typing. */
async function type(workbench: Workbench, question: string, text: string): Promise<void> {
  await asked(workbench, question);
  await workbench.quickInput.type(text);
  await workbench.quickInput.accept();
}

/** Waits until a list asks this. */
async function offered({ quickInput }: Workbench, question: string): Promise<void> {
  await quickInput.widget.getByPlaceholder(question).waitFor();
}

describeWorkbench('a person who asks which router takes a URL', (walk) => {
  let traefik: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    traefik = await walk.closes(startTraefik());
    workbench = await walk.open({ settings });
    await workbench.page.setViewportSize(TALL);
  });

  it('is told to add a proxy first, and adds it', async () => {
    await workbench.commandPalette('Proxy Scout: Find Router for URL…');
    const { buttons } = await told(workbench, 'No proxy endpoints yet.');
    assert.deepEqual(buttons, ['Add Proxy Endpoint…']);
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await told(workbench, 'Traefik dev');
    await widenSideBar(workbench, 300);
  });

  it('is asked only for what is not certain and what rules look at', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await asked(workbench, 'URL of a request');
    await workbench.quickInput.type('ftp://shop.example.test');
    await asked(workbench, 'Enter an http, https, tcp, or tls URL.');
    await shoot('which-router-url');
    await workbench.quickInput.type('http://shop.example.test/api/x?y=1');
    await workbench.quickInput.accept();
    await offered(workbench, 'Select the entry point');
    await workbench.quickInput.item(/^\s*web\s/).waitFor();
    await shoot('which-router-entry-point');
    await workbench.quickInput.pick(/^\s*web\s/);
    await offered(workbench, 'Select the method');
    await workbench.quickInput.pick('GET');
    await offered(workbench, 'Select the headers to send');
    await workbench.quickInput.pick('User-Agent');
    await type(workbench, 'Value of User-Agent', 'curl/8');
    await asked(workbench, 'User-Agent: curl/8');
    await shoot('which-router-headers');
    await workbench.quickInput.pick('Continue');
  });

  it('reads who takes it, by which way, and what the server sees', async () => {
    await line(workbench, 'GET http://shop.example.test/api/x?y=1 on web').waitFor();
    await line(workbench, 'shop-api@file matches · priority 1000').waitFor();
    await line(workbench, 'Middleware api-strip@file stripPrefix').waitFor();
    await line(workbench, 'Server sees /base/x?y=1').waitFor();
  });

  it('reads who would come next, and why no other takes it', async () => {
    await line(workbench, 'shop-web@file also matches · priority 25 < 1000').waitFor();
    await line(workbench, '&& PathPrefix(`/api/v2`) ← does not match').waitFor();
    await shoot('which-router-dark');
    await workbench.page.emulateMedia({ colorScheme: 'light' });
    await workbench.page.locator('.monaco-workbench:not(.vs-dark)').waitFor();
    await shoot('which-router-light');
    await workbench.page.emulateMedia({ colorScheme: 'dark' });
    await workbench.page.locator('.monaco-workbench.vs-dark').waitFor();
  });

  it('finds its parts in the outline', async () => {
    await workbench.commandPalette('Go to Symbol in Editor...');
    for (const part of ['Result', 'Request Flow', 'Also Matching']) await workbench.quickInput.item(part).waitFor();
    await workbench.quickInput.pick('Skipped Routers');
    await line(workbench, 'bad-rule@file error while parsing rule').waitFor();
    await shoot('which-router-not-considered');
  });

  it('goes on to the router', async () => {
    await workbench.page.keyboard.press('Control+Home');
    await workbench.page.getByRole('button', { name: 'Edit Request…' }).first().waitFor();
    await line(workbench, 'GET http://shop.example.test/api/x?y=1 on web').waitFor();
    const revealed = workbench.page.locator('[role="treeitem"][aria-selected="true"]', { hasText: 'shop-api@file' });
    const reveal = workbench.page.getByRole('button', { name: 'Reveal in Tree' }).first();
    await repeatUntil(revealed, () => reveal.click(), 10_000);
    await shoot('which-router-revealed');
    const link = line(workbench, 'shop-api@file matches').locator('.detected-link').first();
    // What VS Code says of a link under the mouse can cover the link, and lines are drawn anew when their links are found.
    await repeatUntil(line(workbench, 'HTTP router shop-api@file'), async () => {
      await lookAway(workbench);
      await link.click({ modifiers: ['Control'], timeout: 5_000 }).catch(() => undefined);
    });
    await workbench.commandPalette('View: Close Editor');
  });

  it('begins on the row of a router with an address of its rule, and keeps nothing where it is left', async () => {
    const tabs = await workbench.page.getByRole('tab').allInnerTexts();
    const ask = async (of: string): Promise<string> => {
      await chooseFromMenu(workbench, row(workbench, of), 'Find Router for URL…');
      await asked(workbench, 'URL of a request');
      return workbench.quickInput.field.inputValue();
    };
    assert.equal(await ask('shop-api@file'), 'http://shop.example.test:8000/api');
    await type(workbench, 'URL of a request', 'http://left.example.test:8000/');
    await offered(workbench, 'Select the method');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await row(workbench, 'edge').locator('.monaco-tl-twistie').click();
    assert.equal(await ask('edge'), 'http://shop.example.test/api/x?y=1');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    assert.deepEqual(await workbench.page.getByRole('tab').allInnerTexts(), tabs);
  });

  it('asks about a URL that is selected in an editor, and reads the nearest miss', async () => {
    await workbench.commandPalette('File: New Untitled Text File');
    await workbench.page.getByRole('tab', { name: /Untitled-1/ }).waitFor();
    await workbench.page.keyboard.type('"https://shop.example.test:8443/a/../b?x=1",');
    await workbench.commandPalette('Select All');
    const selected = line(workbench, 'shop.example.test:8443');
    await openMenu(workbench, selected, 'Find Router for URL…', { x: 60, y: 8 });
    await shoot('which-router-menu');
    await workbench.page.keyboard.press('Enter');
    // The port says which entry point it is, and the URL is given: only what rules look at is asked.
    await offered(workbench, 'Select the headers to send');
    await workbench.quickInput.pick('Continue');
    await asked(workbench, 'Client IP (some rules check it)');
    await workbench.quickInput.accept();
    await line(workbench, 'GET https://shop.example.test:8443/a/../b?x=1 on websecure').waitFor();
    await line(workbench, 'Rules see the host shop.example.test and the path /b').waitFor();
    await shoot('which-router-selection');
  });

  it('asks again with the answers from before, and reads the nearest miss of a 404', async () => {
    await workbench.page.getByRole('button', { name: 'Edit Request…' }).first().click();
    await asked(workbench, 'URL of a request');
    assert.equal(await workbench.quickInput.field.inputValue(), 'https://shop.example.test:8443/a/../b?x=1');
    await type(workbench, 'URL of a request', 'https://a.shop.example.test:8443/');
    await offered(workbench, 'Select the headers to send');
    await workbench.quickInput.pick('Continue');
    await type(workbench, 'Client IP (some rules check it)', '192.0.2.1');
    await line(workbench, 'No router matches. Traefik responds with 404.').waitFor();
    await line(workbench, '!ClientIP(`10.0.0.0/8`) match · Header(`X-Beta`,`1`) does not match').waitFor();
    const all = workbench.page.getByRole('button', { name: 'Show All Routers' });
    await all.waitFor();
    await shoot('which-router-404');
    await line(workbench, 'and 14 more').waitFor();
    await all.click();
    await line(workbench, 'and 14 more').waitFor({ state: 'hidden' });
    await all.waitFor({ state: 'hidden' });
  });

  it('asks about a connection, which it can go back from', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await type(workbench, 'URL of a request', 'db.example.test:8432');
    await offered(workbench, 'Select the protocol');
    await workbench.quickInput.back();
    await asked(workbench, 'URL of a request');
    assert.equal(await workbench.quickInput.field.inputValue(), 'db.example.test:8432');
    await workbench.quickInput.accept();
    await offered(workbench, 'Select the protocol');
    await workbench.quickInput.pick('TCP connection');
    await offered(workbench, 'Select whether the connection uses TLS');
    await workbench.quickInput.pick('With TLS');
    await type(workbench, 'Protocols that the client offers (ALPN)', 'postgresql');
    await type(workbench, 'Client IP (some rules check it)', '192.0.2.1');
    await line(workbench, 'TLS connection for db.example.test on postgres').waitFor();
    await line(workbench, 'pg@file matches').waitFor();
    assert.equal(await line(workbench, 'The URL does not say whether').count(), 0);
    await line(workbench, 'HostSNI(`*`) && ClientIP(`10.0.0.0/8`) && ALPN(`h2`) ←').waitFor();
    await shoot('which-router-tcp');
  });

  it('sees the answer follow what the proxy lists', async () => {
    await line(workbench, 'pg@file matches').waitFor();
    traefik.replace('tcp/routers', []);
    await workbench.commandPalette('Proxy Scout: Refresh');
    await line(workbench, 'No TCP router matches').waitFor();
    await line(workbench, 'pg@file matches').waitFor({ state: 'hidden' });
  });

  it('reads hostile texts as texts, and fetches nothing', async () => {
    const beacon = await listen(() => ({ status: 200, headers: { 'content-type': 'image/png' }, body: '' }));
    const hostile = await startTraefik({ hostile: { beacon: beacon.url } });
    try {
      await addEndpoint(workbench, { kind: 'proxy', name: `bad $(alert) ![x](${beacon.url})`, url: hostile.url });
      await told(workbench, 'Traefik dev');
      await chooseFromMenu(workbench, row(workbench, 'bad $(alert)'), 'Find Router for URL…');
      await type(workbench, 'URL of a request', 'http://shop.example.test/$(alert)![x](command:y)');
      await offered(workbench, 'Select the entry point');
      const rows = workbench.quickInput.widget.locator('.monaco-list-row .label-name');
      await rows.first().waitFor();
      await shoot('which-router-hostile-entry-points');
      assert.equal(await rows.locator('a, img, .codicon:not(.codicon-sign-in)').count(), 0);
      await rows.first().click();
      await line(workbench, 'GET http://shop.example.test/$(alert)![x](command:y) on').waitFor();
      await line(workbench, 'Skipped Routers').hover();
      await shoot('which-router-hostile');
      assert.equal(await workbench.page.locator('.editor-instance .view-line').locator('a, img, .codicon').count(), 0);
      assert.deepEqual(beacon.requests, []);
    } finally {
      await hostile.close();
      await beacon.close();
    }
  });

  async function shoot(name: string): Promise<void> {
    await workbench.screenshot(name);
  }
});
