/** A person reads logs as lines. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { recentLines } from '../unit/core/bridge/logs/recentLines';
import { describeWorkbench, type Workbench } from './harness';
import { logLines, logLineTypes } from './logLines';
import { addEndpoint, openMenu, pane, row, searchPage } from './person';
import { asksForHits } from './searches';
import { untilEqual } from './waits';

describeWorkbench('a person who reads logs', (walk) => {
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    engine = await walk.closes(startSearchEngine());
    engine.createIndex('app-logs', logLines(40), { types: logLineTypes });
    engine.addDocuments('access-logs', recentLines());
    workbench = await walk.open({ settings: { 'editor.fontFamily': 'DejaVu Sans Mono, monospace' } });
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await row(workbench, 'logs').click();
  });

  const page = () => searchPage(workbench);
  const line = (at: number) => page().frame.locator(`.lines > .hit[data-row="${at}"]`);
  const heightOf = async (target: Locator) => (await target.boundingBox())?.height ?? 0;

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
          const isIn = box.width > 0 && box.left >= cell.left - 1 && box.right <= Math.min(cell.right + 1, innerWidth);
          return isIn ? [] : [`${row.textContent}: ${box.left}–${box.right} in ${cell.left}–${cell.right}`];
        }),
      );
    assert.deepEqual(outside, []);
    assert.ok((await page().frame.locator('.hit mark').count()) > 0);
    const covered = await page()
      .frame.locator('.hit .leading > .name')
      .evaluateAll((names) =>
        names.flatMap((name) => {
          const { right, top, height } = name.getBoundingClientRect();
          if (top > innerHeight - 30) return [];
          return document.elementFromPoint(right - 6, top + height / 2) === name ? [] : [name.textContent];
        }),
      );
    assert.deepEqual(covered, []);
  }

  it('sees time, level and message, in the colors of a terminal and without its signs', async () => {
    await page().search({ Index: 'app-logs' });
    await page().shows(/^1–10 of 40/);
    await page().button('Lines').click();
    await line(0).waitFor();
    const headings = await page().frame.getByRole('columnheader').allTextContents();
    assert.deepEqual(headings, ['#', 'Time', 'Level', 'Message']);
    assert.match(await line(4).innerText(), /^5\s+\d{4}-\d\d-\d\d [\d:.]+\s+error\s+Error: failed to load the basket/);
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
  });

  it('wraps them by Alt+Z while the page has the focus, and not while the side bar has it', async () => {
    const { keyboard } = workbench.page;
    await line(4).focus();
    const before = await heightOf(line(4));
    await keyboard.press('Alt+KeyZ');
    await page().frame.locator('.results.wrapped').waitFor();
    assert.ok((await heightOf(line(4))) > 3 * before);
    assert.equal(await line(4).evaluate((row) => row === document.activeElement), true);
    await workbench.screenshot('lines-wrapped');
    await pane(workbench, 'Search').locator('.monaco-list').focus();
    await keyboard.press('Alt+KeyZ');
    // Had the key wrapped the lines no longer, the command would wrap them again.
    await workbench.commandPalette('Proxy Scout: Toggle Wrapping of Lines');
    await page().frame.locator('.results.lines:not(.wrapped)').waitFor();
  });

  it('stays at the line that was read when the lines are wrapped, or become a table', async () => {
    await page().search({ Index: 'app-logs', Text: '', Size: '25' });
    await page().shows(/^1–25 of 40/);
    const topOf = (at: number) =>
      page()
        .frame.locator(`.hit[data-row="${at}"]`)
        .evaluate((hit) =>
          Math.round(hit.getBoundingClientRect().top - (hit.closest('.hits')?.getBoundingClientRect().top ?? 0)),
        );
    await workbench.page.setViewportSize({ width: 1400, height: 500 });
    try {
      await line(11).evaluate((hit) => hit.scrollIntoView({ block: 'start' }));
      const before = await topOf(11);
      for (const name of ['Wrap', 'Wrap', 'Lines', 'Lines']) {
        await page().button(name).click();
        await untilEqual(() => topOf(11).then((top) => Math.abs(top - before) < 6), true);
      }
    } finally {
      await workbench.page.setViewportSize({ width: 1400, height: 900 });
    }
  });

  it('sees what matched, in a wide window and in a narrow one, in lines and in a table', async () => {
    try {
      await page().search({ Text: 'timeout', Size: '10' });
      await page().shows(/^1–10 of 10/);
      for (const [index, range] of [
        ['app-logs', /^1–10 of 10/],
        ['access-logs', /^1–10 of 1,074/],
      ] as const) {
        await page().search({ Index: index, Text: 'timeout' });
        await page().shows(range);
        for (const layout of ['lines', 'table']) {
          for (const width of [1400, 600]) {
            await workbench.page.setViewportSize({ width, height: 900 });
            await areMatchesInSight();
            await workbench.screenshot(`match-${index}-${layout}-${width}`);
          }
          await workbench.page.setViewportSize({ width: 1400, height: 900 });
          await page().button('Lines').click();
          await page()
            .frame.locator(layout === 'lines' ? '.results:not(.lines)' : '.results.lines')
            .waitFor();
        }
      }
      // In a table, beside the scores, there is hardly any room.
      await page().button('Lines').click();
      await page().search({ Field: 'message', Text: 'timeout' });
      await page().shows(/^1–10 of /);
      await page().frame.locator('.hit .score').first().waitFor();
      await workbench.page.setViewportSize({ width: 600, height: 900 });
      await areMatchesInSight();
      await workbench.screenshot('match-beside-scores-600');
      await page().search({ Field: '', Text: '' });
      await page().button('Lines').click();
      await page().frame.locator('.results.lines').waitFor();
    } finally {
      await workbench.page.setViewportSize({ width: 1400, height: 900 });
    }
  });

  it('reads an access log by status, method, path, duration and router, and each digit of a duration', async () => {
    await page().search({ Index: 'access-logs', Text: '' });
    await page().shows(/^1–10 of /);
    const headings = await page().frame.getByRole('columnheader').allTextContents();
    assert.deepEqual(headings, ['#', 'Time', 'Status', 'Method', 'Host', 'Path', 'Duration', 'Router']);
    const duration = line(0).locator('.duration');
    assert.match(await duration.innerText(), /^[\d.]+ (?:µs|ms|s)$/);
    const exact = (await duration.getAttribute('title')) ?? '';
    assert.match(exact, /^[\d,]+ ns$/);
    const digits = exact.replace(/\D/g, '');

    await openMenu(workbench, duration, 'Copy Value');
    await workbench.page.keyboard.press('Enter');
    await untilEqual(() => workbench.page.evaluate(() => navigator.clipboard.readText()), digits);
    await openMenu(workbench, duration, 'Filter For');
    await workbench.page.keyboard.press('Enter');
    await page().frame.locator('.chip').filter({ hasText: digits }).waitFor();
    await page().shows(/^1(?:–\d+)? of /);
    assert.ok(engine.requests.filter(asksForHits).some(({ body }) => body.includes(`{"term":{"Duration":${digits}}}`)));
    const document = await page().unfold(0);
    await document.getByRole('treeitem', { name: new RegExp(`^Duration: .+, ${exact}$`) }).waitFor();
    await workbench.screenshot('lines-access');
    await page().frame.locator('.chip .remove, .chip [title^="Remove"]').first().click();
    await page().shows(/^1–10 of /);
  });

  it('reads how long ago it was, and finds all that again after a reload and in a new tab', async () => {
    await page().button('More Actions').click();
    await page().frame.getByRole('menuitemcheckbox', { name: 'Relative Times' }).click();
    const time = line(0).locator('.time');
    await time.filter({ hasText: /ago$/ }).waitFor();
    assert.match((await time.getAttribute('title')) ?? '', /^\d{4}-\d\d-\d\d [\d:.]+\n/);
    await workbench.reload();
    await time.filter({ hasText: /ago$/ }).waitFor();
    await workbench.commandPalette('Proxy Scout: Search in New Tab');
    await workbench.page
      .getByRole('tab', { name: /^Search: logs/ })
      .nth(1)
      .waitFor();
    await page().search({ Index: 'app-logs' });
    await line(0).locator('.level').waitFor();
    assert.match(await line(0).locator('.time').innerText(), /ago$/);
  });
});
