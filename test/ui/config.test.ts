/** Configuration files: what the editor tells of each line, what it mends, and the ways between lines and rows. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import {
  activeTab,
  chooseAction,
  codeLenses,
  codeLensTexts,
  cursorPlace,
  documentLine,
  goToConfiguration,
  goToSymbol,
  openFile,
  putCursor,
  shownProblems,
} from './editing';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, asked, chooseFromMenu, foldView, hoverUntil, lookAway, row, told, widenSideBar } from './person';
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

const otherFile = `services:
  other:
    image: traefik/whoami
    labels:
      - traefik.http.routers.other.rule=Host(\`c.example.test\`)
      - traefik.http.routers.other.middlewares=secure
      - traefik.http.services.other.loadbalancer.server.port=80
`;

const brokenFile = `http:
  services:
    shop:
      loadBalancer:
        servers: [{ ulr: http://127.0.0.1:9101 }]
`;

const tomlFile = `[http.routers.shop-api]
rule = "Host(\`shop.example.test\`) && PathPrefix(\`/api\`)"
service = "shop"
`;

describeWorkbench('Configuration files:', (fixtures) => {
  let edge: RunningTraefik;
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    folder = await fixtures.folder();
    await mkdir(join(folder, 'lost'));
    await Promise.all(
      Object.entries({
        'dynamic.yml': dynamicFile,
        'compose.yml': composeFile,
        'route.yaml': routeFile,
        'other.yml': otherFile,
        'shop.toml': tomlFile,
        // Traefik would lose all files of a folder for it.
        'lost/broken.yml': brokenFile,
      }).map(([name, text]) => writeFile(join(folder, name), text)),
    );
    edge = await fixtures.closes(startTraefik());
    workbench = await fixtures.open({ workspaceFolder: folder });
    await widenSideBar(workbench, 400);
    await foldView(workbench, 'Search');
  });

  const lenses = (): Locator => codeLenses(workbench);
  const tab = (name: string): Locator => activeTab(workbench, name);
  const open = (name: string): Promise<void> => openFile(workbench, name);
  const goTo = (line: number, column: number): Promise<void> => putCursor(workbench, line, column);
  const problems = (): Promise<readonly string[]> => shownProblems(workbench);
  const goToDefinition = async (name: string, place: RegExp): Promise<void> => {
    // VS Code does not tell when it has the answer of all providers; F12 before does nothing.
    await repeatUntil(tab(name), () => workbench.page.keyboard.press('F12'));
    await cursorPlace(workbench, place).waitFor();
  };

  it('a compose file shows which container Traefik would lose and why, and a quick fix changes a matcher', async () => {
    await open('compose.yml');
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await workbench.page.keyboard.press('Control+Shift+m');
    const told = (await problems()).join('\n');
    assert.match(told, /Unknown matcher “Hots”\. Did you mean “Host”\?/);
    assert.match(
      told,
      /no option “tsl” here\. Did you mean “tls”\? Until this is fixed, Traefik ignores all labels of this container/,
    );
    await workbench.screenshot('config-compose');
    await goTo(12, 42);
    await chooseAction(workbench, 'Change to “Host”', 'config-fix');
    await workbench.page.locator('.view-line', { hasText: 'rule=Host(`hello.example.test`)' }).waitFor();
    await untilEqual(async () => (await problems()).length, 1);
  });

  it('which router takes a rule is not known before a proxy is connected', async () => {
    await goTo(6, 50);
    await chooseAction(workbench, 'Which Router Takes This', 'config-which-router-action');
    const { buttons } = await told(workbench, 'No proxy is connected to this file');
    assert.deepEqual(buttons, ['Connect File to Proxy…']);
  });

  /** The lenses in sight, with any time of a read. */
  const lensTexts = async (): Promise<readonly string[]> =>
    (await codeLensTexts(workbench)).map((text) => text.replace(/\d\d:\d\d/, 'now'));

  it('a connected file shows its proxy, and above each object what is wrong there, of each kind of file', async () => {
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: edge.url });
    await open('dynamic.yml');
    const before = edge.requests.length;
    await lenses().first().waitFor();
    assert.deepEqual(edge.requests.length, before);
    await workbench.commandPalette('Proxy Scout: Connect File to Proxy…');
    await asked(workbench, 'Connect File to Proxy');
    await asked(workbench, 'has 3 of 5 names in this file');
    await workbench.screenshot('config-connect');
    await workbench.quickInput.pick('edge');
    await untilEqual(lensTexts, [
      '2 of 3 up',
      '2 of 3 up',
      'disabled: middleware "missing@docker" does not exist',
      'edge · read now · Change…',
      'not loaded by edge',
      'not loaded by edge',
    ]);
    await workbench.screenshot('config-lenses');
    await open('shop.toml');
    await untilEqual(lensTexts, ['edge · read now · Change…']);
    await open('route.yaml');
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await workbench.screenshot('config-ingressroute');
    await open('dynamic.yml');
  });

  it('a lens says which error prevents a comparison, and leads to it', async () => {
    await open('broken.yml');
    await untilEqual(lensTexts, ['edge: not compared, file has an error (line 5)']);
    await workbench.screenshot('config-not-compared');
    await lenses().first().click();
    await cursorPlace(workbench, /^Ln 5, Col/).waitFor();
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

  it('a hover tells what the proxy knows of a rule, with addresses as text, and of a name, with links', async () => {
    const ofRule = await hoverOver('rule: Host(`shop.example.test`)', 'shop.example.test', 'Takes requests such as');
    const text = (await ofRule.innerText()).replace(/\s+/g, ' ');
    assert.match(text, /edge: Router shop-web@file/);
    assert.match(text, /Priority: 25/);
    // Broken by an invisible character: nothing that a server says becomes a link.
    assert.match(text, /http:\u200B\/\/shop\.example\.test:\d+\//);
    assert.equal(await ofRule.locator('a[data-href^="http"], a[href^="http"]').count(), 0);
    await ofRule.getByRole('link', { name: 'Find Router for URL…' }).first().waitFor();
    await workbench.screenshot('config-hover-rule');
    const ofName = await hoverOver('shop-web:', 'shop-web', 'edge: Router shop-web@file');
    await ofName.getByText('Health: 2 of 3 up').waitFor();
    await workbench.screenshot('config-hover');
    await ofName.getByRole('link', { name: 'Open Details' }).click();
    await tab('shop-web@file').waitFor();
    await open('dynamic.yml');
  });

  it('an action on a rule shows which router takes it', async () => {
    await goTo(4, 20);
    await chooseAction(workbench, 'Which Router Takes This');
    await tab('shop.example.test').waitFor();
    await documentLine(workbench, 'shop-web@file · matches · priority').waitFor();
    await workbench.screenshot('config-which-router');
    await open('dynamic.yml');
  });

  it('a lens reveals the row of a router, and the row leads back to its line', async () => {
    await lookAway(workbench);
    await lenses().filter({ hasText: '2 of 3 up' }).first().click();
    await row(workbench, 'shop-web@file').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    await goToSymbol(workbench, 'secure@file', 'config-symbols');
    await cursorPlace(workbench, /^Ln 19, Col/).waitFor();
    await open('other.yml');
    await goToConfiguration(workbench, row(workbench, 'shop-web@file'));
    await tab('dynamic.yml').waitFor();
    await cursorPlace(workbench, /^Ln 3, Col/).waitFor();
    await workbench.screenshot('config-go-to');
  });

  it('a name leads to its declaration in another file, which also mends one without its provider', async () => {
    await open('other.yml');
    await goTo(6, 50);
    // It is not on the proxy.
    await chooseAction(workbench, 'Change to “secure@file”', 'config-mend-elsewhere');
    await workbench.page.locator('.view-line', { hasText: 'middlewares=secure@file' }).waitFor();
    await goTo(6, 50);
    await goToDefinition('dynamic.yml', /^Ln 19, Col 5/);
  });

  it('completion offers the names that can be written in a label', async () => {
    await open('compose.yml');
    await goTo(13, 59);
    await workbench.page.keyboard.type(',api-s');
    const offered = workbench.page.locator('.suggest-widget .monaco-list-row', { hasText: 'api-strip@file' });
    // The widget closes where the cursor's file is read anew, and nothing tells that.
    await repeatUntil(offered, () => workbench.page.keyboard.press('Control+Space'));
    await workbench.screenshot('config-completion');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.view-line', { hasText: 'middlewares=secure@file,api-strip@file' }).waitFor();
  });

  it('what was typed is found at once, and what another program wrote', async () => {
    await open('dynamic.yml');
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
    await goToDefinition('late.yml', /^Ln 3, Col/);
  });

  it('the static configuration of the proxy, once it was read, says why an object of a file is not there', async () => {
    const asks = (): number => edge.requests.filter(({ path }) => path === '/api/support-dump').length;
    const notLoaded = async (): Promise<readonly string[]> =>
      (await problems()).flatMap((text) => /^edge has not loaded “.*/.exec(text)?.[0] ?? []).toSorted();
    const files = ['not-deployed@file', 'secure@file'].map(
      (name) => `edge has not loaded “${name}”. Reason not known: `,
    );
    await open('compose.yml');
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await untilEqual(
      notLoaded,
      files.map((text) => `${text}which static configuration it has.`),
    );
    assert.equal(asks(), 0);
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Read Static Configuration…');
    await tab('Static configuration of edge.json').waitFor();
    await documentLine(workbench, '"address": "xxxx"').waitFor();
    await workbench.screenshot('config-static');
    await open('compose.yml');
    const why =
      'edge has not loaded “hello@docker”, by its static configuration. The Docker provider is off. Set “providers.docker” in the static configuration.';
    await untilEqual(notLoaded, [why, ...files.map((text) => `${text}whether Traefik has this file as it is here.`)]);
    await workbench.screenshot('config-not-loaded');
    assert.equal(asks(), 1);
  });
});
