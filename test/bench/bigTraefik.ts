import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/core/base/endpoints/endpoint';

/** The server of bigTraefik.main.ts. */
export interface BigTraefik {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a Traefik with 5,000 routers, 5,000 services and 500 middlewares, in another process. */
export function startBigTraefik(): Promise<BigTraefik> {
  return start('bigTraefik.main.js');
}

/** Starts a Traefik that lists so many routers and as many services, or 60 MB of routers in one page, in another process. */
export function startLargeTraefik(lists: number | 'megabytes'): Promise<BigTraefik> {
  return start('largeTraefik.main.js', String(lists));
}

async function start(script: string, ...words: readonly string[]): Promise<BigTraefik> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...words], {
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

/** The endpoint of a proxy. */
export function endpointAt(url: string): Endpoint {
  return {
    version: 1,
    id: '6f3d1b6e-5a0e-4a3c-9f36-0d9a8a1a8f10',
    kind: 'proxy',
    name: 'bench',
    url,
    auth: { type: 'none' },
    headers: {},
    order: 0,
  };
}
