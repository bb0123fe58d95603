/** A person keeps endpoints: changes, copies, orders, exports and deletes them, and finds out what is wrong with one. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import type { ReceivedRequest } from '../servers/shared/reply';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { makeAuthority } from '../unit/core/http/certificates';
import { startWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  answer,
  answerHidden,
  asked,
  chooseFromMenu,
  openProxyScout,
  pane,
  row,
  told,
  unfold,
} from './person';

describe('a person who keeps endpoints', () => {
  /** None of these may ever be read anywhere but in a request to the endpoint. */
  const secrets = {
    password: 'canary-password-a81',
    token: 'canary-token-b52',
    key: 'canary-key-c93',
    header: 'canary-header-d64',
    changedHeader: 'canary-header-e75',
  } as const;
  const reader = { type: 'basic', username: 'reader', password: secrets.password } as const;
  const basic = `Basic ${Buffer.from(`reader:${secrets.password}`).toString('base64')}`;

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
    folder = await mkdtemp(join(tmpdir(), 'proxy-scout-endpoints-'));
    const authority = makeAuthority();
    await writeFile(join(folder, 'authority.pem'), authority.cert);
    first = await startTraefik();
    moved = await startTraefik({ basePath: '/ops/traefik' });
    secure = await startTraefik({ basePath: '/ops/traefik', tls: authority.issue(['127.0.0.1']) });
    engine = await startSearchEngine();
    elsewhere = await listen(() => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"version":{"number":"8.19.0"},"tagline":"You Know, for Search"}',
    }));
    const trusted = process.env.NODE_EXTRA_CA_CERTS;
    process.env.NODE_EXTRA_CA_CERTS = join(folder, 'authority.pem');
    try {
      workbench = await startWorkbench({ extensionPath: '.', settings: { 'http.proxy': elsewhere.url } });
    } finally {
      if (trusted === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
      else process.env.NODE_EXTRA_CA_CERTS = trusted;
    }
    await openProxyScout(workbench);
  });
  after(async () => {
    await workbench?.close();
    for (const server of [first, moved, secure, engine, elsewhere]) await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const proxyRows = (): Locator => pane(workbench, 'Proxies').getByRole('treeitem');

  /** Waits until the Proxies view shows these endpoints, folded up, in this order. */
  async function inOrder(...names: readonly string[]): Promise<void> {
    for (const [at, name] of names.entries()) await proxyRows().nth(at).filter({ hasText: name }).waitFor();
    assert.equal(await proxyRows().count(), names.length);
  }

  /** What `copy` puts on the clipboard. */
  async function copied(copy: () => Promise<void>): Promise<string> {
    const { page } = workbench;
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copy();
    for (;;) {
      const text = await page.evaluate(() => navigator.clipboard.readText());
      if (text !== '') return text;
      await page.waitForTimeout(50);
    }
  }

  /** The whole text of the log that is shown, copied out of its editor as a person would. */
  async function readLog(): Promise<string> {
    const output = workbench.page.locator('.part.panel .output-view');
    await output.locator('.monaco-editor.focused .view-line').first().waitFor();
    await workbench.page.keyboard.press('Control+A');
    return copied(() => workbench.page.keyboard.press('Control+C'));
  }

  /** Begins to edit an endpoint, up to the question what to change. */
  async function edit(name: string, field: 'Address' | 'Credentials' | 'Own Headers' | 'Name'): Promise<void> {
    await chooseFromMenu(workbench, row(workbench, name), 'Edit Endpoint…');
    await workbench.quickInput.pick(new RegExp(`^\\s*${field}:`));
  }

  /** Ends editing; the endpoint is then asked. Returns that request, and says what the person was told. */
  async function doneEditing(server: RunningServer, shows: string, name: string): Promise<ReceivedRequest> {
    await asked(workbench, shows);
    const asking = server.nextRequest();
    await workbench.page.keyboard.press('Escape');
    const request = await asking;
    await told(workbench, `${name}: `);
    return request;
  }

  it('gives one another address, and the server there is asked with the same credentials', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: first.url, auth: reader });
    await told(workbench, 'edge: Traefik dev');
    await workbench.commandPalette('Developer: Set Log Level...');
    await workbench.quickInput.pick('Proxy Scout');
    await asked(workbench, 'Debug');
    await workbench.quickInput.pick('Debug');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    const before = first.requests.length;
    await edit('edge', 'Address');
    await answer(workbench, 'Address of the Traefik API', `${moved.url}/ops/traefik/dashboard/#/http/routers`);
    const request = await doneEditing(moved, `Address: ${moved.url}/ops/traefik`, 'edge');
    assert.equal(request.path, '/ops/traefik/api/version');
    assert.equal(request.headers.authorization, basic);
    assert.equal(first.requests.length, before);
  });

  it('gives one another way to prove who asks, and its fields hide what is typed', async () => {
    await edit('edge', 'Credentials');
    await workbench.quickInput.pick('Bearer Token');
    await answerHidden(workbench, 'Token', secrets.token);
    const withToken = await doneEditing(moved, 'Credentials: bearer token', 'edge');
    assert.equal(withToken.headers.authorization, `Bearer ${secrets.token}`);

    await edit('edge', 'Credentials');
    await workbench.quickInput.pick('API Key');
    await answerHidden(workbench, 'API key', secrets.key);
    await answer(workbench, 'Header that carries the key', 'X-Api-Key');
    const withKey = await doneEditing(moved, 'Credentials: API key in X-Api-Key', 'edge');
    assert.equal(withKey.headers['x-api-key'], secrets.key);
    assert.equal(withKey.headers.authorization, undefined);

    await edit('edge', 'Credentials');
    await workbench.quickInput.pick('User and Password');
    await answer(workbench, 'User name', 'reader');
    await answerHidden(workbench, 'Password', secrets.password);
    const withPassword = await doneEditing(moved, 'Credentials: user reader', 'edge');
    assert.equal(withPassword.headers.authorization, basic);
    assert.equal(withPassword.headers['x-api-key'], undefined);
  });

  it('adds a header of its own, changes it and removes it', async () => {
    const name = 'X-Scope-Team';
    await edit('edge', 'Own Headers');
    await workbench.quickInput.pick(/Add Header…/);
    await answer(workbench, 'Name of the header', name);
    await answerHidden(workbench, `Value of ${name}`, secrets.header);
    const added = await doneEditing(moved, `Own Headers: ${name}`, 'edge');
    assert.equal(added.headers['x-scope-team'], secrets.header);
    assert.equal(added.headers.authorization, basic);

    await edit('edge', 'Own Headers');
    await workbench.quickInput.pick(name);
    await answerHidden(workbench, `Value of ${name}`, secrets.changedHeader);
    const changed = await doneEditing(moved, `Own Headers: ${name}`, 'edge');
    assert.equal(changed.headers['x-scope-team'], secrets.changedHeader);

    await edit('edge', 'Own Headers');
    await workbench.quickInput.pick(name);
    await answerHidden(workbench, `Value of ${name}`, '');
    const removed = await doneEditing(moved, 'Own Headers: none', 'edge');
    assert.equal(removed.headers['x-scope-team'], undefined);
    assert.equal(removed.headers.authorization, basic);

    await edit('edge', 'Own Headers');
    await workbench.quickInput.pick(/Add Header…/);
    await answer(workbench, 'Name of the header', name);
    await answerHidden(workbench, `Value of ${name}`, secrets.header);
    await doneEditing(moved, `Own Headers: ${name}`, 'edge');
  });

  it('copies one with its credentials', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Duplicate Endpoint…');
    await answer(workbench, 'Name of the endpoint', 'twin');
    const asking = moved.nextRequest();
    await chooseFromMenu(workbench, row(workbench, 'twin'), 'Test Connection');
    const { path, headers } = await asking;
    await told(workbench, 'twin: Traefik dev');
    assert.equal(path, '/ops/traefik/api/version');
    assert.equal(headers.authorization, basic);
    assert.equal(headers['x-scope-team'], secrets.header);
  });

  it('moves them up and down', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'third', url: first.url });
    await told(workbench, 'third: Traefik dev');
    await inOrder('edge', 'twin', 'third');
    await chooseFromMenu(workbench, row(workbench, 'third'), 'Move Endpoint Up');
    await inOrder('edge', 'third', 'twin');
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Move Endpoint Down');
    await inOrder('third', 'edge', 'twin');
  });

  it('copies the name of a router', async () => {
    await unfold(workbench, 'third', 'HTTP', 'Routers');
    const router = row(workbench, 'bad-rule@file');
    assert.equal(await copied(() => chooseFromMenu(workbench, router, 'Copy Name')), 'bad-rule@file');
    await row(workbench, 'Routers').locator('.monaco-tl-twistie').click();
  });

  it('sees one proxy as it is while another one fails', async () => {
    const broken = moved.faults.add({ path: { prefix: '/ops/' }, fault: { kind: 'reset', when: 'before' } });
    await unfold(workbench, 'edge');
    await row(workbench, 'Connection closed').waitFor();
    const readAgain = first.nextRequest({ prefix: '/api/http/routers' });
    await workbench.commandPalette('Proxy Scout: Refresh');
    await readAgain;
    await row(workbench, 'Routers').filter({ hasText: '48 · 10 with errors' }).waitFor();
    assert.equal(await workbench.treeRows('Connection closed').count(), 1);
    broken.remove();
    await row(workbench, 'Connection closed').hover();
    await row(workbench, 'Connection closed').getByRole('button', { name: 'Retry' }).click();
    await row(workbench, 'Connection closed').waitFor({ state: 'detached' });
    for (const name of ['edge', 'third']) await row(workbench, name).locator('.monaco-tl-twistie').click();
    await inOrder('third', 'edge', 'twin');
  });

  it('is told what else than an API answers, and may edit the endpoint or read the log, which holds no secret', async () => {
    moved.faults.add({ path: { prefix: '/ops/' }, fault: { kind: 'html' } });
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Test Connection');
    await workbench.notification('edge: ').getByRole('button', { name: 'Edit Endpoint' }).click();
    await asked(workbench, `Address: ${moved.url}/ops/traefik`);
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });

    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Test Connection');
    const notification = workbench.notification('edge: ');
    await notification.waitFor();
    assert.equal(
      await notification.locator('.notification-list-item-message').innerText(),
      `edge: ${moved.url} answered with an HTML page, perhaps a login page, instead of JSON. ` +
        'Check the URL; behind a login page, use an address of the API that takes credentials directly.',
    );
    await notification.getByRole('button', { name: 'Show Log' }).click();
    const log = await readLog();
    assert.match(log, /\[debug\] edge: GET \/api\/version → 200/);
    for (const secret of [...Object.values(secrets), basic.slice('Basic '.length)]) {
      assert.ok(!log.includes(secret), `the log holds ${secret}`);
    }
    moved.faults.clear();
  });
});
