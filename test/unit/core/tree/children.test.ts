import assert from 'node:assert/strict';
import { RequestFailure } from '../../../../src/core/http/failure';
import { itemOf } from '../../../../src/core/traefik/inventory';
import { childrenOf } from '../../../../src/core/tree/children';
import { endpointNode } from '../../../../src/core/tree/endpointRow';
import { type ProxyNode, parentOf } from '../../../../src/core/tree/nodes';
import { proxyEndpoint } from '../traefik/fakeDoor';
import { childrenAt, inventoryOf, recordedInventory, root, stored } from './sample';

const rows = (nodes: readonly ProxyNode[]) => nodes.map(({ label, description }) => [label, description]);

describe('the rows of a proxy', () => {
  it('are its protocols with what they have', async () => {
    assert.deepEqual(rows(await childrenAt(await recordedInventory('traefik-3.7'))), [
      ['HTTP', '48 routers, 22 services, 35 middlewares'],
      ['TCP', '4 routers, 3 services, 2 middlewares'],
      ['UDP', '2 routers, 2 services'],
    ]);
    const few = await inventoryOf({
      'http/routers': [{ name: 'a' }],
      'http/services': [],
      'http/middlewares': [{ name: 'a' }],
      'tcp/routers': [],
      'tcp/services': [],
    });
    assert.deepEqual(rows(await childrenAt(few)), [
      ['HTTP', '1 router, no services, 1 middleware'],
      ['TCP', 'no routers, no services'],
      ['UDP', 'not in this version'],
    ]);
  });

  it('are its groups with their counts and problems', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    assert.deepEqual(rows(await childrenAt(inventory, 'http')), [
      ['Routers', '48 · 10 with errors, 2 with warnings'],
      ['Services', '22 · 4 with errors'],
      ['Middlewares', '35 · 1 with errors'],
    ]);
    assert.deepEqual(rows(await childrenAt(inventory, 'udp')), [
      ['Routers', '2 · 1 with errors'],
      ['Services', '2'],
    ]);
  });

  it('are its items: with errors, with warnings, the others, each by name', async () => {
    const inventory = await inventoryOf({
      'http/routers': [
        { name: 'web-10@file', status: 'enabled' },
        { name: 'b@file', status: 'warning' },
        { name: 'Web-2@file', status: 'enabled' },
        { name: 'z@file', status: 'disabled' },
        { name: 'web-2@file' },
        { name: 'a@file', status: 'disabled' },
        { name: 'äpfel@file', status: 'enabled' },
      ],
    });
    const labels = (await childrenAt(inventory, 'http', 'routers')).map(({ label }) => label);
    assert.deepEqual(labels, ['a@file', 'z@file', 'b@file', 'äpfel@file', 'web-2@file', 'Web-2@file', 'web-10@file']);
  });

  it('say of an item what tells it from its neighbours', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const descriptionAt = async (protocol: string, kind: string, name: string) =>
      (await childrenAt(inventory, protocol, kind)).find(({ label }) => label === name)?.description;
    assert.equal(await descriptionAt('http', 'routers', 'shop-web@file'), 'Host(`shop.example.test`)');
    assert.equal((await descriptionAt('http', 'routers', 'very-long@file'))?.length, 2656);
    assert.equal(await descriptionAt('http', 'routers', 'no-rule@file'), undefined);
    assert.equal(await descriptionAt('tcp', 'routers', 'pg@file'), 'HostSNI(`db.example.test`)');
    assert.equal(await descriptionAt('udp', 'routers', 'dns@file'), 'dns');
    assert.equal(await descriptionAt('http', 'services', 'shop@file'), 'loadBalancer, 3 servers');
    assert.equal(await descriptionAt('http', 'services', 'shop-api@file'), 'loadBalancer, 1 server');
    assert.equal(await descriptionAt('http', 'services', 'empty-servers@file'), 'loadBalancer, no servers');
    assert.equal(await descriptionAt('http', 'services', 'canary@file'), 'weighted, 2 services');
    assert.equal(await descriptionAt('http', 'services', 'hrw@file'), 'highestRandomWeight, 2 services');
    assert.equal(await descriptionAt('http', 'services', 'mirror@file'), 'mirroring, 1 mirror');
    assert.equal(await descriptionAt('http', 'services', 'static-failover@file'), 'failover');
    assert.equal(await descriptionAt('http', 'services', 'api@internal'), undefined);
    assert.equal(await descriptionAt('http', 'middlewares', 'api-strip@file'), 'stripPrefix');
    assert.equal(await descriptionAt('http', 'middlewares', 'plugin-x@file'), 'plugin waf');
    assert.equal(await descriptionAt('http', 'middlewares', 'nothing@file'), undefined);
  });

  it('say to a screen reader what the icon says', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const spokenAt = async (protocol: string, kind: string, name: string) =>
      (await childrenAt(inventory, protocol, kind)).find(({ label }) => label === name)?.spoken;
    assert.equal(
      await spokenAt('http', 'routers', 'shop-web@file'),
      'Router shop-web@file, enabled, rule Host(`shop.example.test`)',
    );
    assert.equal(
      await spokenAt('udp', 'routers', 'dns-broken@file'),
      'Router dns-broken@file, disabled, entry points dns',
    );
    assert.equal(await spokenAt('http', 'services', 'api@internal'), 'Service api@internal, enabled');
    assert.equal(
      await spokenAt('tcp', 'middlewares', 'conn-limit@file'),
      'Middleware conn-limit@file, enabled, inFlightConn',
    );
    assert.deepEqual(
      (await childrenAt(inventory, 'http')).map(({ spoken }) => spoken)[0],
      'HTTP routers, 48, 10 with errors, 2 with warnings',
    );
    assert.equal(root.spoken, 'Proxy endpoint edge, proxy.example.test:8080');
  });

  it('say why a group has no items', async () => {
    const inventory = await inventoryOf({
      'http/routers': [],
      'http/services': [{}, 7, { name: 'a' }],
      'tcp/routers': { routers: [] },
    });
    assert.deepEqual(rows(await childrenAt(inventory, 'http', 'routers')), [['none', undefined]]);
    assert.deepEqual(rows(await childrenAt(inventory, 'http', 'services')), [
      ['a', undefined],
      ['2 without a name, not shown', undefined],
    ]);
    assert.deepEqual(rows(await childrenAt(inventory, 'http', 'middlewares')), [['not in this version', undefined]]);
    assert.deepEqual(rows(await childrenAt(inventory, 'tcp')), [
      ['Routers', 'not read'],
      ['Services', 'not in this version'],
      ['Middlewares', 'not in this version'],
    ]);
    const [problem, ...more] = await childrenAt(inventory, 'tcp', 'routers');
    assert.ok(problem?.type === 'problem' && more.length === 0);
    assert.equal(problem.failure.kind, 'notAnApi');
    assert.deepEqual([problem.label, problem.description], ['Not an API', problem.failure.nextStep]);
    assert.equal(problem.spoken, `${problem.failure.sentence} ${problem.failure.nextStep}`);
  });

  it('are one problem, below the endpoint, where the inventory could not be read', async () => {
    const failure = {
      kind: 'refused',
      sentence: 'It refused the connection.',
      nextStep: 'Check that it is running.',
    } as const;
    const refuse = () => Promise.reject(new RequestFailure(failure));
    const [problem, ...more] = await childrenOf(root, refuse);
    assert.ok(problem?.type === 'problem' && more.length === 0);
    assert.deepEqual(problem.failure, failure);
    assert.equal(problem.spoken, 'It refused the connection. Check that it is running.');
    assert.equal(parentOf(problem), root);
    const protocol = (await childrenAtRoot())[0];
    assert.ok(protocol?.type === 'protocol');
    assert.deepEqual(await childrenOf(protocol, refuse), []);
  });

  it('do not hide a mistake of our own', async () => {
    await assert.rejects(
      childrenOf(root, () => Promise.reject(new TypeError('a mistake'))),
      /a mistake/,
    );
  });

  it('are none, and nothing is asked, below an item, a search endpoint and what has no rows', async () => {
    const unasked = () => assert.fail('nothing should be asked');
    const search = endpointNode({ ...stored, hint: { ...stored.hint, kind: 'search' } });
    assert.deepEqual(await childrenOf(search, unasked), []);
    assert.equal(search.description, 'proxy.example.test:8080');
    const inventory = await recordedInventory('traefik-3.7');
    const [item] = await childrenAt(inventory, 'http', 'routers');
    assert.ok(item?.type === 'item');
    assert.deepEqual(await childrenOf(item, unasked), []);
  });

  it('say of an imported endpoint that its credentials are not entered yet', async () => {
    const id = '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11';
    const row = endpointNode({
      state: 'ready',
      hint: { id, kind: 'proxy', name: 'edge', order: 0 },
      endpoint: {
        version: 1,
        id,
        kind: 'proxy',
        name: 'edge',
        url: 'https://edge.example.test/base',
        auth: { type: 'basic', username: 'reader', password: '' },
        headers: {},
        order: 0,
      },
    });
    assert.equal(row.description, 'edge.example.test · credentials not entered');
  });

  it('say what to do about a stored record that cannot be used', async () => {
    const { hint } = stored;
    for (const [state, description, advice] of [
      ['gone', 'stored record is gone', /Edit the endpoint/],
      ['corrupt', 'stored record cannot be read', /Edit the endpoint/],
      ['newer', 'stored by a newer Proxy Scout', /Update Proxy Scout/],
    ] as const) {
      for (const kind of ['proxy', 'search'] as const) {
        const node = endpointNode({ state, hint: { ...hint, kind } });
        assert.equal(node.description, description);
        assert.ok(node.spoken?.endsWith(description));
        const [note, ...more] = await childrenOf(node, () => assert.fail('nothing should be asked'));
        assert.ok(note?.type === 'note' && more.length === 0);
        assert.match(note.label, advice);
      }
    }
  });
});

describe('the ids of rows', () => {
  it('are stable over refreshes, differ from each other and hold no address', async () => {
    const idsOf = async () => {
      const inventory = await recordedInventory('traefik-3.7');
      const all: ProxyNode[] = [root];
      for (const node of all) all.push(...(await childrenOf(node, async () => inventory)));
      return all.map(({ id }) => id);
    };
    const ids = await idsOf();
    assert.deepEqual(await idsOf(), ids);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 1 + 3 + 8 + 48 + 22 + 35 + 4 + 3 + 2 + 2 + 2);
    assert.ok(ids.every((id) => !id.includes(new URL(proxyEndpoint.url).host)));
    assert.ok(ids.includes(`endpoint/${proxyEndpoint.id}/http/routers/team a / blue@file`));
  });

  it('do not grow with a hostile name, and still differ', async () => {
    const long = 'x'.repeat(100_000);
    const inventory = await inventoryOf({
      'http/routers': [{ name: `${long}1` }, { name: `${long}2` }, { name: '' }, 7],
    });
    const nodes = await childrenAt(inventory, 'http', 'routers');
    assert.equal(new Set(nodes.map(({ id }) => id)).size, 4);
    for (const { id, label } of nodes) assert.ok(id.length < 700 && label.length <= 300);
  });

  it('lead from every row to its parents and to its document', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const nodes = await childrenAt(inventory, 'http', 'services');
    assert.equal(nodes.length, 22);
    for (const node of nodes) {
      const way: string[] = [];
      for (let at: ProxyNode | undefined = node; at !== undefined; at = parentOf(at)) way.push(at.type);
      assert.deepEqual(way, ['item', 'group', 'protocol', 'endpoint']);
      assert.ok(node.type === 'item');
      assert.equal(JSON.parse(itemOf(inventory, node)?.text ?? '').name, node.name);
    }
  });
});

describe('hostile text in rows', () => {
  it('is one visible line', async () => {
    const name = 'a\r\nb\u202egpj.exe\u200b@file';
    const inventory = await inventoryOf({
      'http/routers': [{ name, rule: 'Host(`x`)\n\u0000&& Path(`y`)', status: 'enabled' }],
      'http/middlewares': [{ name: '\u200b', type: 'x\u2028y' }],
    });
    const [router] = await childrenAt(inventory, 'http', 'routers');
    assert.equal(router?.label, 'a bgpj.exe@file');
    assert.equal(router?.description, 'Host(`x`) && Path(`y`)');
    assert.equal(router?.spoken, 'Router a bgpj.exe@file, enabled, rule Host(`x`) && Path(`y`)');
    assert.ok(router?.type === 'item' && itemOf(inventory, router)?.name === name);
    const [middleware] = await childrenAt(inventory, 'http', 'middlewares');
    assert.deepEqual([middleware?.label, middleware?.description], ['(no name)', 'x y']);
  });
});

async function childrenAtRoot(): Promise<readonly ProxyNode[]> {
  return childrenAt(await recordedInventory('traefik-3.7'));
}
