import assert from 'node:assert/strict';
import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import { type IndexEntry, indexListJob } from '../../../../../src/core/search/engine/indexList';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { readRecordings } from '../../../../recordings/read';
import { startSearchEngine } from '../../../../servers/search/index';
import { endedAfterEach } from '../../base/http/fixtures';
import { failureFrom, fakeHttpClient, json, slowHttpClient } from '../fakeHttpClient';

const modern = [
  'elasticsearch-7.17.29',
  'elasticsearch-8.19.0',
  'elasticsearch-9.1.0',
  'opensearch-2.19.0',
  'opensearch-3.0.0',
];

type Answer = HttpResponse | Error;

/** Answers by what a path starts with; 404 else. */
function catalogOver(answers: Readonly<Record<string, Answer>>) {
  const http = fakeHttpClient(({ path }: HttpRequest) => {
    const answer = Object.entries(answers).find(([start]) => path.startsWith(start))?.[1] ?? json({ error: 'no' }, 404);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { catalog: openEngineCatalog(openSearchClient(async () => http)), asked: http.asked };
}

function recorded(engine: string, name: string): HttpResponse {
  const recording = readRecordings(engine).get(name);
  assert.ok(recording, `${engine}/${name}`);
  return recording.response;
}

const text = ({ name, kind, health, documents, bytes, isHidden, isClosed, members }: IndexEntry): string =>
  [
    kind,
    name,
    health ?? '?',
    documents ?? '?',
    bytes === undefined ? '?' : 'bytes',
    ...(isHidden ? ['hidden'] : []),
    ...(isClosed ? ['closed'] : []),
    ...(members.length === 0 ? [] : [`of ${members.join('+')}`]),
  ].join(' ');

const forbidden = json({ error: { type: 'security_exception', reason: 'no' }, status: 403 }, 403);

describe('indexList: the list of what an engine holds', () => {
  const test = endedAfterEach();

  for (const engine of modern) {
    it(`is told by ${engine} in three requests: figures, aliases with their indices, and the health`, async () => {
      const { catalog, asked } = catalogOver({
        '/_resolve/index/': recorded(engine, 'resolve-index-all'),
        '/_cat/indices': recorded(engine, 'cat-indices-all-bytes'),
        '/_cluster/health': recorded(engine, 'cluster-health'),
      });
      const list = await catalog.list();
      assert.deepEqual([list.health, list.isRefused], ['red', false]);
      assert.deepEqual(list.entries.map(text), [
        'index access-logs green 25000 bytes',
        'index closed-one green ? ? closed',
        'index empty green 0 bytes',
        'alias logs-all ? ? ? of access-logs+products',
        'index no-source green 12 bytes',
        'index other-shape green 12 bytes',
        'index products green 181 bytes',
        'index read-blocked green 12 bytes',
        'index unallocated red ? ?',
      ]);
      await catalog.list();
      assert.deepEqual(
        asked.map(({ path }) => path),
        [
          '/_resolve/index/*?expand_wildcards=all',
          '/_cat/indices?format=json&bytes=b&h=index,health,status,docs.count,store.size,segments.fixed_bitset_memory&expand_wildcards=all',
          '/_cluster/health',
        ],
      );
    });
  }

  it('is told by an engine before 7.9 in three requests: aliases, and the health of the worst index', async () => {
    const engine = 'elasticsearch-6.8.23';
    const { catalog, asked } = catalogOver({
      '/_resolve/index/': recorded(engine, 'resolve-index'),
      '/_cat/indices': recorded(engine, 'cat-indices-json'),
      '/_cat/aliases': recorded(engine, 'cat-aliases-json'),
    });
    const list = await catalog.list();
    assert.equal(list.health, 'red');
    assert.deepEqual(list.entries.map(text).slice(0, 4), [
      'index access-logs green 25000 ?',
      'index closed-one ? ? ? closed',
      'index empty green 0 bytes'.replace('bytes', '?'),
      'alias logs-all ? ? ? of products+access-logs',
    ]);
    assert.equal(asked.length, 3);
    assert.doesNotMatch(asked.map(({ path }) => path).join(), /cat.*expand_wildcards/, 'which 6.8 refuses');
  });

  it('has names alone where the user may only read', async () => {
    const engine = 'elasticsearch-8.19.0';
    const { catalog, asked } = catalogOver({
      '/_resolve/index/': recorded(engine, 'security-user-resolve'),
      '/_cat/indices': recorded(engine, 'security-user-cat-indices'),
      '/_cluster/health': recorded(engine, 'security-user-health'),
    });
    const list = await catalog.list();
    assert.deepEqual([list.health, list.entries.map(text)], [undefined, ['index access-logs ? ? ?']]);
    assert.equal(asked.length, 3);
  });

  it('has the names that _field_caps tells where even _resolve is refused', async () => {
    const { catalog, asked } = catalogOver({
      '/_resolve/index/': forbidden,
      '/_cat/indices': forbidden,
      '/_field_caps': recorded('elasticsearch-8.19.0', 'security-user-field-caps'),
    });
    assert.deepEqual((await catalog.list()).entries.map(text), ['index access-logs ? ? ?']);
    assert.equal(asked.length, 3);
  });

  it('is refused, which is no failure, where the user may ask for nothing', async () => {
    const { catalog } = catalogOver({ '/': forbidden });
    assert.deepEqual(await catalog.list(), { entries: [], isRefused: true });
  });

  it('fails where nobody is let in, after one request, and is asked again the next time', async () => {
    const { catalog, asked } = catalogOver({ '/': json({ error: 'who' }, 401) });
    assert.equal((await failureFrom(() => catalog.list())).kind, 'unauthorized');
    assert.equal(asked.length, 1);
    await failureFrom(() => catalog.list());
    assert.equal(asked.length, 2);
  });

  it('fails where something else answers', async () => {
    const { catalog } = catalogOver({ '/': json({ hello: 'world' }) });
    assert.equal((await failureFrom(() => catalog.list())).kind, 'notAnApi');
    const gone = catalogOver({});
    assert.equal((await failureFrom(() => gone.catalog.list())).kind, 'notAnApi');
  });

  it('keeps the names where the figures cannot be read', async () => {
    const { catalog } = catalogOver({
      '/_resolve/index/': recorded('elasticsearch-9.1.0', 'resolve-index'),
      '/_cat/indices': json({ error: 'busy' }, 503),
      '/_cluster/health': json({ status: 'purple' }),
    });
    const list = await catalog.list();
    assert.equal(list.health, undefined);
    assert.equal(list.entries.length, 8);
  });

  it('sums up the indices of a data stream, where all are told', () => {
    const resolved = {
      indices: [
        { name: '.ds-logs-1', attributes: ['hidden', 'open'], data_stream: 'logs' },
        { name: '.ds-logs-2', attributes: ['hidden', 'open'], data_stream: 'logs' },
        { name: 'quiet', attributes: ['hidden', 'open'] },
      ],
      aliases: [{ name: 'one', indices: 'quiet' }],
      data_streams: [
        { name: 'logs', backing_indices: ['.ds-logs-1', '.ds-logs-2'], timestamp_field: '@timestamp' },
        { name: 'part', backing_indices: ['.ds-logs-1', '.ds-other'] },
        { name: 'void', backing_indices: [] },
      ],
    };
    const figures = [
      { index: '.ds-logs-1', health: 'green', 'docs.count': '7', 'store.size': '10' },
      { index: '.ds-logs-2', health: 'yellow', 'docs.count': '8', 'store.size': null },
    ];
    const list = indexListJob.run(JSON.stringify(resolved), JSON.stringify(figures), '', '', '');
    assert.deepEqual(list?.entries.map(text), [
      'index .ds-logs-1 green 7 bytes hidden',
      'index .ds-logs-2 yellow 8 ? hidden',
      'data stream logs yellow 15 ? of .ds-logs-1+.ds-logs-2',
      'alias one ? ? ? of quiet',
      'data stream part ? ? ? of .ds-logs-1+.ds-other',
      'index quiet ? ? ? hidden',
      'data stream void ? ? ?',
    ]);
    assert.equal(list?.health, undefined, 'the indices may not be all');
  });

  it('leaves out how many documents there are where nested objects are counted with them', () => {
    const rows = ['0', '96', null, undefined].map((bits, at) => ({
      index: `a${at}`,
      health: 'green',
      'docs.count': '30',
      'segments.fixed_bitset_memory': bits,
    }));
    const streams = [{ name: 'b', backing_indices: ['a0', 'a1'] }];
    const resolved = JSON.stringify({ indices: [], aliases: [], data_streams: streams });
    const list = indexListJob.run(resolved, JSON.stringify(rows), '', '', '');
    assert.deepEqual(
      list?.entries.map(({ name, documents }) => [name, documents]),
      [
        ['a0', 30],
        ['a1', undefined],
        ['a2', 30],
        ['a3', 30],
        ['b', undefined],
      ],
    );
  });

  it('is the same where it is so long that another thread reads it', async () => {
    const { catalog } = catalogOver({
      '/_resolve/index/': recorded('elasticsearch-9.1.0', 'resolve-index'),
      '/_cat/indices': json([]),
      '/_cluster/health': { ...json({}), body: `${' '.repeat(2 ** 22)}{"status":"green"}` },
    });
    const { entries, health } = await catalog.list();
    assert.deepEqual([entries.length, health], [8, 'green']);
  });

  it('is told by its names before the figures are there', async () => {
    const engine = 'elasticsearch-9.1.0';
    const answers: Record<string, Answer> = {
      '/_resolve/index/': recorded(engine, 'resolve-index-all'),
      '/_cat/indices': recorded(engine, 'cat-indices-all-bytes'),
      '/_cluster/health': recorded(engine, 'cluster-health'),
    };
    const { catalog } = catalogOver(answers);
    const told: string[][] = [];
    catalog.onDidListNames(({ entries }) => told.push(entries.map(text)));
    const { entries } = await catalog.list();
    assert.deepEqual(told[0]?.slice(0, 2), ['index access-logs ? ? ?', 'index closed-one ? ? ? closed']);
    assert.deepEqual([told.length, told[0]?.length], [1, entries.length]);
  });

  it('is none where an entry is no entry', () => {
    const resolved = { indices: [{ name: 'a', attributes: [] }, { nome: 'b' }], aliases: [], data_streams: [] };
    assert.equal(indexListJob.run(JSON.stringify(resolved), '', '', '', ''), undefined);
    assert.equal(indexListJob.run('', '[{"index":"a"},{}]', '', '', ''), undefined);
    assert.equal(indexListJob.run('', '{"index":"a"}', '', '', ''), undefined);
  });

  it('leaves when it is canceled', async () => {
    const slow = slowHttpClient();
    const catalog = openEngineCatalog(openSearchClient(async () => slow.client));
    const abort = new AbortController();
    const list = catalog.list(abort.signal);
    abort.abort();
    assert.equal((await failureFrom(() => list)).kind, 'canceled');
  });

  for (const engine of ['elasticsearch-6.8.23', 'elasticsearch-8.19.0', 'opensearch-3.0.0'] as const) {
    it(`is asked of a running sample engine, ${engine}`, async () => {
      const server = await startSearchEngine({ engine, documents: 100 });
      try {
        const client = test.client(server.url);
        const { entries, health } = await openEngineCatalog(openSearchClient(async () => client)).list();
        const [logs] = entries.filter(({ name }) => name === 'access-logs');
        assert.deepEqual([logs?.documents, logs?.health, logs?.bytes !== undefined], [100, 'green', true]);
        assert.equal(entries.find(({ kind }) => kind === 'alias')?.members.includes('access-logs'), true);
        assert.equal(health, 'green');
        assert.equal(server.requests.length, 3);
      } finally {
        await server.close();
      }
    });
  }
});
