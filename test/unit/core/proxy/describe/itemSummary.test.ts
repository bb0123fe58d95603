import assert from 'node:assert/strict';
import { itemSummary } from '../../../../../src/core/proxy/describe/itemSummary';
import { itemOf } from '../../../../../src/core/proxy/model/inventory';
import type { ItemKind, TraefikProtocol } from '../../../../../src/core/proxy/model/model';
import { nodeTooltip } from '../../../../../src/core/proxy/tree/nodeTooltip';
import type { TreeModel } from '../../../../../src/core/proxy/tree/treeModel';
import { inventoryOf, modelOf, recordedInventory, rowsAt } from '../tree/sample';

const recorded = async (look = {}): Promise<TreeModel> => modelOf(await recordedInventory('traefik-3.7'), look);

function summaryAt(model: TreeModel, protocol: TraefikProtocol, kind: ItemKind, name: string) {
  const item = itemOf(model.inventory, { protocol, kind, name });
  assert.ok(item !== undefined);
  return itemSummary(item, model);
}

describe('itemSummary: the row of an item', () => {
  it('says what tells it from its neighbours', async () => {
    const model = await recorded();
    const at = (protocol: TraefikProtocol, kind: ItemKind, name: string) =>
      summaryAt(model, protocol, kind, name).description;
    assert.equal(at('http', 'routers', 'shop-api@file'), 'Host(`shop.example.test`) && PathPrefix(`/api`)');
    assert.equal(at('udp', 'routers', 'dns@file'), 'dns');
    assert.equal(at('http', 'services', 'shop-api@file'), '1 of 1 up · loadBalancer · 1 server');
    assert.equal(at('http', 'services', 'empty-servers@file'), 'no servers · loadBalancer');
    assert.equal(at('http', 'services', 'hrw@file'), '3 of 4 up · highestRandomWeight · 2 services');
    assert.equal(at('http', 'middlewares', 'api-strip@file'), 'stripPrefix');
    assert.equal(at('http', 'middlewares', 'plugin-x@file'), 'plugin waf');
    assert.equal(at('http', 'middlewares', 'nothing@file'), undefined);
  });

  it('begins with what is wrong', async () => {
    const model = await recorded();
    const at = (protocol: TraefikProtocol, kind: ItemKind, name: string) =>
      summaryAt(model, protocol, kind, name).description;
    assert.equal(at('http', 'routers', 'shop-web@file'), '2 of 3 up · Host(`shop.example.test`)');
    assert.equal(at('http', 'routers', 'all-down@file'), 'down · Host(`down.example.test`)');
    assert.equal(
      at('http', 'routers', 'bad-entrypoint@file'),
      'entry point not found · 2 of 3 up · Host(`ep.example.test`)',
    );
    assert.equal(at('http', 'routers', 'bad-rule@file'), 'invalid rule · Host(`broken.example.test`');
    assert.equal(at('http', 'routers', 'no-rule@file'), 'invalid rule');
    assert.equal(at('http', 'routers', 'no-service@file'), 'service not found · Host(`gone.example.test`)');
    assert.equal(at('http', 'routers', 'no-middleware@file'), 'middleware not found · Host(`gone2.example.test`)');
    assert.equal(at('http', 'middlewares', 'broken-regex@file'), 'invalid regular expression · redirectRegex');
    assert.equal(at('http', 'services', 'bad-url@file'), 'invalid server URL · loadBalancer · 1 server');
    assert.equal(at('tcp', 'routers', 'tcp-broken@file'), 'invalid rule · HostSNI(`x.example.test`)');
    assert.equal(at('udp', 'routers', 'dns-broken@file'), 'service not found · dns');
    assert.match(
      String(at('http', 'routers', 'websecure-conflicted-websecure-shop-beta@file')),
      /^conflicting TLS options · 2 of 3 up · copy of shop-beta@file for websecure · \(Host/,
    );
    assert.match(
      String(at('http', 'routers', 'websecure-conflicted-websecure-shop-web@file')),
      /^2 of 3 up · copy of shop-web@file for websecure · Host/,
    );
  });

  it('says what is wrong in a word where Traefik’s message is not known', async () => {
    const model = modelOf(
      await inventoryOf({
        'http/routers': [
          { name: 'a', status: 'disabled', error: ['something new'] },
          { name: 'b', status: 'warning' },
          { name: 'c', status: 'enabled', error: ['the service "x@y" does not exist'] },
        ],
      }),
    );
    const descriptions = ['a', 'b', 'c'].map((name) => summaryAt(model, 'http', 'routers', name).description);
    assert.deepEqual(descriptions, ['error', 'warning', undefined]);
  });

  it('does not say in each row that it is built in', async () => {
    const model = await recorded();
    assert.equal(summaryAt(model, 'http', 'routers', 'api@internal').description, 'PathPrefix(`/api`)');
    assert.equal(summaryAt(model, 'http', 'services', 'api@internal').description, undefined);
  });

  it('says a priority where that decides the order, to the digit and whether it is computed', async () => {
    const model = await recorded({ sorting: 'priority' });
    assert.equal(
      summaryAt(model, 'http', 'routers', 'ping@internal').description,
      'priority 9223372036854775807 · PathPrefix(`/ping`)',
    );
    const old = modelOf(await recordedInventory('traefik-2.11'), { sorting: 'priority' });
    assert.equal(
      summaryAt(old, 'http', 'routers', 'shop-web@file').description,
      '2 of 3 up · priority 25 (computed) · Host(`shop.example.test`)',
    );
  });

  it('says partially down where no server is known to be up', async () => {
    const model = modelOf(
      await inventoryOf({
        'http/services': [
          {
            name: 's@x',
            type: 'loadbalancer',
            loadBalancer: { servers: [{ url: 'http://a' }, { url: 'http://b' }] },
            serverStatus: { 'http://a': 'DOWN' },
          },
        ],
      }),
    );
    assert.equal(summaryAt(model, 'http', 'services', 's@x').description, 'partially down · loadBalancer · 2 servers');
  });

  it('says of a failover whose fallback is down that the main service is up', async () => {
    const balancer = (name: string, report: string) => ({
      name,
      loadBalancer: { healthCheck: {}, servers: [{ url: `http://${name}` }] },
      serverStatus: { [`http://${name}`]: report },
    });
    const failover = { name: 'f@x', failover: { service: 'm@x', fallback: 'b@x' }, type: 'failover' };
    const listed = [failover, balancer('m@x', 'UP'), balancer('b@x', 'DOWN')];
    const model = modelOf(await inventoryOf({ 'http/services': listed }));
    assert.equal(summaryAt(model, 'http', 'services', 'f@x').description, 'main up · failover');
  });

  it('says to a screen reader what the icon says', async () => {
    const model = await recorded();
    const spoken = (protocol: TraefikProtocol, kind: ItemKind, name: string) =>
      summaryAt(model, protocol, kind, name).spoken;
    assert.equal(
      spoken('http', 'routers', 'shop-web@file'),
      'Router shop-web, enabled, 2 of 3 up, rule Host(`shop.example.test`)',
    );
    assert.equal(spoken('http', 'routers', 'ping@internal'), 'Router ping, enabled, rule PathPrefix(`/ping`)');
    assert.match(spoken('http', 'routers', 'huge-priority@file'), /, enabled, 2 of 3 up, rule /);
    assert.equal(
      spoken('udp', 'routers', 'dns-broken@file'),
      'Router dns-broken, disabled, service not found, entry points dns',
    );
    assert.equal(spoken('http', 'services', 'api@internal'), 'Service api, enabled');
    assert.equal(
      spoken('http', 'services', 'all-down@file'),
      'Service all-down, enabled, down, loadBalancer, 2 servers',
    );
    assert.equal(spoken('tcp', 'middlewares', 'conn-limit@file'), 'Middleware conn-limit, enabled, inFlightConn');
    const [group] = await rowsAt(model, 'HTTP');
    assert.equal(group?.spoken, 'HTTP Routers, 42');
  });
});

describe('itemSummary: a secret in rows', () => {
  it('is masked in a rule and in what Traefik found wrong, also on hovering', async () => {
    const secret = 'abcdefghijklmnopqrstuvwxyz012345';
    const rule = `Host(\`a\`) && Header(\`Authorization\`, \`Bearer ${secret}\`)`;
    const error = `dial http://reader:${secret}@10.0.0.1`;
    const model = modelOf(
      await inventoryOf({ 'http/routers': [{ name: 'r@x', rule, status: 'disabled', error: [error] }] }),
    );
    const [router] = await rowsAt(model, 'HTTP', 'Routers');
    assert.equal(router?.description, 'error · Host(`a`) && Header(`Authorization`, `Bearer •••`)');
    const [fault] = await rowsAt(model, 'HTTP', 'Routers', 'r@x');
    assert.ok(fault?.type === 'fault' && fault.label.startsWith('dial http://'));
    for (const { label, description, spoken } of [router, fault]) {
      assert.ok(![label, description, spoken].join('').includes(secret));
    }
    const tooltip = nodeTooltip(router, model);
    assert.ok(tooltip?.rows.length !== 0 && !JSON.stringify(tooltip).includes(secret));
  });
});

describe('itemSummary: hostile text in rows', () => {
  it('is one visible line', async () => {
    const name = 'a\r\nb\u202egpj.exe\u200b@file';
    const model = modelOf(
      await inventoryOf({
        'http/routers': [{ name, rule: 'Host(`x`)\n\u0000&& Path(`y`)', status: 'enabled', error: ['a\nb'] }],
        'http/middlewares': [{ name: '\u200b', type: 'x\u2028y', provider: 'p\nq' }],
        entrypoints: [{ name: 'e\nf', address: 'g\nh' }],
      }),
    );
    const [router] = await rowsAt(model, 'HTTP', 'Routers');
    assert.equal(router?.label, 'a bgpj.exe');
    assert.equal(router?.description, 'Host(`x`) && Path(`y`)');
    assert.equal(router?.spoken, 'Router a bgpj.exe, enabled, no health check, rule Host(`x`) && Path(`y`)');
    assert.ok(router?.type === 'item' && itemOf(model.inventory, router)?.name === name);
    const [fault] = await rowsAt(model, 'HTTP', 'Routers', 'a bgpj.exe');
    assert.equal(fault?.label, 'a b');
    const [middleware] = await rowsAt(model, 'HTTP', 'Middlewares');
    assert.deepEqual([middleware?.label, middleware?.description], ['(no name)', 'x y']);
    const [entryPoint] = await rowsAt(model, 'Entry Points');
    assert.deepEqual([entryPoint?.label, entryPoint?.description], ['e f', 'g h · no routers']);
    const providers = await rowsAt(modelOf(model.inventory, { grouping: 'provider' }));
    assert.ok(providers.some(({ label }) => label === 'p q'));
  });
});
