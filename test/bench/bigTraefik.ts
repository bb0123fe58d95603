import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/core/endpoint';

/** The server of bigTraefik.main.ts. */
export interface BigTraefik {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a Traefik with 5,000 routers, 5,000 services and 500 middlewares, in another process. */
export async function startBigTraefik(): Promise<BigTraefik> {
  const child = spawn(process.execPath, [join(__dirname, 'bigTraefik.main.js')], {
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
