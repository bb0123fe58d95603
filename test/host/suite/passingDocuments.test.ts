import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type EphemeralDocuments, registerEphemeralDocuments } from '../../../src/vscode/shared/ephemeralDocuments';

const testScheme = 'proxy-scout-test-passing';
const goneMessage = 'It is gone.';

describe('passingDocuments: a passing document', () => {
  let documents: EphemeralDocuments;
  before(() => {
    documents = registerEphemeralDocuments(testScheme, goneMessage);
  });
  after(() => documents.dispose());
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const text = (name: string, words: string) => ({ name, ending: '.json', text: words });
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  /** What VS Code would show in an editor that it opens again under the address. */
  const provided = async (uri: vscode.Uri): Promise<string> => {
    const other = uri.with({ query: 'again' });
    return (await vscode.workspace.openTextDocument(other)).getText();
  };
  async function until(isSo: () => boolean): Promise<void> {
    for (let turn = 0; turn < 200 && !isSo(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 25));
    assert.ok(isSo());
  }
  const active = (): vscode.TextDocument => vscode.window.activeTextEditor?.document ?? assert.fail('no editor');

  it('shows its text, read-only, in the language that its ending says, under an address that says nothing of it', async () => {
    await documents.open(text('a/b [x](command:y)', '{"secret":1}'), { preview: false });
    const { uri, languageId } = active();
    assert.equal(active().getText(), '{"secret":1}');
    assert.equal(languageId, 'json');
    assert.doesNotMatch(uri.toString(true), /secret|command:y\)|a\/b/);
    assert.equal(uri.path.split('/').length, 2);
  });

  it('is forgotten when its editor is closed', async () => {
    await documents.open(text('one', '1'), { preview: false });
    const { uri } = active();
    assert.equal(await provided(uri), '1');
    await vscode.window.tabGroups.close(tabs());
    await until(() => tabs().length === 0);
    assert.equal(await provided(uri.with({ fragment: 'closed' })), goneMessage);
  });

  it('is forgotten when another takes the place of its preview', async () => {
    await documents.open(text('one', '1'), { preview: true });
    const { uri } = active();
    await documents.open(text('two', '2'), { preview: true });
    await until(() => tabs().length === 1);
    assert.equal(await provided(uri), goneMessage);
    assert.equal(active().getText(), '2');
  });

  it('stays as long as one editor shows it', async () => {
    await documents.open(text('one', '1'), { preview: false });
    const { uri } = active();
    await vscode.window.showTextDocument(active(), { viewColumn: vscode.ViewColumn.Beside, preview: false });
    await until(() => tabs().length === 2);
    const [first] = tabs();
    assert.ok(first !== undefined);
    await vscode.window.tabGroups.close(first);
    await until(() => tabs().length === 1);
    assert.equal(await provided(uri), '1');
  });

  it('can be compared with another, and both go with the diff editor', async () => {
    await documents.compare({ title: 'one ↔ two', left: text('one', '1\n'), right: text('two', '2\n') });
    await until(() => tabs().some(({ input }) => input instanceof vscode.TabInputTextDiff));
    const [tab] = tabs();
    assert.equal(tab?.label, 'one ↔ two');
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    const { original, modified } = tab.input;
    assert.deepEqual([await provided(original), await provided(modified)], ['1\n', '2\n']);
    await vscode.window.tabGroups.close(tab);
    await until(() => tabs().length === 0);
    for (const uri of [original, modified]) {
      assert.equal(await provided(uri.with({ fragment: 'closed' })), goneMessage);
    }
  });

  it('can be shown with many others, and all go with the multi-diff editor', async () => {
    await documents.compareAll('all', [
      { title: 'one', left: { ...text('one', '1\n'), folder: 'Numbers' }, right: text('one', '2\n') },
      { title: 'added', right: text('added', '3\n') },
      { title: 'removed', left: text('removed', '4\n') },
    ]);
    const shown = (): readonly vscode.TextDocument[] =>
      vscode.workspace.textDocuments.filter(({ uri: { scheme } }) => scheme === testScheme);
    await until(() => ['1\n', '2\n', '3\n', '4\n'].every((words) => shown().some((one) => one.getText() === words)));
    const uris = shown()
      .filter((one) => one.getText().trim() !== goneMessage)
      .map(({ uri }) => uri);
    assert.equal(tabs().at(0)?.label.startsWith('all'), true);
    await vscode.window.tabGroups.close(tabs());
    await until(() => tabs().length === 0);
    for (const uri of uris) assert.equal(await provided(uri.with({ fragment: 'closed' })), goneMessage);
  });
});
