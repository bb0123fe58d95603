import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FindIndex } from '../../src/core/proxy/find/findIndex';
import type { Inventory } from '../../src/core/proxy/model/inventory';
import { endpointAt, startBigTraefik } from './bigTraefik';
import { median } from './measure';
import type { Row } from './rows';
import {
  describeFound,
  filterMatches,
  findIndexOf,
  openHttpClient,
  openItemFinder,
  readInventory,
} from './shippedCore';

const { signal } = new AbortController();

/** What VS Code is given for one key. */
const mostRows = 200;
/** What a person types, key by key, and takes back. */
const typedTexts = [
  'orders-api-staging',
  'e',
  'Host(`billing',
  'web status:error -canary',
  'provider:docker 10.1',
  'health:down ep:web',
];
const rounds = 9;

/** What finding costs while a person types, without VS Code. */
export async function* measure(): AsyncGenerator<Row> {
  const server = await startBigTraefik();
  const client = openHttpClient(endpointAt(server.url));
  try {
    const inventories = [];
    for (let count = 0; count < 3; count++) inventories.push(await readInventory(client, signal));
    const [first] = inventories;
    if (first === undefined) throw new RangeError('there is nothing to find');
    yield await longestHold(first);
    const finder = openItemFinder(inventories.map((_, at) => `${at}`));
    for (const [at, inventory] of inventories.entries()) finder.put(`${at}`, await findIndexOf(inventory, signal));
    yield slowestKey(finder);
    yield slowestFilterKey(await findIndexOf(first, signal));
  } finally {
    await client.close();
    await server.stop();
  }
}

async function longestHold(inventory: Inventory): Promise<Row> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await findIndexOf(inventory, signal);
  delay.disable();
  return {
    what: 'Longest hold of the event loop while 10,500 items are indexed',
    value: delay.max / 1e6,
    goal: 100,
    unit: 'ms',
  };
}

function slowestKey(finder: ReturnType<typeof openItemFinder>): Row {
  const { total } = finder.find('', mostRows);
  const { key, ms } = slowest((text) => {
    const { best, words } = finder.find(text, mostRows);
    return best.map((one) => describeFound(one, words));
  });
  return {
    what: `Key to rows of Find over ${total.toLocaleString('en-US')} items, the slowest: ${JSON.stringify(key)}`,
    value: ms,
    // Was 16, one frame: between 15 and 26 on one machine within an hour. No key holds the event loop for longer than a slice.
    goal: 32,
    unit: 'ms',
    floor: `lists of at most ${mostRows} rows`,
  };
}

function slowestFilterKey(index: FindIndex): Row {
  const { key, ms } = slowest((text) => filterMatches(index, text));
  return {
    what: `Key to counts of Filter over ${index.entries.length.toLocaleString('en-US')} items, the slowest: ${JSON.stringify(key)}`,
    value: ms,
    // Was 16, one frame: between 15 and 26 on one machine within an hour. No key holds the event loop for longer than a slice.
    goal: 32,
    unit: 'ms',
  };
}

/** The text whose last key takes longest: the median of some rounds of typing everything and taking it back. */
function slowest(look: (text: string) => unknown): { readonly key: string; readonly ms: number } {
  const texts = typedTexts.flatMap((typed) => {
    const beginnings = Array.from(typed, (_, at) => typed.slice(0, at + 1));
    return [...beginnings, ...beginnings.toReversed(), ''];
  });
  const times = texts.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, text] of texts.entries()) {
      const began = performance.now();
      look(text);
      times[at]?.push(performance.now() - began);
    }
  }
  const medians = times.map(median);
  const ms = Math.max(...medians);
  return { key: texts[medians.indexOf(ms)] ?? '', ms };
}
