/** A person goes from a router to its access logs, and from a line of them back to the router. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { recentLines } from '../unit/core/bridge/logs/recentLines';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  answer,
  asked,
  bring,
  chooseFromMenu,
  fold,
  foldView,
  openMenu,
  row,
  scrollToTop,
  told,
  unfold,
  widenSideBar,
} from './person';
import { asksForHits } from './searches';

/** An index name may hold what VS Code takes for an icon or a link elsewhere. */
const oddIndex = 'traefik-$(flame)-[x](command:workbench.action.quit)';

describeWorkbench('a person who asks for access logs', (walk) => {
  let traefik: RunningTraefik;
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    traefik = await walk.closes(startTraefik());
    engine = await walk.closes(startSearchEngine());
    engine.addDocuments('access-logs', recentLines());
    engine.createIndex(oddIndex, [{ id: '1', source: '{"RouterName":"odd@file"}' }]);
    engine.createIndex(
      'containers',
      recentLines().map(({ id, source }) => ({ id, source: JSON.stringify({ message: source }) })),
    );
    workbench = await walk.open();
    await widenSideBar(workbench, 520);
    await foldView(workbench, 'Search');
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
    await unfold(workbench, 'edge', 'HTTP', 'Routers');
  });

  const frame = () => workbench.webview();
  const hits = (): Locator => frame().locator('[data-vscode-context*="\\"row\\""]');
  /** Scrolls the rows, from the first one on, until one is drawn. */
  const find = async (start: string): Promise<Locator> => {
    await scrollToTop(workbench);
    return bring(workbench, start);
  };
  const showLogs = async (start: string): Promise<void> => {
    await chooseFromMenu(workbench, await find(start), 'Show Access Logs');
  };
  const range = (text: RegExp): Promise<void> => frame().getByText(text).first().waitFor();
  const lastBody = (): Record<string, unknown> => {
    const sent = engine.requests.findLast(asksForHits);
    return JSON.parse(sent?.body ?? assert.fail('nothing was searched for'));
  };

  it('is offered to add a search endpoint where there is none', async () => {
    await showLogs('shop-web@file');
    const { buttons } = await told(workbench, 'No search endpoint to find access logs in');
    assert.deepEqual(buttons, ['Add Search Endpoint…']);
    await foldView(workbench, 'Search', false);
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await foldView(workbench, 'Search');
  });

  it('is asked once where they are, with what was found proposed as text', async () => {
    await showLogs('shop-web@file');
    await asked(workbench, 'access-logs');
    const labels = await workbench.quickInput.widget.locator('.monaco-list-row .label-name:visible').allInnerTexts();
    assert.deepEqual(
      labels.map((label) => label.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim()),
      ['access-logs · RouterName', 'logs-all · RouterName', `${oddIndex} · RouterName.keyword`, 'Other index…'],
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
    await openMenu(workbench, hits().first(), 'Reveal Router');
    await workbench.screenshot('access-logs-menu');
    await workbench.page.keyboard.press('Enter');
    await row(workbench, 'child-a@file').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    await workbench.screenshot('access-logs-reveal');
  });

  it('is told where access logs are off, and can search anyway', async () => {
    await showLogs('observ@file');
    const notification = workbench.notification('Access logs are disabled for “observ@file”');
    await notification.waitFor();
    await workbench.screenshot('access-logs-off');
    await notification.getByRole('button', { name: 'Search Anyway' }).click();
    await range(/^No hits/);
    await frame().getByText('Router observ@file').first().waitFor();
    assert.match(JSON.stringify(lastBody().query), /observ@file/);
  });

  it('asks from the document of a router', async () => {
    await (await find('shop-api@file')).locator('.label-name').click();
    await workbench.page
      .locator('.editor-instance .view-line', { hasText: /shop-api@file/ })
      .first()
      .waitFor();
    await workbench.page.locator('.editor-actions').getByRole('button', { name: 'Show Access Logs' }).click();
    await range(/1–50 of 51/);
  });

  it('sees of a service that is down what it did not answer', async () => {
    await find('Routers');
    await fold(workbench, 'Routers');
    await unfold(workbench, 'Services');
    await showLogs('svc / with slash@file');
    await range(/1–26 of 26/);
    await showLogs('all-down@file');
    await frame().getByText('service all-down@file').first().waitFor();
    await range(/1–20 of 20/);
    await workbench.screenshot('access-logs-service');
    await find('Services');
    await fold(workbench, 'Services');
    await unfold(workbench, 'Routers');
  });

  it('names another index, and the field in it that has the names', async () => {
    await chooseFromMenu(workbench, await find('edge'), 'Configure Access Logs…');
    await asked(workbench, 'Other index…');
    await workbench.quickInput.pick('Other index…');
    await answer(workbench, 'Index, alias, data stream, or pattern', 'nowhere-*');
    await told(workbench, '“nowhere-*” does not exist');
    await answer(workbench, 'Index, alias, data stream, or pattern', 'containers');
    await asked(workbench, 'Full-text match in whole lines');
    await workbench.screenshot('access-logs-field');
    await workbench.quickInput.back();
    await workbench.quickInput.message.filter({ hasText: 'Index, alias' }).waitFor();
    assert.equal(await workbench.quickInput.field.inputValue(), 'containers');
    await workbench.quickInput.accept();
    await asked(workbench, 'Full-text match in whole lines');
    await workbench.quickInput.pick(/message/);
    await told(workbench, 'Access logs of “edge” are now searched in “containers”.');
    await showLogs('child-b@file');
    await frame().getByText('Router child-b@file · by words').first().waitFor();
    await range(/1–26 of 26/);
    await workbench.screenshot('access-logs-words');
  });

  it('says otherwise where they are', async () => {
    await chooseFromMenu(workbench, await find('edge'), 'Configure Access Logs…');
    await asked(workbench, 'Other index…');
    await workbench.quickInput.pick(/logs-all/);
    await told(workbench, 'Access logs of “edge” are now searched in “logs-all”.');
    await showLogs('child-a@file');
    await frame().getByText('Router child-a@file', { exact: true }).first().waitFor();
    await range(/1–24 of 24/);
    assert.match(engine.requests.findLast(asksForHits)?.path ?? '', /logs-all|^\/_search/);
  });

  it('is told where the router of a line is gone', async () => {
    traefik.replace('http/routers', []);
    await find('Routers');
    await workbench.commandPalette('Proxy Scout: Refresh');
    await row(workbench, 'Routers').filter({ hasNotText: '48' }).waitFor();
    await chooseFromMenu(workbench, hits().first(), 'Reveal Router');
    await workbench.notification('not found in any proxy').waitFor();
    await workbench.screenshot('access-logs-gone');
    const { text, buttons } = await told(workbench, 'not found in any proxy');
    assert.match(
      text,
      /^Router “parent@file -> child-a@file” not found in any proxy\. It may have been removed or renamed\.$/,
    );
    assert.deepEqual(buttons, ['Find…']);
  });
});
