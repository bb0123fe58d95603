import { Agent } from 'undici';
import type { FieldInfo } from '../../src/core/search/engine/fieldList';
import type { SearchPage as Result } from '../../src/core/search/paging/pager';
import type { TableDescriptionOptions } from '../../src/core/search/read/describeTable';
import type { EngineSearch } from '../../src/core/search/wire/engineSearch';
import { startSearchEngine } from '../servers/search';
import { searchEndpointAt, startBigEngine, timedIndex } from './bigEngine';
import { compare, median, timed } from './measure';
import { inMs, type Row } from './rows';
import { openSearchPage, type SearchPage } from './searchPage';
import { describePage, openHttpClient, openPager, openSearchClient } from './shippedCore';

const search: EngineSearch = {
  index: timedIndex,
  body: '{"query":{"match":{"message":"timeout"}}}',
  from: 0,
  size: 10,
};
const look: TableDescriptionOptions = { columns: [], fields: [] };
const turnCount = 40;

/** What turning the pages of a search costs. */
export async function* measure(): AsyncGenerator<Row> {
  const engine = await startBigEngine();
  const page = await openSearchPage();
  try {
    yield await prefetched(engine.url, page);
    yield await notPrefetched(engine.url);
    yield await drawing(page, { columns: [], fields: wideFields });
    yield await drawing(page, { columns: wideFields.slice(0, 20).map(({ name }) => name), fields: wideFields });
  } finally {
    await page.close();
    await engine.stop();
  }
  yield* drawingLines();
  yield await connections();
}

/** From pressing Next to the hits, with all that host and page do in between. */
async function prefetched(url: string, page: SearchPage): Promise<Row> {
  const client = openHttpClient(searchEndpointAt(url));
  let came: (page: Result) => void = () => undefined;
  const pager = openPager(
    openSearchClient(async () => client),
    { idleMs: 0, onPrefetched: (next) => came(next) },
  );
  const inHost: number[] = [];
  const inPage: number[] = [];
  try {
    let coming = new Promise<Result>((resolve) => {
      came = resolve;
    });
    await page.show(describePage(await pager.run(search), look));
    for (let turn = 0; turn < turnCount; turn++) {
      await coming;
      coming = new Promise<Result>((resolve) => {
        came = resolve;
      });
      let described: ReturnType<typeof describePage> | undefined;
      inHost.push(
        await timed(async () => {
          // The way to the page is a text: from the extension host to the window.
          described = JSON.parse(JSON.stringify(describePage(await pager.turn('next'), look)));
        }),
      );
      if (described !== undefined) inPage.push(await page.next(described));
    }
  } finally {
    await pager.close();
    await client.close();
  }
  const [host, drawn] = [median(inHost), median(inPage)];
  return {
    what: `Next to a page of ${search.size} hits that was prefetched: ${inMs(host)} in the host, ${inMs(drawn)} in the page`,
    value: host + drawn,
    goal: 16,
    unit: 'ms',
  };
}

/** Next to a page that is not there yet, and the same request by undici alone. */
async function notPrefetched(url: string): Promise<Row> {
  const client = openHttpClient(searchEndpointAt(url));
  const pager = openPager(
    openSearchClient(async () => client),
    { prefetch: false },
  );
  const agent = new Agent({ connections: 1 });
  try {
    await pager.run(search);
    const times = await compare(
      () => pager.turn('next'),
      async () => {
        // The page that the pager has just shown, or is about to leave.
        const { sent } = pager.page ?? (await pager.run(search));
        const answer = await agent.request({
          origin: url,
          path: sent.path,
          method: sent.method,
          headers: { 'content-type': 'application/json' },
          body: sent.body,
          // Otherwise undici closes the connection after each GET with a body.
          reset: false,
        });
        JSON.parse(await answer.body.text());
      },
      { rounds: 401, warmUp: 100 },
    );
    return {
      what: `Next to a page of ${search.size} hits that was not prefetched (${inMs(times.candidate)})`,
      value: times.candidate / times.floor,
      goal: 1.3,
      unit: '× the floor',
      floor: `undici and JSON.parse of the same page: ${inMs(times.floor)}`,
    };
  } finally {
    await pager.close();
    await client.close();
    await agent.close();
  }
}

const hitCount = 100;
const fieldCount = 300;
const wideFields: readonly FieldInfo[] = Array.from({ length: fieldCount }, (_, at) => ({
  name: `group${at % 10}.field_${at}`,
  types: ['keyword'],
  isSearchable: true,
  isAggregatable: true,
}));

/** A page of wide documents, the n-th of a result. */
function widePage(number: number): Result {
  const hits = Array.from({ length: hitCount }, (_, at) => {
    const id = String(number * hitCount + at);
    const groups = Array.from({ length: 10 }, (_group, group) => {
      const fields = Array.from(
        { length: fieldCount / 10 },
        (_field, field) => `"field_${field * 10 + group}":"value ${id} ${field}"`,
      );
      return `"group${group}":{${fields.join()}}`;
    });
    const json = `{"_index":"wide","_id":"${id}","_score":1.0,"_source":{${groups.join()}}}`;
    return { index: 'wide', id, score: '1.0', json };
  });
  return {
    tookMs: 5,
    total: { value: 10_000, relation: 'gte' },
    hits,
    partial: [],
    search: { ...search, size: hitCount },
    from: number * hitCount,
    size: hitCount,
    asked: 'from/size',
    hasPrevious: number > 0,
    hasNext: true,
    notes: [],
    bytes: hits.reduce((sum, { json }) => sum + json.length, 0),
    sent: { method: 'GET', path: '/wide/_search', body: search.body },
  };
}

async function drawing(page: SearchPage, wide: TableDescriptionOptions): Promise<Row> {
  await page.show(describePage(widePage(0), wide));
  const times: number[] = [];
  for (let turn = 1; turn <= 15; turn++) times.push(await page.next(describePage(widePage(turn), wide)));
  const rows = await page.rows();
  if (rows < hitCount) throw new Error(`only ${rows} rows were drawn`);
  const columns = wide.columns.length === 0 ? 'without chosen columns' : `in ${wide.columns.length} columns`;
  return {
    what: `Drawing ${hitCount} hits of ${fieldCount} fields ${columns}`,
    value: median(times),
    goal: 50,
    unit: 'ms',
  };
}

/** Lines of an application's log, with levels, marks and colors of a terminal; every tenth has a stack of calls. */
function applicationLine(number: number): string {
  const level = ['info', 'warn', 'error', 'debug'][number % 4];
  const stack = number % 10 === 0 ? `${'\\n    at call (/srv/app/file.js:10:20)'.repeat(10)}` : '';
  const message = `\\u001b[32mrequest\\u001b[0m ${number} of customer 4711 took long: upstream connection`;
  const source = `{"@timestamp":"2026-11-20T14:03:12.${100 + (number % 900)}Z","log.level":"${level}","message":"${message} timeout of inventory-service after 30 s, tried 3 times${stack}"}`;
  return `"_source":${source},"highlight":{"message":["${message} \ue000timeout\ue001 of inventory-service"]}`;
}

/** Lines of Traefik's access log. */
function accessLine(number: number): string {
  return `"_source":{"@timestamp":"2026-11-20T14:03:12.${100 + (number % 900)}Z","DownstreamStatus":${[200, 404, 502][number % 3]},"RequestMethod":"GET","RequestHost":"shop.example.com","RequestPath":"/api/v2/orders/${number}?page=3","Duration":${number * 1_234_567},"RouterName":"shop-web@docker","Overhead":12345}`;
}

function linesPage(number: number, lineOf: (number: number) => string): Result {
  const page = widePage(number);
  const hits = page.hits.map((hit, at) => ({
    ...hit,
    json: `{"_index":"logs","_id":"${hit.id}",${lineOf(number * hitCount + at)}}`,
  }));
  return { ...page, hits };
}

const lineFields: readonly FieldInfo[] = [
  { name: '@timestamp', types: ['date'], isSearchable: true, isAggregatable: true },
];

async function* drawingLines(): AsyncGenerator<Row> {
  for (const [what, lineOf, isWrapped] of [
    ['application log', applicationLine, false],
    ['application log, wrapped', applicationLine, true],
    ['access log', accessLine, false],
  ] as const) {
    const described = (number: number) =>
      describePage(linesPage(number, lineOf), { columns: [], fields: lineFields, asLines: true });
    const page = await openSearchPage();
    try {
      await page.show(described(0), { kind: 'lines', isWrapped, areTimesRelative: false });
      const times: number[] = [];
      for (let turn = 1; turn <= 25; turn++) times.push(await page.next(described(turn)));
      if ((await page.rows()) !== hitCount + 1) throw new Error('not all lines were drawn');
      yield { what: `Drawing ${hitCount} lines of an ${what}`, value: median(times), goal: 16, unit: 'ms' };
    } finally {
      await page.close();
    }
  }
}

async function connections(): Promise<Row> {
  const engine = await startSearchEngine({ documents: 5_000 });
  const client = openHttpClient(searchEndpointAt(engine.url));
  const pager = openPager(
    openSearchClient(async () => client),
    { idleMs: 0 },
  );
  try {
    await pager.run({ ...search, index: 'access-logs' });
    for (let turn = 0; turn < 10; turn++) await pager.turn('next');
    return {
      what: 'Connections of a search and ten page turns, each prefetched',
      value: engine.connections,
      goal: 2,
      unit: 'connections',
    };
  } finally {
    await pager.close();
    await client.close();
    await engine.close();
  }
}
