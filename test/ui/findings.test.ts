/** A person looks at what in a proxy's configuration is loose, reads why, and goes to what it is about. */
import assert from 'node:assert/strict';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, chooseFromMenu, fold, foldView, hoverUntil, lookAway, row, unfold, widenSideBar } from './person';

describeWorkbench('a person who looks at the findings of a proxy', (walk) => {
  let traefik: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    traefik = await walk.closes(startTraefik());
    workbench = await walk.open();
    await widenSideBar(workbench, 800);
    await foldView(workbench, 'Search');
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
  });

  const textOf = async (start: string): Promise<string> =>
    (await row(workbench, start).innerText()).replace(/\s+/g, ' ');

  it('sees how many there are, and of what kinds', async () => {
    await unfold(workbench, 'edge');
    await row(workbench, 'Findings').waitFor();
    // How many certificates are about to expire, the day decides.
    const [, warnings] = /^Findings ?1 error, (\d+) warnings$/.exec(await textOf('Findings')) ?? [];
    await row(workbench, 'edge')
      .filter({ hasText: `${Number(warnings) + 1} findings` })
      .waitFor();
    await unfold(workbench, 'Findings');
    assert.match(await textOf('Shadowed Routers'), /3/);
    assert.match(await textOf('Unused'), /17/);
    await lookAway(workbench);
    await workbench.screenshot('findings-kinds');
  });

  it('reads why a router never wins, and goes to the one that does', async () => {
    await unfold(workbench, 'Shadowed Routers', 'shop-api-v2@file');
    assert.match(
      await textOf('shop-api-v2@file'),
      /shop-api@file \(priority 1000 over 87\) matches everything this router would: Host\(`shop\.example\.test`\) && PathPrefix/,
    );
    await row(workbench, 'shop-api@file').filter({ hasText: 'matches first' }).waitFor();
    await workbench.screenshot('findings-never-wins');
    const hover = workbench.page
      .locator('.monaco-hover')
      .filter({ hasText: /shop-api@file \(priority 1000 over 87\)/ });
    await hoverUntil(workbench, row(workbench, 'shop-api-v2@file').locator('.label-description'), hover);
    await workbench.screenshot('findings-hover');
    await lookAway(workbench);
    await row(workbench, 'shop-api@file').filter({ hasText: 'matches first' }).locator('.label-name').click();
    const selected = workbench.page.locator('[role="treeitem"][aria-selected="true"]', { hasText: 'shop-api@file' });
    await selected.filter({ hasNotText: 'matches first' }).waitFor();
    await row(workbench, 'Routers').waitFor();
    await row(workbench, 'shop-api-v2@file').filter({ hasText: 'never wins · 1 of 3 up' }).waitFor();
    await workbench.screenshot('findings-revealed');
  });

  it('ignores one that is meant so, and stops ignoring it', async () => {
    await workbench.page.keyboard.press('Home');
    // So that those of the last kind are in view.
    for (const kind of ['Missing References', 'Invalid Entry Points', 'Shadowed Routers']) await fold(workbench, kind);
    const before = await textOf('Unused');
    await unfold(workbench, 'Unused');
    await chooseFromMenu(workbench, row(workbench, 'unused-mw@file'), 'Ignore This Finding');
    await row(workbench, 'unused-mw@file').waitFor({ state: 'hidden' });
    await row(workbench, 'Ignored').waitFor();
    assert.notEqual(await textOf('Unused'), before);
    await unfold(workbench, 'Ignored');
    await row(workbench, 'unused-mw@file').filter({ hasText: 'Nothing uses this middleware.' }).waitFor();
    await workbench.screenshot('findings-ignored');
    await chooseFromMenu(workbench, row(workbench, 'unused-mw@file'), 'Stop Ignoring');
    await row(workbench, 'Ignored').waitFor({ state: 'hidden' });
    assert.equal(await textOf('Unused'), before);
    await fold(workbench, 'Unused');
  });

  it('reads what is named and not there', async () => {
    await workbench.page.keyboard.press('Home');
    await unfold(workbench, 'Missing References', 'does-not-exist@file');
    await workbench.screenshot('findings-missing');
    assert.match(await textOf('does-not-exist@file'), /HTTP service not found; referenced by no-service@file\./);
  });

  it('sees a finding go when the proxy’s people have mended it', async () => {
    await row(workbench, 'Expiring Certificates').waitFor();
    traefik.replace('certificates', []);
    await workbench.commandPalette('Proxy Scout: Refresh');
    await row(workbench, 'Expiring Certificates').waitFor({ state: 'hidden' });
    await row(workbench, 'edge').filter({ hasText: '12 findings' }).waitFor();
    await workbench.screenshot('findings-fewer');
  });

  it('is left in peace where nothing is loose', async () => {
    for (const kind of ['routers', 'services', 'middlewares'] as const) {
      traefik.replace(`http/${kind}`, []);
      traefik.replace(`tcp/${kind}`, []);
    }
    traefik.replace('udp/routers', []);
    traefik.replace('udp/services', []);
    traefik.replace('entrypoints', [{ name: 'web', address: ':80' }]);
    await workbench.commandPalette('Proxy Scout: Refresh');
    await row(workbench, 'Findings').filter({ hasText: 'none' }).waitFor();
    assert.match(await textOf('edge'), /^edge ?[\d.:]+ · dev$/);
    await row(workbench, 'No findings').waitFor();
    await lookAway(workbench);
    await workbench.screenshot('findings-none');
  });
});
