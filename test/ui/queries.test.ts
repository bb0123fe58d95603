/** Searches with a name and those that were run before, in two windows, and bodies that are written by hand in editors. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from './harness';
import { placesOnDisk } from './marks';
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
import { repeatUntil, until, untilEqual } from './waits';

describeWorkbench('Search', (fixtures) => {
  let engine: SampleSearchEngine;
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    folder = await fixtures.folder();
    await mkdir(join(folder, 'listed'));
    engine = await fixtures.closes(startSearchEngine());
    workbench = await fixtures.open({
      workspaceFolder: folder,
      settings: { 'files.autoSave': 'off', 'proxyScout.search.prefetch': false },
    });
    await addEndpoint(workbench, { kind: 'search', name: 'prod', url: engine.url });
    await row(workbench, 'prod').click();
    // A page that takes the focus closes the palette that is opened meanwhile.
    await page().frame.locator('#index:focus').waitFor();
  });

  const page = () => searchPage(workbench);
  const keyboard = () => workbench.page.keyboard;
  /** The searches that arrived, without the address's parameters. */
  const searches = () =>
    engine.requests.filter(asksForHits).map(({ path, body }) => ({ path: path.split('?')[0], body }));
  /** What the rows of saved searches say: label and description. */
  const texts = async (): Promise<readonly string[]> => {
    return pane(workbench, 'Search')
      .getByRole('treeitem')
      .filter({ has: workbench.page.locator('.codicon-bookmark') })
      .evaluateAll((each) =>
        each.map((one) =>
          ['.label-name', '.label-description'].map((part) => one.querySelector(part)?.textContent ?? '').join(' '),
        ),
      );
  };
  /** Waits until this has been searched for since there were so many searches. */
  async function searched(text: string, since: number): Promise<void> {
    await until(() =>
      searches()
        .slice(since)
        .some(({ body }) => body.includes(text)),
    );
  }

  const tab = (title: string | RegExp): Locator => workbench.page.getByRole('tab', { name: title });
  const editor = (): Locator => workbench.page.locator('.editor-instance .monaco-editor').first();
  const marks = (): Locator => editor().locator('.squiggly-error');

  /** What stands in the editor, line by line. */
  async function lines(): Promise<readonly string[]> {
    const found = await editor()
      .locator('.view-line')
      .evaluateAll((all) =>
        all
          .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
          .sort((a, b) => a.top - b.top)
          .map(({ text }) => text),
      );
    return found.map((line) => line.replaceAll('\u00a0', ' '));
  }
  /** Waits until the editor shows this line and no other: a tab comes to the front before its text does. */
  async function reads(line: string): Promise<void> {
    await untilEqual(lines, [line]);
  }
  const focusEditor = () => editor().locator('.native-edit-context, textarea.inputarea').first().focus();
  async function write(text: string): Promise<void> {
    await focusEditor();
    await keyboard().press('Control+a');
    await keyboard().press('Delete');
    // Pasted: VS Code would indent and close what is typed.
    await workbench.page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await keyboard().press('Control+v');
    const end = text.replace(/\s/g, '').slice(-12);
    await until(lines, (all) => all.join('').replace(/\s/g, '').endsWith(end));
  }
  const ask = async (values: Readonly<Record<'Index' | 'Field' | 'Text', string>>): Promise<void> => {
    await page().search(values);
    await page().shows(/./);
  };
  /** From the menu, or beside the words that a body of one's own takes the place of. */
  const editAsJson = async () => {
    const edit = page().frame.locator('.box.body').getByRole('button', { name: 'Edit' });
    return (await edit.isVisible()) ? edit.click() : page().more('Edit as JSON');
  };

  describe('view', () => {
    const exported = (): string => join(folder, 'searches.json');

    async function save(name: string, place: 'This Workspace' | 'Everywhere'): Promise<void> {
      await page().more('Save Search…');
      await answer(workbench, 'Name of the search', name);
      await asked(workbench, 'Only shown while this workspace is open');
      await workbench.quickInput.pick(place);
      await row(workbench, name).waitFor();
    }
    /** Types the path of the file into VS Code's file dialog. */
    async function typeFile(dialog: string): Promise<void> {
      await asked(workbench, dialog);
      await workbench.quickInput.item('..').waitFor();
      await workbench.quickInput.type(join(folder, '/'));
      await workbench.quickInput.item('listed').waitFor();
      await workbench.quickInput.type(exported());
      await workbench.quickInput.accept();
    }

    it('has only endpoints to export at first', async () => {
      await workbench.commandPalette('Proxy Scout: Export…');
      await asked(workbench, 'Export Endpoints');
      await keyboard().press('Escape');
      await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    });

    it('shows searches with a name below their endpoint, and runs them by a click and by Enter', async () => {
      await page().search({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
      await page().shows(/^1–10 of/);
      await save('timeouts', 'Everywhere');
      await page().search({ Index: 'access-logs', Field: 'message', Text: 'refused' });
      await page().shows(/./);
      await save('refused here', 'This Workspace');
      assert.deepEqual(await texts(), [
        'refused here access-logs · message: refused · this workspace',
        'timeouts access-logs · message: timeout',
      ]);
      await lookAway(workbench);
      await workbench.screenshot('saved-tree');
      let before = searches().length;
      await row(workbench, 'timeouts').click();
      await searched('"timeout"', before);
      // The search begins before its page is there.
      await untilEqual(() => page().field('Text').inputValue(), 'timeout');
      before = searches().length;
      await pane(workbench, 'Search').locator('.monaco-list').focus();
      await keyboard().press('ArrowUp');
      await keyboard().press('Enter');
      await searched('"refused"', before);
    });

    it('renames one, writes all into a file without an address, and reads them back under other names', async () => {
      await chooseFromMenu(workbench, row(workbench, 'timeouts'), 'Rename…');
      await answer(workbench, 'Name of the search', 'slow ones');
      await row(workbench, 'slow ones').waitFor();
      assert.equal(await row(workbench, 'timeouts').count(), 0);
      await workbench.commandPalette('Proxy Scout: Export…');
      await workbench.quickInput.pick('Saved Searches');
      await typeFile('Export Saved Searches');
      await told(workbench, 'Exported 2 searches.');
      const text = await readFile(exported(), 'utf8');
      assert.ok(!text.includes(new URL(engine.url).host) && text.includes('"endpoint": "prod"'), text);
      await writeFile(exported(), text.replaceAll('"refused"', '"reset"'));
      await workbench.commandPalette('Proxy Scout: Import…');
      await typeFile('Import');
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
      await workbench.commandPalette('Proxy Scout: Import…');
      await typeFile('Import');
      await told(workbench, 'Search 1 in this file is not valid.');
      assert.equal((await texts()).length, 3);
    });
  });

  describe('history', () => {
    const list = () => workbench.quickInput.widget.locator('.monaco-list-row');

    async function history(): Promise<readonly string[]> {
      await page().more('Search History…');
      await workbench.quickInput.shows('Search History');
      await list().first().waitFor();
      const labels = await list().locator('.label-name:visible').allInnerTexts();
      return labels.map((label) => label.replace(/\s+/g, ' ').trim());
    }

    it('lists what was run before, the newest first and hostile words as words, beside what has a name', async () => {
      await page().search({ Index: 'products', Field: 'name', Text: 'chair' });
      await page().shows(/./);
      await page().search({ Index: 'access-logs', Field: 'message', Text: '$(zap) [x](command:y)' });
      await page().shows(/./);
      // Parted where it would be an icon.
      assert.deepEqual(await history(), [
        'access-logs · message: $\u200b(zap) [x](command:y)',
        'products · name: chair',
        'access-logs · message: refused',
        'access-logs · message: timeout',
        'refused here · access-logs · message: refused',
        'refused here (2) · access-logs · message: reset',
        'slow ones · access-logs · message: timeout',
      ]);
      assert.equal(await workbench.quickInput.widget.locator('.codicon-zap').count(), 0);
      await workbench.screenshot('saved-history');
      const before = searches().length;
      await workbench.quickInput.pick(/^\s*access-logs · message: timeout\s*$/);
      await searched('"timeout"', before);
    });

    it('forgets one by its button, and all by the one in the title', async () => {
      const before = await history();
      const chair = list().filter({ hasText: 'chair' });
      await pressHovered(workbench, chair, chair.getByRole('button', { name: 'Remove from History' }));
      await chair.waitFor({ state: 'hidden' });
      assert.equal(await list().count(), before.length - 1);
      await keyboard().press('Escape');
      // VS Code may give the focus back to the page when the list is there already, which closes that.
      await repeatUntil(list().filter({ hasText: 'refused' }).first(), () =>
        workbench.commandPalette('Proxy Scout: Search…'),
      );
      await workbench.quickInput.widget.getByRole('button', { name: 'Clear Search History' }).click();
      // The endpoint itself, and what has a name.
      await untilEqual(() => list().count(), 4);
      await keyboard().press('Escape');
      assert.equal((await history()).length, 3);
      await keyboard().press('Escape');
    });
  });

  describe('query', () => {
    it('opens in an editor as the body that the form makes, with where it is sent', async () => {
      await ask({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
      await editAsJson();
      await tab('access-logs.jsonc').waitFor();
      await editor().getByText('timeout').waitFor();
      // VS Code draws lines one by one.
      await editor().getByText('"size": 10').waitFor();
      const begun = ['{', '  "query": {', '    "match": {', '      "message": "timeout"', '    }', '  },'];
      assert.deepEqual((await lines()).slice(0, 6), begun);
      await workbench.page.getByRole('button', { name: 'Run Search' }).first().waitFor();
      await editor().getByText('prod · access-logs').waitFor();
    });

    it('is marked by its schema where it can be no search', async () => {
      await write('{ "query": "timeout" }');
      await editor().locator('.squiggly-warning').first().waitFor();
    });

    it('runs by a key as it was typed, and shows its hits beside it', async () => {
      await write('{\n  // a note stays here\n  "query": {"match": {"message": "timeout"}},\n  "size": 7\n}');
      await keyboard().press('Control+Enter');
      await page().shows(/^1–7 of/);
      const { body: sent = '', path } = searches().at(-1) ?? {};
      assert.equal(path, '/access-logs/_search');
      assert.ok(sent.includes('"query": {"match": {"message": "timeout"}}'), sent);
      assert.deepEqual([JSON.parse(sent).from, JSON.parse(sent).size], [0, 7]);
      assert.ok((await lines()).includes('  // a note stays here'));
      await workbench.screenshot('query-run');
      await page().button('Next').click();
      await page().shows(/^8–14 of/);
    });

    it('is marked where the engine gave up reading it, until it is changed', async () => {
      await write('{\n  "query": {\n    "matches": {"message": "timeout"}\n  }\n}');
      await keyboard().press('Control+Enter');
      await marks().waitFor();
      await keyboard().press('F8');
      await workbench.page.locator('.marker-widget').getByText('unknown query').waitFor();
      await workbench.screenshot('query-refused');
      await keyboard().press('Escape');
      await write('{"query": {"match_all": {}}, "size": 5}');
      await marks().waitFor({ state: 'hidden' });
      await keyboard().press('Control+Enter');
      await page().shows(/^1–5 of/);
    });

    it('is not sent where it is no JSON, which a message and a mark say', async () => {
      const before = searches().length;
      await write('{\n  "query": {"match_all": {}\n}');
      await keyboard().press('Control+Enter');
      await marks().waitFor();
      await told(workbench, /^The search was not run\. Line 3: .*brace/);
      assert.equal(searches().length, before);
    });

    it('has an editor for each search, and the same one for the same', async () => {
      const tabs = workbench.page.getByRole('tab', { name: /\.jsonc/ });
      const before = searches().length;
      await write('{"query": {"match_all": {}}, "size": 5}');
      await keyboard().press('Control+Enter');
      await until(() => searches().length > before);
      await page().shows(/^1–5 of/);
      await editAsJson();
      // It has the focus once the command is carried out: what is typed before that would be another text.
      await editor().locator(':is(.native-edit-context, textarea.inputarea):focus').waitFor({ state: 'attached' });
      assert.equal(await tabs.count(), 1);
      // While VS Code still tells the extension what was typed, a press brings the same editor to the front. This
      // message says that the extension knows of another text.
      await write('{"query": {"match_all": {}}, "size": 4');
      await keyboard().press('Control+Enter');
      await told(workbench, /^The search was not run\. Line 1: /);
      await write('{"query": {"match_all": {}}, "size": 4}');
      await editAsJson();
      await tab(/access-logs 2\.jsonc/).waitFor();
      await reads('{"query": {"match_all": {}}, "size": 5}');
      assert.equal(await tabs.count(), 2);
      await tab(/access-logs\.jsonc/).click();
      await reads('{"query": {"match_all": {}}, "size": 4}');
    });

    it('is sent to the index that is chosen above it', async () => {
      await editor().getByText('prod · access-logs').waitFor();
      const where = editor().locator('.codelens-decoration a').filter({ hasText: 'prod · ' });
      // VS Code gives a click to another row where it draws the list anew in that moment.
      await repeatUntil(editor().getByText('prod · products'), async () => {
        // It draws the line anew for some moments after an editor came to the front.
        await repeatUntil(workbench.quickInput.widget.filter({ hasText: 'Change Endpoint or Index' }), () =>
          where.click({ timeout: 5_000 }),
        );
        await workbench.quickInput.type('prod');
        await workbench.quickInput.item('products').waitFor();
        await workbench.screenshot('query-target');
        await workbench.quickInput.pick('products');
      });
      await workbench.page.getByRole('button', { name: 'Run Search' }).first().click();
      await untilEqual(() => searches().at(-1)?.path, '/products/_search');
      await page().shows(/^1–4 of/);
    });
  });

  describe('in two windows', () => {
    it('keeps what both save at the same time, and what is typed and not saved, over a reload', async () => {
      const second = await workbench.openSecondWindow();
      await openProxyScout(second);
      await chooseFromMenu(second, row(second, 'slow ones'), 'Rename…');
      await answer(second, 'Name of the search', 'renamed there');
      await row(second, 'renamed there').waitFor();
      await focusEditor();
      await keyboard().press('Control+s');
      await answer(workbench, 'Name of the search', 'four goods');
      await workbench.quickInput.pick('Everywhere');
      await row(workbench, 'four goods').waitFor();
      await second.page.close();
      await write('{"query": {"match_all": {}}, "size": 3}');
      const unsaved = tab(/access-logs\.jsonc/).and(workbench.page.locator('.tab.dirty'));
      await unsaved.waitFor();
      // VS Code writes what is not saved some time after it was typed, and not in the moment of a reload.
      await until(
        async () => placesOnDisk(join(workbench.folder, 'user-data/User/Backups')),
        (places) => places.some(({ content }) => content.includes('"size": 3')),
      );
      await workbench.reload();
      await row(workbench, 'four goods').waitFor();
      const names = (await texts()).map((text) => text.split(' access-logs')[0]?.split(' products ')[0]);
      assert.deepEqual(names, ['four goods', 'refused here', 'refused here (2)', 'renamed there']);
      await unsaved.waitFor();
      await editor().getByText('"size"').waitFor();
      assert.deepEqual(await lines(), ['{"query": {"match_all": {}}, "size": 3}']);
      await editor().getByText('prod · products').waitFor();
      await focusEditor();
      await keyboard().press('Control+Enter');
      await page().shows(/^1–3 of/);
      const before = searches().length;
      await row(workbench, 'four goods').click();
      await until(() => searches().length > before);
      assert.equal(JSON.parse(searches().at(-1)?.body ?? '').size, 4);
      await page().frame.getByText('JSON query').waitFor();
      await workbench.screenshot('query-saved');
    });
  });

  describe('with a name', () => {
    it('is deleted after asking, and all of them with their endpoint', async () => {
      const confirmation = workbench.page
        .getByRole('dialog')
        .filter({ hasText: 'Delete the saved search “four goods”?' });
      await chooseFromMenu(workbench, row(workbench, 'four goods'), 'Remove…');
      await confirmation.getByRole('button', { name: 'Delete' }).click();
      await row(workbench, 'four goods').waitFor({ state: 'hidden' });
      const remove = workbench.page.getByRole('dialog', { name: /Remove the endpoint “prod”\?/ });
      await chooseFromMenu(workbench, row(workbench, 'prod'), 'Remove…');
      await remove.getByText('search history, and saved searches').waitFor();
      await remove.getByRole('button', { name: 'Remove' }).click();
      await untilEqual(() => pane(workbench, 'Search').getByRole('treeitem').count(), 0);
    });
  });
});
