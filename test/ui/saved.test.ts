/** A person keeps searches with names, and finds those that were run before. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  answer,
  asked,
  chooseFromMenu,
  lookAway,
  openProxyScout,
  pane,
  pressHovered,
  row,
  searchPage,
  told,
} from './person';
import { asksForHits } from './searches';
import { pause, until, untilEqual } from './waits';

describeWorkbench('a person who keeps searches', (walk) => {
  let engine: SampleSearchEngine;
  /** Where nothing may ever arrive. */
  let beacon: RunningServer;
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    beacon = await walk.closes(listen(() => ({ status: 200, headers: {}, body: '' })));
    folder = await walk.folder();
    await mkdir(join(folder, 'listed'));
    engine = await walk.closes(startSearchEngine());
    workbench = await walk.open({ workspaceFolder: folder, settings: { 'proxyScout.search.prefetch': false } });
    await addEndpoint(workbench, { kind: 'search', name: 'prod', url: engine.url });
    await row(workbench, 'prod').click();
  });

  const page = () => searchPage(workbench);
  const rows = (): Locator => pane(workbench, 'Search').getByRole('treeitem');
  /** What the rows between the endpoint and what it holds say: label and description. */
  const texts = async (): Promise<readonly string[]> => {
    const all = await rows().evaluateAll((each) =>
      each.map((one) =>
        ['.label-name', '.label-description'].map((part) => one.querySelector(part)?.textContent ?? '').join(' '),
      ),
    );
    return all.slice(1).filter((text) => text !== 'Indices ');
  };
  const bodies = (): readonly string[] => engine.requests.filter(asksForHits).map(({ body }) => body);
  const exported = (): string => join(folder, 'searches.json');

  async function save(name: string, place: 'This Workspace' | 'Everywhere'): Promise<void> {
    await page().button('Save Search').click();
    await answer(workbench, 'Name of the search', name);
    await asked(workbench, 'Only shown while this workspace is open');
    await workbench.quickInput.pick(place);
    await row(workbench, name).waitFor();
  }
  /** Waits until this has been searched for since there were so many searches. */
  async function searched(text: string, since: number): Promise<void> {
    await until(() =>
      bodies()
        .slice(since)
        .some((body) => body.includes(text)),
    );
  }
  async function history(): Promise<readonly string[]> {
    await page().button('History').click();
    await workbench.quickInput.shows('Search History');
    await workbench.quickInput.widget.locator('.monaco-list-row').first().waitFor();
    return workbench.quickInput.widget.locator('.monaco-list-row .label-name:visible').allInnerTexts();
  }
  const plain = (labels: readonly string[]) => labels.map((label) => label.replace(/\s+/g, ' ').trim());
  /** Types the path of the file into VS Code's file dialog. */
  async function typeFile(dialog: string): Promise<void> {
    await asked(workbench, dialog);
    await workbench.quickInput.item('..').waitFor();
    await workbench.quickInput.type(join(folder, '/'));
    await workbench.quickInput.item('listed').waitFor();
    await workbench.quickInput.type(exported());
    await workbench.quickInput.accept();
  }

  it('sees a search with its name below its endpoint, with what it asks', async () => {
    await page().search({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
    await page().shows(/^1–10 of/);
    await save('timeouts', 'Everywhere');
    await page().search({ Index: 'access-logs', Field: 'message', Text: 'refused' });
    await page().shows(/^/);
    await save('refused here', 'This Workspace');
    assert.deepEqual(await texts(), [
      'refused here access-logs · message: refused · this workspace',
      'timeouts access-logs · message: timeout',
    ]);
    await lookAway(workbench);
    await workbench.screenshot('saved-tree');
  });

  it('runs it by a click and by Enter', async () => {
    let before = bodies().length;
    await row(workbench, 'timeouts').click();
    await searched('"timeout"', before);
    assert.equal(await page().field('Text').inputValue(), 'timeout');
    before = bodies().length;
    await row(workbench, 'refused here').focus();
    await pane(workbench, 'Search').locator('.monaco-list').focus();
    await workbench.page.keyboard.press('ArrowUp');
    await workbench.page.keyboard.press('Enter');
    await searched('"refused"', before);
  });

  it('finds what was run before, the newest first, beside what has a name', async () => {
    await page().search({ Index: 'products', Field: 'name', Text: 'chair' });
    await page().shows(/./);
    assert.deepEqual(plain(await history()), [
      'products · name: chair',
      'access-logs · message: refused',
      'access-logs · message: timeout',
      'refused here · access-logs · message: refused',
      'timeouts · access-logs · message: timeout',
    ]);
    await workbench.screenshot('saved-history');
    const before = bodies().length;
    await workbench.quickInput.pick(/^\s*access-logs · message: timeout\s*$/);
    await searched('"timeout"', before);
  });

  it('is shown hostile words as words', async () => {
    const hostile = `$(zap) [x](command:proxyScout.showLog) ![x](${beacon.url}/x.png) <img src="${beacon.url}/y.png">`;
    await page().search({ Index: 'access-logs', Field: 'message', Text: hostile });
    await page().shows(/./);
    const [newest = ''] = await history();
    // Whole but for its end, and parted where it would be an icon.
    assert.ok(
      newest.includes(`message: $\u200b(zap) [x](command:proxyScout.showLog) ![x](${beacon.url}/x.png) <img`),
      newest,
    );
    await workbench.quickInput.item(/command/).hover();
    await pause(workbench.page, 1_000, 'a hover that draws the words may not come, and VS Code waits 500 ms with one');
    assert.equal(await workbench.quickInput.widget.locator('.codicon-zap').count(), 0);
    await workbench.screenshot('saved-hostile');
    assert.deepEqual(beacon.requests, []);
    await workbench.page.keyboard.press('Escape');
  });

  it('forgets one, and all', async () => {
    const before = await history();
    const chair = workbench.quickInput.widget.locator('.monaco-list-row').filter({ hasText: 'chair' });
    await pressHovered(workbench, chair, chair.getByRole('button', { name: 'Remove from History' }));
    await chair.waitFor({ state: 'hidden' });
    assert.equal(await workbench.quickInput.widget.locator('.monaco-list-row').count(), before.length - 1);
    await workbench.page.keyboard.press('Escape');
    await workbench.commandPalette('Proxy Scout: Clear Search History…');
    const dialog = workbench.page.getByRole('dialog', { name: /Clear the search history/ });
    await dialog.waitFor();
    await workbench.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.notEqual(plain(await history()).length, 2);
    await workbench.page.keyboard.press('Escape');
    await workbench.commandPalette('Proxy Scout: Clear Search History…');
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual(plain(await history()).length, 2);
    await workbench.page.keyboard.press('Escape');
  });

  it('gives it another name', async () => {
    await chooseFromMenu(workbench, row(workbench, 'timeouts'), 'Rename Saved Search…');
    await answer(workbench, 'Name of the search', 'slow ones');
    await row(workbench, 'slow ones').waitFor();
    assert.equal(await row(workbench, 'timeouts').count(), 0);
  });

  it('writes them into a file without an address, and reads them back under other names', async () => {
    await workbench.commandPalette('Proxy Scout: Export Saved Searches…');
    await typeFile('Export Saved Searches');
    await told(workbench, 'Exported 2 searches.');
    const text = await readFile(exported(), 'utf8');
    assert.ok(!text.includes(new URL(engine.url).host) && text.includes('"endpoint": "prod"'), text);
    await writeFile(exported(), text.replaceAll('"refused"', '"reset"'));
    await workbench.commandPalette('Proxy Scout: Import Saved Searches…');
    await typeFile('Import Saved Searches');
    await asked(workbench, 'Only shown while this workspace is open');
    await workbench.quickInput.pick('Everywhere');
    await told(workbench, 'Imported 1 search. 1 search already exists.');
    await untilEqual(texts, [
      'refused here access-logs · message: refused · this workspace',
      'refused here (2) access-logs · message: reset',
      'slow ones access-logs · message: timeout',
    ]);
  });

  it('refuses a file that holds something else', async () => {
    await writeFile(exported(), '{"proxyScoutSearches":1,"searches":[{"name":"x"}]}');
    await workbench.commandPalette('Proxy Scout: Import Saved Searches…');
    await typeFile('Import Saved Searches');
    await told(workbench, 'Search 1 in this file is not valid.');
    assert.equal((await texts()).length, 3);
  });

  it('loses none that another window keeps at the same time', async () => {
    const second = await workbench.openSecondWindow();
    await openProxyScout(second);
    await row(second, 'slow ones').waitFor();
    await chooseFromMenu(second, row(second, 'slow ones'), 'Rename Saved Search…');
    await answer(second, 'Name of the search', 'renamed there');
    await row(second, 'renamed there').waitFor();
    await page().search({ Index: 'products', Field: 'name', Text: 'table' });
    await page().shows(/./);
    await save('tables', 'Everywhere');
    await second.page.close();
    await workbench.reload();
    await row(workbench, 'tables').waitFor();
    assert.deepEqual(
      (await texts()).map((text) => text.split(' access-logs')[0]?.split(' products')[0]),
      ['refused here', 'refused here (2)', 'renamed there', 'tables'],
    );
  });

  it('deletes one after being asked, and all with their endpoint', async () => {
    const confirmation = workbench.page.getByRole('dialog').filter({ hasText: 'Delete the saved search “tables”?' });
    await chooseFromMenu(workbench, row(workbench, 'tables'), 'Delete Saved Search…');
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await row(workbench, 'tables').waitFor({ state: 'hidden' });
    const remove = workbench.page.getByRole('dialog', { name: /Remove the endpoint “prod”\?/ });
    await chooseFromMenu(workbench, row(workbench, 'prod'), 'Remove Endpoint…');
    await remove.getByText('search history, and saved searches').waitFor();
    await remove.getByRole('button', { name: 'Remove' }).click();
    await pane(workbench, 'Search').getByRole('button', { name: 'Add Search Endpoint' }).waitFor();
    // The command palette offers the export only where there is an endpoint.
    await addEndpoint(workbench, { kind: 'search', name: 'prod', url: engine.url });
    await workbench.commandPalette('Proxy Scout: Export Saved Searches…');
    await told(workbench, 'No saved searches to export.');
  });
});
