/**
 * @file Exports all documents of the engine at an address, in a process of its own, so that nothing else is in its memory:
 * `exportRun.main.js <url> <folder for the file> <index>`. Then a part of them again and again, in turns with undici, which
 * asks for pages of 10,000 in a point in time and parses them: what else the machine does then is borne by both. Prints
 * `{"wholeMs","partMs","bareMs","overIdle"}`; the last is the most bytes of the process over what it had when it was idle.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import { openHttpClient } from '../../src/core/base/http/openHttpClient';
import { openSearchClient } from '../../src/core/search/engine/searchClient';
import { exportHits } from '../../src/core/search/export/exportHits';
import { growFile } from '../../src/vscode/shared/exportFile';
import { DOCUMENTS, searchEndpointAt } from './bigEngine';
import { compare, timed } from './measure';

const ROUNDS = 9;
const PART = DOCUMENTS / 5;
const BARE_PAGE = 10_000;

async function main(url: string, parent: string, index: string): Promise<void> {
  const search = { index, body: '{"query":{"match_all":{}}}', from: 0, size: 10 };
  const folder = mkdtempSync(join(parent, 'export-'));
  const client = openHttpClient(searchEndpointAt(url));
  let most = 0;
  let pages = 0;
  const exportTo = async (name: string, limit?: number): Promise<number> => {
    const file = await growFile(join(folder, name));
    const { hits } = await exportHits(
      openSearchClient(async () => client),
      search,
      {
        format: 'ndjson',
        columns: [],
        limit,
        write: (text) => file.write(text),
        onProgress: () => {
          // Asking costs as much as a tenth of a small page.
          pages += 1;
          if (pages % 4 === 0) most = Math.max(most, process.memoryUsage.rss());
        },
      },
    );
    await file.finish();
    return hits;
  };

  try {
    // Once through all code, before it is measured what an idle process has.
    await exportTo('first.ndjson', 5_000);
    globalThis.gc?.();
    const idle = process.memoryUsage.rss();
    most = 0;
    const wholeMs = await timed(async () => assertAll(await exportTo('all.ndjson'), DOCUMENTS));
    const overIdle = most - idle;
    const { candidate, floor } = await compare(
      async () => assertAll(await exportTo('part.ndjson', PART), PART),
      async () => assertAll(await bareLoop(url, index), PART),
      { rounds: ROUNDS, warmUp: 1 },
    );
    process.stdout.write(`${JSON.stringify({ wholeMs, partMs: candidate, bareMs: floor, overIdle })}\n`);
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertAll(hits: number, wanted: number): void {
  if (hits !== wanted) throw new Error(`${hits} hits were exported`);
}

const opened = z.object({ id: z.string() });
const answered = z.object({
  pit_id: z.string(),
  hits: z.object({ hits: z.array(z.object({ sort: z.array(z.number()) })) }),
});

async function bareLoop(origin: string, index: string): Promise<number> {
  const agent = new Agent({ connections: 1 });
  const ask = async (method: 'POST' | 'GET', path: string, body?: string): Promise<unknown> => {
    const answer = await agent.request({
      origin,
      path,
      method,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
      // Otherwise undici closes the connection after each GET with a body.
      reset: false,
    });
    return JSON.parse(await answer.body.text());
  };
  let { id } = opened.parse(await ask('POST', `/${index}/_pit?keep_alive=5m`));
  let hits = 0;
  for (let after = ''; hits < PART; ) {
    const sort = `"sort":[{"_shard_doc":"asc"}]${after},"track_total_hits":false`;
    const body = `{"query":{"match_all":{}},"size":${BARE_PAGE},"pit":{"id":"${id}","keep_alive":"5m"},${sort}}`;
    const page = answered.parse(await ask('GET', '/_search', body));
    id = page.pit_id;
    hits += page.hits.hits.length;
    after = `,"search_after":${JSON.stringify(page.hits.hits.at(-1)?.sort)}`;
  }
  await agent.close();
  return hits;
}

void main(process.argv[2] ?? '', process.argv[3] ?? '', process.argv[4] ?? '');
