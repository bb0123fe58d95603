/** Endpoints: edited, ordered, exported, deleted, and what is wrong with one. */
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import type { ReceivedRequest } from '../servers/shared/reply';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  answer,
  answerHidden,
  asked,
  chooseFromMenu,
  chooseFromTitle,
  fold,
  lookAway,
  nameAdded,
  openMenu,
  openProxyScout,
  pane,
  pressHovered,
  readyForNews,
  row,
  told,
  unfold,
} from './person';
import { trustedAuthority } from './sharedHost';
import { pause, until, untilEqual } from './waits';

describeWorkbench('Endpoints:', (fixtures) => {
  /** None of these may ever be read anywhere but in a request to the endpoint. */
  const secrets = {
    password: 'canary-password-a81',
    token: 'canary-token-b52',
    key: 'canary-key-c93',
    header: 'canary-header-d64',
    changedHeader: 'canary-header-e75',
  } as const;
  /** What the row of an endpoint says whose secret is not known. */
  const missing = 'credentials missing';
  const reader = { type: 'basic', username: 'reader', password: secrets.password } as const;
  const basic = `Basic ${Buffer.from(`reader:${secrets.password}`).toString('base64')}`;

  /** What the proxy of the settings is shown, and no endpoint. */
  const forProxy = 'Bearer for-the-proxy';

  let folder: string;
  let first: RunningTraefik;
  let moved: RunningTraefik;
  /** What `moved` is, over https. */
  let secure: RunningTraefik;
  let engine: SampleSearchEngine;
  /** Stands in for every host that is not this computer. */
  let elsewhere: RunningServer;
  let workbench: Workbench;

  before(async () => {
    folder = await fixtures.folder();
    await mkdir(join(folder, 'listed'));
    first = await fixtures.closes(startTraefik());
    moved = await fixtures.closes(startTraefik({ basePath: '/ops/traefik' }));
    secure = await fixtures.closes(
      startTraefik({ basePath: '/ops/traefik', tls: trustedAuthority().issue(['127.0.0.1']) }),
    );
    engine = await fixtures.closes(startSearchEngine());
    elsewhere = await fixtures.closes(
      listen(() => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"version":{"number":"8.19.0"},"tagline":"You Know, for Search"}',
      })),
    );
    workbench = await fixtures.open({
      settings: { 'http.proxy': elsewhere.url, 'http.proxyAuthorization': forProxy },
    });
  });

  const exported = (): string => join(folder, 'endpoints.json');

  /** Types the path of the exported file into VS Code's file dialog. */
  async function typeFile(dialog: string): Promise<void> {
    await asked(workbench, dialog);
    // The dialog lists the folder it begins in, and the one that is typed; what comes before it has is lost.
    await workbench.quickInput.item('..').waitFor();
    await workbench.quickInput.type(join(folder, '/'));
    await workbench.quickInput.item('listed').waitFor();
    await workbench.quickInput.type(exported());
    await workbench.quickInput.accept();
  }

  function assertNoSecrets(text: string): void {
    for (const secret of [...Object.values(secrets), basic.slice('Basic '.length)]) {
      assert.ok(!text.includes(secret), `${secret} is in:\n${text}`);
    }
  }

  /** The names of the endpoints in a view, all folded up, as far as they begin with these. */
  async function namesIn(view: 'Proxies' | 'Search', names: readonly string[]): Promise<readonly string[]> {
    const texts = await pane(workbench, view).getByRole('treeitem').allInnerTexts();
    return texts.map((text) => names.find((name) => text.trim().startsWith(name)) ?? text);
  }

  /** Waits until the Proxies view shows these endpoints, folded up, in this order. */
  async function inOrder(...names: readonly string[]): Promise<void> {
    await untilEqual(() => namesIn('Proxies', names), names);
  }

  /** Drags an endpoint onto another one, or below all, until the view has this order: VS Code may lose it, too. */
  async function drag(
    view: 'Proxies' | 'Search',
    name: string,
    onto: string | undefined,
    ...names: readonly string[]
  ): Promise<void> {
    const isThere = async (): Promise<boolean> => isDeepStrictEqual(await namesIn(view, names), names);
    const list = pane(workbench, view).locator('.monaco-list');
    await until(async () => {
      if (onto !== undefined) await row(workbench, name).dragTo(row(workbench, onto));
      else {
        const { height = 0 } = (await list.boundingBox()) ?? {};
        await row(workbench, name).dragTo(list, { targetPosition: { x: 40, y: height - 5 } });
      }
      for (let look = 0; look < 30; look += 1) {
        if (await isThere()) return true;
        await pause(workbench.page, 100, 'nothing tells that VS Code has lost what was dragged');
      }
      return false;
    });
  }

  /** What `copy` puts on the clipboard. */
  async function copied(copy: () => Promise<void>): Promise<string> {
    const { page } = workbench;
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copy();
    return until(() => page.evaluate(() => navigator.clipboard.readText()));
  }

  /** The whole text of the log that is shown, copied out of its editor as a person would. */
  async function readLog(): Promise<string> {
    const output = workbench.page.locator('.part.panel .output-view');
    await output.locator('.monaco-editor.focused .view-line').first().waitFor();
    await workbench.page.keyboard.press('Control+A');
    return copied(() => workbench.page.keyboard.press('Control+C'));
  }

  /** What the context menu of an endpoint offers. */
  async function menuOf(name: string): Promise<readonly string[]> {
    await openMenu(workbench, row(workbench, name), 'Remove…');
    const menu = workbench.page.locator('.monaco-menu');
    const texts = await menu.locator('.action-label:not(.separator)').allInnerTexts();
    await workbench.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await lookAway(workbench);
    return texts;
  }

  /** Begins to edit an endpoint, up to the question what to change. */
  async function edit(name: string, field: 'URL' | 'Credentials' | 'Custom headers' | 'Name'): Promise<void> {
    await chooseFromMenu(workbench, row(workbench, name), 'Edit Endpoint…');
    await workbench.quickInput.pick(new RegExp(`^\\s*${field}:`));
  }

  /** Ends editing once `shows` is what is shown, and returns the request with which the endpoint is then tried. */
  async function doneEditing(server: RunningServer, shows: string, name: string): Promise<ReceivedRequest> {
    await asked(workbench, shows);
    // Once it is stored, its rows are read, too.
    const asking = server.nextRequest(undefined, ({ path }) => path.endsWith('/api/version'));
    await workbench.page.keyboard.press('Escape');
    const request = await asking;
    await told(workbench, `${name}: `);
    return request;
  }

  it('another address is asked with the same credentials', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: first.url, auth: reader });
    await workbench.commandPalette('Developer: Set Log Level...');
    await workbench.quickInput.pick('Proxy Scout');
    await asked(workbench, 'Debug');
    await workbench.quickInput.pick('Debug');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    const before = first.requests.length;
    await edit('edge', 'URL');
    await answer(workbench, 'URL of the Traefik API', `${moved.url}/ops/traefik/dashboard/#/http/routers`);
    const request = await doneEditing(moved, `URL: ${moved.url}/ops/traefik`, 'edge');
    assert.equal(request.path, '/ops/traefik/api/version');
    assert.equal(request.headers.authorization, basic);
    assert.equal(first.requests.length, before);
  });

  it('credentials and custom headers are entered hidden, changed, and removed', async () => {
    const name = 'X-Scope-Team';
    await edit('edge', 'Credentials');
    await workbench.quickInput.pick('Bearer token');
    await answerHidden(workbench, 'Token', secrets.token);
    const withToken = await doneEditing(moved, 'Credentials: Bearer token', 'edge');
    assert.equal(withToken.headers.authorization, `Bearer ${secrets.token}`);

    await edit('edge', 'Credentials');
    await workbench.quickInput.pick('API key');
    await answerHidden(workbench, 'API key', secrets.key);
    await answer(workbench, 'Header to send the API key in', 'X-Api-Key');
    await asked(workbench, 'Credentials: API key in X-Api-Key');
    await workbench.quickInput.pick(/^\s*Custom headers:/);
    await workbench.quickInput.pick(/Add header…/);
    await answer(workbench, 'Header name', name);
    await answerHidden(workbench, `Value of ${name}`, secrets.header);
    const withKey = await doneEditing(moved, `Custom headers: ${name}`, 'edge');
    assert.equal(withKey.headers['x-api-key'], secrets.key);
    assert.equal(withKey.headers['x-scope-team'], secrets.header);
    assert.equal(withKey.headers.authorization, undefined);

    await edit('edge', 'Credentials');
    await workbench.quickInput.pick('User name and password');
    await answer(workbench, 'User name', 'reader');
    await answerHidden(workbench, 'Password', secrets.password);
    await asked(workbench, 'Credentials: User reader');
    await workbench.quickInput.pick(/^\s*Custom headers:/);
    await workbench.quickInput.pick(name);
    await answerHidden(workbench, `Value of ${name}`, secrets.changedHeader);
    const withPassword = await doneEditing(moved, `Custom headers: ${name}`, 'edge');
    assert.equal(withPassword.headers.authorization, basic);
    assert.equal(withPassword.headers['x-api-key'], undefined);
    assert.equal(withPassword.headers['x-scope-team'], secrets.changedHeader);

    await addEndpoint(workbench, { kind: 'proxy', name: 'twin', url: `${moved.url}/ops/traefik`, auth: reader });
    await edit('twin', 'Custom headers');
    await workbench.quickInput.pick(/Add header…/);
    await answer(workbench, 'Header name', name);
    await answerHidden(workbench, `Value of ${name}`, secrets.changedHeader);
    await doneEditing(moved, `Custom headers: ${name}`, 'twin');
    const asking = moved.nextRequest();
    await chooseFromMenu(workbench, row(workbench, 'twin'), 'Test Connection');
    const { path, headers } = await asking;
    await told(workbench, 'twin: Traefik dev');
    assert.equal(path, '/ops/traefik/api/version');
    assert.equal(headers.authorization, basic);
    assert.equal(headers['x-scope-team'], secrets.changedHeader);

    await edit('twin', 'Custom headers');
    await workbench.quickInput.pick(name);
    await answerHidden(workbench, `Value of ${name}`, '');
    const removed = await doneEditing(moved, 'Custom headers: None', 'twin');
    assert.equal(removed.headers['x-scope-team'], undefined);
    assert.equal(removed.headers.authorization, basic);
  });

  it('proxies move by Edit Endpoint…, and by dragging one to another’s place or behind all', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'third', url: first.url });
    await inOrder('edge', 'twin', 'third');
    await chooseFromMenu(workbench, row(workbench, 'third'), 'Edit Endpoint…');
    await workbench.quickInput.pick('Move Up');
    await inOrder('edge', 'third', 'twin');
    // The list stays, for another step.
    await workbench.quickInput.pick('Move Down');
    await inOrder('edge', 'twin', 'third');
    for (const names of [
      ['edge', 'third', 'twin'],
      ['third', 'edge', 'twin'],
    ]) {
      await workbench.quickInput.pick('Move Up');
      await inOrder(...names);
    }
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await drag('Proxies', 'twin', 'third', 'twin', 'third', 'edge');
    await workbench.screenshot('endpoints-dragged');
    await drag('Proxies', 'twin', 'third', 'third', 'twin', 'edge');
    await drag('Proxies', 'twin', undefined, 'third', 'edge', 'twin');
  });

  it('one proxy is shown as it is while another one fails', async () => {
    await unfold(workbench, 'third', 'HTTP');
    const broken = moved.faults.add({ path: { prefix: '/ops/' }, fault: { kind: 'reset', when: 'before' } });
    await unfold(workbench, 'edge');
    const readAgain = first.nextRequest({ prefix: '/api/http/routers' });
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await readAgain;
    await row(workbench, 'Connection closed').waitFor();
    await row(workbench, 'Routers').filter({ hasText: /42$/ }).waitFor();
    assert.equal(await workbench.treeRows(/^\s*Connection closed/).count(), 1);
    broken.remove();
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    await row(workbench, 'Connection closed').waitFor({ state: 'detached' });
    for (const name of ['edge', 'third']) await fold(workbench, name);
    await inOrder('third', 'edge', 'twin');
  });

  it('a message says what else than an API answers, and leads to the endpoint and to the log, which holds no secret', async () => {
    moved.faults.add({ path: { prefix: '/ops/' }, fault: { kind: 'html' } });
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Test Connection');
    await workbench.notification('edge: ').getByRole('button', { name: 'Edit Endpoint…' }).click();
    await asked(workbench, `URL: ${moved.url}/ops/traefik`);
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await readyForNews(workbench);

    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Test Connection');
    const notification = workbench.notification('edge: ');
    await notification.waitFor();
    assert.equal(
      await notification.locator('.notification-list-item-message').innerText(),
      `edge: ${moved.url} returned an HTML page, possibly a login page, instead of JSON. ` +
        'Check the URL. If there is a login page, use an API address that accepts credentials directly.',
    );
    await notification.getByRole('button', { name: 'Show Log' }).click();
    const log = await readLog();
    assert.match(log, /\[debug\] edge: GET \/api\/version → 200/);
    assertNoSecrets(log);
    await readyForNews(workbench);
    moved.faults.clear();
  });

  it('a server that wants https is asked there once the button of the message changes the address', async () => {
    const redirect = { kind: 'redirect', to: `${secure.url}/ops/traefik/api/version` } as const;
    moved.faults.add({ path: { prefix: '/ops/' }, fault: redirect });
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Test Connection');
    const { buttons } = await told(workbench, `edge: ${moved.url} redirects to HTTPS.`);
    assert.deepEqual(buttons, ['Change URL', 'Edit Endpoint…', 'Show Log']);
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Test Connection');
    const change = workbench.notification('edge: ').getByRole('button', { name: 'Change URL' });
    await change.waitFor();
    assert.match(await row(workbench, 'edge').innerText(), new RegExp(`127\\.0\\.0\\.1:${moved.port}`));
    assert.equal(secure.connections, 0);
    const asking = secure.nextRequest();
    await change.click();
    const { path, headers } = await asking;
    assert.equal(path, '/ops/traefik/api/version');
    assert.equal(headers.authorization, basic);
    // The message is not waited for: it is one too many in this short time (see readyForNews).
    await row(workbench, 'edge')
      .filter({ hasText: `127.0.0.1:${secure.port}` })
      .waitFor();
    moved.faults.clear();
  });

  for (const [name, address] of [
    ['usual port', 'http://search.test:9200'],
    ['typed port', 'http://search.test'],
  ] as const) {
    it(`a search address without a port is offered as ${address}`, async () => {
      const search = pane(workbench, 'Search');
      await pressHovered(workbench, search, search.getByRole('button', { name: 'Add Endpoint…' }));
      await workbench.page.getByPlaceholder('Address of').waitFor();
      await workbench.quickInput.type('search.test/logs/_search?q=x');
      const asking = elsewhere.nextRequest({ prefix: 'http://search.test' });
      await workbench.quickInput.pick(new RegExp(`^\\s*Add ${address}\\s*$`));
      const { path, headers } = await asking;
      assert.equal(path, `${address}/`);
      assert.equal(headers['proxy-authorization'], forProxy);
      const added = row(workbench, `Elasticsearch (${new URL(address).host})`);
      await nameAdded(workbench, added, name);
      await row(workbench, name)
        .filter({ hasText: new URL(address).host })
        .waitFor();
    });
  }

  it('a search endpoint is dragged to another’s place, and not among the proxies', async () => {
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url, auth: reader });
    await drag('Search', 'logs', 'usual port', 'logs', 'usual port', 'typed port');
    await workbench.screenshot('endpoints-dragged-search');
    await row(workbench, 'logs').dragTo(row(workbench, 'third'));
    await pause(workbench.page, 1_000, 'nothing comes: neither view takes what is not its own');
    await inOrder('third', 'edge', 'twin');
    await untilEqual(() => namesIn('Search', ['logs']).then(([first]) => first), 'logs');
  });

  it('all are exported without their secrets, deleted after a question, and imported again', async () => {
    await workbench.commandPalette('Proxy Scout: Export…');
    await typeFile('Export Endpoints');
    await told(workbench, '6 endpoints exported without their passwords, tokens, keys, and header values.');
    const text = await readFile(exported(), 'utf8');
    const names = [...text.matchAll(/"name": "(.*)"/g)].map(([, name]) => name);
    for (const ofView of [
      ['third', 'edge', 'twin'],
      ['logs', 'usual port', 'typed port'],
    ]) {
      assert.deepEqual(
        names.filter((name = '') => ofView.includes(name)),
        ofView,
      );
    }
    assertNoSecrets(text);

    const dialog = workbench.page.getByRole('dialog', { name: /Delete all 6 endpoints\?/ });
    await chooseFromTitle(workbench, 'Proxies', 'Delete All Stored Endpoints…');
    await dialog.getByText('6 endpoints with their URLs and credentials').waitFor();
    await workbench.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await inOrder('third', 'edge', 'twin');
    await chooseFromTitle(workbench, 'Proxies', 'Delete All Stored Endpoints…');
    await dialog.getByRole('button', { name: 'Delete All' }).click();
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Add Proxy Endpoint' }).waitFor();
    await pane(workbench, 'Search').getByRole('button', { name: 'Add Search Endpoint' }).waitFor();
    assert.equal(await workbench.treeRows().count(), 0);

    await workbench.commandPalette('Proxy Scout: Import…');
    await typeFile('Import');
    const imported = await told(workbench, '6 endpoints imported.');
    assert.match(imported.text, /3 endpoints need their credentials: run Edit Endpoint\.$/);
    await inOrder('third', 'edge', 'twin');
    for (const name of ['edge', 'twin', 'logs']) await row(workbench, name).filter({ hasText: missing }).waitFor();
    for (const name of ['third', 'usual port', 'typed port']) {
      assert.doesNotMatch(await row(workbench, name).innerText(), new RegExp(missing));
    }
    await edit('edge', 'Credentials');
    await workbench.quickInput.pick('User name and password');
    await answer(workbench, 'User name', 'reader');
    await answerHidden(workbench, 'Password', secrets.password);
    await workbench.quickInput.pick(/^\s*Custom headers:/);
    await workbench.quickInput.pick('X-Scope-Team');
    await answerHidden(workbench, 'Value of X-Scope-Team', secrets.header);
    const { headers } = await doneEditing(secure, 'Custom headers: X-Scope-Team', 'edge');
    assert.equal(headers.authorization, basic);
    assert.equal(headers['x-scope-team'], secrets.header);
    await row(workbench, 'edge').filter({ hasNotText: missing }).waitFor();
  });

  it('a record that is gone or damaged is told after a reload, and can be entered again', async () => {
    await workbench.page.evaluate(damageSecrets, ['edge', 'twin'] as const);
    const whole = await workbench.page.evaluate(storedSecrets);
    await chooseFromMenu(workbench, row(workbench, 'third'), 'Rename…');
    await answer(workbench, 'Name of the endpoint', 'whole');
    await row(workbench, 'whole').waitFor();
    await until(
      () => workbench.page.evaluate(storedSecrets),
      (stored) => stored !== whole,
    );
    await workbench.reload();
    await openProxyScout(workbench);
    await row(workbench, 'edge').filter({ hasText: 'Endpoint data missing' }).waitFor();
    await row(workbench, 'twin').filter({ hasText: 'Endpoint data cannot be read' }).waitFor();
    await inOrder('whole', 'edge', 'twin');
    for (const name of ['edge', 'twin']) {
      assert.deepEqual(await menuOf(name), ['Edit Endpoint…', 'Remove…']);
    }
    await unfold(workbench, 'whole', 'HTTP');
    await row(workbench, 'Routers').filter({ hasText: '42' }).waitFor();
    await fold(workbench, 'whole');
    await unfold(workbench, 'edge');
    await row(workbench, 'Edit the endpoint').waitFor();

    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Edit Endpoint…');
    await answer(workbench, 'URL of the Traefik API', first.url);
    await workbench.quickInput.pick('Bearer token');
    await answerHidden(workbench, 'Token', secrets.token);
    await asked(workbench, 'Name of the endpoint');
    assert.equal(await workbench.quickInput.field.inputValue(), 'edge');
    const asking = first.nextRequest();
    await workbench.quickInput.accept();
    assert.equal((await asking).headers.authorization, `Bearer ${secrets.token}`);
    await row(workbench, 'edge')
      .filter({ hasText: `127.0.0.1:${first.port}` })
      .waitFor();
    await row(workbench, 'HTTP').waitFor();
  });
});

/**
 * Runs in the page, where the workbench keeps all secrets in one encrypted text: from now on, until the page is loaded
 * again, the record of the endpoint `gone` is missing there and that of `damaged` is cut short.
 */
function damageSecrets([gone, damaged]: readonly [gone: string, damaged: string]): void {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  crypto.subtle.encrypt = (algorithm, key, data) => {
    const secrets: Record<string, string> = JSON.parse(new TextDecoder().decode(data));
    for (const [name, record] of Object.entries(secrets)) {
      if (record.includes(`"name":"${gone}"`)) delete secrets[name];
      if (record.includes(`"name":"${damaged}"`)) secrets[name] = record.slice(0, -10);
    }
    return encrypt(algorithm, key, new TextEncoder().encode(JSON.stringify(secrets)));
  };
}

/** Runs in the page: the text that `damageSecrets` damages. */
const storedSecrets = (): string | null => localStorage.getItem('secrets.provider');
