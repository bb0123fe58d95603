import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { type Failure, isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { itemSource } from '../../../../../src/core/proxy/api/items';
import { type ListingSource, readListing } from '../../../../../src/core/proxy/api/readListing';
import type { CutListing, Listing, ListingEntry, MissingListing } from '../../../../../src/core/proxy/model/listing';
import type { Router } from '../../../../../src/core/proxy/model/model';
import { fakeHttpClient, json, pageBehindLast, pageNotFound, pageOf } from '../model/fakeHttpClient';

/** Items that a page is asked for. */
const listingPageSize = 10_000;

const routers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ name: `r${from + index}@file` }));
const next = (page: number) => ({ 'x-next-page': String(page) });

interface Walk {
  /** The names in the listing's order; none where there is no listing. */
  readonly names: readonly string[];
  readonly listing?: Listing<Router> | CutListing<Router> | MissingListing;
  readonly failure?: Failure;
  readonly paths: readonly string[];
}

async function walk(answer: (request: HttpRequest, count: number) => HttpResponse): Promise<Walk> {
  let count = 0;
  const client = fakeHttpClient((request) => answer(request, ++count));
  try {
    const listing = await readListing(client, itemSource('http', 'routers'), new AbortController().signal);
    return { names: listing.state === 'read' ? [...listing.items.keys()] : [], listing, paths: client.paths };
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return { names: [], failure: error.failure, paths: client.paths };
  }
}

describe('readListing: a walk over the pages of a listing', function () {
  // Tens of thousands of items, on a machine that may be busy.
  this.timeout(60_000);
  it('asks for one large page and stops where there is no other', async () => {
    const { paths, names } = await walk(() => json(routers(0, 3), next(1)));
    assert.deepEqual(paths, [`/api/http/routers?page=1&per_page=${listingPageSize}`]);
    assert.deepEqual(names, ['r0@file', 'r1@file', 'r2@file']);
  });

  it('follows X-Next-Page where something caps the page size', async () => {
    const { paths, names } = await walk((request) => {
      const page = pageOf(request);
      return json(routers((page - 1) * 100, page * 100), next(page === 4 ? 1 : page + 1));
    });
    assert.equal(paths.length, 4);
    assert.equal(names.length, 400);
  });

  it('reads 30,000 items, in the order of the answers', async () => {
    const { paths, names } = await walk((request) => {
      const page = pageOf(request);
      return json(routers((page - 1) * listingPageSize, page * listingPageSize), next(page === 3 ? 1 : page + 1));
    });
    assert.equal(paths.length, 3);
    assert.equal(names.length, 30_000);
    assert.equal(names.at(-1), 'r29999@file');
  });

  it('goes on behind a full page where X-Next-Page got lost, until a page is short or refused', async () => {
    const short = await walk((request) =>
      json(pageOf(request) === 1 ? routers(0, listingPageSize) : routers(listingPageSize, listingPageSize + 7)),
    );
    assert.equal(short.paths.length, 2);
    assert.equal(short.names.length, listingPageSize + 7);

    const refused = await walk((request) =>
      pageOf(request) === 1 ? json(routers(0, listingPageSize)) : pageBehindLast,
    );
    assert.equal(refused.paths.length, 2);
    assert.equal(refused.names.length, listingPageSize);

    const repeated = await walk(() => json(routers(0, listingPageSize)));
    assert.equal(repeated.paths.length, 2);
    assert.equal(repeated.names.length, listingPageSize);
  });

  it('stops behind a short page where X-Next-Page got lost or is no number', async () => {
    for (const headers of [{}, { 'x-next-page': 'soon' }, { 'x-next-page': '' }, { 'x-next-page': '2, 2' }, next(0)]) {
      const { paths, names } = await walk(() => json(routers(0, 5), headers));
      assert.equal(paths.length, 1);
      assert.equal(names.length, 5);
    }
  });

  it('takes an item once that a reload moved to another page, as it was last', async () => {
    const { names, listing } = await walk((request) =>
      pageOf(request) === 1
        ? json([{ name: 'a@file' }, { name: 'b@file', rule: 'old' }], next(2))
        : json([{ name: 'b@file', rule: 'new' }, { name: 'c@file' }], next(1)),
    );
    assert.deepEqual(names, ['a@file', 'b@file', 'c@file']);
    assert.ok(listing?.state === 'read');
    assert.equal(listing.items.get('b@file')?.rule, 'new');
  });

  it('starts again, once, where a reload left fewer pages than announced', async () => {
    const { paths, names } = await walk((request, count) => {
      if (count === 1) return json(routers(0, 4), next(2));
      return pageOf(request) === 2 ? pageBehindLast : json(routers(2, 4), next(1));
    });
    assert.deepEqual(
      paths.map((path) => pageOf({ path })),
      [1, 2, 1],
    );
    assert.deepEqual(names, ['r2@file', 'r3@file']);
  });

  it('gives up where that happens again', async () => {
    const { paths, failure } = await walk((request) =>
      pageOf(request) === 1 ? json(routers(0, 4), next(2)) : pageBehindLast,
    );
    assert.equal(paths.length, 4);
    assert.equal(failure?.kind, 'rejected');
  });

  it('comes to an end where the pages do not', async () => {
    const endless: ((request: HttpRequest) => HttpResponse)[] = [
      (request) => json(routers(0, 2), next(pageOf(request) + 1)),
      (request) => json(routers(pageOf(request), pageOf(request) + 1), next(Math.max(2, pageOf(request)))),
      (request) => json(routers(pageOf(request), pageOf(request) + 1), next(pageOf(request) === 1 ? 3 : 2)),
      (request) => json([], next(pageOf(request) + 1)),
      (request) => json(routers(pageOf(request), pageOf(request) + 1), next(pageOf(request) + 1)),
    ];
    for (const answer of endless) {
      const { paths, failure } = await walk(answer);
      assert.equal(failure?.kind, 'malformed');
      assert.match(failure?.sentence ?? '', /\/api\/http\/routers .* never end/);
      assert.ok(paths.length <= 1_000);
    }
  });

  it('finds a listing missing where Traefik says so on the first page only', async () => {
    const missing = await walk(() => pageNotFound);
    assert.deepEqual(missing.listing, { state: 'missing' });
    const later = await walk((request) => (pageOf(request) === 1 ? json(routers(0, 2), next(2)) : pageNotFound));
    assert.equal(later.failure?.kind, 'notFound');
    const another = await walk(() => ({ ...pageNotFound, body: '<html>404 Not Found</html>' }));
    assert.equal(another.failure?.kind, 'notFound');
  });

  it('fails by kind where something else answers', async () => {
    const kinds: [HttpResponse, string][] = [
      [json('{"routers":[]}'), 'notAnApi'],
      [json('null'), 'notAnApi'],
      [json('"<script>alert(1)</script>"'), 'notAnApi'],
      [{ ...json('<!doctype html><title>Sign in</title>'), headers: { 'content-type': 'text/html' } }, 'notAnApi'],
      [json('[{"name":"a@file"},{"na'), 'malformed'],
      [json(''), 'malformed'],
      [{ ...json('{}'), status: 401 }, 'unauthorized'],
      [{ ...json('{}'), status: 502 }, 'serverError'],
    ];
    for (const [answer, kind] of kinds) {
      const { paths, failure } = await walk(() => answer);
      assert.equal(failure?.kind, kind, answer.body);
      assert.equal(paths.length, 1);
    }
  });

  it('asks for small pages where a large one is refused, and goes on so', async () => {
    for (const status of [400, 403, 406, 413, 414, 416, 422]) {
      let asked: string[] = [];
      const client = fakeHttpClient(({ path }) => {
        asked.push(path);
        if (path.includes('per_page')) return { status, headers: {}, body: '<html>' };
        const page = pageOf({ path });
        return json(routers((page - 1) * 100, page * 100), next(page === 3 ? 1 : page + 1));
      });
      const listing = await readListing(client, itemSource('http', 'routers'), new AbortController().signal);
      assert.ok(listing.state === 'read' && listing.items.size === 300);
      const small = [1, 2, 3].map((page) => `/api/http/routers?page=${page}`);
      assert.deepEqual(asked, [`/api/http/routers?page=1&per_page=${listingPageSize}`, ...small]);

      asked = [];
      await readListing(client, itemSource('tcp', 'routers'), new AbortController().signal);
      assert.deepEqual(asked[0], '/api/tcp/routers?page=1');
    }
  });

  it('goes on behind a full small page where X-Next-Page got lost', async () => {
    const { names } = await walk(({ path }) => {
      if (path.includes('per_page')) return { status: 414, headers: {}, body: '' };
      return json(pageOf({ path }) === 1 ? routers(0, 100) : routers(100, 107));
    });
    assert.equal(names.length, 107);
  });

  it('is told once more and no further where small pages are refused too', async () => {
    for (const [status, kind] of [
      [403, 'forbidden'],
      [400, 'rejected'],
    ] as const) {
      let refusing = true;
      const client = fakeHttpClient(() => (refusing ? { status, headers: {}, body: '' } : json([], next(1))));
      const read = () => readListing(client, itemSource('http', 'routers'), new AbortController().signal);
      await assert.rejects(read(), (error) => isRequestFailure(error) && error.failure.kind === kind);
      assert.equal(client.paths.length, 2);
      // It was not the size, so large pages are asked for again.
      refusing = false;
      await read();
      assert.deepEqual(client.paths.slice(2), [`/api/http/routers?page=1&per_page=${listingPageSize}`]);
    }
  });

  it('asks once where it is not the size that is refused', async () => {
    for (const status of [401, 404, 405, 407, 500, 503]) {
      const { paths, failure } = await walk(() => ({ status, headers: {}, body: '' }));
      assert.equal(paths.length, 1, String(status));
      assert.equal(failure?.status, status);
    }
  });

  it('tells that it is found before it is read to its end, and only then', async () => {
    const find = async (answer: (request: HttpRequest) => HttpResponse): Promise<readonly string[]> => {
      const events: string[] = [];
      const client = fakeHttpClient((request) => {
        events.push(`page ${pageOf(request)}`);
        return answer(request);
      });
      const onFound = () => events.push('found');
      await readListing(client, itemSource('http', 'routers'), new AbortController().signal, { onFound }).catch(
        () => {},
      );
      return events;
    };
    assert.deepEqual(await find((request) => json(routers(0, pageOf(request)), next(pageOf(request) === 1 ? 2 : 1))), [
      'page 1',
      'found',
      'page 2',
    ]);
    assert.deepEqual(await find(() => pageNotFound), ['page 1']);
    assert.deepEqual(await find(() => json('<html>')), ['page 1']);
    assert.deepEqual(await find(() => json('{"routers":[]}')), ['page 1']);
    assert.deepEqual(await find(() => ({ ...json([]), status: 401 })), ['page 1']);
  });

  it('is the very same where nothing has changed, and keeps the items that did not change', async () => {
    const bodies = [JSON.stringify(routers(0, 2)), JSON.stringify(routers(2, 4))];
    let last = 2;
    const client = fakeHttpClient((request) => {
      const page = pageOf(request);
      return json(bodies[page - 1] ?? '', next(page === last ? 1 : page + 1));
    });
    const read = async (previous?: Listing<Router>): Promise<Listing<Router>> => {
      const listing = await readListing(client, itemSource('http', 'routers'), new AbortController().signal, {
        previous,
      });
      return listing.state === 'read' ? listing : assert.fail('it is there');
    };
    const first = await read();
    assert.equal((await read(first)).items, first.items);
    assert.notEqual((await read()).items, first.items);

    bodies[1] = JSON.stringify(routers(2, 5));
    const second = await read(first);
    assert.notEqual(second.items, first.items);
    assert.deepEqual([...second.items.keys()], ['r0@file', 'r1@file', 'r2@file', 'r3@file', 'r4@file']);
    assert.equal(second.items.get('r1@file'), first.items.get('r1@file'));
    assert.equal(second.items.get('r2@file'), first.items.get('r2@file'));
    assert.equal((await read(second)).items, second.items);

    // A page less, all others as they were.
    last = 1;
    assert.deepEqual([...(await read(second)).items.keys()], ['r0@file', 'r1@file']);
  });

  afterEach(() => mock.restoreAll());

  it('lets others have their turn while a long page is read', async () => {
    const client = fakeHttpClient(() => json(routers(0, 20_000), next(1)));
    let now = 0;
    mock.method(performance, 'now', () => now);
    let turns = 0;
    let isReading = true;
    const take = (): void => {
      if (isReading) turns++;
      if (isReading) setImmediate(take);
    };
    setImmediate(take);
    let index = 0;
    const slow: ListingSource<ListingEntry> = {
      path: 'slow',
      read(_raw, text) {
        // Busy for longer than a turn may be, once in a while.
        if (index++ % 5_000 === 0) now += 20;
        return { name: String(index), text };
      },
    };
    const listing = await readListing(client, slow, new AbortController().signal);
    isReading = false;
    assert.ok(listing.state === 'read' && listing.items.size === 20_000);
    // The last of the four is under way when the listing ends.
    assert.equal(turns, 4);
  });

  it('ends with its signal also while a long page is read', async () => {
    const controller = new AbortController();
    let now = 0;
    mock.method(performance, 'now', () => now);
    let read = 0;
    const endless: ListingSource<ListingEntry> = {
      path: 'slow',
      read(_raw, text) {
        read++;
        now += 1;
        return { name: String(read), text };
      },
    };
    const reading = readListing(
      fakeHttpClient(() => json(routers(0, 20_000), next(1))),
      endless,
      controller.signal,
    );
    setImmediate(() => controller.abort());
    await assert.rejects(reading, (error) => isRequestFailure(error) && error.failure.kind === 'canceled');
    assert.ok(read < 20_000);
  });

  it('counts what has no name', async () => {
    const { listing, names } = await walk(() => json([1, null, {}, { name: 'a@file' }, []], next(1)));
    assert.deepEqual(names, ['a@file']);
    assert.equal(listing?.state === 'read' && listing.unnamed, 4);
  });

  it('ends with its signal', async () => {
    const controller = new AbortController();
    const client = fakeHttpClient((request) => {
      if (pageOf(request) === 2) controller.abort();
      return pageOf(request) === 2 ? new Promise(() => {}) : json(routers(0, 2), next(2));
    });
    await assert.rejects(
      readListing(client, itemSource('http', 'routers'), controller.signal),
      (error) => isRequestFailure(error) && error.failure.kind === 'canceled',
    );
    assert.equal(client.paths.length, 2);
  });
});
