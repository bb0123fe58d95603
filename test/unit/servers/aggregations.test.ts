import assert from 'node:assert/strict';
import {
  aggregatedDocuments,
  aggregatedIndex,
  aggregatedTypes,
  aggregationCases,
  bodyOfCase,
  comparableAnswer,
} from '../../live/aggregationCases';
import { readAggregations } from '../../recordings/read';
import { dialects, type EngineName } from '../../servers/search/dialect';
import { type SampleSearchEngine, startSearchEngine } from '../../servers/search/index';

const recorded = readAggregations();

/** What test/live/aggregations.live.ts recorded of real engines. */
describe('aggregations: the aggregations of the sample engine', () => {
  for (const name of Object.keys(dialects) as EngineName[]) {
    describe(`as ${name}`, () => {
      let sample: SampleSearchEngine;
      before(async () => {
        const hasNanos = name !== 'elasticsearch-6.8.23';
        sample = await startSearchEngine({ engine: name, documents: 10 });
        sample.createIndex(aggregatedIndex, aggregatedDocuments(hasNanos), { types: aggregatedTypes(hasNanos) });
      });
      after(() => sample.close());

      for (const [what, aggregation] of Object.entries(aggregationCases)) {
        it(`are those of the real one: ${what}`, async () => {
          const found = recorded.find((each) => each.engine === name && each.case === what);
          const { body, response } = found ?? assert.fail('it was not recorded');
          assert.equal(body, bodyOfCase(aggregation));
          const answer = await fetch(`${sample.url}/${aggregatedIndex}/_search`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          });
          const ours = comparableAnswer(answer.status, await answer.text());
          assert.deepEqual(ours, comparableAnswer(response.status, response.body));
        });
      }
    });
  }
});
