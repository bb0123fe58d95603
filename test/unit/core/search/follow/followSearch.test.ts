import assert from 'node:assert/strict';
import type { FieldInfo } from '../../../../../src/core/search/engine/fieldList';
import { followSearch } from '../../../../../src/core/search/follow/followSearch';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';

const field = (name: string, type: string): FieldInfo => ({
  name,
  types: [type],
  isSearchable: true,
  isAggregatable: true,
});
const fields = [field('@timestamp', 'date'), field('seen', 'date'), field('message', 'text'), field('host', 'keyword')];
const now = new Date('2026-11-24T12:00:00Z');

const question = (about: Partial<SearchQuestion> = {}): SearchQuestion => ({
  ...emptyQuestion,
  index: 'logs',
  ...about,
});

function follow(
  about: Partial<SearchQuestion> = {},
  known: readonly FieldInfo[] = fields,
  from = 0,
  time = '@timestamp',
) {
  const asked = question(about);
  return followSearch({ question: asked, search: searchOf(asked, 0, now, known), from, time }, known, now);
}
function followed(...given: Parameters<typeof follow>) {
  const found = follow(...given);
  return typeof found === 'string' ? assert.fail(found) : found;
}
const bodyOf = (...given: Parameters<typeof follow>) => JSON.parse(followed(...given).search.body);

describe('followSearch: the search that follows another one', () => {
  it('has its index and query, and the newest hits first', () => {
    const { search, field: by } = followed({ by: 'match', field: 'message', text: 'boom' });
    assert.equal(search.index, 'logs');
    assert.equal(by, '@timestamp');
    const { query, sort } = JSON.parse(search.body);
    assert.deepEqual(query, { match: { message: 'boom' } });
    assert.equal(sort[0]['@timestamp'].order, 'desc');
  });

  it('can put new hits on top of a first page that is in that order, and of no other', () => {
    assert.equal(followed().isInOrder, true);
    assert.equal(followed({}, fields, 50).isInOrder, false);
    assert.equal(followed({ by: 'match', field: 'message', text: 'boom' }).isInOrder, false);
    assert.equal(followed({ sort: [{ field: '@timestamp', order: 'asc' }] }).isInOrder, false);
    assert.equal(followed({ sort: [{ field: 'seen', order: 'desc' }] }).isInOrder, true);
  });

  it('is by the time of its range, of its order, or of its hits', () => {
    assert.equal(followed({ time: { field: 'seen', span: '1h', from: '', to: '' } }).field, 'seen');
    assert.equal(followed({ sort: [{ field: 'seen', order: 'asc' }] }).field, 'seen');
    assert.equal(followed({ sort: [{ field: 'host', order: 'asc' }] }).field, '@timestamp');
    assert.equal(followed({}, fields, 0, 'seen').field, '@timestamp');
    assert.equal(followed({ body: '{}' }, fields, 0, 'seen').field, 'seen');
  });

  it('begins where the last hour does, and has no end', () => {
    const { query } = bodyOf({ time: { field: '@timestamp', span: '1h', from: '', to: '' } });
    const range = { gte: '2026-11-24T11:00:00.000Z', format: 'strict_date_optional_time' };
    assert.deepEqual(query.bool.filter, [{ range: { '@timestamp': range } }]);
  });

  it('is a handwritten one without its order, its aggregations and what else is not of hits', () => {
    const body = '{"query":{"term":{"host":"a"}},"sort":["host"],"aggs":{"x":{}},"suggest":{},"_source":["host"]}';
    const { sort, ...rest } = bodyOf({ body });
    assert.deepEqual(rest, { query: { term: { host: 'a' } }, _source: ['host'] });
    assert.deepEqual(Object.keys(sort[0]), ['@timestamp']);
  });

  const time = (to: string) => ({ field: '@timestamp', span: 'own' as const, from: '', to });
  const refused: readonly (readonly [why: RegExp, about: Partial<SearchQuestion>, known?: readonly FieldInfo[]])[] = [
    [/no date field/, {}, [field('host', 'keyword')]],
    [/with collapse cannot/, { body: '{"collapse":{"field":"host"}}' }],
    [/with terminate_after cannot/, { body: '{"terminate_after":5}' }],
    [/returns no hits/, { body: '{"size":0,"aggs":{}}' }],
    [/time range has an end/, { time: time('2026-11-24T12:00:00Z') }],
    [/around another one/, { around: { field: '@timestamp', index: 'logs', id: '1' } }],
  ];
  for (const [why, about, known] of refused) {
    it(`is none, and says why: ${why.source}`, () => {
      const found = follow(about, known);
      assert.match(typeof found === 'string' ? found : assert.fail('it can be followed'), why);
    });
  }

  it('may have an end that moves, or none', () => {
    followed({ time: time('now') });
    followed({ time: time('') });
  });
});
