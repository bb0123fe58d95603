import assert from 'node:assert/strict';
import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { countHits, exportHits } from '../../../../../src/core/search/export/exportHits';
import type { EngineSearch } from '../../../../../src/core/search/wire/engineSearch';
import { type Recording, readRecordings } from '../../../../recordings/read';
import { failureFrom, fakeHttpClient, json } from '../fakeHttpClient';
import { fakeEngine } from '../paging/fakeEngine';
import { searchClientOf } from './searchClientOf';

const search: EngineSearch = { index: 'access-logs', body: '{"query":{"match_all":{}}}', from: 0, size: 10 };

interface Engine {
  readonly family?: 'elasticsearch' | 'opensearch';
  readonly version?: string;
  readonly answer: (request: HttpRequest) => HttpResponse;
}

/** Exports from an engine whose answers are given. */
function exporting({ family = 'elasticsearch', version = '6.8.23', answer }: Engine, asked = search, limit?: number) {
  const open = fakeHttpClient(answer);
  const chunks: string[] = [];
  const done = exportHits(searchClientOf(open, family, version), asked, {
    format: 'ndjson',
    columns: [],
    limit,
    pause: async () => undefined,
    async write(chunk) {
      chunks.push(chunk);
    },
  });
  const ids = () => chunks.flatMap((chunk) => chunk.trimEnd().split('\n')).map((line) => JSON.parse(line)._id);
  return { done, ids, requests: open.asked };
}

function recorded(version: string, name: string): Recording {
  const found = readRecordings(version).get(name);
  assert.ok(found, `${version} ${name}`);
  return found;
}

const answered = ({ response: { status, headers, body } }: Recording): HttpResponse => ({ status, headers, body });
const isOpening = ({ path }: HttpRequest) => path.includes('?scroll=');
const isPointInTime = ({ path }: HttpRequest) => path.includes('_pit') || path.includes('point_in_time');
const refused = (status: number, type: string, reason: string) =>
  json({ error: { type, reason, root_cause: [] } }, status);
const noHandler = (): HttpResponse => json({ error: 'no handler found for uri and method [POST]', status: 400 }, 400);

describe('otherWays: an export from an engine without a point in time', () => {
  for (const version of [
    'elasticsearch-6.8.23',
    'elasticsearch-7.17.29',
    'elasticsearch-8.19.0',
    'opensearch-2.19.0',
  ]) {
    it(`goes on with the newest scroll of ${version} and clears it`, async () => {
      const [first, second, clear] = ['scroll-1', 'scroll-2', 'scroll-clear'].map((name) => recorded(version, name));
      assert.ok(first && second && clear);
      let scrolled = 0;
      const { done, ids, requests } = exporting({
        answer(request) {
          if (isOpening(request)) return answered(first);
          if (request.method === 'DELETE') return answered(clear);
          if (request.path === '/_search/scroll') {
            scrolled += 1;
            return scrolled === 1 ? answered(second) : json({ _scroll_id: 'newer', hits: { total: 25_000, hits: [] } });
          }
          return answered(recorded(version, 'first-page'));
        },
      });
      const { hits, notes } = await done;
      const recordedIds = [first, second].flatMap(({ response }) =>
        JSON.parse(response.body).hits.hits.map(({ _id }: { _id: string }) => _id),
      );
      assert.deepEqual(ids(), recordedIds);
      assert.equal(hits, 6);
      // The rest was not recorded.
      assert.deepEqual(notes, ['The server counted 24,994 more hits than it returned.']);

      const opening = requests.find(isOpening);
      assert.equal(opening?.path, '/access-logs/_search?scroll=5m');
      assert.deepEqual(Object.keys(JSON.parse(opening?.body ?? '')), ['query', 'sort', 'size']);
      const next = requests.filter(({ path, method }) => path === '/_search/scroll' && method === 'POST');
      assert.deepEqual(
        next.map(({ body = '' }) => JSON.parse(body)),
        [first, second].map(({ response }) => ({ scroll: '5m', scroll_id: JSON.parse(response.body)._scroll_id })),
      );
      assert.deepEqual([requests.at(-1)?.method, requests.at(-1)?.body], ['DELETE', '{"scroll_id":"newer"}']);
    });
  }

  for (const version of [
    'elasticsearch-6.8.23',
    'elasticsearch-7.17.29',
    'elasticsearch-8.11.0',
    'elasticsearch-8.19.0',
    'elasticsearch-9.1.0',
    'opensearch-2.19.0',
    'opensearch-3.0.0',
  ]) {
    it(`reads the live result where ${version} has too many scrolls`, async () => {
      const { done } = exporting({
        answer: (request) => (isOpening(request) ? answered(recorded(version, 'scroll-too-many')) : live(40)(request)),
      });
      const { hits, notes } = await done;
      assert.equal(hits, 40);
      assert.deepEqual(notes, []);
    });
  }

  it('does not open a scroll twice, nor ask again for what a scroll has passed', async () => {
    const { done, requests } = exporting({
      answer(request) {
        if (isOpening(request)) return json({ _scroll_id: 'a', hits: { total: 3, hits: [{ _id: '1' }] } });
        if (request.path === '/_search/scroll' && request.method === 'POST') return refused(503, 'x', 'busy');
        return live(3)(request);
      },
    });
    assert.equal((await failureFrom(() => done)).kind, 'serverError');
    assert.equal(requests.filter(isOpening).length, 1);
    assert.equal(requests.filter(({ path, method }) => path === '/_search/scroll' && method === 'POST').length, 1);
    assert.equal(requests.at(-1)?.method, 'DELETE');
  });

  it('asks for fewer hits in each answer of a scroll where documents are long', async () => {
    const long = 'x'.repeat(100_000);
    const { done, requests } = exporting({
      answer(request) {
        if (request.path === '/_search/scroll') return json({ hits: { total: 1, hits: [] } });
        return json({ _scroll_id: 'a', hits: { total: 1, hits: [{ _id: '1', _source: { long } }] } });
      },
    });
    await done;
    const { size } = JSON.parse(requests.find(isOpening)?.body ?? '');
    assert.ok(size > 1 && size <= 20, String(size));
  });
});

describe('otherWays: an export that may neither open a point in time nor a scroll', () => {
  const forbidden = refused(403, 'security_exception', 'action is unauthorized for user [reader]');
  const none = (request: HttpRequest) => isPointInTime(request) || isOpening(request);

  it('reads the live result page by page, always from the same copies, and says so', async () => {
    const { done, ids, requests } = exporting({
      version: '8.19.0',
      answer: (request) => (none(request) ? forbidden : live(250)(request)),
    });
    const { hits, notes } = await done;
    assert.equal(hits, 250);
    assert.equal(new Set(ids()).size, 250);
    assert.deepEqual(notes, [
      'The hits were read page by page from a live index: if documents were written in the meantime, some hits may appear twice or be missing.',
      'This user is not allowed to open a point in time.',
      'This user is not allowed to open a scroll.',
    ]);
    const pages = requests.filter(({ path }) => path.includes('preference='));
    assert.equal(new Set(pages.map(({ path }) => path)).size, 1);
    assert.deepEqual(
      pages.map(({ body = '' }) => JSON.parse(body).from),
      [0, 100],
    );
  });

  it('stops at the window, and says so', async () => {
    const { done, requests } = exporting({
      version: '8.19.0',
      answer: (request) => (none(request) ? forbidden : live(12_345)(request)),
    });
    const { hits, notes } = await done;
    assert.equal(hits, 10_000);
    assert.equal(notes.at(-2), 'Only the first 10,000 hits can be read this way.');
    assert.equal(notes.at(-1), 'The server counted 2,345 more hits than it returned.');
    for (const { body = '' } of requests.filter(({ path }) => path.includes('preference='))) {
      const { from, size } = JSON.parse(body);
      assert.ok(from + size <= 10_000);
    }
  });

  it('stops at the window that the index has', async () => {
    const { done } = exporting({
      version: '8.19.0',
      answer(request) {
        if (none(request)) return forbidden;
        const { from = 0, size } = JSON.parse(request.body ?? '');
        if (from + size <= 150) return live(1_000)(request);
        const reason = `Result window is too large, from + size must be less than or equal to: [150] but was [${from + size}].`;
        return refused(500, 'query_phase_execution_exception', reason);
      },
    });
    const { hits, notes } = await done;
    assert.equal(hits, 150);
    assert.ok(notes.includes('Only the first 150 hits can be read this way.'));
  });

  for (const member of ['collapse', 'rescore', 'knn', 'terminate_after']) {
    it(`goes this way for a search with ${member}, which has no other`, async () => {
      const body = `{"query":{"match_all":{}},"${member}":{}}`;
      const { done, requests } = exporting({ version: '8.19.0', answer: live(130) }, { ...search, body });
      const { notes } = await done;
      assert.match(notes.join(), new RegExp(`Searches with ${member} can only be read this way`));
      assert.equal(requests.filter(none).length, 0);
      assert.ok(requests.every((request) => member in JSON.parse(request.body ?? '')));
    });
  }

  it('does not miss the documents that a collapse leaves out, which the engine counts all the same', async () => {
    const body = '{"query":{"match_all":{}},"collapse":{"field":"host"}}';
    const first = ['1', '2', '3'].map((_id) => ({ _id }));
    const grouped = (request: HttpRequest) => {
      const { from, size } = JSON.parse(request.body ?? '');
      return json({ hits: { total: { value: 25_000, relation: 'eq' }, hits: first.slice(from, from + size) } });
    };
    const { done } = exporting({ version: '8.19.0', answer: grouped }, { ...search, body });
    assert.deepEqual(await done, { hits: 3, notes: [] });
  });

  it('offers no number of groups, of which the engine counts the documents', async () => {
    const count = (body: string) => {
      const engine = fakeEngine(() => json({ hits: { total: { value: 25_000, relation: 'eq' }, hits: [] } }));
      return countHits(engine, { ...search, body }, new AbortController().signal);
    };
    assert.equal(await count('{"query":{"match_all":{}},"collapse":{"field":"host"}}'), undefined);
    assert.equal(await count('{"query":{"match_all":{}},"collapse":null}'), 25_000);
  });

  it('says that the engine stopped early, as the search asked it to', async () => {
    const body = '{"query":{"match_all":{}},"terminate_after":5}';
    const stopped = { terminated_early: true, hits: { total: { value: 5, relation: 'eq' }, hits: [{ _id: '1' }] } };
    const { done } = exporting({ version: '8.19.0', answer: () => json(stopped) }, { ...search, body }, 1);
    const { notes } = await done;
    assert.deepEqual(notes, ['The search stopped early because of terminate_after, so hits may be missing.']);
  });

  it('asks for what is wanted and no more', async () => {
    const { done, requests } = exporting(
      { version: '8.19.0', answer: (request) => (none(request) ? forbidden : live(12_345)(request)) },
      search,
      30,
    );
    assert.deepEqual(await done, { hits: 30, notes: [] });
    assert.equal(JSON.parse(requests.at(-1)?.body ?? '').size, 30);
  });
});

describe('otherWays: an export that is refused half-way', () => {
  const forbidden = refused(403, 'security_exception', 'action is unauthorized for user [reader]');
  const scrolled = (id: string, ids: readonly number[], count: number) =>
    json({
      _scroll_id: id,
      hits: { total: count, hits: ids.map((one) => ({ _index: 'i', _id: String(one), _source: {} })) },
    });
  const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
  const isScrolling = ({ path, method }: HttpRequest) => path === '/_search/scroll' && method === 'POST';

  it('has the window where the second page of a scroll is refused, each document once, and says so', async () => {
    const { done, ids, requests } = exporting({
      answer(request) {
        if (isOpening(request)) return scrolled('a', many(0, JSON.parse(request.body ?? '').size), 25_000);
        return isScrolling(request) ? forbidden : live(25_000)(request);
      },
    });
    const { hits, notes } = await done;
    assert.equal(hits, 10_000);
    assert.equal(new Set(ids()).size, 10_000);
    assert.deepEqual(notes, [
      'The hits were read page by page from a live index: if documents were written in the meantime, some hits may appear twice or be missing.',
      'The server does not support points in time.',
      'This user is not allowed to continue a scroll.',
      'Only the first 10,000 hits can be read this way.',
      'The server counted 15,000 more hits than it returned.',
    ]);
    assert.ok(requests.some(({ method, path }) => method === 'DELETE' && path === '/_search/scroll'));
  });

  it('has the window where the engine answers an opening, but opens no scroll (ZincSearch)', async () => {
    const { done, ids, requests } = exporting({ answer: live(3_000) });
    const { hits, notes } = await done;
    assert.deepEqual([hits, new Set(ids()).size], [3_000, 3_000]);
    assert.match(notes.join(' '), / support points in time\. The server does not support scrolling\./);
    assert.ok(!requests.some(isScrolling));
  });

  it('goes on in the window where a later page is refused', async () => {
    let pages = 0;
    const { done, ids } = exporting({
      answer(request) {
        if (isOpening(request)) return scrolled('a', many(0, 1_000), 25_000);
        if (!isScrolling(request)) return live(25_000)(request);
        pages += 1;
        return pages < 3 ? scrolled('a', many(1_000 * pages, 1_000), 25_000) : forbidden;
      },
    });
    const { hits, notes } = await done;
    assert.deepEqual(ids(), many(0, 10_000).map(String));
    assert.equal(hits, 10_000);
    assert.equal(notes[1], 'This user is not allowed to continue a scroll.');
    assert.equal(notes[2], 'Only the first 10,000 hits can be read this way.');
  });

  it('keeps what it has where that is more than the window, and says where it ended', async () => {
    let pages = 0;
    const { done } = exporting({
      answer(request) {
        if (isOpening(request)) return scrolled('a', many(0, 6_000), 25_000);
        if (!isScrolling(request)) return live(25_000)(request);
        pages += 1;
        return pages < 2 ? scrolled('a', many(6_000, 6_000), 25_000) : forbidden;
      },
    });
    const { hits, notes } = await done;
    assert.equal(hits, 12_000);
    assert.deepEqual(notes.slice(0, 2), [
      'Only the first 12,000 hits could be read.',
      'This user is not allowed to continue a scroll.',
    ]);
  });

  for (const [status, sentence] of [
    [403, 'http://127.0.0.1:9200 denied access (status 403).'],
    [401, 'http://127.0.0.1:9200 did not accept the credentials.'],
  ] as const) {
    it(`keeps what it has where nothing is allowed any more (${status}), and says where it ended`, async () => {
      let isOver = false;
      const { done } = exporting({
        answer(request) {
          if (isOver) return refused(status, 'security_exception', 'no');
          if (isOpening(request)) return scrolled('a', many(0, 100), 25_000);
          isOver = isScrolling(request);
          return isOver ? scrolled('a', many(100, 100), 25_000) : live(25_000)(request);
        },
      });
      const { hits, notes } = await done;
      assert.equal(hits, 200);
      assert.equal(notes[0], 'Only the first 200 hits could be read.');
      assert.equal(notes[1]?.replace(/http:\/\/[^ ]+/, 'http://127.0.0.1:9200'), sentence);
    });
  }
});

describe('otherWays: an export from an engine that has many points in time open', () => {
  it('opens a scroll', async () => {
    const { done, requests } = exporting({
      family: 'opensearch',
      version: '2.19.0',
      answer(request) {
        if (isPointInTime(request))
          return refused(429, 'rejected_execution_exception', 'Trying to create too many Point In Time contexts.');
        if (isOpening(request)) return json({ _scroll_id: 'a', hits: { total: 1, hits: [{ _id: '1' }] } });
        return request.path === '/_search/scroll' ? json({ hits: { total: 1, hits: [] } }) : live(1)(request);
      },
    });
    assert.deepEqual(await done, { hits: 1, notes: [] });
    assert.equal(requests.filter(isPointInTime).length, 1);
  });

  it('has nothing to write where no index fits a wildcard', async () => {
    const { done } = exporting(
      {
        family: 'opensearch',
        version: '2.19.0',
        answer: (request) =>
          isPointInTime(request) ? answered(recorded('opensearch-2.19.0', 'pit-open-no-match')) : live(0)(request),
      },
      { ...search, index: 'nothing*' },
    );
    assert.deepEqual(await done, { hits: 0, notes: [] });
  });

  it('finds out by itself that an engine it does not know has none', async () => {
    const { done } = exporting({
      family: 'elasticsearch',
      version: '7.10.2',
      answer(request) {
        if (isPointInTime(request)) return noHandler();
        return isOpening(request) ? refused(403, 'security_exception', 'no') : live(7)(request);
      },
    });
    assert.deepEqual(await done, { hits: 7, notes: [] });
  });
});

/** Answers as a live index of so many documents does. */
function live(count: number): (request: HttpRequest) => HttpResponse {
  return ({ body = '{}' }) => {
    const { from = 0, size = 10 } = JSON.parse(body);
    const ids = Array.from({ length: Math.max(0, Math.min(size, count - from)) }, (_, at) => String(from + at));
    return json({
      hits: { total: { value: count, relation: 'eq' }, hits: ids.map((id) => ({ _index: 'i', _id: id, _source: {} })) },
    });
  };
}
