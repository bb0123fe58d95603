import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type EphemeralDocuments, registerEphemeralDocuments } from '../../../src/vscode/shared/ephemeralDocuments';
import { ephemeralJson } from '../../../src/vscode/shared/ephemeralText';
import { registerWholeDocuments, type WholeDocuments } from '../../../src/vscode/shared/wholeDocuments';

const scheme = 'proxy-scout-test-heads';
const testScheme = 'proxy-scout-test-whole';

describe('wholeDocuments: a document that is too long to be opened at once', () => {
  let wholes: WholeDocuments;
  let documents: EphemeralDocuments;
  before(() => {
    wholes = registerWholeDocuments(testScheme);
    documents = registerEphemeralDocuments(scheme, 'It is gone.', wholes);
  });
  after(() => {
    documents.dispose();
    wholes.dispose();
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  /** Laid out it has more than the 50 MiB up to which `openTextDocument` takes a text. */
  const json = `{"secret":[${Array.from({ length: 60_000 }, (_, at) => `"line ${at} ${'x'.repeat(1_000)}"`).join()}]}`;
  const active = (): vscode.TextDocument => vscode.window.activeTextEditor?.document ?? assert.fail('no editor');
  const lensesOf = (uri: vscode.Uri) =>
    vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri);
  async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (let turn = 0; turn < 400 && !(await isSo()); turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 25));
    assert.ok(await isSo());
  }

  it('opens as its head, which says so and offers the whole, in a read-only editor that forgets it', async () => {
    await documents.open(await ephemeralJson('one', '.json', json), { preview: false });
    const head = active();
    assert.equal(head.languageId, 'plaintext');
    assert.match(
      head.lineAt(0).text,
      /^Showing the first 5 MiB of \d+ MiB\. Choose Open Full Document… to see the rest\.$/,
    );
    assert.ok(head.getText().length < 6 * 2 ** 20);
    const [lens, ...others] = await lensesOf(head.uri);
    assert.deepEqual([lens?.command?.title, others.length], ['$(go-to-file) Open Full Document…', 0]);
    assert.deepEqual(lens?.command?.arguments?.map(String), [head.uri.toString()]);

    await wholes.open(head.uri);
    await until(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'one.json');
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? assert.fail('no tab');
    assert.ok(input instanceof vscode.TabInputText);
    assert.equal(input.uri.scheme, testScheme);
    assert.doesNotMatch(input.uri.toString(true), /secret|line/);
    const bytes = await vscode.workspace.fs.readFile(input.uri);
    assert.ok(bytes.length > 50 * 2 ** 20);
    assert.equal((await vscode.workspace.fs.stat(input.uri)).size, bytes.length);
    assert.equal(JSON.stringify(JSON.parse(Buffer.from(bytes).toString())), json);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(input.uri, Buffer.from('x')));

    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(async () => {
      try {
        await vscode.workspace.fs.stat(input.uri);
        return false;
      } catch {
        return true;
      }
    });
  });

  it('offers nothing on one that is whole', async () => {
    await documents.open(await ephemeralJson('two', '.json', '{"a":1}'), { preview: false });
    assert.equal(active().languageId, 'json');
    assert.deepEqual(await lensesOf(active().uri), []);
  });
});
