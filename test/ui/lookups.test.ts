/**
 * Eight look-ups in logs, counted in clicks, picks, keys, and fields; the Enter that accepts a field is no step of its own. A
 * look-up that takes more than it does now fails. Two more, which router served a line and where an ID of code is logged, are
 * in accessLogs.test.ts and search.test.ts. The last one here goes on to the file, as do the other exports.
 */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { type CountingHands, countingHands } from './hands';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, answer, asked, row, searchPage, told } from './person';
import { asksForHits } from './searches';
import { until, untilEqual } from './waits';

const documentCount = 12_345;

describeWorkbench('Search page', (fixtures) => {
  const auth = { type: 'basic', username: 'reader', password: 'canary-password' } as const;
  let engine: SampleSearchEngine;
  let workbench: Workbench;
  let folder: string;
  let hands: CountingHands;

  before(async () => {
    folder = await fixtures.folder();
    // The dialog lists files of the chosen format only, but every folder.
    await mkdir(join(folder, 'listed'));
    engine = await fixtures.closes(startSearchEngine({ auth, documents: documentCount }));
    workbench = await fixtures.open({ settings: { 'proxyScout.search.prefetch': false } });
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url, auth });
    await row(workbench, 'logs').click();
  });

  const page = () => searchPage(workbench);
  const beside = () => page().frame.getByRole('complementary', { name: 'Fields' });

  describe('shows', () => {
    /** Each begins at a page that shows the newest lines of the index. */
    beforeEach(async () => {
      await page().queryType('Words');
      const before = engine.requests.length;
      await page().search({ Index: 'access-logs', Field: '', Text: '' });
      // The page may show the same already, and what is done to its hits is lost when the new ones come.
      await until(() => engine.requests.slice(before).some(asksForHits));
      await page().shows(/^1–10 of 12,345/);
      hands = countingHands(workbench);
    });

    /** The look-up is done in so many steps. */
    const took = (steps: number): void => assert.equal(hands.steps.length, steps, hands.steps.join(', '));

    async function query(text: string): Promise<void> {
      await page().field('Text').fill(text);
      await page().field('Text').press('Enter');
      await page().frame.locator('.box.text .asked', { hasText: 'Query string' }).waitFor();
      hands.did(`type ${text}`);
    }
    const field = (name: string) => beside().getByRole('button', { name: new RegExp(`^${name}\\b`) });

    it('the newest errors of a service in 1 step', async () => {
      await query('ServiceName:"api-v2@file" AND DownstreamStatus:[500 TO 599]');
      await page().shows(/^1–10 of [\d,]+$/);
      assert.equal(await page().frame.locator('[aria-sort="descending"]').count(), 1);
      took(1);
    });

    it('the time with most 502s in 1 step', async () => {
      await query('DownstreamStatus:502');
      await page().shows(/^1–10 of [\d,]+$/);
      await page()
        .frame.locator('.time-bar:not(.previous) .caption')
        .filter({ hasText: /per bar, at most \d+ hits/ })
        .waitFor();
      took(1);
    });

    it('the top paths of 404 in 2 steps', async () => {
      await query('DownstreamStatus:404');
      await page().shows(/^1–10 of [\d,]+$/);
      await hands.click(field('RequestPath'));
      const values = beside().getByRole('list', { name: 'Top values of RequestPath' }).getByRole('listitem');
      await untilEqual(async () => (await values.count()) >= 5, true);
      took(2);
    });

    it('the values of a field in 1 step', async () => {
      await hands.click(field('RequestMethod'));
      await beside().getByRole('list', { name: 'Top values of RequestMethod' }).waitFor();
      took(1);
    });

    it('what came before an error in 2 steps', async () => {
      await hands.click(page().frame.locator('.hit[data-row="3"] .cell').nth(2));
      await hands.click(page().button('Show Surrounding Hits'));
      await page().shows(/newer, \d+\+? older/);
      took(2);
      await workbench.commandPalette('View: Close Editor');
      await page().shows(/^1–10 of 12,345/);
    });

    it('the mapping of an index in 3 steps', async () => {
      await hands.click(row(workbench, 'logs').locator('.monaco-tl-twistie'), row(workbench, 'access-logs'));
      await hands.menu(row(workbench, 'access-logs'), 'Open Mapping');
      await workbench.page.getByRole('tab', { name: 'access-logs mapping.json' }).waitFor();
      await workbench.page.locator('.view-line', { hasText: '"ClientHost"' }).first().waitFor();
      took(3);
      await workbench.commandPalette('View: Close Editor');
      await page().shows(/^1–10 of 12,345/);
    });

    it('the new hits of one host in 3 steps', async () => {
      await hands.click(field('RequestHost'));
      const values = beside().getByRole('list', { name: 'Top values of RequestHost' });
      const first = values.getByRole('listitem').first();
      await first.hover();
      await workbench.screenshot('search-fields');
      await hands.click(first.getByRole('button', { name: /^Filter For / }));
      const chip = page().frame.locator('.chip', { hasText: 'RequestHost' });
      await chip.waitFor();
      await page().shows(/^1–10 of [\d,]+$/);
      await page().hits.first().focus();
      await workbench.page.keyboard.press('f');
      hands.did('press f');
      await page()
        .button(/^Following, every/)
        .waitFor();
      took(3);
      await workbench.page.keyboard.press('f');
      await chip.getByRole('button', { name: /^Remove filter/ }).click();
      await chip.waitFor({ state: 'hidden' });
    });
  });

  describe('exports', () => {
    /** Types the path of a file into VS Code's dialog, which lists the folder it begins in first, and the typed one then. */
    async function saveAs(name: string): Promise<void> {
      await asked(workbench, 'Export Hits');
      await workbench.quickInput.item('..').waitFor();
      await workbench.quickInput.type(join(folder, '/'));
      await workbench.quickInput.item('listed').waitFor();
      await workbench.quickInput.type(join(folder, name));
      await workbench.quickInput.accept();
    }

    const written = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
    const files = async () => (await readdir(folder)).filter((name) => name !== 'listed').sort();

    it('the columns of the page in 4 steps, without a request, into a file that its message opens', async () => {
      await page().search({ Index: 'access-logs' });
      await page().shows(/^1–10 of 12,345/);
      const shown = await page().frame.getByRole('columnheader').locator('.title').allTextContents();
      hands = countingHands(workbench);
      await page().more('Export Hits…');
      hands.did('open More Actions', 'choose Export Hits…');
      await workbench.quickInput.item('First 10,000 of 12,345 hits').waitFor();
      await workbench.screenshot('export-which');
      const before = engine.requests.length;
      await hands.pick('This page (10 hits)');
      await asked(workbench, 'One document per line');
      await workbench.screenshot('export-format');
      await hands.pick('CSV');
      await workbench.quickInput.item('..').waitFor();
      assert.equal(hands.steps.length, 4, hands.steps.join(', '));
      await saveAs('page.csv');
      const message = workbench.notification('Exported 10 hits to page.csv.');
      await message.getByRole('button', { name: 'Open' }).click();
      await workbench.page.getByRole('tab', { name: 'page.csv' }).waitFor();
      await workbench.screenshot('export-opened');
      const [headings, ...rows] = (await written('page.csv')).trimEnd().split('\r\n');
      // Behind the apostrophe, a spreadsheet takes it for no formula.
      assert.equal(headings, `'${shown.slice(1).join(',')}`);
      assert.equal(rows.length, 10);
      assert.deepEqual(
        engine.requests.slice(before).filter((each) => asksForHits(each) || /_pit|_count/.test(each.path)),
        [],
      );
      await workbench.commandPalette('View: Close Editor');
      // Which hits can be exported was counted.
      await page().shows(/^1–10 of 12,345$/);
    });

    it('as many hits as are asked for, after a step back and a number that is none', async () => {
      const { quickInput } = workbench;
      await page().more('Export Hits…');
      await quickInput.pick('Other number…');
      await answer(workbench, 'Number of hits to export', '1,234');
      await asked(workbench, 'One document per line');
      await quickInput.back();
      await asked(workbench, 'Other number…');
      await quickInput.pick('Other number…');
      await asked(workbench, 'Number of hits to export');
      await quickInput.type('none');
      await quickInput.message.filter({ hasText: 'Enter a whole number, 1 or greater.' }).waitFor();
      await answer(workbench, 'Enter a whole number', '321');
      await quickInput.pick(/^JSON$/);
      await saveAs('some.json');
      assert.equal((await told(workbench, 'to some.json')).text, 'Exported 321 of 12,345 hits to some.json.');
      assert.equal(JSON.parse(await written('some.json')).length, 321);
    });

    for (const [way, fault, said] of [
      ['is canceled', { kind: 'hang' }, /^The export was canceled\. Nothing was written to some\.json\.$/],
      [
        'fails',
        { kind: 'answer', status: 401, body: '{}' },
        /did not accept the credentials.*Nothing was written to some\.json\.$/,
      ],
    ] as const) {
      it(`nothing where it ${way}, says so, and keeps the file that stood there`, async () => {
        const before = await written('some.json');
        await page().more('Export Hits…');
        await workbench.quickInput.pick('All 12,345 hits');
        await workbench.quickInput.pick('JSON');
        engine.faults.add({ path: '/_search', fault });
        await saveAs('some.json');
        await asked(workbench, 'some.json already exists.');
        await workbench.quickInput.widget.getByRole('button', { name: 'OK' }).click();
        if (fault.kind === 'hang') {
          const progress = workbench.notification('Exporting hits');
          await progress.waitFor();
          await workbench.screenshot('export-progress');
          await progress.getByRole('button', { name: 'Cancel' }).click();
        }
        assert.match((await told(workbench, 'Nothing was written to some.json.')).text, said);
        assert.equal(await written('some.json'), before);
        assert.deepEqual(await files(), ['page.csv', 'some.json']);
        await untilEqual(() => engine.openPits(), 0);
        engine.faults.clear();
      });
    }
  });
});
