import assert from 'node:assert/strict';
import {
  historyOf,
  isFromLater,
  type RememberedSearch,
  readHistory,
  withoutRemembered,
  withRemembered,
} from '../../../../../src/core/search/saved/searchHistory';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';

const mostRemembered = 50;

const about = (text: string, more: Partial<SearchQuestion> = {}): SearchQuestion => ({
  ...emptyQuestion,
  index: 'access-logs',
  field: 'message',
  text,
  ...more,
});
const texts = (entries: readonly RememberedSearch[]) => entries.map(({ question }) => question.text);
const having = (...questions: readonly SearchQuestion[]): readonly RememberedSearch[] =>
  questions.reduce<readonly RememberedSearch[]>((entries, question, at) => withRemembered(entries, question, at), []);

describe('searchHistory: the history of searches', () => {
  it('has the newest first and each search once', () => {
    assert.deepEqual(texts(having(about('a'), about('b'), about('a'), about('c'))), ['c', 'a', 'b']);
  });

  it('takes a search in another order, size or look for the same, and remembers the last look', () => {
    const sorted = about('a', {
      sort: [{ field: 'at', order: 'desc' }],
      size: 100,
      onlyFields: ['x'],
      highlight: false,
    });
    assert.deepEqual(having(about('a'), about('b'), sorted)[0], { at: 2, question: sorted });
    assert.deepEqual(texts(having(about('a'), about('b'), sorted)), ['a', 'b']);
  });

  it('tells searches apart by all that they ask', () => {
    const filter = { label: 'status: 502', clause: '{"term":{"status":502}}', isOut: false };
    const different = [
      about('a'),
      about('a', { index: 'other' }),
      about('a', { by: 'phrase' }),
      about('a', { field: 'path' }),
      about('a', { upTo: 'b' }),
      about('a', { filters: [filter] }),
      about('a', { filters: [{ ...filter, isOut: true }] }),
      about('a', { time: { field: 'at', span: '1h', from: '', to: '' } }),
      about('a', { body: '{}' }),
      about('a', { body: '{"size":1}' }),
    ];
    assert.equal(having(...different).length, different.length);
    assert.equal(having(about('a', { body: '{}' }), about('b', { body: '{}' })).length, 1);
  });

  it(`remembers ${mostRemembered} searches`, () => {
    const entries = having(...Array.from({ length: 60 }, (_, at) => about(String(at))));
    assert.equal(entries.length, mostRemembered);
    assert.deepEqual([texts(entries)[0], texts(entries).at(-1)], ['59', '10']);
  });

  it('does not grow with large bodies, which do not push out the small ones', () => {
    const large = (at: number) => about('', { body: `{"at":${at}}${' '.repeat(40_000)}` });
    const entries = having(about('small'), large(1), large(2), large(3), about('', { body: 'x'.repeat(900_000) }));
    assert.deepEqual(texts(entries), ['', '', 'small']);
    assert.ok(JSON.stringify(entries).length < 101_000);
  });

  it('forgets one', () => {
    assert.deepEqual(texts(withoutRemembered(having(about('a'), about('b')), about('a', { size: 50 }))), ['b']);
  });

  it('is read as it was stored', () => {
    const entries = having(about('a'), about('b', { body: '{"n":9007199254740993}' }));
    assert.deepEqual(readHistory(JSON.parse(JSON.stringify(historyOf(entries)))), entries);
  });

  it('reads what is stored entry by entry, and nothing of another version', () => {
    const [entry] = having(about('a'));
    assert.deepEqual(texts(readHistory({ version: 1, entries: [7, { at: 1 }, entry, null] })), ['a']);
    for (const stored of [undefined, null, 'x', [], { version: 2, entries: [entry] }, { version: 1, entries: 'x' }]) {
      assert.deepEqual(readHistory(stored), []);
    }
    assert.deepEqual(
      [undefined, 'x', { version: 1 }, { version: 2 }].map((stored) => isFromLater(stored)),
      [false, false, false, true],
    );
  });
});
