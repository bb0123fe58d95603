import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSuccess } from '../../../../src/core/base/http/responseFailures';
import { indentJson } from '../../../../src/core/base/json/indent';
import { exactCount } from '../../../../src/core/search/paging/exactCount';
import { openPointInTime } from '../../../../src/core/search/paging/pointInTime';
import { searchTraits } from '../../../../src/core/search/paging/searchTraits';
import { describeHitJob } from '../../../../src/core/search/read/describeHit';
import { describePage } from '../../../../src/core/search/read/describePage';
import { describeTable } from '../../../../src/core/search/read/describeTable';
import type { ReadTable } from '../../../../src/core/search/read/readTable';
import { type Recording, readRecordings, recordingsFolder } from '../../../recordings/read';
import { endpoint, failureFrom } from './fakeHttpClient';
import elsewhere from './not-asked.json';
import { answeringClient } from './recordings/answeringClient';
import { type Engine, engines, names } from './recordings/engines';
import { partials } from './recordings/partials';
import { pageOf } from './recordings/read';
import { refusals } from './recordings/refusals';

interface WireHit extends Record<string, unknown> {
  readonly _source?: Record<string, unknown>;
  readonly fields?: Record<string, unknown>;
}

interface Wire {
  readonly took?: number;
  readonly _scroll_id?: string;
  readonly aggregations?: Record<string, unknown>;
  readonly hits: {
    readonly total?: number | { readonly value: number; readonly relation: string };
    readonly hits: readonly WireHit[];
  };
}

/** `text` without the white space between and within its values. */
function squeezed(text: string): string {
  return text.replace(/\s/g, '');
}

/** What stands above the hits, worked out from the answer in another way than the client does it. */
function rangeOf({ hits: { total, hits } }: Wire, from: number, size: number): string {
  const value = typeof total === 'object' ? total.value : total;
  const more = typeof total === 'object' && total.relation === 'gte' ? '+' : '';
  const isCounted = value !== undefined && value >= 0;
  const of = isCounted ? `${value.toLocaleString('en-US')}${more}` : '';
  if (size === 0) return isCounted ? `0 of ${of}` : 'No hits requested';
  if (hits.length === 0) {
    if (from === 0 || value === 0) return 'No hits';
    return `No hits from ${(from + 1).toLocaleString('en-US')} on${isCounted ? ` (total: ${of})` : ''}`;
  }
  const ends = [from + 1, from + hits.length].map((rank) => rank.toLocaleString('en-US'));
  return `${[...new Set(ends)].join('–')}${isCounted ? ` of ${of}` : ''}`;
}

/** The lines of a tree: one a member and one an item. */
function linesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Array.isArray(value) ? value : Object.values(value);
  return inside.reduce<number>((sum, each) => sum + 1 + linesOf(each), 0);
}

/** Holds the cells of one document's own fields against what `JSON.parse` and the text of the hit say of them. */
function areCells(table: ReadTable, wire: WireHit, json: string, row: number): void {
  const document = wire._source ?? wire.fields ?? {};
  for (const [at, { path }] of table.columns.entries()) {
    const cell = table.rows[row]?.cells[at];
    assert.ok(cell !== undefined);
    const value = Object.hasOwn(document, path) ? document[path] : undefined;
    if (value === undefined) continue;
    if (value === null) assert.equal(cell.kind, 'null', path);
    else if (typeof value === 'boolean') assert.deepEqual([cell.kind, cell.text], ['boolean', String(value)], path);
    else if (typeof value === 'number') {
      assert.equal(cell.kind, 'number', path);
      assert.ok(squeezed(json).includes(`${squeezed(JSON.stringify(path))}:${cell.text}`), `${path} as sent`);
    } else if (typeof value === 'string' && /^[\x20-\x7e]{0,200}$/.test(value)) {
      assert.deepEqual([cell.kind, cell.text, cell.isCut], ['text', value, undefined], path);
    } else if (typeof value === 'string') {
      assert.equal(cell.kind, 'text', path);
      assert.equal(cell.isCut === true, value.length > 200, path);
    }
  }
}

/** Holds a good answer of a search against what a person would be told of it. */
function isShown(recording: Recording, engine: Engine): void {
  const { body } = recording.response;
  const wire: Wire = JSON.parse(body);
  const page = pageOf(recording);

  assert.equal(page.tookMs, wire.took);
  assert.equal(page.scrollId, wire._scroll_id);
  assert.equal(page.hits.length, wire.hits.hits.length);
  let behind = 0;
  for (const [at, { index, id, score, sort, json }] of page.hits.entries()) {
    const hit = wire.hits.hits[at] ?? {};
    assert.deepEqual([index, id, JSON.parse(json)], [hit._index, hit._id, hit]);
    const found = body.indexOf(json, behind);
    assert.ok(found >= behind, 'a hit is the exact text received');
    behind = found + json.length;
    assert.equal(score === undefined, (hit._score ?? null) === null);
    if (score !== undefined) assert.ok(squeezed(json).includes(`"_score":${score}`));
    assert.deepEqual(sort === undefined ? undefined : JSON.parse(sort), hit.sort);
    if (sort !== undefined) assert.ok(json.includes(sort), 'a cursor is the exact text received');

    const full = describeHitJob.run(json, []);
    if (!full.isCut) {
      assert.deepEqual(JSON.parse(full.json), hit);
      // The document's own members stand beside what the engine told of it, not one deeper.
      const isWrapped = hit._source !== undefined || hit.fields !== undefined;
      const { sort: _, _score, ...others } = hit;
      const told = _score === null || _score === undefined ? others : { ...others, _score };
      assert.equal(full.nodes.length, linesOf(told) - (isWrapped ? 1 : 0));
    }
    assert.equal(squeezed(indentJson(json)), squeezed(json));
  }

  const columns = [...new Set(wire.hits.hits.flatMap(({ _source, fields }) => Object.keys(_source ?? fields ?? {})))];
  const look = { columns: columns.slice(0, 1_000), fields: [] };
  const described = describePage(page, look);
  const table = describeTable(page, look);
  assert.equal(described.range, rangeOf(wire, page.from, page.size));
  for (const [row, { json }] of page.hits.entries()) areCells(table, wire.hits.hits[row] ?? {}, json, row);
  assert.deepEqual(
    described.table.rows.map(({ rank, id }) => [rank, id]),
    wire.hits.hits.map(({ _id }, at) => [page.from + at + 1, _id]),
  );

  assert.equal(page.aggregations === undefined, wire.aggregations === undefined);
  assert.deepEqual(
    described.aggregations.map(({ name, json, isCut }) => [name, isCut, JSON.parse(json)]),
    Object.entries(wire.aggregations ?? {}).map(([name, value]) => [name, false, value]),
  );

  const expected = partials.filter(({ cases }) => cases.some((entry) => names(entry, recording.case, engine)));
  assert.ok(expected.length <= 1);
  assert.deepEqual(described.partial, expected[0]?.sentences ?? []);
}

/** Holds a refusal against what a person would be told of it. */
async function isExplained(recording: Recording, engine: Engine): Promise<void> {
  const failure = await failureFrom(() => pageOf(recording));
  const rows = refusals.filter(({ cases }) => cases.some((entry) => names(entry, recording.case, engine)));
  assert.equal(rows.length, 1, `not told once what it means: ${failure.kind}: ${failure.sentence}`);
  assert.deepEqual([failure.kind, failure.sentence], [rows[0]?.kind, rows[0]?.sentence.replace('%', endpoint.url)]);
  assert.match(failure.nextStep, /^\p{Lu}.*\.$/u);
  if (!recording.response.body.startsWith('{"error"')) return;
  const { error } = JSON.parse(recording.response.body);
  let reason = typeof error === 'string' ? error : error.root_cause?.[0]?.reason;
  // The root cause only repeats a query string: what is wrong in it stands with the shard that failed.
  if (reason?.startsWith('Failed to parse query ['))
    reason = error.failed_shards[0].reason.caused_by.caused_by.reason.split('Was expecting one of:')[0];
  if (typeof reason === 'string') {
    const flat = reason.replace(/\s+/g, ' ').trim().slice(0, 200);
    assert.ok(failure.detail?.replace(/\s+/g, ' ').startsWith(flat), `the engine’s own reason: ${failure.detail}`);
  }
}

/** Holds an opened point in time against what the pager is given. */
async function isOpened({ response }: Recording): Promise<void> {
  const opened = await openPointInTime(
    answeringClient(() => response),
    'logs',
  );
  const { id, pit_id, _shards } = JSON.parse(response.body);
  assert.equal(opened.kind, 'open');
  if (opened.kind !== 'open') return;
  assert.deepEqual([opened.id, opened.shards], [id ?? pit_id, _shards?.successful]);
  const without = _shards === undefined ? 0 : _shards.total - _shards.successful;
  assert.equal(
    opened.missing,
    without === 0 ? undefined : '2 of 3 shards could not be kept in the point in time, so hits may be missing.',
  );
}

/** Holds the answer to closing a point in time against who closes one: it is not waited for and never fails. */
async function isClosed({ request, response }: Recording): Promise<void> {
  const isElastic = request.path === '/_pit';
  const id: string = [JSON.parse(request.body ?? '{}')].map((body) => body.id ?? body.pit_id[0])[0];
  const opening = { status: 200, headers: {}, body: JSON.stringify(isElastic ? { id } : { pit_id: id }) };
  const asked: string[] = [];
  const client = answeringClient(
    ({ method, path, body }) => {
      if (method !== 'DELETE') return opening;
      asked.push(`${path} ${body}`);
      return response;
    },
    isElastic ? 'elasticsearch' : 'opensearch',
  );
  const opened = await openPointInTime(client, 'logs');
  assert.equal(opened.kind, 'open');
  if (opened.kind === 'open') await opened.close();
  assert.deepEqual(asked, [`${request.path} ${squeezed(request.body ?? '')}`]);
}

async function isCounted({ request, response }: Recording): Promise<void> {
  const body = request.body ?? '{}';
  const client = answeringClient(() => response);
  const counting = { client, path: '/logs/_search', body, timeoutMs: undefined, traits: searchTraits(body) };
  const total = await exactCount(counting, new AbortController().signal);
  assert.deepEqual(total, { value: JSON.parse(response.body).count, relation: 'eq' });
}

type Check = (recording: Recording, engine: Engine) => Promise<void> | void;

/** What a recorded exchange is held against; undefined for a call that nobody here makes. */
function checkOf({ case: name, request, response }: Recording): Check | undefined {
  if (request.method === 'OPTIONS') return undefined;
  const [path = ''] = request.path.split('?');
  const isPointInTime = path.endsWith('/_pit') || path.endsWith('/_search/point_in_time');
  const isSearch = path.endsWith('/_search') || path.endsWith('/_count') || path === '/_search/scroll';
  if (!isPointInTime && !isSearch) return undefined;
  if (refusals.some(({ cases }) => engines.some((engine) => cases.some((entry) => names(entry, name, engine))))) {
    const isTold = name === 'typed-path' ? response.status === 201 : !isSuccess(response);
    if (isTold || /^(?:accept-yaml|yaml|filter-path-none)$/.test(name)) return isExplained;
  }
  if (!isSuccess(response)) return isExplained;
  if (isPointInTime) return request.method === 'DELETE' ? isClosed : isOpened;
  if (path.endsWith('/_count')) return isCounted;
  return request.method === 'DELETE' ? undefined : isShown;
}

const listed = [...Object.entries(elsewhere.readBy), ...Object.entries(elsewhere.notAsked)].map(([one, other]) => {
  const [pattern, why] = one.endsWith('.ts') ? [other, one] : [one, other];
  return { pattern, why, names: new RegExp(`^(?:${pattern})$`) };
});

for (const engine of engines) {
  describe(`recorded answers of ${engine}`, () => {
    const recordings = [...readRecordings(engine).values()];

    it('are there in number', () => assert.ok(recordings.length >= 318, `${recordings.length}`));

    for (const recording of recordings) {
      const check = checkOf(recording);
      const entries = listed.filter((entry) => entry.names.test(recording.case));
      const how = check === isExplained ? 'explained' : check === isShown ? 'shown as received' : 'read';
      it(`${recording.case} is ${check === undefined ? 'listed' : how}`, async () => {
        if (check === undefined) assert.equal(entries.length, 1, 'either read by a test or listed once');
        else {
          assert.equal(entries.length, 0, 'read by a test and yet listed');
          await check(recording, engine);
        }
      });
    }
  });
}

describe('recordings: what is listed of recorded answers', () => {
  const everywhere = engines.flatMap((engine) =>
    [...readRecordings(engine).values()].map((recording) => ({ engine, recording })),
  );

  for (const { pattern, names: named, why } of listed) {
    it(`is recorded: ${pattern} (${why})`, () => {
      assert.match(why, /\S/);
      for (const name of pattern.split('|')) {
        const one = new RegExp(`^(?:${name})$`);
        assert.ok(
          everywhere.some(({ recording }) => one.test(recording.case) && named.test(recording.case)),
          name,
        );
      }
    });
  }

  for (const [file, pattern] of Object.entries(elsewhere.readBy)) {
    it(`is read by ${file} where it says so`, () => {
      const source = readFileSync(join(recordingsFolder(), '..', 'unit', 'core', 'search', file), 'utf8');
      for (const name of pattern.split('|')) assert.ok(source.includes(`'${name}'`), name);
    });
  }

  it('tells of every refusal in the table what it says of one', () => {
    for (const { cases } of refusals) {
      for (const entry of cases) {
        assert.ok(
          everywhere.some(
            ({ engine, recording }) => names(entry, recording.case, engine) && checkOf(recording) === isExplained,
          ),
          entry,
        );
      }
    }
  });

  it('tells of every partial answer in the table what it says of one', () => {
    for (const { cases } of partials) {
      for (const entry of cases) {
        assert.ok(
          everywhere.some(
            ({ engine, recording }) => names(entry, recording.case, engine) && checkOf(recording) === isShown,
          ),
          entry,
        );
      }
    }
  });
});
