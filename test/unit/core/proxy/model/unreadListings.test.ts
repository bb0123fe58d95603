import assert from 'node:assert/strict';
import type { HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import { compareSides } from '../../../../../src/core/proxy/compare/compare';
import { exactStyle } from '../../../../../src/core/proxy/compare/normalize';
import { clockText } from '../../../../../src/core/proxy/describe/dateTexts';
import { findInInventory } from '../../../../../src/core/proxy/documents/statusPieces';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import {
  type Inventory,
  type InventoryGroup,
  itemOf,
  knownEntries,
  refreshFailure,
} from '../../../../../src/core/proxy/model/inventory';
import { itemGraphOf } from '../../../../../src/core/proxy/model/itemGraph';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import { snapshotText } from '../../../../../src/core/proxy/snapshots/writeSnapshot';
import type { ProxyNode } from '../../../../../src/core/proxy/tree/nodes';
import { endpointNode } from '../../../../../src/core/proxy/tree/proxyRow';
import { below, modelOf, root, stored } from '../tree/sample';
import { fakeHttpClient, json, pageNotFound } from './fakeHttpClient';

const { signal } = new AbortController();
const busy: HttpResponse = { status: 503, headers: { 'retry-after': '90' }, body: 'busy' };

/** A Traefik with a router, a service that it names and one that nothing names. */
const whole: Readonly<Record<string, unknown>> = {
  'http/routers': [
    { name: 'shop@file', status: 'enabled', using: ['web'], rule: 'Host(`a.test`)', priority: 14, service: 'shop' },
  ],
  'http/services': [
    { name: 'shop@file', status: 'enabled' },
    { name: 'idle@file', status: 'enabled' },
  ],
  'http/middlewares': [],
  entrypoints: [{ name: 'web', address: ':80' }],
  version: { Version: '3.7.9' },
  overview: { http: { routers: { total: 1, warnings: 0, errors: 0 } } },
};

/** The same with some answers of its own, once what it listed before has been read. */
async function readAgain(answers: Readonly<Record<string, unknown>>): Promise<{ before: Inventory; now: Inventory }> {
  let isAgain = false;
  const client = fakeHttpClient(({ path }) => {
    const name = path.replace(/^\/api\/|\?.*$/g, '');
    const answer = isAgain && name in answers ? answers[name] : whole[name];
    if (answer === undefined) return pageNotFound;
    return answer === busy ? busy : json(answer, { 'x-next-page': '1' });
  });
  const before = { ...(await readInventory(client, signal)), readAt: 1_000 };
  isAgain = true;
  return { before, now: await readInventory(client, signal, before) };
}

async function branch(inventory: Inventory, ...labels: readonly string[]): Promise<readonly ProxyNode[]> {
  const model = modelOf(inventory);
  let rows = await below(root, model);
  for (const label of labels) {
    const row = rows.find((one) => one.label === label);
    // The only protocol in use has no row.
    if (row === undefined && label === 'HTTP') continue;
    rows = await below(row ?? assert.fail(`no ${label}`), model);
  }
  return rows;
}

const web = {
  kind: 'http',
  entryPoint: 'web',
  isTls: false,
  method: 'GET',
  host: 'a.test',
  target: '/',
  headers: [],
} as const;

describe('unreadListings: a listing that cannot be read again', () => {
  it('keeps what it listed, as stale, while the others are new', async () => {
    const { before, now } = await readAgain({ 'http/routers': busy, 'http/services': [{ name: 'new@file' }] });
    const { routers, services } = now.groups.http;
    assert.ok(routers?.state === 'stale' && services?.state === 'read');
    assert.deepEqual([routers.wasWhole, routers.readAt, routers.failure.kind], [true, 1_000, 'serverError']);
    assert.equal(routers.items, knownEntries(before.groups.http.routers)?.items);
    assert.deepEqual([...services.items.keys()], ['new@file']);
    assert.ok(itemOf(now, { protocol: 'http', kind: 'routers', name: 'shop@file' }) !== undefined);
  });

  it('is the same as long as that lasts, and counts as a failed refresh that says how long to wait', async () => {
    const client = fakeHttpClient(({ path }) =>
      path.includes('http/routers') ? busy : json([], { 'x-next-page': '1' }),
    );
    const { now } = await readAgain({ 'http/routers': busy });
    const later = await readInventory(client, signal, now);
    assert.equal(later.groups.http.routers, now.groups.http.routers);
    assert.equal(refreshFailure(now)?.retryAfterSeconds, 90);
  });

  it('counts as no failed refresh where it was refused from the beginning', async () => {
    const forbidden = { status: 403, headers: {}, body: 'no' };
    const client = fakeHttpClient(({ path }) => {
      const name = path.replace(/^\/api\/|\?.*$/g, '');
      if (name === 'certificates') return forbidden;
      return whole[name] === undefined ? pageNotFound : json(whole[name]);
    });
    const inventory = await readInventory(client, signal);
    assert.equal(inventory.certificates.state, 'failed');
    assert.equal(refreshFailure(inventory), undefined);
    assert.equal(refreshFailure((await readAgain({ entrypoints: busy })).now)?.kind, 'serverError');
  });

  it('has its rows, marked, below why it could not be read', async () => {
    const { now } = await readAgain({ 'http/routers': busy });
    const since = clockText(1_000, 'minutes');
    const rows = await branch(now, 'HTTP', 'Routers');
    assert.deepEqual(
      rows.map(({ type, label }) => [type, label]),
      [
        ['problem', 'Server error'],
        ['item', 'shop'],
      ],
    );
    const groups = await branch(now, 'HTTP');
    assert.deepEqual(
      groups.filter(({ type }) => type === 'group').map(({ description }) => description),
      [`stale since ${since} · 1`, '2'],
    );
    const { mark, description } = endpointNode(stored, { inventory: now });
    assert.equal(mark, 'stale');
    assert.match(description ?? '', /^partially stale · /);
  });

  it('says in open documents when it was read, and never that something is gone which was not read', async () => {
    const { before, now } = await readAgain({ 'http/routers': busy });
    const ref = { protocol: 'http', kind: 'routers', name: 'shop@file' } as const;
    const found = findInInventory(now, ref, undefined);
    assert.ok(found.is === 'listed' && found.reading.is === 'stale');
    assert.deepEqual([found.reading.readAt, found.reading.failure.kind], [1_000, 'serverError']);
    assert.equal(findInInventory(now, { ...ref, name: 'new@file' }, undefined).is, 'unread');
    assert.equal(findInInventory(before, { ...ref, name: 'new@file' }, undefined).is, 'gone');
    const service = findInInventory(now, { ...ref, kind: 'services' }, undefined);
    assert.ok(service.is === 'listed' && service.reading.is === 'current');
  });

  it('makes nothing missing or unused, and findings say what is old', async () => {
    const routers = await readAgain({
      'http/routers': busy,
      'http/services': [{ name: 'idle@file', status: 'enabled' }],
    });
    const found = await findingsOf(routers.now);
    assert.deepEqual(found?.list, []);
    assert.deepEqual(found?.notes, [
      `HTTP Routers: Could not be refreshed. Last read at ${clockText(1_000, 'seconds')}.`,
    ]);
    const [idle] =
      routers.now.groups.http.services?.state === 'read' ? routers.now.groups.http.services.items.values() : [];
    assert.ok(idle !== undefined && !itemGraphOf(routers.now).isUnused(idle));
    assert.deepEqual(
      (await findingsOf(routers.before))?.list.map(({ kind, about }) => [kind, about]),
      [['unused', 'idle@file']],
    );
  });

  it('is said to be old by which router, a comparison, and left out of a snapshot', async () => {
    const { before, now } = await readAgain({ 'http/routers': busy });
    const answer = findRoute(now, web);
    assert.equal(answer.outcome.kind, 'winner');
    assert.ok(answer.notes.some((note) => note.startsWith('HTTP Routers: Could not be refreshed.')));
    const compared = await compareSides(
      { name: 'a', inventory: before },
      { name: 'b', inventory: now },
      exactStyle,
      signal,
    );
    assert.equal(compared.removed.length, 0);
    const old = compared.notes.find(({ label }) => label === 'Stale on one side: HTTP Routers');
    assert.match(old?.detail ?? '', /^The list of “b” could not be refreshed\. It is compared as of /);
    assert.match(
      await snapshotText({ name: 'n', endpoint: { id: 'e', name: 'e' } }, now, signal),
      /"http\/routers":"failed"/,
    );
  });

  it('is as old as its first failure where it fails again, and new once it is read', async () => {
    const { now } = await readAgain({ 'http/routers': busy });
    const answers = { ...whole, 'http/routers': '[{"name":"bro' };
    const ask = (from: Inventory, answered: Readonly<Record<string, unknown>>) =>
      readInventory(
        fakeHttpClient(({ path }) => {
          const name = path.replace(/^\/api\/|\?.*$/g, '');
          return answered[name] === undefined ? pageNotFound : json(answered[name]);
        }),
        signal,
        from,
      );
    const broken = (await ask({ ...now, readAt: 2_000 }, answers)).groups.http.routers;
    assert.deepEqual(broken?.state === 'stale' && [broken.readAt, broken.failure.kind], [1_000, 'malformed']);
    const again = (await ask(now, whole)).groups.http.routers;
    assert.ok(again?.state === 'read');
    assert.equal(again.items, knownEntries(now.groups.http.routers)?.items);
  });

  it('is one that Traefik says nothing of any more, unless it is another version', async () => {
    const gone = await readAgain({ 'http/services': undefined });
    assert.equal(gone.now.groups.http.services?.state, 'stale');
    const other = await readAgain({ 'http/services': undefined, version: { Version: '2.0.0' } });
    assert.equal(other.now.groups.http.services?.state, 'missing');
  });
});

describe('unreadListings: an empty list where the overview counts items', () => {
  it('is asked once more, and failed where both stay as they are', async () => {
    const { now } = await readAgain({ 'http/routers': [] });
    const { routers } = now.groups.http;
    assert.ok(routers?.state === 'stale');
    assert.match(routers.failure.sentence, /^\/api\/http\/routers at \S+ is empty, but the overview counts items\.$/);
  });

  it('is what it seems where the overview counts none either, or there is none', async () => {
    const none = { http: { routers: { total: 0, warnings: 0, errors: 0 } } };
    for (const overview of [none, undefined]) {
      const { now } = await readAgain({ 'http/routers': [], overview });
      const { routers } = now.groups.http;
      assert.ok(routers?.state === 'read' && routers.items.size === 0);
    }
  });

  it('is read where it is there the second time', async () => {
    let count = 0;
    const client = fakeHttpClient(({ path }) => {
      const name = path.replace(/^\/api\/|\?.*$/g, '');
      if (name === 'http/routers' && ++count === 1) return json([], { 'x-next-page': '1' });
      return whole[name] === undefined ? pageNotFound : json(whole[name]);
    });
    const { routers } = (await readInventory(client, signal)).groups.http;
    assert.ok(routers?.state === 'read' && routers.items.size === 1);
    assert.equal(count, 2);
  });
});

describe('unreadListings: a list with entries, none of which has a name', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const unusable: readonly (readonly [what: string, body: string])[] = [
    ...['[null]', '[1]', '[{}]', '[[]]', '["a"]', '[true]', '[{"name":5}]', '[{"name":""}]', '[{"name":null}]'],
    ...['[{"Name":"shop@file"}]', '[null,1,{},"shop@file"]', `[${'null,'.repeat(999)}null]`],
  ].map((body) => [body.slice(0, 40), body] as const);
  const paths = ['http/routers', 'http/services', 'entrypoints'] as const;
  const groupAt = (
    { groups, entryPoints }: Inventory,
    path: (typeof paths)[number],
  ): InventoryGroup<unknown> | undefined =>
    path === 'entrypoints' ? entryPoints : path === 'http/routers' ? groups.http.routers : groups.http.services;
  const textAt = (path: string, body: string) =>
    fakeHttpClient(({ path: asked }) => {
      const name = asked.replace(/^\/api\/|\?.*$/g, '');
      if (name === path) return { status: 200, headers: { 'x-next-page': '1' }, body };
      return whole[name] === undefined ? pageNotFound : json(whole[name], { 'x-next-page': '1' });
    });

  for (const [what, body] of [...unusable, ['100,000 lists in lists', deep] as const]) {
    it(`keeps the rows that were there, as stale: ${what}`, async () => {
      const { before } = await readAgain({});
      for (const path of paths) {
        const group = groupAt(await readInventory(textAt(path, body), signal, before), path);
        assert.ok(group?.state === 'stale', path);
        assert.equal(group.items, knownEntries<unknown>(groupAt(before, path))?.items);
        assert.match(group.failure.sentence, /^No entry of \/api\/\S+ at \S+ has a name\.$|is larger than/);
      }
    });
  }

  it('could not be read if nothing was there before, whatever the overview counts', async () => {
    for (const path of paths) {
      assert.equal(groupAt(await readInventory(textAt(path, '[{}]'), signal), path)?.state, 'failed');
    }
    const client = fakeHttpClient(({ path }) =>
      path === '/api/version' ? json(whole.version) : path.startsWith('/api/http/') ? json([{}]) : pageNotFound,
    );
    await assert.rejects(readInventory(client, signal), /No entry of \/api\/http\/routers/);
    // Whoever has neither a name nor a version is another server.
    await assert.rejects(
      readInventory(
        fakeHttpClient(() => json([{}])),
        signal,
      ),
      /is not Traefik/,
    );
  });

  it('is read as it was where one of its entries has a name', async () => {
    const { now } = await readAgain({ 'http/routers': [null, { name: 'new@file' }, 1] });
    const { routers } = now.groups.http;
    assert.ok(routers?.state === 'read');
    assert.deepEqual([[...routers.items.keys()], routers.unnamed], [['new@file'], 2]);
  });
});

describe('unreadListings: a listing that was cut', () => {
  const limits = { maxBytes: 100_000, maxItems: 4 };
  const many = Array.from({ length: 10 }, (_, index) => ({
    name: `r${index}@file`,
    status: 'enabled',
    using: ['web'],
    rule: 'Host(`a.test`)',
    priority: 1,
    service: 'other',
  }));
  const cut = (): Promise<Inventory> =>
    readInventory(
      fakeHttpClient(({ path }) => {
        const name = path.replace(/^\/api\/|\?.*$/g, '');
        if (name === 'http/routers') return json(many, { 'x-next-page': '1' });
        return whole[name] === undefined ? pageNotFound : json(whole[name]);
      }),
      signal,
      undefined,
      { ...limits, maxItems: 9 },
    );

  it('has what was read of it, says so, and leaves certain only what is', async () => {
    const inventory = await cut();
    const { routers } = inventory.groups.http;
    assert.ok(routers?.state === 'cut');
    assert.ok(routers.items.size >= 4 && routers.items.size < 10);
    assert.match(
      routers.failure.sentence,
      /lists more than 9 items, so \/api\/http\/routers was not read completely\.$/,
    );
    assert.equal(refreshFailure(inventory)?.kind, 'tooLarge');
    const { outcome } = findRoute(inventory, web);
    assert.deepEqual(outcome.kind === 'notCertain' && outcome.why, 'Only some of the routers could be read.');
    const found = await findingsOf(inventory);
    assert.deepEqual(
      found?.list.filter(({ kind }) => kind !== 'missing'),
      [],
    );
    assert.ok(found?.notes.includes('HTTP Routers: Could not be read completely.'));
    const rows = await branch(inventory, 'HTTP', 'Routers');
    assert.deepEqual(
      rows.slice(0, 2).map(({ type }) => type),
      ['problem', 'item'],
    );
    const compared = await compareSides({ name: 'a', inventory }, { name: 'b', inventory }, exactStyle, signal);
    assert.ok(compared.notes.some(({ label }) => label === 'Not compared: HTTP Routers'));
  });

  it('leaves out an entry that is too long, and reads those behind it', async () => {
    const inventory = await readInventory(
      fakeHttpClient(({ path }) =>
        path.includes('http/routers')
          ? json([{ name: 'a@file' }, { name: 'b@file', x: 'x'.repeat(5 * 2 ** 20) }, { name: 'c@file' }])
          : json([]),
      ),
      signal,
    );
    const { routers } = inventory.groups.http;
    assert.ok(routers?.state === 'cut');
    assert.deepEqual([...routers.items.keys()], ['a@file', 'c@file']);
    assert.match(
      routers.failure.sentence,
      /^An entry of \/api\/http\/routers at .* is larger than 4 MiB and was left out\.$/,
    );
  });
});
