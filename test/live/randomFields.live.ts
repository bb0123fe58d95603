import assert from 'node:assert/strict';
import { isRequestFailure } from '../../src/core/base/errors/failure';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import type { CountedValues } from '../../src/core/search/fields/readFieldValues';
import { readFieldValues } from '../../src/core/search/fields/readFieldValues';
import { fieldsWithDetails } from '../../src/core/search/query/fieldsAsked';
import { clauseMatches, filterOf } from '../../src/core/search/query/filterOf';
import { ignoredIn } from '../../src/core/search/read/hitValues';
import type { QuestionFilter, SearchQuestion } from '../../src/protocol/question';
import { engine, withSearchClient } from './engine';
import {
  choicesFrom,
  fields,
  foundBy,
  type GeneratedDocument,
  type GeneratedIndices,
  makeIndices,
  searchFor,
  seeds,
  type ValueKey,
} from './generated';

/** Values of a field whose filters are tried, and documents whose values are. */
const tried = 5;
const mostTop = 10;
const dateMillis = (key: ValueKey): number => {
  const nanos = BigInt(key);
  return Number((nanos - (((nanos % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n);
};

/** The index of a seed, and what is found in it. */
interface Asking {
  readonly searchClient: SearchClient;
  readonly made: GeneratedIndices;
  readonly all: readonly GeneratedDocument[];
  /** The names of all documents that a question finds, and what was told. */
  find(changes: Partial<SearchQuestion>): Promise<{ readonly ids: string; readonly told: readonly string[] }>;
}

const idsOf = (documents: readonly GeneratedDocument[]): string =>
  documents
    .map(({ index, id }) => `${index}/${id}`)
    .sort()
    .join();
const everything = { by: 'match', field: '', text: '' } as const;

/** What engines count as one value of a field: of dates, all of a millisecond. */
function countedKeys(path: string, { keys }: GeneratedDocument): readonly ValueKey[] {
  const own = keys[path] ?? [];
  return [...new Set(isDate(path) ? own.map(dateMillis) : own)];
}
const isDate = (path: string): boolean =>
  typeof fields[path]?.[0]?.key(String(fields[path][0].value(choicesFrom(1)))) === 'bigint' &&
  path !== 'long' &&
  path !== 'n.long';

async function checkCounts(path: string, counted: CountedValues, { find, made, all }: Asking): Promise<void> {
  const groups = new Map<ValueKey, GeneratedDocument[]>();
  for (const each of all)
    for (const key of countedKeys(path, each)) groups.set(key, [...(groups.get(key) ?? []), each]);
  const filtered = (filter: QuestionFilter | undefined) => {
    assert.ok(filter !== undefined, 'no filter');
    return find({ ...everything, filters: [filter] });
  };
  const { top, missing, uncounted, distinct, range, isEstimate, isMaybeTooLong } = { ...counted, ...counted.missing };
  assert.equal(counted.total, all.length);
  const valueless = all.filter(({ values }) => values[path] === undefined);
  const isCounted = uncounted === undefined;
  if (isMaybeTooLong !== true) {
    assert.equal(missing.hits, valueless.length, 'missing');
    assert.equal((await filtered(missing.filter)).ids, idsOf(valueless));
  } else {
    const keyless = all.filter((each) => countedKeys(path, each).length === 0).length;
    assert.equal(missing.hits + (uncounted?.hits ?? 0), keyless, 'missing, or too long');
  }
  if (uncounted !== undefined) {
    assert.equal((await filtered(uncounted.filter)).ids.split(',').length, uncounted.hits, 'not counted');
  }
  if (path === 'clash' && !isCounted) return;
  if (!isEstimate) {
    const sizes = [...groups.values()].map((group) => group.length).sort((one, other) => other - one);
    assert.deepEqual(
      top.map(({ hits }) => hits),
      sizes.slice(0, mostTop),
      'hits of values',
    );
  }
  if (distinct?.isExact === true) assert.equal(distinct.values, groups.size, 'distinct');
  const known = new Set([...groups.values()].map(idsOf));
  for (const { filter, hits, cell } of top.slice(0, tried)) {
    const { ids } = await filtered(filter);
    assert.ok(known.has(ids), `${cell.text} finds what has no value in common`);
    const out = (await find({ ...everything, filters: [{ ...(filter ?? assert.fail()), isOut: true }] })).ids;
    assert.equal(
      out.split(',').length + ids.split(',').length - (out === '' ? 1 : 0),
      all.length,
      `${cell.text} left out`,
    );
    if (!isEstimate) assert.equal(ids.split(',').length, hits, cell.text);
  }
  if (range === undefined) return;
  const values = [...groups.keys()].sort((one, other) => (one < other ? -1 : 1));
  for (const [cell, value] of [
    [range.least, values[0]],
    [range.most, values.at(-1)],
  ] as const) {
    const text = isDate(path) ? new Date(Number(value)).toISOString() : String(value);
    assert.ok(
      cell.text === text || Math.fround(Number(cell.text)) === value || cell.text.startsWith('about '),
      `${cell.text} for ${text}`,
    );
    if (cell.text.startsWith('about ')) assert.equal(Number(cell.text.slice('about '.length)), Number(value));
  }
  assert.equal(made.documents.size, all.length);
}

/** The filters that a value of a hit offers, and the questions for it. */
async function checkValue(
  path: string,
  document: GeneratedDocument,
  { find, all, searchClient, made }: Asking,
): Promise<void> {
  const [json] = document.values[path] ?? [];
  const key = document.index === '' || json === undefined ? undefined : document.keys[path]?.[0];
  if (json === undefined) return;
  const catalog = openEngineCatalog(searchClient);
  const known = await fieldsWithDetails(catalog, made.index, path, await catalog.fields(made.index));
  const { hits } = await foundBy(searchClient, { index: document.index, by: 'id', text: document.id });
  const [hit] = hits;
  assert.ok(hit !== undefined);
  const same = all.filter(({ keys }) => key !== undefined && keys[path]?.includes(key));
  const filter = filterOf({ path, fields: known, ignored: ignoredIn(hit.json) }, json, false);
  const isOffered =
    filter !== undefined &&
    (await clauseMatches(searchClient, made.index, hit, filter.clause, AbortSignal.timeout(10_000))) !== false;
  assert.ok(isOffered || document.values[path]?.length !== document.keys[path]?.length, `no filter for ${json}`);
  if (filter !== undefined && isOffered) {
    const found = await find({ ...everything, filters: [filter] });
    const out = await find({ ...everything, filters: [{ ...filter, isOut: true }] });
    const isTold = found.told.length > 0 && out.told.length > 0;
    if (key !== undefined && !isTold) {
      assert.equal(found.ids, idsOf(same), `${filter.clause} for ${json}`);
      assert.equal(out.ids, idsOf(all.filter((each) => !same.includes(each))), `without ${filter.clause}`);
    }
  }
  if (key === undefined || !json.startsWith('"') || isDate(path)) return;
  const text = JSON.parse(json);
  for (const question of [
    { by: 'exact', field: path, text },
    { by: 'range', field: path, text, upTo: text },
  ] as const) {
    const { ids, told } = await find(question);
    assert.ok(
      told.length > 0 || ids === idsOf(same),
      `${JSON.stringify(question)} finds ${ids} instead of ${idsOf(same)}`,
    );
  }
}

describe(`randomFields: random values of fields on ${engine.kind} ${engine.version}`, function () {
  this.timeout(300_000);

  for (const seed of seeds(8)) {
    it(`are counted, measured, filtered for and out, and asked for in all indices (seed ${seed})`, () =>
      withSearchClient(async (searchClient) => {
        const random = choicesFrom(seed);
        const made = await makeIndices('values', random, 400, { hasObjects: true });
        const all = [...made.documents.values()];
        const find = async (changes: Partial<SearchQuestion>) => {
          const { ids, told } = await foundBy(searchClient, { index: made.index, ...changes });
          return { ids: ids.sort().join(), told };
        };
        const asking = { searchClient, made, all, find };
        const catalog = openEngineCatalog(searchClient);
        const listed = await catalog.fields(made.index);
        const wrong: string[] = [];
        const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
          await work().catch((error: unknown) =>
            wrong.push(`${what} of ${made.how}: ${error instanceof Error ? error.message : error}`),
          );
        };
        const search = await searchFor(searchClient, { index: made.index, ...everything });
        for (const path of Object.keys(fields).filter((each) => listed.some(({ name }) => name === each))) {
          const known = await fieldsWithDetails(catalog, made.index, path, listed);
          if (!path.startsWith('n.')) {
            await attempt(path, async () => {
              const signal = AbortSignal.timeout(30_000);
              const counted = await readFieldValues(searchClient, search, path, known, { signal }).catch(
                (error: unknown) => {
                  if (path === 'clash' && isRequestFailure(error)) return undefined;
                  throw error;
                },
              );
              if (counted !== undefined) await checkCounts(path, counted, asking);
            });
          }
          for (let each = 0; each < tried; each++)
            await attempt(path, () => checkValue(path, random.pick(all), asking));
        }
        assert.deepEqual(wrong, []);
      }));
  }
});
