import assert from 'node:assert/strict';
import { RequestFailure } from '../../../../../src/core/base/errors/failure';
import { itemOf } from '../../../../../src/core/proxy/model/inventory';
import { childrenOf } from '../../../../../src/core/proxy/tree/children';
import { type ProxyNode, parentOf } from '../../../../../src/core/proxy/tree/nodes';
import { endpointNode } from '../../../../../src/core/proxy/tree/proxyRow';
import type { TreeModel } from '../../../../../src/core/proxy/tree/treeModel';
import { proxyEndpoint } from '../model/fakeHttpClient';
import { below, inventoryOf, modelOf, recordedInventory, root, rowAt, rowsAt, seen, stored } from './sample';

const rows = (nodes: readonly ProxyNode[]) => nodes.map(({ label, description }) => [label, description]);
const recorded = async (look = {}): Promise<TreeModel> => modelOf(await recordedInventory('traefik-3.7'), look);

describe('children: the rows of a proxy', () => {
  it('are what it tells of itself, its entry points, its protocols and its certificates', async () => {
    assert.deepEqual(rows(await rowsAt(await recorded())), [
      ['HTTP', '42 routers · 16 services · 33 middlewares'],
      ['TCP', '4 routers · 3 services · 2 middlewares'],
      ['UDP', '2 routers · 2 services'],
      ['Entry Points', '6'],
      ['Certificates', '2'],
      ['Built-in', '14'],
      ['Overview', 'dev · up 12 hours'],
    ]);
  });

  it('are no level of protocols where only one is in use, and nothing that has nothing below it', async () => {
    const few = await inventoryOf({
      'http/routers': [{ name: 'a' }],
      'http/services': [],
      'http/middlewares': [{ name: 'a' }],
      'tcp/routers': [],
      'tcp/services': [],
    });
    assert.deepEqual(rows(await rowsAt(modelOf(few))), [
      ['Routers', '1'],
      ['Middlewares', '1'],
      ['Overview', undefined],
    ]);
    const [router] = await rowsAt(modelOf(few), 'Routers');
    assert.equal(router?.id, `${root.id}/http routers/a`);
  });

  it('are its groups with their counts', async () => {
    const model = await recorded();
    assert.deepEqual(rows(await rowsAt(model, 'HTTP')), [
      ['Routers', '42'],
      ['Services', '16'],
      ['Middlewares', '33'],
    ]);
    assert.deepEqual(rows(await rowsAt(model, 'UDP')), [
      ['Routers', '2'],
      ['Services', '2'],
    ]);
  });

  it('name a provider only where it tells two rows apart', async () => {
    const routers = ['a@file', 'a@docker', 'b@docker', '@odd'].map((name) => ({ name, service: 'c@file' }));
    const model = modelOf(await inventoryOf({ 'http/routers': routers, 'http/services': [{ name: 'c@docker' }] }));
    const labels = (await rowsAt(model, 'Routers')).map(({ label }) => label);
    assert.deepEqual(labels.toSorted(), ['@odd', 'a@docker', 'a@file', 'b']);
    // What is not listed keeps the provider if there is another one of its name, which is often what was meant.
    assert.equal((await rowsAt(model, 'Routers', 'b'))[0]?.label, 'c@file');
  });

  it('tell what the proxy tells of itself', async () => {
    const model = await recorded();
    const facts = rows(await rowsAt(model, 'Overview'));
    assert.match(String(facts[1]?.[1]), /^2026-11-2\d \d\d:\d\d · up 12 hours$/);
    assert.deepEqual(
      facts.map(([label, value]) => (label === 'Started' ? [label] : [label, value])),
      [
        ['Version', 'dev · cheddar'],
        ['Started'],
        ['Providers', 'File, Rest'],
        ['Tracing', 'off'],
        ['Metrics', 'Prometheus'],
        ['Access log', 'on'],
      ],
    );
    const silent = modelOf(await inventoryOf({ 'http/routers': [] }));
    assert.deepEqual(rows(await rowsAt(silent, 'Overview')), [['No overview available', undefined]]);
  });

  it('tell how long certificates are good, the most urgent first', async () => {
    const model = await recorded();
    assert.deepEqual(rows(await rowsAt(model, 'Certificates')), [
      ['soon.example.test', '9 days left'],
      ['shop.example.test', '364 days left · *.shop.example.test'],
    ]);
    const old = modelOf(await recordedInventory('traefik-2.11'));
    assert.ok(!(await rowsAt(old)).some(({ label }) => label === 'Certificates'));
  });

  it('say why a group has no items', async () => {
    const model = modelOf(
      await inventoryOf({
        'http/routers': [],
        'http/services': [{}, 7, { name: 'a' }],
        'tcp/routers': { routers: [] },
        entrypoints: [],
      }),
    );
    assert.deepEqual(rows(await rowsAt(model, 'HTTP')), [['Services', '1']]);
    assert.deepEqual(rows(await rowsAt(model, 'HTTP', 'Services')), [
      ['a', 'no health check'],
      ['2 items without a name are not shown', undefined],
    ]);
    assert.deepEqual(rows(await rowsAt(model, 'TCP')), [['Routers', 'not read']]);
    const [problem, ...more] = await rowsAt(model, 'TCP', 'Routers');
    assert.ok(problem?.type === 'problem' && more.length === 0);
    assert.equal(problem.failure.kind, 'notAnApi');
    assert.deepEqual([problem.label, problem.description], ['Not the Traefik API', problem.failure.nextStep]);
    assert.equal(problem.spoken, `${problem.failure.sentence} ${problem.failure.nextStep}`);
  });

  it('have what is built in below one row, which is no news of the user’s own', async () => {
    const model = await recorded();
    const builtIn = await rowsAt(model, 'Built-in');
    assert.equal(builtIn.length, 14);
    assert.ok(builtIn.every((row) => row.type === 'item' && row.has.internal && !row.label.includes('@')));
    const services = (await rowsAt(model, 'HTTP', 'Services')).map(({ id }) => id);
    assert.ok(services.length === 16 && services.every((id) => !id.endsWith('@internal')));
    assert.equal((await rowAt(model, 'Entry Points', 'traefik')).description, '127.0.0.1:8081 · built-in routers only');
    assert.deepEqual(rows(await rowsAt(model, 'Entry Points', 'traefik')), [['Built-in routers only', undefined]]);
    const fresh = await inventoryOf({ 'http/routers': [{ name: 'api@internal', provider: 'internal' }] });
    assert.deepEqual(
      (await rowsAt(modelOf(fresh))).map(({ label }) => label),
      ['Built-in', 'Overview'],
    );
    const filtered = await recorded({ filter: 'prometheus' });
    assert.deepEqual(rows(await rowsAt(filtered)), [['Built-in', '2']]);
  });
});

describe('children: the rows of a proxy grouped by provider', () => {
  it('are the providers with what each brought, and below only what is not empty', async () => {
    const model = await recorded({ grouping: 'provider' });
    assert.deepEqual(rows(await rowsAt(model)), [
      ['file', '48 routers · 21 services · 35 middlewares'],
      ['Entry Points', '6'],
      ['Certificates', '2'],
      ['Built-in', '14'],
      ['Overview', 'dev · up 12 hours'],
    ]);
    assert.deepEqual(
      (await rowsAt(model, 'file')).map(({ label }) => label),
      [
        'HTTP Routers',
        'HTTP Services',
        'HTTP Middlewares',
        'TCP Routers',
        'TCP Services',
        'TCP Middlewares',
        'UDP Routers',
        'UDP Services',
      ],
    );
    assert.equal((await rowsAt(model, 'file', 'HTTP Routers')).length, 42);
  });

  it('have a place for what tells no provider, and for a listing that could not be read', async () => {
    const model = modelOf(
      await inventoryOf({ 'http/routers': [{ name: 'a' }, { name: 'b', provider: 'x' }], 'tcp/services': {} }),
      { grouping: 'provider' },
    );
    const [problem, ...others] = await rowsAt(model);
    assert.ok(problem?.type === 'problem');
    assert.equal(problem.label, 'TCP Services: Not the Traefik API');
    assert.deepEqual(
      others.map(({ label }) => label),
      ['x', 'No Provider', 'Overview'],
    );
    assert.deepEqual(rows(await rowsAt(model, 'No Provider', 'HTTP Routers')), [['a', undefined]]);
  });

  it('say once, not of every provider, how many have no name', async () => {
    const inventory = await inventoryOf({ 'http/routers': [{ name: 'a', provider: 'x' }, 7] });
    assert.equal((await rowsAt(modelOf(inventory), 'Routers')).length, 2);
    const model = modelOf(inventory, { grouping: 'provider' });
    assert.deepEqual(rows(await rowsAt(model, 'x', 'Routers')), [['a', undefined]]);
  });
});

describe('children: the rows of a proxy grouped by entry point', () => {
  it('are the entry points with their routers, the routers on none, then the rest', async () => {
    const model = await recorded({ grouping: 'entryPoint' });
    assert.deepEqual(rows(await rowsAt(model)), [
      ['dns', '127.0.0.1:8053/udp · 2 routers'],
      ['mgmt', '127.0.0.1:8090 · 7 routers'],
      ['postgres', '127.0.0.1:8432 · 4 routers'],
      ['traefik', '127.0.0.1:8081 · built-in routers only'],
      ['web', '127.0.0.1:8000 · 30 routers'],
      ['websecure', '127.0.0.1:8443 · TLS · 2 routers'],
      ['No Entry Point', '3 routers'],
      ['HTTP Services', '16'],
      ['HTTP Middlewares', '33'],
      ['TCP Services', '3'],
      ['TCP Middlewares', '2'],
      ['UDP Services', '2'],
      ['Certificates', '2'],
      ['Built-in', '14'],
      ['Overview', 'dev · up 12 hours'],
    ]);
    assert.deepEqual(
      (await rowsAt(model, 'No Entry Point')).map(({ type, label }) => [type, label]),
      [
        ['item', 'only-bad-entrypoint'],
        ['item', 'child-a'],
        ['item', 'child-b'],
      ],
    );
    assert.deepEqual(
      (await rowsAt(model, 'websecure')).map(({ type, label }) => [type, label]),
      [
        ['link', 'security-headers'],
        ['item', 'websecure-conflicted-websecure-shop-beta'],
        ['item', 'websecure-conflicted-websecure-shop-web'],
      ],
    );
  });

  it('know an entry point also where only a router names it', async () => {
    const model = modelOf(await inventoryOf({ 'http/routers': [{ name: 'a', using: ['web'] }], entrypoints: [] }), {
      grouping: 'entryPoint',
    });
    assert.deepEqual(rows(await rowsAt(model))[0], ['web', '1 router · not found']);
    assert.equal((await rowAt(model, 'web', 'a')).type, 'item');
    const old = modelOf(await inventoryOf({ 'http/routers': [{ name: 'a', using: ['web'] }] }), {
      grouping: 'entryPoint',
    });
    assert.deepEqual(rows(await rowsAt(old))[0], ['web', '1 router']);
  });

  it('say which listing could not be read', async () => {
    const model = modelOf(await inventoryOf({ 'http/routers': [], 'http/middlewares': {} }), {
      grouping: 'entryPoint',
    });
    assert.equal((await rowsAt(model))[0]?.label, 'HTTP Middlewares: Not the Traefik API');
  });
});

describe('children: an entry point', () => {
  const listings = {
    'http/routers': [
      { name: 'a@file', using: ['web', 'secure'] },
      { name: 'b@file', using: ['web'], status: 'disabled' },
    ],
    'http/middlewares': [{ name: 'auth@file', type: 'basicauth' }],
    entrypoints: [
      { name: 'web', address: ':80', http: { redirections: { entryPoint: { to: 'secure' } } } },
      { name: 'secure', address: ':443', http: { tls: {}, middlewares: ['auth@file', 'gone@file', 'own'] } },
      { name: 'port', address: ':81', http: { redirections: { entryPoint: { to: ':444' } } } },
    ],
  };

  it('says what it does by itself, and leads to its routers', async () => {
    const model = modelOf(await inventoryOf(listings));
    assert.deepEqual(rows(await rowsAt(model, 'Entry Points')), [
      ['port', ':81 · redirects to :444 · no routers'],
      ['secure', ':443 · TLS · 1 router'],
      ['web', ':80 · redirects to secure · 2 routers'],
    ]);
    assert.deepEqual(await seen(await rowsAt(model, 'Entry Points', 'web'), model), [
      'secure  redirect target · entry point · :443 · TLS',
      'b  error',
      'a',
    ]);
    assert.deepEqual(await seen(await rowsAt(model, 'Entry Points', 'secure'), model), [
      'auth  entry point middleware · basicauth',
      'gone  entry point middleware · not found',
      'own from each router’s own provider (entry point middleware)',
      'a',
    ]);
    assert.deepEqual(await seen(await rowsAt(model, 'Entry Points', 'port'), model), [
      'Redirects all requests to :444',
      'No routers',
    ]);
    const types = (await rowsAt(model, 'Entry Points', 'secure')).map(({ type }) => type);
    assert.deepEqual(types, ['link', 'missing', 'note', 'link']);
  });
});

describe('children: a filter', () => {
  it('leaves what matches, and says of how many', async () => {
    const model = await recorded({ filter: 'loop' });
    assert.deepEqual(rows(await rowsAt(model, 'HTTP')), [
      ['Routers', '1 of 42'],
      ['Services', '2 of 16'],
    ]);
    assert.equal((await rowAt(model, 'HTTP')).description, '1 of 42 routers · 2 of 16 services');
    assert.deepEqual(
      (await rowsAt(model, 'HTTP', 'Services')).map(({ label }) => label),
      ['loop-a', 'loop-b'],
    );
    assert.deepEqual(model.itemCounts, { shown: 3, total: 118 });
  });

  it('leaves the rows of other groupings, and what leads to hidden items', async () => {
    const byProvider = await recorded({ filter: 'loop', grouping: 'provider' });
    assert.equal((await rowAt(byProvider, 'file')).description, '1 of 48 routers · 2 of 21 services');
    assert.deepEqual(rows(await rowsAt(byProvider)), [
      ['file', '1 of 48 routers · 2 of 21 services'],
      ['Entry Points', '1 of 6'],
    ]);
    assert.deepEqual(
      (await rowsAt(byProvider, 'file')).map(({ label }) => label),
      ['HTTP Routers', 'HTTP Services'],
    );
    const byEntryPoint = await recorded({ filter: 'loop', grouping: 'entryPoint' });
    assert.equal((await rowAt(byEntryPoint, 'web')).description, '127.0.0.1:8000 · 1 of 30 routers');
    assert.deepEqual(
      (await rowsAt(byEntryPoint)).map(({ label }) => label),
      ['web', 'HTTP Services'],
    );
    const way = await rowsAt(byEntryPoint, 'web', 'uses-loop');
    assert.ok(way.some(({ label }) => label === 'loop-a'));
  });
});

describe('children: what keeps a proxy from being read', () => {
  const failure = {
    kind: 'refused',
    sentence: 'It refused the connection.',
    nextStep: 'Check that it is running.',
  } as const;

  it('is one problem, below the endpoint', async () => {
    const refuse = () => Promise.reject(new RequestFailure(failure));
    const [problem, ...more] = await childrenOf(root, refuse);
    assert.ok(problem?.type === 'problem' && more.length === 0);
    assert.deepEqual(problem.failure, failure);
    assert.equal(problem.spoken, 'It refused the connection. Check that it is running.');
    assert.equal(parentOf(problem), root);
    assert.deepEqual(await childrenOf(await rowAt(await recorded(), 'HTTP'), refuse), []);
  });

  it('is one problem above what was read before', async () => {
    const model = await recorded();
    const [problem, ...others] = await childrenOf(root, async () => ({ model, failure }));
    assert.ok(problem?.type === 'problem');
    assert.equal(problem.label, 'Connection refused');
    assert.deepEqual(rows(others), rows(await rowsAt(model)));
  });

  it('does not hide a mistake of our own', async () => {
    await assert.rejects(
      childrenOf(root, () => Promise.reject(new TypeError('a mistake'))),
      /a mistake/,
    );
  });

  it('is not asked for below a search endpoint and what has no rows', async () => {
    const unasked = () => assert.fail('nothing should be asked');
    const search = endpointNode({ ...stored, hint: { ...stored.hint, kind: 'search' } });
    assert.deepEqual(await childrenOf(search, unasked), []);
    const [fact] = await rowsAt(await recorded(), 'Overview');
    assert.ok(fact?.type === 'fact');
    assert.deepEqual(await childrenOf(fact, unasked), []);
  });

  it('may be a stored record that cannot be used', async () => {
    const { hint } = stored;
    for (const [state, advice] of [
      ['gone', /Edit the endpoint/],
      ['corrupt', /Edit the endpoint/],
      ['newer', /Update Proxy Scout/],
    ] as const) {
      for (const kind of ['proxy', 'search'] as const) {
        const node = endpointNode({ state, hint: { ...hint, kind } });
        const [note, ...more] = await childrenOf(node, () => assert.fail('nothing should be asked'));
        assert.ok(note?.type === 'note' && more.length === 0);
        assert.match(note.label, advice);
      }
    }
  });
});

describe('children: the ids of rows', () => {
  /** All rows down to the last, as if a person unfolded everything. */
  const everything = async (model: TreeModel): Promise<readonly ProxyNode[]> => {
    const all: ProxyNode[] = [root];
    for (const node of all) all.push(...(await below(node, model)));
    return all;
  };

  it('are stable over refreshes, differ from each other and hold no address', async () => {
    for (const grouping of ['kind', 'provider', 'entryPoint'] as const) {
      const ids = (await everything(await recorded({ grouping }))).map(({ id }) => id);
      assert.deepEqual(
        (await everything(await recorded({ grouping }))).map(({ id }) => id),
        ids,
      );
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(ids.length > 500);
      assert.ok(ids.every((id) => !id.includes(new URL(proxyEndpoint.url).host)));
    }
  });

  it('are made of what leads there', async () => {
    const ids = new Set((await everything(await recorded())).map(({ id }) => id));
    assert.ok(ids.has(`endpoint/${proxyEndpoint.id}/http/routers/shop-web@file`));
    assert.ok(ids.has(`endpoint/${proxyEndpoint.id}/http/routers/team a ~1 blue@file`));
  });

  it('differ also where a name imitates another row’s way', async () => {
    const names = [
      'a',
      'a#fault 1',
      'a#note Unused',
      '#problem',
      '#note No routers',
      'a/b',
      'a~1b',
      'a#service b',
      'b',
      '#2',
    ];
    const model = modelOf(
      await inventoryOf({
        'http/routers': names.map((name) => ({
          name,
          provider: name,
          using: ['a', 'a/b', name],
          error: ['x', 'y'],
          service: 'b',
          middlewares: ['m', 'm', 'm#2', 'n', 'n', 'n#2'],
          parentRefs: names,
        })),
        'http/services': names.map((name) => ({
          name,
          loadBalancer: { servers: [{ url: 'http://x' }, { url: 'http://x' }, { url: 'http://x#2' }] },
          ...(name === 'b' ? { weighted: { services: [...names, ...names].map((child) => ({ name: child })) } } : {}),
        })),
        'http/middlewares': ['m', 'm#2'].map((name) => ({ name })),
        entrypoints: ['a', 'a/b', '#note no routers'].map((name) => ({
          name,
          http: { middlewares: ['m', 'm', 'm@x', 'm@x', 'm@x#2'] },
        })),
      }),
    );
    const ids = (await everything(model)).map(({ id }) => id);
    assert.ok(ids.length > 300, String(ids.length));
    assert.equal(new Set(ids).size, ids.length);
  }).timeout(30_000);

  it('do not grow with a hostile name, and still differ', async () => {
    const long = 'x'.repeat(100_000);
    const model = modelOf(
      await inventoryOf({ 'http/routers': [{ name: `${long}1` }, { name: `${long}2` }, { name: '' }, 7] }),
    );
    const nodes = await rowsAt(model, 'Routers');
    assert.equal(new Set(nodes.map(({ id }) => id)).size, 4);
    for (const { id, label } of nodes) assert.ok(id.length < 700 && label.length <= 300);
  });

  it('lead from every row to its parents and to its document', async () => {
    const model = await recorded();
    const nodes = await rowsAt(model, 'HTTP', 'Services');
    assert.equal(nodes.length, 16);
    for (const node of nodes) {
      const way: string[] = [];
      for (let at: ProxyNode | undefined = node; at !== undefined; at = parentOf(at)) way.push(at.type);
      assert.deepEqual(way, ['item', 'group', 'protocol', 'endpoint']);
      assert.ok(node.type === 'item');
      assert.equal(JSON.parse(itemOf(model.inventory, node)?.text ?? '').name, node.name);
    }
  });
});
