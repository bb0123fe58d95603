/** A person writes the body of a search by hand. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from './harness';
import { placesOnDisk } from './marks';
import { addEndpoint, answer, row } from './person';
import { asksForHits } from './searches';
import { repeatUntil, until, untilEqual } from './waits';

describeWorkbench('a person who writes a search by hand', (walk) => {
  let engine: SampleSearchEngine;
  let workbench: Workbench;

  before(async () => {
    engine = await walk.closes(startSearchEngine());
    workbench = await walk.open({ settings: { 'files.autoSave': 'off', 'proxyScout.search.prefetch': false } });
    await addEndpoint(workbench, { kind: 'search', name: 'prod', url: engine.url });
    await row(workbench, 'prod').click();
  });

  const page = () => workbench.webview();
  const tab = (title: string | RegExp): Locator => workbench.page.getByRole('tab', { name: title });
  const editor = (): Locator => workbench.page.locator('.editor-instance .monaco-editor').first();
  /** The searches that arrived, without the address's parameters. */
  const searches = () =>
    engine.requests.filter(asksForHits).map(({ path, body }) => ({ path: path.split('?')[0], body }));

  const range = (text: RegExp): Locator => page().getByText(text).first();
  const keyboard = () => workbench.page.keyboard;
  const dirty = (): Locator => workbench.page.locator('.tab.dirty');
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
    await workbench.page.keyboard.press('Control+a');
    await workbench.page.keyboard.press('Delete');
    // Pasted: VS Code would indent and close what is typed.
    await workbench.page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await workbench.page.keyboard.press('Control+v');
    const end = text.replace(/\s/g, '').slice(-12);
    await until(lines, (all) => all.join('').replace(/\s/g, '').endsWith(end));
  }
  const ask = async (values: Readonly<Record<'Index' | 'Field' | 'Text', string>>): Promise<void> => {
    for (const [label, value] of Object.entries(values)) await page().getByLabel(label, { exact: true }).fill(value);
  };
  const editAsJson = () =>
    page().getByRole('button', { name: /^Edit/ }).and(page().locator(':visible')).first().click();
  const body = (field: string, text: string) =>
    ['{', '  "query": {', '    "match": {', `      "${field}": "${text}"`, '    }', '  },'].join('\n');

  it('begins with the body that the form makes', async () => {
    await ask({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
    await editAsJson();
    await tab('access-logs.jsonc').waitFor();
    await editor().getByText('timeout').waitFor();
    // VS Code draws lines one by one.
    await editor().getByText('"size": 10').waitFor();
    assert.equal((await lines()).slice(0, 6).join('\n'), body('message', 'timeout'));
    await workbench.page.getByRole('button', { name: 'Run Search' }).first().waitFor();
    await editor().getByText('prod · access-logs').waitFor();
  });

  it('is offered the clauses of a query, and told what they are', async () => {
    await write('{ "query": {  } }');
    const { keyboard } = workbench.page;
    await keyboard.press('Home');
    for (let step = 0; step < 12; step += 1) await keyboard.press('ArrowRight');
    await keyboard.press('Control+Space');
    const list = workbench.page.locator('.suggest-widget.visible');
    await list.getByText('bool', { exact: true }).waitFor();
    await keyboard.type('match_ph');
    await list.getByText('match_phrase', { exact: true }).waitFor();
    await keyboard.press('Control+Space');
    await workbench.page.getByText('Words in this order, next to each other.').first().waitFor();
    await workbench.screenshot('query-completion');
    await keyboard.press('Enter');
    await editor().getByText('"match_phrase": {').waitFor();
    await keyboard.press('Escape');
  });

  it('is warned of what can be no search', async () => {
    await write('{ "query": "timeout" }');
    await workbench.page.locator('.monaco-editor .squiggly-warning').first().waitFor();
  });

  it('runs it by a key and sees the hits beside it', async () => {
    await write(
      '{\n  // what a person notes stays here\n  "query": {"match": {"message": "timeout"}},\n  "size": 7\n}',
    );
    await keyboard().press('Control+Enter');
    await range(/^1–7 of/).waitFor();
    const { body: sent = '', path } = searches().at(-1) ?? {};
    assert.equal(path, '/access-logs/_search');
    assert.ok(sent.includes('"query": {"match": {"message": "timeout"}}'), sent);
    assert.deepEqual([JSON.parse(sent).from, JSON.parse(sent).size], [0, 7]);
    assert.ok((await lines()).includes('  // what a person notes stays here'));
    await workbench.screenshot('query-run');
    await page().getByRole('button', { name: 'Next' }).click();
    await range(/^8–14 of/).waitFor();
  });

  it('is shown where the engine gave up reading it, until it is changed', async () => {
    await write('{\n  "query": {\n    "matches": {"message": "timeout"}\n  }\n}');
    await keyboard().press('Control+Enter');
    await marks().waitFor();
    await keyboard().press('F8');
    await workbench.page.locator('.marker-widget').getByText('unknown query').waitFor();
    await workbench.screenshot('query-refused');
    await keyboard().press('Escape');
    await write('{"query": {"match_all": {}}}');
    await marks().waitFor({ state: 'hidden' });
    await keyboard().press('Control+Enter');
    await range(/^1–10 of/).waitFor();
  });

  for (const [what, text, message] of [
    ['no JSON', '{\n  "query": {"match_all": {}\n}', 'Closing brace expected'],
    ['nested so deep that some engines die of it', nested(101), 'nested more than 100 levels deep'],
    ['with a point in time of its own', '{"pit": {"id": "x"}}', 'Remove pit'],
  ] as const) {
    it(`does not send what is ${what}`, async () => {
      const before = searches().length;
      await write(text);
      await keyboard().press('Control+Enter');
      await marks().waitFor();
      await workbench.page
        .locator('.notification-list-item', { hasText: 'The search was not run. Line' })
        .first()
        .waitFor();
      await workbench.commandPalette('Notifications: Clear All Notifications');
      await focusEditor();
      await keyboard().press('Control+Shift+m');
      await workbench.page.locator('.markers-panel').getByText(message).first().waitFor();
      await keyboard().press('Control+Shift+m');
      assert.equal(searches().length, before);
    });
  }

  it('finds what was typed and not saved after a reload of the window', async () => {
    await write('{"query": {"match_all": {}}, "size": 5}');
    await workbench.page
      .getByRole('tab', { name: /access-logs\.jsonc/ })
      .and(dirty())
      .waitFor();
    // VS Code writes what is not saved some time after it was typed, and not in the moment of a reload.
    await until(
      async () => placesOnDisk(join(workbench.folder, 'user-data/User/Backups')),
      (places) => places.some(({ content }) => content.includes('"size": 5')),
    );
    await workbench.reload();
    await workbench.page
      .getByRole('tab', { name: /access-logs\.jsonc/ })
      .and(dirty())
      .waitFor();
    await editor().getByText('"size"').waitFor();
    assert.deepEqual(await lines(), ['{"query": {"match_all": {}}, "size": 5}']);
    await editor().getByText('prod · access-logs').waitFor();
    await focusEditor();
    await keyboard().press('Control+Enter');
    await range(/^1–5 of/).waitFor();
  });

  it('gets another editor from another search, and the same one from the same', async () => {
    const tabs = workbench.page.getByRole('tab', { name: /\.jsonc/ });
    await editAsJson();
    await editor().locator('.view-lines').waitFor();
    assert.equal(await tabs.count(), 1);
    await write('{"query": {"match_all": {}}, "size": 4}');
    // A press while VS Code still tells the extension what was typed brings the same editor to the front.
    await repeatUntil(tab(/access-logs 2\.jsonc/), editAsJson, 1_000);
    await reads('{"query": {"match_all": {}}, "size": 5}');
    assert.equal(await tabs.count(), 2);
    await tab(/access-logs\.jsonc/).click();
    await reads('{"query": {"match_all": {}}, "size": 4}');
  });

  it('sends it to another index', async () => {
    const where = editor().locator('.codelens-decoration a').filter({ hasText: 'prod · access-logs' });
    // VS Code draws the line anew for some moments after an editor came to the front.
    await repeatUntil(workbench.quickInput.widget.filter({ hasText: 'Change Endpoint or Index' }), () => where.click());
    await workbench.quickInput.type('prod');
    await workbench.quickInput.item('products').waitFor();
    await workbench.screenshot('query-target');
    await workbench.quickInput.pick('products');
    await editor().getByText('prod · products').waitFor();
    await workbench.page.getByRole('button', { name: 'Run Search' }).first().click();
    await untilEqual(() => searches().at(-1)?.path, '/products/_search');
    await range(/^1–4 of/).waitFor();
  });

  it('gives it a name, and finds it below its endpoint', async () => {
    await focusEditor();
    await keyboard().press('Control+s');
    await answer(workbench, 'Name of the search', 'four products');
    await row(workbench, 'four products').waitFor();
    const before = searches().length;
    await row(workbench, 'four products').click();
    await until(() => searches().length > before);
    assert.deepEqual(JSON.parse(searches().at(-1)?.body ?? '').size, 4);
    await page().getByText('JSON query').waitFor();
    await workbench.screenshot('query-saved');
  });
});

/** A search whose braces go that deep. */
function nested(levels: number): string {
  const around = '{"bool":{"must":'.repeat((levels - 1) / 2);
  return `{"query":${around}{}${'}}'.repeat((levels - 1) / 2)}}`;
}
