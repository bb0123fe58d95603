/** The search page in VS Code: in its frames, with VS Code's keys, menus, tabs and colors, and with a real clipboard. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, openMenu, pane, pressHovered, row, searchPage } from './person';
import { asksForHits } from './searches';
import { repeatUntil, untilEqual } from './waits';

describeWorkbench('Search page', (fixtures) => {
  const auth = { type: 'basic', username: 'reader', password: 'canary-password' } as const;
  let engine: SampleSearchEngine;
  let workbench: Workbench;
  /** Where nothing may ever arrive. */
  let beacon: RunningServer;

  before(async () => {
    beacon = await fixtures.closes(listen(() => ({ status: 200, headers: {}, body: '' })));
    engine = await fixtures.closes(startSearchEngine({ auth }));
    engine.createIndex(
      'needles',
      Array.from({ length: 10 }, (_, at) => ({ id: `n${at}`, source: '{"word":"needle in a haystack"}' })),
    );
    workbench = await fixtures.open();
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
  const clipboard = () => workbench.page.evaluate(() => navigator.clipboard.readText());

  it('asks one query, and turns pages by its buttons and by Alt and the arrow keys', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074$/);
    const title = await page.range(/^1–10/).getAttribute('title');
    assert.match(title ?? '', /^[\d,]+ ms · [\d.]+ KB\n/);
    assert.equal(lastSearch()?.method, 'GET');
    assert.equal(lastSearch()?.path.split('?')[0], '/access-logs/_search');
    const { highlight, ...asked } = lastBody();
    assert.deepEqual(asked, { query: { match: { message: 'timeout' } }, from: 0, size: 10 });
    assert.notEqual(highlight, undefined);
    await workbench.page.getByRole('tab', { name: 'access-logs' }).waitFor();
    const first = await page.ids();
    await page.button('Next').click();
    await page.shows(/^11–20 of [\d,]+/);
    assert.equal(new Set([...first, ...(await page.ids())]).size, 20);
    await page.unfold(1);
    await workbench.screenshot('search');
    await keyboard.press('Alt+ArrowLeft');
    await page.shows(/^1–10 of [\d,]+/);
    assert.deepEqual(await page.ids(), first);
    await keyboard.press('Alt+ArrowRight');
    await page.shows(/^11–20 of [\d,]+/);
  });

  it('leaves Alt and the arrow keys to the side bar while the focus is there', async () => {
    await pane(workbench, 'Search').locator('.monaco-list').focus();
    await workbench.page.locator('.part.sidebar :focus').first().waitFor();
    await workbench.page.keyboard.press('Alt+ArrowRight');
    await searchPage(workbench).button('Next').click();
    // Had the key turned the page, the button would have come to another one.
    await searchPage(workbench).shows(/^21–30 of/);
  });

  it('goes to a page by a command, which tells where the result ends', async () => {
    const { quickInput } = workbench;
    await searchPage(workbench)
      .frame.locator('body')
      .click({ position: { x: 5, y: 5 } });
    await workbench.commandPalette('Proxy Scout: Go to Page…');
    await quickInput.shows('Page number');
    await quickInput.type('109');
    await quickInput.message.filter({ hasText: 'The last hit is 1,074, on page 108.' }).waitFor();
    await workbench.screenshot('search-go-to');
    await quickInput.type('#1074');
    await quickInput.accept();
    await searchPage(workbench).shows(/^1,074 of 1,074/);
  });

  it('marks what matched, and asks for nothing but the page where that is switched off', async () => {
    const page = searchPage(workbench);
    await page.frame.locator('.hit mark').first().waitFor();
    await page.more('Highlight Matches');
    await page.shows(/^1–10 of/);
    assert.equal(await page.frame.locator('.hit mark').count(), 0);
    assert.equal(lastSearch()?.body, '{"query":{"match":{"message":"timeout"}},"from":0,"size":10}');
  });

  it('has the columns that are ticked, takes one away by the menu of its heading, and sorts by another', async () => {
    const page = searchPage(workbench);
    await page.more('Columns…');
    const columns = page.frame.getByRole('dialog', { name: 'Columns' });
    for (const path of ['OriginStatus', '_id']) {
      await columns.getByLabel('Filter fields').fill(path);
      await columns
        .getByRole('checkbox', { name: new RegExp(`^${path}`) })
        .first()
        .check();
    }
    await columns.getByLabel('Filter fields').press('Escape');
    const heading = (name: string) => page.frame.getByRole('columnheader', { name });
    await heading('OriginStatus').waitFor();
    await workbench.screenshot('search-columns-chosen');
    await chooseOn(heading('_id'), 'Remove Column');
    await heading('_id').waitFor({ state: 'hidden' });
    // The same by the heading itself, and by the field beside the hits.
    await heading('OriginStatus').hover();
    await heading('OriginStatus').getByRole('button', { name: 'Remove Column' }).click();
    await heading('OriginStatus').waitFor({ state: 'hidden' });
    const field = page.frame.locator('.field-line', { hasText: 'OriginStatus' });
    await field.hover();
    await field.getByRole('button', { name: 'Add Column' }).click();
    await heading('OriginStatus').waitFor();
    await heading('DownstreamStatus').click();
    await page.frame.locator('[role="columnheader"][aria-sort="ascending"]').waitFor();
    await heading('DownstreamStatus').click();
    await page.frame.locator('[role="columnheader"][aria-sort="descending"]').waitFor();
    assert.match(JSON.stringify(lastBody().sort), /"DownstreamStatus":\{[^}]*"desc"/);
    await workbench.screenshot('search-columns');
  });

  it('is there for each of two searches of one endpoint, whose row shows the one used last', async () => {
    const tabs = workbench.page.getByRole('tab', { name: /^(?:access-logs|needles)/ });
    const own = workbench.quickInput.widget
      .locator('.monaco-list-row')
      .filter({ has: workbench.page.locator('.label-name', { hasText: /^\s*logs\s*$/ }) });
    // VS Code may give the focus back to the page when the list is there already, which closes that.
    await repeatUntil(own, () => workbench.commandPalette('Proxy Scout: Search…'));
    await pressHovered(workbench, own, own.getByRole('button', { name: 'Open in New Tab' }));
    await tabs.nth(1).waitFor();
    // The form of a new tab begins where the last search looked.
    await untilEqual(() => searchPage(workbench).field('Index').inputValue(), 'access-logs');
    await searchPage(workbench).shows(/^1–10 of 25,000/);
    await searchPage(workbench).search({ Index: 'needles', Field: 'word', Text: 'needle' });
    await searchPage(workbench).shows(/^1–10 of 10$/);
    await tabs.first().click();
    await searchPage(workbench).shows(/^1–10 of 1,074/);
    assert.equal(await searchPage(workbench).field('Index').inputValue(), 'access-logs');
    await row(workbench, 'logs').click();
    await searchPage(workbench).shows(/^1–10 of 1,074/);
    assert.equal(await tabs.count(), 2);
  });

  it('keeps its place in the hits through menus, filters and chips, by the keyboard alone', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    const cellOf = (row: number) => page.frame.locator(`.hit[data-row="${row}"] .cell:nth-child(2):focus`);
    const item = workbench.page.getByRole('menuitem', { name: 'Filter For' });
    await page.frame.locator('.hit[data-row="0"]').focus();
    // VS Code loses a key while it moves the focus to the page or back to it.
    for (const [key, to] of [
      ['ArrowDown', '.hit[data-row="1"]'],
      ['ArrowDown', '.hit[data-row="2"]'],
      ['ArrowRight', '.hit[data-row="2"] .cell:nth-child(2)'],
    ] as const) {
      await repeatUntil(page.frame.locator(`${to}:focus`), () => keyboard.press(key));
    }
    const openMenu = () => repeatUntil(item, () => keyboard.press('Shift+F10'));
    await openMenu();
    await keyboard.press('Escape');
    await item.waitFor({ state: 'hidden' });
    await cellOf(2).waitFor();
    await openMenu();
    // VS Code's menu takes the focus some time after it is drawn.
    await repeatUntil(item.and(workbench.page.locator(':focus')), () => keyboard.press('ArrowDown'), 500);
    await keyboard.press('Enter');
    const remove = page.frame.getByRole('button', { name: /^Remove filter/ });
    await remove.waitFor();
    await page.shows(/^1 of 1$/);
    assert.match(JSON.stringify(lastBody().query), /"filter":\[\{"\w+":\{"@timestamp"/);
    await workbench.screenshot('search-filter');
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

  it('copies what has the focus by Ctrl+C, and a value and its path from the menu', async () => {
    const page = searchPage(workbench);
    const [id] = await page.ids();
    await page.frame.locator('.results [tabindex="0"]').first().focus();
    await page.frame.locator('.hit[data-row="0"]').focus();
    await workbench.page.keyboard.press('Control+c');
    await page.frame.getByText('Document copied').waitFor();
    assert.equal(JSON.parse(await clipboard())._id, id);
    const headings = await page.frame.locator('.headings .title').allTextContents();
    const cell = page.frame.locator('.hit[data-row="0"] > .cell').nth(headings.indexOf('RouterName'));
    for (const [item, said, copied] of [
      ['Value', 'Value copied', await cell.textContent()],
      ['Path', 'Path copied', 'RouterName'],
    ] as const) {
      await chooseOn(cell, 'Copy…');
      await workbench.quickInput.pick(item);
      await page.frame.getByText(said).waitFor();
      assert.equal(await clipboard(), copied);
    }
  });

  it('has bars of when the hits were, and searches in the part of that time that the mouse is drawn over', async () => {
    const page = searchPage(workbench);
    const { mouse } = workbench.page;
    const bar = page.frame.getByRole('listbox', { name: 'Hits over time' }).getByRole('option');
    const caption = page.frame.locator('.time-bar .caption');
    await page.search({ Index: 'access-logs', Field: '', Text: '' });
    await page.shows(/^1–10 of 25,000/);
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
    await page.shows(new RegExp(`^1–10 of ${dragged.toLocaleString('en-US')}$`));
    await page.frame
      .getByRole('option', { name: /00:10:00 to 00:10:05:/ })
      .first()
      .waitFor();
    await workbench.screenshot('search-bars-range');
    const span = page.frame.getByLabel('Time range', { exact: true });
    // The range is said once, by the control of the time.
    assert.match((await span.locator('option:checked').textContent()) ?? '', /\d\d:\d\d.* – .*\d\d:\d\d/);
    await span.selectOption({ label: 'Previous range' });
    await page.shows(/^1–10 of 25,000/);
    assert.equal(await span.locator('option:checked').textContent(), 'Any time');
  });

  it('shows what came before and after a hit in a tab of its own, where the hit stays where it was seen', async () => {
    const page = searchPage(workbench);
    await page.search(timeouts);
    await page.shows(/^1–10 of 1,074/);
    const [, id] = await page.ids();
    await chooseOn(page.hits.nth(1), 'Open…');
    await workbench.quickInput.pick('Surrounding Hits');
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
    await workbench.commandPalette('View: Close Editor');
    await page.shows(/^1–10 of/);
  });

  it('cancels a search that takes too long by Escape in the form', async () => {
    const page = searchPage(workbench);
    const hanging = engine.faults.add({ path: /\/_search/, fault: { kind: 'hang' } });
    const arriving = engine.nextRequest(/\/_search/, asksForHits);
    await page.search(timeouts);
    const { closed } = await arriving;
    await page.button('Cancel').waitFor();
    await page.field('Text').press('Escape');
    await closed;
    await page.range(/canceled/).waitFor();
    assert.equal((await page.ids()).length, 10);
    hanging.remove();
  });

  it('is as it was left after another tab was looked at, and is opened anew for what is selected there', async () => {
    const { keyboard } = workbench.page;
    const tabs = workbench.page.getByRole('tab', { name: 'needles' });
    await searchPage(workbench).search({ Index: 'needles', Field: 'word', Text: 'needle' });
    await searchPage(workbench).shows(/^1–10 of 10$/);
    await searchPage(workbench).unfold(2);
    const searches = engine.requests.length;
    await workbench.commandPalette('File: New Untitled Text File');
    const untitled = workbench.page.getByRole('tab', { name: /Untitled-1/ });
    await untitled.waitFor();
    await tabs.first().click();
    await searchPage(workbench).frame.locator('.document .node').first().waitFor();
    const unfolded = searchPage(workbench).frame.locator('.hit[aria-expanded="true"]');
    assert.equal(await unfolded.getAttribute('data-row'), '2');
    // What is fetched ahead aside.
    const asked = engine.requests.slice(searches).filter(({ body }) => JSON.parse(body || '{}').from === 0);
    assert.deepEqual(asked, []);

    await untitled.click();
    await workbench.page.locator('.editor-instance .view-lines').click();
    await keyboard.type('  needle\n\nin ');
    await keyboard.press('Control+a');
    const before = await tabs.count();
    await workbench.commandPalette('Proxy Scout: Search Logs for Selection');
    await untilEqual(() => tabs.count(), before + 1);
    const page = searchPage(workbench);
    await page.shows(/^1–10 of 10$/);
    assert.deepEqual(lastBody().query, {
      multi_match: { query: 'needle in', fields: ['*'], type: 'phrase', lenient: true },
    });
    assert.equal(lastSearch()?.path.split('?')[0], '/needles/_search');
    assert.equal(await page.field('Text').inputValue(), 'needle in');
    // Another index is one key away.
    await page.hits.first().focus();
    await keyboard.press('i');
    await page.frame.locator('#index:focus').waitFor();
    await workbench.commandPalette('View: Close Editor');
    await untilEqual(() => tabs.count(), before);
    await tabs.first().click();
    // What was searched before is in its own tab.
    await untilEqual(() => searchPage(workbench).field('Text').inputValue(), 'needle');
  });

  it('runs and loads nothing that is put into it', async () => {
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

  it('is found again after a reload of the window: form, page behind the window of the engine, lines', async () => {
    const page = searchPage(workbench);
    const time = page.frame.locator('.lines > .hit[data-row="0"] .time');
    await page.search({ Index: 'access-logs', Field: '', Text: '' });
    await page.shows(/^1–10 of 25,000/);
    await page.layout('Lines');
    await page.more('Relative Times');
    await page.more('Go to Page…');
    await workbench.quickInput.shows('Page number');
    await workbench.quickInput.type('#12001');
    await workbench.quickInput.accept();
    await page.shows(/^12,001–12,010 of/);
    await time.filter({ hasText: /ago$/ }).waitFor();
    const shown = await page.ids();
    assert.equal(engine.openPits(), 1);
    await page.field('Text').fill('half typed');
    await workbench.reload();
    await page.shows(/^12,001–12,010 of/);
    assert.deepEqual(await page.ids(), shown);
    assert.equal(await page.field('Text').inputValue(), 'half typed');
    await time.filter({ hasText: /ago$/ }).waitFor();
    assert.match((await time.getAttribute('title')) ?? '', /^\d{4}-\d\d-\d\d [\d:.]+\n/);
    // That of the window before was given back.
    await untilEqual(() => engine.openPits(), 1);
    assert.equal(await workbench.page.getByRole('tab', { name: /^(?:access-logs|needles)/ }).count(), 2);
    await page.layout('Table');
    await page.frame.getByRole('columnheader', { name: 'Duration' }).waitFor();
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
