import assert from 'node:assert/strict';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import { highlightPost, highlightPre, refusesHighlight } from '../../../../../src/core/search/wire/highlight';
import { failureOf } from '../../../../../src/core/search/wire/searchFailure';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';
import { readRecordings } from '../../../../recordings/read';
import { endpoint, json } from '../fakeHttpClient';

const question: SearchQuestion = { ...emptyQuestion, index: 'products', field: 'name', text: 'lamp' };
const made = (changes: Partial<SearchQuestion>) => searchOf({ ...question, ...changes }, 0, new Date(0));

describe('highlight: highlighting', () => {
  it('is asked for whole values between marks that are no HTML', () => {
    assert.deepEqual(JSON.parse(made({}).body).highlight, {
      pre_tags: [highlightPre],
      post_tags: [highlightPost],
      number_of_fragments: 0,
      fields: { name: {} },
    });
    // To be seen by whoever reads the body.
    assert.match(made({}).body, /^[\x20-\x7e]*$/);
    assert.match(highlightPre + highlightPost, /^\p{Co}\p{Co}$/u);
    const recorded = readRecordings('opensearch-3.0.0').get('highlight-private-tags');
    assert.ok(recorded?.request.body?.includes('"pre_tags"'));
    assert.match(recorded?.response.body ?? '', /\p{Co}lamp\p{Co}/u);
  });

  it('is asked for every field of a query string, which may name any', () => {
    assert.deepEqual(JSON.parse(made({ by: 'queryString' }).body).highlight.fields, { '*': {} });
    assert.deepEqual(JSON.parse(made({ by: 'phrase', field: '__proto__' }).body).highlight.fields, {
      ['__proto__']: {},
    });
  });

  for (const by of ['exact', 'range', 'exists', 'id'] as const) {
    it(`is not asked for by ${by}`, () => assert.doesNotMatch(made({ by }).body, /highlight/));
  }

  it('is not asked for in fields that are in no document: Elasticsearch 9.1 answers 500 (measured)', () => {
    for (const by of ['match', 'phrase'] as const) assert.doesNotMatch(made({ by, field: '_id' }).body, /highlight/);
    assert.match(made({ by: 'queryString', field: '_id' }).body, /highlight/);
  });

  const refusals = [
    'The length of [body] field of [0] doc of [a] index has exceeded [1000000] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [index.highlight.max_analyzed_offset] index level setting.',
    'The length [1000005] of field [x] in doc[0]/index[y] exceeds the [index.highlight.max_analyzed_offset] limit [1000000]. To avoid this error, set the query parameter [max_analyzed_offset] to a value less than index setting [1000000] and this will tolerate long field values by truncating them.',
  ];
  for (const reason of refusals) {
    it(`is known to be refused by ${reason.slice(0, 40)}`, () => {
      const type = 'illegal_argument_exception';
      const error = {
        root_cause: [{ type, reason }],
        type: 'search_phase_execution_exception',
        reason: 'all shards failed',
      };
      const { failure } = failureOf(json({ error }, 400), endpoint);
      assert.equal(failure.sentence, 'A document is too long for highlighting.');
      assert.equal(refusesHighlight(failure.detail ?? ''), true);
    });
  }

  it('is refused by nothing else', () => assert.equal(refusesHighlight('failed to parse field [highlight]'), false));
});
