/** Endpoints of a workspace: listed by a folder, asked once that is allowed, and saved for others. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { recentLines } from '../unit/core/accessLogs/recentLines';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  bring,
  chooseFromMenu,
  foldView,
  lookAway,
  openProxyScout,
  row,
  told,
  unfold,
  widenSideBar,
} from './person';
import { repeatUntil } from './waits';

describeWorkbench('Endpoints of a workspace:', (walk) => {
  let edge: RunningTraefik;
  let own: RunningTraefik;
  let engine: SampleSearchEngine;
  let folder: string;
  let workbench: Workbench;

  const file = (): string => join(folder, '.vscode/proxy-scout.json');
  const write = (...endpoints: readonly unknown[]): Promise<void> =>
    writeFile(file(), `{\n  // for all of us\n  "endpoints": ${JSON.stringify(endpoints)}\n}\n`);
  const listed = (name = 'team edge') => ({ kind: 'proxy', name, url: edge.url });
  const dialog = () => workbench.page.getByRole('dialog').filter({ hasText: 'Allow requests to' });

  before(async () => {
    edge = await walk.closes(startTraefik());
    own = await walk.closes(startTraefik());
    engine = await walk.closes(startSearchEngine());
    engine.addDocuments('access-logs', recentLines());
    folder = await walk.folder();
    await mkdir(join(folder, '.vscode'));
    await write(
      listed(),
      { ...listed('$(zap) [x](command:y)'), auth: { type: 'bearer', token: 'x' } },
      { kind: 'proxy', name: 'outside', url: edge.url, tls: { authority: '../ca.pem' } },
    );
    workbench = await walk.open({ workspaceFolder: folder });
    await openProxyScout(workbench);
    await widenSideBar(workbench, 560);
    await foldView(workbench, 'Search');
  });

  it('they are listed, and nothing is asked before it is allowed', async () => {
    await row(workbench, 'team edge').filter({ hasText: 'workspace · requests not allowed yet' }).waitFor();
    await row(workbench, '$(zap) [x](command:y)').filter({ hasText: 'workspace · refused' }).waitFor();
    await row(workbench, 'outside').filter({ hasText: 'not a file inside this folder' }).waitFor();
    await unfold(workbench, 'team edge');
    await row(workbench, 'This workspace lists it.').waitFor();
    await workbench.commandPalette('Proxy Scout: Refresh');
    await lookAway(workbench);
    await workbench.screenshot('workspace-listed');
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
    await repeatUntil(stop, () => chooseFromMenu(workbench, row(workbench, 'team edge'), 'Stop Requests…'));
    await stop.getByRole('button', { name: 'Stop Requests' }).click();
    await row(workbench, 'team edge').filter({ hasText: 'requests not allowed yet' }).waitFor();
  });
});
