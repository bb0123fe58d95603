import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { type Endpoint, recordVersion } from '../../src/core/base/endpoints/endpoint';

/** Documents that the engine of bigEngine.main.ts has. */
export const documentCount = 1_000_000;

/** The index whose pages take the engine `pageMs`; those of all others take it nothing. */
export const timedIndex = 'timed';
/** What real engines take for a page is 0.7 to 5 ms (test/live/README.md, "What was measured"). */
export const pageMs = 1;

/** The index of documents of 180 bytes. Each search in a point in time of it takes the engine `searchMs` besides. */
export const smallIndex = 'small';
/** What a request for a thousand small hits costs more than a tenth of one for ten thousand (Elasticsearch 8.11, 3 shards). */
export const searchMs = 9;

/** What exportRun.main.ts exports. */
export const exportFormats = ['ndjson', 'json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The server of bigEngine.main.ts. */
export interface BigEngine {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts it in another process. */
export async function startBigEngine(): Promise<BigEngine> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bigEngine.main.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(line)));
  return {
    url,
    async stop() {
      const exited = once(child, 'exit');
      child.stdin.end();
      child.kill();
      await exited;
    },
  };
}

/** The endpoint of an engine. */
export function searchEndpointAt(url: string): Endpoint {
  return {
    version: recordVersion,
    id: '6f3d1b6e-5a0e-4a3c-9f36-0d9a8a1a8f11',
    kind: 'search',
    name: 'bench',
    url,
    auth: { type: 'none' },
    headers: {},
    order: 0,
  };
}
