/** A person goes from a router to its access logs, and from a line of them back to the router. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { recentLines } from '../unit/core/logs/recentLines';
import { startWorkbench, type Workbench } from './harness';
import { addEndpoint, asked, chooseFromMenu, openProxyScout, row, told, unfold, widenSideBar } from './person';

/** An index name may hold what VS Code takes for an icon or a link elsewhere. */
const ODD_INDEX = 'traefik-$(flame)-[x](command:workbench.action.quit)';

describe('a person who asks for access logs', () => {
  let traefik: RunningTraefik;
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    traefik = await startTraefik();
    engine = await startSearchEngine();
    engine.addDocuments('access-logs', recentLines());
    engine.createIndex(ODD_INDEX, [{ id: '1', source: '{"RouterName":"odd@file"}' }]);
    workbench = await startWorkbench({ extensionPath: '.' });
    await openProxyScout(workbench);
    await widenSideBar(workbench, 520);
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await told(workbench, 'edge: Traefik dev');
    await unfold(workbench, 'edge', 'HTTP', 'Routers');
  });
  after(async () => {
    await workbench?.close();
    await traefik?.close();
    await engine?.close();
  });

  const frame = () => workbench.webview();
  const hits = (): Locator => frame().locator('[data-vscode-context*="\\"row\\""]');
  /** Scrolls the rows until one is drawn. */
  const bring = async (start: string): Promise<Locator> => {
    const found = row(workbench, start);
    await workbench.treeRows().first().hover();
    await workbench.page.mouse.wheel(0, -20_000);
    for (let turn = 0; turn < 40 && !(await found.isVisible()); turn += 1) {
      await workbench.page.mouse.wheel(0, 200);
      await workbench.page.waitForTimeout(100);
    }
    return found;
  };
  const showLogs = async (start: string): Promise<void> => {
    await chooseFromMenu(workbench, await bring(start), 'Show Access Logs');
  };
  const range = (text: RegExp): Promise<void> => frame().getByText(text).first().waitFor();
  const lastBody = (): Record<string, unknown> => {
    const sent = engine.requests.findLast(({ path }) => path.startsWith('/access-logs/_search'));
    return JSON.parse(sent?.body ?? assert.fail('nothing was searched for'));
  };

  it('is offered to add a search endpoint where there is none', async () => {
    await showLogs('shop-web@file');
    const { buttons } = await told(workbench, 'There is no search endpoint');
    assert.deepEqual(buttons, ['Add Search Endpoint…']);
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await told(workbench, 'logs: Elasticsearch 8.19.0');
  });

  it('is asked once where they are, with what was found proposed as text', async () => {
    await showLogs('shop-web@file');
    await asked(workbench, 'access-logs');
    const labels = await workbench.quickInput.widget.locator('.monaco-list-row .label-name').allInnerTexts();
    assert.deepEqual(
      labels.map((label) => label.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim()),
      [`${ODD_INDEX} · RouterName.keyword`, 'access-logs · RouterName', 'logs-all · RouterName', 'Another Index…'],
    );
    assert.equal(await workbench.quickInput.widget.locator('.codicon-flame, a[href^="command"]').count(), 0);
    await workbench.screenshot('access-logs-where');
    await workbench.quickInput.pick(/access-logs/);
    await range(/1–50 of 117/);
    await workbench.screenshot('access-logs-router');
    const { query, sort } = lastBody();
    assert.match(JSON.stringify(query), /"terms?":\{"RouterName":(\["shop-web@file"|"shop-web@file")/);
    assert.match(JSON.stringify(query), /"@timestamp":\{"gte":/);
    assert.match(JSON.stringify(sort), /^\[\{"@timestamp":/);
    assert.match(JSON.stringify(sort), /desc/);
  });

  it('sees the lines of a nested router, without being asked again', async () => {
    await showLogs('child-a@file');
    await range(/1–24 of 24/);
    assert.match(JSON.stringify(lastBody().query), /parent@file -> child-a@file/);
  });

  it('goes from a line back to its router', async () => {
    await hits().first().click({ button: 'right' });
    const entry = workbench.page.getByRole('menuitem', { name: 'Reveal Router' });
    await entry.hover();
    await workbench.page.waitForTimeout(300);
    await workbench.screenshot('access-logs-menu');
    await workbench.page.keyboard.press('Enter');
    await row(workbench, 'child-a@file').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    await workbench.screenshot('access-logs-reveal');
  });

  it('is told where access logs are off, and can search anyway', async () => {
    await showLogs('observ@file');
    const notification = workbench.notification('Access logs are off for “observ@file”');
    await notification.waitFor();
    await workbench.screenshot('access-logs-off');
    await notification.getByRole('button', { name: 'Search Anyway' }).click();
    await frame().getByText('router observ@file').first().waitFor();
    assert.match(JSON.stringify(lastBody().query), /observ@file/);
  });
});
