import assert from 'node:assert/strict';
import type { PageRequest } from '../../../src/core/search/page/requestsOfPage';
import { completedInput, completedPart, optionAfter } from '../../../src/webview/combobox';
import { passTime, withBrowser } from './browser';
import { allByRole, byRole, click, focused, input, nameOf, openPage, press, type } from './page';

const hostile = '<img src=x onerror=alert(1)> $(zap) [x](command:y)';

describe('combobox: what is completed in an input', () => {
  /** The caret stands at `|`. */
  const part = (text: string, isList: boolean) => completedPart(text.replace('|', ''), text.indexOf('|'), isList);

  it('is all of it where one value stands there', () => {
    assert.deepEqual(part('http.re|sponse, x', false), { start: 0, end: 16, text: 'http.re' });
  });

  const inLists: readonly [text: string, completed: string, after: string][] = [
    ['lo|', 'logs', 'logs|'],
    ['a,lo|', 'logs', 'a,logs|'],
    ['a, lo|', 'logs', 'a, logs|'],
    ['lo|g,b', 'logs', 'logs|,b'],
    ['a,|,b', 'logs', 'a,logs|,b'],
    ['|', 'logs', 'logs|'],
    ['|,b', 'logs', 'logs|,b'],
    ['a*,-lo|', 'logs', 'a*,-logs|'],
    ['a*, -|,b', 'logs', 'a*, -logs|,b'],
  ];
  for (const [text, completion, after] of inLists) {
    it(`is the item around the caret of a list: ${text} becomes ${after}`, () => {
      const { value, caret } = completedInput(text.replace('|', ''), part(text, true), completion);
      assert.equal(`${value.slice(0, caret)}|${value.slice(caret)}`, after);
    });
  }
});

describe('combobox: the option that a key goes to', () => {
  it('is the next or the one before, and none in between the last and the first', () => {
    const walk = (key: string, from: number) => {
      const ways: (number | undefined)[] = [];
      for (let at: number | undefined = from, step = 0; step < 4 && at !== undefined; step++) {
        at = optionAfter(at, 3, key);
        ways.push(at);
      }
      return ways;
    };
    assert.deepEqual(walk('ArrowDown', -1), [0, 1, 2, -1]);
    assert.deepEqual(walk('ArrowUp', -1), [2, 1, 0, -1]);
  });

  it('stays in the list when it goes far', () => {
    assert.deepEqual([optionAfter(1, 3, 'PageDown'), optionAfter(1, 3, 'PageUp')], [2, 0]);
  });

  it('is left to the input for every other key', () => {
    for (const key of ['a', 'Home', 'End', 'ArrowLeft', 'Enter']) assert.equal(optionAfter(0, 3, key), undefined);
  });
});

describe('combobox: suggestions of an input', () => {
  withBrowser();
  const ofKind = <Kind extends PageRequest['kind']>(posted: readonly PageRequest[], kind: Kind) =>
    posted.filter((message): message is Extract<PageRequest, { kind: Kind }> => message.kind === kind);

  const options = () => allByRole('option').map(nameOf);
  /** Types into the index and is answered. */
  function complete(...values: readonly string[]) {
    const page = openPage({ index: '' });
    type('Index', 'lo');
    passTime(1_000);
    const asked = ofKind(page.posted, 'complete').find(({ of }) => of === 'index') ?? assert.fail('nothing was asked');
    page.receive({ kind: 'completions', requestId: asked.requestId, items: values.map((value) => ({ value })) });
    return page;
  }

  it('are asked for once typing pauses', () => {
    const { posted } = openPage({ index: '' });
    type('Index', 'l');
    type('Index', 'lo');
    assert.deepEqual(ofKind(posted, 'complete'), []);
    passTime(1_000);
    assert.deepEqual(
      ofKind(posted, 'complete').flatMap(({ of, text }) => (of === 'index' ? [text] : [])),
      ['lo'],
    );
  });

  it('are a list below the input, which keeps the focus while the keys go through them', () => {
    const { posted } = complete('logs', 'logs-old', hostile);
    const index = input('Index');
    assert.deepEqual([index.getAttribute('aria-expanded'), options()], ['true', ['logs', 'logs-old', hostile]]);
    assert.equal(document.querySelectorAll('img').length, 0);
    press('ArrowDown');
    assert.equal(focused(), 'combobox Index');
    const active = document.getElementById(index.getAttribute('aria-activedescendant') ?? '');
    assert.deepEqual([active?.textContent, active?.getAttribute('aria-selected')], ['logs-old', 'true']);
    press('Enter');
    assert.deepEqual([index.value, index.getAttribute('aria-expanded')], ['logs-old', 'false']);
    assert.deepEqual(
      ofKind(posted, 'search').map(({ question: { index } }) => index),
      ['logs-old'],
    );
  });

  it('begin at the first, which Enter takes and searches, a click too, and Tab takes on the way on', () => {
    for (const take of [() => press('Enter'), () => click(byRole('option', 'logs'))]) {
      const { posted } = complete('logs', 'logs-old');
      take();
      assert.equal(ofKind(posted, 'search').at(-1)?.question.index, 'logs');
    }
    const { posted } = complete('logs', 'logs-old');
    press('Tab');
    assert.deepEqual([input('Index').value, ofKind(posted, 'search')], ['logs', []]);
  });

  it('leave Enter to the form where the first is what was typed', () => {
    const { posted } = complete('lo', 'logs');
    press('Enter');
    assert.deepEqual(
      ofKind(posted, 'search').map(({ question: { index } }) => index),
      ['lo'],
    );
  });

  it('are not taken for what was typed since, which Enter searches for', () => {
    for (const key of ['Enter', 'Tab'] as const) {
      const { posted } = complete('logs-a', 'logs-b');
      type('Index', 'logs-c');
      press(key);
      assert.deepEqual([input('Index').value, options()], ['logs-c', []]);
      if (key === 'Tab') press('Enter');
      assert.deepEqual(
        ofKind(posted, 'search').map(({ question: { index } }) => index),
        ['logs-c'],
      );
    }
  });

  it('are closed by Escape, which then cancels nothing', () => {
    const { posted } = complete('logs', 'logs-old');
    assert.ok(press('Escape'));
    assert.deepEqual([options(), ofKind(posted, 'cancel')], [[], []]);
    assert.equal(input('Index').value, 'lo');
  });

  it('leave what was typed as it is after Escape', () => {
    const { posted } = complete('logs', 'logs-old');
    press('Escape');
    press('Enter');
    assert.equal(ofKind(posted, 'search').at(-1)?.question.index, 'lo');
  });

  it('are told more of while they are open, and the keys stay where they are', () => {
    const page = complete('logs', 'logs-old');
    press('ArrowDown');
    const [asked] = ofKind(page.posted, 'complete');
    const items = ['logs', 'logs-old'].map((value) => ({ value, detail: '7 docs' }));
    page.receive({ kind: 'completions', requestId: asked?.requestId ?? '', items });
    assert.deepEqual(options(), ['logs7 docs', 'logs-old7 docs']);
    const active = document.getElementById(input('Index').getAttribute('aria-activedescendant') ?? '');
    assert.equal(active?.textContent, 'logs-old7 docs');
    press('Escape');
    page.receive({ kind: 'completions', requestId: asked?.requestId ?? '', items: items.slice(0, 1) });
    assert.deepEqual(options(), []);
  });

  it('do not open over another input', () => {
    const page = openPage({ index: '' });
    type('Index', 'lo');
    passTime(1_000);
    const asked = ofKind(page.posted, 'complete').find(({ of }) => of === 'index') ?? assert.fail('nothing was asked');
    input('Text').focus();
    page.receive({ kind: 'completions', requestId: asked.requestId, items: [{ value: 'a' }, { value: 'b' }] });
    assert.deepEqual(options(), []);
  });
});
