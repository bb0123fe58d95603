/**
 * The form of the search page by the keyboard, at two endpoints, and from an editor or an address of Discover. Hits as lines,
 * which need room, colors and the keys of VS Code, and a search that is followed.
 */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import { describeWorkbench, type Workbench } from './harness';
import { logLines, logLineTypes } from './logLines';
import { markSecret } from './marks';
import { addEndpoint, answer, chooseFromMenu, openMenu, pane, row, searchPage } from './person';
import { asksForHits } from './searches';
import { repeatUntil, untilEqual } from './waits';

describeWorkbench('Search form', (fixtures) => {
  /** Of an address of Discover nothing but its search is kept. */
  const space = 'canary-space-of-kibana';
  const id = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
  let engine: SampleSearchEngine;
  let other: SampleSearchEngine;
  /** Where addresses of Discover lead: nothing may ever arrive there. */
  let kibana: RunningServer;
  let workbench: Workbench;

  before(async () => {
    markSecret(space);
    kibana = await fixtures.closes(listen(() => ({ status: 200, headers: {}, body: '' })));
    engine = await fixtures.closes(startSearchEngine());
    other = await fixtures.closes(startSearchEngine());
    other.createIndex('orders', [{ id: 'o1', source: `{"@timestamp":"2026-11-01T00:00:00Z","order":"${id}"}` }]);
    workbench = await fixtures.open({
      settings: { 'editor.fontFamily': 'DejaVu Sans Mono, monospace' },
    });
    await addEndpoint(workbench, { kind: 'search', name: 'other', url: other.url });
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await row(workbench, 'logs').click();
  });

  const lastBody = ({ requests }: SampleSearchEngine) => JSON.parse(requests.filter(asksForHits).at(-1)?.body ?? '{}');
  const tab = (name: string) => workbench.page.getByRole('tab', { name, exact: false });

  it('says what to do first and how much each index holds, and searches the one that is taken', async () => {
    const page = searchPage(workbench);
    await page.isReady();
    await page.frame.getByText(/^Enter an index to see its newest documents\./).waitFor();
    await workbench.screenshot('search-start');
    await page.button('Recent and Saved Searches').click();
    await workbench.quickInput.shows('Search History');
    await workbench.page.keyboard.press('Escape');
    await page.field('Index').fill('acc');
    await page.frame.getByRole('option', { name: /^access-logs\s*25,000 docs · [\d.]+ MB$/ }).waitFor();
    await workbench.screenshot('search-index-figures');
    await page.field('Index').press('Enter');
    assert.equal(await page.field('Index').inputValue(), 'access-logs');
    await page.shows(/^1–10 of 25,000/);
    const { query, sort } = lastBody(engine);
    assert.deepEqual([query, Object.keys(sort[0])], [{ match_all: {} }, ['@timestamp']]);
    await page.frame.locator('[role="columnheader"][aria-sort="descending"]', { hasText: '@timestamp' }).waitFor();
    await workbench.screenshot('search-newest');
  });

  it('edits and removes a filter on its chip, by the keyboard alone', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
    await page.shows(/^1–10 of 1,074/);
    await page.unfold(0);
    await openMenu(
      workbench,
      page.frame.locator('.node', { hasText: 'RequestMethod' }).locator('.value'),
      'Filter For',
    );
    await keyboard.press('Enter');
    const include = page.frame.getByRole('button', { name: /^Include: RequestMethod: / });
    await include.waitFor();
    await page.shows(/^1–10 of \d{3}$/);
    await include.focus();
    await keyboard.press('Enter');
    await page.frame.getByRole('menuitem', { name: 'Edit…' }).and(page.frame.locator(':focus')).waitFor();
    await workbench.screenshot('search-chip-menu');
    await keyboard.press('Enter');
    await page.frame.getByLabel('Value', { exact: true }).and(page.frame.locator(':focus')).waitFor();
    await keyboard.type('DELETE');
    await workbench.screenshot('search-chip-edit');
    await keyboard.press('Enter');
    await page.button('Include: RequestMethod: DELETE').and(page.frame.locator(':focus')).waitFor();
    await page.shows(/^1–10 of \d{2,3}$/);
    assert.match(JSON.stringify(lastBody(engine).query), /"filter":\[\{"term":\{"RequestMethod":"DELETE"\}\}\]/);
    await keyboard.press('Delete');
    await page.frame.locator('.chip').waitFor({ state: 'hidden' });
    await page.frame.locator('.results :focus').waitFor();
    await page.shows(/^1–10 of 1,074/);
  });

  it('has the rest in its menu in a narrow window', async () => {
    const page = searchPage(workbench);
    await workbench.page.setViewportSize({ width: 800, height: 800 });
    await page.button('More Actions').click();
    await workbench.screenshot('search-narrow-menu');
    await page.frame.getByRole('menuitem', { name: 'Go to Page…' }).click();
    await workbench.quickInput.shows('Page number');
    await workbench.quickInput.type('3');
    await workbench.quickInput.accept();
    await page.shows(/^21–30 of 1,074/);
    await workbench.screenshot('search-narrow');
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
  });

  it('searches at another endpoint by a key, the arrow, and Enter', async () => {
    const page = searchPage(workbench);
    await page.hits.first().focus();
    await workbench.page.keyboard.press('e');
    await page.frame.getByRole('option', { name: 'other', selected: true }).waitFor();
    await workbench.screenshot('search-endpoints');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.keyboard.press('Enter');
    await tab('access-logs · other').waitFor();
    await page.shows(/^1–10 of 1,074/);
    assert.deepEqual(lastBody(other).query, { match: { message: 'timeout' } });
  });

  it('takes the search of an address of Discover that is pasted, and says what it leaves out', async () => {
    const page = searchPage(workbench);
    const app = [
      'breakdownField:RequestMethod,columns:!(RouterName,DownstreamStatus,RequestPath)',
      "dataSource:(dataViewId:'access-*',type:dataView)",
      "filters:!(('$state':(store:appState),meta:(alias:!n,disabled:!f,key:RequestMethod,negate:!t,params:(query:HEAD),type:phrase),query:(match_phrase:(RequestMethod:HEAD))),('$state':(store:appState),meta:(alias:'Only%20slow',disabled:!t,key:Duration,negate:!f,type:range),query:(range:(Duration:(gte:1000000)))))",
      `query:(language:kuery,query:'${encodeURIComponent('RouterName : "shop-web@docker" and DownstreamStatus >= 500 and items: { name: x }')}')`,
      "sort:!(!('@timestamp',desc))",
    ].join();
    const night = "time:(from:'2026-11-01T00:00:00.000Z',to:'2026-11-01T03:00:00.000Z')";
    const address = `${kibana.url}/s/${space}/app/discover#/?_g=(filters:!(),refreshInterval:(pause:!t,value:60000),${night})&_a=(${app})`;
    await page.field('Text').fill('typed before');
    await workbench.page.evaluate((copied) => navigator.clipboard.writeText(copied), address);
    await page.field('Text').click();
    await workbench.page.keyboard.press('ControlOrMeta+v');
    await untilEqual(() => page.field('Text').inputValue(), 'RouterName:"shop-web@docker" AND DownstreamStatus:>=500');
    await page.shows(/^1–10 of/);
    assert.equal(await page.field('Index').inputValue(), 'access-*');
    await page.frame.locator('.text .asked').getByText('Query string').waitFor();
    assert.deepEqual(lastBody(other).query.bool.must_not, [{ match_phrase: { RequestMethod: 'HEAD' } }]);
    await page.button('Exclude: RequestMethod: HEAD').waitFor();
    await page.button('Include: Only slow (disabled)').waitFor();
    for (const heading of ['@timestamp', 'RouterName', 'DownstreamStatus', 'RequestPath'])
      await page.frame.getByRole('columnheader', { name: heading }).waitFor();
    const note = page.frame.locator('.bar.pasted');
    await note.getByText('items: { name: x }').waitFor();
    await note.getByText('the breakdown by RequestMethod').waitFor();
    await workbench.screenshot('pasted');
    await page.button('Restore Previous Search').click();
    await note.waitFor({ state: 'hidden' });
    assert.equal(await page.field('Text').inputValue(), 'typed before');
    assert.deepEqual(kibana.requests, []);
    assert.deepEqual(
      workbench.requests.filter((url) => url.startsWith(kibana.url)),
      [],
    );
  });

  it('searches for an ID that is selected in an editor', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'orders', Field: '', Text: '' });
    await page.shows(/^1 of 1$/);
    await workbench.commandPalette('File: New Untitled Text File');
    await tab('Untitled-1').waitFor();
    await workbench.page.keyboard.type(id);
    await workbench.page.keyboard.press('Shift+Home');
    const tabs = tab('orders · other');
    await workbench.commandPalette('Proxy Scout: Search Logs for Selection');
    await untilEqual(() => tabs.count(), 2);
    await searchPage(workbench).shows(/^1 of 1$/);
    assert.deepEqual(lastBody(other).query, {
      multi_match: { query: id, fields: ['*'], type: 'phrase', lenient: true },
    });
  });

  it('is for the endpoint that was searched last, where several are there and none is meant', async () => {
    const first = workbench.quickInput.widget.locator('.monaco-list-row.focused').filter({ hasText: 'other' });
    // VS Code may give the focus back to the page when the list is there already, which closes that.
    await repeatUntil(first, () => workbench.commandPalette('Proxy Scout: Search…'));
    await workbench.quickInput.widget.getByText('logs').first().waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('has the new name of its endpoint, is told that it was removed, and goes on at another one', async () => {
    await chooseFromMenu(workbench, row(workbench, 'other'), 'Rename…');
    await answer(workbench, 'Name of the endpoint', 'stage');
    await tab('orders · stage').first().waitFor();
    await chooseFromMenu(workbench, row(workbench, 'stage'), 'Remove…');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Remove' }).click();
    const page = searchPage(workbench);
    await tab('orders · Removed endpoint').first().waitFor();
    await page.frame.getByText('This endpoint was removed.').waitFor();
    await page.range(/· removed endpoint$/).waitFor();
    await page.frame.locator('.where .endpoint').getByText('Removed endpoint').waitFor();
    assert.equal(await page.frame.locator('[inert] #text').count(), 1);
    await workbench.screenshot('search-removed');
    await page.field('Index').click();
    await page.frame.getByRole('option', { name: 'logs', exact: true }).click();
    await tab('orders').first().waitFor();
    await page.search({ Index: 'access-logs' });
    await page.shows(/^(1–10|No hits)/);
  });

  describe('as lines', () => {
    let lineEngine: SampleSearchEngine;
    let written = 0;

    before(async () => {
      lineEngine = await fixtures.closes(startSearchEngine());
      lineEngine.createIndex('app-logs', logLines(40), { types: logLineTypes });
      lineEngine.createIndex('live', []);
      write(60);
      await addEndpoint(workbench, { kind: 'search', name: 'lines', url: lineEngine.url });
      await row(workbench, 'lines').click();
      await page().isFor('lines');
    });

    const page = () => searchPage(workbench);
    const line = (at: number) => page().frame.locator(`.lines > .hit[data-row="${at}"]`);
    const heightOf = async (target: Locator) => (await target.boundingBox())?.height ?? 0;

    /** Adds so many documents to the index that is followed, each newer than the one before. */
    function write(count: number): void {
      const start = Date.now() - 600_000;
      const levels = ['info', 'info', 'warn', 'error'];
      lineEngine.addDocuments(
        'live',
        Array.from({ length: count }, () => {
          written += 1;
          return {
            id: `d${written}`,
            source: JSON.stringify({
              '@timestamp': new Date(start + written * 1_000).toISOString(),
              level: levels[written % levels.length],
              message: `request ${written} was handled by upstream ${written % 7}`,
            }),
          };
        }),
      );
    }

    /** Whether each first match of the rows in sight is in sight itself, all of it. */
    async function areMatchesInSight(): Promise<void> {
      const outside = await page()
        .frame.locator('.hit:has(mark)')
        .evaluateAll((rows) =>
          rows.flatMap((row) => {
            const mark = row.querySelector('mark');
            const cell = mark?.closest('.cell')?.getBoundingClientRect();
            const box = mark?.getBoundingClientRect();
            // Rows below the window are not laid out.
            if (box === undefined || cell === undefined || cell.top > innerHeight - 30) return [];
            const isIn =
              box.width > 0 && box.left >= cell.left - 1 && box.right <= Math.min(cell.right + 1, innerWidth);
            return isIn ? [] : [`${row.textContent}: ${box.left}–${box.right} in ${cell.left}–${cell.right}`];
          }),
        );
      assert.deepEqual(outside, []);
      assert.ok((await page().frame.locator('.hit mark').count()) > 0);
    }

    it('has time, level and message, in the colors of a terminal and without its signs, and wraps by Alt+Z', async () => {
      const { keyboard } = workbench.page;
      await page().search({ Index: 'app-logs', Size: '25' });
      await page().shows(/^1–25 of 40/);
      // Where there is a message, hits are lines from the start.
      await line(0).waitFor();
      const headings = await page().frame.getByRole('columnheader').allTextContents();
      assert.deepEqual(headings, ['#', 'Time', 'Level', 'Message']);
      assert.match(
        await line(4).innerText(),
        /^(?:\d{4}-\d\d-\d\d )?[\d:.]+\s+error\s+Error: failed to load the basket/,
      );
      const all = await page().frame.locator('.results').textContent();
      assert.ok(!/\[\d+m|\\u001b|8;;/.test(all ?? '') && all?.includes('\u001b') === false);
      const colors = await line(4)
        .locator('.styled, .level')
        .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color));
      const plain = await line(4)
        .locator('.message')
        .evaluate((cell) => getComputedStyle(cell).color);
      assert.equal(colors.length, 2);
      for (const color of colors) assert.notEqual(color, plain);
      await workbench.screenshot('lines');
      await line(4).focus();
      const before = await heightOf(line(4));
      await keyboard.press('Alt+KeyZ');
      await page().frame.locator('.results.wrapped').waitFor();
      assert.ok((await heightOf(line(4))) > 3 * before);
      assert.equal(await line(4).evaluate((row) => row === document.activeElement), true);
      await workbench.screenshot('lines-wrapped');
      await pane(workbench, 'Search').locator('.monaco-list').focus();
      await keyboard.press('Alt+KeyZ');
      // Had the key wrapped the lines no longer, it would wrap them again on the page.
      await line(4).focus();
      await keyboard.press('Alt+KeyZ');
      await page().frame.locator('.results.lines:not(.wrapped)').waitFor();
    });

    it('stays at the line that was read when the lines are wrapped, or become a table', async () => {
      const topOf = (at: number) =>
        page()
          .frame.locator(`.hit[data-row="${at}"]`)
          .evaluate((hit) =>
            Math.round(hit.getBoundingClientRect().top - (hit.closest('.hits')?.getBoundingClientRect().top ?? 0)),
          );
      await workbench.page.setViewportSize({ width: 1400, height: 500 });
      // A line that has the focus would stay instead.
      await page().field('Text').focus();
      await line(11).evaluate((hit) => hit.scrollIntoView({ block: 'start' }));
      const before = await topOf(11);
      for (const name of ['Wrap Lines', 'Wrap Lines', 'Table', 'Lines'] as const) {
        await page().layout(name);
        await untilEqual(() => topOf(11).then((top) => Math.abs(top - before) < 6), true);
      }
      await workbench.page.setViewportSize({ width: 1400, height: 900 });
    });

    it('shows what matched, in a wide window and in a narrow one, as lines and as a table', async () => {
      await page().search({ Text: 'timeout', Size: '10' });
      await page().shows(/^1–10 of 10/);
      for (const [index, range] of [
        ['app-logs', /^1–10 of 10/],
        ['access-logs', /^1–10 of 1,074/],
      ] as const) {
        await page().search({ Index: index });
        await page().shows(range);
        for (const layout of ['lines', 'table']) {
          if (index === 'app-logs') await areMatchesInSight();
          await workbench.page.setViewportSize({ width: 860, height: 900 });
          await areMatchesInSight();
          await workbench.screenshot(`match-${index}-${layout}-narrow`);
          await workbench.page.setViewportSize({ width: 1400, height: 900 });
          await page().layout(layout === 'lines' ? 'Table' : 'Lines');
          await page()
            .frame.locator(layout === 'lines' ? '.results:not(.lines)' : '.results.lines')
            .waitFor();
        }
      }
      // In a table, where it is one of the usual columns, there is hardly any room.
      await page().layout('Table');
      await page().search({ Field: 'message' });
      await page().shows(/^1–10 of /);
      await page().frame.getByRole('columnheader', { name: 'message' }).waitFor();
      await workbench.page.setViewportSize({ width: 860, height: 900 });
      await areMatchesInSight();
      await workbench.screenshot('match-in-column-narrow');
      await workbench.page.setViewportSize({ width: 1400, height: 900 });
    });

    it('is followed: new hits come on top, wait while one is read until a key is pressed, and pause while it is hidden', async () => {
      const following = page().button('Following, every 2 s');
      const top = async () => (await page().ids())[0];
      await page().search({ Index: 'live', Field: '', Text: '' });
      await page().shows(/^1–10 of 60/);
      await page().more(/^2 s$/);
      await page().button('Follow').click();
      await following.waitFor();
      write(3);
      await untilEqual(top, 'd63');
      assert.equal(await page().frame.locator('.hit.fresh').count(), 3);
      assert.deepEqual((await page().ids()).slice(0, 5), ['d63', 'd62', 'd61', 'd60', 'd59']);
      await workbench.screenshot('follow');

      await page().unfold(1);
      const before = await page().ids();
      write(12);
      await page().button('12 new hits').waitFor();
      assert.deepEqual(await page().ids(), before);
      await workbench.screenshot('follow-held');
      await page().hits.nth(0).focus();
      await workbench.page.keyboard.press('n');
      await untilEqual(top, 'd75');
      assert.equal(await page().frame.locator('.hit[data-id="d62"]').getAttribute('aria-expanded'), 'true');
      await page().frame.locator('.hit[data-id="d62"] .cell').first().click();

      await workbench.commandPalette('File: New Untitled Text File');
      const asked = lineEngine.requests.filter(asksForHits).length;
      await workbench.page.getByRole('tab', { name: /^live/ }).click();
      await page().button('Following is paused').waitFor();
      await page().frame.getByText('Following is paused. The tab was hidden.').waitFor();
      assert.ok(lineEngine.requests.filter(asksForHits).length <= asked + 1);
      await workbench.screenshot('follow-paused');
      write(1);
      await page().hits.nth(0).focus();
      await workbench.page.keyboard.press('f');
      await untilEqual(top, 'd76');
      await workbench.commandPalette('Proxy Scout: Follow Search');
      await page().button('Follow').waitFor();
      assert.equal(await top(), 'd76');
    });
  });
});
