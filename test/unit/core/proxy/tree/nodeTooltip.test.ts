import assert from 'node:assert/strict';
import { type Inventory, itemOf } from '../../../../../src/core/proxy/model/inventory';
import type { ItemKind, TraefikProtocol } from '../../../../../src/core/proxy/model/model';
import { groupNode, protocolNode } from '../../../../../src/core/proxy/tree/groupRows';
import { itemNode } from '../../../../../src/core/proxy/tree/itemRows';
import { itemTooltip, type NodeTooltip, nodeTooltip } from '../../../../../src/core/proxy/tree/nodeTooltip';
import { given } from '../model/given';
import { inventoryOf, modelOf, recordedInventory, root, rowAt, rowsAt } from './sample';

function tooltipAt(inventory: Inventory, protocol: TraefikProtocol, kind: ItemKind, name: string): NodeTooltip {
  const model = modelOf(inventory);
  const item = itemOf(inventory, { protocol, kind, name });
  assert.ok(item !== undefined);
  const parent = groupNode(protocolNode(root, model, protocol), model, protocol, kind);
  return nodeTooltip(itemNode(parent, item, model), model) ?? assert.fail(`no tooltip of ${name}`);
}

/** What a tooltip says in one of its rows. */
const said = (tooltip: NodeTooltip, label: string): string | undefined => new Map(tooltip.rows).get(label);

describe('nodeTooltip: a tooltip', () => {
  it('tells the verdict on a router and its rule', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    assert.deepEqual(tooltipAt(inventory, 'http', 'routers', 'shop-beta@file'), {
      title: 'Router shop-beta@file',
      rows: [
        ['Health', '2 of 3 up'],
        [
          'Rule',
          '(Host(`shop.example.test`) || HostRegexp(`^[a-z0-9-]+\\.shop\\.example\\.test$`)) && Header(`X-Beta`,`1`) && !ClientIP(`10.0.0.0/8`)',
        ],
      ],
      errors: [],
    });
    assert.equal(said(tooltipAt(inventory, 'http', 'routers', 'bad-rule@file'), 'Status'), 'disabled');
  });

  it('tells what is known of a router where its rule is in a file, priority to the digit', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const whole = (of: Inventory, protocol: TraefikProtocol, name: string): NodeTooltip =>
      itemTooltip(itemOf(of, { protocol, kind: 'routers', name }) ?? assert.fail(name), modelOf(of));
    assert.deepEqual(whole(inventory, 'http', 'shop-beta@file').rows.slice(2), [
      ['Priority', '129'],
      ['Entry points', 'web'],
      ['Service', 'mirror'],
      ['Health', '2 of 3 up'],
      ['Servers', 'http://127.0.0.1:9101 (up), http://127.0.0.1:9102 (up), http://127.0.0.1:9199 (down)'],
      ['TLS', 'on · options modern · certificate resolver none-here'],
      ['Provider', 'file'],
    ]);
    const priorities = ['ping@internal', 'api@internal', 'dashboard@internal', 'negative@file'].map((name) =>
      said(whole(inventory, 'http', name), 'Priority'),
    );
    assert.deepEqual(priorities, ['9223372036854775807', '9223372036854775806', '9223372036854775805', '-1']);
    const old = await recordedInventory('traefik-2.11');
    assert.equal(said(whole(old, 'http', 'ping@internal'), 'Priority'), '9223372036854775807');
    assert.equal(said(whole(old, 'http', 'shop-web@file'), 'Priority'), '25 (computed from the length of the rule)');
    const all = [{ name: 'all@file', rule: 'HostSNI(`*`)', status: 'enabled' }];
    const oldWithTcp = { ...(await given({ tcp: { routers: all } })), version: { number: '2.11.53' } };
    assert.equal(said(whole(oldWithTcp, 'tcp', 'all@file'), 'Priority'), '-1');
    assert.equal(said(whole(inventory, 'http', 'bad-entrypoint@file'), 'Entry points'), 'web');
    assert.equal(said(whole(inventory, 'tcp', 'pg@file'), 'TLS'), 'on · passed through to the servers');
    assert.equal(said(whole(inventory, 'tcp', 'pg-clientip@file'), 'TLS'), 'on');
    assert.equal(said(whole(inventory, 'http', 'child-a@file'), 'Parent routers'), 'parent@file');
  });

  it('tells what Traefik found wrong', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    assert.deepEqual(tooltipAt(inventory, 'http', 'routers', 'only-bad-entrypoint@file').errors, [
      'entryPoint "nowhere" doesn\'t exist',
      'no valid entryPoint for this router',
    ]);
  });

  it('takes UP for an answer only where a health check is behind it', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const serversOf = (protocol: TraefikProtocol, name: string) =>
      said(tooltipAt(inventory, protocol, 'services', name), 'Servers');
    assert.equal(
      serversOf('http', 'shop@file'),
      'http://127.0.0.1:9101 (up), http://127.0.0.1:9102 (up), http://127.0.0.1:9199 (down)',
    );
    assert.equal(serversOf('http', 'svc / with slash@file'), 'http://127.0.0.1:9101 (no health check)');
    assert.equal(serversOf('http', 'unused-service@file'), 'http://127.0.0.1:9101 (no health check)');
    assert.equal(serversOf('tcp', 'pg@file'), '127.0.0.1:9110 (up), 127.0.0.1:9111 (down)');
    assert.equal(serversOf('udp', 'dns@file'), '127.0.0.1:9153 (no health check), 127.0.0.1:9154 (no health check)');
    assert.equal(serversOf('http', 'empty-servers@file'), undefined);
  });

  it('tells who uses a middleware', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    assert.deepEqual(tooltipAt(inventory, 'http', 'middlewares', 'to-https@file').rows, [
      ['Status', 'enabled'],
      ['Type', 'redirectScheme'],
      ['Used by', 'redirected@file, shop-web-redirect@file'],
      ['Provider', 'file'],
    ]);
    // Which the API does not say of itself.
    const conn = tooltipAt(inventory, 'tcp', 'middlewares', 'conn-limit@file');
    assert.equal(said(conn, 'Used by'), 'pg@file');
  });

  it('shortens long lists and texts, and shows no credentials of a server', async () => {
    const inventory = await inventoryOf({
      'http/routers': Array.from({ length: 1_234 }, (_, index) => ({ name: `r${index}`, service: 's@x' })),
      'http/services': [
        {
          name: 's@x',
          type: 'loadbalancer',
          loadBalancer: { servers: [{ url: 'http://user:pa55@10.0.0.1:80/x@y' }, {}] },
          error: [`a\nb${'c'.repeat(5_000)}`, ...Array.from({ length: 20 }, () => 'more')],
          serverStatus: 7,
        },
      ],
    });
    const { rows, errors } = tooltipAt(inventory, 'http', 'services', 's@x');
    const row = new Map(rows);
    assert.equal(row.get('Servers'), 'http://10.0.0.1:80/x@y (no health check), ? (no health check)');
    assert.equal(row.get('Used by'), 'r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, 1,224 more');
    assert.equal(row.get('Unreadable fields'), 'serverStatus');
    assert.equal(errors.length, 11);
    assert.equal(errors[0]?.length, 1_000);
    assert.ok(errors[0]?.startsWith('a bcc'));
    assert.equal(errors[10], '11 more');
  });

  it('tells what an entry point does and how long a certificate is good', async () => {
    const model = modelOf(await recordedInventory('traefik-3.7'));
    const entryPoint = (await rowsAt(model, 'Entry Points')).find(({ label }) => label === 'websecure');
    assert.ok(entryPoint !== undefined);
    assert.deepEqual(nodeTooltip(entryPoint, model), {
      title: 'Entry point websecure',
      rows: [
        ['Address', '127.0.0.1:8443'],
        ['TLS', 'on for its HTTP routers'],
        ['Entry point middlewares', 'security-headers@file'],
      ],
      errors: [],
    });
    const [certificate] = await rowsAt(model, 'Certificates');
    assert.ok(certificate !== undefined);
    const tooltip = nodeTooltip(certificate, model);
    assert.equal(tooltip?.title, 'Certificate soon.example.test');
    assert.equal(tooltip && said(tooltip, 'Status'), 'warning');
    assert.match(String(tooltip && said(tooltip, 'Valid until')), /^2026-1[12]-\d\d \d\d:\d\d · 9 days left$/);
    assert.match(String(tooltip && said(tooltip, 'SHA-256')), /^5395f5214cfc/);
  });

  it('tells what the overview counts', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const model = modelOf({ ...inventory, version: { number: '3.7.9', dashboardName: 'edge $(x)' } });
    assert.deepEqual(nodeTooltip(await rowAt(model, 'Overview'), model)?.rows, [
      ['Name', 'edge $(x)'],
      ['HTTP', '48 routers (10 errors, 2 warnings), 22 services (4 errors), 35 middlewares (1 error)'],
      ['TCP', '4 routers (1 error), 3 services, 2 middlewares'],
      ['UDP', '2 routers (1 error), 2 services'],
      ['Certificates', '2 (1 expiring soon)'],
    ]);
    const silent = modelOf(await inventoryOf({ 'http/routers': [], overview: { providers: 5 } }));
    assert.deepEqual(nodeTooltip(await rowAt(silent, 'Overview'), silent)?.rows, [['Unreadable fields', 'providers']]);
  });

  it('is none for rows that say all themselves', async () => {
    const model = modelOf(await recordedInventory('traefik-3.7'));
    for (const row of await rowsAt(model)) {
      if (row.type !== 'overview') assert.equal(nodeTooltip(row, model), undefined);
    }
  });
});
