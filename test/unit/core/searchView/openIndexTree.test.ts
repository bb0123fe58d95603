import assert from 'node:assert/strict';
import { openListeners } from '../../../../src/core/base/async/listeners';
import { RequestFailure } from '../../../../src/core/base/errors/failure';
import type { EngineCatalog } from '../../../../src/core/search/engine/engineCatalog';
import type { IndexList } from '../../../../src/core/search/engine/indexList';
import { indexGroupNode } from '../../../../src/core/searchView/indexRows';
import { type IndexTree, openIndexTree } from '../../../../src/core/searchView/openIndexTree';
import type { BrowsedNode, IndexGroupNode, IndexNode } from '../../../../src/core/searchView/searchNodes';
import { failureFrom } from '../search/fakeHttpClient';
import { endpoint, entry, textsOf } from './given';

const refusal = (kind: 'serverError' | 'canceled') =>
  new RequestFailure({ kind, sentence: 'It broke.', nextStep: 'Try again.' });

describe('openIndexTree: the rows of what an engine holds', () => {
  let list: IndexList;
  let failure: Error | undefined;
  let asked: string[];
  let changes: number;
  let options: { filter: string; showsHidden: boolean };
  /** Lets what was asked for arrive; at once by default. */
  let arrived: Promise<void>;
  /** Tells the names of a list whose figures have not arrived. */
  let names: ReturnType<typeof openListeners<IndexList>>;
  let tree: IndexTree;

  const catalog: Pick<EngineCatalog, 'list' | 'onDidListNames' | 'fields' | 'forget'> = {
    async list(signal) {
      asked.push('list');
      await Promise.race([
        arrived,
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(refusal('canceled')))),
      ]);
      if (failure !== undefined) throw failure;
      return list;
    },
    onDidListNames: (listener) => names.event(listener),
    async fields(index) {
      asked.push(`fields of ${index}`);
      if (failure !== undefined) throw failure;
      return [{ name: 'message', types: ['text'], isSearchable: true, isAggregatable: false }];
    },
    forget: () => asked.push('forget'),
  };

  beforeEach(() => {
    list = { health: 'green', isRefused: false, entries: [entry(), entry({ name: '.kibana', isHidden: true })] };
    failure = undefined;
    asked = [];
    changes = 0;
    options = { filter: '', showsHidden: false };
    arrived = Promise.resolve();
    names = openListeners();
    tree = openTree();
  });

  const openTree = (patienceMs?: number): IndexTree =>
    openIndexTree({
      catalog: async () => catalog,
      viewOptions: () => options,
      onChange: () => changes++,
      now: () => 5,
      ...(patienceMs !== undefined && { patienceMs }),
    });
  /** Has the list wait, and returns what lets it arrive. */
  function hold(): () => void {
    let arrive = (): void => undefined;
    arrived = new Promise((resolve) => {
      arrive = resolve;
    });
    return arrive;
  }
  /** The engine tells the names of a list that has figures too, which are on their way. */
  async function tellNames(count: number): Promise<void> {
    await new Promise(setImmediate);
    const entries = Array.from({ length: count }, (_, at) => entry({ name: `i${at}` }));
    list = { ...list, entries: entries.map((each) => ({ ...each, documents: 7 })) };
    names.fire({ entries, isRefused: false });
  }

  async function groupOf(at = 0): Promise<IndexGroupNode> {
    const row = (await tree.below(endpoint))[at];
    assert.ok(row?.type === 'indexGroup');
    return row;
  }
  async function indexOf(): Promise<IndexNode> {
    const [row] = await tree.below(await groupOf());
    assert.ok(row?.type === 'index');
    return row;
  }

  it('are asked for once, by the first that is unfolded, and its endpoint is then drawn anew', async () => {
    assert.deepEqual([asked, tree.isAsked], [[], false]);
    const [one, other] = await Promise.all([tree.below(endpoint), tree.below(endpoint)]);
    assert.deepEqual(textsOf(one), ['Indices 1']);
    assert.equal(one, other);
    assert.deepEqual(textsOf(await tree.below(await groupOf())), ['logs']);
    assert.deepEqual([asked, changes, tree.isAsked], [['list'], 1, true]);
    assert.deepEqual([tree.known.health, tree.known.readAt, tree.known.view?.count], ['green', 5, 1]);
  });

  it('are asked for by the group that stands for all before that, too', async () => {
    assert.deepEqual(textsOf(await tree.below(indexGroupNode(endpoint, 'index'))), ['logs']);
    assert.deepEqual([asked, changes], [['list'], 1]);
  });

  it('are the same objects until something changed', async () => {
    const before = await indexOf();
    assert.equal(await indexOf(), before);
    tree.redraw();
    assert.notEqual(await indexOf(), before);
    assert.equal((await indexOf()).id, before.id);
  });

  it('need not be made whole to see where they begin', async () => {
    list = { ...list, entries: Array.from({ length: 500 }, (_, at) => entry({ name: `i${at}` })) };
    const group = await groupOf();
    assert.equal((await tree.below(group, 201)).length, 201);
    assert.equal((await tree.below(group)).length, 500);
    assert.equal((await tree.below(group, 201)).length, 500, 'what was made whole stays so');
  });

  it('are what the filter and the toggle leave, without asking again', async () => {
    await tree.below(endpoint);
    options = { filter: '', showsHidden: true };
    tree.redraw();
    assert.deepEqual(textsOf(await tree.below(endpoint)), ['Indices 2']);
    options = { filter: 'nothing', showsHidden: true };
    tree.redraw();
    assert.deepEqual(textsOf(await tree.below(endpoint)), ['No matches']);
    assert.deepEqual([asked, tree.known.view?.total], [['list'], 2]);
  });

  it('unfold to fields, which are asked for once', async () => {
    const index = await indexOf();
    assert.deepEqual(textsOf(await tree.below(index)), ['message text']);
    await tree.below(index);
    assert.deepEqual(asked, ['list', 'fields of logs']);
  });

  it('say why fields are not there, and ask again where that is wanted', async () => {
    const index = await indexOf();
    failure = refusal('serverError');
    assert.deepEqual(textsOf(await tree.below(index)), ['Server error Try again.']);
    await tree.below(index);
    failure = undefined;
    tree.forgetFields(index);
    assert.deepEqual(textsOf(await tree.below(index)), ['message text']);
    assert.deepEqual(asked, ['list', 'fields of logs', 'fields of logs']);
  });

  it('are asked for again by a refresh, and stay where that fails', async () => {
    const before = await indexOf();
    list = { ...list, health: 'red', entries: [entry(), entry({ name: 'more' })] };
    await tree.refresh();
    assert.deepEqual(textsOf(await tree.below(endpoint)), ['Indices 2']);
    assert.notEqual(await indexOf(), before);
    failure = refusal('serverError');
    await tree.refresh();
    assert.deepEqual(textsOf(await tree.below(endpoint)), ['Server error Try again.', 'Indices 2']);
    assert.deepEqual([tree.known.failure?.kind, tree.known.health], ['serverError', 'red']);
    failure = undefined;
    await tree.refresh();
    assert.deepEqual(textsOf(await tree.below(endpoint)), ['Indices 2']);
    assert.deepEqual(asked, ['list', 'forget', 'list', 'forget', 'list', 'forget', 'list']);
  });

  it('say what went wrong from the start, and are asked for again by whoever needs the list', async () => {
    failure = refusal('serverError');
    assert.deepEqual(textsOf(await tree.below(endpoint)), ['Server error Try again.']);
    assert.deepEqual(await tree.below(indexGroupNode(endpoint, 'index')), []);
    assert.equal((await failureFrom(() => tree.list(new AbortController().signal))).kind, 'serverError');
    failure = undefined;
    assert.equal(await tree.list(new AbortController().signal), list);
  });

  it('do not reproach a user who may list nothing', async () => {
    list = { entries: [], isRefused: true };
    const [row, ...others] = await tree.below(endpoint);
    assert.ok(row?.type === 'note' && row.leadsToSearch);
    assert.deepEqual([row.label, others], ['Indices cannot be listed', []]);
    assert.equal(tree.known.failure, undefined);
  });

  it('are as if nobody had asked where the list is canceled', async () => {
    arrived = new Promise(() => undefined);
    const waiting = tree.below(endpoint);
    await new Promise(setImmediate);
    tree.stop();
    assert.deepEqual(await waiting, []);
    assert.deepEqual([tree.isAsked, changes], [false, 1]);
    arrived = Promise.resolve();
    assert.deepEqual(textsOf(await tree.below(endpoint)), ['Indices 1']);
  });

  it('let whoever needs the list leave, while others wait for it', async () => {
    let arrive = (): void => undefined;
    arrived = new Promise((resolve) => {
      arrive = resolve;
    });
    const leaving = new AbortController();
    const left = failureFrom(() => tree.list(leaving.signal));
    const rows = tree.below(endpoint);
    leaving.abort();
    assert.equal((await left).kind, 'canceled');
    arrive();
    assert.deepEqual(textsOf(await rows), ['Indices 1']);
  });

  it('are shown by name while the figures of many are on their way', async () => {
    const arrive = hold();
    const waiting = tree.below(endpoint);
    await tellNames(1_000);
    assert.deepEqual(textsOf(await waiting), ['Indices 1,000']);
    const before = await indexOf();
    assert.deepEqual([textsOf([before]), changes, tree.known.readAt], [['i0'], 0, undefined]);
    arrive();
    assert.equal(await tree.list(new AbortController().signal), list);
    assert.deepEqual([textsOf([await indexOf()]), changes, tree.known.readAt], [['i0 7 docs'], 1, 5]);
    assert.equal((await indexOf()).id, before.id);
    assert.deepEqual(asked, ['list']);
  });

  it('are shown by name where the figures of a few take long', async () => {
    tree = openTree(0);
    const arrive = hold();
    const waiting = tree.below(endpoint);
    await tellNames(3);
    assert.deepEqual(textsOf(await waiting), ['Indices 3']);
    assert.deepEqual(textsOf([await indexOf()]), ['i0']);
    arrive();
    await tree.list(new AbortController().signal);
    assert.deepEqual(textsOf([await indexOf()]), ['i0 7 docs']);
  });

  it('wait a moment for the figures of a few', async () => {
    const arrive = hold();
    const waiting = tree.below(endpoint);
    await tellNames(3);
    arrive();
    await waiting;
    assert.deepEqual([textsOf([await indexOf()]), changes], [['i0 7 docs'], 1]);
  });

  it('stay as they are while they are listed anew', async () => {
    const before = await indexOf();
    const arrive = hold();
    const refreshed = tree.refresh();
    await tellNames(1_000);
    assert.equal(await indexOf(), before);
    arrive();
    await refreshed;
    assert.deepEqual(textsOf(await tree.below(endpoint)), ['Indices 1,000']);
  });

  it('say why the figures are not there, and are as if nobody had asked where they are canceled', async () => {
    const arrive = hold();
    const waiting = tree.below(endpoint);
    await tellNames(1_000);
    await waiting;
    tree.stop();
    await new Promise(setImmediate);
    assert.equal(tree.isAsked, false);
    failure = refusal('serverError');
    const again = tree.below(endpoint);
    await tellNames(1_000);
    await again;
    arrive();
    await new Promise(setImmediate);
    assert.deepEqual(textsOf(await tree.below(endpoint)), ['Server error Try again.', 'Indices 1,000']);
  });

  it('hide no mistake of ours', async () => {
    failure = new TypeError('ours');
    await assert.rejects(tree.below(endpoint), TypeError);
    failure = undefined;
    const rows: readonly BrowsedNode[] = await tree.below(endpoint);
    assert.deepEqual(textsOf(rows), ['Indices 1']);
  });
});
