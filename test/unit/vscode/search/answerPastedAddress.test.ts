/** What the host answers a page that was given an address of Discover. */
import assert from 'node:assert/strict';
import type { PageReply } from '../../../../src/core/search/page/requestsOfPage';
import { endpoint } from '../../core/search/fakeHttpClient';
import { fakeMemento, fakeSearchClient, fields, type Given, hitsUpTo, openPanel, question } from './openPanel';

const dated = [...fields, { name: 'created', types: ['date'], isSearchable: true, isAggregatable: true }];
const discover = (app: string) =>
  `https://kibana.test/private-space/app/discover#/?_g=(time:(from:now-1h,to:now))&_a=(${app})`;

describe('answerPastedAddress: an address of Discover that a search page was given', () => {
  const open = (given: Given = {}) => {
    const client = fakeSearchClient(hitsUpTo(9));
    const panel = openPanel(client, { fields: dated, ...given });
    return {
      ...panel,
      client,
      read: async (text: string, index = ''): Promise<Extract<PageReply, { kind: 'address' }>> => {
        const form = { index, size: 10, highlight: false };
        await panel.say({ kind: 'readAddress', requestId: 'a1', text, form, zone: 'UTC' });
        const reply = panel.heard.at(-1);
        return reply?.kind === 'address' ? reply : assert.fail(`answered with ${reply?.kind}`);
      },
    };
  };
  const chosenFor = (state: ReturnType<typeof fakeMemento>) => state.kept.get(`search/columns/${endpoint.id}`);

  it('is answered with its search, whose date is one of the index; nothing is searched for yet', async () => {
    const { read, client, logged } = open();
    assert.deepEqual(await read(discover("index:'logs-*',query:(language:kuery,query:'a: 1')")), {
      kind: 'address',
      requestId: 'a1',
      question: {
        ...question,
        index: 'logs-*',
        by: 'queryString',
        field: '',
        text: 'a:1',
        time: { field: 'created', span: '1h', from: '', to: '' },
      },
      notes: [],
    });
    assert.deepEqual([client.asked, logged], [[], []]);
  });

  it('is answered also where the engine does not say what the fields are', async () => {
    const panel = openPanel(new Error('unreachable'));
    const message = { kind: 'readAddress', form: question, zone: 'UTC' };
    await panel.say({ ...message, text: discover("index:'logs-*'") });
    const reply = panel.heard.at(-1);
    assert.ok(reply?.kind === 'address' && reply.question?.time?.field === '@timestamp');
    assert.deepEqual(panel.logged, []);
  });

  it('chooses its columns for the index where none were chosen', async () => {
    const state = fakeMemento();
    const { notes } = await open({ state }).read(discover("columns:!(word,n),index:'logs-*'"));
    assert.deepEqual(notes, []);
    assert.deepEqual(chosenFor(state), [{ index: 'logs-*', paths: ['created', 'word', 'n'] }]);
  });

  it('leaves the columns that a person chose, and says so', async () => {
    const state = fakeMemento();
    const chosen = [{ index: 'logs-*', paths: ['n'] }];
    await state.update(`search/columns/${endpoint.id}`, chosen);
    const { notes } = await open({ state }).read(discover("columns:!(word),index:'logs-*'"));
    assert.match(notes.join(), /you chose others for this index/);
    assert.deepEqual(chosenFor(state), chosen);
    await state.update(`search/columns/${endpoint.id}`, [{ index: 'logs-*', paths: ['created', 'word'] }]);
    assert.deepEqual((await open({ state }).read(discover("columns:!(word),index:'logs-*'"))).notes, []);
  });

  it('has no columns where its index is not known, and that is said', async () => {
    const state = fakeMemento();
    const { question: asked, notes, whyIndex } = await open({ state }).read(discover('columns:!(word),index:uuid'));
    assert.equal(asked?.index, '');
    assert.match(whyIndex ?? '', /Enter its index/);
    assert.match(notes.join(), /the columns, because the index is not known/);
    assert.equal(chosenFor(state), undefined);
  });

  it('is answered with why it was not read', async () => {
    const { read, logged } = open();
    const { question: asked, notes } = await read('https://kibana.test/private-space/app/r/s/abc');
    assert.equal(asked, undefined);
    assert.match(notes.join(), /short link/);
    assert.deepEqual(logged, []);
  });

  it('is in no log, also where the message is not one', async () => {
    const { hear, logged } = open();
    hear({ kind: 'act', nth: 1, name: 'readAddress', about: [discover('a:1')] });
    hear({ kind: 'act', nth: 2, name: 'readAddress', about: discover('a:1').repeat(50_000) });
    assert.equal(logged.length, 2);
    assert.doesNotMatch(JSON.stringify(logged), /private-space/);
  });
});
