import assert from 'node:assert/strict';
import { nextTurn } from '../../src/core/base/async/nextTurn';
import type { Inventory } from '../../src/core/proxy/model/inventory';
import { mostUrls } from '../../src/core/proxy/routing/urlText';
import type { ProxyNode } from '../../src/core/proxy/tree/nodes';
import { endpointAt, startLargeTraefik } from './bigTraefik';
import { heldBy, peakOf } from './holds';
import { median } from './measure';
import type { Row } from './rows';
import {
  compareSides,
  endpointNode,
  filterMatches,
  findIndexOf,
  findingsOf,
  findRoute,
  openHttpClient,
  openItemFinder,
  ProxySession,
  prepareFilterMatches,
  prepareRouting,
  readInventory,
  readSnapshot,
  readUrlList,
  routeAnswerPage,
  routeListPage,
  snapshotText,
} from './shippedCore';

const { signal } = new AbortController();
/** More than the settings let in by default: a person may raise them. */
const limits = { maxBytes: 256 * 2 ** 20, maxItems: 500_000 };
/** Of so many routers and as many services: the scale of people, and more than the settings let in. */
const scales = [
  { count: 20_000, goalMs: 100 },
  { count: 100_000, goalMs: 1_000 },
] as const;
const goalMs = 100;
const goalMib = 1_500;

const look = { grouping: 'kind', sorting: 'status', filter: '' } as const;
const question = {
  kind: 'http',
  entryPoint: 'web',
  isTls: false,
  method: 'GET',
  host: 'host-7777.example.com',
  target: '/api/17',
  headers: [],
} as const;

/** For how long the event loop is held by what people do with a proxy that lists more than anybody has. */
export async function* measure(): AsyncGenerator<Row> {
  const peak = peakOf();
  for (const { count, goalMs } of scales) yield* ofRouters(count, goalMs);
  yield* ofMegabytes();
  yield { what: 'Most heap that all of this had in use', value: peak.stop() / 2 ** 20, goal: goalMib, unit: 'MiB' };
}

async function* ofRouters(count: number, goal: number): AsyncGenerator<Row> {
  const server = await startLargeTraefik(count);
  const client = openHttpClient(endpointAt(server.url));
  const scale = `${count.toLocaleString('en-US')} routers and services:`;
  const row = async (part: string, work: () => Promise<unknown>): Promise<Row> => ({
    what: `${scale} longest hold of the event loop in ${part}`,
    value: await heldBy(work),
    goal,
    unit: 'ms',
  });
  try {
    let inventory: Inventory | undefined;
    yield await row('the read', async () => {
      inventory = await readInventory(client, signal, undefined, limits);
    });
    const read = inventory ?? assert.fail('it was read');
    yield await row('the read of no news', () => readInventory(client, signal, read, limits));
    /** As if it had just been read: what was worked out of it counts for nothing. */
    const fresh = (): Inventory => ({ ...read, groups: { ...read.groups } });
    yield await row('the first rows, and all of a group', () => rowsOf(fresh(), count));
    yield await row('Find', () => find(fresh()));
    yield await row('Filter', () => filter(fresh()));
    yield await slowestFilterKey(fresh(), scale);
    yield await row('Which Router', () => route(fresh()));
    yield await row(`Which Router, asked about ${mostUrls} URLs`, () => routeList(fresh(), count));
    let text = '';
    yield await row('writing a snapshot', async () => {
      text = await snapshotText({ name: 'n', endpoint: { id: 'e', name: 'e' } }, read, signal);
    });
    yield await row('reading it', () => readSnapshot(text, signal));
    yield await row('findings', () => findingsOf(fresh()));
    yield await row('a comparison with one that has none of the services', () => compare(read, count));
  } finally {
    await client.close();
    await server.stop();
  }
}

async function* ofMegabytes(): AsyncGenerator<Row> {
  const server = await startLargeTraefik('megabytes');
  const client = openHttpClient(endpointAt(server.url));
  try {
    const what = 'A listing of 60 MB: longest hold of the event loop in the read';
    yield {
      what,
      value: await heldBy(() => readInventory(client, signal, undefined, limits)),
      goal: goalMs,
      unit: 'ms',
    };
  } finally {
    await client.close();
    await server.stop();
  }
}

async function rowsOf(inventory: Inventory, count: number): Promise<void> {
  const session = new ProxySession({ read: async () => inventory, viewOptions: () => look });
  const { endpoint } = { endpoint: endpointAt('http://127.0.0.1') };
  const { id, kind, name, order } = endpoint;
  const root = endpointNode({ state: 'ready', hint: { id, kind, name, order }, endpoint });
  const below = (node: ProxyNode, most?: number) => session.children(node, most);
  const row = (rows: readonly ProxyNode[], label: string): ProxyNode =>
    rows.find((one) => one.label === label) ?? assert.fail(label);
  const groups = await below(row(await below(root), 'HTTP'));
  for (const label of ['Routers', 'Services']) {
    await below(row(groups, label), 100);
    assert.equal((await below(row(groups, label))).length, count);
  }
}

async function compare(inventory: Inventory, count: number): Promise<void> {
  const { http } = inventory.groups;
  const without: Inventory = {
    ...inventory,
    groups: { ...inventory.groups, http: { ...http, services: { state: 'read', items: new Map(), unnamed: 0 } } },
  };
  const sides = [
    { name: 'a', inventory },
    { name: 'b', inventory: without },
  ] as const;
  const { removed } = await compareSides(
    ...sides,
    { ignoresProvider: true, ignoresEntryPoint: true, ignoresAddresses: true },
    signal,
  );
  assert.equal(removed.length, count);
}

async function find(inventory: Inventory): Promise<void> {
  const finder = openItemFinder(['e']);
  finder.put('e', await findIndexOf(inventory, signal));
  for (const typed of ['r', 'ro', 'router-9', 'router-99 status:disabled', 'entrypoint:web health:up', 'host-5']) {
    await nextTurn();
    finder.find(typed, 200);
  }
}

async function filter(inventory: Inventory): Promise<void> {
  const index = await findIndexOf(inventory, signal);
  await prepareFilterMatches(index, signal);
  for (const typed of ['', 'r', 'router-9', 'status:disabled entrypoint:web']) {
    await nextTurn();
    filterMatches(index, typed);
  }
}

/** What a person types into Filter key by key: the median of some rounds of the key that takes longest. */
async function slowestFilterKey(inventory: Inventory, scale: string): Promise<Row> {
  const index = await findIndexOf(inventory, signal);
  await prepareFilterMatches(index, signal);
  const typed = ['router-77', 'status:error entrypoint:web', '-service:service-123', 'host:host-9 tls:off'];
  const texts = typed.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
  const times = texts.map((): number[] => []);
  for (let round = 0; round < 5; round++) {
    for (const [at, text] of texts.entries()) {
      const began = performance.now();
      filterMatches(index, text);
      times[at]?.push(performance.now() - began);
    }
  }
  const medians = times.map(median);
  const value = Math.max(...medians);
  const key = JSON.stringify(texts[medians.indexOf(value)]);
  return {
    what: `${scale} key to counts of Filter, the slowest: ${key}`,
    value,
    goal: 32,
    unit: 'ms',
  };
}

async function route(inventory: Inventory): Promise<void> {
  await prepareRouting(inventory);
  const answer = findRoute(inventory, question);
  assert.equal(answer.outcome.kind, 'winner');
  for (const showsAll of [false, true]) {
    const context = { inventory, endpointName: 'e', reading: { is: 'current' }, asked: [], showsAll } as const;
    await routeAnswerPage(answer, context);
  }
}

/** What is pasted: as many URLs as are read, of all kinds. */
async function routeList(inventory: Inventory, count: number): Promise<void> {
  const kinds = [
    (host: string) => `http://${host}`,
    (host: string) => `https://${host}`,
    (host: string) => `${host}:80`,
  ];
  const pasted = Array.from({ length: mostUrls }, (_, at) => {
    const index = (at * 499) % count;
    return `${kinds[at % kinds.length]?.(`host-${index}.example.com`)}/api/${index % 97}`;
  });
  const { urls } = readUrlList(pasted.join(' ')) ?? assert.fail('it is a list');
  const page = await routeListPage(
    { endpointId: 'e', urls: [...urls] },
    { inventory, endpointName: 'e', reading: { is: 'current' }, notes: [] },
  );
  assert.equal(page.urls.length, mostUrls);
}
