/**
 * @file An engine whose answers are longer than what was asked for, in a process of its own: aggregations of 60 MB and of
 * 1,000,000 digits, 10,000 hits, hits with sort values of 2,000,000 digits, and lists of 1,200,000 indices or of one data stream
 * of 1,000,000. Prints `{"url"}` when it listens, and serves until its standard input ends.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const listOf = (length: number, of: (at: number) => string): string => Array.from({ length }, (_, at) => of(at)).join();
const answer = (hits: string, more = ''): string =>
  `{"took":1,"_shards":{"total":1,"successful":1,"failed":0},"hits":{"total":{"value":1,"relation":"eq"},"hits":[${hits}]}${more}}`;
const hit = (id: number | string, sort: number | string): string =>
  `{"_index":"logs","_id":"${id}","_score":null,"_source":{"message":"m ${id}"},"sort":[${sort}]}`;
const aggregations = (value: string): string => answer('', `,"aggregations":{"top":{"buckets":[${value}]}}`);

/** By the first part of the path: the index that is searched, or that of the endpoint. */
const searches: Readonly<Record<string, string>> = {
  buckets: aggregations(listOf(2_000_000, (at) => `{"key":${at},"doc_count":1}`)),
  digits: aggregations(`{"key":${'9'.repeat(1_000_000)},"doc_count":1}`),
  hits: answer(`${hit('a', 1)},${listOf(10_000, (at) => hit(at, at))}`),
  sorted: answer(`${hit('a', '9'.repeat(2_000_000))},${hit('b', '9'.repeat(2_000_000))}`),
};
const names = (indices: string, streams: string): string =>
  `{"indices":[${indices}],"aliases":[],"data_streams":[${streams}]}`;
const lists: Readonly<Record<string, string>> = {
  many: names(
    listOf(1_200_000, (at) => `{"name":"index-${at}","attributes":["open"]}`),
    '',
  ),
  stream: names('', `{"name":"s","backing_indices":[${listOf(1_000_000, (at) => `".ds-${at}"`)}]}`),
};

const refusal = '{"error":{"root_cause":[],"type":"parsing_exception","reason":"Unknown key"},"status":400}';
const noPointInTime = '{"error":"Incorrect HTTP method for uri [/_pit], allowed: [GET]","status":405}';

const server = createServer(async (request, response) => {
  const asked = await text(request);
  const [, first = '', second = ''] = /^\/(\w+)(?:\/(\w+))?/.exec(request.url ?? '') ?? [];
  const opens = /_pit|point_in_time/.test(request.url ?? '');
  const status = opens ? 405 : asked.includes('match_none') ? 400 : 200;
  const listed = second === '_resolve' ? lists[first] : second === '_cat' ? '[]' : '{"status":"green"}';
  const found = (second === '_search' ? searches[first] : listed) ?? '{}';
  const body = Buffer.from(status === 405 ? noPointInTime : status === 400 ? refusal : found);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
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
