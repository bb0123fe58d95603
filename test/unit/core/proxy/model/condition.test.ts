import assert from 'node:assert/strict';
import {
  type Condition,
  certificateConditions,
  conditionRank,
  conditionSeverity,
  itemCondition,
} from '../../../../../src/core/proxy/model/condition';
import { itemOf } from '../../../../../src/core/proxy/model/inventory';
import { type ItemGraph, itemGraphOf } from '../../../../../src/core/proxy/model/itemGraph';
import type { ItemKind } from '../../../../../src/core/proxy/model/model';
import { given, type Raw } from './given';

/** A load balancer with a health check: `U` is up, `D` down. */
function balancer(name: string, servers: string, status = 'enabled'): Raw {
  const urls = [...servers].map((_, index) => `http://${name}-${index}`);
  return {
    name: `${name}@file`,
    status,
    loadBalancer: { servers: urls.map((url) => ({ url })), healthCheck: {} },
    serverStatus: Object.fromEntries(urls.map((url, index) => [url, servers[index] === 'U' ? 'UP' : 'DOWN'])),
  };
}

const services: readonly Raw[] = [
  balancer('up', 'UU'),
  balancer('down', 'DD'),
  balancer('partly', 'UD'),
  balancer('warned', 'UU', 'warning'),
  balancer('warned-down', 'DD', 'warning'),
  balancer('warned-partly', 'UD', 'warning'),
  balancer('broken', 'UU', 'disabled'),
  balancer('empty', ''),
  { ...balancer('strange', ''), status: 'odd' },
  { name: 'unchecked@file', status: 'enabled', loadBalancer: { servers: [{ url: 'http://a' }] } },
  { name: 'api@internal', provider: 'internal', status: 'enabled' },
  {
    name: 'replaced@file',
    status: 'enabled',
    failover: { service: 'down@file', fallback: 'up@file' },
  },
];
const routers: readonly Raw[] = [
  ...services.map(({ name }) => ({ name: `to-${name}`, rule: 'Path(`/`)', service: name, status: 'enabled' })),
  { name: 'broken@file', rule: '(', service: 'up@file', status: 'disabled' },
];
const middlewares: readonly Raw[] = [
  { name: 'fine@file', type: 'stripprefix', status: 'enabled' },
  { name: 'broken@file', type: 'stripprefix', status: 'disabled' },
  { name: 'strange@file', type: 'stripprefix' },
];

describe('condition: the condition of', () => {
  const conditionOf = async (kind: ItemKind, name: string): Promise<Condition> => {
    const inventory = await given({ http: { services, routers, middlewares } });
    const item = itemOf(inventory, { protocol: 'http', kind, name }) ?? assert.fail(name);
    return itemCondition(item, itemGraphOf(inventory).healthOf);
  };
  const table = async (kind: ItemKind, all: readonly Raw[]) =>
    Object.fromEntries(await Promise.all(all.map(async ({ name }) => [name, await conditionOf(kind, String(name))])));

  it('a service is the worst of its configuration and its servers', async () => {
    assert.deepEqual(await table('services', services), {
      'up@file': 'up',
      'down@file': 'allDown',
      'partly@file': 'partlyDown',
      'warned@file': 'configWarning',
      'warned-down@file': 'allDown',
      'warned-partly@file': 'configWarning',
      'broken@file': 'configError',
      'empty@file': 'notChecked',
      'strange@file': 'unknownStatus',
      'unchecked@file': 'notChecked',
      'api@internal': 'configured',
      'replaced@file': 'partlyDown',
    });
  });

  it('a router is that of its servers, unless its own configuration is worse', async () => {
    assert.deepEqual(await table('routers', routers), {
      'to-up@file': 'up',
      'to-down@file': 'allDown',
      'to-partly@file': 'partlyDown',
      'to-warned@file': 'up',
      'to-warned-down@file': 'allDown',
      'to-warned-partly@file': 'partlyDown',
      'to-broken@file': 'up',
      'to-empty@file': 'notChecked',
      'to-strange@file': 'notChecked',
      'to-unchecked@file': 'notChecked',
      'to-api@internal': 'configured',
      'to-replaced@file': 'partlyDown',
      'broken@file': 'configError',
    });
  });

  it('a middleware is that of its configuration', async () => {
    assert.deepEqual(await table('middlewares', middlewares), {
      'fine@file': 'configured',
      'broken@file': 'configError',
      'strange@file': 'unknownStatus',
    });
  });

  it('a middleware asks for nobody’s health', async () => {
    const inventory = await given({ http: { middlewares } });
    const healthOf: ItemGraph['healthOf'] = () => assert.fail('it has none');
    for (const { name } of middlewares) {
      const item = itemOf(inventory, { protocol: 'http', kind: 'middlewares', name: String(name) }) ?? assert.fail();
      itemCondition(item, healthOf);
    }
  });

  it('a certificate is good only while it is valid for long', () => {
    const severities = Object.entries(certificateConditions).map(([status, one]) => [status, conditionSeverity[one]]);
    assert.deepEqual(Object.fromEntries(severities), {
      enabled: 'good',
      warning: 'warning',
      expired: 'error',
      unknown: 'neutral',
    });
  });
});

describe('condition: the order of conditions', () => {
  it('has errors first, then warnings, then everything else as one', () => {
    const severities = { error: 0, warning: 1, neutral: 2, good: 2 };
    // Safe: keys of a complete record.
    const all = Object.keys(conditionRank) as Condition[];
    for (const one of all) {
      for (const other of all) {
        const [a, b] = [severities[conditionSeverity[one]], severities[conditionSeverity[other]]];
        if (a !== b) assert.equal(Math.sign(conditionRank[one] - conditionRank[other]), Math.sign(a - b));
        else if (a === 2) assert.equal(conditionRank[one], conditionRank[other]);
        else if (one !== other) assert.notEqual(conditionRank[one], conditionRank[other]);
      }
    }
  });
});
