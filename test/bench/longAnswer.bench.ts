import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import { searchEndpointAt } from './bigEngine';
import { heldBy } from './holds';
import type { Row } from './rows';
import {
  askHistogram,
  describeAnyPage,
  isRequestFailure,
  openEngineCatalog,
  openHttpClient,
  openIndexTree,
  openPager,
  openSearchClient,
  openSurroundings,
  readFieldValues,
} from './shippedCore';

const goalMs = 100;
const body = '{"query":{"match_all":{}}}';

/** For how long answers hold the extension host that are longer than anything that was asked for. */
export async function* measure(): AsyncGenerator<Row> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'longAnswer.main.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(line)));
  const row = async (what: string, work: () => Promise<unknown>): Promise<Row> => ({
    what: `${what}: longest hold of the event loop`,
    value: await heldBy(work),
    goal: goalMs,
    unit: 'ms',
  });
  try {
    for (const [index, what, end] of [
      ['buckets', 'Aggregations of 60 MB', 'tooLarge'],
      ['digits', 'A number of 1,000,000 digits among aggregations', 'notAnApi'],
    ] as const) {
      yield await row(`${what}, for the values of a field`, () =>
        withClient(url, (client) =>
          endsWith(end, readFieldValues(client, { index, body }, 'n', [], { signal: AbortSignal.timeout(60_000) })),
        ),
      );
      yield await row(`${what}, for bars`, () =>
        withClient(url, (client) => {
          const asked = { field: 't', zone: 'UTC', stack: '', fields: [], hits: [], timeoutMs: 60_000 };
          const bars = askHistogram(client, { ...asked, search: { index, body } }, AbortSignal.timeout(60_000));
          return endsWith(end === 'tooLarge' ? end : 'nothing', bars);
        }),
      );
    }
    yield await row('10,000 hits where 25 were asked for, to a described page', () =>
      withClient(url, async (client) => {
        const pager = openPager(client, { prefetch: false });
        const page = await pager.run({ index: 'hits', body, from: 0, size: 25 });
        await describeAnyPage(page, { columns: [], fields: [] });
      }),
    );
    for (const [index, what, end] of [
      ['hits', '10,000 hits around one', 'something'],
      ['sorted', 'Sort values of 2,000,000 digits around a hit', 'invalid'],
    ] as const) {
      yield await row(what, () =>
        withClient(url, (client) => {
          const sort = { upward: '[{"t":"asc"}]', downward: '[{"t":"desc"}]' };
          const around = { id: 'a', index: 'logs', field: 't', ...sort };
          return endsWith(end, openSurroundings(client).run({ index, body, from: 0, size: 25, around }));
        }),
      );
    }
    for (const [list, what] of [
      ['many', 'A list of 1,200,000 indices'],
      ['stream', 'A data stream of 1,000,000 indices'],
    ] as const) {
      yield await row(`${what}, to its first rows`, () =>
        withClient(`${url}/${list}`, async (client) => {
          const catalog = openEngineCatalog(client);
          const viewOptions = () => ({ filter: '', showsHidden: true });
          const tree = openIndexTree({ catalog: async () => catalog, viewOptions, onChange: () => {} });
          const { entries } = await tree.list(AbortSignal.timeout(60_000));
          if (entries.length === 0) throw new Error('nothing was listed');
          tree.dispose();
        }),
      );
    }
  } finally {
    const exited = once(child, 'exit');
    child.stdin.end();
    child.kill();
    await exited;
  }
}

async function withClient(url: string, work: (client: SearchClient) => Promise<void>): Promise<void> {
  const http = openHttpClient(searchEndpointAt(url), { answerTimeoutMs: 60_000 });
  try {
    await work(openSearchClient(async () => http, { method: 'POST' }));
  } finally {
    await http.close();
  }
}

/** Fails where the work ends otherwise: what was measured would be something else. */
async function endsWith(wanted: string, work: Promise<unknown>): Promise<void> {
  const end = await work.then(
    (found) => (found === undefined ? 'nothing' : 'something'),
    (error: unknown) => (isRequestFailure(error) ? error.failure.kind : String(error)),
  );
  if (end !== wanted) throw new Error(`It ended with ${end}, not with ${wanted}.`);
}
