import assert from 'node:assert/strict';
import { errorPlaceOf } from '../../../../../src/core/search/wire/errorPlace';
import { failureOf } from '../../../../../src/core/search/wire/searchFailure';
import { readRecordings } from '../../../../recordings/read';
import { endpoint, json } from '../fakeHttpClient';

const newer = ['elasticsearch-7.17.29', 'elasticsearch-8.11.0', 'elasticsearch-8.19.0', 'elasticsearch-9.1.0'];
const openSearch = ['opensearch-2.19.0', 'opensearch-3.0.0'];
const engines = ['elasticsearch-6.8.23', ...newer, ...openSearch];

/** Columns from 0 up, in bodies of one line. */
const recorded: readonly [name: string, column: number | undefined, engines: readonly string[]][] = [
  ['unknown-key', 8, engines],
  ['unknown-query', 18, engines],
  ['unknown-query-typo', 20, engines],
  ['query-two-clauses', 28, engines],
  ['query-empty', 11, engines],
  ['search-after-object', 60, engines],
  ['aggs-unknown', 34, engines],
  ['json-array', 0, engines],
  ['json-trailing', 11, [...newer, ...openSearch]],
  ['json-duplicate-key', 16, engines],
  // The brace that is no name stands at 17; older parsers have read it when they complain.
  ['json-comment', 17, ['elasticsearch-8.19.0', 'elasticsearch-9.1.0', ...openSearch]],
  ['json-comment', 18, ['elasticsearch-6.8.23', 'elasticsearch-7.17.29', 'elasticsearch-8.11.0']],
  ['malformed-json-2', 6, engines],
  // The end of the body, also where 6.8 counts it twice, and not the brace that was opened first.
  ['malformed-json', 24, engines],
  ['query-number-bad', undefined, engines],
  ['query-date-bad', undefined, engines],
  ['sort-unknown-field', undefined, engines],
  ['index-missing', undefined, engines],
];

describe('errorPlace: the place that an engine names', () => {
  for (const [name, column, of] of recorded) {
    for (const engine of of) {
      it(`is ${column ?? 'none'} in ${name} of ${engine}`, () => {
        const recording = readRecordings(engine).get(name);
        assert.ok(recording);
        const { failure } = failureOf(recording.response, endpoint);
        const place = errorPlaceOf(failure, recording.request.body ?? '');
        assert.deepEqual(place, column === undefined ? undefined : { line: 0, column });
      });
    }
  }

  const at = (line: number, column: number) => ({ place: { line, column } });

  it('is one in the body, in characters where engines count bytes', () => {
    const body = '{\r\n  "größe": "𝒳", "b"\n}';
    assert.deepEqual(errorPlaceOf(at(1, 4), body), { line: 1, column: 4 });
    // Behind two letters of two bytes, and one of four that is two units.
    const column = Buffer.byteLength('  "größe": "𝒳", ');
    assert.deepEqual(errorPlaceOf(at(1, column), body), { line: 1, column: '  "größe": "𝒳", '.length });
    assert.deepEqual(errorPlaceOf(at(1, 999), body), { line: 1, column: '  "größe": "𝒳", "b"'.length });
    assert.deepEqual(errorPlaceOf(at(9, 3), body), { line: 2, column: 1 });
    assert.deepEqual(errorPlaceOf(at(0, 3), ''), { line: 0, column: 0 });
    assert.equal(errorPlaceOf({}, body), undefined);
  });

  it('is that of the deepest cause', () => {
    const error = {
      type: 'x_content_parse_exception',
      reason: '[1:9] [bool] failed to parse field [must]',
      caused_by: { type: 'parsing_exception', reason: 'unknown query [x]', line: 3, col: 7 },
    };
    const { failure } = failureOf(json({ error }, 400), endpoint);
    assert.deepEqual(failure.place, { line: 2, column: 6 });
  });

  const unplaced: readonly unknown[] = [
    { type: 't', reason: 'no such index [10:30]' },
    { type: 't', reason: 'the text [1:2] of a person' },
    { type: 't', reason: 'x', line: -1, col: -1 },
    { type: 't', reason: 'x', line: '1', col: {} },
  ];
  for (const error of unplaced) {
    it(`is none in ${JSON.stringify(error)}`, () => {
      const { failure } = failureOf(json({ error }, 400), endpoint);
      assert.equal(failure.place, undefined);
      assert.notEqual(failure.detail, undefined);
    });
  }
});
