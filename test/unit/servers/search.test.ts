import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { inflateSync, unzipSync } from 'node:zlib';
import { type Recording, readRecordings } from '../../recordings/read';
import { type EngineName, type SampleSearchEngine, startSearchEngine } from '../../servers/search/index';
import notCovered from '../../servers/search/not-covered.json';
import { compareByIndex, compareJson, type Differences, isJsonObject, type Json } from './search-comparison';

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

function decoded(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return unzipSync(body).toString();
  return (encoding === 'deflate' ? inflateSync(body) : body).toString();
}

function ask(url: string, { method, path, headers, body }: Asked): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const framing = body === null || body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const asked = request(
      { hostname, port, path, method, headers: { ...headers, ...framing }, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode = 0, headers: got } = answer;
          resolve({ status: statusCode, headers: got, body: decoded(Buffer.concat(chunks), got['content-encoding']) });
        });
      },
    );
    asked.on('error', reject);
    asked.end(body ?? undefined);
  });
}

/** Headers that belong to a connection or to one body's length. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive']);

function compareHeaders(recorded: Readonly<Record<string, string>>, got: IncomingHttpHeaders): Differences {
  const wanted = new Map(Object.entries(recorded).filter(([name]) => !ownHeaders.has(name)));
  const came = new Map(Object.entries(got).filter(([name]) => !ownHeaders.has(name)));
  const names = new Set([...wanted.keys(), ...came.keys()]);
  return [...names].flatMap((name) => {
    const [own, theirs] = [wanted.get(name), came.get(name)];
    return own === theirs ? [] : [`header ${name}: “${own}” recorded, “${theirs}” came`];
  });
}

function compareText(recorded: string, got: string): Differences {
  const head = (text: string) => text.split('\n')[0]?.split(/\s+/).join(' ');
  return head(recorded) === head(got) ? [] : [`text: “${head(recorded)}” recorded, “${head(got)}” came`];
}

/** The capabilities of all fields as a list, since their names and types are the samples' own. */
function withoutFieldNames(path: string, answer: Json): Json {
  if (!path.includes('/_field_caps') || !isJsonObject(answer) || !isJsonObject(answer.fields ?? null)) return answer;
  const types = Object.values(answer.fields ?? {});
  return { ...answer, fields: types.flatMap((each) => Object.values(each ?? {})) };
}

/** Answers that are objects of indices by their names. */
const byIndex = /^\/(?:[^/]*\/)?_(?:alias|mapping|settings)\b|^\/empty$/;

function differences({ request: asked, response }: Recording, got: Got): Differences {
  if (response.status !== got.status) {
    return [`status: ${response.status} recorded, ${got.status} came: ${got.body.slice(0, 300)}`];
  }
  const headers = compareHeaders(response.headers, got.headers);
  if (!/json/.test(response.headers['content-type'] ?? '') || response.body === '') {
    return [...headers, ...compareText(response.body, got.body)];
  }
  const [recorded, came] = [response.body, got.body].map((body) => withoutFieldNames(asked.path, JSON.parse(body)));
  if (recorded === undefined || came === undefined) return ['no answer'];
  const isError = response.status >= 400;
  const body =
    byIndex.test(asked.path) && !isError ? compareByIndex(recorded, came) : compareJson(recorded, came, '$', isError);
  return [...headers, ...body];
}

/** An id in a recorded body: of a point in time that only the recorded server knew. */
const recordedPitId = /(?:6M6b|o463QQ)[A-Za-z0-9_=-]{8,}/g;

/** Who may do all on the servers that ask for credentials. */
const owner = { type: 'basic', username: 'elastic', password: 'changeme-test' } as const;
const ownersHeader = `Basic ${Buffer.from(`${owner.username}:${owner.password}`).toString('base64')}`;

async function openPit(server: SampleSearchEngine, engine: EngineName, index: string): Promise<string> {
  const isElastic = engine.startsWith('elasticsearch');
  const path = isElastic
    ? `/${index}/_pit?keep_alive=1m&allow_partial_search_results=true`
    : `/${index}/_search/point_in_time?keep_alive=1m`;
  const headers = { Authorization: ownersHeader };
  const { body, status } = await ask(server.url, { method: 'POST', path, headers, body: null });
  assert.equal(status, 200, body);
  const opened: { id?: string; pit_id?: string } = JSON.parse(body);
  return opened.id ?? opened.pit_id ?? assert.fail(body);
}

/** Over which indices the recorded point in time was opened. */
function pitIndices(name: string): string {
  if (/^pit-(?:alias|partial)/.test(name)) return 'logs-all';
  if (/^pit-search-partial/.test(name)) return 'other-shape,unallocated';
  if (name === 'pit-index-deleted') return 'short-lived';
  if (name === 'pit-one-index-deleted') return 'other-shape,short-lived';
  return 'access-logs';
}

/** An id in a recorded body: of a scroll that only the recorded server knew. */
const recordedScrollId = /FGluY2x1ZGVfY29udGV4dF91dWlk[A-Za-z0-9+/_=-]+/g;

async function withScroll(server: SampleSearchEngine, name: string, asked: Asked): Promise<Asked> {
  if (asked.body === null || asked.body.match(recordedScrollId) === null) return asked;
  const headers = { 'Content-Type': 'application/json' };
  const body = '{"size": 3, "sort": ["_doc"], "_source": ["@timestamp"]}';
  const path = '/access-logs/_search?scroll=1m';
  const opened: { _scroll_id?: string } = JSON.parse(
    (await ask(server.url, { method: 'POST', path, headers, body })).body,
  );
  const id = opened._scroll_id ?? assert.fail('no scroll was opened');
  if (/cleared|expired/.test(name)) {
    const clear = JSON.stringify({ scroll_id: id });
    await ask(server.url, { method: 'DELETE', path: '/_search/scroll', headers, body: clear });
  }
  return { ...asked, body: asked.body.replace(recordedScrollId, id) };
}

/** Opens what the recorded request needs, and puts the new id in the place of the recorded one. */
async function withPit(server: SampleSearchEngine, engine: EngineName, recording: Recording): Promise<Asked> {
  const { case: name, request: asked } = recording;
  if (asked.body === null || asked.body.match(recordedPitId) === null) return asked;
  const indices = pitIndices(name);
  if (indices.includes('short-lived')) server.createIndex('short-lived', [{ id: '1', source: '{"k": "v"}' }]);
  const id = await openPit(server, engine, indices);
  if (indices.includes('short-lived')) server.deleteIndex('short-lived');
  if (/closed|again|expired/.test(name)) server.closePits();
  return { ...asked, body: asked.body.replace(recordedPitId, id) };
}

async function replay(server: SampleSearchEngine, engine: EngineName, recording: Recording): Promise<Differences> {
  const asked = await withScroll(server, recording.case, await withPit(server, engine, recording));
  // What the request creates must not be there yet.
  if (/^index-odd-|-?typed(?:-path)?$/.test(recording.case)) {
    const [, index = '', , id = ''] = asked.path.split('/').map(decodeURIComponent);
    server.deleteDocument(index, id);
  }
  const got = await ask(server.url, asked);
  return differences(recording, got);
}

/** Milliseconds: for starts and requests that take well under a second on an idle machine. */
const slowMachine = 60_000;

const elastic = 'elasticsearch-8.19.0';
const openSearch = 'opensearch-3.0.0';
const reasons = new Map<string, string>(Object.entries(notCovered));

/** One test for each recorded case: it is answered alike, or it is listed and is not. */
function compareAll(engine: EngineName, serverFor: (name: string) => SampleSearchEngine): void {
  const recordings = readRecordings(engine);
  for (const [name, recording] of recordings) {
    const reason = reasons.get(`${engine}/${name}`);
    if (reason === undefined) {
      it(name, async () => {
        assert.deepEqual(await replay(serverFor(name), engine, recording), []);
      });
    } else {
      it(`${name} is not covered: ${reason}`, async () => {
        const found = await replay(serverFor(name), engine, recording);
        assert.notDeepEqual(found, [], 'it is answered as recorded: take it off the list');
      });
    }
  }

  it('lists no case that was not recorded', () => {
    const listed = [...reasons.keys()].filter((key) => key.startsWith(`${engine}/`));
    assert.deepEqual(
      listed.filter((key) => !recordings.has(key.slice(engine.length + 1))),
      [],
    );
  });
}

describe('search: the sample search engine against the recorded Elasticsearch 8.19.0', function () {
  this.timeout(slowMachine);
  let open: SampleSearchEngine;
  let guarded: SampleSearchEngine;
  let guardedByKey: SampleSearchEngine;

  before(async () => {
    open = await startSearchEngine({ odd: true, servesRoot: false });
    const asRecorded = { documents: 5, shards: 1 };
    guarded = await startSearchEngine({ ...asRecorded, auth: owner });
    guarded.createIndex('secret', [{ id: '1', source: '{"message": "secret 1"}' }]);
    const key = readRecordings(elastic).get('security-api-key')?.request.headers.Authorization?.split(' ')[1] ?? '';
    guardedByKey = await startSearchEngine({ ...asRecorded, auth: { type: 'apiKey', key } });
  });
  after(() => Promise.all([open.close(), guarded.close(), guardedByKey.close()]));

  compareAll(elastic, (name) => {
    if (!name.startsWith('security-')) return open;
    return /^security-api-key(?:$|-pit|-wildcard)/.test(name) ? guardedByKey : guarded;
  });
});

describe('search: the sample search engine against the recorded OpenSearch 3.0.0', function () {
  this.timeout(slowMachine);
  let server: SampleSearchEngine;
  before(async () => {
    server = await startSearchEngine({ engine: openSearch, odd: true });
  });
  after(() => server.close());

  compareAll(openSearch, () => server);
});

describe('search: the list of what the sample search engine does not cover', () => {
  it('names one of the two engines in each entry', () => {
    assert.deepEqual(
      [...reasons.keys()].filter((key) => !key.startsWith(`${elastic}/`) && !key.startsWith(`${openSearch}/`)),
      [],
    );
  });
});
