/** A person pages through search results. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, hoverUntil, openMenu, pane, row, searchPage } from './person';
import { asksForHits } from './searches';
import { repeatUntil, untilEqual } from './waits';

describeWorkbench('a person who searches', (walk) => {
  const auth = { type: 'basic', username: 'reader', password: 'canary-password' } as const;
  let engine: SampleSearchEngine;
  let workbench: Workbench;
  /** Where nothing may ever arrive. */
  let beacon: RunningServer;

  before(async () => {
    beacon = await walk.closes(listen(() => ({ status: 200, headers: {}, body: '' })));
    engine = await walk.closes(startSearchEngine({ auth }));
    engine.addDocuments(
      'empty',
      Array.from({ length: 10 }, (_, at) => ({
        id: `n${at + 1}`,
        source: `{"word":"needle","digits":90071992547409931${at}}`,
      })),
    );
    workbench = await walk.open();
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url, auth });
    await row(workbench, 'logs').click();
  });

  /** The last search for a first page: others are fetched ahead. */
  const lastSearch = () =>
    engine.requests.filter(asksForHits).findLast(({ body }) => {
      const { query, from = 0, search_after } = JSON.parse(body || '{}');
      return query !== undefined && from === 0 && search_after === undefined;
    });
  const lastBody = (): Record<string, unknown> => JSON.parse(lastSearch()?.body ?? '{}');
  const timeouts = { Index: 'access-logs', Field: 'message', Text: 'timeout' } as const;

  /** Opens the menu of the mouse on something of the page, and chooses from it. */
  async function chooseOn(what: Locator, item: string): Promise<void> {
    await openMenu(workbench, what, item);
    await workbench.page.keyboard.press('Enter');
  }
  /** Waits until an input holds a text. */
  async function holds(input: Locator, text: string): Promise<void> {
    await untilEqual(() => input.inputValue(), text);
  }
  const clipboard = () => workbench.page.evaluate(() => navigator.clipboard.readText());

  it('finds documents with one query and turns the pages', async () => {
    const page = searchPage(workbench);
    await page.search(timeouts);
    await page.shows(/^1–10 of [\d,]+ · [\d,]+ ms · [\d.]+ KB$/);
    assert.equal(lastSearch()?.method, 'GET');
    assert.equal(lastSearch()?.path.split('?')[0], '/access-logs/_search');
    const { highlight, ...asked } = lastBody();
    assert.deepEqual(asked, { query: { match: { message: 'timeout' } }, from: 0, size: 10 });
    assert.notEqual(highlight, undefined);
    const first = await page.ids();
    assert.equal(new Set(first).size, 10);
    await page.button('Next').click();
    await page.shows(/^11–20 of [\d,]+/);
    const second = await page.ids();
    assert.equal(new Set([...first, ...second]).size, 20);
    await page.unfold(1);
    await workbench.screenshot('search');
    await page.button('Previous').click();
    await page.shows(/^1–10 of [\d,]+/);
    assert.deepEqual(await page.ids(), first);
    await workbench.page.getByRole('tab', { name: 'Search: logs · access-logs' }).waitFor();
  });

  it('marks what matched, and asks for nothing but the page where that is switched off', async () => {
    const page = searchPage(workbench);
    await page.frame.locator('.hit mark').first().waitFor();
    await page.button('More Actions').click();
    await page.frame.getByRole('menuitemcheckbox', { name: 'Highlight Matches' }).click();
    await page.frame.locator('.hit mark').first().waitFor({ state: 'hidden' });
    assert.equal(lastSearch()?.body, '{"query":{"match":{"message":"timeout"}},"from":0,"size":10}');
  });

  it('turns pages with Alt and the arrow keys', async () => {
    const page = searchPage(workbench);
    await page.field('Text').click();
    await workbench.page.keyboard.press('Alt+ArrowRight');
    await page.shows(/^11–20 of/);
    await workbench.page.keyboard.press('Alt+ArrowLeft');
    await page.shows(/^1–10 of/);
  });

  it('leaves Alt and the arrow keys to the side bar while the focus is there', async () => {
    const page = searchPage(workbench);
    const inSideBar = workbench.page.locator('.part.sidebar :focus');
    await page.button('Next').click();
    await page.shows(/^11–20 of/);
    for (const [key, command, range] of [
      // Had the key turned the page, the command would come to another one.
      ['Alt+ArrowRight', 'Proxy Scout: Previous Page', /^1–10 of/],
      ['Alt+ArrowLeft', 'Proxy Scout: Next Page', /^11–20 of/],
    ] as const) {
      await pane(workbench, 'Search').locator('.monaco-list').focus();
      await inSideBar.first().waitFor();
      await workbench.page.keyboard.press(key);
      await workbench.commandPalette(command);
      await page.shows(range);
    }
    await workbench.commandPalette('Proxy Scout: First Page');
    await page.shows(/^1–10 of/);
  });

  it('begins at any hit, and never before the first', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'empty', Field: 'word', Text: 'needle' });
    await page.shows(/^1–10 of 10/);
    await page.field('Go to').fill('#4');
    await page.field('Go to').press('Enter');
    await page.shows(/^4–10 of 10/);
    await page.button('Previous').click();
    await page.shows(/^1–10 of 10/);
    assert.equal(await page.button('Previous').getAttribute('aria-disabled'), 'true');
  });

  it('reads every digit of a number', async () => {
    const page = searchPage(workbench);
    const document = await page.unfold(0);
    await document.getByText('900719925474099310').first().waitFor();
    await document.getByRole('tab', { name: 'JSON' }).click();
    await document.locator('pre').getByText('900719925474099310').waitFor();
    await document.getByRole('tab', { name: 'Tree' }).click();
  });

  it('is offered the indices and fields that there are, and sees the newest documents once an index is taken', async () => {
    const page = searchPage(workbench);
    await page.field('Field').fill('');
    await page.field('Text').fill('');
    await page.field('Index').fill('acc');
    const offered = page.frame.getByRole('option');
    await offered.filter({ hasText: 'access-logs' }).first().waitFor();
    await workbench.screenshot('search-complete-index');
    await page.field('Index').press('Enter');
    assert.equal(await page.field('Index').inputValue(), 'access-logs');
    await page.shows(/^1–10 of 10,000\+/);
    const { query, sort } = lastBody();
    assert.deepEqual(
      [query, Object.keys(Object(Array.isArray(sort) ? sort[0] : undefined))],
      [{ match_all: {} }, ['@timestamp']],
    );
    await page.frame.locator('[role="columnheader"][aria-sort="descending"]', { hasText: '@timestamp' }).waitFor();
    await page.frame.locator('.hit time, .hit .cell.time').first().waitFor();
    await workbench.screenshot('search-newest');
    await page.field('Field').fill('router');
    await offered.filter({ hasText: 'RouterName' }).first().waitFor();
    await page.field('Field').press('Escape');
    await offered.first().waitFor({ state: 'hidden' });
  });

  it('goes through the hits and opens them with the keyboard alone', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074/);
    const focused = (at: number) => page.frame.locator(`.hit[data-row="${at}"]:focus`).waitFor();
    const isOpen = (at: number, open: boolean) =>
      page.frame.locator(`.hit[data-row="${at}"][aria-expanded="${open}"]:focus`).waitFor();
    const documents = page.frame.locator('.document');
    await page.frame.locator('.hit[tabindex="0"], .hit [tabindex="0"]').first().focus();
    const moves = [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['End', 9],
      ['ArrowDown', 9],
      ['Home', 0],
    ] as const;
    for (const [key, at] of moves) {
      await keyboard.press(key);
      await focused(at);
      assert.equal(await page.frame.locator('.results [tabindex="0"]').count(), 1);
    }
    for (const key of ['Enter', 'Space']) {
      await keyboard.press('ArrowDown');
      await keyboard.press(key);
      await isOpen(1, true);
      await documents.locator('.node').first().waitFor();
      assert.equal(await documents.count(), 1);
      await keyboard.press(key);
      await isOpen(1, false);
      assert.equal(await documents.count(), 0);
      await keyboard.press('ArrowUp');
      await focused(0);
    }
    // From anywhere outside an input, / begins the next search.
    await keyboard.press('/');
    await page.frame.locator('#text:focus').waitFor();
    await keyboard.type('upstream');
    // The page before asks for its next one meanwhile.
    const searched = engine.nextRequest({ prefix: '/access-logs/_search' }, ({ body }) => body.includes('upstream'));
    await keyboard.press('Enter');
    assert.deepEqual(JSON.parse((await searched).body).query, { match: { message: 'upstream' } });
    await page.range(/^1–10 of 1,074/).waitFor({ state: 'hidden' });
  });

  it('copies with the keyboard what has the focus', async () => {
    const page = searchPage(workbench);
    await page.frame.locator('.results [tabindex="0"]').first().focus();
    await workbench.page.keyboard.press('Control+c');
    await page.frame.getByText('Document copied').waitFor();
    const [id] = await page.ids();
    assert.equal(JSON.parse(await clipboard())._id, id);
  });

  it('chooses columns, sorts by one, and finds both again in another tab', async () => {
    const page = searchPage(workbench);
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074/);
    await page.button('Columns').click();
    for (const path of ['RouterName', 'DownstreamStatus', 'Duration']) {
      await page.frame.getByLabel('Filter fields').fill(path);
      await page.frame
        .getByRole('checkbox', { name: new RegExp(`^${path} `) })
        .first()
        .check();
    }
    await page.frame.getByLabel('Filter fields').press('Escape');
    const heading = (name: string) => page.frame.getByRole('columnheader', { name });
    await heading('Duration').waitFor();
    const headings = () => page.frame.getByRole('columnheader').allInnerTexts();
    // What was there stays: the time first, the document last.
    const added = ['_id', '_score', 'RouterName', 'DownstreamStatus', 'Duration', 'Document'];
    const time = (await headings())[1] ?? '';
    assert.deepEqual((await headings()).slice(1), [time, ...added]);
    await workbench.screenshot('search-columns-document');
    await chooseOn(heading('_id'), 'Remove Column');
    await heading('_id').waitFor({ state: 'hidden' });
    const summed = page.frame.locator('.hit[data-row="1"] .summary');
    await chooseOn(summed.locator('.name').filter({ hasText: /^message$/ }), 'Toggle Column');
    await heading('message').waitFor();
    await chooseOn(heading('message'), 'Remove Column');
    await chooseOn(heading('Document'), 'Remove Column');
    await heading('Document').waitFor({ state: 'hidden' });
    await heading('DownstreamStatus').click();
    await page.frame.locator('[role="columnheader"][aria-sort="ascending"]').waitFor();
    await heading('DownstreamStatus').click();
    await page.frame.locator('[role="columnheader"][aria-sort="descending"]').waitFor();
    assert.match(JSON.stringify(lastBody().sort), /"DownstreamStatus":\{[^}]*"desc"/);
    // Sorted hits have no scores.
    assert.deepEqual((await headings()).slice(1), [time, 'RouterName', 'DownstreamStatus', 'Duration']);
    await workbench.screenshot('search-columns');
    await workbench.commandPalette('Proxy Scout: Search in New Tab');
    const tabs = workbench.page.getByRole('tab', { name: /^Search: logs/ });
    await tabs.nth(1).waitFor();
    const other = searchPage(workbench);
    // The form of a new tab begins where the last search looked.
    await holds(other.field('Index'), 'access-logs');
    await other.search({ Text: 'timeout' });
    await other.shows(/^1–10 of 1,074/);
    await other.frame.getByRole('columnheader', { name: 'Duration' }).waitFor();
  });

  it('looks at the values of a field beside the hits, and filters by one', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
    await page.shows(/^1–10 of /);
    const beside = page.frame.getByRole('complementary', { name: 'Fields' });
    if (!(await beside.isVisible())) await page.button('Fields').click();
    await chooseOn(page.frame.getByRole('columnheader', { name: '@timestamp' }), 'Show Top Values');
    await beside.getByRole('button', { name: /^@timestamp/, expanded: true }).waitFor();
    await beside.getByText('Minimum').waitFor();
    await beside.getByRole('button', { name: /^level/ }).click();
    const values = beside.getByRole('list', { name: 'Top values of level' });
    await values.getByRole('listitem').first().waitFor();
    await beside.getByRole('button', { name: /^level/, expanded: true }).waitFor();
    await workbench.screenshot('search-fields');
    await values.getByRole('listitem').first().hover();
    await values
      .getByRole('button', { name: /^Filter For / })
      .first()
      .click();
    await page.frame.locator('.chip', { hasText: 'level' }).waitFor();
    // They are counted again, for the hits that are left.
    await beside.getByText('1 value in', { exact: false }).waitFor();
    await page.button('Fields').click();
    await beside.waitFor({ state: 'hidden' });
    await page.frame
      .locator('.chip')
      .getByRole('button', { name: /^Remove filter/ })
      .click();
    await page.frame.locator('.chip').waitFor({ state: 'hidden' });
  });

  it('keeps two searches of one endpoint apart', async () => {
    const tabs = workbench.page.getByRole('tab', { name: /^Search: logs/ });
    await searchPage(workbench).search({ Index: 'empty', Field: 'word', Text: 'needle' });
    await searchPage(workbench).shows(/^1–10 of 10/);
    await tabs.first().click();
    await searchPage(workbench).shows(/^1–10 of [\d,]{3,}/);
    assert.equal(await searchPage(workbench).field('Index').inputValue(), 'access-logs');
    // The row of the endpoint shows the one that was used last.
    await tabs.nth(1).click();
    await searchPage(workbench).shows(/^1–10 of 10/);
    await tabs.first().click();
    await searchPage(workbench).shows(/^1–10 of [\d,]{3,}/);
    await row(workbench, 'logs').click();
    await searchPage(workbench).shows(/^1–10 of [\d,]{3,}/);
    assert.equal(await tabs.count(), 2);
  });

  it('filters for and without a value of a cell', async () => {
    const page = searchPage(workbench);
    const cell = page.frame.locator('.hit[data-row="0"] .cell[data-vscode-context*="DownstreamStatus"]');
    const status = (await cell.textContent()) ?? '';
    await chooseOn(cell, 'Filter For');
    await page.frame.getByRole('button', { name: `Include: DownstreamStatus: ${status}` }).waitFor();
    await page.shows(/^1–10 of/);
    await workbench.screenshot('search-filter');
    assert.match(JSON.stringify(lastBody().query), new RegExp(`"filter":\\[\\{"term":\\{"DownstreamStatus":${status}`));
    await chooseOn(page.frame.locator('.hit[data-row="0"] .cell[data-vscode-context*="RouterName"]'), 'Filter Out');
    await page.frame.getByRole('button', { name: /^Exclude: RouterName: / }).waitFor();
    await page.shows(/^(1–|No hits)/);
    assert.match(JSON.stringify(lastBody().query), /"must_not":\[\{"term":\{"RouterName"/);
    for (const remove of [1, 0]) {
      await page.frame
        .getByRole('button', { name: /^Remove filter/ })
        .nth(remove)
        .click();
    }
    await page.shows(/^1–10 of/);
  });

  it('keeps its place in the hits through menus, filters and chips, by the keyboard alone', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    const cellOf = (row: number) => page.frame.locator(`.hit[data-row="${row}"] .cell:nth-child(2):focus`);
    const item = workbench.page.getByRole('menuitem', { name: 'Filter For' });
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074/);
    await page.frame.locator('.hit[data-row="0"]').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Shift+F10']) await keyboard.press(key);
    await item.waitFor();
    await keyboard.press('Escape');
    await item.waitFor({ state: 'hidden' });
    await cellOf(2).waitFor();
    await keyboard.press('Shift+F10');
    await item.waitFor();
    await repeatUntil(item.and(workbench.page.locator(':focus')), () => keyboard.press('ArrowDown'), 500);
    await keyboard.press('Enter');
    const remove = page.frame.getByRole('button', { name: /^Remove filter/ });
    await remove.waitFor();
    await page.shows(/^1 of 1 /);
    await cellOf(0).waitFor();
    await keyboard.press('Enter');
    await page.frame.locator('.hit[data-row="0"] + .document .node').first().waitFor();
    await cellOf(0).waitFor();
    await remove.press('Enter');
    await page.shows(/^1–10 of 1,074/);
    await cellOf(0).waitFor();
    await keyboard.press('Alt+ArrowRight');
    await page.shows(/^11–20 of/);
    await cellOf(0).waitFor();
  });

  it('sees when the hits were, and looks at a part of that time and back, with the mouse and without', async () => {
    const page = searchPage(workbench);
    const { keyboard, mouse } = workbench.page;
    const bars = page.frame.getByRole('listbox', { name: 'Hits over time' });
    const bar = bars.getByRole('option');
    const caption = page.frame.locator('.time-bar .caption');
    const previous = page.button('Previous Range');
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074/);
    await caption.filter({ hasText: '2 minutes per bar' }).waitFor();
    await page.search({ Index: 'access-logs', Field: '', Text: '' });
    await page.shows(/^1–10 of 10,000\+/);
    await caption.filter({ hasText: /at most \d{3} hits/ }).waitFor();
    const counts = await bar.evaluateAll((all) =>
      all.map((one) => Number(/: (\d+) hits?\b/.exec(one.getAttribute('aria-label') ?? '')?.[1])),
    );
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      25_000,
    );
    await bar.nth(5).hover();
    await caption.filter({ hasText: /: \d+ hits\. 5xx \d+, 4xx \d+/ }).waitFor();
    await workbench.screenshot('search-bars');
    const places = await Promise.all([5, 7].map((at) => bar.nth(at).boundingBox()));
    const [from, to] = places.map((box) => [(box?.x ?? 0) + 4, (box?.y ?? 0) + 20] as const);
    await mouse.move(...(from ?? [0, 0]));
    await mouse.down();
    await mouse.move(...(to ?? [0, 0]), { steps: 3 });
    await mouse.up();
    const dragged = counts.slice(5, 8).reduce((sum, count) => sum + count, 0);
    await page.shows(new RegExp(`^1–10 of ${dragged.toLocaleString('en-US')} `));
    const lasting = (range: RegExp) => page.frame.getByRole('option', { name: range }).first().waitFor();
    await lasting(/00:10:00 to 00:10:05:/);
    await previous.waitFor();
    await workbench.screenshot('search-bars-range');
    await bars.focus();
    for (const key of ['ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight']) await keyboard.press(key);
    await keyboard.press('Enter');
    await lasting(/00:10:\d\d\.\d00 to 00:10:\d\d\.\d00:/);
    await previous.focus();
    await keyboard.press('Enter');
    await page.shows(new RegExp(`^1–10 of ${dragged.toLocaleString('en-US')} `));
    await previous.focus();
    await keyboard.press('Enter');
    await page.shows(/^1–10 of 10,000\+/);
    await previous.waitFor({ state: 'hidden' });
    await page.frame.getByLabel('Divide by', { exact: true }).selectOption('RequestMethod');
    await caption.filter({ hasText: /per bar/ }).waitFor();
    await page.frame.locator('.time-bar .legend').filter({ hasText: 'DELETE' }).waitFor();
    await page.button('Hits over Time').click();
    await bars.waitFor({ state: 'hidden' });
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074/);
    await page.button('Hits over Time').click();
    await bars.waitFor();
  });

  it('offers no filter for what the engine tells of a hit', async () => {
    const page = searchPage(workbench);
    const document = await page.unfold(0);
    const isOffered = async (path: string): Promise<boolean> => {
      const line = document.locator('.node').filter({ has: page.frame.getByText(path, { exact: true }) });
      await hoverUntil(workbench, line, line.getByRole('button', { name: 'Copy Value' }));
      const button = await line.getByRole('button', { name: 'Filter For' }).isVisible();
      await line.locator('.value').click({ button: 'right' });
      await workbench.page.getByRole('menuitem', { name: 'Copy Path' }).waitFor();
      const item = await workbench.page.getByRole('menuitem', { name: 'Filter For' }).isVisible();
      if (path === '_score') await workbench.screenshot('search-no-filter');
      await workbench.page.keyboard.press('Escape');
      await workbench.page.getByRole('menuitem', { name: 'Copy Path' }).waitFor({ state: 'hidden' });
      assert.equal(item, button, path);
      return button;
    };
    assert.deepEqual(
      [await isOffered('_score'), await isOffered('_id'), await isOffered('RouterName')],
      [false, true, true],
    );
    await page.hits.nth(0).click();
  });

  it('copies a value, its path and the id of its document from the menu', async () => {
    const page = searchPage(workbench);
    const cell = page.frame.locator('.hit[data-row="0"] .cell[data-vscode-context*="RouterName"]');
    const [id] = await page.ids();
    for (const [item, said, copied] of [
      ['Copy Value', 'Value copied', await cell.textContent()],
      ['Copy Path', 'Path copied', 'RouterName'],
      ['Copy Document ID', 'Document ID copied', id],
    ] as const) {
      await chooseOn(cell, item);
      await page.frame.getByText(said).waitFor();
      assert.equal(await clipboard(), copied);
    }
  });

  it('shows what came before and after a hit, in a tab of its own', async () => {
    const page = searchPage(workbench);
    const [, id] = await page.ids();
    await chooseOn(page.hits.nth(1), 'Show Surrounding Hits');
    await page.shows(/^25\+? newer, 25\+? older/);
    const anchor = page.frame.locator('.hit.anchor');
    assert.equal(await anchor.getAttribute('data-id'), id);
    await page.frame.getByText(/^Around 2026-11-01/).waitFor();
    assert.ok(((await page.button('Search').boundingBox())?.y ?? -1) > 0, 'the form stays in view');
    await workbench.screenshot('search-surrounding');
    const top = async () => (await anchor.boundingBox())?.y ?? 0;
    const before = await top();
    await page.button('Newer').click();
    await page.shows(/^50\+? newer, 25\+? older/);
    assert.ok(Math.abs((await top()) - before) <= 1, 'the hit stays where it was seen');
    await workbench.page.keyboard.press('Alt+ArrowRight');
    await page.shows(/^50\+? newer, 50\+? older/);
    assert.ok(Math.abs((await top()) - before) <= 1, 'the hit stays where it was seen');
    await page.frame.getByRole('button', { name: /^Disable filter: RouterName/ }).click();
    await page.shows(/^25\+? newer, 25\+? older/);
    assert.equal(await anchor.getAttribute('data-id'), id);
    await page.button('Show hits of any time').click();
    await page.shows(/^1–25 of /);
    await workbench.commandPalette('View: Close Editor');
    await page.shows(/^1–10 of/);
  });

  it('compares two hits in the diff editor', async () => {
    const page = searchPage(workbench);
    const [first, second] = await page.ids();
    await chooseOn(page.hits.nth(0), 'Select for Compare');
    await page.frame.getByText(/^Document selected\./).waitFor();
    await chooseOn(page.hits.nth(1), 'Compare with Selected');
    const tab = workbench.page.getByRole('tab', { name: new RegExp(`${first}.json ↔ ${second}|${first} ↔ ${second}`) });
    await tab.waitFor();
    await workbench.page.locator('.monaco-diff-editor .line-delete').first().waitFor();
    await workbench.screenshot('search-compare');
    await workbench.commandPalette('View: Close Editor');
    await tab.waitFor({ state: 'hidden' });
  });

  it('copies the request as curl and for the Kibana Console, without the password', async () => {
    const page = searchPage(workbench);
    await page.button('More Actions').click();
    await page.frame.getByRole('menuitem', { name: 'Copy as curl' }).click();
    await page.frame.getByText(/Copied as curl/).waitFor();
    const curl = await clipboard();
    assert.match(curl, /^curl /);
    assert.doesNotMatch(curl, /canary/);
    await workbench.commandPalette('Proxy Scout: Copy as Kibana Console Request');
    await page.frame.getByText(/Copied as Kibana Console request/).waitFor();
    assert.match(await clipboard(), /^GET \/access-logs\/_search/);
  });

  it('keeps the page that is there when a search fails, and is told what to do', async () => {
    const page = searchPage(workbench);
    const before = await page.ids();
    assert.equal(before.length, 10);
    await page.search({ Index: 'nope' });
    await page.frame.getByText('Index not found.').waitFor();
    await page.frame.getByText('Check the index name').waitFor();
    assert.deepEqual(await page.ids(), before);
    await page.frame.getByText('Results of the previous search').waitFor();
    await workbench.screenshot('search-failed');
  });

  for (const [way, cancel] of [
    ['its button', () => searchPage(workbench).button('Cancel').click()],
    ['Escape in the form', () => searchPage(workbench).field('Text').press('Escape')],
    ['Escape on a hit', () => searchPage(workbench).hits.first().press('Escape')],
  ] as const) {
    it(`cancels a search that takes too long, by ${way}`, async () => {
      const page = searchPage(workbench);
      const hanging = engine.faults.add({ path: /\/_search/, fault: { kind: 'hang' } });
      const arriving = engine.nextRequest(/\/_search/, asksForHits);
      await page.search(timeouts);
      const { closed } = await arriving;
      await page.button('Cancel').waitFor();
      await cancel();
      await closed;
      await page.range(/canceled/).waitFor();
      assert.equal((await page.ids()).length, 10);
      hanging.remove();
    });
  }

  it('finds the page as it was left after looking at another tab', async () => {
    const page = searchPage(workbench);
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074/);
    await page.unfold(2);
    const searches = engine.requests.length;
    await workbench.commandPalette('Create: New File...');
    await workbench.quickInput.pick(/^Text File/);
    await workbench.page.getByRole('tab', { name: /Untitled-1/ }).waitFor();
    await workbench.page
      .getByRole('tab', { name: /Search: logs · access-logs/ })
      .first()
      .click();
    await searchPage(workbench).frame.locator('.document .node').first().waitFor();
    const unfolded = searchPage(workbench).frame.locator('.hit[aria-expanded="true"]');
    assert.equal(await unfolded.getAttribute('data-row'), '2');
    // What is fetched ahead aside.
    const asked = engine.requests.slice(searches).filter(({ body }) => JSON.parse(body || '{}').from === 0);
    assert.deepEqual(asked, []);
  });

  it('searches all fields for what is selected in an editor, where the last search looked, in a new tab', async () => {
    await workbench.page.getByRole('tab', { name: /Untitled-1/ }).click();
    await workbench.page.locator('.editor-instance .view-lines').click();
    await workbench.page.keyboard.type('  connection\n\nrefused ');
    await workbench.page.keyboard.press('Control+a');
    const tabs = workbench.page.getByRole('tab', { name: 'Search: logs · access-logs' });
    const before = await tabs.count();
    await workbench.commandPalette('Proxy Scout: Search for Selection');
    await untilEqual(() => tabs.count(), before + 1);
    const page = searchPage(workbench);
    await page.shows(/^(1–|No hits)/);
    assert.deepEqual(lastBody().query, {
      multi_match: { query: 'connection refused', fields: ['*'], type: 'phrase', lenient: true },
    });
    assert.equal(lastSearch()?.path.split('?')[0], '/access-logs/_search');
    assert.equal(await page.field('Text').inputValue(), 'connection refused');
    // Another index is one key away.
    await page.hits.first().focus();
    await workbench.page.keyboard.press('i');
    await page.frame.locator('#index:focus').waitFor();
    // What was searched before is in its own tab.
    await workbench.commandPalette('View: Close Editor');
    await untilEqual(() => tabs.count(), before);
    await tabs.first().click();
    await holds(searchPage(workbench).field('Text'), 'timeout');
  });

  it('does not let a slash in the index become a path', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'access-logs/_doc', Field: 'message', Text: 'timeout' });
    await page.frame.locator('.failure:visible').waitFor();
    assert.deepEqual(engine.documentsCreated, []);
    assert.ok(engine.requests.every(({ path }) => !path.startsWith('/access-logs/_doc')));
  });

  it('runs and loads nothing that is put into the page', async () => {
    const page = searchPage(workbench);
    const stranger = beacon.url;
    const refused = await page.frame.locator('body').evaluate(tryEverything, stranger);
    assert.deepEqual(refused, {
      'a script in the page': 'script-src-elem inline',
      'a handler in an attribute': 'script-src-attr inline',
      'a script from elsewhere': `script-src-elem ${stranger}/script.js`,
      'a style in the page': 'style-src-elem inline',
      'an image': `img-src ${stranger}/image.png`,
      'a frame': `frame-src ${stranger}`,
      'a request': `connect-src ${stranger}/request`,
      eval: 'script-src eval',
      'another base': `base-uri ${stranger}/`,
      'a form': `form-action ${stranger}/form?`,
    });
    assert.deepEqual(
      beacon.requests.map(({ path }) => path),
      [],
    );
  });

  it('finds the page again after a reload of the window', async () => {
    const page = searchPage(workbench);
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074/);
    await page.field('Go to').fill('3');
    await page.field('Go to').press('Enter');
    await page.shows(/^21–30 of [\d,]+/);
    const shown = await page.ids();
    assert.equal(shown.length, 10);
    await page.field('Text').fill('half typed');
    await workbench.reload();
    const again = searchPage(workbench);
    await again.shows(/^21–30 of [\d,]+/);
    assert.deepEqual(await again.ids(), shown);
    assert.equal(await again.field('Text').inputValue(), 'half typed');
    await again.frame.getByRole('columnheader', { name: 'Duration' }).waitFor();
    // The other tab too, once it is looked at.
    const tabs = workbench.page.getByRole('tab', { name: /^Search: logs/ });
    assert.equal(await tabs.count(), 2);
  });

  it('is proposed the endpoint searched last, and searches another one with the same form', async () => {
    await addEndpoint(workbench, { kind: 'search', name: 'archive', url: engine.url, auth });
    await workbench.commandPalette('Proxy Scout: Search…');
    await workbench.quickInput.shows('logs');
    const proposed = workbench.quickInput.widget.locator('.monaco-list-row.focused');
    await proposed.filter({ hasText: 'logs' }).waitFor();
    await workbench.quickInput.accept();
    const page = searchPage(workbench);
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074/);
    await page.select('Endpoint').selectOption({ label: 'archive' });
    await workbench.page.getByRole('tab', { name: 'Search: archive · access-logs' }).waitFor();
    await holds(page.field('Text'), 'timeout');
    assert.equal(await page.hits.count(), 0);
    await page.field('Text').press('Enter');
    await page.shows(/^1–10 of 1,074/);
    await workbench.screenshot('search-two-endpoints');
  });
});

/**
 * Runs in the page: does what hostile text would do if it were taken for HTML or for a script, each at a time, and tells
 * for each what the page's policy said, or that it said nothing.
 */
async function tryEverything(body: Element, stranger: string): Promise<Readonly<Record<string, string>>> {
  const put = (tag: string, attributes: Readonly<Record<string, string>>, text = '') => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    body.append(made);
    return made;
  };
  const ways: Readonly<Record<string, () => unknown>> = {
    'a script in the page': () => put('script', {}, 'globalThis.ran = true'),
    'a handler in an attribute': () => put('p', { onclick: 'globalThis.ran = true' }).click(),
    'a script from elsewhere': () => put('script', { src: `${stranger}/script.js` }),
    'a style in the page': () => put('style', {}, '.nobody { color: red }'),
    'an image': () => put('img', { src: `${stranger}/image.png` }),
    'a frame': () => put('iframe', { src: stranger }),
    'a request': () => fetch(`${stranger}/request`).catch(() => undefined),
    // From a timer, because what a debugger runs itself may be allowed more.
    eval: () => setTimeout(() => Reflect.get(globalThis, 'eval')('globalThis.ran = true')),
    'another base': () => put('base', { href: stranger }),
    // Into a frame of its own, because a refusal takes away the document that it would have replaced.
    'a form': () => {
      put('iframe', { name: 'inside' });
      (put('form', { action: `${stranger}/form`, target: 'inside' }) as HTMLFormElement).submit();
    },
  };
  const told: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(ways)) {
    told[name] = await new Promise((resolve) => {
      const settle = (text: string) => {
        document.removeEventListener('securitypolicyviolation', hear);
        resolve(Reflect.get(globalThis, 'ran') === true ? 'it ran' : text);
      };
      const hear = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) =>
        settle(`${effectiveDirective} ${blockedURI}`);
      document.addEventListener('securitypolicyviolation', hear);
      setTimeout(settle, 5_000, 'nothing was said');
      attempt();
    });
  }
  return told;
}
