import assert from 'node:assert/strict';
import { isRequestFailure } from '../../src/core/base/errors/failure';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import { openPager } from '../../src/core/search/paging/openPager';
import { fieldsAsked } from '../../src/core/search/query/fieldsAsked';
import { searchOf } from '../../src/core/search/query/searchOf';
import type { EngineSearch } from '../../src/core/search/wire/engineSearch';
import { emptyQuestion } from '../../src/protocol/question';
import { client, engine, exportedHits, withSearchClient } from './engine';

const documentCount = 600;
/** Documents of an index beside it whose mapping has none of the fields. */
const bareCount = 40;
const isOld = engine.version.startsWith('6.');
const day = Date.UTC(2026, 0, 1);
const two = (number: number): string => String(number).padStart(2, '0');

type Key = number | bigint | string;

/** One kind of field: how it is mapped, how a document has it, and what it is sorted by. */
interface Kind {
  readonly mapping: object;
  /** As JSON text, for the digits. */
  readonly value: (at: number) => string;
  readonly key: (at: number) => Key;
}

const kinds: Readonly<Record<string, Kind>> = {
  long: {
    mapping: { type: 'long' },
    value: (at) => String(9_223_372_036_854_775_000n - BigInt(at % 400)),
    key: (at) => 9_223_372_036_854_775_000n - BigInt(at % 400),
  },
  negative: { mapping: { type: 'long' }, value: (at) => `-922337203685477580${at % 8}`, key: (at) => -(at % 8) },
  integer: { mapping: { type: 'integer' }, value: (at) => String(at - 300), key: (at) => at - 300 },
  double: { mapping: { type: 'double' }, value: (at) => `${at}.5`, key: (at) => at + 0.5 },
  date: {
    mapping: { type: 'date' },
    value: (at) => `"2026-01-01T00:00:${two(at % 60)}Z"`,
    key: (at) => at % 60,
  },
  formatted: {
    mapping: { type: 'date', format: 'yyyy-MM-dd HH:mm:ss' },
    value: (at) => `"2026-01-01 00:${two(at % 7)}:${two(at % 60)}"`,
    key: (at) => (at % 7) * 60 + (at % 60),
  },
  short: {
    mapping: { type: 'date', format: 'dd/MM/yyyy||epoch_millis' },
    value: (at) => String(day + (at % 500)),
    key: (at) => at % 500,
  },
  seconds: {
    mapping: { type: 'date', format: 'epoch_second' },
    value: (at) => String(day / 1000 + (at % 90)),
    key: (at) => at % 90,
  },
  keyword: { mapping: { type: 'keyword' }, value: (at) => `"k${two(at % 50)}"`, key: (at) => `k${two(at % 50)}` },
  boolean: { mapping: { type: 'boolean' }, value: (at) => String(at % 2 === 0), key: (at) => (at % 2 === 0 ? 1 : 0) },
  ip: { mapping: { type: 'ip' }, value: (at) => `"10.0.0.${at % 200}"`, key: (at) => at % 200 },
  ...(isOld
    ? {}
    : {
        nanos: {
          mapping: { type: 'date_nanos' },
          value: (at) => `"2026-01-01T00:00:00.${String(at % 450).padStart(9, '0')}Z"`,
          key: (at) => at % 450,
        },
      }),
};

const nestedKinds: Readonly<Record<string, Kind>> = Object.fromEntries(
  ['integer', 'keyword', 'date', ...(isOld ? [] : ['nanos'])].flatMap((name) => {
    const kind = kinds[name];
    return kind === undefined ? [] : [[`nested.${name}`, kind]];
  }),
);

const hasFields = (at: number): boolean => at % 3 !== 0;

function documentOf(at: number): string {
  if (!hasFields(at)) return '{}';
  const members = Object.entries(kinds).map(([name, { value }]) => `"${name}":${value(at)}`);
  const inside = Object.entries(nestedKinds).map(
    ([name, { value }]) => `"${name.slice('nested.'.length)}":${value(at)}`,
  );
  return `{${members.join()},"nested":[{${inside.join()}},{}]}`;
}

async function fill(): Promise<void> {
  const mappingsOf = (all: Readonly<Record<string, Kind>>, cut: number) =>
    Object.fromEntries(Object.entries(all).map(([name, { mapping }]) => [name.slice(cut), mapping]));
  const properties = {
    ...mappingsOf(kinds, 0),
    nested: { type: 'nested', properties: mappingsOf(nestedKinds, 'nested.'.length) },
  };
  // More shards than a node is asked for at once, so that some are told what others found.
  await client.create('gaps', {
    settings: { number_of_shards: 12, number_of_replicas: 0 },
    mappings: { properties },
  });
  await client.create('gaps-bare', {
    settings: { number_of_shards: 1, number_of_replicas: 0 },
    mappings: { properties: { other: { type: 'long' } } },
  });
  const lines = Array.from({ length: documentCount }, (_, at) => [`{"index":{"_id":"${at}"}}`, documentOf(at)]).flat();
  await client.bulk('gaps', lines, { refresh: true });
  const bare = Array.from({ length: bareCount }, (_, at) => [`{"index":{"_id":"b${at}"}}`, `{"other":${at}}`]).flat();
  await client.bulk('gaps-bare', bare, { refresh: true });
}

const everyId = (isWithBare: boolean): string[] => [
  ...Array.from({ length: documentCount }, (_, at) => String(at)),
  ...(isWithBare ? Array.from({ length: bareCount }, (_, at) => `b${at}`) : []),
];

function assertInOrder(ids: readonly string[], { key }: Kind, order: 'asc' | 'desc'): void {
  const keys = ids.map((id) => (id.startsWith('b') || !hasFields(Number(id)) ? undefined : key(Number(id))));
  for (const [at, now] of keys.entries()) {
    const before = keys[at - 1];
    if (at === 0 || now === undefined) continue;
    assert.ok(before !== undefined, `a document without the field stands before ${ids[at]}`);
    assert.ok(order === 'asc' ? before <= now : before >= now, `${ids[at - 1]} stands before ${ids[at]}`);
  }
}

async function walked(searchClient: SearchClient, search: EngineSearch) {
  const pager = openPager(searchClient, { prefetch: false });
  try {
    const ids: string[] = [];
    const told = new Set<string>();
    let page = await pager.run(search);
    for (let pages = 0; pages < 100; pages++) {
      ids.push(...page.hits.map(({ id }) => id ?? ''));
      for (const sentence of [...page.partial, ...page.notes]) told.add(sentence);
      if (!page.hasNext) break;
      page = await pager.turn('next');
    }
    return { ids, told: [...told] };
  } finally {
    await pager.close();
  }
}

async function exported(searchClient: SearchClient, search: EngineSearch) {
  const { hits, told } = await exportedHits(searchClient, search);
  return { ids: hits.map(({ id }) => id), told };
}

describe(`sorts: documents without the field that is sorted by, on ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);
  before(fill);

  for (const [field, kind] of [...Object.entries(kinds), ...Object.entries(nestedKinds)]) {
    // An index without a nested field cannot be sorted by what is in it, and says so.
    const isNested = field.startsWith('nested.');
    for (const order of ['asc', 'desc'] as const) {
      it(`are all shown and exported in their place, by ${field} ${order}`, () =>
        withSearchClient(async (searchClient) => {
          const question = {
            ...emptyQuestion,
            index: isNested ? 'gaps' : 'gaps*',
            by: 'match' as const,
            field: '',
            text: '',
            sort: [{ field, order }],
            size: 47,
          };
          const fields = await fieldsAsked(openEngineCatalog(searchClient), question);
          const search = searchOf(question, 0, new Date(), fields);
          for (const walk of [walked, exported]) {
            const { ids, told } = await walk(searchClient, search);
            assert.deepEqual([...ids].sort(), everyId(!isNested).sort());
            assertInOrder(ids, kind, order);
            if (!isOld) assert.deepEqual(told, []);
          }
        }));

      it(`are never passed over in silence in a sort written by hand, by ${field} ${order}`, () =>
        withSearchClient(async (searchClient) => {
          const nested = isNested ? { nested: { path: 'nested' } } : {};
          const body = JSON.stringify({ sort: [{ [field]: { order, ...nested } }] });
          for (const walk of [walked, exported]) {
            try {
              const { ids, told } = await walk(searchClient, { index: 'gaps', body, from: 0, size: 47 });
              const isWhole = new Set(ids).size === documentCount && ids.length === documentCount;
              assert.ok(isWhole || told.length > 0, `${ids.length} hits, ${new Set(ids).size} of them different`);
            } catch (error) {
              if (!isRequestFailure(error)) throw error;
            }
          }
        }));
    }
  }
});
