/** Find Router for URL: asked from an endpoint and from an editor, changed, and kept when the window is reloaded. */
import assert from 'node:assert/strict';
import { listen } from '../servers/shared/listen';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { followLink, documentLens as lens, documentLine as line } from './editing';
import { describeWorkbench, type Workbench } from './harness';
import { markSecret } from './marks';
import {
  addEndpoint,
  answer,
  answerHidden,
  asked,
  chooseFromMenu,
  fold,
  openMenu,
  row,
  told,
  walkthroughStep,
  widenSideBar,
} from './person';
import { repeatUntil } from './waits';

/** A window in which the whole answer can be seen. */
const tall = { width: 1500, height: 2000 };
/** The encoding of the user's files is not that of our documents. */
const settings = { 'editor.fontFamily': 'DejaVu Sans Mono, monospace', 'files.encoding': 'utf16le' };

/** Answers what an input box asks by typing. */
async function type(workbench: Workbench, question: string, text: string): Promise<void> {
  await asked(workbench, question);
  await workbench.quickInput.type(text);
  await workbench.quickInput.accept();
}

/** Waits until a list asks this. */
async function offered({ quickInput }: Workbench, question: string): Promise<void> {
  await quickInput.widget.getByPlaceholder(question).waitFor();
}

const urlQuestion = 'URL of a request, several URLs, host:port of a TCP connection, or curl command';

/** Answers the one question: the URL. */
async function askFor(workbench: Workbench, url: string, shown: string | RegExp = url): Promise<void> {
  await offered(workbench, urlQuestion);
  await workbench.quickInput.type(url);
  await workbench.quickInput.item(shown).waitFor();
  await workbench.quickInput.accept();
}

/** Leaves a question without an answer. */
async function leave({ page, quickInput }: Workbench): Promise<void> {
  await page.keyboard.press('Escape');
  await quickInput.widget.waitFor({ state: 'hidden' });
}

describeWorkbench('Find Router for URL:', (fixtures) => {
  let traefik: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    traefik = await fixtures.closes(startTraefik());
    workbench = await fixtures.open({ settings });
    await workbench.page.setViewportSize(tall);
  });

  it('the walkthrough offers it, and it says to add a proxy first', async () => {
    // From the walkthrough: the command palette offers it only once there is a proxy.
    const step = await walkthroughStep(workbench, 'Find the router for a URL');
    await step.getByRole('button', { name: 'Find Router for URL' }).click();
    const { buttons } = await told(workbench, 'No proxy endpoints yet.');
    assert.deepEqual(buttons, ['Add Proxy Endpoint…']);
    await workbench.commandPalette('View: Close Editor');
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await widenSideBar(workbench, 300);
  });

  it('a URL is all that is asked, and the answer says who takes it, who would come next, and why no other does', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await offered(workbench, urlQuestion);
    await workbench.quickInput.type('ftp://shop.example.test');
    await asked(workbench, 'Enter an http, https, tcp, or tls URL.');
    await shoot('which-router-url');
    await askFor(workbench, 'http://shop.example.test/api/x?y=1');
    await line(workbench, 'GET http://shop.example.test/api/x?y=1 on web').waitFor();
    await line(workbench, 'shop-api@file · matches · priority 1000').waitFor();
    await line(workbench, 'Middleware: api-strip@file · stripPrefix').waitFor();
    await line(workbench, 'Server sees: /base/x?y=1').waitFor();
    await line(workbench, 'shop-web@file · priority 25').waitFor();
    await line(workbench, '&& PathPrefix(`/api/v2`) ← does not match').waitFor();
    await shoot('which-router-dark');
  });

  it('what is assumed is changed in the same document by its lenses', async () => {
    for (const words of ['Entry point: web', 'GET', 'No headers', 'Client: unknown'])
      await lens(workbench, words).waitFor();
    await lens(workbench, 'No headers').click();
    await offered(workbench, 'Select the headers to send');
    await workbench.quickInput.pick('User-Agent');
    await type(workbench, 'Value of User-Agent', 'curl/8');
    await asked(workbench, 'User-Agent: curl/8');
    await shoot('which-router-headers');
    await workbench.quickInput.pick('Continue');
    await lens(workbench, '1 header').waitFor();
    await line(workbench, 'User-Agent: curl/8').waitFor();
    await lens(workbench, 'Entry point: web').click();
    await offered(workbench, 'Select the entry point');
    await shoot('which-router-entry-point');
    await workbench.quickInput.pick(/^\s*websecure\s/);
    await line(workbench, 'GET http://shop.example.test/api/x?y=1 on websecure').waitFor();
    await line(workbench, 'This entry point only has routers with TLS.').waitFor();
    await lens(workbench, 'Entry point: websecure').click();
    await offered(workbench, 'Select the entry point');
    await workbench.quickInput.pick(/^\s*web\s/);
    await line(workbench, 'shop-api@file · matches · priority 1000').waitFor();
    await lens(workbench, 'Client: unknown').click();
    await type(workbench, 'Client IP', '192.0.2.1');
    await lens(workbench, 'Client: 192.0.2.1').waitFor();
    await line(workbench, 'Client IP: 192.0.2.1').waitFor();
    assert.equal(await workbench.page.locator('.tabs-container .tab').count(), 1);
  });

  it('what is assumed is changed by the keyboard, too, and stays where the question is left', async () => {
    await workbench.commandPalette('Proxy Scout: Edit Request…');
    await offered(workbench, 'Select what to change');
    await shoot('which-router-edit');
    await workbench.quickInput.pick('GET');
    await offered(workbench, 'Select the method');
    await workbench.quickInput.back();
    await offered(workbench, 'Select what to change');
    await workbench.quickInput.pick('GET');
    await workbench.quickInput.pick('POST');
    await line(workbench, 'POST http://shop.example.test/api/x?y=1 on web').waitFor();
    await lens(workbench, 'POST').click();
    await offered(workbench, 'Select the method');
    await leave(workbench);
    await lens(workbench, 'POST').waitFor();
    await line(workbench, 'POST http://shop.example.test/api/x?y=1 on web').waitFor();
  });

  it('an https URL goes to the entry point with TLS', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await askFor(workbench, 'https://shop.example.test/');
    await line(workbench, 'GET https://shop.example.test/ on websecure').waitFor();
    await line(workbench, 'shop-web@file (its copy for websecure) · matches').waitFor();
    await lens(workbench, 'Entry point: websecure').waitFor();
    await workbench.commandPalette('View: Close Editor');
  });

  it('the outline has its parts, and a link leads to the router', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await offered(workbench, urlQuestion);
    await workbench.quickInput.item(/^\s*https:\/\/shop\.example\.test\/\s*$/).waitFor();
    await workbench.quickInput.pick('http://shop.example.test/api/x?y=1');
    await line(workbench, 'POST http://shop.example.test/api/x?y=1 on web').waitFor();
    await line(workbench, 'bad-rule@file · error while parsing rule').waitFor({ state: 'hidden' });
    await workbench.commandPalette('Go to Symbol in Editor...');
    for (const part of ['Result', 'Request Flow', 'Also Matching']) await workbench.quickInput.item(part).waitFor();
    await workbench.quickInput.pick(/^\s*Skipped Routers \(\d+\)/);
    await workbench.commandPalette('Unfold');
    await line(workbench, 'bad-rule@file · error while parsing rule').waitFor();
    await shoot('which-router-not-considered');
    await workbench.page.keyboard.press('Control+Home');
    await workbench.page.getByRole('button', { name: 'Edit Request…' }).first().waitFor();
    await line(workbench, 'POST http://shop.example.test/api/x?y=1 on web').waitFor();
    const revealed = workbench.page.locator('[role="treeitem"][aria-selected="true"]', { hasText: 'shop-api' });
    const reveal = workbench.page.getByRole('button', { name: 'Reveal in Tree' }).first();
    // The line with the link is drawn anew when an answer is.
    await repeatUntil(revealed, () => reveal.click(), 10_000);
    await shoot('which-router-revealed');
    await followLink(workbench, 'shop-api@file · matches', line(workbench, 'HTTP router shop-api@file'));
    await workbench.commandPalette('View: Close Editor');
  });

  it('the row of a router is answered at once with an address of its rule, and a question that is left is not kept', async () => {
    await chooseFromMenu(workbench, row(workbench, 'shop-api@file'), 'Find Router for URL…');
    await line(workbench, 'GET http://shop.example.test:8000/api on web').waitFor();
    await line(workbench, 'shop-api@file · matches · priority 1000').waitFor();
    await workbench.commandPalette('View: Close Editor');
    await fold(workbench, 'edge');
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await offered(workbench, urlQuestion);
    await workbench.quickInput.type('http://left.example.test:8000/');
    await leave(workbench);
    assert.deepEqual(await workbench.page.getByRole('tab', { name: /left/ }).allInnerTexts(), []);
    await workbench.commandPalette('Proxy Scout: Find Router for URL…');
    await workbench.quickInput.item('http://shop.example.test:8000/api').waitFor();
    assert.equal(await workbench.quickInput.item(/left/).count(), 0);
    await leave(workbench);
  });

  it('a URL that is selected in an editor is answered', async () => {
    await workbench.commandPalette('File: New Untitled Text File');
    await workbench.page.getByRole('tab', { name: /Untitled-1/ }).waitFor();
    await workbench.page.keyboard.type('"https://shop.example.test:8443/a/../b?x=1",');
    await workbench.commandPalette('Select All');
    const selected = line(workbench, 'shop.example.test:8443');
    await openMenu(workbench, selected, 'Find Router for URL…', { x: 60, y: 8 });
    await shoot('which-router-menu');
    await workbench.page.keyboard.press('Enter');
    await line(workbench, 'GET https://shop.example.test:8443/a/../b?x=1 on websecure').waitFor();
    await line(workbench, 'Rules see the host shop.example.test and the path /b').waitFor();
    await shoot('which-router-selection');
  });

  it('another URL is answered with what was entered before, and a 404 has its nearest misses', async () => {
    await lens(workbench, 'Client: unknown').click();
    await type(workbench, 'Client IP (some rules check it)', '192.0.2.1');
    await lens(workbench, 'Client: 192.0.2.1').waitFor();
    await lens(workbench, 'Edit Request…').click();
    await offered(workbench, 'Select what to change');
    await workbench.quickInput.pick(/^\s*URL: /);
    await asked(workbench, 'URL of a request');
    assert.equal(await workbench.quickInput.field.inputValue(), 'https://shop.example.test:8443/a/../b?x=1');
    await type(workbench, 'URL of a request', 'https://a.shop.example.test:8443/');
    await line(workbench, 'No router matches. Traefik responds with 404.').waitFor();
    await line(workbench, 'match · Header(`X-Beta`,`1`) does not match').waitFor();
    const all = workbench.page.getByRole('button', { name: 'Show All Routers' });
    await all.waitFor();
    await shoot('which-router-404');
    await workbench.commandPalette('Go to Symbol in Editor...');
    await workbench.quickInput.pick(/^\s*Skipped Routers \(\d+\)/);
    await workbench.commandPalette('Unfold');
    await line(workbench, 'and 14 more').waitFor();
    await all.click();
    await line(workbench, 'and 14 more').waitFor({ state: 'hidden' });
    await all.waitFor({ state: 'hidden' });
  });

  it('a host and port are a connection where only TCP routers listen, and the answer follows what the proxy lists', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await askFor(workbench, 'db.example.test:8432');
    await lens(workbench, 'TCP connection').waitFor();
    await lens(workbench, 'No ALPN').click();
    await type(workbench, 'Protocols that the client offers (ALPN)', 'postgresql');
    await lens(workbench, 'ALPN: postgresql').waitFor();
    await lens(workbench, 'Client: unknown').click();
    await type(workbench, 'Client IP (some rules check it)', '192.0.2.1');
    await line(workbench, 'TLS connection for db.example.test on postgres').waitFor();
    await line(workbench, 'pg@file · matches').waitFor();
    await line(workbench, 'The URL does not say whether TLS is used; assuming TLS.').waitFor();
    await line(workbench, 'HostSNI(`*`) && ClientIP(`10.0.0.0/8`) && ALPN(`h2`) ←').waitFor();
    await shoot('which-router-tcp');
    traefik.replace('tcp/routers', []);
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await line(workbench, 'No TCP router matches').waitFor();
    await line(workbench, 'pg@file · matches').waitFor({ state: 'hidden' });
  });

  it('several URLs have a row each, which leads to its own answer', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await offered(workbench, urlQuestion);
    const urls = [
      'http://shop.example.test/api/x',
      'https://nobody.example.test/$(alert)![x](command:y)',
      'https://shop.example.test/cart?token=s3cr3t-of-list',
    ];
    markSecret('s3cr3t-of-list');
    // An input box makes spaces of the line breaks of what is pasted.
    await workbench.quickInput.type(urls.join(' '));
    await workbench.quickInput.item(/^\s*3 URLs · /).waitFor();
    await shoot('which-router-list-asked');
    await workbench.quickInput.accept();
    await line(workbench, '2 with a router · 1 without a router').waitFor();
    await line(workbench, `${urls[0]} → shop-api@file · service shop-api@file · on web`).waitFor();
    await line(workbench, `${urls[1]} → No router matches. Traefik responds with 404. · on websecure`).waitFor();
    await shoot('which-router-list');
    // An answer that is opened takes the place of a preview.
    await workbench.page.getByRole('tab', { name: /3 URLs/ }).dblclick();
    await goOn(`${urls[1]} →`, `GET ${urls[1]} on websecure`);
    await lens(workbench, 'Entry point: websecure').waitFor();
    await shoot('which-router-list-one');
  });

  it('a curl command is answered without its credentials', async () => {
    const command = [
      "curl 'http://shop.example.test:8000/api/v2/x' \\",
      "-X 'PUT' -H 'user-agent: curl/8' -H 'cookie: session=s3cr3t-of-curl' \\",
      "-u me:s3cr3t-of-curl --data-raw '{}' --compressed",
    ].join('  ');
    markSecret('s3cr3t-of-curl');
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    const url = 'http://shop.example.test:8000/api/v2/x';
    await askFor(workbench, command, `PUT ${url} · 2 headers`);
    await line(workbench, `PUT ${url} on web`).waitFor();
    await line(workbench, 'user-agent: curl/8').waitFor();
    await line(workbench, 'Left out, because it is a credential: --user.').waitFor();
    await shoot('which-router-curl');
    await lens(workbench, '2 headers').click();
    await workbench.quickInput.pick('Other…');
    await answer(workbench, 'Name of the header', 'Authorization');
    await answerHidden(workbench, 'Value of Authorization', 'Bearer s3cr3t-of-the-test');
    await workbench.quickInput.pick('Continue');
    await lens(workbench, '3 headers').waitFor();
  });

  it('an answer, a list, and earlier questions stay after a reload of the window, without their secrets', async () => {
    const url = 'http://shop.example.test:8000/api/v2/x';
    await workbench.reload();
    await line(workbench, `PUT ${url} on web`).waitFor();
    await line(workbench, 'because they may be secrets: cookie and Authorization.').waitFor();
    for (const words of ['Entry point: web', 'PUT', '1 header']) await lens(workbench, words).waitFor();
    await shoot('which-router-reloaded');
    await lens(workbench, 'PUT').click();
    await workbench.quickInput.pick('POST');
    await line(workbench, `POST ${url} on web`).waitFor();

    await workbench.page.getByRole('tab', { name: /3 URLs/ }).click();
    await line(workbench, 'http://shop.example.test/api/x → shop-api@file').waitFor();
    await line(workbench, 'Secrets in URLs were not kept when the window was reloaded.').waitFor();
    await shoot('which-router-list-reloaded');
    await goOn('http://shop.example.test/api/x → ', 'GET http://shop.example.test/api/x on web');

    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await workbench.quickInput.pick(url);
    await line(workbench, `POST ${url} on web`).waitFor();
  });

  it('hostile texts are texts, and nothing is fetched', async () => {
    const beacon = await listen(() => ({ status: 200, headers: { 'content-type': 'image/png' }, body: '' }));
    const hostile = await startTraefik({ hostile: { beacon: beacon.url } });
    try {
      await addEndpoint(workbench, { kind: 'proxy', name: `bad $(alert) ![x](${beacon.url})`, url: hostile.url });
      await chooseFromMenu(workbench, row(workbench, 'bad $(alert)'), 'Find Router for URL…');
      await askFor(workbench, 'http://shop.example.test/$(alert)![x](command:y)', /alert/);
      await line(workbench, 'GET http://shop.example.test/$(alert)![x](command:y) on').waitFor();
      await shoot('which-router-hostile');
      await workbench.commandPalette('Proxy Scout: Edit Request…');
      await workbench.quickInput.pick(/^\s*Entry point:/);
      await offered(workbench, 'Select the entry point');
      const rows = workbench.quickInput.widget.locator('.monaco-list-row .label-name');
      await rows.first().waitFor();
      await shoot('which-router-hostile-entry-points');
      assert.equal(await rows.locator('a, img, .codicon:not(.codicon-sign-in)').count(), 0);
      await leave(workbench);
      assert.equal(await workbench.page.locator('.editor-instance .view-line').locator('a, img, .codicon').count(), 0);
      assert.equal(await workbench.page.locator('.editor-instance .codelens-decoration .codicon-alert').count(), 0);
      assert.deepEqual(beacon.requests, []);
    } finally {
      await hostile.close();
      await beacon.close();
    }
  });

  it('an answer says that its endpoint was removed', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await workbench.quickInput.pick(/^\s*http:\/\/shop\.example\.test:8000\/api\/v2\/x · edge\s*$/);
    await line(workbench, 'POST http://shop.example.test:8000/api/v2/x on web').waitFor();
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Remove…');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Remove' }).click();
    await line(workbench, 'This endpoint no longer exists.').waitFor();
    await shoot('which-router-removed');
  });

  /** Follows the link of a row in a list of URLs. */
  async function goOn(from: string, to: string): Promise<void> {
    await followLink(workbench, from, line(workbench, to));
  }

  async function shoot(name: string): Promise<void> {
    await workbench.screenshot(name);
  }
});
