import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { isRequestFailure } from '../../src/core/base/errors/failure';
import { type EngineCatalog, openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import type { FieldInfo } from '../../src/core/search/engine/fieldList';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import { openPager } from '../../src/core/search/paging/openPager';
import type { SearchPage } from '../../src/core/search/paging/pager';
import { fieldsAsked, fieldsWithDetails } from '../../src/core/search/query/fieldsAsked';
import { clauseMatches, filterOf } from '../../src/core/search/query/filterOf';
import { searchOf } from '../../src/core/search/query/searchOf';
import { documentValuesAt, ignoredIn, sourceOf } from '../../src/core/search/read/hitValues';
import { emptyQuestion, type SearchQuestion } from '../../src/protocol/question';
import { client, engine, withSearchClient } from './engine';

const indexName = 'kinds';
/** An index beside it that has none of the fields but one, of another type. */
const otherIndexName = 'kinds-other';
const isOld = engine.version.startsWith('6.');
const isOpenSearch = engine.kind === 'opensearch';

const keyword = { type: 'keyword' };
const properties = {
  txt: { type: 'text' },
  txtkw: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
  txtlow: { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 20 } } },
  kw: keyword,
  kwia: { type: 'keyword', ignore_above: 10 },
  kwtxt: { type: 'keyword', ignore_above: 10, fields: { words: { type: 'text' } } },
  l: { type: 'long' },
  i: { type: 'integer' },
  db: { type: 'double' },
  fl: { type: 'float' },
  hf: { type: 'half_float' },
  bo: { type: 'boolean' },
  ip: { type: 'ip' },
  dt: { type: 'date' },
  dfmt: { type: 'date', format: 'dd/MM/yyyy HH:mm' },
  dswap: { type: 'date', format: 'yyyy-dd-MM' },
  depoch: { type: 'date', format: 'epoch_second' },
  noidx: { type: 'keyword', index: false },
  noidxdv: { type: 'keyword', index: false, doc_values: false },
  nodv: { type: 'keyword', doc_values: false },
  en: { type: 'object', enabled: false },
  still: { type: 'object', dynamic: false, properties: { known: keyword } },
  geo: { type: 'geo_point' },
  rng: { type: 'integer_range' },
  bin: { type: 'binary' },
  nest: {
    type: 'nested',
    properties: {
      a: keyword,
      n: { type: 'long' },
      at: { type: 'date' },
      words: { type: 'text', fields: { keyword } },
      inner: { properties: { p: keyword } },
      deep: { type: 'nested', properties: { z: keyword } },
    },
  },
  al: { type: 'alias', path: 'kw' },
  nullv: { type: 'keyword', null_value: 'NULL' },
  nullb: { type: 'boolean', null_value: false },
  malformed: { type: 'integer', ignore_malformed: true },
  copy: { type: 'keyword', copy_to: 'all' },
  all: { type: 'text' },
  ...(isOld
    ? {}
    : {
        dn: { type: 'date_nanos' },
        flat: { type: isOpenSearch ? 'flat_object' : 'flattened', ...(isOpenSearch ? {} : { ignore_above: 10 }) },
      }),
};

/** As JSON text, for the digits. */
const documents: readonly string[] = [
  `{"txt":"The Quick brown-fox: /api/v1?x=1 AND","txtkw":"Hello World (x)","txtlow":"A longer text than twenty characters",
    "kw":"Exact Value/äöü \\"q\\" \\\\b","kwia":"longer than ten chars","kwtxt":"longer than ten chars","l":9007199254740993,
    "i":5.7,"db":0.1,"fl":0.1,"hf":0.1,"bo":true,"ip":"10.1.2.3","dt":"2026-01-02T03:04:05.678Z","dfmt":"02/01/2026 03:04",
    "dswap":"2026-31-01","depoch":1767225600,"noidx":"x","noidxdv":"x","nodv":"y","en":{"q":1},"still":{"q":1,"known":"k"},
    "geo":{"lat":1.5,"lon":2.5},"rng":{"gte":1,"lte":5},"bin":"aGk=",
    "nest":[{"a":"n1","n":1,"at":"2026-01-02","words":"Some Words","inner":{"p":"pp"},"deep":[{"z":"zz"}]},{"a":"n2","n":2}],
    "nullv":null,"nullb":null,"malformed":"abc","copy":"cc","dot.ted":"dv",
    "dyn":{"str":"Dynamic String, 5","num":12.5,"long":123456789012,"date":"2026-03-04","bool":false}
    ${isOld ? '' : `,"dn":"2026-01-02T03:04:05.123456789Z","flat":{"k":"fv","sub":{"x":"sx"},"num":7,"far":"longer than ten chars"}`}}`,
  `{"txt":["one two","three"],"txtkw":["Arr One","Arr Two"],"kw":["v1","v2",null],"kwia":["longer than ten chars","short"],
    "l":[1,9223372036854775807],"i":[1,2],"bo":"true","ip":["::1","192.168.0.1"],"dt":1767225600000,"db":"1.50",
    "nest":{"a":null,"n":3},"malformed":["abc",7],"nullv":["NULL",null],"geo":"1.5,2.5",
    "dyn":{"str":"${'x'.repeat(300)}","num":3}}`,
  `{"kw":"","txt":"","txtkw":"   ","l":-9223372036854775808,"i":"","dt":null,"bo":"","db":1e300,"fl":3.4e38,"txtlow":"the",
    "dyn":{"str":"the \\"quoted\\" \\\\ text\\nline two"},"nest":[]}`,
  `{"kw":1.10,"txt":1.10,"i":-5.9,"l":"7","db":1e2,"bo":"false","dt":2026,"kwia":null,"txtlow":"","nest":[{"words":"x y"},{"a":"n1"}]}`,
];

/** Paths that are asked of each document besides its own: those that it lacks, objects, and what is the hit's own. */
const otherPaths = ['nosuch', 'al', 'all', 'kw', 'nest', 'dyn', 'still.known', '_id', '_index'];
/** What no index holds as it stands: objects, parts of places and ranges, what is too long, malformed or left out. */
const notIndexed = [
  ...['d0.bin', 'd0.dyn', 'd0.en.q', 'd0.geo.lat', 'd0.geo.lon', 'd0.kwia', 'd0.malformed', 'd0.nest', 'd0.noidxdv'],
  ...['d0.rng.gte', 'd0.rng.lte', 'd0.still.q', 'd1.dyn', 'd1.geo', 'd1.kwia', 'd1.malformed', 'd1.nest'],
  ...['d2.dyn', 'd2.txt', 'd3.nest', 'd0.nosuch', 'd1.nosuch', 'd2.nosuch', 'd3.nosuch'],
];
/** What documents have not and the index has: an alias, and the field that others are copied to. */
const filledElsewhere = ['d0.al', 'd0.all', 'd1.al', 'd2.al', 'd3.al'];

/** A question that has to find the document with this number. */
type Asked = readonly [asked: Partial<SearchQuestion>, document: number];

const asked: readonly Asked[] = [
  [{ by: 'match', field: 'txt', text: 'quick' }, 0],
  [{ by: 'match', field: 'l', text: '9007199254740993' }, 0],
  [{ by: 'match', field: 'ip', text: '10.1.0.0/16' }, 0],
  [{ by: 'match', field: 'dfmt', text: '02/01/2026 03:04' }, 0],
  [{ by: 'match', field: 'nest.a', text: 'n1' }, 0],
  [{ by: 'match', field: 'nest.deep.z', text: 'zz' }, 0],
  [{ by: 'match', field: 'nest.inner.p', text: 'pp' }, 0],
  [{ by: 'match', field: 'al', text: 'v1' }, 1],
  [{ by: 'match', field: 'all', text: 'cc' }, 0],
  [{ by: 'match', field: '*', text: 'quick' }, 0],
  [{ by: 'match', field: 'dyn.*', text: 'dynamic' }, 0],
  [{ by: 'match', field: '_id', text: 'd0' }, 0],
  [{ by: 'match', field: 'dot.ted', text: 'dv' }, 0],
  [{ by: 'match', field: 'rng', text: '3' }, 0],
  [{ by: 'phrase', field: 'txt', text: 'quick brown fox' }, 0],
  [{ by: 'phrase', field: '*', text: 'quick brown fox' }, 0],
  [{ by: 'phrase', field: 'nest.words', text: 'some words' }, 0],
  [{ by: 'phrase', field: 'dyn.str', text: 'the "quoted" \\ text' }, 2],
  [{ by: 'queryString', field: '', text: 'quick' }, 0],
  [{ by: 'queryString', field: '', text: 'kw:v1 AND l:>0' }, 1],
  [{ by: 'queryString', field: '', text: 'dt:[2026-01-02 TO 2026-01-03]' }, 0],
  [{ by: 'queryString', field: '', text: 'nest.a:n1' }, 0],
  [{ by: 'queryString', field: '', text: 'nest.a:n1 AND nest.n:1' }, 0],
  [{ by: 'queryString', field: '', text: '_exists_:nest.words' }, 0],
  [{ by: 'queryString', field: 'nest.a', text: 'n1 OR n7' }, 0],
  [{ by: 'queryString', field: '', text: 'nosuch:x OR quick' }, 0],
  [{ by: 'queryString', field: '', text: 'dyn.\\*:dynamic' }, 0],
  [{ by: 'queryString', field: 'dyn.*', text: 'dynamic' }, 0],
  [{ by: 'exact', field: 'kw', text: 'Exact Value/äöü "q" \\b' }, 0],
  [{ by: 'exact', field: 'txtkw', text: 'Hello World (x)' }, 0],
  [{ by: 'exact', field: 'txtkw.keyword', text: 'Hello World (x)' }, 0],
  [{ by: 'exact', field: 'txtlow', text: 'A longer text than twenty characters' }, 0],
  [{ by: 'exact', field: 'nest.words', text: 'Some Words' }, 0],
  [{ by: 'exact', field: 'l', text: '-9223372036854775808' }, 2],
  [{ by: 'exact', field: 'hf', text: '0.1' }, 0],
  [{ by: 'exact', field: 'kw', text: '' }, 2],
  [{ by: 'exact', field: 'nest.n', text: '2' }, 0],
  [{ by: 'range', field: 'l', text: '9007199254740993', upTo: '9007199254740993' }, 0],
  [{ by: 'range', field: 'ip', text: '10.1.2.0', upTo: '10.1.2.255' }, 0],
  [{ by: 'range', field: 'dt', text: '2026-01-02', upTo: '2026-01-02' }, 0],
  [{ by: 'range', field: 'dfmt', text: '2026-01-02', upTo: '2026-01-02' }, 0],
  [{ by: 'range', field: 'dfmt', text: '2026-01-02T03:04:00Z', upTo: 'now+10y' }, 0],
  [{ by: 'range', field: 'dfmt', text: '01/01/2026 00:00', upTo: '' }, 0],
  // The 31st of January by the field's own format, and no date by any other.
  [{ by: 'range', field: 'dswap', text: '2026-31-01', upTo: '2026-31-01' }, 0],
  [{ by: 'range', field: 'dswap', text: '2026-01-30T00:00:00Z', upTo: '2026-02-01T00:00:00Z' }, 0],
  [{ by: 'range', field: 'depoch', text: '1767225600', upTo: '1767225600' }, 0],
  [{ by: 'range', field: 'depoch', text: '2026-01-01', upTo: '2026-01-01' }, 0],
  [{ by: 'range', field: 'kw', text: 'v', upTo: 'w' }, 1],
  [{ by: 'range', field: 'txtkw', text: 'Hello A', upTo: 'Hello Z' }, 0],
  [{ by: 'range', field: 'nest.n', text: '1', upTo: '1' }, 0],
  [{ by: 'range', field: 'nest.at', text: '2026-01-01', upTo: '2026-01-03' }, 0],
  [{ by: 'exists', field: 'dyn' }, 0],
  [{ by: 'exists', field: 'nest' }, 0],
  [{ by: 'exists', field: 'nest.inner' }, 0],
  [{ by: 'exists', field: 'nest.deep' }, 0],
  [{ by: 'exists', field: 'nest.a' }, 0],
  [{ by: 'exists', field: 'geo' }, 0],
  [{ by: 'id', text: 'd0, d1' }, 1],
  [{ by: 'match', field: '', text: '', time: { field: 'dt', span: 'own', from: '2026-01-02', to: '2026-01-03' } }, 0],
  [
    {
      by: 'match',
      field: '',
      text: '',
      time: { field: 'dfmt', span: 'own', from: '2026-01-02T00:00:00Z', to: 'now+10y' },
    },
    0,
  ],
  [
    { by: 'match', field: '', text: '', time: { field: 'depoch', span: 'own', from: '2026-01-01', to: '2026-01-02' } },
    0,
  ],
  [
    { by: 'match', field: '', text: '', time: { field: 'nest.at', span: 'own', from: '2026-01-01', to: '2026-01-03' } },
    0,
  ],
  ...(isOld
    ? []
    : ([
        [{ by: 'exact', field: 'dn', text: '2026-01-02T03:04:05.123456789Z' }, 0],
        [{ by: 'match', field: 'flat.k', text: 'fv' }, 0],
        [{ by: 'exists', field: 'flat.k' }, 0],
      ] satisfies readonly Asked[])),
];

describe(`kinds: what is asked of fields of each kind on ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);

  before(async () => {
    await client.ask('DELETE', `/${indexName},${otherIndexName}?ignore_unavailable=true`);
    const settings = { number_of_shards: 1, number_of_replicas: 0 };
    const typeless = isOld ? '?include_type_name=false' : '';
    await client.call('PUT', `/${indexName}${typeless}`, { settings, mappings: { properties } });
    await client.call('PUT', `/${otherIndexName}${typeless}`, {
      settings,
      mappings: { properties: { dfmt: { type: 'date' } } },
    });
    const action = (index: string, id: string): string =>
      JSON.stringify({ index: { _index: index, _id: id, ...(isOld && { _type: '_doc' }) } });
    const lines = documents.flatMap((document, at) => [action(indexName, `d${at}`), document.replaceAll('\n', ' ')]);
    // Others, so that a condition that lets everything through is told from one that is right.
    for (let at = 0; at < 20; at++) lines.push(action(indexName, `x${at}`), `{"other":${at},"txt":"other words"}`);
    lines.push(action(otherIndexName, 'o0'), '{"dfmt":"2026-01-02"}');
    const { body } = await client.call('POST', '/_bulk?refresh=true', `${lines.join('\n')}\n`, 'application/x-ndjson');
    assert.ok(z.object({ errors: z.literal(false) }).safeParse(body).success, JSON.stringify(body).slice(0, 2_000));
  });

  after(() => client.ask('DELETE', `/${indexName},${otherIndexName}`));

  interface Asking {
    readonly searchClient: SearchClient;
    readonly catalog: EngineCatalog;
    readonly fields: readonly FieldInfo[];
    run(question: Partial<SearchQuestion>): Promise<SearchPage>;
  }

  const asking = <T>(work: (asking: Asking) => Promise<T>): Promise<T> =>
    withSearchClient(async (searchClient) => {
      const catalog = openEngineCatalog(searchClient);
      const pager = openPager(searchClient, { prefetch: false });
      const run = async (changes: Partial<SearchQuestion>): Promise<SearchPage> => {
        const question = { ...emptyQuestion, index: indexName, size: 100, ...changes };
        return pager.run(searchOf(question, 0, new Date(), await fieldsAsked(catalog, question)));
      };
      try {
        return await work({ searchClient, catalog, fields: await catalog.fields(indexName), run });
      } finally {
        await pager.close();
      }
    });

  const idsOf = (page: SearchPage): (string | undefined)[] => page.hits.map(({ id }) => id);
  const refusalOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(isRequestFailure(error), `no refusal but ${String(error)}`);
    return error.failure;
  };

  it('finds again every value that it filters for, and by leaving it out does not', () =>
    asking(async ({ searchClient, catalog, fields, run }) => {
      const wrong: string[] = [];
      const notOffered = new Set<string>();
      const notFound = new Set<string>();
      let offered = 0;
      const { hits } = await run({ by: 'match', field: '', text: '' });
      for (const hit of hits.filter(({ id }) => id?.startsWith('d'))) {
        const source = sourceOf(hit.json) ?? '{}';
        for (const path of new Set([...pathsOf(JSON.parse(source), ''), ...otherPaths])) {
          const all = documentValuesAt(path.startsWith('_') ? hit.json : source, path);
          const whole = all.length > 1 ? `[${all.join()}]` : all[0];
          const items = all.length > 1 ? all.filter((item) => item !== 'null') : [];
          const known = await fieldsWithDetails(catalog, indexName, path, fields);
          for (const value of [whole, ...items]) {
            const where = `${hit.id}.${path}`;
            const filter = filterOf({ path, fields: known, ignored: ignoredIn(hit.json) }, value, false);
            if (filter === undefined) {
              notOffered.add(where);
              continue;
            }
            const isMatched = await clauseMatches(
              searchClient,
              indexName,
              hit,
              filter.clause,
              AbortSignal.timeout(10_000),
            );
            if (isMatched === filter.isOut) {
              notFound.add(where);
              continue;
            }
            offered += 1;
            const having = idsOf(await run({ by: 'match', field: '', text: '', filters: [filter] }));
            const others = idsOf(
              await run({ by: 'match', field: '', text: '', filters: [{ ...filter, isOut: !filter.isOut }] }),
            );
            if (!having.includes(hit.id)) wrong.push(`${where} is not found by ${filter.clause}`);
            if (others.includes(hit.id)) wrong.push(`${where} is not left out by ${filter.clause}`);
            if (having.length + others.length !== hits.length) wrong.push(`${filter.clause} does not part the hits`);
          }
        }
      }
      assert.deepEqual(wrong, []);
      const isNoIndexFound = fields.some(({ name, isSearchable }) => name === 'noidx' && isSearchable);
      const expected = [
        ...notIndexed,
        ...(isNoIndexFound ? [] : ['d0.noidx']),
        ...(isOld || isOpenSearch ? [] : ['d0.flat.far']),
      ];
      assert.deepEqual([...notOffered].sort(), expected.sort());
      assert.deepEqual([...notFound].sort(), filledElsewhere);
      assert.ok(offered > 90, `${offered} filters`);
    }));

  for (const [question, document] of asked) {
    it(`finds by ${JSON.stringify(question)}`, () =>
      asking(async ({ run }) => {
        const page = await run(question);
        assert.ok(idsOf(page).includes(`d${document}`), `${page.hits.length} hits of ${page.sent.body}`);
        assert.ok(page.hits.length < 10, page.sent.body);
        assert.deepEqual([page.partial, page.notes], [[], []]);
      }));
  }

  it('passes over an index that has not the nested field, or another format', () =>
    asking(async ({ run }) => {
      const index = `${indexName}*`;
      for (const [question, ids] of [
        [{ by: 'match', field: 'nest.words', text: 'some' }, ['d0']],
        [{ by: 'range', field: 'dfmt', text: '2026-01-02', upTo: '2026-01-02' }, ['d0', 'o0']],
      ] satisfies readonly (readonly [Partial<SearchQuestion>, readonly string[]])[]) {
        const page = await run({ ...question, index });
        assert.deepEqual([idsOf(page).sort(), page.partial], [ids, []], page.sent.body);
      }
    }));

  for (const [question, detail] of [
    [{ by: 'queryString', text: 'i:abc' }, /abc/],
    [{ by: 'queryString', text: 'quick AND bo:maybe' }, /maybe/],
    [{ by: 'queryString', text: '/joh(/' }, /./],
    [{ by: 'queryString', field: 'i', text: 'abc' }, /abc/],
    [{ by: 'queryString', field: 'ip', text: 'abc' }, /abc/],
  ] satisfies readonly (readonly [Partial<SearchQuestion>, RegExp])[]) {
    it(`shows what the engine refuses of ${JSON.stringify(question)}`, () =>
      asking(async ({ run }) => {
        const failure = await refusalOf(run(question));
        assert.equal(failure.kind, 'rejected');
        assert.match(failure.detail ?? '', detail);
      }));
  }

  it('refuses nothing over fields that were not named, and says what is known of none', () =>
    asking(async ({ run }) => {
      for (const [question, notes] of [
        [{ by: 'queryString', text: 'abcd' }, [/nested objects \(nest, nest\.deep\)/]],
        [{ by: 'queryString', text: 'dyn.\\*:abcd' }, [/nested objects/]],
        [{ by: 'match', field: '*', text: 'abcd' }, [/nested objects/]],
        [{ by: 'match', field: 'kw', text: 'abcd' }, [/holds exact values/]],
        [{ by: 'match', field: 'geo.lat', text: '1.5' }, [/No field “geo\.lat”/]],
        [{ by: 'exact', field: 'txt', text: 'The Quick' }, [/“txt” is a text field/]],
      ] satisfies readonly (readonly [Partial<SearchQuestion>, readonly RegExp[]])[]) {
        const page = await run(question);
        assert.deepEqual([page.hits.length, page.partial], [0, []], page.sent.body);
        assert.equal(page.notes.length, notes.length, page.notes.join());
        for (const [at, note] of notes.entries()) assert.match(page.notes[at] ?? '', note);
      }
    }));

  it('tells the format of a date that it cannot read', () =>
    asking(async ({ run }) => {
      const own = await refusalOf(run({ by: 'range', field: 'dfmt', text: '2 January', upTo: '' }));
      assert.equal(
        own.nextStep,
        'Enter the date in the format of the field, dd/MM/yyyy HH:mm, or relative to now, such as now-1h.',
      );
      const usual = await refusalOf(run({ by: 'range', field: 'dt', text: '2 January', upTo: '' }));
      assert.equal(usual.nextStep, 'Enter a date such as 2026-01-31T12:00:00Z or now-1h.');
    }));

  // The setting came with Elasticsearch 7.7.
  if (!isOld) {
    it('says so where the engine runs no expensive queries', () =>
      asking(async ({ run }) => {
        const allow = (isAllowed: boolean | null) =>
          client.call('PUT', '/_cluster/settings', { transient: { search: { allow_expensive_queries: isAllowed } } });
        await allow(false);
        try {
          for (const text of ['*ommo*', 'txt:*ommo*']) {
            const { sentence } = await refusalOf(run({ by: 'queryString', text }));
            assert.equal(sentence, 'The server does not allow expensive queries.');
          }
          assert.deepEqual((await run({ by: 'queryString', text: 'abcd' })).hits, []);
        } finally {
          await allow(null);
        }
      }));
  }
});

/** The paths of all scalars, also of those in lists. */
function pathsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    return value.some((item) => typeof item === 'object' && item !== null)
      ? value.flatMap((item) => pathsOf(item, path))
      : [path];
  }
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`));
}
