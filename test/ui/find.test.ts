/** Find and Filter: one of thousands of routers is found, and only those that matter are shown. */
import assert from 'node:assert/strict';
import { listen, type RunningServer } from '../servers/shared/listen';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { expected, findCommand, listed } from './findOrder';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  asked,
  chooseFromMenu,
  hoverUntil,
  lookAway,
  nameAdded,
  openProxyScout,
  pane,
  pasteAddress,
  pressHovered,
  row,
  unfold,
  widenSideBar,
} from './person';
import { pause, repeatUntil, untilEqual } from './waits';

/** Waits until the field holds just this: the extension's own text comes a moment after what it answers. */
async function holds({ page, quickInput }: Workbench, value: string): Promise<void> {
  await quickInput.field.and(page.locator(':focus')).waitFor();
  await untilEqual(() => quickInput.field.inputValue(), value);
}

const count = async ({ quickInput }: Workbench) =>
  quickInput.widget.locator('.monaco-list-row').first().getAttribute('aria-setsize');

/** How long VS Code waits before it draws a hover, in milliseconds. */
const hoverDelay = 100;

describeWorkbench('Find and Filter:', (fixtures) => {
  let large: RunningTraefik;
  let edge: RunningTraefik;
  let beacon: RunningServer;
  let workbench: Workbench;

  before(async () => {
    large = await fixtures.closes(startTraefik({ generated: { routers: 5_000 } }));
    edge = await fixtures.closes(startTraefik());
    workbench = await fixtures.open({ settings: { 'workbench.hover.delay': hoverDelay } });
    await widenSideBar(workbench, 700);
  });

  /** What the palette offers of ours, without what VS Code adds for each view. */
  const offered = async (): Promise<readonly string[]> => {
    const { page, quickInput } = workbench;
    await page.keyboard.press('F1');
    await quickInput.type('>Proxy Scout: ');
    await quickInput.item(/^Proxy Scout: Show Log/).waitFor();
    const labels = await quickInput.widget.locator('.monaco-list-row .label-name:visible').allInnerTexts();
    await page.keyboard.press('Escape');
    await quickInput.widget.waitFor({ state: 'hidden' });
    const ours = labels.flatMap(
      (label) => /^Proxy Scout: (?!Focus on )(.*)/.exec(label.replace(/\s+/g, ' '))?.[1] ?? [],
    );
    return ours.toSorted();
  };

  it('Find is offered only once there is a proxy, and the palette has what it can do', async () => {
    await untilEqual(offered, ['Add Endpoint…', 'Import…', 'Show Log']);
    await addEndpoint(workbench, { kind: 'proxy', name: 'large', url: large.url });
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: edge.url });
    await untilEqual(offered, [
      'Add Endpoint…',
      'Compare With…',
      'Edit Endpoint…',
      'Export…',
      'Filter Proxies…',
      'Find Router for URL…',
      'Find in Proxies…',
      'Import…',
      'Open Dashboard',
      'Refresh Proxies',
      'Show Log',
      'Take Snapshot…',
    ]);
  });

  it('a list of 5,000 routers is shown whole', async () => {
    await unfold(workbench, 'large', 'HTTP', 'Routers');
    assert.match(await row(workbench, 'Routers').innerText(), /5,000/);
    const items = workbench.page.locator('[role="treeitem"][aria-level="4"]');
    await items.first().waitFor();
    await workbench.screenshot('5000-routers');
    // The first of them stand before all are there.
    await items.and(workbench.page.locator('[aria-setsize="5000"]')).first().waitFor();
    await items.first().click();
    await workbench.page.keyboard.press('End');
    await row(workbench, 'edge').waitFor();
    await items.last().and(workbench.page.locator('[aria-posinset="5000"]')).waitFor();
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Collapse All' }).click();
    await row(workbench, 'HTTP').waitFor({ state: 'hidden' });
    await row(workbench, 'edge').click();
  });

  it('Find lists the best of all endpoints at once, and what was meant on top: in our order, not in VS Code’s', async () => {
    await workbench.commandPalette(findCommand);
    await listed(workbench, await expected([large, edge], '', 8, edge));
    await workbench.screenshot('find-all');
    assert.equal(await count(workbench), '201');
    await workbench.quickInput.field.press('End');
    await workbench.page.keyboard.press('ArrowUp');
    await workbench.quickInput.item(/^[\d,]+ more\. Keep typing to narrow the list\.$/).waitFor();
    for (const text of ['shop web', 'shop status:error', 'Host(`shop', 'e']) {
      await workbench.quickInput.type(text);
      await listed(workbench, await expected([large, edge], text, 8, edge));
    }
    await workbench.quickInput.type('nothing-is-called-so');
    await workbench.quickInput.item('No matches').waitFor();
    await workbench.quickInput.type('shop');
    await listed(workbench, await expected([large, edge], 'shop', 8, edge));
    await workbench.screenshot('find-shop');
    for (const said of [
      'shop@fileHTTP service · edge · 2 of 3 up',
      'bad-matcher@fileHTTP router · edge · invalid rule · service shop',
    ]) {
      await workbench.quickInput.widget.locator('.monaco-list-row', { hasText: said }).waitFor();
    }
  });

  it('Enter reveals what was found far down in the tree, and a click opens its neighbor', async () => {
    const { page } = workbench;
    const [, name = ''] = await expected([large], 'payments-web-prod', 2);
    await workbench.quickInput.type(name);
    await listed(workbench, [name]);
    await workbench.screenshot('find-one');
    await workbench.quickInput.accept();
    const found = row(workbench, name).and(page.locator('[aria-selected="true"]'));
    await found.waitFor();
    await workbench.screenshot('find-revealed');
    const at = Number(await found.getAttribute('aria-posinset'));
    const neighbor = page.locator(`[role="treeitem"][aria-level="4"][aria-posinset="${at - 1}"]`);
    const neighborName = await neighbor.locator('.label-name').innerText();
    await neighbor.click();
    await page.getByRole('tab', { name: neighborName }).waitFor();
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Collapse All' }).click();
    await row(workbench, 'HTTP').waitFor({ state: 'hidden' });
  });

  it('Find looks in one endpoint from its row, and by Ctrl+F for what is selected in an editor', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find in Proxies…');
    await asked(workbench, 'Find in edge');
    await listed(workbench, await expected([edge], '', 8));
    await workbench.page.keyboard.press('Escape');

    // The title is about all proxies, whichever row has the focus.
    await row(workbench, 'edge').click();
    const proxies = pane(workbench, 'Proxies');
    await pressHovered(workbench, proxies, proxies.getByRole('button', { name: 'Find in Proxies…' }));
    await workbench.quickInput.type('shop.example.test');
    await listed(workbench, await expected([large, edge], 'shop.example.test', 4, edge));
    await workbench.page.keyboard.press('Escape');

    await workbench.commandPalette('File: New Untitled Text File');
    await workbench.page.locator('.editor-instance .view-line').first().waitFor();
    await workbench.page.keyboard.type('shop.example.test');
    await workbench.page.keyboard.press('Shift+Home');
    await row(workbench, 'edge').click();
    await workbench.page.keyboard.press('Control+f');
    await listed(workbench, await expected([large, edge], 'shop.example.test', 4, edge));
    await holds(workbench, 'shop.example.test');
    await workbench.screenshot('find-selected');
    await workbench.page.keyboard.press('Escape');
  });

  it('the buttons of a row open what was found', async () => {
    await workbench.commandPalette(findCommand);
    await workbench.quickInput.type('shop-web@file');
    await listed(workbench, ['shop-web@file']);
    const first = workbench.quickInput.widget.locator('.monaco-list-row').first();
    for (const name of ['Open in Browser…', 'Open as JSON']) {
      await hoverUntil(workbench, first, first.getByRole('button', { name }));
    }
    await pressHovered(workbench, first, first.getByRole('button', { name: 'Open as JSON' }));
    await workbench.page.getByRole('tab', { name: /shop-web@file/ }).waitFor();
  });

  it('Filter shows before Enter what is left', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Filter Proxies…');
    await asked(workbench, 'Filter edge');
    await workbench.quickInput.item('Show all 118').waitFor();
    await workbench.screenshot('filter-offers');
    await workbench.quickInput.type('shop prov');
    await workbench.quickInput.item(/^Show 0 of 118$/).waitFor();
    await workbench.quickInput.type('status:err');
    await workbench.quickInput.item('Show 17 of 118').waitFor();
    await workbench.quickInput.pick('status:error');
    await holds(workbench, 'status:error ');
    await workbench.page.keyboard.type('shop');
    await workbench.quickInput.item(/^Show \d of 118$/).waitFor();
    await holds(workbench, 'status:error shop');
    await workbench.screenshot('filter-typed');
    await workbench.quickInput.accept();
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Filter Proxies…');
    await workbench.quickInput.item(/^Show \d of 118$/).waitFor();
    await holds(workbench, 'status:error shop');
    await workbench.page.keyboard.press('Escape');
  });

  it('a filter stays after a reload until it is cleared', async () => {
    await workbench.reload();
    await openProxyScout(workbench);
    await workbench.expand(row(workbench, 'edge'));
    await row(workbench, 'edge')
      .filter({ hasText: /“status:error shop”: \d of 118/ })
      .waitFor();
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Filter Proxies…');
    await asked(workbench, 'Filter edge');
    await holds(workbench, 'status:error shop');
    await workbench.page.keyboard.press('Escape');
    const edge = row(workbench, 'edge');
    await pressHovered(workbench, edge, edge.getByRole('button', { name: 'Clear Filter' }));
    await row(workbench, 'edge').filter({ hasNotText: '“' }).waitFor();
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Filter Proxies…');
    await workbench.quickInput.item('Show all 118').waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('the list says which endpoint could not be read, and tries it again', async () => {
    const fault = edge.faults.add({ path: { prefix: '/api/' }, fault: { kind: 'answer', status: 500 } });
    const added = await pasteAddress(workbench, 'proxy', edge.url);
    await workbench.quickInput.pick('Add Another One');
    // The tooltip of a row below the list may cover the next one.
    await lookAway(workbench);
    await workbench.quickInput.pick('Add as Proxy Endpoint Anyway');
    await nameAdded(workbench, added, 'down');
    await workbench.commandPalette('Proxy Scout: Refresh Proxies');
    const failed = workbench.quickInput.item(/^down could not be read: /);
    // The list goes when the row that was renamed takes the focus back late, which nothing tells.
    await repeatUntil(failed, () => workbench.commandPalette(findCommand), 20_000);
    await workbench.quickInput.item(/^edge could not be refreshed: .* failed with status 500/).waitFor();
    await workbench.screenshot('find-failed');
    assert.deepEqual(
      (await workbench.notifications()).filter((text) => text.includes('500')),
      [],
    );
    fault.remove();
    await failed.click();
    await failed.waitFor({ state: 'detached' });
    await workbench.quickInput.type('shop-web@file');
    await workbench.quickInput.widget
      .locator('.monaco-list-row', { hasText: /^shop-web@fileHTTP router · down · / })
      .first()
      .waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  /** Rests on every text of the first rows until VS Code would have drawn a hover. */
  async function hoverRows(count: number): Promise<void> {
    const { page, quickInput } = workbench;
    for (let at = 0; at < count; at++) {
      const texts = quickInput.widget
        .locator('.monaco-list-row')
        .nth(at)
        .locator('.label-name:visible, .label-description:visible');
      for (let part = 0; part < (await texts.count()); part++) {
        await texts.nth(part).hover({ position: { x: 5, y: 5 } });
        await pause(page, 3 * hoverDelay, 'most texts have no hover: nothing comes, or something that should not');
        const drawn = page.locator('.quick-input-list, .monaco-hover:visible').locator('img, a[href]');
        assert.equal(await drawn.count(), 0);
      }
    }
  }

  it('hostile text is a line of text in each row that is found, hovered', async () => {
    beacon = await fixtures.closes(listen(() => ({ status: 200, headers: { 'content-type': 'image/png' }, body: '' })));
    const hostile = await fixtures.closes(startTraefik({ hostile: { beacon: beacon.url } }));
    await addEndpoint(workbench, { kind: 'proxy', name: `![x](${beacon.url}/name) $(alert)`, url: hostile.url });
    await workbench.commandPalette(findCommand);
    const inList = workbench.quickInput.widget.locator('.monaco-list-row');
    await inList.nth(5).waitFor();
    for (const text of ['markdown-image', 'linked-image', '$(alert)']) {
      await workbench.quickInput.type(text);
      await workbench.quickInput.widget.locator('.label-name', { hasText: text }).nth(2).waitFor();
      await hoverRows(2);
      assert.equal(await workbench.quickInput.widget.locator('.label-name .codicon').count(), 0);
    }
    await workbench.screenshot('find-hostile');
    await workbench.page.keyboard.press('Escape');
    assert.deepEqual(
      beacon.requests.map(({ path }) => path),
      [],
    );
  });

  it('hostile text is a line of text among the conditions of a filter', async () => {
    await chooseFromMenu(workbench, workbench.treeRows(/alert/).first(), 'Filter Proxies…');
    await workbench.quickInput.item(/^Show all \d+$/).waitFor();
    await workbench.quickInput.type('provider:');
    const inList = workbench.quickInput.widget.locator('.monaco-list-row');
    await inList.nth(3).waitFor();
    await hoverRows(3);
    await workbench.screenshot('filter-hostile');
    assert.equal(await workbench.quickInput.widget.locator('img, a[href^="http"], .label-name .codicon').count(), 0);
    assert.deepEqual(
      beacon.requests.map(({ path }) => path),
      [],
    );
  });
});
