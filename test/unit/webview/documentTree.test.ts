/** A hit in full as a tree: what is said of its lines, the keys that go through them, and the buttons of the line. */
import assert from 'node:assert/strict';
import type { HitInFull, HitNode } from '../../../src/protocol/resultPage';
import { foldedAtFirst, ownerLineOf, visibleLines } from '../../../src/webview/documentTree';
import { withBrowser } from './browser';
import { allByRole, byRole, click, focused, nameOf, openResult, press, tabOrder, textOf } from './page';

const hostile = '<img src=x onerror=alert(1)> $(zap) [x](command:y)';

function node(depth: number, name: string, value: string | number = 'v', inside = 0): HitNode {
  const text = String(value);
  const kind = inside > 0 ? 'object' : typeof value === 'number' ? 'number' : 'text';
  return { depth, name, path: name, cell: { kind, text }, inside };
}

describe('documentTree: a hit in full', () => {
  withBrowser();

  /** Opens the first hit of a page, which the host answers with these lines. */
  function openHit(nodes: readonly HitNode[], to: Partial<HitInFull> = {}) {
    const page = openResult();
    click(page.row(0));
    const pageId = page.state().shown?.pageId ?? '';
    page.receive({ kind: 'hit', pageId, row: 0, hit: { nodes, json: '{"a":1}', isCut: false, ...to } });
    return page;
  }
  const lines = () => allByRole('treeitem');
  const line = (name: string) =>
    lines().find((one) => one.querySelector('.name')?.textContent === name) ?? assert.fail(name);
  const current = () => document.activeElement?.querySelector('.name')?.textContent;
  /** a, b { c { d }, e }, f */
  const nested = [node(0, 'a'), node(0, 'b', '', 3), node(1, 'c', '', 1), node(2, 'd'), node(1, 'e'), node(0, 'f')];

  it('is a tree whose lines say how deep they stand and whether they are unfolded', () => {
    openHit(nested);
    assert.equal(byRole('tree').getAttribute('aria-label'), 'Document of hit 1');
    assert.deepEqual(
      lines().map((one) => [one.getAttribute('aria-level'), one.getAttribute('aria-expanded')]),
      [
        ['1', null],
        ['1', 'true'],
        ['2', 'true'],
        ['3', null],
        ['2', null],
        ['1', null],
      ],
    );
  });

  it('is gone through and folded by the keys of VS Code’s trees', () => {
    openHit(nested);
    assert.deepEqual(tabOrder(byRole('tree')), [line('a')]);
    line('a').focus();
    for (const [key, there, seen] of [
      ['ArrowDown', 'b', 6],
      ['ArrowRight', 'c', 6],
      ['ArrowLeft', 'c', 5],
      ['ArrowDown', 'e', 5],
      ['ArrowLeft', 'b', 5],
      ['Enter', 'b', 3],
      ['ArrowDown', 'f', 3],
      ['ArrowUp', 'b', 3],
      ['ArrowRight', 'b', 5],
      ['ArrowRight', 'c', 5],
      [' ', 'c', 6],
      ['End', 'f', 6],
      ['Home', 'a', 6],
    ] as const) {
      assert.ok(press(key), key);
      assert.deepEqual([current(), lines().length], [there, seen], key);
    }
  });

  it('folds by a click, and begins with what is long folded', () => {
    openHit([
      node(0, 'list', '', 102),
      node(1, 'long', '', 101),
      ...Array.from({ length: 101 }, (_, at) => node(2, `${at}`)),
    ]);
    assert.equal(lines().length, 2);
    click(line('long'));
    assert.deepEqual([lines().length, current()], [103, 'long']);
    click(line('long'));
    assert.equal(lines().length, 2);
  });

  it('has the buttons on the line that has the focus, each with what it does to this value', () => {
    const page = openHit(nested);
    const named = ['Filter For', 'Filter Out', 'Copy Value'];
    line('f').focus();
    assert.deepEqual(allByRole('button', undefined, line('f')).map(nameOf), named);
    for (const [name, action] of [
      ['Filter For', 'filterFor'],
      ['Filter Out', 'filterOut'],
      ['Copy Value', 'copyValue'],
    ] as const) {
      click(byRole('button', name, line('f')));
      const { pageId } = page.state().shown ?? assert.fail('nothing is shown');
      assert.deepEqual(page.posted.at(-1), { kind: 'place', action, place: { pageId, row: 0, path: 'f' } });
    }
    line('b').focus();
    assert.deepEqual(allByRole('button', undefined, line('f')), []);
    assert.deepEqual(allByRole('button', undefined, line('b')).map(nameOf), named.slice(2));
  });

  it('says which value of a list is meant, by its buttons and to menus', () => {
    const page = openHit([node(0, 'list', '', 1), { ...node(1, '0', 'x'), path: 'list', start: 7 }]);
    line('0').focus();
    click(byRole('button', 'Copy Value', line('0')));
    const posted = page.posted.at(-1);
    assert.ok(posted?.kind === 'place');
    assert.deepEqual([posted.place.path, posted.place.start], ['list', 7]);
    const { path, start } = JSON.parse(line('0').dataset.vscodeContext ?? '{}');
    assert.deepEqual([path, start], ['list', 7]);
  });

  it('names a line by its field and value alone, and has no other stop for Tab on it', () => {
    openHit([node(0, 'a', 'b'), node(0, 'long', 'x'.repeat(5_000))]);
    line('a').focus();
    assert.equal(focused(), 'treeitem a: b');
    assert.equal(nameOf(line('long')), `long: ${'x'.repeat(600)}…`);
    assert.deepEqual(tabOrder(line('a')), []);
  });

  it('has the buttons under the mouse, and on the line with the focus again after it left', () => {
    openHit(nested);
    line('a').focus();
    line('f').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    assert.equal(allByRole('button', undefined, line('a')).length, 0);
    click(byRole('button', 'Copy Value', line('f')));
    assert.equal(current(), 'f');
    press('Home');
    line('f').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    byRole('tree').dispatchEvent(new PointerEvent('pointerleave'));
    assert.equal(allByRole('button', undefined, line('a')).length, 3);
  });

  it('has a scroll area of its own only where it is long', () => {
    const long = () => document.querySelector('.content')?.classList.contains('long');
    openHit(Array.from({ length: 40 }, (_, at) => node(0, `${at}`)));
    assert.equal(long(), false);
    openHit(Array.from({ length: 41 }, (_, at) => node(0, `${at}`)));
    assert.equal(long(), true);
    click(byRole('tab', 'JSON'));
    assert.equal(long(), false);
  });

  it('offers no filter for what no filter can tell', () => {
    openHit([{ ...node(0, '_score', 1), cell: { kind: 'number', text: '1', noFilter: true } }]);
    line('_score').focus();
    assert.deepEqual(allByRole('button', undefined, line('_score')).map(nameOf), ['Copy Value']);
    // The menus of package.json have filters only without it.
    assert.equal(JSON.parse(line('_score').getAttribute('data-vscode-context') ?? '').noFilter, true);
  });

  it('shows the beginning of a long value, and all of it on demand', () => {
    openHit([node(0, 'long', 'x'.repeat(5_000))]);
    const shown = () => line('long').querySelector('.value')?.textContent ?? '';
    assert.ok(shown().length < 1_000);
    byRole('button', 'Show More').focus();
    press('Enter');
    assert.equal(shown(), 'x'.repeat(5_000));
    assert.equal(current(), 'long');
  });

  it('shows eight lines of a text, and the others on demand', () => {
    const text = Array.from({ length: 20 }, (_, at) => `\tat line ${at}`).join('\n');
    openHit([node(0, 'stack', text), node(0, 'short', 'a\nb')]);
    const shown = () => line('stack').querySelector('.value')?.textContent ?? '';
    assert.ok(shown().endsWith('at line 7… 12 More Lines'), shown());
    click(byRole('button', '12 More Lines'));
    assert.equal(shown(), text);
    assert.deepEqual(allByRole('button', /More Lines/), []);
  });

  it('names an object by its JSON only where it is folded', () => {
    openHit([{ ...node(0, 'b', '', 1), cell: { kind: 'object', text: '{"c":1}' } }, node(1, 'c')]);
    assert.equal(nameOf(line('b')), 'b');
    line('b').focus();
    press('ArrowLeft');
    assert.equal(nameOf(line('b')), 'b: {"c":1}');
  });

  it('says of a document that is cut that it is, and opens it whole', () => {
    const page = openHit([node(0, 'a')], { isCut: true });
    click(byRole('button', 'Show All'));
    const place = { pageId: page.state().shown?.pageId, row: 0 };
    assert.deepEqual(page.posted.at(-1), { kind: 'place', action: 'open', place });
  });

  it('shows marks where the engine put them, and hostile text as text', () => {
    const from = hostile.indexOf('zap');
    openHit([{ ...node(0, hostile, hostile), cell: { kind: 'text', text: hostile, marks: [[from, from + 3]] } }]);
    const [shown = assert.fail()] = lines();
    assert.equal(nameOf(shown), `${hostile}: ${hostile}`);
    const texts = ['.name', '.value'].map((part) => shown.querySelector(part)?.textContent);
    assert.deepEqual(texts, [hostile, hostile]);
    assert.deepEqual(
      [...shown.querySelectorAll('mark')].map(({ textContent }) => textContent),
      ['zap'],
    );
    assert.equal(document.querySelectorAll('img, a').length, 0);
  });

  it('is shown as a tree or as JSON by tabs, which the arrow keys change', () => {
    openHit([node(0, 'a')], { json: `{"a":"${hostile}"}` });
    const [tree = assert.fail(), json = assert.fail()] = allByRole('tab');
    assert.deepEqual(
      [tree, json].map((tab) => tab.getAttribute('aria-selected')),
      ['true', 'false'],
    );
    tree.focus();
    press('ArrowRight');
    assert.equal(document.activeElement, json);
    assert.deepEqual(
      [tree, json].map((tab) => tab.getAttribute('aria-selected')),
      ['false', 'true'],
    );
    assert.equal(document.querySelector('pre')?.textContent, `{"a":"${hostile}"}`);
    assert.equal(document.querySelectorAll('img, a').length, 0);
  });

  it('says that it is gone', () => {
    const page = openResult();
    click(page.row(0));
    page.receive({ kind: 'hit', pageId: page.state().shown?.pageId ?? '', row: 0 });
    assert.deepEqual(lines(), []);
    assert.match(textOf(document.querySelector('.document') ?? document.body), /no longer available/);
  });

  it('keeps the focus on what is drawn anew beside it', () => {
    const page = openHit(nested);
    line('e').focus();
    const before = focused();
    page.act('selectHit');
    page.receive({ kind: 'announce', text: 'Copied' });
    assert.equal(focused(), before);
  });
});

describe('documentTree: the folding of a hit in full', () => {
  const bare = (depth: number, inside: number) => node(depth, '', '', inside);
  /** a, b { c { d }, e }, f */
  const nodes = [bare(0, 0), bare(0, 3), bare(1, 1), bare(2, 0), bare(1, 0), bare(0, 0)];
  const seen = (...folded: readonly number[]) =>
    visibleLines(nodes, new Set(folded)).flatMap((isSeen, at) => (isSeen ? [at] : []));

  it('shows no line below a folded one', () => {
    assert.deepEqual(seen(), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(seen(2), [0, 1, 2, 4, 5]);
    assert.deepEqual(seen(1), [0, 1, 5]);
  });

  it('remembers what is folded inside a folded line', () => {
    assert.deepEqual(seen(1, 2), [0, 1, 5]);
    assert.deepEqual(seen(2), [0, 1, 2, 4, 5]);
  });

  it('knows whom a line belongs to', () => {
    assert.deepEqual(
      nodes.map((_, at) => ownerLineOf(nodes, at)),
      [undefined, undefined, 1, 2, 1, undefined],
    );
  });

  it('begins with long lists folded, but not with a long document', () => {
    assert.deepEqual([...foldedAtFirst([bare(0, 500), bare(1, 100), bare(1, 101)])], [2]);
  });
});
