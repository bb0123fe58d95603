/** A person edits files that declare what a proxy is to do, and sees beside each line what the proxy made of it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import {
  activeTab,
  chooseAction,
  codeLenses,
  codeLensTexts,
  cursorPlace,
  goToConfiguration,
  openFile,
  putCursor,
  shownProblems,
} from './editing';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, asked, foldView, hoverUntil, row, told, widenSideBar } from './person';
import { repeatUntil, untilEqual } from './waits';

const dynamicFile = `http:
  routers:
    shop-web:
      rule: Host(\`shop.example.test\`)
      service: shop
      entryPoints: [web]
    no-middleware:
      rule: Host(\`gone2.example.test\`)
      middlewares: [missing@docker]
      service: shop
    not-deployed:
      rule: Host(\`new.example.test\`)
      service: shop
  services:
    shop:
      loadBalancer:
        servers: [{ url: http://127.0.0.1:9101 }]
  middlewares:
    secure:
      headers: { frameDeny: true }
`;

const composeFile = `services:
  whoami:
    image: traefik/whoami
    labels:
      - traefik.enable=true
      - traefik.http.routers.whoami.rule=Host(\`whoami.example.test\`)
      - traefik.http.routers.whoami.tsl=true
  hello:
    image: traefik/whoami
    labels:
      - traefik.enable=true
      - traefik.http.routers.hello.rule=Hots(\`hello.example.test\`)
      - traefik.http.routers.hello.middlewares=secure@file
`;

const lateFile = `http:
  middlewares:
    api-strip:
      stripPrefix: { prefixes: [/api] }
`;

const routeFile = `apiVersion: traefik.io/v1alpha1
kind: IngressRoute
metadata:
  name: shop
spec:
  routes:
    - match: Host(\`shop.example.test\`) &&
      kind: Rule
      services:
        - name: shop
          port: 80
`;

const oldFile = `services:
  old:
    image: traefik/whoami
    labels:
      - traefik.http.routers.old.rule=Host(\`a.example.test\`, \`b.example.test\`)
      - traefik.http.routers.old.middlewares=api-strip
      - traefik.http.routers.other.rule=Host(\`c.example.test\`)
      - traefik.http.routers.other.middlewares=secure
      - traefik.http.services.old.loadbalancer.server.port=80
`;

describeWorkbench('a person who edits what a proxy reads', (walk) => {
  let edge: RunningTraefik;
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    folder = await walk.folder();
    await Promise.all(
      Object.entries({
        'dynamic.yml': dynamicFile,
        'compose.yml': composeFile,
        'route.yaml': routeFile,
        'old.yml': oldFile,
      }).map(([name, text]) => writeFile(join(folder, name), text)),
    );
    edge = await walk.closes(startTraefik());
    workbench = await walk.open({ workspaceFolder: folder });
    await widenSideBar(workbench, 400);
    await foldView(workbench, 'Search');
  });

  const lenses = (): Locator => codeLenses(workbench);
  const tab = (name: string): Locator => activeTab(workbench, name);
  const open = (name: string): Promise<void> => openFile(workbench, name);
  const goTo = (line: number, column: number): Promise<void> => putCursor(workbench, line, column);
  const problems = (): Promise<readonly string[]> => shownProblems(workbench);

  it('is told in the editor which container Traefik would lose, and why', async () => {
    await open('compose.yml');
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await workbench.page.keyboard.press('Control+Shift+m');
    const told = (await problems()).join('\n');
    assert.match(told, /Unknown matcher “Hots”\. Did you mean “Host”\?/);
    assert.match(told, /no option “tsl” here\. Did you mean “tls”\? Traefik ignores all labels of this container/);
    await workbench.screenshot('config-compose');
  });

  it('mends a mistyped matcher by a quick fix', async () => {
    await goTo(12, 42);
    const fix = workbench.page.getByRole('option', { name: 'Change to “Host”' });
    await repeatUntil(fix, () => workbench.page.keyboard.press('Control+.'));
    await workbench.screenshot('config-fix');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.view-line', { hasText: 'rule=Host(`hello.example.test`)' }).waitFor();
    await untilEqual(async () => (await problems()).length, 1);
  });

  it('is told the same of an IngressRoute', async () => {
    await open('route.yaml');
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await workbench.screenshot('config-ingressroute');
  });

  it('is told that nobody can say which router takes a rule before a proxy is connected', async () => {
    await open('compose.yml');
    await goTo(6, 50);
    await chooseAction(workbench, 'Which Router Takes This', 'config-which-router-action');
    const { buttons } = await told(workbench, 'No proxy is connected to this file');
    assert.deepEqual(buttons, ['Connect File to Proxy…']);
  });

  it('connects a file to a proxy, and reads above each object what the proxy made of it', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: edge.url });
    await open('dynamic.yml');
    const before = edge.requests.length;
    await lenses().first().waitFor();
    assert.deepEqual(edge.requests.length, before);
    await workbench.commandPalette('Proxy Scout: Connect File to Proxy…');
    await asked(workbench, 'edge');
    await workbench.quickInput.pick('edge');
    // In the order in which the editor drew them.
    await untilEqual(
      () => codeLensTexts(workbench),
      [
        'edge: disabled · middleware "missing@docker" does not exist · priority 26',
        'edge: enabled · 2 of 3 up',
        'edge: enabled · 2 of 3 up · priority 25',
        'not on edge',
        'not on edge',
      ],
    );
    await workbench.screenshot('config-lenses');
  });

  it('reads on hovering what the proxy knows of a name, and goes on by its links', async () => {
    const name = workbench.page.locator('.view-line', { hasText: 'shop-web' }).getByText('shop-web', { exact: true });
    const hover = workbench.page.locator('.monaco-hover:visible', { hasText: 'edge: Router shop-web@file' });
    await hoverUntil(workbench, name, hover.getByText('Health: 2 of 3 up'));
    await workbench.screenshot('config-hover');
    await hover.getByRole('link', { name: 'Open Details' }).click();
    await tab('shop-web@file').waitFor();
    await workbench.page.keyboard.press('Control+F4');
    await open('dynamic.yml');
  });

  /** Hovers over a word of a line until the editor shows what is expected. */
  async function hoverOver(line: string, word: string, shows: string): Promise<Locator> {
    const hover = workbench.page.locator('.monaco-hover:visible', { hasText: shows });
    await hoverUntil(
      workbench,
      workbench.page.locator('.view-line', { hasText: line }).getByText(word).first(),
      hover.first(),
    );
    return hover.first();
  }

  it('reads on hovering over a rule what the proxy made of it, and which requests it takes', async () => {
    const hover = await hoverOver('rule: Host(`shop.example.test`)', 'shop.example.test', 'Takes requests such as');
    const text = (await hover.innerText()).replace(/\s+/g, ' ');
    assert.match(text, /edge: Router shop-web@file/);
    assert.match(text, /Priority: 25/);
    // Broken by an invisible character: nothing that a server says becomes a link.
    assert.match(text, /http:\u200B\/\/shop\.example\.test:\d+\//);
    assert.equal(await hover.locator('a[data-href^="http"], a[href^="http"]').count(), 0);
    await hover.getByRole('link', { name: 'Find Router for URL…' }).first().waitFor();
    await workbench.screenshot('config-hover-rule');
  });

  it('reads on hovering over an entry point where it listens, and how many routers use it', async () => {
    const hover = await hoverOver('entryPoints: [web]', 'web', 'edge: Entry point web');
    const text = (await hover.innerText()).replace(/\s+/g, ' ');
    assert.match(text, /Address: \S+:\d+ TLS: only for routers that turn it on Used by: \d+ routers/);
    await workbench.screenshot('config-hover-entry-point');
    await workbench.page.keyboard.press('Escape');
  });

  it('mends a rule of Traefik 2 and a name without its provider by quick fixes', async () => {
    await open('old.yml');
    for (const [line, column, name, after] of [
      [5, 45, 'Write it for Traefik 3', 'rule=Host(`a.example.test`) || Host(`b.example.test`)'],
      [6, 50, 'Change to “api-strip@file”', 'middlewares=api-strip@file'],
      // Not on the proxy yet, but in another file of the workspace.
      [8, 50, 'Change to “secure@file”', 'middlewares=secure@file'],
    ] as const) {
      await goTo(line, column);
      await chooseAction(workbench, name, `config-mend-${line}-${column}`);
      await workbench.page.locator('.view-line', { hasText: after }).waitFor();
    }
    await open('dynamic.yml');
  });

  it('goes from a line to the row in the tree', async () => {
    await lenses().filter({ hasText: 'priority 25' }).click();
    await row(workbench, 'shop-web@file').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
  });

  it('goes from a name to where it is declared, in another file', async () => {
    await open('compose.yml');
    await goTo(13, 50);
    await repeatUntil(tab('dynamic.yml'), () => workbench.page.keyboard.press('F12'));
    await cursorPlace(workbench, /^Ln 19, Col 5/).waitFor();
  });

  it('is offered the names that can be written in a label', async () => {
    await open('compose.yml');
    await goTo(13, 59);
    await workbench.page.keyboard.type(',api-s');
    const offered = workbench.page.locator('.suggest-widget .monaco-list-row', { hasText: 'api-strip@file' });
    await repeatUntil(offered, () => workbench.page.keyboard.press('Control+Space'));
    await workbench.screenshot('config-completion');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.view-line', { hasText: 'middlewares=secure@file,api-strip@file' }).waitFor();
  });

  it('goes from a row to the line that declares it', async () => {
    await open('compose.yml');
    await goToConfiguration(workbench, row(workbench, 'shop-web@file'));
    await tab('dynamic.yml').waitFor();
    await cursorPlace(workbench, /^Ln 3, Col/).waitFor();
    await workbench.screenshot('config-go-to');
  });

  it('finds at once what was typed, and what another program wrote', async () => {
    await workbench.page.keyboard.press('Control+Home');
    await workbench.page.keyboard.type('# The shop');
    await workbench.page.keyboard.press('Enter');
    await open('compose.yml');
    await goToConfiguration(workbench, row(workbench, 'shop-web@file'));
    await tab('dynamic.yml').waitFor();
    await cursorPlace(workbench, /^Ln 4, Col/).waitFor();

    await workbench.page.keyboard.press('End');
    await workbench.page.keyboard.press('Shift+Home');
    await workbench.page.keyboard.type('shop-{{ env "PART" }}:');
    await workbench.page.locator('.view-line', { hasText: 'shop-{{ env "PART" }}:' }).waitFor();
    await goToConfiguration(workbench, row(workbench, 'shop-web@file'));
    await workbench.page.getByPlaceholder('No file names “shop-web@file”. Select what may declare it').waitFor();
    await workbench.quickInput.item('dynamic.yml:4').waitFor();
    await workbench.screenshot('config-go-to-possible');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });

    await open('compose.yml');
    await writeFile(join(folder, 'late.yml'), lateFile);
    await goTo(13, 65);
    await repeatUntil(tab('late.yml'), () => workbench.page.keyboard.press('F12'));
    await cursorPlace(workbench, /^Ln 3, Col/).waitFor();
  });
});
