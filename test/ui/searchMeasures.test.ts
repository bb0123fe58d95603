/** How quiet the search page is: what stands above its hits, what moves, in which windows, and that each key does its part. */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, row, searchPage } from './person';
import { untilEqual } from './waits';

const longName = 'a-long-name-of-an-index-that-somebody-thought-of-2026.11.26-000001';

describeWorkbench('Search page measures', (fixtures) => {
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    engine = await fixtures.closes(startSearchEngine());
    const written = Date.now() - 600_000;
    engine.createIndex(
      longName,
      Array.from({ length: 60 }, (_, at) => ({
        id: String(at),
        source: JSON.stringify({ '@timestamp': new Date(written + at * 1_000).toISOString(), message: `line ${at}` }),
      })),
    );
    const other = await fixtures.closes(startSearchEngine());
    workbench = await fixtures.open({ settings: { 'proxyScout.search.pageSize': 50 } });
    await workbench.page.setViewportSize({ width: 1200, height: 760 });
    await addEndpoint(workbench, { kind: 'search', name: 'the-other-one', url: other.url });
    await addEndpoint(workbench, { kind: 'search', name: 'production.search.example.test', url: engine.url });
    await row(workbench, 'production').click();
    await page().search({ Index: 'access-logs' });
    await page().shows(/^1–50 of 25,000/);
  });

  const page = () => searchPage(workbench);
  /** What stands above the first hit, or where it would stand, in pixels of the page; hits count if they are wholly in sight. */
  const measure = () =>
    page()
      .frame.locator('body')
      .evaluate((body) => {
        const scroller = body.querySelector('.hits')?.getBoundingClientRect();
        const hits = [...body.querySelectorAll('.hit')].map((hit) => hit.getBoundingClientRect());
        const top = Math.round((scroller?.top ?? 0) + 22);
        const controls = [...body.querySelectorAll('button, select, input')].filter((control) => {
          const { bottom, width } = control.getBoundingClientRect();
          return control.checkVisibility() && width > 0 && bottom <= top && control.closest('.headings') === null;
        });
        return {
          top,
          firstHit: hits[0] === undefined ? undefined : Math.round(hits[0].top),
          rowHeight: hits[0]?.height,
          height: innerHeight,
          controls: controls.length,
          wholeHits: hits.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
          header: body.querySelector('header')?.getBoundingClientRect().height,
          isTooWide: document.documentElement.scrollWidth > innerWidth,
        };
      });

  it('has at most 11 controls above the first hit, at 19 % of its height, and 24 hits in sight', async () => {
    const { firstHit = 0, height, controls, rowHeight, wholeHits } = await measure();
    assert.ok(controls <= 11, `${controls} controls`);
    assert.ok(firstHit <= 124 && firstHit <= 0.19 * height, `${firstHit} of ${height}`);
    assert.deepEqual([rowHeight, wholeHits >= 24], [22, true], `${wholeHits} hits`);
    await workbench.screenshot('measures');
    await page().more('Hits over Time');
    await page().frame.locator('.time-bar').waitFor({ state: 'hidden' });
    const folded = await measure();
    assert.ok((folded.firstHit ?? 0) <= 0.12 * height, `${folded.firstHit} of ${height}`);
    await page().more('Hits over Time');
    await page().frame.locator('.time-bar [role="option"]').first().waitFor();
  });

  it('moves nothing while an index is typed, with a filter, a range, followed, without hits, with long names', async () => {
    // In a page that is less wide, the fields are not beside the hits.
    await workbench.page.setViewportSize({ width: 1400, height: 760 });
    await untilEqual(
      () =>
        page()
          .frame.locator('body')
          .evaluate(() => innerWidth >= 900),
      true,
    );
    const { top } = await measure();
    const tops: Record<string, number> = {};
    const note = async (state: string): Promise<void> => {
      tops[state] = (await measure()).top;
    };
    await page().field('Index').pressSequentially('-x');
    await note('typing');
    await page().field('Index').fill('access-logs');
    await page().field('Index').press('Escape');
    const cell = page().frame.locator('.field-line', { hasText: 'RequestMethod' }).locator('.field-name');
    await cell.click();
    await page()
      .frame.getByRole('button', { name: /^Filter For / })
      .first()
      .press('Enter');
    await page().frame.locator('.chip').waitFor();
    await note('searching');
    await page().shows(/^1–50 of [\d,]+\+?$/);
    await note('with a filter');
    await page()
      .frame.getByRole('button', { name: /^Remove filter/ })
      .click();
    await page().shows(/^1–50 of 25,000/);
    await page().frame.getByLabel('Time range', { exact: true }).selectOption({ label: 'Custom range…' });
    await note('editing a range');
    await workbench.page.keyboard.type('2026-11-01T00:30:00Z');
    await workbench.page.keyboard.press('Enter');
    await page().shows(/^1–50 of (?!25,000)[\d,]+\+?$/);
    await note('with a range');
    await workbench.screenshot('measures-range');
    await page().button('Any Time').click();
    await page().shows(/^1–50 of 25,000/);
    await page().button('Follow').click();
    await page()
      .button(/^Following/)
      .waitFor();
    await note('followed');
    await page()
      .button(/^Following/)
      .click();
    await page().search({ Text: 'no-such-word-anywhere' });
    await page().shows(/^No hits/);
    await note('without hits');
    await workbench.screenshot('measures-none');
    await page().search({ Index: longName, Text: '' });
    await page().shows(/^1–50 of 60/);
    await page().frame.locator('.time-bar [role="option"]').first().waitFor();
    await note('with long names');
    await workbench.screenshot('measures-long');
    assert.deepEqual(
      Object.entries(tops).filter(([, each]) => each !== top),
      [],
      `of ${top}`,
    );
  });

  it('has two rows and every control in pages from 500 pixels on', async () => {
    await workbench.commandPalette('View: Toggle Primary Side Bar Visibility');
    for (const width of [500, 700, 1000, 1400]) {
      await workbench.page.setViewportSize({ width: width + 60, height: 760 });
      await untilEqual(
        () =>
          page()
            .frame.locator('body')
            .evaluate((_, most) => innerWidth >= most - 70 && innerWidth <= most, width + 60),
        true,
      );
      const named = ['Query Options', 'Search', 'Previous', 'Next', 'Follow', 'Layout', 'Fields', 'More Actions'];
      for (const name of named) {
        const box = await page().button(name).boundingBox();
        assert.ok(box !== null && box.width >= 14 && box.x + box.width <= width + 60, `${name} at ${width}`);
      }
      const { header, isTooWide } = await measure();
      assert.deepEqual([header, isTooWide], [56, false], `at ${width}`);
      await workbench.screenshot(`measures-${width}`);
    }
    await workbench.commandPalette('View: Toggle Primary Side Bar Visibility');
  });

  it('does what each key of the manual says', async () => {
    await workbench.page.setViewportSize({ width: 1200, height: 760 });
    const { keyboard } = workbench.page;
    const focused = (selector: string) => page().frame.locator(`${selector}:focus`).waitFor();
    await page().search({ Index: 'access-logs', Text: '' });
    await page().shows(/^1–50 of 25,000/);
    const first = page().frame.locator('.hit[data-row="0"]');
    for (const [key, selector] of [
      ['/', '#text'],
      ['i', '#index'],
    ] as const) {
      await first.focus();
      await keyboard.press(key);
      await focused(selector);
    }
    await first.focus();
    await keyboard.press('e');
    await page().frame.getByRole('option', { name: 'the-other-one', selected: true }).waitFor();
    await keyboard.press('Escape');
    for (const [key, range] of [
      ['Alt+ArrowRight', /^51–100 of/],
      ['Alt+ArrowRight', /^101–150 of/],
      ['Alt+ArrowLeft', /^51–100 of/],
      ['Alt+Home', /^1–50 of/],
    ] as const) {
      await first.focus();
      await keyboard.press(key);
      await page().shows(range);
    }
    await first.focus();
    await keyboard.press('Control+g');
    await workbench.quickInput.shows('Page number');
    await workbench.quickInput.type('#101');
    await workbench.quickInput.accept();
    await page().shows(/^101–150 of/);
    await first.focus();
    await keyboard.press('Alt+Home');
    await page().shows(/^1–50 of/);
    await first.focus();
    for (const [key, selector] of [
      ['ArrowDown', '.hit[data-row="1"]'],
      ['PageDown', '.hit[data-row="11"]'],
      ['PageUp', '.hit[data-row="1"]'],
      ['End', '.hit[data-row="49"]'],
      ['Home', '.hit[data-row="0"]'],
      ['ArrowRight', '.hit[data-row="0"] > .cell:nth-child(2)'],
      ['ArrowLeft', '.hit[data-row="0"]'],
      ['Enter', '.hit[data-row="0"][aria-expanded="true"]'],
      ['Enter', '.hit[data-row="0"][aria-expanded="false"]'],
    ] as const) {
      await keyboard.press(key);
      await focused(selector);
    }
    await page().layout('Lines');
    await first.focus();
    await keyboard.press('Alt+KeyZ');
    await page().frame.locator('.results.wrapped').waitFor();
    await keyboard.press('Alt+KeyZ');
    await page().layout('Table');
    await first.focus();
    await keyboard.press('f');
    await page()
      .button(/^Following/)
      .waitFor();
    await first.focus();
    await keyboard.press('f');
    await page().button('Follow').waitFor();
    await page().frame.getByRole('listbox', { name: 'Hits over time' }).focus();
    for (const key of ['Home', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight']) await keyboard.press(key);
    assert.equal(await page().frame.locator('.time-bar [aria-selected="true"]').count(), 3);
    await keyboard.press('Escape');
    await untilEqual(() => page().frame.locator('.time-bar [aria-selected="true"]').count(), 0);
    await keyboard.press('Shift+ArrowRight');
    await keyboard.press('Enter');
    await page().shows(/^1–50 of (?!25,000)[\d,]+\+?$/);
  });
});
