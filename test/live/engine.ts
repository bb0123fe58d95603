import * as z from 'zod/mini';
import { type Endpoint, recordVersion } from '../../src/core/base/endpoints/endpoint';
import { openHttpClient } from '../../src/core/base/http/openHttpClient';
import { openSearchClient, type SearchClient } from '../../src/core/search/engine/searchClient';
import { exportHits } from '../../src/core/search/export/exportHits';
import type { EngineSearch } from '../../src/core/search/wire/engineSearch';
import { clientOf } from './client.mjs';
import { firstAdded, makeIndex, settle, type startWriter } from './documents.mjs';

/** The engine that run.mjs has started for these suites. */
export const engine = z
  .object({
    kind: z.enum(['elasticsearch', 'opensearch']),
    version: z.string(),
    origin: z.url(),
    /** Whether it is the one for the measurement over a million documents. */
    isDeep: z.boolean(),
  })
  .parse(JSON.parse(process.env.PROXY_SCOUT_LIVE ?? '{}'));

/** Elasticsearch 6.8 has none: pages end at the window there, exports go by a scroll. */
export const hasPointInTime = !engine.version.startsWith('6.');

/** The plain calls that a suite makes beside the product, to fill the engine and to look into it. */
export const client = clientOf(engine);

/** That engine, as a person would have configured it. */
export const endpoint: Endpoint = {
  version: recordVersion,
  id: '3f1d1b6e-5a0e-4a3c-9f36-0d9a8a1a8f12',
  kind: 'search',
  name: 'live',
  url: engine.origin,
  auth: { type: 'none' },
  headers: {},
  order: 0,
};

/** Opens the product's way to the engine, and closes it behind `work`. */
export async function withSearchClient<T>(work: (searchClient: SearchClient) => Promise<T>): Promise<T> {
  const httpClient = openHttpClient(endpoint);
  try {
    return await work(openSearchClient(async () => httpClient));
  } finally {
    await httpClient.close();
  }
}

/** The index of most suites: 30,000 documents in three shards. */
export const walkedIndex = 'walked';
export const documentCount = 30_000;

let filled: Promise<void> | undefined;

/** Fills the index, once for all suites. Their own writers add documents whose `_id` begins with `w`. */
export function fillIndex(): Promise<void> {
  filled ??= makeIndex(client, walkedIndex, { count: documentCount });
  return filled;
}

/** Stops a writer, removes what it has added, and waits until the engine is at rest. (`_delete_by_query` is a module that these distributions lack.) */
export async function endWriter(writer: ReturnType<typeof startWriter>): Promise<void> {
  const count = await writer.stop();
  const lines = Array.from({ length: count }, (_, at) => `{"delete":{"_id":"w${firstAdded + at}"}}`);
  if (count > 0) await client.bulk(walkedIndex, lines);
  await settle(client, walkedIndex);
}

/** How many searches the engine keeps open: points in time and scrolls, counted by shards. */
export async function openContexts(): Promise<number> {
  const { body } = await client.call('GET', '/_nodes/stats/indices/search');
  const { nodes } = z
    .object({
      nodes: z.record(z.string(), z.object({ indices: z.object({ search: z.object({ open_contexts: z.number() }) }) })),
    })
    .parse(body);
  return Object.values(nodes).reduce((sum, { indices }) => sum + indices.search.open_contexts, 0);
}

/** Exports a search: its hits in the order in which they were written, and what is said of them. */
export async function exportedHits(searchClient: SearchClient, search: EngineSearch) {
  const lines: string[] = [];
  const { notes } = await exportHits(searchClient, search, {
    format: 'ndjson',
    columns: [],
    pause: async () => undefined,
    write: async (chunk) => void lines.push(...chunk.split('\n').filter((line) => line !== '')),
  });
  const hits = lines.map((line): { readonly index: string; readonly id: string } => {
    const { _index: index, _id: id } = JSON.parse(line);
    return { index, id };
  });
  return { hits, told: notes };
}
