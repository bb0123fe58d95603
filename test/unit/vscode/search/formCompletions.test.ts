/** What the inputs of the form are completed with: names at once, and how much they hold once the engine tells. */
import assert from 'node:assert/strict';
import type { IndexEntry, IndexList } from '../../../../src/core/search/engine/indexList';
import type { PageReply } from '../../../../src/core/search/page/requestsOfPage';
import type { Engine } from '../../../../src/vscode/search/engines';
import { FormCompletions } from '../../../../src/vscode/search/searchForm';
import { fakeSearchClient, fields, hitsUpTo } from './openPanel';

const entry: IndexEntry = {
  name: 'logs',
  kind: 'index',
  isHidden: false,
  isClosed: false,
  members: [],
  documents: 7,
  bytes: 812,
};
const named = ['logs Index'];
const counted = ['logs 7 docs · 812 bytes'];

describe('formCompletions: the completions of the form', () => {
  function open(list: Engine['catalog']['list'], to: Partial<Engine['catalog']> = {}) {
    const heard: string[][] = [];
    const catalog: Engine['catalog'] = {
      list,
      onDidListNames: () => ({ dispose: () => undefined }),
      indices: async () => [{ name: 'logs', kind: 'index' }],
      fields: async () => fields,
      details: async () => new Map(),
      forget() {},
      ...to,
    };
    const completions = new FormCompletions({
      engine: async () => ({ client: fakeSearchClient(hitsUpTo(0)), catalog }),
    });
    const reply = (message: PageReply) =>
      void (
        message.kind === 'completions' && heard.push(message.items.map(({ value, detail }) => `${value} ${detail}`))
      );
    const ask = (of: 'index' | 'field' | 'dateField' = 'index') =>
      completions.answer({ kind: 'complete', requestId: 'r', of, index: 'logs', text: '' }, reply);
    return { close: () => completions.close(), ask, heard };
  }

  it('are names at once, and told again with figures when those come', async () => {
    let tell: (list: IndexList) => void = () => undefined;
    const { ask, heard } = open(() => new Promise((resolve) => (tell = resolve)));
    const asking = ask();
    while (heard.length === 0) await new Promise(setImmediate);
    assert.deepEqual(heard, [named]);
    tell({ entries: [entry], isRefused: false });
    await asking;
    assert.deepEqual(heard, [named, counted]);
  });

  it('have figures at once where they are known', async () => {
    const { ask, heard } = open(async () => ({ entries: [entry], isRefused: false }));
    await ask();
    assert.deepEqual(heard, [counted]);
  });

  it('ask for figures once where the engine refuses them', async () => {
    let asked = 0;
    const { ask, heard } = open(async () => {
      asked += 1;
      throw new Error('refused');
    });
    await ask();
    await ask();
    assert.deepEqual([heard, asked], [[named, named], 1]);
  });

  it('have what the list names where names alone are refused, and nothing where the engine cannot be reached', async () => {
    const refused = async () => {
      throw new Error('refused');
    };
    const { ask, heard } = open(async () => ({ entries: [entry], isRefused: false }), { indices: refused });
    await ask();
    assert.deepEqual(heard, [counted]);
    const broken = new FormCompletions({ engine: refused });
    const replies: PageReply[] = [];
    await broken.answer({ kind: 'complete', requestId: 'r', of: 'index', index: '', text: '' }, (message) =>
      replies.push(message),
    );
    assert.deepEqual(replies, [{ kind: 'completions', requestId: 'r', items: [] }]);
  });

  it('of fields are told once', async () => {
    const { ask, heard } = open(async () => assert.fail('figures of indices are not asked for'));
    await ask('field');
    assert.deepEqual(heard, [['n long', 'word keyword']]);
  });

  it('end asking for figures when the search is closed', async () => {
    let signal: AbortSignal | undefined;
    const { ask, close } = open(
      (given) =>
        new Promise((_, reject) => {
          signal = given;
          given?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const asking = ask();
    while (signal === undefined) await new Promise(setImmediate);
    close();
    await asking;
    assert.equal(signal.aborted, true);
  });
});
