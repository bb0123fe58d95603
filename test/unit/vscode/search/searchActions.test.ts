import assert from 'node:assert/strict';
import { endpoint } from '../../core/search/fakeDoor';
import { fakeSearchDoor, hitsUpTo, openPanel, question, searchFor } from './openPanel';

const act = (action: string, of = question) => ({ kind: 'act', action, question: of });

describe('what can be done with a search', () => {
  it('takes what stands in the form, whatever is shown', async () => {
    const { say, called } = openPanel(fakeSearchDoor(hitsUpTo(9)));
    await say(searchFor('r1'));
    const typed = { ...question, text: 'typed since' };
    await say(act('editAsJson', typed));
    await say(act('save', typed));
    assert.deepEqual(called.slice(-2), [
      ['editAsJson', endpoint.id, typed, []],
      ['save', endpoint.id, typed],
    ]);
  });

  it('exports the search that is shown with its page, and another without', async () => {
    const { say, called, search } = openPanel(fakeSearchDoor(hitsUpTo(19)));
    await say(searchFor('r1'));
    await say({ kind: 'chooseColumns', requestId: 'r1', paths: ['n'] });
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await say(act('export'));
    await say(act('export', { ...question, text: 'typed since' }));
    const exported = called.filter(([name]) => name === 'exportHits').map(([, context]) => context);
    assert.equal(exported.length, 2);
    const [shown, typed] = exported as Awaited<ReturnType<typeof search.context>>[];
    assert.equal(shown?.page?.from, 10);
    assert.deepEqual(shown?.columns, ['n']);
    assert.equal(typed?.page, undefined);
    assert.match(typed?.search.body ?? '', /typed since/);
    assert.deepEqual(await search.context(), shown);
  });

  it('puts a search of the history into the form and runs it', async () => {
    const chosen = { ...question, text: 'from before' };
    const { say, heard } = openPanel(fakeSearchDoor(hitsUpTo(9)), { deps: { chooseFromHistory: async () => chosen } });
    await say(act('history'));
    assert.deepEqual(heard, [{ kind: 'ask', question: chosen, run: true }]);
  });

  it('does nothing where nothing was chosen from the history', async () => {
    const { say, heard } = openPanel(fakeSearchDoor(hitsUpTo(9)));
    await say(act('history'));
    assert.deepEqual(heard, []);
  });

  it('copies the request of the page that is shown, never with a credential', async () => {
    const { say, copied, heard } = openPanel(fakeSearchDoor(hitsUpTo(19)));
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
    assert.equal(heard.filter(({ kind }) => kind === 'said').length, 2);
  });

  it('says what is wrong with a search that cannot be asked', async () => {
    const { say, copied, heard } = openPanel(fakeSearchDoor(hitsUpTo(9)));
    await say(act('copyAsCurl', { ...question, index: '' }));
    assert.deepEqual(copied, []);
    const [said] = heard;
    assert.ok(said?.kind === 'said');
    assert.match(said.text, /index/);
  });
});
