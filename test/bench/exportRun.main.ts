/**
 * @file Exports documents of the engine at an address, in a process of its own, so that nothing else is in its memory:
 * `exportRun.main.js <url> <folder for the file> <index> <what>`. What is held against is undici, which asks for pages of
 * 10,000 in a point in time and parses them (*bare*).
 *
 * `times` exports all documents, then a part of them again and again, in turns with undici: what else the machine does then is
 * borne by both. Prints `{"wholeMs","overIdle","parts":{"ndjson":{"candidate","floor"},…}}`; `overIdle` is the most bytes of the
 * process over what it had when it was idle. The name of a format, or `bare`, goes through all documents once, and prints
 * `{"most"}`, the most bytes that the process ever had.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import { growFile } from '../../src/vscode/shared/exportFile';
import { documentCount, type ExportFormat, exportFormats, searchEndpointAt } from './bigEngine';
import { type Comparison, compare, timed } from './measure';
import { exportHits, openHttpClient, openSearchClient } from './shippedCore';

const roundCount = 9;
const partSize = documentCount / 5;
const barePage = 10_000;

async function main(url: string, parent: string, index: string, what: string): Promise<void> {
  const search = { index, body: '{"query":{"match_all":{}}}', from: 0, size: 10 };
  const folder = mkdtempSync(join(parent, 'export-'));
  const client = openHttpClient(searchEndpointAt(url));
  let most = 0;
  let pages = 0;
  const exportAs = async (format: ExportFormat, wanted: number, isPart: boolean): Promise<void> => {
    const file = await growFile(join(folder, `${wanted}.${format}`));
    const { hits } = await exportHits(
      openSearchClient(async () => client),
      search,
      {
        format,
        columns: [],
        limit: isPart ? wanted : undefined,
        write: (text) => file.write(text),
        onProgress: () => {
          // Asking costs as much as a tenth of a small page.
          pages += 1;
          if (pages % 4 === 0) most = Math.max(most, process.memoryUsage.rss());
        },
      },
    );
    await file.finish();
    assertAll(hits, wanted);
  };
  const bare = async (wanted: number): Promise<void> => assertAll(await bareLoop(url, index, wanted), wanted);

  async function times() {
    // Once through all code, before it is measured what an idle process has.
    await exportAs('ndjson', 5_000, true);
    globalThis.gc?.();
    const idle = process.memoryUsage.rss();
    most = 0;
    const wholeMs = await timed(() => exportAs('ndjson', documentCount, false));
    const overIdle = most - idle;
    const parts: Partial<Record<ExportFormat, Comparison>> = {};
    for (const format of exportFormats) {
      const part = () => exportAs(format, partSize, true);
      parts[format] = await compare(part, () => bare(partSize), { rounds: roundCount, warmUp: 1 });
    }
    return { wholeMs, overIdle, parts };
  }
  async function memory() {
    const format = exportFormats.find((one) => one === what);
    await (format === undefined ? bare(documentCount) : exportAs(format, documentCount, false));
    return { most: process.resourceUsage().maxRSS * 1_024 };
  }

  try {
    process.stdout.write(`${JSON.stringify(await (what === 'times' ? times() : memory()))}\n`);
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

async function bareLoop(origin: string, index: string, wanted: number): Promise<number> {
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
  for (let after = ''; hits < wanted; ) {
    const sort = `"sort":[{"_shard_doc":"asc"}]${after},"track_total_hits":false`;
    const body = `{"query":{"match_all":{}},"size":${barePage},"pit":{"id":"${id}","keep_alive":"5m"},${sort}}`;
    const page = answered.parse(await ask('GET', '/_search', body));
    id = page.pit_id;
    hits += page.hits.hits.length;
    after = `,"search_after":${JSON.stringify(page.hits.hits.at(-1)?.sort)}`;
  }
  await agent.close();
  return hits;
}

void main(process.argv[2] ?? '', process.argv[3] ?? '', process.argv[4] ?? '', process.argv[5] ?? '');
