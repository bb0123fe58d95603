/**
 * Adding proxies, and browsing what one lists; and those that a workspace lists, asked once that is allowed, and saved for
 * others.
 */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { recentLines } from '../unit/core/accessLogs/recentLines';
import { activeTab } from './editing';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  asked,
  bring,
  chooseFromMenu,
  fold,
  foldView,
  hoverUntil,
  lookAway,
  pane,
  pressHovered,
  row,
  scrollToTop,
  told,
  unfold,
  widenSideBar,
} from './person';
import { repeatUntil } from './waits';

describeWorkbench('Proxy endpoints:', (fixtures) => {
  const auth = { type: 'basic', username: 'reader', password: 'proxy-test' } as const;
  let traefik: RunningTraefik;
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    traefik = await fixtures.closes(startTraefik({ auth }));
    folder = await fixtures.folder();
    // In a folder that is new, VS Code may overlook the first file.
    await mkdir(join(folder, '.vscode'));
    workbench = await fixtures.open({ workspaceFolder: folder });
  });

  const addressField = () => workbench.page.getByPlaceholder('Address of Traefik');

  it('an address that is none is refused, and one that does not answer says why and stays as typed', async () => {
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Add Proxy Endpoint', exact: true }).click();
    await addressField().waitFor();
    await workbench.quickInput.type('ftp://edge');
    await asked(workbench, 'Only http and https');
    await workbench.quickInput.accept();
    await asked(workbench, 'Only http and https');
    const pasted = `curl 'http://reader:proxy%2Dtest@localhost:1/dashboard/'`;
    await workbench.quickInput.type(pasted);
    await asked(workbench, 'are sent only if the server asks for them.');
    await workbench.quickInput.item('Add http://localhost:1').waitFor();
    await workbench.quickInput.accept();
    await asked(workbench, 'http://localhost:1 refused the connection.');
    await workbench.quickInput.item('Add as Search Endpoint Anyway').waitFor();
    await workbench.screenshot('add-refused');
    assert.equal(await workbench.quickInput.field.inputValue(), pasted);
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
  });

  it('Find Local Endpoints says what was asked, and adds what it found', async () => {
    const local = await fixtures.closes(startOnUsualPort());
    const { page, quickInput } = workbench;
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Find Local Endpoints' }).click();
    await page
      .getByPlaceholder('Select endpoints to add (checked ports 80, 443, 8080, 8081, 9000, 9090, 9200)')
      .waitFor();
    const found = quickInput.widget.locator('.monaco-list-row').filter({ hasText: `http://localhost:${local.port}` });
    await found.filter({ hasText: 'Traefik dev' }).waitFor();
    await workbench.screenshot('look');
    // Whatever else runs on this machine.
    const others = quickInput.widget
      .locator('.monaco-list-row[aria-checked="true"]')
      .filter({ hasNot: page.getByText(`:${local.port}`) });
    while ((await others.count()) > 0) await others.first().click();
    await quickInput.accept();
    await row(workbench, `localhost:${local.port}`).waitFor();
    await row(workbench, 'HTTP').waitFor();
    assert.deepEqual([...new Set(local.requests.map(({ method }) => method))], ['GET']);
    assert.deepEqual(
      local.requests.flatMap(({ headers }) => headers.authorization ?? []),
      [],
    );

    await chooseFromMenu(workbench, row(workbench, `localhost:${local.port}`), 'Remove…');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Find Local Endpoints' }).waitFor();
  });

  it('Find Local Endpoints also asks for what the open compose file publishes', async () => {
    const { page, quickInput } = workbench;
    const published = await fixtures.closes(startTraefik());
    const ports = [`127.0.0.1:${published.port}:8080`, '8443-8499:8443-8499', '53:53/udp'];
    await writeFile(
      join(folder, 'compose.yml'),
      `services: { edge: { image: traefik, ports: ${JSON.stringify(ports)} } }`,
    );
    await workbench.commandPalette('Go to File...');
    await quickInput.type('compose.yml');
    await quickInput.pick('compose.yml');
    await page.getByRole('tab', { name: 'compose.yml' }).and(page.locator('.active')).waitFor();
    assert.equal(published.requests.length, 0);

    const asked = `${published.port} of compose.yml, and 80, 443, 8080, 8081, 9000, 9090, 9200`;
    // The extension host is told a little later which editor is in sight.
    await repeatUntil(page.getByPlaceholder(`Select endpoints to add (checked ports ${asked})`), async () => {
      await page.keyboard.press('Escape');
      await pane(workbench, 'Proxies').getByRole('button', { name: 'Find Local Endpoints' }).click();
    });
    const found = quickInput.widget
      .locator('.monaco-list-row')
      .filter({ hasText: `http://localhost:${published.port}` });
    await found.filter({ hasText: 'Traefik dev' }).waitFor();
    await workbench.screenshot('look-compose');
    assert.deepEqual([...new Set(published.requests.map(({ method }) => method))], ['GET']);
    assert.deepEqual(
      published.requests.flatMap(({ headers }) => headers.authorization ?? []),
      [],
    );
    await page.keyboard.press('Escape');
    await quickInput.widget.waitFor({ state: 'hidden' });
    await workbench.commandPalette('View: Close All Editors');
    await page.getByRole('tab', { name: 'compose.yml' }).waitFor({ state: 'detached' });
  });

  it('a pasted dashboard address is added with the password that is asked for, and lists HTTP, TCP, and UDP', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: `${traefik.url}/dashboard/#/http/routers`, auth });
    assert.deepEqual(await workbench.notifications(), []);
    assert.deepEqual(
      traefik.requests.slice(0, 2).map(({ path, headers }) => [path, headers.authorization]),
      [
        ['/api/version', undefined],
        ['/api/version', `Basic ${Buffer.from('reader:proxy-test').toString('base64')}`],
      ],
    );
    await unfold(workbench, 'edge', 'HTTP', 'Routers');
    await row(workbench, 'bad-rule@file').waitFor();
    assert.match(await row(workbench, 'Routers').innerText(), /42/);
    await fold(workbench, 'Routers');
    await unfold(workbench, 'Services');
    await row(workbench, 'canary@file').waitFor();
    await fold(workbench, 'Services');
    await fold(workbench, 'HTTP');
    await unfold(workbench, 'UDP', 'Routers');
    await row(workbench, 'dns@file').waitFor();
    await fold(workbench, 'UDP');
    await unfold(workbench, 'TCP', 'Middlewares');
    assert.match(await row(workbench, 'Middlewares').innerText(), /2/);
    await fold(workbench, 'TCP');
  });

  it('a router opens as JSON with every digit of its priority, and a tooltip has what a row has no room for', async () => {
    await unfold(workbench, 'HTTP', 'Routers');
    await widenSideBar(workbench, 620);
    await bring(workbench, 'Built-in');
    await unfold(workbench, 'Built-in');
    await chooseFromMenu(workbench, await bring(workbench, 'api@internal'), 'Open as JSON');
    await workbench.page.getByRole('tab', { name: /api@internal/ }).waitFor();
    await workbench.page.locator('.view-line').filter({ hasText: '9223372036854775806,' }).waitFor();
    await scrollToTop(workbench);
    await workbench.screenshot('proxies');
    const hover = workbench.page.locator('.monaco-hover').filter({ hasText: 'entryPoint "nowhere" doesn\'t exist' });
    await hoverUntil(workbench, await bring(workbench, 'bad-entrypoint@file', -300), hover);
    await workbench.screenshot('tooltip');
    await lookAway(workbench);
  });

  it('a row says what went wrong and how to go on, and a refresh that hangs is stopped', async () => {
    const refusal = traefik.faults.add({
      path: { prefix: '/api/' },
      fault: { kind: 'unauthorized', challenge: 'Basic realm="traefik"' },
    });
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    // It comes above the row that was in view.
    await row(workbench, 'edge').filter({ hasText: 'stale' }).waitFor();
    const problem = await bring(workbench, 'Authentication required', -1_000);
    for (const name of ['Edit Credentials…', 'Refresh', 'Show Log']) {
      await hoverUntil(workbench, problem, problem.getByRole('button', { name }));
    }
    await workbench.screenshot('problem');
    refusal.remove();
    await pressHovered(workbench, problem, problem.getByRole('button', { name: 'Refresh' }));
    // The other rows were there all the time. Who refreshes before this joins the read that is under way.
    await problem.waitFor({ state: 'hidden' });
    await row(workbench, 'HTTP').waitFor();

    const hanging = traefik.faults.add({ path: { prefix: '/api/' }, fault: { kind: 'hang' } });
    const reading = traefik.nextRequest({ prefix: '/api/http/routers' });
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    const { closed } = await reading;
    const title = pane(workbench, 'Proxies');
    await pressHovered(workbench, title, title.getByRole('button', { name: 'Stop Refresh' }));
    await closed;
    await row(workbench, 'HTTP').waitFor();
    hanging.remove();
  });

  it('an endpoint is removed after a question', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Remove…');
    const dialog = workbench.page.getByRole('dialog', { name: /Remove the endpoint “edge”/ });
    await dialog.waitFor();
    await workbench.screenshot('remove');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Add Proxy Endpoint', exact: true }).waitFor();
  });

  describe('of a workspace:', () => {
    let edge: RunningTraefik;
    let own: RunningTraefik;
    let engine: SampleSearchEngine;

    const file = (): string => join(folder, '.vscode/proxy-scout.json');
    const write = (...endpoints: readonly unknown[]): Promise<void> =>
      writeFile(file(), `{\n  // for all of us\n  "endpoints": ${JSON.stringify(endpoints)}\n}\n`);
    const listed = (name = 'team edge') => ({ kind: 'proxy', name, url: edge.url });
    const dialog = () => workbench.page.getByRole('dialog').filter({ hasText: 'Allow requests to' });

    before(async () => {
      edge = await fixtures.closes(startTraefik());
      own = await fixtures.closes(startTraefik());
      engine = await fixtures.closes(startSearchEngine());
      engine.addDocuments('access-logs', recentLines());
      await write(
        listed(),
        { ...listed('$(zap) [x](command:y)'), auth: { type: 'bearer', token: 'x' } },
        { kind: 'proxy', name: 'outside', url: edge.url, tls: { authority: '../ca.pem' } },
      );
      await widenSideBar(workbench, 560);
      await foldView(workbench, 'Search');
    });

    it('they are listed, and nothing is asked before it is allowed', async () => {
      await row(workbench, 'team edge').filter({ hasText: 'workspace · requests not allowed yet' }).waitFor();
      await row(workbench, '$(zap) [x](command:y)').filter({ hasText: 'workspace · refused' }).waitFor();
      await row(workbench, 'outside').filter({ hasText: 'not a file inside this folder' }).waitFor();
      await unfold(workbench, 'team edge');
      await row(workbench, 'This workspace lists it.').waitFor();
      await workbench.commandPalette('Proxy Scout: Refresh Proxies');
      await lookAway(workbench);
      await workbench.screenshot('workspace-listed');
      await chooseFromMenu(workbench, row(workbench, 'outside'), 'Edit Endpoint…');
      await activeTab(workbench, 'proxy-scout.json').waitFor();
      assert.deepEqual(edge.requests, []);
    });

    it('the question shows where requests would go, and Enter does not allow them', async () => {
      await chooseFromMenu(workbench, row(workbench, 'team edge'), 'Allow Requests…');
      await dialog().getByText(`Allow requests to ${edge.url}?`).waitFor();
      await workbench.screenshot('workspace-allow');
      await workbench.page.keyboard.press('Enter');
      await dialog().waitFor({ state: 'hidden' });
      assert.deepEqual(edge.requests, []);
      await chooseFromMenu(workbench, row(workbench, 'team edge'), 'Allow Requests…');
      await dialog().getByRole('button', { name: 'Allow Requests' }).click();
      await row(workbench, 'team edge').filter({ hasText: 'workspace' }).waitFor();
      await unfold(workbench, 'HTTP');
      await row(workbench, 'Routers').waitFor();
      await lookAway(workbench);
      await workbench.screenshot('workspace-allowed');
    });

    it('a changed entry has to be allowed again', async () => {
      await write({ ...listed(), host: 'other.example.test' });
      await row(workbench, 'team edge').filter({ hasText: 'requests not allowed yet' }).waitFor();
      await write(listed());
      await row(workbench, 'team edge').filter({ hasNotText: 'requests not allowed yet' }).waitFor();
    });

    it('access logs are found where the file says that they are, without a question', async () => {
      const logs = { kind: 'search', name: 'team logs', url: engine.url };
      await write({ ...listed(), accessLogs: { endpoint: logs.name, index: 'access-logs' } }, logs);
      await foldView(workbench, 'Search', false);
      for (const name of ['team edge', logs.name]) {
        await row(workbench, name).filter({ hasText: 'requests not allowed yet' }).waitFor();
        // VS Code gives a command no row while it draws the rows again, as it does for each change of the file.
        await repeatUntil(dialog(), () => chooseFromMenu(workbench, row(workbench, name), 'Allow Requests…'));
        await dialog().getByRole('button', { name: 'Allow Requests' }).click();
        await row(workbench, name).filter({ hasNotText: 'requests not allowed yet' }).waitFor();
      }
      await foldView(workbench, 'Search');
      await unfold(workbench, 'team edge', 'HTTP', 'Routers');
      await chooseFromMenu(workbench, await bring(workbench, 'shop-web@file'), 'Show Access Logs');
      await workbench
        .webview()
        .getByText(/1–50 of 117/)
        .first()
        .waitFor();
      await write(listed());
      await row(workbench, logs.name).waitFor({ state: 'hidden' });
    });

    it('an endpoint is saved without its credentials, and what is in the file stays', async () => {
      await addEndpoint(workbench, { kind: 'proxy', name: 'mine', url: own.url });
      await workbench.commandPalette('Proxy Scout: Save Endpoints to Workspace…');
      await workbench.quickInput.widget
        .getByPlaceholder('Select the endpoints to save, without their credentials')
        .waitFor();
      await workbench.quickInput.widget.getByRole('checkbox').first().click();
      await workbench.quickInput.accept();
      await told(workbench, '1 endpoint saved to .vscode/proxy-scout.json.');
      const text = await readFile(file(), 'utf8');
      assert.match(text, /\/\/ for all of us/);
      assert.match(text, /"name": "mine"/);
      assert.match(text, /"name": ?"team edge"/);
    });

    it('the permission is taken back', async () => {
      const stop = workbench.page.getByRole('dialog').filter({ hasText: 'Stop requests to “team edge”?' });
      // As above: a command may be given no row.
      await repeatUntil(stop, () => chooseFromMenu(workbench, row(workbench, 'team edge'), 'Stop Requests…'));
      await stop.getByRole('button', { name: 'Stop Requests' }).click();
      await row(workbench, 'team edge').filter({ hasText: 'requests not allowed yet' }).waitFor();
    });
  });
});

/** Starts a sample on the first port that is free of those that are asked by Find Local Endpoints, and may be taken. */
async function startOnUsualPort(): Promise<RunningTraefik> {
  for (const port of [9090, 9000, 8081]) {
    try {
      return await startTraefik({ port });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  throw new Error('Ports 9090, 9000, and 8081 are all in use.');
}
