import { requestInHitJob, routerInHit } from '../../../src/core/accessLogs/requestInHit';
import type { SearchClient } from '../../../src/core/search/engine/searchClient';
import { exportPage } from '../../../src/core/search/export/exportHits';
import { openPager } from '../../../src/core/search/paging/openPager';
import type { SearchPage } from '../../../src/core/search/paging/pager';
import { describeHitJob } from '../../../src/core/search/read/describeHit';
import { describePage } from '../../../src/core/search/read/describePage';
import { documentValuesAt, sourceOf } from '../../../src/core/search/read/hitValues';
import { endpoint } from '../../unit/core/search/fakeHttpClient';
import { mutated } from '../mutate';
import { oneOf } from '../odd';
import type { Round, Target } from './target';

const messageField = { name: 'message', types: ['text'], isSearchable: true, isAggregatable: false };
const mostHits = 6;

/** Pages of answers that were changed: in words, in full, turned and exported. */
export const pages: Target = async (round) => {
  const { dice, watch } = round;
  const pager = openPager(changedEngine(round), { prefetch: false });
  const search = {
    index: 'x',
    body: '{"query":{"match":{"message":"a"}}}',
    from: dice.pick([0, 0, 10, 9_990, 20_000]),
    size: dice.pick([1, 10, 100]),
  };
  const page = await watch.call('a page', () => pager.run(search));
  if (page !== undefined) await shown(page, round);
  if (page !== undefined && dice.chance(0.3)) {
    await watch.call('the next page', () => pager.turn('next'));
    await watch.call('the count', () => pager.count());
  }
  await watch.call('the end of a search', () => pager.close());
};

function changedEngine({ dice, corpus }: Round): SearchClient {
  const { headers, body } = dice.pick(corpus.hits);
  const answer = mutated(body, dice);
  return {
    endpoint: async () => endpoint,
    search: async () => ({ status: 200, headers, body: answer, method: 'GET' }),
    request: async () => ({
      status: dice.pick([200, 400, 404, 500]),
      headers: {},
      body: mutated(dice.pick(corpus.refusals).body, dice),
    }),
    engine: async () => ({
      family: dice.pick(['elasticsearch', 'opensearch', 'unknown']),
      version: oneOf(dice, ['8.19.0', '7.10.0', '6.8.0', undefined, 'x']),
    }),
    suspectCache: () => false,
  };
}

async function shown(page: SearchPage, { dice, watch }: Round): Promise<void> {
  const fields = dice.chance(0.7) ? [] : [messageField];
  const columns = dice.chance(0.5) ? [] : ['message', '__proto__', 'a.b', 'constructor'];
  const look = {
    columns,
    fields,
    routerField: dice.chance(0.5) ? 'RouterName' : undefined,
    asLines: dice.chance(0.5),
  };
  await watch.call('describePage', () => describePage(page, look));
  for (const { json } of page.hits.slice(0, mostHits)) {
    await watch.call('describeHit', () => describeHitJob.run(json, fields));
    await watch.call('routerInHit', () => routerInHit(json, ['RouterName', 'a.b']));
    await watch.call('requestInHit', () => requestInHitJob.run(json, ['RouterName', 'a.b']));
    await watch.call('valuesAt', () => documentValuesAt(sourceOf(json) ?? '{}', 'a.b'));
  }
  for (const format of ['json', 'ndjson', 'csv'] as const) {
    await watch.call(`an export as ${format}`, () =>
      exportPage(
        page.hits.map(({ json }) => json),
        { format, columns, write: async () => undefined },
      ),
    );
  }
}
