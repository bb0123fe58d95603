/** A person looks at a proxy. */
import assert from 'node:assert/strict';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  asked,
  chooseFromMenu,
  lookAway,
  openProxyScout,
  pane,
  row,
  unfold,
  widenSideBar,
} from './person';

describeWorkbench('a person who looks at a proxy', (walk) => {
  const auth = { type: 'basic', username: 'reader', password: 'proxy-test' } as const;
  let traefik: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    traefik = await walk.closes(startTraefik({ auth }));
    workbench = await walk.open();
  });

  it('is shown how to begin', async () => {
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Add Proxy Endpoint', exact: true }).click();
    await asked(workbench, 'URL of the Traefik API');
    await workbench.quickInput.type('ftp://edge');
    await asked(workbench, 'Only http and https');
    await workbench.quickInput.accept();
    await asked(workbench, 'Only http and https');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
  });

  it('goes back a step without losing what was typed', async () => {
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Add Proxy Endpoint', exact: true }).click();
    await asked(workbench, 'URL of the Traefik API');
    await workbench.quickInput.type('http://reader:proxy%2Dtest@localhost:1/dashboard/');
    await asked(workbench, 'The user name and password become the credentials.');
    await workbench.quickInput.accept();
    await asked(workbench, 'Name of the endpoint');
    assert.equal(await workbench.quickInput.field.inputValue(), 'localhost:1');
    await workbench.quickInput.back();
    await asked(workbench, 'URL of the Traefik API');
    assert.equal(await workbench.quickInput.field.inputValue(), 'http://localhost:1');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
  });

  it('adds an endpoint from a pasted dashboard address and is told what answers', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: `${traefik.url}/dashboard/#/http/routers`, auth });
    await workbench.notification('edge: Traefik dev').waitFor();
    const [asking] = traefik.requests;
    assert.equal(asking?.path, '/api/version');
  });

  it('browses routers, services and middlewares of HTTP, TCP and UDP', async () => {
    await unfold(workbench, 'edge', 'HTTP', 'Routers');
    await row(workbench, 'bad-rule@file').waitFor();
    assert.match(await row(workbench, 'Routers').innerText(), /48 · 10 with errors/);
    await row(workbench, 'Routers').locator('.monaco-tl-twistie').click();
    await unfold(workbench, 'Services');
    await row(workbench, 'canary@file').waitFor();
    await row(workbench, 'Services').locator('.monaco-tl-twistie').click();
    await row(workbench, 'HTTP').locator('.monaco-tl-twistie').click();
    await unfold(workbench, 'UDP', 'Routers');
    await row(workbench, 'dns@file').waitFor();
    await row(workbench, 'UDP').locator('.monaco-tl-twistie').click();
    await unfold(workbench, 'TCP', 'Middlewares');
    assert.match(await row(workbench, 'Middlewares').innerText(), /2/);
    await row(workbench, 'TCP').locator('.monaco-tl-twistie').click();
  });

  it('opens a router as JSON and reads every digit of its priority', async () => {
    await unfold(workbench, 'HTTP', 'Routers');
    await chooseFromMenu(workbench, row(workbench, 'api@internal'), 'Open as JSON');
    await workbench.page.getByRole('tab', { name: /api@internal/ }).waitFor();
    await workbench.page.locator('.view-line').filter({ hasText: '9223372036854775806,' }).waitFor();
    await widenSideBar(workbench, 620);
    await workbench.screenshot('proxies');
  });

  it('sees in a tooltip what the row has no room for', async () => {
    await row(workbench, 'bad-entrypoint@file').hover();
    const hover = workbench.page.locator('.monaco-hover').filter({ hasText: 'entryPoint "nowhere" doesn\'t exist' });
    await hover.waitFor();
    await workbench.screenshot('tooltip');
    await lookAway(workbench);
  });

  it('finds rows as they were after a refresh', async () => {
    const asked = traefik.requests.length;
    await row(workbench, 'api@internal').click();
    const reading = traefik.nextRequest({ prefix: '/api/http/routers' });
    await pane(workbench, 'Proxies').hover();
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Refresh', exact: true }).click();
    await reading;
    await row(workbench, 'api@internal').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    assert.equal(await row(workbench, 'Routers').getAttribute('aria-expanded'), 'true');
    // A whole listing, once, for all that is unfolded.
    const listings = traefik.requests.slice(asked).filter(({ path }) => path.startsWith('/api/http/routers'));
    assert.equal(listings.length, 1);
  });

  it('is told in a row what went wrong, and how to go on', async () => {
    const refusal = traefik.faults.add({
      path: { prefix: '/api/' },
      fault: { kind: 'unauthorized', challenge: 'Basic realm="traefik"' },
    });
    await workbench.commandPalette('Proxy Scout: Refresh');
    const problem = row(workbench, 'Authentication required');
    await problem.waitFor();
    await problem.hover();
    for (const name of ['Retry', 'Edit Endpoint…', 'Show Log']) {
      await problem.getByRole('button', { name }).waitFor();
    }
    await workbench.screenshot('problem');
    refusal.remove();
    await problem.getByRole('button', { name: 'Retry' }).click();
    // The other rows were there all the time. Who refreshes before this joins the read that is under way.
    await problem.waitFor({ state: 'hidden' });
    await row(workbench, 'HTTP').waitFor();
  });

  it('stops a refresh that hangs and keeps what was there', async () => {
    const hanging = traefik.faults.add({ path: { prefix: '/api/' }, fault: { kind: 'hang' } });
    const reading = traefik.nextRequest({ prefix: '/api/http/routers' });
    await workbench.commandPalette('Proxy Scout: Refresh');
    const { closed } = await reading;
    await workbench.commandPalette('Proxy Scout: Stop Refresh');
    await closed;
    await row(workbench, 'HTTP').waitFor();
    hanging.remove();
  });

  it('edits an endpoint and gives it another name', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Rename Endpoint…');
    await asked(workbench, 'Name of the endpoint');
    await workbench.quickInput.type('front door');
    await workbench.quickInput.accept();
    await row(workbench, 'front door').waitFor();
  });

  it('finds the endpoint again after a reload of the window', async () => {
    await workbench.reload();
    await openProxyScout(workbench);
    await unfold(workbench, 'front door', 'HTTP', 'Middlewares');
    await row(workbench, 'api-strip@file').waitFor();
  });

  it('removes an endpoint after being asked', async () => {
    await chooseFromMenu(workbench, row(workbench, 'front door'), 'Remove Endpoint…');
    const dialog = workbench.page.getByRole('dialog', { name: /Remove the endpoint “front door”/ });
    await dialog.waitFor();
    await workbench.screenshot('remove');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Add Proxy Endpoint', exact: true }).waitFor();
  });
});

describeWorkbench('a person who looks at a proxy with 5,000 routers', (walk) => {
  let traefik: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    traefik = await walk.closes(startTraefik({ generated: { routers: 5_000 } }));
    workbench = await walk.open();
  });

  it('sees all of them in one list', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'large', url: traefik.url });
    await unfold(workbench, 'large', 'HTTP', 'Routers');
    assert.match(await row(workbench, 'Routers').innerText(), /5,000/);
    const items = workbench.page.locator('[role="treeitem"][aria-level="4"]');
    await items.first().waitFor();
    await workbench.screenshot('5000-routers');
    // The first of them stand before all are there.
    await items.and(workbench.page.locator('[aria-setsize="5000"]')).first().waitFor();
    await items.first().click();
    await workbench.page.keyboard.press('End');
    // The last rows of the tree: TCP and UDP come after the routers.
    await row(workbench, 'UDP').waitFor();
    await items.last().and(workbench.page.locator('[aria-posinset="5000"]')).waitFor();
  });

  it('jumps to one far down, and opens its neighbour by a click', async () => {
    const { page } = workbench;
    const items = page.locator('[role="treeitem"][aria-level="4"]');
    const name = await items.last().locator('.label-name').innerText();
    const neighbour = await items.nth(-2).locator('.label-name').innerText();
    await pane(workbench, 'Proxies').getByRole('button', { name: 'Collapse All' }).click();
    await row(workbench, 'HTTP').waitFor({ state: 'hidden' });
    await workbench.commandPalette('Proxy Scout: Find Router, Service, or Middleware…');
    await workbench.quickInput.type(name);
    await workbench.quickInput.pick(new RegExp(`^${name} · HTTP router`));
    await row(workbench, name).and(page.locator('[aria-selected="true"]')).waitFor();
    await row(workbench, neighbour).click();
    await page.getByRole('tab', { name: neighbour }).waitFor();
  });
});
