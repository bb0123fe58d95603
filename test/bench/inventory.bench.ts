import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import type { HttpClient } from '../../src/core/base/http/httpClient';
import type { Inventory } from '../../src/core/proxy/model/inventory';
import { endpointAt, startBigTraefik } from './bigTraefik';
import { compare, median, usedHeap } from './measure';
import { inMs, type Row } from './rows';
import { openHttpClient, readInventory } from './shippedCore';

const { signal } = new AbortController();

/** What reading everything of a large proxy costs. */
export async function* measure(): AsyncGenerator<Row> {
  const server = await startBigTraefik();
  const client = openHttpClient(endpointAt(server.url));
  try {
    const { paths, bytes } = await answersTo(client);
    yield { what: 'Requests for a whole inventory', value: paths.length, goal: 12, unit: 'requests' };
    yield await requestToModel(client, paths);
    yield await unchangedRead(client, paths);
    yield await heldHeap(client, bytes);
    yield await longestHold(server.url);
  } finally {
    await client.close();
    await server.stop();
  }
}

/** What an inventory asks for, and how many bytes of JSON it is answered. */
async function answersTo(client: HttpClient): Promise<{ readonly paths: readonly string[]; readonly bytes: number }> {
  const paths: string[] = [];
  let bytes = 0;
  const counting: HttpClient = {
    ...client,
    async request(request) {
      paths.push(request.path);
      const answer = await client.request(request);
      bytes += Buffer.byteLength(answer.body);
      return answer;
    },
  };
  await readInventory(counting, signal);
  return { paths, bytes };
}

/** The same answers in the same order by undici alone, parsed and thrown away. */
function floorOf({ endpoint }: HttpClient, [first = '', ...rest]: readonly string[]) {
  const agent = new Agent({ connections: 6 });
  const ask = async (path: string): Promise<unknown> => {
    const { body } = await agent.request({ origin: endpoint.url, path, method: 'GET' });
    return JSON.parse(await body.text());
  };
  return {
    async read() {
      await ask(first);
      await Promise.all(rest.map(ask));
    },
    close: () => agent.close(),
  };
}

const floorTitle = 'undici and JSON.parse of the same answers';

async function requestToModel(client: HttpClient, paths: readonly string[]): Promise<Row> {
  const floor = floorOf(client, paths);
  const times = await compare(() => readInventory(client, signal), floor.read);
  await floor.close();
  return {
    what: `Request to model of 5,000 routers, 5,000 services and 500 middlewares (${inMs(times.candidate)})`,
    value: times.candidate / times.floor,
    // With zod's own `safeParse` in place of `checkOf`: 4.7 to 5.1 instead of 3.0 to 3.1.
    // Was 1.5, before a listing was read in slices, each item with a copy of its own text (attack A1): 60 ms more, once.
    goal: 3.5,
    unit: '× the floor',
    floor: `${floorTitle}: ${inMs(times.floor)}`,
  };
}

async function unchangedRead(client: HttpClient, paths: readonly string[]): Promise<Row> {
  const floor = floorOf(client, paths);
  const inventory = await readInventory(client, signal);
  const times = await compare(() => readInventory(client, signal, inventory), floor.read);
  await floor.close();
  return {
    what: `The same again, where nothing has changed (${inMs(times.candidate)})`,
    value: times.candidate / times.floor,
    goal: 1,
    unit: '× the floor',
    floor: `${floorTitle}: ${inMs(times.floor)}`,
  };
}

/** That one window shows at once. */
const endpointCount = 10;

async function heldHeap(client: HttpClient, bytes: number): Promise<Row> {
  const inventories: Inventory[] = [];
  const before = usedHeap();
  while (inventories.length < endpointCount) inventories.push(await readInventory(client, signal));
  const held = usedHeap() - before;
  const megabytes = (count: number): string => `${(count / 2 ** 20).toFixed(1)} MiB`;
  return {
    what: `Heap that the inventories of ${endpointCount} endpoints hold (${megabytes(held)})`,
    value: held / (bytes * endpointCount),
    goal: 3,
    unit: '× the floor',
    floor: `their JSON: ${megabytes(bytes * endpointCount)}`,
  };
}

async function longestHold(url: string): Promise<Row> {
  const holds: number[] = [];
  while (holds.length < 5) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, 'firstRead.main.js'),
      url,
    ]);
    holds.push(z.object({ longestHoldMs: z.number() }).parse(JSON.parse(stdout)).longestHoldMs);
  }
  return {
    what: 'Longest hold of the event loop in the first read of a process',
    value: median(holds),
    goal: 100,
    unit: 'ms',
  };
}
