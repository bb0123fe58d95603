/** Snapshots and comparisons: what a proxy listed is kept, and how it differs from now or from another proxy. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { recordedListing } from '../servers/traefik/recordedListing';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  answer,
  asked,
  chooseFromMenu,
  chooseFromTitle,
  fold,
  foldView,
  hoverUntil,
  lookAway,
  pane,
  pressHovered,
  row,
  saidInStatusBar,
  told,
  unfold,
  walkthroughStep,
  widenSideBar,
} from './person';
import { untilEqual } from './waits';

describeWorkbench('Comparisons:', (fixtures) => {
  let edge: RunningTraefik;
  let old: RunningTraefik;
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    edge = await fixtures.closes(startTraefik());
    old = await fixtures.closes(startTraefik({ version: '2.11' }));
    folder = await fixtures.folder();
    workbench = await fixtures.open({ workspaceFolder: folder });
    await widenSideBar(workbench, 560);
    await foldView(workbench, 'Search');
  });

  /** What a row says: label and description. */
  const textOf = (start: string): Promise<string> =>
    row(workbench, start).evaluate((one) =>
      ['.label-name', '.label-description']
        .map((part) => one.querySelector(part)?.textContent ?? '')
        .join(' ')
        .trim(),
    );
  /** The rows of the comparison, as far as they are in view. */
  const comparison = () => workbench.page.getByRole('button', { name: /^Comparison/ });
  const pressInTitle = (name: string): Promise<void> =>
    pressHovered(workbench, pane(workbench, 'Comparison'), pane(workbench, 'Comparison').getByRole('button', { name }));
  it('a snapshot stands below its endpoint, which has nothing to be compared with before', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: edge.url });
    await unfold(workbench, 'edge');
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Compare With…');
    await told(workbench, 'Add another proxy endpoint or take a snapshot.');
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Take Snapshot…');
    await answer(workbench, 'Snapshot name', 'before deploy');
    await saidInStatusBar(workbench, 'Snapshot “before deploy” saved (secrets masked).');
    await unfold(workbench, 'Snapshots');
    assert.match(
      await textOf('before deploy'),
      /^before deploy \w{3} \d+, \d\d:\d\d · 54 routers · 27 services · 37 middlewares$/,
    );
    await workbench.screenshot('compare-snapshots');
  });

  it('after a deploy, rows show what was added, removed, and changed', async () => {
    const routers = recordedListing('http-routers').filter(({ name }) => name !== 'static@file');
    const added = {
      name: 'new-shop@file',
      provider: 'file',
      status: 'enabled',
      rule: 'Host(`new.example.test`)',
      service: 'shop',
    };
    edge.replace('http/routers', [
      ...routers.map((one) =>
        one.name === 'shop-web@file'
          ? { ...one, rule: 'Host(`shop.example.org`)', priority: 77, middlewares: ['compress@file', 'buffering@file'] }
          : one,
      ),
      added,
    ]);
    edge.replace(
      'http/services',
      recordedListing('http-services').map((one) =>
        one.name === 'all-down@file'
          ? { ...one, serverStatus: { 'http://127.0.0.1:9197': 'UP', 'http://127.0.0.1:9198': 'DOWN' } }
          : one,
      ),
    );
    await chooseFromMenu(workbench, row(workbench, 'before deploy'), 'Compare With…');
    await asked(workbench, 'Compare With');
    await workbench.screenshot('compare-choose');
    await workbench.quickInput.pick(/edge$/);
    await row(workbench, 'new-shop@file').waitFor();
    assert.equal(await textOf('Routers'), 'Routers 1 changed, 1 added, 1 removed · 2 partially down');
    assert.equal(await textOf('new-shop@file'), 'new-shop@file added · 2 of 3 up');
    assert.equal(await textOf('static@file'), 'static@file removed');
    assert.equal(
      await textOf('shop-web@file'),
      'shop-web@file rule Host(`shop.example.test`) → Host(`shop.example.org`) · priority none → 77 · middlewares · 2 of 3 up',
    );
    // By its own symbol, not by that of its health.
    await row(workbench, 'shop-web@file').locator('.codicon-diff-modified').waitFor();
    assert.match(await textOf('before deploy → edge'), /^before deploy → edge \d\d:\d\d( → \d\d:\d\d)?$/);
    assert.match(await textOf('1 item differs in health only'), /^1 item differs in health only$/);
    assert.match(await textOf('Secrets not compared'), /^Secrets not compared$/);
    await lookAway(workbench);
    await workbench.screenshot('compare-tree');
  });

  it('a changed item opens in a diff editor, and all of one kind in one editor', async () => {
    await row(workbench, 'shop-web@file').click();
    await workbench.page.getByRole('tab', { name: 'shop-web@file (before deploy ↔ edge)' }).waitFor();
    const { page } = workbench;
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: '"priority": 77' }).waitFor();
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'shop.example.org' }).waitFor();
    await lookAway(workbench);
    await workbench.screenshot('compare-diff');
    await row(workbench, 'new-shop@file').click();
    await page.getByRole('tab', { name: 'new-shop@file (only in edge)' }).waitFor();
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'new.example.test' }).waitFor();
    await lookAway(workbench);
    await workbench.screenshot('compare-added');
    const routers = row(workbench, 'Routers');
    await pressHovered(workbench, routers, routers.getByRole('button', { name: 'Open All Changes' }));
    await page.getByRole('tab', { name: /^Routers · before deploy/ }).waitFor();
    // It takes the focus when it is there.
    await page.locator('.multiDiffEntry').filter({ hasText: 'static@file.json' }).first().waitFor();
    await lookAway(workbench);
  });

  it('Reveal in Tree leads from a difference to the row of the router', async () => {
    await chooseFromMenu(workbench, row(workbench, 'new-shop@file'), 'Reveal in Tree');
    await pane(workbench, 'Proxies')
      .locator('[role="treeitem"][aria-selected="true"]', { hasText: 'new-shop' })
      .waitFor();
    await unfold(workbench, 'edge');
    await fold(workbench, 'HTTP');
  });

  it('what differs in health is shown when asked for', async () => {
    await row(workbench, '1 item differs in health only').click();
    await row(workbench, 'Services').filter({ hasText: '1 in health' }).waitFor();
    assert.equal(await textOf('all-down@file'), 'all-down@file down → 1 of 2 up');
    await row(workbench, 'all-down@file').click();
    await workbench.page
      .locator('.monaco-diff-editor .modified .view-line', { hasText: '"http://127.0.0.1:9197": "UP"' })
      .waitFor();
    await lookAway(workbench);
    await workbench.screenshot('compare-health');
    await chooseFromTitle(workbench, 'Comparison', 'Toggle Health Differences');
    await row(workbench, 'all-down@file').waitFor({ state: 'hidden' });
  });

  it('a summary is copied, the sides are swapped and compared again, and a side that cannot be read changes nothing', async () => {
    await chooseFromTitle(workbench, 'Comparison', 'Copy Summary');
    await told(workbench, 'Summary copied as Markdown');
    const text = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^From `before deploy` \(read [\d :-]+\) to `edge` \(read [\d :-]+\):\n/);
    assert.match(text, /\nAdded \(1\)\n\n- HTTP router `new-shop@file`\n/);
    assert.match(text, /\n- HTTP router `shop-web@file`: `rule`, `priority`, `middlewares`\n/);

    await pressInTitle('Swap Sides');
    await row(workbench, 'edge → before deploy').waitFor();
    edge.replace('http/routers', recordedListing('http-routers'));
    edge.replace('http/services', recordedListing('http-services'));
    await pressInTitle('Compare Again');
    await row(workbench, 'No differences').waitFor();
    await workbench.screenshot('compare-same');

    const refusal = edge.faults.add({ path: { prefix: '/api/' }, fault: { kind: 'answer', status: 502 } });
    await pressInTitle('Compare Again');
    await told(workbench, /502/);
    refusal.remove();
    await row(workbench, 'No differences').waitFor();
  });

  it('an endpoint is compared with one of another version, by names as chosen', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'old edge', url: old.url });
    await workbench.commandPalette('Proxy Scout: Compare With…');
    await asked(workbench, /Compare(?! With)/);
    await workbench.quickInput.pick(/old edge$/);
    await asked(workbench, 'Compare With');
    await workbench.quickInput.pick(/edge$/);
    await row(workbench, 'Not compared: Certificates').waitFor();
    await row(workbench, 'old edge → edge').waitFor();
    await lookAway(workbench);
    await workbench.screenshot('compare-versions');
    const tooltip = workbench.page.locator('.monaco-hover').filter({ hasText: 'Different fields: address' });
    await hoverUntil(workbench, row(workbench, 'dns'), tooltip);
    await workbench.screenshot('compare-tooltip');
    await lookAway(workbench);

    await workbench.treeRows(/items differ in addresses only/).click();
    await row(workbench, 'dns').waitFor({ state: 'hidden' });
    await lookAway(workbench);
    await workbench.screenshot('compare-without-addresses');
    await row(workbench, 'Addresses not compared').click();
    await row(workbench, 'dns').waitFor();

    await chooseFromTitle(workbench, 'Comparison', 'Compare Names…');
    await asked(workbench, 'Compare Names');
    await workbench.screenshot('compare-names');
    await workbench.quickInput.pick('Without provider and entry point');
    await row(workbench, 'Names compared without provider and entry point').click();
    await asked(workbench, 'Compare Names');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await workbench.screenshot('compare-without-both');
  });

  it('the walkthrough, opened only now, has those steps ticked that were done', async () => {
    const step = await walkthroughStep(workbench, 'Compare before and after');
    await step.locator('.codicon-getting-started-step-checked:visible').waitFor();
    const done = workbench.page
      .locator('.getting-started-step')
      .filter({ has: workbench.page.locator('.codicon-getting-started-step-checked:visible') });
    await untilEqual(
      async () => (await done.locator('.step-title').allInnerTexts()).map((title) => title.trim()),
      ['Add a proxy', 'Compare before and after'],
    );
    await workbench.screenshot('walkthrough-late');
    await workbench.commandPalette('View: Close Editor');
  });

  it('a snapshot is renamed, exported without secrets, deleted after a question, and imported again', async () => {
    const file = join(folder, 'kept.json');
    const typeFile = async (dialog: string): Promise<void> => {
      await asked(workbench, dialog);
      await workbench.quickInput.item('..').waitFor();
      await workbench.quickInput.type(file);
      await workbench.quickInput.accept();
    };
    await chooseFromMenu(workbench, row(workbench, 'before deploy'), 'Rename…');
    await answer(workbench, 'Snapshot name', 'kept');
    await row(workbench, 'kept').waitFor();
    await chooseFromMenu(workbench, row(workbench, 'kept'), 'Export…');
    await typeFile('Export Snapshot');
    await told(workbench, 'Snapshot exported. Passwords, keys, and tokens are masked');
    const text = await readFile(file, 'utf8');
    assert.ok(text.startsWith('{"proxyScoutSnapshot":1,'));
    assert.doesNotMatch(text, /chcxSoJK|a2688e031edb/);
    await chooseFromMenu(workbench, row(workbench, 'kept'), 'Remove…');
    const dialog = workbench.page.getByRole('dialog').filter({ hasText: 'Delete the snapshot “kept”?' });
    await dialog.waitFor();
    // Escape does not delete.
    await workbench.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await chooseFromMenu(workbench, row(workbench, 'kept'), 'Remove…');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await row(workbench, 'Snapshots').waitFor({ state: 'hidden' });
    await workbench.commandPalette('Proxy Scout: Import…');
    await typeFile('Import');
    await told(workbench, 'Snapshot “kept” of “edge” imported.');
    await row(workbench, 'Snapshots').waitFor();
    await writeFile(file, '{"proxyScoutSnapshot":2}');
    await workbench.commandPalette('Proxy Scout: Import…');
    await typeFile('Import');
    await told(workbench, 'This snapshot was written by a newer version of Proxy Scout.');
  });

  it('a comparison is closed, and all endpoints are deleted with snapshots and all that is remembered', async () => {
    await pressInTitle('Close Comparison');
    await comparison().waitFor({ state: 'hidden' });
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await workbench.quickInput.type('http://asked.example.test/');
    await workbench.quickInput.item('http://asked.example.test/').waitFor();
    await workbench.quickInput.accept();
    await workbench.page.getByRole('tab', { name: /asked\.example\.test/ }).waitFor();
    await chooseFromTitle(workbench, 'Proxies', 'Delete All Stored Endpoints…');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('Delete all endpoints (2) and snapshots (1)?').waitFor();
    await dialog.getByText('2 endpoints with their URLs and credentials').waitFor();
    await dialog.getByText('1 question to Find Router for URL of this workspace').waitFor();
    await dialog.getByText('Everything else that is remembered').waitFor();
    await workbench.screenshot('compare-delete-all');
    await dialog.getByRole('button', { name: 'Delete All' }).click();
    await row(workbench, 'edge').waitFor({ state: 'hidden' });
    await chooseFromTitle(workbench, 'Proxies', 'Delete All Stored Endpoints…');
    await told(workbench, 'No endpoints or snapshots are stored.');
  });
});
