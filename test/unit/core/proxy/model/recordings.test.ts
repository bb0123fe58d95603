import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { arrayItems, memberText } from '../../../../../src/core/base/json/scan';
import { entryPointSource } from '../../../../../src/core/proxy/api/entryPoints';
import { itemSource } from '../../../../../src/core/proxy/api/items';
import { overviewOf } from '../../../../../src/core/proxy/api/overview';
import { readInventory, readVersion } from '../../../../../src/core/proxy/api/readInventory';
import { readListing } from '../../../../../src/core/proxy/api/readListing';
import { type Inventory, inventoryGroupOf } from '../../../../../src/core/proxy/model/inventory';
import {
  type EntryPoint,
  type Item,
  type ItemKind,
  itemKinds,
  kindsOf,
  type ProxyOverview,
  type TraefikProtocol,
  traefikProtocols,
} from '../../../../../src/core/proxy/model/model';
import { countsOf } from '../../../../probe/statusCounts';
import { type Recording, readRecordings, readTraefikGolden, recordingsFolder } from '../../../../recordings/read';
import { askOf, type FakeHttpClient, fakeHttpClient, json, pageOf } from './fakeHttpClient';
import notParsed from './not-parsed.json';

const signal = new AbortController().signal;

type Check = () => Promise<void> | void;

/** The check of a recorded exchange, by the name of its case; undefined where nothing reads it. */
function checkOf(server: string, { case: name, response }: Recording): Check | undefined {
  const failure = failures.find(({ cases, statuses }) => cases.test(name) && statuses.includes(response.status));
  if (failure !== undefined) return () => checkFailure(response, failure.kind);
  if (/^(version|auth-right|prefixed)$/.test(name)) return () => checkVersion(response);
  if (/^http-routers-p\d$/.test(name)) return () => checkPage(server, name, response);
  const list = /^(\w+)-(routers|services|middlewares)(-all|-sorted|-filtered|-filtered-none)?$/.exec(name);
  if (list !== null) return () => checkListing(protocolOf(list[1]), kindOf(list[2]), response.body);
  const single = /^http-(router|service|middleware)(-slash|-unicode)?$/.exec(name);
  if (single !== null) return () => checkSingle(server, kindOf(`${single[1]}s`), response.body);
  switch (name) {
    case 'overview':
      return () => checkOverview(server, response.body);
    case 'rawdata':
      return () => checkRawData(server, response.body);
    case 'entrypoints':
      return () => checkEntryPoints(server, response.body);
    case 'certificates':
      return () => checkCertificates(server, response.body);
    default:
      return undefined;
  }
}

/** Answers in place of a listing, and the kind of failure that each becomes. */
const failures: readonly { readonly cases: RegExp; readonly statuses: readonly number[]; readonly kind: string }[] = [
  { cases: /^(auth-none|auth-wrong|digest-none|sso)$/, statuses: [401], kind: 'unauthorized' },
  { cases: /^forbidden$/, statuses: [403], kind: 'forbidden' },
  { cases: /^throttled$/, statuses: [429], kind: 'rateLimited' },
  { cases: /^(redirected|root|prefixed-root)$/, statuses: [301, 302], kind: 'redirected' },
  { cases: /^not-routed$/, statuses: [200], kind: 'notAnApi' },
  { cases: /^(api-alone|trailing-slash|prefixed-root|certificates)$/, statuses: [404], kind: 'notFound' },
  { cases: /^(udp-middlewares|http-router-missing|http-router-no-provider)$/, statuses: [404], kind: 'notFound' },
  { cases: /^(http-routers-bad-page|http-routers-beyond|head|post)$/, statuses: [400, 405], kind: 'rejected' },
];

async function checkFailure(answer: HttpResponse, kind: string): Promise<void> {
  await assert.rejects(readInventory(answering(answer), signal), (error) => {
    assert.ok(isRequestFailure(error));
    assert.deepEqual([error.failure.kind, error.failure.status], [kind, answer.status]);
    assert.match(error.failure.sentence, /^.*proxy\.example\.test:8080.*\.$/);
    return true;
  });
}

async function checkVersion(answer: HttpResponse): Promise<void> {
  const client = answering(answer);
  const { number, codename, startDate } = await readVersion(client, askOf(client));
  assert.equal(number, memberText(answer.body, 'Version')?.slice(1, -1));
  assert.ok(codename !== undefined && /^\w+$/.test(codename));
  assert.ok(!Number.isNaN(Date.parse(startDate ?? '')));
}

/** A listing's body as the only page: every item is there, understood whole, with its own text and all its digits. */
async function checkListing(protocol: TraefikProtocol, kind: ItemKind, body: string): Promise<void> {
  const listing = await readListing(answering(json(body)), itemSource(protocol, kind), signal);
  assert.ok(listing.state === 'read');
  const raws: RawItem[] = JSON.parse(body);
  assert.equal(listing.unnamed, 0);
  assert.deepEqual(
    [...listing.items.keys()],
    raws.map(({ name }) => name),
  );
  assert.deepEqual(
    [...listing.items.values()].map(({ text }) => text),
    arrayItems(body),
  );
  for (const raw of raws) {
    const item: Item | undefined = listing.items.get(raw.name);
    assert.ok(item !== undefined);
    checkItem(item, raw);
  }
}

interface RawItem {
  readonly name: string;
  readonly [field: string]: unknown;
}

function checkItem(item: Item, raw: RawItem): void {
  assert.deepEqual(JSON.parse(item.text), raw);
  assert.deepEqual(item.unread, []);
  assert.equal(item.status, raw.status ?? 'unknown');
  assert.deepEqual(item.errors, raw.error ?? []);
  assert.equal(item.provider, raw.provider);
  assert.equal(item.kind !== 'routers' && item.type?.toLowerCase(), item.kind !== 'routers' && raw.type);
  if (item.kind === 'routers') {
    assert.equal(item.priority?.toString(), memberText(item.text, 'priority'));
    for (const field of [
      'rule',
      'service',
      'entryPoints',
      'using',
      'middlewares',
      'parentRefs',
      'ruleSyntax',
    ] as const) {
      assert.deepEqual(item[field], raw[field]);
    }
    assert.equal(item.tls === undefined, raw.tls === undefined);
  }
  if (item.kind === 'services') {
    assert.deepEqual(item.serverStatus, raw.serverStatus);
    assert.equal(item.loadBalancer === undefined, raw.loadBalancer === undefined);
    if (item.type !== undefined) assert.ok(item.type in raw);
  }
  if (item.kind === 'middlewares') {
    assert.equal(item.isPlugin, 'plugin' in raw);
    if (item.type !== undefined && !item.isPlugin) assert.ok(item.type in raw);
  }
}

/** A page of ten: it is one of those that make up the whole listing, and says which comes next. */
async function checkPage(server: string, name: string, answer: HttpResponse): Promise<void> {
  const recorded = readRecordings(server);
  const pages = fakeHttpClient((request) => recorded.get(`http-routers-p${pageOf(request)}`)?.response ?? answer);
  const listing = await readListing(pages, itemSource('http', 'routers'), signal);
  assert.ok(listing.state === 'read');
  const whole: RawItem[] = JSON.parse(recorded.get('http-routers-all')?.response.body ?? '');
  assert.deepEqual(
    [...listing.items.keys()],
    whole.map((raw) => raw.name),
  );
  const own = arrayItems(answer.body);
  assert.ok(own.length > 0 && own.length <= 10);
  const texts = [...listing.items.values()].map(({ text }) => text);
  const start = (Number(name.at(-1)) - 1) * 10;
  assert.deepEqual(texts.slice(start, start + own.length), own);
}

/** A single item reads as the same item of the listing does. */
async function checkSingle(server: string, kind: ItemKind, body: string): Promise<void> {
  const single: Item | undefined = itemSource('http', kind).read(JSON.parse(body), body);
  const group = inventoryGroupOf(await inventoryOf(server), 'http', kind);
  assert.ok(single !== undefined && group?.state === 'read');
  const listed: Item | undefined = group.items.get(single.name);
  assert.ok(listed !== undefined);
  assert.deepEqual({ ...single }, { ...listed });
  checkItem(single, JSON.parse(body));
}

/** The server's own counts are those of what was read. */
async function checkOverview(server: string, body: string): Promise<void> {
  const inventory = await inventoryOf(server);
  const { overview } = inventory;
  assert.ok(overview !== undefined);
  checkOverviewBody(overview, body);
  for (const protocol of traefikProtocols) {
    for (const kind of kindsOf(protocol)) {
      const group = inventoryGroupOf(inventory, protocol, kind);
      assert.ok(group?.state === 'read');
      assert.deepEqual(countsOf(group), overview.counts[protocol][kind], `${protocol} ${kind}`);
    }
  }
  assert.deepEqual(overview.features, { tracing: undefined, metrics: 'Prometheus', accessLog: true });
  assert.deepEqual(overview.providers, ['File', 'Rest']);
}

/** Nothing that an overview says gets lost. */
function checkOverviewBody(overview: ProxyOverview | undefined, body: string): void {
  assert.ok(overview !== undefined);
  const { http, tcp, udp, certificates, features, providers } = JSON.parse(body);
  assert.deepEqual(overview.counts, { http, tcp, udp, certificates });
  assert.equal(overview.features.tracing ?? '', features.tracing);
  assert.equal(overview.features.metrics ?? '', features.metrics);
  assert.equal(overview.features.accessLog, features.accessLog);
  assert.deepEqual(overview.providers, providers ?? []);
  assert.deepEqual([overview.unread, overview.text], [[], body]);
}

/** The other answer that has everything agrees, down to the digits of the priorities. */
async function checkRawData(server: string, body: string): Promise<void> {
  const inventory = await inventoryOf(server);
  for (const protocol of traefikProtocols) {
    for (const kind of kindsOf(protocol)) {
      const group = inventoryGroupOf<ItemKind>(inventory, protocol, kind);
      assert.ok(group?.state === 'read');
      const key = protocol === 'http' ? kind : `${protocol}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
      const map = memberText(body, key) ?? '{}';
      assert.deepEqual([...group.items.keys()].sort(), Object.keys(JSON.parse(map)).sort());
      for (const item of group.items.values()) {
        const raw = memberText(map, item.name) ?? '';
        assert.equal(item.status, JSON.parse(raw).status);
        if (item.kind === 'routers') assert.equal(item.priority?.toString(), memberText(raw, 'priority'));
      }
    }
  }
}

/** Every entry point is there and understood; routers are in effect on ones that exist. */
async function checkEntryPoints(server: string, body: string): Promise<void> {
  const inventory = await inventoryOf(server);
  const { entryPoints: group } = inventory;
  assert.ok(group.state === 'read');
  checkEntryPointItems([...group.items.values()], body);
  const models = [...group.items.values()].filter(({ hasModel }) => hasModel);
  assert.deepEqual(
    models.map(({ name, hasTls, middlewares }) => [name, hasTls, middlewares]),
    [['websecure', true, ['security-headers@file']]],
  );
  const entryPoints = new Set(group.items.keys());
  const used = traefikProtocols.flatMap((protocol) => {
    const group = inventoryGroupOf(inventory, protocol, 'routers');
    return group?.state === 'read' ? [...group.items.values()].flatMap(({ using }) => using ?? []) : [];
  });
  assert.ok(used.length > 40);
  for (const name of used) assert.ok(entryPoints.has(name), name);
}

function checkEntryPointItems(entryPoints: readonly EntryPoint[], body: string): void {
  const raws: readonly (RawItem & Readonly<Record<'http', Readonly<Record<string, unknown>>>>)[] = JSON.parse(body);
  assert.deepEqual(
    entryPoints.map(({ name, address, middlewares, hasTls, text, unread }) => [
      name,
      address,
      middlewares,
      hasTls,
      text,
      unread,
    ]),
    raws.map(({ name, address, http }, index) => [
      name,
      address,
      http.middlewares ?? [],
      'tls' in http,
      arrayItems(body)[index],
      [],
    ]),
  );
}

/** Every certificate is there and understood; the overview counts as many. */
async function checkCertificates(server: string, body: string): Promise<void> {
  const { certificates, overview } = await inventoryOf(server);
  assert.ok(certificates.state === 'read');
  const raws: readonly RawItem[] = JSON.parse(body);
  assert.deepEqual(
    [...certificates.items.values()].map(({ issuer, ...certificate }) => certificate),
    raws.map(({ name, commonName, sans, notBefore, notAfter, status }, index) => ({
      name,
      commonName,
      sans,
      notBefore,
      notAfter,
      status,
      unread: [],
      text: arrayItems(body)[index],
    })),
  );
  assert.deepEqual(
    [...certificates.items.values()].map(({ issuer }) => issuer),
    ['shop.example.test', 'soon.example.test'],
  );
  assert.deepEqual(overview?.counts.certificates, { total: 2, warnings: 1, errors: 0 });
}

/** All that the recorded server lists. */
function inventoryOf(server: string): Promise<Inventory> {
  const recorded = readRecordings(server);
  const client = fakeHttpClient(({ path }) => {
    const name = path.replace(/^\/api\/|\?.*$/g, '').replace('/', '-');
    return recorded.get(name)?.response ?? assert.fail(path);
  });
  return readInventory(client, signal);
}

async function checkEntryPointListing(body: string): Promise<void> {
  const listing = await readListing(answering(json(body)), entryPointSource, signal);
  assert.ok(listing.state === 'read' && listing.unnamed === 0);
  checkEntryPointItems([...listing.items.values()], body);
}

const answering = (answer: HttpResponse): FakeHttpClient => fakeHttpClient(() => answer);
const protocolOf = (word: string | undefined): TraefikProtocol =>
  traefikProtocols.find((it) => it === word) ?? assert.fail(word);
const kindOf = (word: string | undefined): ItemKind => itemKinds.find((it) => it === word) ?? assert.fail(word);

/** The check of one of Traefik's own golden bodies, by its file's name. */
function goldenCheckOf(name: string, body: string): Check | undefined {
  if (name.startsWith('overview-')) return () => checkOverviewBody(overviewOf(JSON.parse(body), body), body);
  if (name.startsWith('entrypoints')) return () => checkEntryPointListing(body);
  if (name.startsWith('entrypoint-')) {
    return () => {
      const entryPoint = entryPointSource.read(JSON.parse(body), body.trim());
      checkEntryPointItems(entryPoint === undefined ? [] : [entryPoint], `[${body}]`);
    };
  }
  const [, prefix = '', word = '', plural] = /^(tcp|udp)?(router|service|middleware)(s)?(?:-|$)/.exec(name) ?? [];
  if (word === '') return undefined;
  const protocol = prefix === '' ? 'http' : protocolOf(prefix);
  const kind = kindOf(`${word}s`);
  if (plural !== undefined) return () => checkListing(protocol, kind, body);
  return () => {
    const item: Item | undefined = itemSource(protocol, kind).read(JSON.parse(body), body);
    assert.ok(item !== undefined);
    checkItem(item, JSON.parse(body));
  };
}

const checks: Readonly<Record<string, ReadonlyMap<string, Check | undefined>>> = {
  'traefik-3.7': recordedChecks('traefik-3.7'),
  'traefik-2.11': recordedChecks('traefik-2.11'),
  'traefik-golden': new Map([...readTraefikGolden()].map(([name, body]) => [name, goldenCheckOf(name, body)])),
};

function recordedChecks(server: string): ReadonlyMap<string, Check | undefined> {
  return new Map([...readRecordings(server)].map(([name, recording]) => [name, checkOf(server, recording)]));
}

describe('recordings: recorded answers of Traefik', () => {
  for (const [server, cases] of Object.entries(checks)) {
    describe(server, () => {
      for (const [name, check] of cases) if (check !== undefined) it(name, check);
    });
  }

  it('are all read, or listed with the reason why not', () => {
    const unread = Object.entries(checks).flatMap(([server, cases]) =>
      [...cases].flatMap(([name, check]) => (check === undefined ? `${server}/${name}` : [])),
    );
    const listed = Object.entries(notParsed).flatMap(([server, reasons]) =>
      Object.entries(reasons).map(([name, reason]) => {
        assert.ok(reason.length > 10, `${server}/${name} needs a reason`);
        return `${server}/${name}`;
      }),
    );
    assert.deepEqual(unread.sort(), listed.sort());
  });

  it('are those of every packed file, and every file that is documented is packed', () => {
    const folder = recordingsFolder();
    const packed = readdirSync(folder).filter((file) => /^traefik-.*\.ndjson$/.test(file));
    const documented = readFileSync(join(folder, 'README.md'), 'utf8').match(/(?<=^\|.*`)traefik-[^`]*\.ndjson(?=`)/gm);
    assert.deepEqual(packed.sort(), documented?.sort());
    assert.deepEqual(
      packed.map((file) => file.replace(/\.ndjson$/, '')),
      Object.keys(checks).sort(),
    );
  });

  it('are as many as were recorded', () => {
    assert.deepEqual(
      Object.values(checks).map((cases) => cases.size),
      [55, 55, 75],
    );
  });
});
