/** What the npm-hosted VS Code of these tests does, so that the other tests may count on it. */
import assert from 'node:assert/strict';
import { startWorkbench, type Workbench } from './harness';

for (const version of ['floor', 'current'] as const) {
  describe(`npm-hosted VS Code, ${version},`, () => {
    let workbench: Workbench;

    before(async () => {
      workbench = await startWorkbench({
        version,
        extensionPath: 'test/host/probe',
        workspaceFolder: 'test/host/probe',
        vsix: ['out/proxy-scout.vsix'],
      });
    });

    after(() => workbench?.close());

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

    it('asks nobody but itself for anything', async () => {
      await workbench.screenshot(`host-${version}`);
      const strangers = workbench.requests.filter(
        (url) => !url.startsWith(workbench.url) && !/^(data|blob):/.test(url),
      );
      assert.deepEqual(strangers, []);
    });
  });
}
