import assert from 'node:assert/strict';
import type { SearchContext } from '../../../../src/vscode/search/endpointSearch';
import { Commands } from '../../../../src/vscode/shared/ids';
import { endpoint } from '../../core/search/fakeHttpClient';
import { fakeSearchClient, hitsUpTo, openPanel, question, searchFor } from './openPanel';

const act = (action: string, of = question) => ({ kind: 'act', action, question: of });

describe('searchActions: what can be done with a search', () => {
  it('takes what stands in the form, whatever is shown', async () => {
    const { say, called } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say(searchFor('r1'));
    const typed = { ...question, text: 'typed since' };
    await say(act('editAsJson', typed));
    await say(act('save', typed));
    assert.deepEqual(called.slice(-2), [
      ['editAsJson', endpoint.id, typed, []],
      ['save', endpoint.id, typed],
    ]);
  });

  it('is done for the page that wants it, also where its panel has lost the focus', async () => {
    const { say, called, panel } = openPanel(fakeSearchClient(hitsUpTo(9)));
    panel.active = false;
    await say(act('save'));
    assert.deepEqual(called, [['save', endpoint.id, question]]);
  });

  it('is asked of the page that has the focus where a command says no more', async () => {
    const { heard, called, panel, runCommand } = openPanel(fakeSearchClient(hitsUpTo(9)));
    const commands = [Commands.editAsJson, Commands.exportHits, Commands.copyAsCurl, Commands.saveSearch];
    const row = { type: 'endpoint' };
    for (const id of commands) await runCommand(id);
    await runCommand(Commands.exportHits, { panelId: 'panel', question: { index: 7 } });
    assert.deepEqual(
      heard.map((message) => message.kind === 'act' && message.action),
      ['editAsJson', 'export', 'copyAsCurl', 'save', 'export'],
    );
    panel.active = false;
    for (const id of commands) await runCommand(id, row);
    await runCommand(Commands.searchHistory, row);
    assert.equal(heard.length, 5);
    assert.deepEqual(called, [
      ['saveDocument', row],
      ['openHistory', row],
    ]);
  });

  it('is not done for a panel that was closed', async () => {
    const { called, runCommand } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await runCommand(Commands.saveSearch, { panelId: 'another', question });
    assert.deepEqual(called, []);
  });

  it('exports the search that is shown with its page, and another without', async () => {
    const { say, called, search } = openPanel(fakeSearchClient(hitsUpTo(19)));
    await say(searchFor('r1'));
    await say({ kind: 'chooseColumns', requestId: 'r1', paths: ['_id', 'n', '_source'] });
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await say(act('export'));
    await say(act('export', { ...question, text: 'typed since' }));
    const exported = called.filter(([name]) => name === 'exportHits').map(([, context]) => context);
    assert.equal(exported.length, 2);
    const [shown, typed] = exported as SearchContext[];
    assert.equal(shown?.page?.from, 10);
    // As they are seen, apart from the document.
    assert.deepEqual(shown?.columns, ['_id', 'n']);
    assert.equal(typed?.page, undefined);
    assert.match(typed?.search.body ?? '', /typed since/);
    assert.deepEqual(await search.search.contextOf(question), shown);
  });

  it('puts a search of the history into the form and runs it', async () => {
    const chosen = { ...question, text: 'from before' };
    const { say, heard } = openPanel(fakeSearchClient(hitsUpTo(9)), { chosen });
    await say(act('history'));
    assert.deepEqual(heard, [{ kind: 'ask', question: chosen, run: true }]);
  });

  it('does nothing where nothing was chosen from the history', async () => {
    const { say, heard } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say(act('history'));
    assert.deepEqual(heard, []);
  });

  it('copies the request of the page that is shown, never with a credential', async () => {
    const { say, copied, heard } = openPanel(fakeSearchClient(hitsUpTo(19)));
    await say(searchFor('r1'));
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await say(act('copyAsCurl'));
    await say(act('copyAsDevTools'));
    assert.match(copied[0] ?? '', /^curl /);
    assert.match(copied[1] ?? '', /^GET \/logs\/_search\n/);
    for (const text of copied) {
      assert.match(text, /"from": ?10/);
      assert.match(text, /"size": ?10/);
      assert.doesNotMatch(text, /changeme-test|elastic:/);
    }
    const said = heard.flatMap((message) => (message.kind === 'announce' ? [message.text] : []));
    assert.equal(said.length, 2);
    assert.match(said[0] ?? '', /^Copied as curl/);
    assert.match(said[1] ?? '', /^Copied as Kibana Console request/);
  });

  it('says what is wrong with a search that cannot be asked', async () => {
    const { say, copied, heard } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say(act('copyAsCurl', { ...question, index: '' }));
    assert.deepEqual(copied, []);
    const [said] = heard;
    assert.ok(said?.kind === 'announce');
    assert.match(said.text, /index/);
  });
});
