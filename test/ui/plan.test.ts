/** What a change of files would do at a proxy: from an edit to the plan. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { activeTab, codeLenses, openFile } from './editing';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, foldView, row, widenSideBar } from './person';
import { until } from './waits';

const routes = `http:
  routers:
    shop:
      rule: Host(\`shop.example.test\`)
      service: shop
    api:
      rule: Host(\`shop.example.test\`) && PathPrefix(\`/api\`)
      middlewares: [strip]
      service: api
  services:
    shop:
      loadBalancer:
        servers: [{ url: http://10.0.0.1:80 }]
    api:
      loadBalancer:
        servers: [{ url: http://10.0.0.2:80 }]
`;

const run = promisify(execFile);

const compose = `services:
  docs:
    image: traefik/whoami
    labels:
      - traefik.enable=true
      - traefik.http.routers.docs.rule=Host(\`docs.example.test\`)
      - traefik.http.routers.docs.entrypoints=web
      - traefik.http.services.docs.loadbalancer.server.port=80
`;

const middlewares = `http:
  middlewares:
    strip:
      stripPrefix: { prefixes: [/api] }
`;

const router = (
  name: string,
  rule: string,
  more: object = {},
): Record<string, string | number | readonly string[]> => ({
  name: `${name}@file`,
  provider: 'file',
  status: 'enabled',
  rule,
  service: name,
  entryPoints: ['web'],
  using: ['web'],
  priority: rule.length,
  ...more,
});
const service = (name: string, url: string) => ({
  name: `${name}@file`,
  provider: 'file',
  status: 'enabled',
  type: 'loadbalancer',
  loadBalancer: { servers: [{ url }], passHostHeader: true },
});

describeWorkbench('What Would Change', (fixtures) => {
  let edge: RunningTraefik;
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    folder = await fixtures.folder();
    await writeFile(join(folder, 'routes.yml'), routes);
    await writeFile(join(folder, 'middlewares.yml'), middlewares);
    await writeFile(join(folder, 'compose.yml'), compose);
    await git('init', '-q');
    await git('add', '.');
    await git('commit', '-q', '-m', 'first');
    // Saved and not committed.
    await writeFile(join(folder, 'compose.yml'), compose.replace('docs.example.test', 'manual.example.test'));
    edge = await fixtures.closes(startTraefik());
    edge.replace('http/routers', [
      router('api', 'Host(`shop.example.test`) && PathPrefix(`/api`)', { middlewares: ['strip@file'] }),
      { ...router('docs', 'Host(`docs.example.test`)'), name: 'docs@docker', provider: 'docker' },
      router('shop', 'Host(`shop.example.test`)'),
    ]);
    edge.replace('http/services', [
      service('api', 'http://10.0.0.2:80'),
      service('shop', 'http://10.0.0.1:80'),
      { ...service('docs', 'http://10.0.0.3:80'), name: 'docs@docker', provider: 'docker' },
    ]);
    edge.replace('http/middlewares', [
      {
        name: 'strip@file',
        provider: 'file',
        status: 'enabled',
        type: 'stripprefix',
        stripPrefix: { prefixes: ['/api'] },
      },
    ]);
    edge.replace('entrypoints', [{ name: 'web', address: ':80', http: {} }]);
    workbench = await fixtures.open({ workspaceFolder: folder, settings: { 'files.autoSave': 'off' } });
    await widenSideBar(workbench, 250);
    await foldView(workbench, 'Search');
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: edge.url });
    await row(workbench, 'edge').waitFor();
  });

  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], { cwd: folder });
  const lens = () => codeLenses(workbench).filter({ hasText: 'What Would Change' });
  /** The lines of the plan in sight. */
  const planned = async (): Promise<string> =>
    (await workbench.page.locator('.editor-instance').last().locator('.view-lines').innerText()).replace(
      /[\s\u00a0]+/g,
      ' ',
    );
  const write = async (text: string): Promise<void> => {
    const input = workbench.page
      .locator('.editor-instance .monaco-editor')
      .first()
      .locator('.native-edit-context, textarea.inputarea')
      .first();
    await input.focus();
    await workbench.page.keyboard.press('Control+a');
    await workbench.page.keyboard.press('Delete');
    await workbench.page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await workbench.page.keyboard.press('Control+v');
  };
  const plan = async (): Promise<void> => {
    await lens().click();
    await activeTab(workbench, 'What Would Change').waitFor();
  };
  const close = async (): Promise<void> => {
    await workbench.commandPalette('View: Close Editor');
    await activeTab(workbench, 'What Would Change').waitFor({ state: 'hidden' });
  };

  /** A picture in a light theme and in a dark one. */
  const shootThemes = async (name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await workbench.page.emulateMedia({ colorScheme });
      await workbench.page.locator(`.monaco-workbench.${colorScheme === 'dark' ? 'vs-dark' : 'vs'}`).waitFor();
      await workbench.screenshot(`${name}-${colorScheme}`);
    }
  };

  it('is offered above a saved file that differs from its commit, until it is committed, and compares it', async () => {
    await openFile(workbench, 'compose.yml');
    await lens().waitFor();
    await plan();
    const text = await until(planned, (seen) => seen.includes('Hosts That No Router Would Answer'));
    await workbench.screenshot('plan-compose');
    assert.match(text, /edge, compared with the last commit/);
    assert.equal(text.includes('does not list'), false);
    assert.match(text, /“docs@docker” is changed: rule\./);
    assert.match(text, /GET http:\/\/docs\.example\.test\/ on web · docs@docker → no router/);
    assert.match(text, /GET http:\/\/manual\.example\.test\/ on web · no router → docs@docker/);
    assert.match(text, /Hosts That No Router Would Answer docs\.example\.test/);
    await close();
    await git('commit', '-q', '-a', '-m', 'second');
    await lens().waitFor({ state: 'hidden' });
    await openFile(workbench, 'routes.yml');
  });

  it('is offered above a file once it was edited, and not before', async () => {
    assert.equal(await lens().count(), 0);
    await write(routes.replace(/ {4}api:\n {6}rule(.|\n)*?service: api\n/, ''));
    await lens().waitFor();
    await shootThemes('plan-lens');
  });

  it('shows for a removed router which requests get another one, and why', async () => {
    await plan();
    const text = await until(planned, (seen) => seen.includes('Requests That Move'));
    await shootThemes('plan-removed');
    assert.match(
      text,
      /“api@file” is removed\.\s+GET http:\/\/shop\.example\.test\/api on web · api@file → +shop@file/,
    );
    await close();
  });

  it('says first that Traefik would refuse a broken file, and that it keeps what it has', async () => {
    await write(routes.replace('rule: Host', 'rlue: Host'));
    await lens().waitFor();
    await plan();
    const text = await until(planned, (seen) => seen.includes('Traefik would refuse'));
    await workbench.screenshot('plan-refused');
    assert.match(text, /Traefik would refuse routes\.yml:4: /);
    assert.match(text, /It keeps what it has, in every file of the folder/);
    assert.equal(text.includes('shop@file'), false);
    await close();
    assert.equal(await readFile(join(folder, 'routes.yml'), 'utf8'), routes);
  });
});
