/**
 * @file Exports all documents of the engine at an address, in a process of its own, so that nothing else is in its memory:
 * `exportRun.main.js <url> <folder for the file>`. Then a part of them again and again, in turns with undici, which asks for
 * the same pages and parses them: what else the machine does then is borne by both. Prints
 * `{"wholeMs","partMs","bareMs","overIdle"}`; the last is the most bytes of the process over what it had when it was idle.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from 'undici';
import type { Door } from '../../src/core/http/door';
import { openDoor } from '../../src/core/http/openDoor';
import { openSearchDoor } from '../../src/core/search/engine/searchDoor';
import { exportHits } from '../../src/core/search/export/exportHits';
import { growFile } from '../../src/vscode/commands/exportFile';
import { DOCUMENTS, searchEndpointAt } from './bigEngine';
import { compare, timed } from './measure';

const ROUNDS = 31;
const PART = DOCUMENTS / 5;
const search = { index: 'logs', body: '{"query":{"match_all":{}}}', from: 0, size: 10 };

async function main(url: string, parent: string): Promise<void> {
  const folder = mkdtempSync(join(parent, 'export-'));
  const door = openDoor(searchEndpointAt(url));
  const bodies: string[] = [];
  let most = 0;
  let pages = 0;
  const seen: Door = {
    ...door,
    request(request) {
      if (request.path === '/_search' && request.body !== undefined) bodies.push(request.body);
      return door.request(request);
    },
  };

  const exportTo = async (name: string, through: Door, limit?: number): Promise<number> => {
    const file = await growFile(join(folder, name));
    const { hits } = await exportHits(
      openSearchDoor(async () => through),
      search,
      {
        format: 'ndjson',
        columns: [],
        limit,
        write: (text) => file.write(text),
        onProgress: () => {
          // Asking costs as much as a tenth of a page.
          pages += 1;
          if (pages % 16 === 0) most = Math.max(most, process.memoryUsage.rss());
        },
      },
    );
    await file.finish();
    return hits;
  };

  try {
    // Once through all code, before it is measured what an idle process has.
    await exportTo('first.ndjson', door, 5_000);
    globalThis.gc?.();
    const idle = process.memoryUsage.rss();
    most = 0;
    const wholeMs = await timed(async () => assertAll(await exportTo('all.ndjson', door), DOCUMENTS));
    const overIdle = most - idle;
    // The bodies of the part's requests, to be asked again.
    assertAll(await exportTo('part.ndjson', seen, PART), PART);
    const { candidate, floor } = await compare(
      async () => assertAll(await exportTo('part.ndjson', door, PART), PART),
      () => bareLoop(url, bodies),
      { rounds: ROUNDS, warmUp: 2 },
    );
    process.stdout.write(`${JSON.stringify({ wholeMs, partMs: candidate, bareMs: floor, overIdle })}\n`);
  } finally {
    await door.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertAll(hits: number, wanted: number): void {
  if (hits !== wanted) throw new Error(`${hits} hits were exported`);
}

async function bareLoop(origin: string, bodies: readonly string[]): Promise<void> {
  const agent = new Agent({ connections: 1 });
  for (const body of bodies) {
    const answer = await agent.request({
      origin,
      path: '/_search',
      method: 'GET',
      headers: { 'content-type': 'application/json' },
      body,
      // Otherwise undici closes the connection after each GET with a body.
      reset: false,
    });
    JSON.parse(await answer.body.text());
  }
  await agent.close();
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
