import assert from 'node:assert/strict';
import { parseHitArgument, parseSearchArgument } from '../../../src/protocol/actions';

const place = { pageId: 'a', row: 0, path: 'message' };

describe('actions: what a command for a hit is given', () => {
  it('is a place, whatever else VS Code puts beside it', () => {
    const context = { webview: 'proxyScout.search', webviewSection: 'cell', preventDefaultContextMenuItems: true };
    assert.deepEqual(parseHitArgument({ ...context, ...place, hasRouter: true }), place);
    assert.deepEqual(parseHitArgument({ ...context, pageId: 'a', row: 3 }), { pageId: 'a', row: 3 });
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
    { pageId: 'a' },
    { requestId: 'a', row: 1 },
    { pageId: 'a', row: 'x' },
    { row: 1 },
  ]) {
    it(`is none where it does not name a hit: ${JSON.stringify(argument)}`, () =>
      assert.equal(parseHitArgument(argument), undefined));
  }
});

describe('actions: what a command for a search is given', () => {
  it('is a panel, and nothing else', () => {
    assert.deepEqual(parseSearchArgument({ panelId: 'p', question: {}, more: 1 }), { panelId: 'p' });
    for (const argument of [undefined, null, 'p', {}, { panelId: '' }, { panelId: 7 }]) {
      assert.equal(parseSearchArgument(argument), undefined);
    }
  });
});
