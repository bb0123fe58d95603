import assert from 'node:assert/strict';
import type { ProxyNode } from '../../../../../src/core/proxy/tree/nodes';
import type { TreeModel } from '../../../../../src/core/proxy/tree/treeModel';
import { below, inventoryOf, modelOf, recordedInventory, rowAt, rowsAt, seen } from './sample';

const recorded = async (): Promise<TreeModel> => modelOf(await recordedInventory('traefik-3.7'));

/** What a person sees who unfolds the row to which labels lead. */
const unfolded = async (model: TreeModel, ...labels: readonly string[]): Promise<readonly string[]> =>
  seen(await rowsAt(model, ...labels), model);

describe('way: an unfolded router', () => {
  it('shows the way of a request, chains and servers included', async () => {
    assert.deepEqual(await unfolded(await recorded(), 'HTTP', 'Routers', 'shop-web@file'), [
      'web  entry point · 127.0.0.1:8000',
      'security-headers  headers',
      'shop-chain  chain',
      '  secret-headers  headers',
      '  buffering  buffering',
      'compress  compress',
      'shop  2 of 3 up · loadBalancer · 3 servers',
      '  http://127.0.0.1:9101  up · weight 3',
      '  http://127.0.0.1:9102  up',
      '  http://127.0.0.1:9199  down',
    ]);
  });

  it('shows the shares of services behind services', async () => {
    const model = await recorded();
    assert.deepEqual(await unfolded(model, 'HTTP', 'Routers', 'shop-api-v2@file'), [
      'web  entry point · 127.0.0.1:8000',
      'canary  1 of 3 up · weighted · 2 services',
      '  shop-api  weight 9 · 1 of 1 up · loadBalancer · 1 server',
      '    http://127.0.0.1:9103/base/  up',
      '  all-down  weight 1 · down · loadBalancer · 2 servers',
      '    http://127.0.0.1:9198  down',
      '    http://127.0.0.1:9197  down',
    ]);
    assert.deepEqual(await unfolded(model, 'HTTP', 'Routers', 'shop-beta@file'), [
      'web  entry point · 127.0.0.1:8000',
      'mirror  2 of 3 up · mirroring · 1 mirror',
      '  shop  main · 2 of 3 up · loadBalancer · 3 servers',
      '    http://127.0.0.1:9101  up · weight 3',
      '    http://127.0.0.1:9102  up',
      '    http://127.0.0.1:9199  down',
      '  shop-api  mirror · 10% · 1 of 1 up · loadBalancer · 1 server',
      '    http://127.0.0.1:9103/base/  up',
    ]);
    const failover = await unfolded(model, 'HTTP', 'Routers', 'static@file');
    assert.ok(failover.includes('  passive  fallback · 1 of 1 up · loadBalancer · 1 server'));
  });

  it('leads from an errors middleware to the service of its pages', async () => {
    const rows = await unfolded(await recorded(), 'HTTP', 'Routers', 'uses-hrw@file');
    assert.deepEqual(rows.slice(1, 4), [
      'errors  errors',
      '  passive  error pages · 1 of 1 up · loadBalancer · 1 server',
      '    http://127.0.0.1:9104  up',
    ]);
  });

  it('begins with what is wrong, and says what is not there', async () => {
    const model = await recorded();
    assert.deepEqual(
      await unfolded(model, 'HTTP', 'Routers', 'only-bad-entrypoint@file').then((rows) => rows.slice(0, 3)),
      ['entryPoint "nowhere" doesn\'t exist', 'no valid entryPoint for this router', 'nowhere  not found'],
    );
    const rows = await rowsAt(model, 'HTTP', 'Routers', 'no-middleware@file');
    assert.deepEqual(
      rows.map(({ type, label, description }) => [type, label, description]),
      [
        ['fault', 'middleware "missing@docker" does not exist', undefined],
        ['entryPointLink', 'web', 'entry point · 127.0.0.1:8000'],
        ['missing', 'not-there', 'not found'],
        ['missing', 'missing', 'not found'],
        ['link', 'shop', '2 of 3 up · loadBalancer · 3 servers'],
      ],
    );
    assert.equal(rows[0]?.spoken, 'Error: middleware "missing@docker" does not exist');
    assert.equal(rows[2]?.spoken, 'Middleware not-there, not found');
  });

  it('leads to the routers above and below it', async () => {
    const model = await recorded();
    assert.deepEqual(await unfolded(model, 'HTTP', 'Routers', 'parent@file'), [
      'web  entry point · 127.0.0.1:8000',
      'child-a  child router · 2 of 3 up · PathPrefix(`/a`)',
      'child-b  child router · PathPrefix(`/b`)',
    ]);
    const [first] = await rowsAt(model, 'HTTP', 'Routers', 'child-a@file');
    assert.ok(first?.type === 'link');
    assert.deepEqual(
      [first.label, first.description, first.kind],
      ['parent', 'parent router · 3 of 4 up · Host(`layers.example.test`)', 'routers'],
    );
  });

  it('leaves the way of another router to that one', async () => {
    const model = modelOf(
      await inventoryOf({
        'http/routers': [
          { name: 'child@x', parentRefs: ['parent@x'] },
          { name: 'parent@x', service: 's@x' },
        ],
        'http/services': [{ name: 's@x' }],
      }),
    );
    const [link] = await rowsAt(model, 'HTTP', 'Routers', 'child@x');
    assert.ok(link?.type === 'link' && link.name === 'parent@x');
    assert.equal(link.way, 'ends');
    assert.deepEqual(await below(link, model), []);
  });

  it('ends where the way comes back to itself, and says so', async () => {
    const model = await recorded();
    const rows = await unfolded(model, 'HTTP', 'Routers', 'uses-loop@file');
    assert.deepEqual(rows.slice(2), [
      'loop-a  circular reference · weighted · 1 service',
      '  loop-b  weight 1 · circular reference · weighted · 1 service',
      '    loop-a  already listed above · weight 1 · circular reference · weighted · 1 service',
    ]);
    const own = await unfolded(model, 'HTTP', 'Services', 'loop-a@file');
    assert.ok(own.some((row) => row.includes('already listed above')));
  });

  it('does not say that something is not listed where its listing was not read', async () => {
    const model = modelOf(
      await inventoryOf({ 'http/routers': [{ name: 'r@file', service: 's', provider: 'file' }], 'http/services': {} }),
    );
    assert.deepEqual(await unfolded(model, 'HTTP', 'Routers', 'r@file'), ['s  could not be checked']);
  });

  it('says an error once, and what is special about a server', async () => {
    const model = modelOf(
      await inventoryOf({
        'http/routers': [{ name: 'r@x', error: ['one', 'two', 'one'], service: 's@x', status: 'warning' }],
        'http/services': [
          {
            name: 's@x',
            loadBalancer: { servers: [{ url: 'http://a', weight: 2, fenced: true }, { url: 'http://b' }] },
          },
        ],
      }),
    );
    assert.deepEqual(await unfolded(model, 'HTTP', 'Routers', 'r@x'), [
      'one',
      'two',
      's  no health check',
      '  http://a  no health check · weight 2 · fenced',
      '  http://b  no health check',
    ]);
    const [fault] = await rowsAt(model, 'HTTP', 'Routers', 'r@x');
    assert.equal(fault?.spoken, 'Warning: one');
  });

  it('does not call an entry point unlisted where none could be read', async () => {
    const model = modelOf(await inventoryOf({ 'http/routers': [{ name: 'r@x', using: ['web'] }] }));
    assert.deepEqual(await unfolded(model, 'HTTP', 'Routers', 'r@x'), ['web  entry point']);
  });

  it('works for TCP and UDP as well', async () => {
    const model = await recorded();
    assert.deepEqual(await unfolded(model, 'TCP', 'Routers', 'pg@file'), [
      'postgres  entry point · 127.0.0.1:8432',
      'conn-limit  inFlightConn',
      'pg  1 of 2 up · loadBalancer · 2 servers',
      '  127.0.0.1:9110  up',
      '  127.0.0.1:9111  down',
    ]);
    assert.deepEqual(await unfolded(model, 'UDP', 'Routers', 'dns@file'), [
      'dns  entry point · 127.0.0.1:8053/udp',
      'dns  no health check · loadBalancer · 2 servers',
      '  127.0.0.1:9153  no health check',
      '  127.0.0.1:9154  no health check',
    ]);
  });

  it('folds what is long or deep', async () => {
    const many = Array.from({ length: 11 }, (_, index) => ({ url: `http://10.0.0.${index}` }));
    const nested = (name: string, child: string) => ({ name, weighted: { services: [{ name: child }] } });
    const model = modelOf(
      await inventoryOf({
        'http/routers': [
          { name: 'long@x', service: 'many@x' },
          { name: 'deep@x', service: 's1@x' },
        ],
        'http/services': [
          { name: 'many@x', loadBalancer: { servers: many } },
          nested('s1@x', 's2@x'),
          nested('s2@x', 's3@x'),
          nested('s3@x', 's4@x'),
          nested('s4@x', 's5@x'),
          { name: 's5@x' },
        ],
      }),
    );
    const ways = async (...labels: readonly string[]): Promise<readonly string[]> => {
      const found: string[] = [];
      let rows: readonly ProxyNode[] = await rowsAt(model, ...labels);
      while (rows[0]?.type === 'link') {
        found.push(rows[0].way);
        rows = await below(rows[0], model);
      }
      return found;
    };
    assert.deepEqual(await ways('HTTP', 'Routers', 'long@x'), ['folded']);
    assert.deepEqual(await ways('HTTP', 'Routers', 'deep@x'), ['open', 'open', 'open', 'folded', 'ends']);
  });
});

describe('way: an unfolded service or middleware', () => {
  it('shows where it leads and what uses it, however', async () => {
    const model = await recorded();
    assert.deepEqual(await unfolded(model, 'HTTP', 'Services', 'all-down@file'), [
      'http://127.0.0.1:9198  down',
      'http://127.0.0.1:9197  down',
      'Used By  2',
      '  all-down  down · Host(`down.example.test`)',
      '  canary  as weighted service · 1 of 3 up · weighted · 2 services',
    ]);
    assert.deepEqual(await unfolded(model, 'HTTP', 'Services', 'passive@file'), [
      'http://127.0.0.1:9104  up',
      'Used By  3',
      '  hrw  as weighted service · 3 of 4 up · highestRandomWeight · 2 services',
      '  static-failover  as fallback · 3 of 4 up · failover',
      '  errors  for error pages · errors',
    ]);
    const headers = await unfolded(model, 'HTTP', 'Middlewares', 'security-headers@file');
    assert.deepEqual(headers.slice(0, 2), [
      'Used By  5',
      '  websecure  for all its routers · entry point · 127.0.0.1:8443 · TLS',
    ]);
    assert.deepEqual(await unfolded(model, 'TCP', 'Middlewares', 'conn-limit@file'), [
      'Used By  1',
      '  pg  1 of 2 up · HostSNI(`db.example.test`)',
    ]);
  });

  it('says that nothing uses it, also where only unused things do', async () => {
    const model = await recorded();
    assert.deepEqual(await unfolded(model, 'HTTP', 'Middlewares', 'unused-mw@file'), ['Unused']);
    assert.deepEqual(await unfolded(model, 'HTTP', 'Services', 'unused-service@file'), [
      'http://127.0.0.1:9101  no health check',
      'Used By  1 · no router leads here',
      '  no-hc-child  as weighted service · no health check · weighted · 1 service',
    ]);
    const [note] = await rowsAt(model, 'HTTP', 'Middlewares', 'unused-mw@file');
    assert.ok(note?.type === 'note' && note.about === 'unused');
  });

  it('does not call unused what something unread may use', async () => {
    const model = modelOf(
      await inventoryOf({ 'http/routers': [], 'tcp/routers': {}, 'tcp/services': [{ name: 's@file' }] }),
    );
    assert.deepEqual(await unfolded(model, 'TCP', 'Services', 's@file'), [
      'Usage unknown: not everything could be read',
    ]);
  });

  it('folds many users', async () => {
    const routers = Array.from({ length: 11 }, (_, index) => ({
      name: `r${index}@x`,
      service: 's@x',
      status: 'enabled',
    }));
    const model = modelOf(await inventoryOf({ 'http/routers': routers, 'http/services': [{ name: 's@x' }] }));
    const users = (await rowsAt(model, 'HTTP', 'Services', 's@x')).at(-1);
    assert.ok(users?.type === 'users' && !users.isOpen);
    assert.equal(users.description, '11');
    assert.deepEqual((await below(users, model)).map(({ label }) => label).slice(0, 3), ['r0', 'r1', 'r2']);
  });

  it('shows no credentials of a server, in no part of its row', async () => {
    const model = modelOf(
      await inventoryOf({
        'http/services': [{ name: 's@x', loadBalancer: { servers: [{ url: 'http://user:pa55@10.0.0.1:80/x' }] } }],
      }),
    );
    const [server] = await rowsAt(model, 'HTTP', 'Services', 's@x');
    assert.ok(server?.type === 'server');
    assert.match(server.url, /10\.0\.0\.1/);
    const { parent, ...own } = server;
    assert.equal(parent.label, 's');
    assert.ok(!JSON.stringify(own).includes('pa55'));
  });
});

describe('way: a row that leads to an item', () => {
  it('carries what names the item, for every command', async () => {
    const rows = await rowsAt(await recorded(), 'HTTP', 'Routers', 'shop-web@file');
    const service = rows.find(({ label }) => label === 'shop');
    assert.ok(service?.type === 'link');
    const { endpointId, protocol, kind, name, has } = service;
    assert.deepEqual(
      { protocol, kind, name, has },
      { protocol: 'http', kind: 'services', name: 'shop@file', has: { rule: false, servers: true, internal: false } },
    );
    assert.equal(endpointId, rows[0]?.endpointId);
  });

  it('says what is no longer there when it is unfolded after a refresh', async () => {
    const model = await recorded();
    const node = await rowAt(model, 'HTTP', 'Routers', 'shop-web@file');
    const empty = modelOf(await inventoryOf({ 'http/routers': [] }));
    assert.deepEqual(
      (await below(node, empty)).map(({ label }) => label),
      ['No longer exists'],
    );
  });
});
