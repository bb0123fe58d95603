/**
 * @file An engine with a million log lines that it makes up as they are asked for, in a process of its own: what a bench
 * measures is the client. It knows pages by `from` and `size`, and all of its documents in a point in time, in the order of
 * their numbers. Prints `{"url"}` when it listens, and serves until its standard input ends.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentCount, pageMs, searchMs, smallIndex, timedIndex } from './bigEngine';

const pitId = 'a'.repeat(390);
const smallPitId = 'b'.repeat(390);
const known = new Set(['query', 'from', 'size', 'sort', 'search_after', 'pit', 'track_total_hits', 'highlight']);

function hit(number: number, isSorted: boolean, isSmall: boolean): string {
  const source = `{"@timestamp":"2026-11-01T00:00:${String(number % 60).padStart(2, '0')}.000Z","message":"GET /orders/${number} HTTP/1.1 upstream closed the connection before the answer was whole","RouterName":"orders-${number % 100}@docker","ServiceName":"orders@docker","DownstreamStatus":${200 + (number % 5) * 100},"Duration":${9007199254740993n + BigInt(number)}}`;
  if (isSmall) return smallHit(number);
  const sort = isSorted ? `,"sort":[${number}]` : '';
  return `{"_index":"logs","_id":"${number}","_score":1.0,"_source":${source}${sort}}`;
}

/** Of a document of 180 bytes. */
function smallHit(number: number): string {
  const source = `{"@timestamp":"2026-11-01T00:00:${String(number % 60).padStart(2, '0')}.000Z","message":"GET /orders/${String(number).padStart(7, '0')} HTTP/1.1 upstream closed the connection early","status":${200 + (number % 5) * 100},"ms":${1_000_000 + number}}`;
  return `{"_index":"small","_id":"${number}","_score":null,"_source":${source.padEnd(180)},"sort":[${number}]}`;
}

function pageFor(body: string): string {
  const asked: {
    readonly from?: number;
    readonly size?: number;
    readonly search_after?: readonly unknown[];
    readonly pit?: { readonly id: string };
    readonly track_total_hits?: boolean;
  } = JSON.parse(body);
  if (Object.keys(asked).some((name) => !known.has(name))) return '';
  const first = asked.search_after === undefined ? (asked.from ?? 0) : Number(asked.search_after[0]) + 1;
  const hits: string[] = [];
  for (let number = first; number < Math.min(first + (asked.size ?? 10), documentCount); number++) {
    hits.push(hit(number, asked.pit !== undefined, asked.pit?.id === smallPitId));
  }
  const total = asked.track_total_hits === false ? '' : `"total":{"value":${documentCount},"relation":"eq"},`;
  const pit = asked.pit === undefined ? '' : `"pit_id":"${asked.pit.id}",`;
  return `{${pit}"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{${total}"max_score":1.0,"hits":[${hits.join()}]}}`;
}

function answerTo({ url = '/', method }: IncomingMessage, body: string): readonly [status: number, body: string] {
  if (url === '/') return [200, '{"version":{"number":"8.19.0"},"tagline":"You Know, for Search"}'];
  if (url.includes('/_pit?')) {
    const id = url.startsWith(`/${smallIndex}/`) ? smallPitId : pitId;
    return [200, `{"id":"${id}","_shards":{"total":1,"successful":1,"failed":0}}`];
  }
  if (method === 'DELETE') return [200, '{"succeeded":true,"num_freed":1}'];
  const page = url.includes('_search') ? pageFor(body) : '';
  if (page !== '') return [200, page];
  return [400, '{"error":{"root_cause":[],"type":"parsing_exception","reason":"Unknown key"},"status":400}'];
}

const server = createServer(async (request, response) => {
  const asked = await text(request);
  const [status, body] = answerTo(request, asked);
  if (request.url?.startsWith(`/${timedIndex}/`)) await sleep(pageMs);
  if (asked.includes(smallPitId)) await sleep(searchMs);
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-elastic-product': 'Elasticsearch',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.stdin
  .on('end', () => {
    server.close();
    server.closeAllConnections();
  })
  .resume();
