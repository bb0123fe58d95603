/** A person writes hits into files. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, answer, asked, row, searchPage, told } from './person';
import { asksForHits } from './searches';

const documentCount = 12_345;

describeWorkbench('a person who exports hits', (walk) => {
  const auth = { type: 'basic', username: 'reader', password: 'canary-password' } as const;
  let engine: SampleSearchEngine;
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    folder = await walk.folder();
    // The dialog lists files of the chosen format only, but every folder.
    await mkdir(join(folder, 'listed'));
    engine = await walk.closes(startSearchEngine({ auth, documents: documentCount }));
    engine.addDocuments('empty', [
      { id: 'a', source: '{"word":"needle","digits":9007199254740993,"formula":"=1+1","at":null}' },
      { id: 'b', source: '{"word":"needle, \\"quoted\\"","digits":-5,"formula":"+49 30 1","list":[1,2]}' },
    ]);
    workbench = await walk.open();
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url, auth });
    await row(workbench, 'logs').click();
  });
  afterEach(async () => {
    await workbench.page.keyboard.press('Escape');
    engine.faults.clear();
  });

  /** Types the path of a file into VS Code's dialog, which lists the folder it begins in first, and the typed one then. */
  async function saveAs(name: string): Promise<void> {
    await asked(workbench, 'Export Hits');
    await workbench.quickInput.item('..').waitFor();
    await workbench.quickInput.type(join(folder, '/'));
    await workbench.quickInput.item('listed').waitFor();
    await workbench.quickInput.type(join(folder, name));
    await workbench.quickInput.accept();
  }

  async function searchEverything(index: string, range: RegExp): Promise<void> {
    const page = searchPage(workbench);
    await page.knowsEndpoints();
    await page.field('Index').fill(index);
    await page.field('Index').press('Enter');
    await page.shows(range);
  }

  async function startExport(): Promise<void> {
    await searchPage(workbench).field('Index').click();
    await workbench.commandPalette('Proxy Scout: Export Hits…');
    await asked(workbench, 'Other number…');
  }

  const written = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const files = async () => (await readdir(folder)).filter((name) => name !== 'listed').sort();

  it('writes the page as CSV that runs no formula', async () => {
    await searchEverything('empty', /^1–2 of 2/);
    const before = engine.requests.length;
    await startExport();
    await workbench.screenshot('export-which');
    await workbench.quickInput.pick('This page (2 hits)');
    await asked(workbench, 'One document per line');
    await workbench.screenshot('export-format');
    await workbench.quickInput.pick('CSV');
    await saveAs('page.csv');
    const { text, buttons } = await told(workbench, 'to page.csv');
    assert.equal(text, 'Exported 2 hits to page.csv.');
    assert.deepEqual(buttons, ['Open']);
    assert.equal(
      await written('page.csv'),
      [
        '_index,_id,word,digits,formula,at,list',
        "empty,a,needle,9007199254740993,'=1+1,,",
        'empty,b,"needle, ""quoted""",-5,\'+49 30 1,,"[1,2]"',
        '',
      ].join('\r\n'),
    );
    assert.deepEqual(
      engine.requests.slice(before).filter((each) => asksForHits(each) || /_pit|_count/.test(each.path)),
      [],
    );
  });

  it('writes all hits, beyond the window, and lets the engine go', async () => {
    await searchEverything('access-logs', /^1–10 of 10,000\+/);
    await startExport();
    await workbench.quickInput.item('First 10,000 of 12,345 hits').waitFor();
    await workbench.screenshot('export-all');
    await workbench.quickInput.pick('All 12,345 hits');
    await workbench.quickInput.pick('NDJSON');
    await saveAs('all.ndjson');
    assert.equal((await told(workbench, 'to all.ndjson')).text, 'Exported 12,345 hits to all.ndjson.');
    const lines = (await written('all.ndjson')).trimEnd().split('\n');
    assert.equal(new Set(lines.map((line) => JSON.parse(line)._id)).size, documentCount);
    assert.equal(engine.openPits(), 0);
  });

  it('writes as many as were asked for, after going back a step', async () => {
    await startExport();
    await workbench.quickInput.pick('Other number…');
    await answer(workbench, 'Number of hits to export', '1,234');
    await asked(workbench, 'One document per line');
    await workbench.quickInput.back();
    await asked(workbench, 'Other number…');
    await workbench.quickInput.pick('Other number…');
    await asked(workbench, 'Number of hits to export');
    await workbench.quickInput.type('none');
    await workbench.quickInput.message.filter({ hasText: 'Enter a whole number, 1 or greater.' }).waitFor();
    await answer(workbench, 'Enter a whole number', '321');
    await workbench.quickInput.pick(/^JSON$/);
    await saveAs('some.json');
    assert.equal((await told(workbench, 'to some.json')).text, 'Exported 321 of 12,345 hits to some.json.');
    assert.equal(JSON.parse(await written('some.json')).length, 321);
  });

  it('cancels an export, which leaves nothing behind', async () => {
    const before = await files();
    await startExport();
    await workbench.quickInput.pick('All 12,345 hits');
    await workbench.quickInput.pick('NDJSON');
    engine.faults.add({ path: '/_search', fault: { kind: 'hang' } });
    await saveAs('canceled.ndjson');
    const progress = workbench.notification('Exporting hits');
    await progress.waitFor();
    await workbench.screenshot('export-progress');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    const { text } = await told(workbench, 'The export was canceled.');
    assert.match(text, /Nothing was written to canceled\.ndjson\.$/);
    assert.deepEqual(await files(), before);
    assert.equal(engine.openPits(), 0);
  });

  it('says why an export failed, and keeps the file that stood there', async () => {
    const before = await written('all.ndjson');
    await startExport();
    await workbench.quickInput.pick('All 12,345 hits');
    await workbench.quickInput.pick('NDJSON');
    engine.faults.add({ path: '/_search', fault: { kind: 'answer', status: 401, body: '{}' } });
    await saveAs('all.ndjson');
    await asked(workbench, 'all.ndjson already exists.');
    await workbench.quickInput.widget.getByRole('button', { name: 'OK' }).click();
    await workbench.notification('Nothing was written to all.ndjson.').waitFor();
    await workbench.screenshot('export-told');
    const { text } = await told(workbench, 'Nothing was written to all.ndjson.');
    assert.match(text, /did not accept the credentials/);
    assert.equal(await written('all.ndjson'), before);
    assert.deepEqual(await files(), ['all.ndjson', 'page.csv', 'some.json']);
  });

  it('opens the file from the message', async () => {
    await searchEverything('empty', /^1–2 of 2/);
    await startExport();
    await workbench.quickInput.pick('All 2 hits');
    await workbench.quickInput.pick('NDJSON');
    await saveAs('two.ndjson');
    const message = workbench.notification('Exported 2 hits to two.ndjson.');
    await message.getByRole('button', { name: 'Open' }).click();
    await workbench.page.getByRole('tab', { name: 'two.ndjson' }).waitFor();
    await workbench.screenshot('export-opened');
  });
});
