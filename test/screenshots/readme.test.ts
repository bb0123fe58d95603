/** README's pictures: what a person sees who looks at a router, at what its access logs say, and at the file that declares it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSearchEngine } from '../servers/search/index';
import { startTraefik } from '../servers/traefik/index';
import { codeLenses, openFile } from '../ui/editing';
import { describeWorkbench } from '../ui/harness';
import { addEndpoint, asked, bring, foldView, lookAway, row, searchPage, unfold, widenSideBar } from '../ui/person';
import type { VSCodeWindow } from '../ui/window';

/** Where the pictures go, from the repository's folder. */
const folder = process.env.PROXY_SCOUT_PICTURES ?? 'media';

const settings = { 'editor.fontFamily': 'DejaVu Sans Mono, monospace' };

const dynamicFile = `http:
  routers:
    no-middleware:
      rule: Host(\`gone2.example.test\`)
      middlewares: [missing@docker]
      service: shop
    checkout:
      rule: Hots(\`checkout.example.test\`)
      service: shop
    shop-web:
      rule: Host(\`shop.example.test\`)
      entryPoints: [web]
      middlewares: [security-headers]
      service: shop

  services:
    shop:
      loadBalancer:
        servers:
          - url: http://127.0.0.1:9101

  middlewares:
    security-headers:
      headers:
        frameDeny: true
`;

describeWorkbench('the pictures of README', (walk) => {
  it('are drawn in a dark and a light theme', async () => {
    const traefik = await walk.closes(startTraefik());
    const engine = await walk.closes(startSearchEngine());
    const workbench = await walk.open({ settings });
    await mkdir(folder, { recursive: true });
    await workbench.page.setViewportSize({ width: 1200, height: 760 });
    await workbench.commandPalette('View: Toggle Status Bar Visibility');
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await foldView(workbench, 'Search');
    await widenSideBar(workbench, 480);
    await unfold(workbench, 'edge', 'HTTP', 'Routers');
    await bring(workbench, 'shop-web@file');
    await unfold(workbench, 'shop-web@file');
    // With its whole request flow in sight, below the errors.
    await bring(workbench, 'http://127.0.0.1:9199', 100);
    await row(workbench, 'shop-web@file').click();
    await workbench.page.getByRole('tab', { name: /shop-web@file/ }).waitFor();
    await calm(workbench);
    await inBothThemes(workbench, 'proxies');

    await workbench.commandPalette('View: Close All Editors');
    await foldView(workbench, 'Search', false);
    await foldView(workbench, 'Proxies');
    await widenSideBar(workbench, 300);
    await unfold(workbench, 'logs');
    await row(workbench, 'access-logs').click();
    const page = searchPage(workbench);
    await page.search({ Text: 'orders', Size: '25' });
    await page.shows(/^1–\d+ of /);
    await page.layout('Lines');
    // The first search takes longest: the engine has not got the answer ready.
    await page.search({ Text: 'orders' });
    await page.shows(/^1–\d+ of /);
    await calm(workbench);
    await inBothThemes(workbench, 'search');
  });

  it('are drawn of a file, too', async () => {
    const traefik = await walk.closes(startTraefik());
    const workspaceFolder = await walk.folder();
    await writeFile(join(workspaceFolder, 'dynamic.yml'), dynamicFile);
    const workbench = await walk.open({ workspaceFolder, settings });
    await workbench.page.setViewportSize({ width: 1200, height: 760 });
    await foldView(workbench, 'Search');
    await widenSideBar(workbench, 380);
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await openFile(workbench, 'dynamic.yml');
    await workbench.commandPalette('Proxy Scout: Connect File to Proxy…');
    await asked(workbench, 'edge');
    await workbench.quickInput.pick('edge');
    const { page } = workbench;
    const lens = codeLenses(workbench).filter({ hasText: '2 of 3 up' }).first();
    // VS Code does not ask for code lenses any more once its editor has lost the focus to the panel.
    await lens.waitFor();
    await page.keyboard.press('Control+Shift+m');
    await page.locator('.marker-message-line').first().waitFor();
    await lens.click();
    await row(workbench, 'shop-web@file').and(page.locator('[aria-selected="true"]')).waitFor();
    await calm(workbench);
    await inBothThemes(workbench, 'config');
  });
});

/** Leaves no notification, and nothing hovered. */
async function calm(window: VSCodeWindow): Promise<void> {
  await window.commandPalette('Notifications: Clear All Notifications');
  await lookAway(window);
}

/** Takes a picture of the window in each theme. */
async function inBothThemes(window: VSCodeWindow, name: string): Promise<void> {
  for (const [colorScheme, theme, suffix] of [
    ['light', 'vs', '-light'],
    ['dark', 'vs-dark', ''],
  ] as const) {
    await window.page.emulateMedia({ colorScheme });
    await window.page.locator(`.monaco-workbench.${theme}`).waitFor();
    await window.page.screenshot({ path: join(folder, `${name}${suffix}.png`), animations: 'disabled' });
  }
}
