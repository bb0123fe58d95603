import assert from 'node:assert/strict';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import { openPager } from '../../src/core/search/paging/openPager';
import { fieldsAsked } from '../../src/core/search/query/fieldsAsked';
import { searchOf } from '../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../src/protocol/question';
import { client, engine } from './engine';
import { randomFrom } from './random';

/** @file Mappings and documents by chance, the same ones for the same seed, and what is known of their values without an engine. */

/** What a generator chooses. */
export interface Random {
  /** A whole number from 0 up to the one below `limit`. */
  below(limit: number): number;
  /** From `first` to `last`. */
  between(first: number, last: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

/** A generator of choices, the same for the same seed. */
export function choicesFrom(seed: number): Random {
  const below = randomFrom(seed);
  return {
    below,
    between: (first, last) => first + below(last - first + 1),
    pick: (list) => list[below(list.length)] ?? assert.fail('nothing to choose from'),
    chance: (share) => below(1_000) < share * 1_000,
  };
}

/** The seeds of a suite, or those of `PROXY_SCOUT_SEEDS=<first>-<last>`, to look for more. */
export function seeds(count: number): readonly number[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(process.env.PROXY_SCOUT_SEEDS ?? '') ?? [];
  const from = Number(first ?? 1);
  return Array.from({ length: last === undefined ? count : Number(last) - from + 1 }, (_, at) => from + at);
}

/** What values are compared by: numbers and booleans as such, dates as nanoseconds, texts as the hexadecimal digits of their UTF-8. */
export type ValueKey = number | bigint | string;

/** One way to map a field. */
interface FieldMapping {
  readonly mapping: object;
  /** A value as JSON text, for the digits. */
  value(random: Random): string;
  /** What the engine indexes of it; undefined for a value that it leaves out. */
  key(json: string): ValueKey | undefined;
}

export const isOld = engine.version.startsWith('6.');
const day = Date.UTC(2026, 2, 1);
export const keyOfText = (text: string): string => Buffer.from(text).toString('hex');
const keyOfDate = (millis: number): bigint => BigInt(millis) * 1_000_000n;
const keyOfIso = (json: string): bigint => {
  const [, rest = ''] = /\.\d{3}(\d{1,6})Z/.exec(json) ?? [];
  return keyOfDate(Date.parse(JSON.parse(json))) + BigInt(rest.padEnd(6, '0'));
};
const two = (number: number): string => String(number).padStart(2, '0');

const words = ['a', 'b', 'Z', 'ä', 'aa', 'a b', '"q"', '\\', '0', '-1', '1.0', '\u{1f600}', '\ufffd', '<b>', 'web-1'];
const keyword = (longest = Number.POSITIVE_INFINITY): FieldMapping => ({
  mapping: { type: 'keyword', ...(Number.isFinite(longest) && { ignore_above: longest }) },
  value: (random) =>
    JSON.stringify(random.chance(0.2) ? `long ${'x'.repeat(random.between(1, 40))}` : random.pick(words)),
  key: (json) => (JSON.parse(json).length > longest ? undefined : keyOfText(JSON.parse(json))),
});
const number = (type: string, values: readonly string[], key: FieldMapping['key'] = Number): FieldMapping => ({
  mapping: { type },
  value: (random) => random.pick(values),
  key,
});
/** Engines put missing values where the least and the greatest long are. */
const longs = [
  '9007199254740993',
  '9007199254740994',
  '9007199254740995',
  '-9223372036854775807',
  '9223372036854775806',
];

const date: FieldMapping = {
  mapping: { type: 'date' },
  value: (random) =>
    random.pick([
      () => `"${new Date(random.between(-3, 3)).toISOString()}"`,
      () => `"2026-03-29T0${random.between(0, 3)}:30:00+01:00"`,
      () => `"${new Date(day + random.below(9) * 1_000).toISOString()}"`,
      () => random.pick(['"9999-12-31T23:59:59.999Z"', '"0001-01-01T00:00:00Z"', '"5138-11-16T09:46:40.001Z"']),
    ])(),
  key: keyOfIso,
};
const nanos: FieldMapping = {
  mapping: { type: 'date_nanos' },
  value: (random) =>
    `"2026-03-01T00:00:0${random.below(3)}.${random.pick(['123', '999'])}${random.between(999_990, 999_999)}Z"`,
  key: keyOfIso,
};
/** One that both resolutions can have. */
const present: FieldMapping = {
  ...date,
  value: (random) => `"${new Date(day + random.below(500) * 250).toISOString()}"`,
};
const textWithKeyword: FieldMapping = {
  ...keyword(20),
  mapping: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 20 } } },
};

/** The fields by their paths. Those with several mappings have one of them in each index. */
export const fields: Readonly<Record<string, readonly FieldMapping[]>> = {
  long: [number('long', [...longs, '1', '-1', '0'], (json) => BigInt(json))],
  integer: [number('integer', ['-5', '0', '3', '4'])],
  double: [number('double', ['0.1', '-0.5', '1e300', '5e-324', '1234567.25', '1234567.89', '123456789.123456789'])],
  float: [number('float', ['0.1', '0.25', '16777217', '-3.5'], (json) => Math.fround(Number(json)))],
  keyword: [keyword()],
  short: [keyword(5)],
  word: [textWithKeyword],
  flag: [number('boolean', ['true', 'false'], (json) => (json === 'true' ? 1 : 0))],
  date: [date],
  coarse: [
    {
      mapping: { type: 'date', format: 'yyyy-MM-dd||epoch_millis' },
      value: (random) => String(day + random.below(5)),
      key: (json) => keyOfDate(Number(json)),
    },
  ],
  seconds: [
    {
      mapping: { type: 'date', format: 'epoch_second' },
      value: (random) => String(day / 1_000 + random.below(20)),
      key: (json) => keyOfDate(Number(json) * 1_000),
    },
  ],
  formatted: [
    {
      mapping: { type: 'date', format: 'dd/MM/yyyy HH:mm:ss' },
      value: (random) => `"0${random.between(1, 3)}/03/2026 10:00:${two(random.below(30))}"`,
      key: (json) => {
        const [, date = '', time = ''] = /"(\d\d)\/03\/2026 (.*)"/.exec(json) ?? [];
        return keyOfDate(Date.parse(`2026-03-${date}T${time}Z`));
      },
    },
  ],
  ...(isOld ? {} : { nanos: [nanos], mixed: [present, { ...present, mapping: { type: 'date_nanos' } }] }),
  clash: [keyword(), textWithKeyword],
  'n.long': [number('long', ['1', '2', '9007199254740993'], (json) => BigInt(json))],
  'n.keyword': [{ ...keyword(), value: (random) => JSON.stringify(random.pick(words)) }],
  'n.date': [present],
};

/** A document as it was written. */
export interface GeneratedDocument {
  readonly index: string;
  readonly id: string;
  /** By field, the values as JSON texts. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** By field, what the engine has of them. */
  readonly keys: Readonly<Record<string, readonly ValueKey[]>>;
}

export interface GeneratedIndices {
  /** The expression that names all of them. */
  readonly index: string;
  /** By `index/id`. */
  readonly documents: ReadonlyMap<string, GeneratedDocument>;
  /** How they were made, for the titles of failures. */
  readonly how: string;
}

/** Makes indices of an engine anew, with documents by chance: lists, missing values, and fields that an index has in no document or not at all. */
export async function makeIndices(
  name: string,
  random: Random,
  most: number,
  /** Whether the nested fields may be in plain objects in some of the indices. */
  { hasObjects = false } = {},
): Promise<GeneratedIndices> {
  const count = random.pick([1, 1, 2, 3]);
  const documents = new Map<string, GeneratedDocument>();
  const missing = random.pick([0, 0.3, 0.9]);
  const lists = random.pick([0, 0, 0.3]);
  const total = random.pick([Math.ceil(most / 20), most]);
  const shards: number[] = [];
  await client.ask('DELETE', `/${[0, 1, 2].map((at) => `${name}-${at}`).join()}?ignore_unavailable=true`);
  for (let at = 0; at < count; at++) {
    const index = `${name}-${at}`;
    const isBare = at > 0 && random.chance(0.2);
    const chosen = Object.entries(fields).map(([path, ways]) => [path, random.pick(ways)] as const);
    const empty = new Set(chosen.filter(() => random.chance(0.1)).map(([path]) => path));
    shards.push(random.between(1, 7));
    const settings = { number_of_shards: shards.at(-1), number_of_replicas: 0 };
    const isNested = !(hasObjects && random.chance(0.3));
    await client.create(index, { settings, mappings: { properties: isBare ? other : propertiesOf(chosen, isNested) } });
    const lines: string[] = [];
    for (let each = 0; each < Math.ceil(total / count); each++) {
      const [values, keys]: [Record<string, string[]>, Record<string, ValueKey[]>] = [{}, {}];
      for (const [path, way] of isBare ? [] : chosen) {
        if (empty.has(path) || random.chance(missing)) continue;
        const own = Array.from({ length: random.chance(lists) ? 2 : 1 }, () => way.value(random));
        values[path] = own;
        keys[path] = own.flatMap((json) => way.key(json) ?? []);
      }
      const id = `${at}-${each}`;
      documents.set(`${index}/${id}`, { index, id, values, keys });
      lines.push(`{"index":{"_id":"${id}"}}`, sourceOf(values, each));
    }
    await client.bulk(index, lines, { refresh: true });
  }
  const how = `${documents.size} documents, shards ${shards}, missing ${missing}, lists ${lists}`;
  return { index: `${name}-*`, documents, how };
}

const other = { other: { type: 'long' } };

function propertiesOf(chosen: readonly (readonly [path: string, way: FieldMapping])[], isNested: boolean): object {
  const [plain, inside] = [false, true].map((isInside) =>
    Object.fromEntries(
      chosen.flatMap(([path, { mapping }]) =>
        path.startsWith('n.') === isInside ? [[isInside ? path.slice(2) : path, mapping]] : [],
      ),
    ),
  );
  return { ...other, ...plain, n: { ...(isNested && { type: 'nested' }), properties: inside } };
}

/** Each value of nested fields stands in an object of its own with the others of its place in the list. */
function sourceOf(values: Readonly<Record<string, readonly string[]>>, number: number): string {
  const members = [`"other":${number}`];
  const objects: string[][] = [[], []];
  for (const [path, own] of Object.entries(values)) {
    if (path.startsWith('n.')) for (const [at, json] of own.entries()) objects[at]?.push(`"${path.slice(2)}":${json}`);
    else members.push(`"${path}":${own.length === 1 ? own[0] : `[${own.join()}]`}`);
  }
  const inside = objects.filter((each) => each.length > 0).map((each) => `{${each.join()}}`);
  return `{${[...members, ...(inside.length > 0 ? [`"n":[${inside.join()}]`] : [])].join()}}`;
}

/** The search for a question, as the panel makes it. */
export async function searchFor(searchClient: SearchClient, changes: Partial<SearchQuestion>) {
  const question = { ...emptyQuestion, highlight: false, ...changes };
  return searchOf(question, 0, new Date(), await fieldsAsked(openEngineCatalog(searchClient), question));
}

/** All hits of a question as `index/id`, page by page, and what was told besides. */
export async function foundBy(searchClient: SearchClient, changes: Partial<SearchQuestion>) {
  const pager = openPager(searchClient, { prefetch: false });
  try {
    let page = await pager.run(await searchFor(searchClient, { size: 1_000, ...changes }));
    const told = [...page.partial, ...page.notes];
    const hits = [...page.hits];
    while (page.hasNext) {
      page = await pager.turn('next');
      hits.push(...page.hits);
      told.push(...page.partial, ...page.notes);
    }
    return { ids: hits.map(({ index, id }) => `${index}/${id}`), hits, told };
  } finally {
    await pager.close();
  }
}
