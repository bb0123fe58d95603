import assert from 'node:assert/strict';
import { emptyQuestion, type SearchQuestion } from '../../../../src/protocol/question';
import { openSearchHistory } from '../../../../src/vscode/search/rememberedSearches';
import { fakeShelf } from '../../core/search/saved/fakeShelf';

const about = (text: string): SearchQuestion => ({ ...emptyQuestion, index: 'logs', text });

function open() {
  const state = fakeShelf();
  return { state, windows: [openSearchHistory(state), openSearchHistory(state)] as const };
}

describe('storedHistory: the history of each endpoint', () => {
  it('is one for all windows, and another for each endpoint', async () => {
    const {
      windows: [here, there],
    } = open();
    await here.remember('a', about('1'));
    await there.remember('a', about('2'));
    await here.remember('b', about('3'));
    const texts = async (id: string) => (await there.of(id)).map(({ question }) => question.text);
    assert.deepEqual([await texts('a'), await texts('b'), await texts('c')], [['2', '1'], ['3'], []]);
    assert.deepEqual([...here.endpointIds].sort(), ['a', 'b']);
  });

  it('leaves nothing behind where it is empty', async () => {
    const {
      state,
      windows: [here],
    } = open();
    await here.remember('a', about('1'));
    await here.forget('a', about('1'));
    assert.deepEqual(state.keys(), []);
    await here.remember('a', about('1'));
    await here.remember('b', about('1'));
    await here.clear((id) => id === 'a');
    assert.deepEqual(here.endpointIds, ['b']);
  });

  it('is left alone where a newer Proxy Scout wrote it', async () => {
    const {
      state,
      windows: [here],
    } = open();
    state.values.set('search/history/a', { version: 2, pages: [] });
    await here.remember('a', about('1'));
    await here.forget('a', about('1'));
    assert.deepEqual(state.get('search/history/a'), { version: 2, pages: [] });
    assert.deepEqual(await here.of('a'), []);
  });

  it('touches nothing else of the state', async () => {
    const {
      state,
      windows: [here],
    } = open();
    state.values.set('search/saved/a/x', 1);
    await here.clear(() => true);
    assert.deepEqual(state.keys(), ['search/saved/a/x']);
  });
});
