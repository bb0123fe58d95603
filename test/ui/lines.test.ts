/** Hits as lines, which need room, colors and the keys of VS Code, and a search that is followed. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from './harness';
import { logLines, logLineTypes } from './logLines';
import { addEndpoint, pane, row, searchPage } from './person';
import { asksForHits } from './searches';
import { untilEqual } from './waits';

describeWorkbench('Search page as lines', (walk) => {
  let engine: SampleSearchEngine;
  let workbench: Workbench;
  let written = 0;

  before(async () => {
    engine = await walk.closes(startSearchEngine());
    engine.createIndex('app-logs', logLines(40), { types: logLineTypes });
    engine.createIndex('live', []);
    write(60);
    workbench = await walk.open({ settings: { 'editor.fontFamily': 'DejaVu Sans Mono, monospace' } });
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
    await row(workbench, 'logs').click();
  });

  const page = () => searchPage(workbench);
  const line = (at: number) => page().frame.locator(`.lines > .hit[data-row="${at}"]`);
  const heightOf = async (target: Locator) => (await target.boundingBox())?.height ?? 0;

  /** Adds so many documents to the index that is followed, each newer than the one before. */
  function write(count: number): void {
    const start = Date.now() - 600_000;
    const levels = ['info', 'info', 'warn', 'error'];
    engine.addDocuments(
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

  it('has time, level and message, in the colors of a terminal and without its signs, and wraps by Alt+Z', async () => {
    const { keyboard } = workbench.page;
    await page().search({ Index: 'app-logs', Size: '25' });
    await page().shows(/^1–25 of 40/);
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
    for (const name of ['Wrap', 'Wrap', 'Lines', 'Lines']) {
      await page().button(name).click();
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
        await workbench.page.setViewportSize({ width: 600, height: 900 });
        await areMatchesInSight();
        await workbench.screenshot(`match-${index}-${layout}-600`);
        await workbench.page.setViewportSize({ width: 1400, height: 900 });
        await page().button('Lines').click();
        await page()
          .frame.locator(layout === 'lines' ? '.results:not(.lines)' : '.results.lines')
          .waitFor();
      }
    }
    // In a table, beside the scores, there is hardly any room.
    await page().button('Lines').click();
    await page().search({ Field: 'message' });
    await page().shows(/^1–10 of /);
    await page().frame.locator('.hit .score').first().waitFor();
    await workbench.page.setViewportSize({ width: 600, height: 900 });
    await areMatchesInSight();
    await workbench.screenshot('match-beside-scores-600');
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
  });

  it('is followed: new hits come on top, wait while one is read until a key is pressed, and pause while it is hidden', async () => {
    const region = page().frame.getByRole('region', { name: 'Follow' });
    const top = async () => (await page().ids())[0];
    await page().search({ Index: 'live', Field: '', Text: '' });
    await page().shows(/^1–10 of 60/);
    await page().button('Follow').click();
    await region.getByText('Following. New hits come on top.').waitFor();
    await region.getByLabel('Look for new hits').selectOption({ label: 'Every 2 seconds' });
    write(3);
    await untilEqual(top, 'd63');
    assert.equal(await page().frame.locator('.hit.fresh').count(), 3);
    assert.deepEqual((await page().ids()).slice(0, 5), ['d63', 'd62', 'd61', 'd60', 'd59']);
    await workbench.screenshot('follow');

    await page().unfold(1);
    const before = await page().ids();
    write(12);
    await region.getByRole('button', { name: '12 new hits' }).waitFor();
    assert.deepEqual(await page().ids(), before);
    await workbench.screenshot('follow-held');
    await page().hits.nth(0).focus();
    await workbench.page.keyboard.press('n');
    await untilEqual(top, 'd75');
    assert.equal(await page().frame.locator('.hit[data-id="d62"]').getAttribute('aria-expanded'), 'true');
    await page().frame.locator('.hit[data-id="d62"] .cell').first().click();

    await workbench.commandPalette('File: New Untitled Text File');
    const asked = engine.requests.filter(asksForHits).length;
    await workbench.page.getByRole('tab', { name: /^Search: logs/ }).click();
    await region.getByText('Paused. The tab was hidden.').waitFor();
    assert.ok(engine.requests.filter(asksForHits).length <= asked + 1);
    await workbench.screenshot('follow-paused');
    write(1);
    await page().hits.nth(0).focus();
    await workbench.page.keyboard.press('f');
    await untilEqual(top, 'd76');
    await workbench.commandPalette('Proxy Scout: Follow Search');
    await region.waitFor({ state: 'hidden' });
    assert.equal(await top(), 'd76');
  });
});
