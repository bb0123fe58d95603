/**
 * @file Reads a proxy that lists without end, in a process of its own whose heap is small: `refreshHeap.main.js endless|repeating|ten|kept`.
 * Prints what became of the HTTP routers as JSON and, of `kept`, how many MiB are held of all that was read once that is over.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import { knownEntries, listingFailure } from '../../../../../src/core/proxy/model/inventory';
import { proxyEndpoint } from './fakeHttpClient';

const mib = 2 ** 20;

/** A page of so many bytes; its first entry has a name of this page. */
function pageOf(page: number, rest: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`[{"name":"p${page}@file"}`), rest]);
}

/** Entries behind a first one, as large as that. */
function entries(bytes: number, padding: number): Buffer {
  const parts: string[] = [];
  for (let size = 0, index = 0; size < bytes; index++) {
    const entry = `,{"name":"n${index}@file","x":"${'x'.repeat(padding)}"}`;
    parts.push(entry);
    size += entry.length;
  }
  return Buffer.from(`${parts.join('')}]`);
}

/** Entries of which nothing is kept, as they have no name. */
function nameless(bytes: number): Buffer {
  const entry = `,{"x":"${'x'.repeat(10_000)}"}`;
  return Buffer.from(`${entry.repeat(Math.ceil(bytes / entry.length))}]`);
}

function restOf(mode: string): Buffer {
  if (mode === 'ten') return entries(20 * mib, 0);
  return mode === 'kept' ? nameless(20 * mib) : entries(4 * mib, 10_000);
}

/**
 * The fewest bytes of texts and objects that something refers to within a while: what a connection still has in its hands when
 * the answer is there goes in one of the next turns.
 */
async function held(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 20; times++) {
    globalThis.gc?.();
    least = Math.min(least, process.memoryUsage().heapUsed);
    await after(20);
  }
  return least;
}

async function main(mode: string): Promise<void> {
  const rest = restOf(mode);
  const server = createServer(({ url = '' }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'));
    if (mode !== 'ten' && !url.startsWith('/api/http/routers')) {
      response.writeHead(200, { 'x-next-page': '1' }).end('[]');
      return;
    }
    const next = mode === 'ten' || mode === 'kept' ? 1 : page + 1;
    response.writeHead(200, { 'content-type': 'application/json', 'x-next-page': String(next) });
    response.end(pageOf(mode === 'endless' ? page : 1, rest));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = openHttpClient({
    ...proxyEndpoint,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  try {
    const limits = { maxBytes: 32 * mib, maxItems: 20_000 };
    const isHeldAsked = mode === 'kept';
    const before = isHeldAsked ? await held() : 0;
    const inventory = await readInventory(client, new AbortController().signal, undefined, limits);
    const { routers } = inventory.groups.http;
    const sentence = listingFailure(routers)?.sentence ?? '';
    const items = knownEntries(routers)?.items.size ?? 0;
    const heldMiB = isHeldAsked ? ((await held()) - before) / mib : undefined;
    console.log(JSON.stringify({ state: routers?.state, items, sentence, heldMiB }));
    // Kept until here, so that what belongs to it counts.
    assert.ok(inventory.readAt > 0);
  } finally {
    await client.close();
    server.close();
  }
}

void main(process.argv[2] ?? '');
