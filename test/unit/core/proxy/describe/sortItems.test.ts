import assert from 'node:assert/strict';
import type { ViewOptions } from '../../../../../src/core/proxy/describe/viewOptions';
import { inventoryOf, modelOf, recordedInventory, rowsAt } from '../tree/sample';

async function labelsOf(listing: readonly unknown[], kind: 'routers' | 'services', sorting: ViewOptions['sorting']) {
  const model = modelOf(await inventoryOf({ [`http/${kind}`]: listing }), { sorting });
  const label = kind === 'routers' ? 'Routers' : 'Services';
  return (await rowsAt(model, 'HTTP', label)).map((row) => row.label);
}

const routers = [
  { name: 'web-10@file', status: 'enabled' },
  { name: 'b@file', status: 'warning' },
  { name: 'Web-2@file', status: 'enabled' },
  { name: 'z@file', status: 'disabled' },
  { name: 'web-2@file' },
  { name: 'a@file', status: 'disabled' },
  { name: 'äpfel@file', status: 'enabled' },
];

describe('sortItems: the order of rows', () => {
  it('is by default: the worst first, each by name', async () => {
    assert.deepEqual(await labelsOf(routers, 'routers', 'status'), [
      'a',
      'z',
      'b',
      'äpfel',
      'web-2',
      'Web-2',
      'web-10',
    ]);
  });

  it('puts what is down between errors and warnings, and does not tell what is up from what is not checked', async () => {
    const service = (name: string, status: string, ...reports: readonly string[]) => ({
      name,
      status,
      loadBalancer: { healthCheck: {}, servers: reports.map((_, index) => ({ url: `http://${name}${index}` })) },
      serverStatus: Object.fromEntries(reports.map((report, index) => [`http://${name}${index}`, report])),
    });
    const services = [
      service('a', 'enabled', 'UP'),
      service('b', 'enabled', 'UP', 'DOWN'),
      service('c', 'enabled', 'DOWN'),
      service('d', 'disabled', 'UP'),
      service('e', 'warning', 'UP'),
      service('f', 'enabled'),
    ];
    assert.deepEqual(await labelsOf(services, 'services', 'status'), ['d', 'c', 'e', 'b', 'a', 'f']);
  });

  it('is by name alone', async () => {
    assert.deepEqual(await labelsOf(routers, 'routers', 'name'), ['a', 'äpfel', 'b', 'web-2', 'Web-2', 'web-10', 'z']);
  });

  it('is by priority to the last digit, and those without one last', async () => {
    const model = modelOf(await recordedInventory('traefik-3.7'), { sorting: 'priority' });
    const labels = (await rowsAt(model, 'HTTP', 'Routers')).map(({ label }) => label);
    assert.deepEqual(labels.slice(0, 8), [
      'huge-priority',
      'huge-priority-2',
      'very-long',
      'shop-api',
      'digest',
      'only-office',
      'redirected',
      'sso-api',
    ]);
    assert.deepEqual(labels.slice(-3), ['negative', 'no-rule', 'only-bad-entrypoint']);
  });
});
