/**
 * @file Reads all of a proxy once, in a process that has compiled nothing yet: `firstRead.main.js <url>`. Prints
 * `{"longestHoldMs"}`, for how long the event loop was held at most.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { endpointAt } from './bigTraefik';
import { openHttpClient, readInventory } from './shippedCore';

async function main(url: string): Promise<void> {
  const client = openHttpClient(endpointAt(url));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await readInventory(client, new AbortController().signal);
  delay.disable();
  await client.close();
  process.stdout.write(JSON.stringify({ longestHoldMs: delay.max / 1e6 }));
}

void main(process.argv[2] ?? '');
