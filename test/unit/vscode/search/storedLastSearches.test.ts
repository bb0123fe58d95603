import assert from 'node:assert/strict';
import { openColumns } from '../../../../src/vscode/search/rememberedChoices';
import { openLastSearches } from '../../../../src/vscode/search/rememberedSearches';
import { fakeMemento, question } from './openPanel';

const settings = { size: 50, highlight: false };

describe('storedLastSearches: what a new search begins with', () => {
  it('is nothing before the first search, but for the settings', async () => {
    const last = openLastSearches(fakeMemento());
    assert.equal(await last.endpointId(), undefined);
    const begun = await last.begin('one', settings);
    assert.deepEqual([begun.index, begun.field, begun.size, begun.highlight], ['', '', 50, false]);
  });

  it('is where the last search of the endpoint looked, and nothing of what it looked for', async () => {
    const state = fakeMemento();
    const last = openLastSearches(state);
    await last.note('one', { ...question, by: 'phrase', filters: [{ label: 'a', clause: '{}', isOut: false }] });
    await last.note('two', { ...question, index: 'other' });
    assert.equal(await last.endpointId(), 'two');
    const begun = await openLastSearches(state).begin('one', settings);
    assert.deepEqual([begun.index, begun.field, begun.by], ['logs', 'message', 'phrase']);
    assert.deepEqual([begun.text, begun.filters], ['', []]);
  });
});

describe('storedLastSearches: the columns that are kept', () => {
  it('survive a reload, and go with their endpoint', async () => {
    const state = fakeMemento();
    await (await openColumns(state).at('one')).choose('logs', ['a', 'b']);
    await (await openColumns(state).at('two')).choose('logs', ['c']);
    const columns = openColumns(state);
    assert.deepEqual((await columns.at('one')).of('logs'), ['a', 'b']);
    await columns.forget('one');
    assert.deepEqual((await columns.at('one')).of('logs'), []);
    assert.deepEqual((await columns.at('two')).of('logs'), ['c']);
    assert.equal(state.kept.size, 1);
  });
});
