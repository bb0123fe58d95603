import assert from 'node:assert/strict';
import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { fieldCompletions, indexCompletions } from '../../../../../src/core/search/engine/completions';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import type { IndexEntry } from '../../../../../src/core/search/engine/indexList';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { type Recording, readRecordings } from '../../../../recordings/read';
import { startSearchEngine } from '../../../../servers/search/index';
import { endedAfterEach } from '../../base/http/fixtures';
import { failureFrom, fakeHttpClient, json, slowHttpClient } from '../fakeHttpClient';

const elastics = ['6.8.23', '7.17.29', '8.11.0', '8.19.0', '9.1.0'].map((version) => `elasticsearch-${version}`);
const engines = [...elastics, 'opensearch-2.19.0', 'opensearch-3.0.0'];

type Answers = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

function catalogOver(answers: Answers, now?: () => number) {
  const fake = fakeHttpClient(answers);
  const catalog = openEngineCatalog(
    openSearchClient(async () => fake),
    now === undefined ? {} : { now },
  );
  return { catalog, asked: fake.asked, paths: () => fake.asked.map(({ path }) => path) };
}

const refused = (status: number): HttpResponse => json({ error: { type: 'security_exception', reason: 'no' } }, status);
const noIndex = json({ error: { type: 'index_not_found_exception', reason: 'no such index' }, status: 404 }, 404);

/** Answers with the recordings named, by path; with a refusal else. */
function recorded(engine: string, cases: readonly string[], otherwise: HttpResponse = noIndex): Answers {
  const known = new Map(
    cases.flatMap((name) => {
      const recording: Recording | undefined = readRecordings(engine).get(name);
      return recording === undefined ? [] : [[recording.request.path, recording.response]];
    }),
  );
  return ({ path }) => known.get(path) ?? otherwise;
}

const open = ['access-logs', 'empty', 'no-source', 'other-shape', 'products', 'read-blocked', 'unallocated'];

describe('engineCatalog: what can be searched at an endpoint', () => {
  const test = endedAfterEach();

  for (const engine of engines) {
    it(`is told by ${engine}: open indices and aliases by name`, async () => {
      const { catalog } = catalogOver(recorded(engine, ['resolve-index', 'alias', 'cat-indices-json']));
      assert.deepEqual(
        (await catalog.indices()).map(({ name, kind }) => `${name} ${kind}`),
        ['access-logs index', 'empty index', 'logs-all alias', ...open.slice(1 + 1).map((name) => `${name} index`)],
      );
    });

    it(`is told by ${engine} where only older lists are served`, async () => {
      const { catalog } = catalogOver(recorded(engine, ['alias', 'cat-indices-json']));
      const names = (await catalog.indices()).map(({ name }) => name);
      assert.deepEqual(names, [...open, 'logs-all'].sort());
    });

    it(`is told by ${engine}: the fields of an index with their types`, async () => {
      const { catalog } = catalogOver(recorded(engine, ['field-caps', 'field-caps-products']));
      const fields = await catalog.fields('access-logs');
      const told = new Map(fields.map((field) => [field.name, field]));
      assert.deepEqual(told.get('@timestamp')?.types, ['date']);
      assert.deepEqual(told.get('message'), {
        name: 'message',
        types: ['text'],
        isSearchable: true,
        isAggregatable: false,
      });
      assert.deepEqual(
        fields.filter(({ name }) => name.startsWith('_')),
        [],
      );
      assert.deepEqual(
        fields.map(({ name }) => name),
        fields.map(({ name }) => name).sort(),
      );
    });

    it(`is told by ${engine}: odd fields too, but none that only holds others`, async () => {
      const { catalog } = catalogOver(recorded(engine, ['field-caps-products']));
      const fields = await catalog.fields('products');
      const types = fields.flatMap((field) => field.types);
      assert.ok(!types.some((type) => ['object', 'nested', 'unmapped'].includes(type)), types.join());
      const told = new Map(fields.map((field) => [field.name, field]));
      assert.deepEqual(told.get('__proto__')?.types, ['text']);
      assert.deepEqual(told.get('__proto__.keyword')?.types, ['keyword']);
      const inVariants = fields.filter(({ name }) => name.startsWith('variants.'));
      assert.ok(inVariants.length > 0 && inVariants.every(({ nestedIn }) => nestedIn === 'variants'));
      assert.equal(told.get('name')?.nestedIn, undefined);
    });

    it(`is told by ${engine} alike by its mapping`, async () => {
      for (const [index, capabilities, mapping] of [
        ['access-logs', 'field-caps', 'mapping'],
        ['products', 'field-caps-products', 'mapping-products'],
      ] as const) {
        const one = await catalogOver(recorded(engine, [capabilities])).catalog.fields(index);
        const other = await catalogOver(recorded(engine, [mapping], refused(403))).catalog.fields(index);
        assert.ok(one.length > 10);
        assert.deepEqual(other, one);
      }
    });

    it(`has no fields for what ${engine} has not or has closed`, async () => {
      const { catalog } = catalogOver(
        recorded(engine, ['field-caps-no-match', 'field-caps-closed', 'mapping-missing']),
      );
      for (const index of ['nothing-*', 'closed-one', 'nothing', '']) {
        assert.deepEqual(await catalog.fields(index), []);
      }
    });
  }

  it('has both types of a field whose indices differ', async () => {
    const { catalog } = catalogOver(({ path }) => {
      assert.equal(path, '/logs-all/_field_caps?fields=*');
      const recording = readRecordings('opensearch-3.0.0').get('field-caps-conflict');
      return recording?.response ?? noIndex;
    });
    const fields = await catalog.fields('logs-all');
    const told = fields.map(({ name, types, isAggregatable }) => [name, [...types].sort(), isAggregatable]);
    assert.deepEqual(told, [
      ['@timestamp', ['date'], true],
      ['code', ['long', 'text'], false],
      ['name', ['text'], false],
    ]);
    const mapped = readRecordings('opensearch-3.0.0').get('mapping-alias')?.response ?? noIndex;
    const byMapping = await catalogOver(({ path }) => (path === '/x/_mapping' ? mapped : refused(403))).catalog.fields(
      'x',
    );
    assert.deepEqual([...(byMapping[0]?.types ?? [])].sort(), ['long', 'text']);
  });

  it('has what numbers count, where all indices say the same of it', async () => {
    const capability = (meta?: unknown) => ({
      type: 'long',
      searchable: true,
      aggregatable: true,
      ...(meta !== undefined && { meta }),
    });
    const capabilities = {
      fields: {
        took: { long: capability({ unit: ['micros'] }) },
        mixed: { long: capability({ unit: ['ms', 's'] }) },
        some: { long: capability({ unit: ['ms'] }), integer: { ...capability(), type: 'integer' } },
        odd: { long: capability({ unit: ['parsec'], owner: ['me'] }) },
        broken: { long: capability({ unit: 5 }) },
      },
    };
    const mapping = (unit: string) => ({
      mappings: {
        properties: {
          took: { type: 'long', meta: { unit } },
          size: { type: 'long', meta: { unit: 'byte' } },
          odd: { type: 'long', meta: 1 },
        },
      },
    });
    const served = (path: string, body: unknown) =>
      catalogOver((request) =>
        request.path === path ? { status: 200, headers: {}, body: JSON.stringify(body) } : refused(403),
      ).catalog.fields('x');
    const unitsOf = (fields: Awaited<ReturnType<typeof served>>) => fields.map(({ name, unit }) => [name, unit]);
    assert.deepEqual(unitsOf(await served('/x/_field_caps?fields=*', capabilities)), [
      ['broken', undefined],
      ['mixed', undefined],
      ['odd', undefined],
      ['some', undefined],
      ['took', 'us'],
    ]);
    assert.deepEqual(unitsOf(await served('/x/_mapping', { one: mapping('ms'), two: mapping('s') })), [
      ['odd', undefined],
      ['size', 'bytes'],
      ['took', undefined],
    ]);
  });

  const security = [
    'security-user-resolve',
    'security-user-cat-indices',
    'security-user-field-caps',
    'security-user-mapping',
  ];

  it('is what a user with few rights may see', async () => {
    const { catalog, paths } = catalogOver(recorded('elasticsearch-8.19.0', security, refused(403)));
    assert.deepEqual(await catalog.indices(), [{ name: 'access-logs', kind: 'index' }]);
    assert.ok((await catalog.fields('access-logs')).some(({ name }) => name === 'message'));
    assert.ok(!paths().some((path) => /_mapping|_alias|_cat/.test(path)), paths().join());
  });

  for (const status of [400, 401, 403, 404, 405, 500]) {
    it(`is empty, and no failure, where everything is refused with ${status}`, async () => {
      const { catalog, asked } = catalogOver(() => refused(status));
      assert.deepEqual([await catalog.indices(), await catalog.fields('logs')], [[], []]);
      const before = asked.length;
      await catalog.indices();
      await catalog.fields('logs');
      assert.equal(asked.length, before);
    });
  }

  for (const status of [429, 503]) {
    it(`is a failure, and asked again, where the engine is down with ${status}`, async () => {
      let isDown = true;
      const healthy = recorded('elasticsearch-9.1.0', ['resolve-index', 'field-caps']);
      const { catalog } = catalogOver((request) => (isDown ? { status, headers: {}, body: '' } : healthy(request)));
      assert.equal((await failureFrom(() => catalog.indices())).status, status);
      assert.equal((await failureFrom(() => catalog.fields('access-logs'))).status, status);
      isDown = false;
      assert.equal((await catalog.indices()).length, 8);
      assert.ok((await catalog.fields('access-logs')).length > 10);
    });
  }

  it('is empty where a page answers', async () => {
    const { catalog } = catalogOver(() => ({ status: 200, headers: {}, body: '<html>Sign in</html>' }));
    assert.deepEqual([await catalog.indices(), await catalog.fields('logs')], [[], []]);
  });

  it('has data streams and indices of remote clusters, and nothing hidden or closed', async () => {
    const local = json({
      indices: [
        { name: 'a', attributes: ['open'] },
        { name: '.ds-logs-000001', attributes: ['hidden', 'open'], data_stream: 'logs' },
        { name: 'b', attributes: ['closed'] },
        { name: 'c', attributes: ['hidden'] },
        { name: '.kibana' },
      ],
      aliases: [{ name: 'z', indices: ['a'] }],
      data_streams: [{ name: 'logs', backing_indices: '.ds-logs-000001', timestamp_field: '@timestamp' }],
    });
    const remote = json({ indices: [{ name: 'eu:a' }, { name: 'eu:.kibana' }], aliases: [], data_streams: [] });
    const { catalog } = catalogOver(({ path }) => (path === '/_resolve/index/*%3A*' ? remote : local));
    assert.deepEqual(await catalog.indices(), [
      { name: 'a', kind: 'index' },
      { name: 'eu:a', kind: 'index' },
      { name: 'logs', kind: 'data stream' },
      { name: 'z', kind: 'alias' },
    ]);
  });

  it('has the local indices where remote clusters fail', async () => {
    const local = recorded('elasticsearch-8.19.0', ['resolve-index'], { status: 503, headers: {}, body: '' });
    assert.equal((await catalogOver(local).catalog.indices()).length, 8);
  });

  it('is kept for five minutes for each expression, and asked again then or when it is forgotten', async () => {
    let time = 0;
    const { catalog, asked } = catalogOver(
      recorded('elasticsearch-9.1.0', ['field-caps', 'resolve-index']),
      () => time,
    );
    const ask = async () => {
      const before = asked.length;
      await catalog.fields('access-logs');
      await catalog.indices();
      return asked.length - before;
    };
    assert.equal(await ask(), 3);
    time = 299_999;
    assert.equal(await ask(), 0);
    time = 300_000;
    assert.equal(await ask(), 3);
    catalog.forget();
    assert.equal(await ask(), 3);
  });

  it('keeps the lists of fifty expressions', async () => {
    const { catalog, asked } = catalogOver(() => json({ fields: {} }));
    for (let at = 0; at < 51; at++) await catalog.fields(`logs-${at}`);
    await catalog.fields('logs-1');
    assert.equal(asked.length, 51);
    await catalog.fields('logs-0');
    assert.equal(asked.length, 52);
  });

  it('asks once for two who ask at once, and ends the request when both have left', async () => {
    const { client } = slowHttpClient();
    const catalog = openEngineCatalog(openSearchClient(async () => client));
    const [one, two] = [new AbortController(), new AbortController()];
    const asking = [one, two].map(({ signal }) => failureFrom(() => catalog.fields('logs', signal)));
    one.abort();
    assert.equal((await asking[0])?.kind, 'canceled');
    assert.equal(client.asked[0]?.signal?.aborted, false);
    two.abort();
    await asking[1];
    assert.equal(client.asked[0]?.signal?.aborted, true);
    assert.equal(client.asked.length, 1);
  });

  it('is refused for an expression that names no index', async () => {
    const { catalog } = catalogOver(() => json({}));
    assert.equal((await failureFrom(() => catalog.fields('_cluster/settings'))).kind, 'invalid');
  });

  it('leaves out fields whose names nobody can write, below which the memory would end', async () => {
    const inside = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, { type: 'long' }]));
    const properties = { ok: { type: 'long' }, ['n'.repeat(2_000_000)]: { properties: inside } };
    const long = { searchable: true, aggregatable: true, type: 'long' };
    const capabilities = { ok: { long }, [`${'a.'.repeat(200)}b`]: { long }, ['n'.repeat(20_000)]: { long } };
    for (const answer of [{ fields: capabilities }, { i: { mappings: { properties } } }]) {
      const { catalog } = catalogOver(() => json(answer));
      assert.deepEqual(
        (await catalog.fields('i')).map(({ name }) => name),
        ['ok'],
      );
    }
  });

  it('knows the nearest nested field above each of a hundred thousand', async () => {
    const nested = { searchable: false, aggregatable: false, type: 'nested' };
    const long = { searchable: true, aggregatable: true, type: 'long' };
    const all = Array.from({ length: 50_000 }, (_, at) => [
      [`n${at}`, { nested }],
      [`n${at}.o.x`, { long }],
    ]).flat();
    const { catalog } = catalogOver(() => json({ fields: Object.fromEntries(all) }));
    const fields = await catalog.fields('i');
    assert.ok(fields.length === 50_000 && fields.every(({ name, nestedIn }) => name === `${nestedIn}.o.x`));
  });

  it('knows which nested fields are plain objects in other indices, whichever answer tells', async () => {
    const parent = (type: string) => ({ searchable: false, aggregatable: false, type });
    const keyword = { searchable: true, aggregatable: true, type: 'keyword' };
    const capabilities = {
      both: { nested: parent('nested'), object: parent('object') },
      'both.a': { keyword },
      'both.o.b': { keyword },
      only: { nested: parent('nested') },
      'only.a': { keyword },
      plain: { object: parent('object') },
      'plain.a': { keyword },
    };
    const below = (type: object, more = {}) => ({ ...type, properties: { a: { type: 'keyword' }, ...more } });
    const inner = { o: { properties: { b: { type: 'keyword' } } } };
    const nested = { type: 'nested' };
    const mappings = [
      { both: below(nested, inner), only: below(nested), plain: below({}) },
      { both: below({}, inner), only: below(nested), plain: below({}) },
    ];
    for (const order of [mappings, mappings.toReversed()]) {
      const mapped = Object.fromEntries(order.map((properties, at) => [`i${at}`, { mappings: { properties } }]));
      for (const answers of [
        (): HttpResponse => json({ fields: capabilities }),
        ({ path }: HttpRequest): HttpResponse => (path.endsWith('_mapping') ? json(mapped) : noIndex),
      ]) {
        const fields = await catalogOver(answers).catalog.fields('i');
        assert.deepEqual(
          fields.map(({ name, nestedIn, isAlsoPlain }) => [name, nestedIn, isAlsoPlain]),
          [
            ['both.a', 'both', true],
            ['both.o.b', 'both', true],
            ['only.a', 'only', undefined],
            ['plain.a', undefined, undefined],
          ],
        );
      }
    }
  });

  it('survives a mapping of a hundred thousand levels', async () => {
    const body = `{"i":{"mappings":{"properties":${'{"a":{"properties":'.repeat(100_000)}{}${'}}'.repeat(100_000)}}}}`;
    const { catalog } = catalogOver(({ path }) =>
      path.endsWith('_mapping') ? { status: 200, headers: {}, body } : noIndex,
    );
    assert.deepEqual(await catalog.fields('i'), []);
  });

  it('reads what else a mapping can hold', async () => {
    const properties = {
      a: { type: 'text', fielddata: true, fields: { raw: { type: 'keyword', index: false } } },
      b: { type: 'alias', path: 'o.c' },
      o: { properties: { c: { type: 'long', doc_values: false } } },
      n: { type: 'nested', properties: { x: { properties: { d: { type: 'date' } } } } },
      odd: 7,
    };
    const answer = json({ i: { mappings: { dynamic: 'strict', runtime: { r: { type: 'ip' } }, properties } } });
    const { catalog } = catalogOver(({ path }) => (path.endsWith('_mapping') ? answer : noIndex));
    assert.deepEqual(
      (await catalog.fields('i')).map((field) => Object.values(field).join(' ')),
      [
        'a text true true',
        'a.raw keyword false true',
        'b long true false',
        'n.x.d date true true n',
        'o.c long true false',
        'r ip true true',
      ],
    );
  });

  for (const engine of ['elasticsearch-6.8.23', 'elasticsearch-8.19.0', 'opensearch-2.19.0'] as const) {
    it(`is asked of a running sample engine, ${engine}`, async () => {
      const server = await startSearchEngine({ engine, documents: 100 });
      try {
        const client = test.client(server.url);
        const catalog = openEngineCatalog(openSearchClient(async () => client));
        const names = (await catalog.indices()).map(({ name }) => name);
        assert.ok(names.includes('access-logs') && names.includes('products'), names.join());
        const fields = await catalog.fields('access-logs');
        assert.deepEqual(fields.find(({ name }) => name === 'RouterName')?.types, ['keyword']);
      } finally {
        await server.close();
      }
    });
  }
});

describe('engineCatalog: the completion of what is typed', () => {
  const names = ['access-logs', 'logs-prod', 'Prod', 'production', 'a-prod-b'].map((name) => ({
    name,
    kind: 'index' as const,
  }));
  const of = (text: string) => indexCompletions(names, text).map(({ value }) => value);

  const cases: readonly [text: string, values: readonly string[]][] = [
    ['prod', ['Prod', 'production', 'logs-prod', 'a-prod-b']],
    ['', ['access-logs', 'logs-prod', 'Prod', 'production', 'a-prod-b']],
    [' PRODU ', ['production']],
    ['logs-*', []],
    ['<logs-{now', []],
    ['nothing', []],
    ['-prod', ['logs-prod', 'a-prod-b']],
  ];
  for (const [text, values] of cases) {
    it(`of ${JSON.stringify(text)} is ${values.join(' ') || 'nothing'}`, () => assert.deepEqual(of(text), values));
  }

  it('says what each is, and stops at fifty', () => {
    assert.deepEqual(indexCompletions([{ name: 'x', kind: 'data stream' }], ''), [
      { value: 'x', detail: 'Data stream' },
    ]);
    const many = Array.from({ length: 80 }, (_, at) => ({ name: `n${at}`, kind: 'index' as const }));
    assert.equal(indexCompletions(many, 'n').length, 50);
  });

  it('says how much each holds where that is known, has hidden ones once a dot is typed, and no closed ones', () => {
    const entry = (name: string, more: Partial<IndexEntry> = {}): IndexEntry => ({
      name,
      kind: 'index',
      isHidden: false,
      isClosed: false,
      members: [],
      ...more,
    });
    const entries = [
      entry('.ds-logs-1', { isHidden: true, documents: 5, bytes: 800 }),
      entry('access-logs', { documents: 12_427, bytes: 3_140_000 }),
      entry('closed', { isClosed: true }),
      entry('logs', { kind: 'data stream', documents: 1, bytes: 0 }),
      entry('logs-all', { kind: 'alias' }),
      entry('logs-counted', { documents: 3 }),
      entry('logs-unknown'),
    ];
    const listed = [
      { name: 'closed', kind: 'index' as const },
      { name: 'eu:logs', kind: 'index' as const },
      { name: 'logs', kind: 'data stream' as const },
    ];
    const told = (text: string) => indexCompletions(listed, text, entries).map(({ value, detail }) => [value, detail]);
    assert.deepEqual(told('logs'), [
      ['logs', 'Data stream · 1 doc · 0 bytes'],
      ['logs-all', 'Alias'],
      ['logs-counted', '3 docs'],
      ['logs-unknown', 'Index'],
      ['access-logs', '12,427 docs · 3.14 MB'],
      ['eu:logs', 'Index'],
    ]);
    assert.deepEqual(told('.'), [['.ds-logs-1', '5 docs · 800 bytes']]);
    assert.deepEqual(told('clo'), []);
  });

  it('of fields has their types, and of date fields those only', () => {
    const field = (name: string, ...types: string[]) => ({ name, types, isSearchable: true, isAggregatable: true });
    const fields = [field('at', 'date'), field('code', 'long', 'text'), field('nanos', 'date_nanos')];
    assert.deepEqual(fieldCompletions('field', fields, 'CO'), [{ value: 'code', detail: 'long, text' }]);
    assert.deepEqual(
      fieldCompletions('dateField', fields, '').map(({ value }) => value),
      ['at', 'nanos'],
    );
  });
});
