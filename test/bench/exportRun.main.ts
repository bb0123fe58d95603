/**
 * @file Exports all documents of the engine at an address, in a process of its own, so that nothing else is in its memory:
 * `exportRun.main.js <url> <folder for the file>`. In turns with it, undici asks for the same pages, with the same bodies, and
 * parses them. Prints `{"exportMs","bareMs","overIdle"}`: the faster of the rounds each, and the most bytes of the process
 * over what it had when it was idle.
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
import { timed } from './measure';

const ROUNDS = 3;
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
          most = Math.max(most, process.memoryUsage.rss());
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
    const exportMs: number[] = [];
    const bareMs: number[] = [];
    // The memory counts in the first export only: what the bare loop leaves behind is not the export's.
    exportMs.push(await timed(async () => assertAll(await exportTo('all.ndjson', seen))));
    const overIdle = most - idle;
    for (let round = 0; round < ROUNDS; round++) {
      bareMs.push(await timed(() => bareLoop(url, bodies)));
      if (round > 0) exportMs.push(await timed(async () => assertAll(await exportTo('all.ndjson', door))));
    }
    const said = { exportMs: Math.min(...exportMs), bareMs: Math.min(...bareMs), overIdle };
    process.stdout.write(`${JSON.stringify(said)}\n`);
  } finally {
    await door.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertAll(hits: number): void {
  if (hits !== DOCUMENTS) throw new Error(`${hits} hits were exported`);
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
