import assert from 'node:assert/strict';
import { parseHitArgument, parseSearchArgument } from '../../../src/protocol/actions';
import { emptyQuestion } from '../../../src/protocol/question';

const question = { ...emptyQuestion, index: 'logs', field: 'message', text: 'x' };
const place = { requestId: 'a', row: 0, path: 'message' };

describe('actions: what a command for a hit is given', () => {
  it('is a place, whatever else VS Code puts beside it', () => {
    const context = { webview: 'proxyScout.search', webviewSection: 'cell', preventDefaultContextMenuItems: true };
    assert.deepEqual(parseHitArgument({ ...context, ...place, hasRouter: true }), place);
    assert.deepEqual(parseHitArgument({ ...context, requestId: 'a', row: 3 }), { requestId: 'a', row: 3 });
  });

  it('names the panel where the page gave it', () => {
    assert.deepEqual(parseHitArgument({ ...place, panelId: 'p' }), { ...place, panelId: 'p' });
    for (const panelId of ['', 7, 'x'.repeat(101)]) assert.equal(parseHitArgument({ ...place, panelId }), undefined);
  });

  for (const argument of [
    undefined,
    null,
    7,
    {},
    ['x'],
    { requestId: 'a' },
    { requestId: 'a', row: 'x' },
    { row: 1 },
  ]) {
    it(`is none where it does not name a hit: ${JSON.stringify(argument)}`, () =>
      assert.equal(parseHitArgument(argument), undefined));
  }
});

describe('actions: what a command for a search is given', () => {
  it('is a panel and a question, and nothing else', () => {
    assert.deepEqual(parseSearchArgument({ panelId: 'p', question, more: 1 }), { panelId: 'p', question });
    for (const argument of [undefined, null, 'p', { question }, { panelId: 'p' }, { panelId: 'p', question: {} }]) {
      assert.equal(parseSearchArgument(argument), undefined);
    }
  });
});
