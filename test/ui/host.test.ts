/**
 * What the oldest VS Code that is supported does with the package, and with secrets and windows, so that the other tests may
 * count on it in the current one.
 */
import assert from 'node:assert/strict';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { expected, findCommand, listed } from './findOrder';
import { startWorkbench, type Workbench } from './harness';
import { addEndpoint, openProxyScout } from './person';

describe('npm-hosted VS Code, floor,', () => {
  let edge: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    edge = await startTraefik();
    workbench = await startWorkbench({
      version: 'floor',
      extensionPath: 'test/host/probe',
      workspaceFolder: 'test/host/probe',
      vsix: ['out/proxy-scout.vsix'],
    });
  });

  after(async () => {
    await workbench?.close();
    await edge?.close();
  });

  it('keeps a secret over a reload of the window', async () => {
    await workbench.commandPalette('Probe: Remember a Secret');
    await workbench.quickInput.shows('The secret to remember');
    await workbench.quickInput.type('open sesame');
    await workbench.quickInput.accept();
    await workbench.notification('Remembered: open sesame').waitFor();

    await workbench.reload();

    await workbench.commandPalette('Probe: Show the Secret');
    await workbench.notification('The secret: open sesame').waitFor();
  });

  it('opens a second window, which reads what the first stored', async () => {
    const second = await workbench.openSecondWindow();
    await second.commandPalette('Probe: Show the Secret');
    await second.notification('The secret: open sesame').waitFor();
    await second.page.close();
  });

  it('lists what Find finds in our order', async () => {
    await openProxyScout(workbench);
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: edge.url });
    await workbench.commandPalette(findCommand);
    for (const text of ['', 'shop web', 'e']) {
      await workbench.quickInput.type(text);
      await listed(workbench, await expected([edge], text, 8));
    }
  });

  it('asks nobody but itself for anything', async () => {
    await workbench.screenshot('host-floor');
    const strangers = workbench.requests.filter((url) => !url.startsWith(workbench.url) && !/^(data|blob):/.test(url));
    assert.deepEqual(strangers, []);
  });
});
