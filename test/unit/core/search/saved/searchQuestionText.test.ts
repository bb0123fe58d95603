import assert from 'node:assert/strict';
import { queryText, questionText } from '../../../../../src/core/search/saved/searchQuestionText';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';

const about = (more: Partial<SearchQuestion>): SearchQuestion => ({
  ...emptyQuestion,
  index: 'logs',
  field: 'message',
  ...more,
});

describe('searchQuestionText: the words of a question', () => {
  const cases: readonly (readonly [Partial<SearchQuestion>, string])[] = [
    [{ text: 'timeout' }, 'logs · message: timeout'],
    [{ by: 'phrase', text: 'timed out' }, 'logs · message: “timed out”'],
    [{ by: 'queryString', field: '', text: 'a AND b' }, 'logs · a AND b'],
    [{ by: 'exact', field: 'status', text: '502' }, 'logs · status = 502'],
    [{ by: 'range', field: 'size', text: '1', upTo: '' }, 'logs · size: 1 – …'],
    [{ by: 'range', field: 'size', text: '', upTo: '9' }, 'logs · size: … – 9'],
    [{ by: 'exists', field: 'error' }, 'logs · error exists'],
    [{ by: 'id', text: 'a b' }, 'logs · _id: a b'],
    [{ by: 'match', field: '', text: '', index: '' }, 'No index · All documents'],
    [{ body: '{\n  "query": {\n    "match_all": {}\n  }\n}' }, 'logs · JSON { "query": { "match_all": {} } }'],
  ];
  for (const [question, words] of cases) {
    it(`are “${words}”`, () => assert.equal(questionText(about(question)), words));
  }

  it('name the filters and the time', () => {
    const filters = [{ label: 'status: 200', clause: '{}', isOut: true }];
    const time = { field: 'at', span: '1h', from: '', to: '' } as const;
    assert.equal(
      queryText(about({ by: 'match', field: '', text: '', filters, time })),
      'All documents · NOT status: 200 · Last hour',
    );
    const own = { field: 'at', span: 'own', from: 'now-2d', to: '' } as const;
    assert.equal(queryText(about({ by: 'match', field: '', text: '', time: own })), 'All documents · at: now-2d – …');
  });

  it('are one line of what can be seen, however long and hostile the question', () => {
    const hostile = 'a\u202e\u0000\nb'.repeat(10_000);
    for (const question of [
      about({ index: hostile, text: hostile }),
      about({ body: hostile }),
      about({
        by: 'match',
        field: '',
        text: '',
        filters: Array(100).fill({ label: hostile, clause: '{}', isOut: false }),
      }),
    ]) {
      const words = questionText(question);
      assert.ok(words.length <= 300, String(words.length));
      assert.doesNotMatch(words, /[\p{Cc}\p{Cf}]/u);
    }
  });
});
