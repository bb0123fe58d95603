import assert from 'node:assert/strict';
import type { SearchClient } from '../../../../src/core/search/engine/searchClient';
import { emptyQuestion } from '../../../../src/protocol/question';
import type { SearchContext } from '../../../../src/vscode/search/endpointSearch';
import type { CountHits } from '../../../../src/vscode/search/exportHitsToFile';
import { Commands } from '../../../../src/vscode/shared/ids';
import { endpoint, json } from '../../core/search/fakeHttpClient';
import { fakeSearchClient, hitsUpTo, openPanel, question, searchFor } from './openPanel';

const act = (action: string) => ({ kind: 'act', action });
describe('searchActions: what can be done with a search', () => {
  it('takes what stands in the form, whatever is shown', async () => {
    const { say, called, fillIn } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say(searchFor('r1'));
    const typed = { ...question, text: 'typed since' };
    fillIn(typed);
    await say(act('editAsJson'));
    await say(act('save'));
    assert.deepEqual(called.slice(-2), [
      // With the column of the page, beside which the editor opens.
      ['editAsJson', endpoint.id, typed, [], 2],
      ['save', endpoint.id, typed],
    ]);
  });

  it('is done for the page that wants it, also where its panel has lost the focus', async () => {
    const { say, called, panel, fillIn } = openPanel(fakeSearchClient(hitsUpTo(9)));
    panel.active = false;
    fillIn(question);
    await say(act('save'));
    assert.deepEqual(called, [['save', endpoint.id, question]]);
  });

  const commands = [Commands.editAsJson, Commands.exportHits, Commands.copyRequest, Commands.saveSearch];

  it('is done with the form of the page that has the focus where a command says no more, without asking it', async () => {
    const { heard, called, copied, runCommand, fillIn } = openPanel(fakeSearchClient(hitsUpTo(9)));
    const typed = { ...question, text: 'typed since' };
    fillIn(typed);
    for (const id of commands) await runCommand(id);
    await runCommand(Commands.saveSearch, { panelId: 7 });
    assert.deepEqual(
      called.map(([name, , of]) => (name === 'exportHits' ? name : [name, of])),
      [['editAsJson', typed], 'exportHits', ['save', typed], ['save', typed]],
    );
    assert.match(copied.join(), /^curl [\s\S]*typed since/);
    assert.deepEqual(
      heard.map(({ kind }) => kind),
      ['announce'],
    );
  });

  it('is not done where no page has the focus', async () => {
    const { heard, called, panel, runCommand, fillIn } = openPanel(fakeSearchClient(hitsUpTo(9)));
    const row = { type: 'endpoint' };
    fillIn(question);
    panel.active = false;
    for (const id of commands) await runCommand(id, row);
    await runCommand(Commands.search, row);
    assert.deepEqual(heard, []);
    assert.deepEqual(called, [
      ['saveDocument', row],
      ['search', row],
    ]);
  });

  it('is done with the latest search where the page has not said yet what stands in its form', async () => {
    const { say, called, runCommand } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await runCommand(Commands.saveSearch);
    await say(searchFor('r1'));
    await runCommand(Commands.saveSearch);
    assert.deepEqual(
      called.filter(([name]) => name === 'save'),
      [['save', endpoint.id, question]],
    );
  });

  it('names the endpoint to commands that are not about the form', async () => {
    const argument = { panelId: 'panel', endpointId: endpoint.id };
    const ran: unknown[] = [];
    const runCommand = async (...words: unknown[]) => void ran.push(words);
    const { say } = openPanel(fakeSearchClient(hitsUpTo(9)), { searches: { runCommand } });
    await say(act('editEndpoint'));
    await say(act('goToPage'));
    assert.deepEqual(ran, [
      [Commands.editEndpoint, argument],
      [Commands.goToPage, argument],
    ]);
  });

  it('is not done for a panel that was closed', async () => {
    const { called, runCommand } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await runCommand(Commands.saveSearch, { panelId: 'another' });
    assert.deepEqual(called, []);
  });

  it('exports the search that is shown with its page, and another without', async () => {
    const { say, called, search, fillIn } = openPanel(fakeSearchClient(hitsUpTo(19)));
    await say(searchFor('r1'));
    await say({ kind: 'chooseColumns', pageId: 'r1', paths: ['_id', 'n', '_source'] });
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await say(act('export'));
    fillIn({ ...question, text: 'typed since' });
    await say(act('export'));
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

  it('exports the hits around a hit, whose number no pager counts', async () => {
    const hit = { _index: 'logs', _id: '0', _source: {}, sort: [1_764_000_000_000] };
    const { say, called, heard } = openPanel(fakeSearchClient(() => json({ hits: { hits: [hit] } })));
    const around = { field: 't', index: 'logs', id: '0' };
    await say(searchFor('r1', { ...emptyQuestion, index: 'logs', size: 5, around }));
    await say(act('export'));
    const [, context, countShown] = called.find(([name]) => name === 'exportHits') ?? assert.fail('not exported');
    assert.equal((context as SearchContext).page?.hits.length, 1);
    assert.equal(await (countShown as CountHits | undefined)?.(new AbortController().signal), undefined);
    assert.ok(!heard.some(({ kind }) => kind === 'announce'));
  });

  it('puts a search of the history into the form and runs it', async () => {
    const past = { ...question, text: 'from before' };
    const chosen = { endpointId: endpoint.id, question: past, isNew: false };
    const { say, acted, called } = openPanel(fakeSearchClient(hitsUpTo(9)), { chosen });
    await say({ kind: 'ready' });
    await say(act('history'));
    assert.deepEqual(acted, [['ask', past]]);
    assert.deepEqual(called, []);
  });

  it('runs a search of the history in a tab of its own, where that is wanted', async () => {
    const past = { ...question, text: 'from before' };
    const chosen = { endpointId: endpoint.id, question: past, isNew: true };
    const { say, heard, called, fillIn } = openPanel(fakeSearchClient(hitsUpTo(9)), { chosen });
    fillIn(question);
    await say(act('history'));
    assert.deepEqual(heard, []);
    assert.deepEqual(called, [['searchAnew', endpoint.id, past]]);
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

  it('copies the request with the method that its page came by', async () => {
    const client = fakeSearchClient(hitsUpTo(19));
    const byPost: SearchClient = {
      ...client,
      search: async (asked) => ({ ...(await client.search(asked)), method: 'POST' }),
    };
    const { say, copied } = openPanel(byPost);
    await say(searchFor('r1'));
    await say(act('copyAsDevTools'));
    assert.match(copied[0] ?? '', /^POST \/logs\/_search\n/);
  });

  it('says what is wrong with a search that cannot be asked', async () => {
    const { say, copied, heard, fillIn } = openPanel(fakeSearchClient(hitsUpTo(9)));
    fillIn({ ...question, index: '' });
    await say(act('copyAsCurl'));
    assert.deepEqual(copied, []);
    const [said] = heard;
    assert.ok(said?.kind === 'announce');
    assert.match(said.text, /index/);
  });
});
