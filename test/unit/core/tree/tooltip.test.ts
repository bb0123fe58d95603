import assert from 'node:assert/strict';
import { type Inventory, itemOf } from '../../../../src/core/traefik/inventory';
import type { Kind, Protocol } from '../../../../src/core/traefik/model';
import { type Tooltip, tooltipOf } from '../../../../src/core/tree/tooltip';
import { inventoryOf, recordedInventory } from './sample';

function tooltipAt(inventory: Inventory, protocol: Protocol, kind: Kind, name: string): Tooltip {
  const item = itemOf(inventory, { protocol, kind, name });
  assert.ok(item !== undefined);
  return tooltipOf(item);
}

describe('a tooltip', () => {
  it('tells what is known of a router, priority to the digit', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    assert.deepEqual(tooltipAt(inventory, 'http', 'routers', 'shop-beta@file'), {
      title: 'Router shop-beta@file',
      rows: [
        ['Status', 'enabled'],
        [
          'Rule',
          '(Host(`shop.example.test`) || HostRegexp(`^[a-z0-9-]+\\.shop\\.example\\.test$`)) && Header(`X-Beta`,`1`) && !ClientIP(`10.0.0.0/8`)',
        ],
        ['Entry points', 'web'],
        ['Service', 'mirror'],
        ['Priority', '129'],
        ['TLS', 'options modern, certificate resolver none-here'],
        ['Provider', 'file'],
      ],
      errors: [],
    });
    const priorities = ['ping@internal', 'api@internal', 'dashboard@internal', 'negative@file'].map((name) =>
      new Map(tooltipAt(inventory, 'http', 'routers', name).rows).get('Priority'),
    );
    assert.deepEqual(priorities, ['9223372036854775807', '9223372036854775806', '9223372036854775805', '-1']);
    const old = await recordedInventory('traefik-2.11');
    assert.equal(
      new Map(tooltipAt(old, 'http', 'routers', 'ping@internal').rows).get('Priority'),
      '9223372036854775807',
    );
    assert.equal(new Map(tooltipAt(old, 'http', 'routers', 'shop-web@file').rows).get('Priority'), undefined);
    assert.equal(new Map(tooltipAt(inventory, 'tcp', 'routers', 'pg@file').rows).get('TLS'), 'passed through');
    assert.equal(new Map(tooltipAt(inventory, 'tcp', 'routers', 'pg-clientip@file').rows).get('TLS'), 'on');
    assert.equal(
      new Map(tooltipAt(inventory, 'http', 'routers', 'child-a@file').rows).get('Parent routers'),
      'parent@file',
    );
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
    const serversOf = (protocol: Protocol, name: string) =>
      new Map(tooltipAt(inventory, protocol, 'services', name).rows).get('Servers');
    assert.equal(
      serversOf('http', 'shop@file'),
      'http://127.0.0.1:9101 (up), http://127.0.0.1:9102 (up), http://127.0.0.1:9199 (down)',
    );
    assert.equal(serversOf('http', 'svc / with slash@file'), 'http://127.0.0.1:9101 (not checked)');
    assert.equal(serversOf('http', 'unused-service@file'), 'http://127.0.0.1:9101 (not checked)');
    assert.equal(serversOf('tcp', 'pg@file'), '127.0.0.1:9110 (up), 127.0.0.1:9111 (down)');
    assert.equal(serversOf('udp', 'dns@file'), '127.0.0.1:9153 (not checked), 127.0.0.1:9154 (not checked)');
    assert.equal(serversOf('http', 'empty-servers@file'), undefined);
  });

  it('tells who uses a middleware', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    assert.deepEqual(tooltipAt(inventory, 'http', 'middlewares', 'to-https@file').rows, [
      ['Status', 'enabled'],
      ['Type', 'redirectScheme'],
      ['Used by routers', 'redirected@file, shop-web-redirect@file'],
      ['Provider', 'file'],
    ]);
  });

  it('shortens long lists and texts, and shows no credentials of a server', async () => {
    const inventory = await inventoryOf({
      'http/services': [
        {
          name: 's',
          type: 'loadbalancer',
          loadBalancer: { servers: [{ url: 'http://user:pa55@10.0.0.1:80/x@y' }, {}] },
          usedBy: Array.from({ length: 1_234 }, (_, index) => `r${index}`),
          error: [`a\nb${'c'.repeat(5_000)}`, ...Array.from({ length: 20 }, () => 'more')],
          serverStatus: 7,
        },
      ],
    });
    const { rows, errors } = tooltipAt(inventory, 'http', 'services', 's');
    const row = new Map(rows);
    assert.equal(row.get('Servers'), 'http://…@10.0.0.1:80/x@y (not checked), ? (not checked)');
    assert.equal(row.get('Used by routers'), 'r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, 1,224 more');
    assert.equal(row.get('Not understood'), 'serverStatus');
    assert.equal(errors.length, 11);
    assert.equal(errors[0]?.length, 1_000);
    assert.ok(errors[0]?.startsWith('a bcc'));
    assert.equal(errors[10], '11 more');
  });
});
