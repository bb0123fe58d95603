import assert from 'node:assert/strict';
import { compareNames } from '../../../../../src/core/proxy/describe/sortItems';
import { type FoundItem, matchRank, openItemFinder } from '../../../../../src/core/proxy/find/finder';
import { findIndexOf } from '../../../../../src/core/proxy/find/findIndex';
import { type ItemFilter, parseFilter } from '../../../../../src/core/proxy/find/itemFilter';
import { type Condition, itemCondition } from '../../../../../src/core/proxy/model/condition';
import { type Inventory, itemOf } from '../../../../../src/core/proxy/model/inventory';
import { itemGraphOf } from '../../../../../src/core/proxy/model/itemGraph';
import { type Item, kindsOf, traefikProtocols } from '../../../../../src/core/proxy/model/model';
import { type Dice, loadedDice } from '../../../../servers/traefik/dice';
import { inventoryOf, recordedInventory } from '../tree/sample';

const { signal } = new AbortController();

async function finderOf(inventories: Readonly<Record<string, Inventory>>) {
  const finder = openItemFinder(Object.keys(inventories));
  for (const [id, inventory] of Object.entries(inventories)) finder.put(id, await findIndexOf(inventory, signal));
  return finder;
}

const said = (found: readonly FoundItem[]) => found.map(({ endpointId, item }) => `${endpointId} ${item.name}`);

describe('finder: finding', () => {
  it('gives what fits the name best, then what needs attention, then by name, then by endpoint', async () => {
    const routers = [
      { name: 'z@file', status: 'enabled', rule: 'Host(`shop`)' },
      { name: 'a-shop@file', status: 'enabled' },
      { name: 'workshop@file', status: 'enabled' },
      { name: 'shop-2@file', status: 'enabled' },
      { name: 'shop-10@file', status: 'enabled' },
      { name: 'shop-x@file', status: 'warning' },
      { name: 'shop-y@file', status: 'disabled' },
      { name: 'shop@file', status: 'enabled' },
    ];
    const finder = await finderOf({
      b: await inventoryOf({ 'http/routers': routers }),
      a: await inventoryOf({ 'http/routers': routers.slice(-1) }),
    });
    assert.deepEqual(said(finder.find('shop', 100).best), [
      'b shop@file',
      'a shop@file',
      'b shop-y@file',
      'b shop-x@file',
      'b shop-2@file',
      'b shop-10@file',
      'b a-shop@file',
      'b workshop@file',
      'b z@file',
    ]);
    const few = finder.find('shop', 3);
    assert.deepEqual(said(few.best), ['b shop@file', 'a shop@file', 'b shop-y@file']);
    assert.equal(few.total, 9);
  });

  it('gives those of the preferred endpoint before others that the words fit as well, not before better ones', async () => {
    const named = (...names: string[]) =>
      inventoryOf({
        'http/routers': names.map((name) => ({ name, status: name.startsWith('bad') ? 'disabled' : 'enabled' })),
      });
    const inventories = { a: await named('shop', 'bad-shop', 'api'), b: await named('shop-b', 'a-shop', 'web') };
    const finder = openItemFinder(Object.keys(inventories), 'b');
    for (const [id, inventory] of Object.entries(inventories)) finder.put(id, await findIndexOf(inventory, signal));
    assert.deepEqual(said(finder.find('shop', 9).best), ['a shop', 'b shop-b', 'b a-shop', 'a bad-shop']);
    assert.deepEqual(said(finder.find('', 4).best), ['b a-shop', 'b shop-b', 'b web', 'a bad-shop']);
  });

  it('gives a router of several endpoints together, where the best of them is', async () => {
    const routers = (...statuses: string[]) =>
      inventoryOf({ 'http/routers': statuses.map((status, at) => ({ name: `shop-${at}@file`, status })) });
    const finder = await finderOf({
      a: await routers('enabled', 'disabled'),
      b: await routers('disabled', 'enabled'),
    });
    assert.deepEqual(said(finder.find('shop', 9).best), [
      'b shop-0@file',
      'a shop-0@file',
      'a shop-1@file',
      'b shop-1@file',
    ]);
  });

  it('gives everything where nothing is typed, what needs attention first', async () => {
    const finder = await finderOf({ a: await recordedInventory('traefik-3.7') });
    const { best, total } = finder.find('', 20);
    assert.equal(total, 48 + 22 + 35 + 4 + 3 + 2 + 2 + 2);
    assert.ok(best.slice(0, 15).every(({ item }) => item.status === 'disabled'));
  });

  it('gives what was put in meanwhile, and what was put in its place', async () => {
    const inventory = (...names: string[]) => inventoryOf({ 'http/routers': names.map((name) => ({ name })) });
    const finder = openItemFinder(['a', 'b', 'c']);
    assert.deepEqual(finder.find('shop', 9), { best: [], total: 0, words: ['shop'] });
    finder.put('b', await findIndexOf(await inventory('shop-b', 'x'), signal));
    assert.deepEqual(said(finder.find('shop', 9).best), ['b shop-b']);
    finder.put('a', await findIndexOf(await inventory('shop-a', 'x'), signal));
    assert.deepEqual(said(finder.find('shop-', 9).best), ['a shop-a', 'b shop-b']);
    finder.put('b', await findIndexOf(await inventory('shop-c'), signal));
    assert.deepEqual(said(finder.find('shop-', 9).best), ['a shop-a', 'b shop-c']);
    assert.deepEqual(said(finder.find('x', 9).best), ['a x']);
    assert.equal(finder.find('', 9).total, 3);
  });
});

describe('finder: an index', () => {
  it('is made once for the same content', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const { entries } = await findIndexOf(inventory, signal);
    assert.equal((await findIndexOf({ ...inventory, readAt: 7 }, signal)).entries, entries);
    assert.notEqual((await findIndexOf(await recordedInventory('traefik-3.7'), signal)).entries, entries);
  });

  it('is given up when nobody wants it any more, and made when someone does', async () => {
    const inventory = await inventoryOf({
      'http/routers': Array.from({ length: 5_000 }, (_, at) => ({ name: `${at}` })),
    });
    const leaving = new AbortController();
    const index = findIndexOf(inventory, leaving.signal);
    leaving.abort(new Error('gone'));
    await assert.rejects(index, /gone/);
    assert.equal((await findIndexOf(inventory, signal)).entries.length, 5_000);
  });

  it('lets others have their turn while it is made', async () => {
    const inventory = await inventoryOf({
      'http/routers': Array.from({ length: 5_000 }, (_, at) => ({ name: `${at}` })),
    });
    let turns = 0;
    const other = (): void => {
      turns++;
      if (turns < 1_000) pending = setImmediate(other);
    };
    let pending = setImmediate(other);
    await findIndexOf(inventory, signal);
    clearImmediate(pending);
    assert.ok(turns >= 5, `${turns} turns`);
  });
});

/**
 * Held against what is obviously right: each endpoint's items one by one through the filter, then sorted as a whole. The
 * texts are typed key by key, so that what was found for one key is what the next one begins with.
 */
describe('finder: finding, whatever is listed and typed', () => {
  for (let seed = 1; seed <= 40; seed++) {
    it(`finds what a slow look finds, seed ${seed}`, async () => {
      const dice = loadedDice(seed);
      const inventories = { one: await anyInventory(dice), two: await anyInventory(dice) };
      const finder = await finderOf(inventories);
      for (let typed = 0; typed < 6; typed++) {
        const text = anyText(dice);
        for (let length = 0; length <= text.length; length++) {
          const beginning = text.slice(0, length);
          const most = dice.pick([0, 1, 5, 1_000]);
          const { best, total } = finder.find(beginning, most);
          const slow = slowly(inventories, beginning);
          assert.deepEqual(said(best), said(sameTogether(slow.slice(0, most))), JSON.stringify(beginning));
          assert.equal(total, slow.length, JSON.stringify(beginning));
        }
      }
    });
  }
});

const worstFirst: readonly Condition[] = ['configError', 'allDown', 'configWarning', 'partlyDown'];

function slowly(inventories: Readonly<Record<string, Inventory>>, text: string): FoundItem[] {
  const filter = parseFilter(text);
  const found: FoundItem[] = [];
  for (const [endpointId, inventory] of Object.entries(inventories)) {
    for (const protocol of traefikProtocols) {
      for (const kind of kindsOf(protocol)) {
        const group = inventory.groups[protocol][kind];
        for (const name of group?.state === 'read' ? group.items.keys() : []) {
          const item = itemOf(inventory, { protocol, kind, name });
          if (item === undefined || !obviouslyPasses(item, filter, inventory)) continue;
          found.push({ endpointId, item, condition: itemCondition(item, itemGraphOf(inventory).healthOf), inventory });
        }
      }
    }
  }
  const rank = ({ item }: FoundItem) =>
    filter.words.reduce((sum, word) => sum + matchRank(word, item.name.toLowerCase()), 0);
  const urgency = ({ condition }: FoundItem) =>
    worstFirst.includes(condition) ? worstFirst.indexOf(condition) : worstFirst.length;
  return found.sort((a, b) => rank(a) - rank(b) || urgency(a) - urgency(b) || compareNames(a.item.name, b.item.name));
}

/** An item of both endpoints is where the first of the two is. */
function sameTogether(found: readonly FoundItem[]): readonly FoundItem[] {
  const isSame = (one: Item, other: Item) =>
    one.name === other.name && one.kind === other.kind && one.protocol === other.protocol;
  const place = ({ item }: FoundItem) => found.findIndex((one) => isSame(one.item, item));
  return found.toSorted((a, b) => place(a) - place(b));
}

/** From the item's JSON, and from the graph seen the other way round: from an item to the routers that reach it. */
function obviouslyPasses(item: Item, filter: ItemFilter, inventory: Inventory): boolean {
  const raw = JSON.parse(item.text);
  const servers = (raw.loadBalancer?.servers ?? []).map(({ url }: { url: string }) => url);
  const children = (raw.weighted?.services ?? []).map(({ name }: { name: string }) => name);
  const fields = [
    raw.name,
    raw.provider,
    raw.rule,
    raw.service,
    'type' in item ? item.type : undefined,
    ...servers,
    ...children,
  ];
  const has = (word: string) => fields.some((field) => field?.toLowerCase().includes(word));
  const provider = raw.provider ?? raw.name.replace(/^[^@]*@/, '');
  const graph = itemGraphOf(inventory);
  const routers = item.kind === 'routers' ? [item] : graph.routersOf(item);
  const entryPoints = routers.flatMap(({ using }) => using ?? []).map((name) => name.toLowerCase());
  const health = item.kind === 'middlewares' ? undefined : graph.healthOf(item).state;
  const { without } = filter;
  const allows = <V>(asked: readonly V[], values: readonly unknown[]) =>
    asked.length === 0 || asked.some((one) => values.includes(one));
  const refuses = <V>(asked: readonly V[], values: readonly unknown[]) => asked.some((one) => values.includes(one));
  return (
    filter.words.every(has) &&
    !without.words.some(has) &&
    allows(filter.statuses, [item.status]) &&
    allows(filter.health, [health]) &&
    allows(filter.providers, [provider.toLowerCase()]) &&
    allows(filter.entryPoints, entryPoints) &&
    allows(filter.protocols, [item.protocol]) &&
    !refuses(without.statuses, [item.status]) &&
    !refuses(without.health, [health]) &&
    !refuses(without.providers, [provider.toLowerCase()]) &&
    !refuses(without.entryPoints, entryPoints) &&
    !refuses(without.protocols, [item.protocol])
  );
}

const parts = ['shop', 'Shop', 'api', 'web', 'ab', 'b', 'x-1', 'x-10', 'é', 'İ', 'ΑΣ', '@', ' ', '\n', '-'];

function anyInventory(dice: Dice): Promise<Inventory> {
  const name = () => Array.from({ length: 1 + dice.below(3) }, () => dice.pick(parts)).join(dice.pick(['', '-']));
  const names = [...new Set(Array.from({ length: 12 }, name))];
  const provider = () => dice.pick(['docker', 'file', 'internal']);
  const base = (own: string) => {
    const from = provider();
    return {
      name: `${own}@${from}`,
      ...(dice.chance(0.8) ? { provider: from } : {}),
      status: dice.pick(['enabled', 'enabled', 'warning', 'disabled', 'other']),
    };
  };
  const routers = names.map((own) => ({
    ...base(own),
    rule: `Host(\`${name()}\`)`,
    service: `${dice.pick(names)}@${provider()}`,
    middlewares: dice.chance(0.5) ? [`${dice.pick(names)}@${provider()}`] : [],
    ...(dice.chance(0.9) ? { using: [dice.pick(['web', 'Secure'])] } : {}),
  }));
  const services = names.map((own) => {
    const url = `http://${dice.pick(['a', 'b'])}:8${dice.below(2)}`;
    return dice.chance(0.7)
      ? {
          ...base(own),
          type: 'loadbalancer',
          loadBalancer: { servers: [{ url }], ...(dice.chance(0.5) ? { healthCheck: {} } : {}) },
          serverStatus: { [url]: dice.pick(['UP', 'DOWN']) },
        }
      : {
          ...base(own),
          type: 'weighted',
          weighted: { services: [{ name: `${dice.pick(names)}@${provider()}`, weight: 1 }] },
        };
  });
  return inventoryOf({
    'http/routers': routers,
    'http/services': services,
    'http/middlewares': names.map((own) => ({ ...base(own), type: 'headers', headers: {} })),
    'tcp/routers': routers.slice(0, 2),
  });
}

function anyText(dice: Dice): string {
  const conditions = [
    'status:error',
    'status:w',
    'health:down',
    'ep:web',
    'entrypoint:secure',
    'provider:docker,file',
    'protocol:tcp',
  ];
  const piece = () => dice.pick(dice.chance(0.7) ? [...parts, 'host(', '10', 'http://a', 'headers'] : conditions);
  return Array.from({ length: 1 + dice.below(3) }, () => `${dice.chance(0.15) ? '-' : ''}${piece()}`).join(
    dice.pick([' ', ' ', '']),
  );
}
