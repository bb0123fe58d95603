import assert from 'node:assert/strict';
import type { RememberedPlace } from '../../../../src/core/accessLogs/logLayouts';
import { AccessLogs } from '../../../../src/vscode/search/accessLogs';
import type { Engines } from '../../../../src/vscode/search/engines';
import type { ClientRegistry } from '../../../../src/vscode/shared/clientRegistry';
import { catalogOf } from '../../core/accessLogs/given';

const place = (index: string, path = 'RouterName'): RememberedPlace => ({
  searchEndpointId: 's1',
  index,
  layout: { router: { field: `${path}.keyword`, by: 'term', path }, isServiceOftenMissing: false, columns: [] },
});

/** Access logs over a state, with these endpoints listed; `kept` is what the state holds. */
function open(listed: readonly string[] | Error = ['p1', 'p2', 's1'], kept: unknown = undefined) {
  const state = new Map<string, unknown>(kept === undefined ? [] : [['accessLogs/places', kept]]);
  let changed: (ids: readonly string[]) => unknown = () => undefined;
  let endpoints = listed;
  const list = async () => {
    if (endpoints instanceof Error) throw endpoints;
    return endpoints.map((id) => ({ hint: { id } }));
  };
  const connections = {
    store: async () => ({ list }),
    onDidChange: (listener: typeof changed) => {
      changed = listener;
      return { dispose: () => undefined };
    },
  } as unknown as ClientRegistry;
  const catalog = catalogOf({ 'logs-*': { 'json.RouterName': 'keyword' }, products: { name: 'text' } });
  const engines = { clients: connections, of: async () => ({ catalog }) } as unknown as Engines;
  const memory = {
    get: (key: string) => structuredClone(state.get(key)),
    update: async (key: string, value: unknown) =>
      void (value === undefined ? state.delete(key) : state.set(key, value)),
  };
  return {
    state,
    catalog,
    logs: new AccessLogs(memory as ConstructorParameters<typeof AccessLogs>[0], engines),
    async list(now: readonly string[] | Error) {
      endpoints = now;
      changed([]);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('accessLogs: what is remembered of access logs', () => {
  it('is what was said last for each proxy, also by another window', async () => {
    const { logs, state } = open();
    assert.equal(await logs.of('p1'), undefined);
    await logs.remember('p1', place('a'));
    await logs.remember('p2', place('b'));
    await logs.remember('p1', place('c'));
    assert.deepEqual(await logs.of('p1'), place('c'));
    assert.deepEqual(state.get('accessLogs/places'), { p1: place('c'), p2: place('b') });
    state.set('accessLogs/places', { p1: place('d') });
    assert.equal((await logs.of('p1'))?.index, 'd');
  });

  it('is forgotten when either endpoint is removed', async () => {
    const { logs, state, list } = open();
    await logs.remember('p1', place('a'));
    await logs.remember('p2', place('b'));
    await list(['p2', 's1']);
    assert.deepEqual(state.get('accessLogs/places'), { p2: place('b') });
    await list(['p2']);
    assert.equal(state.has('accessLogs/places'), false);
  });

  it('is kept where the endpoints cannot be listed', async () => {
    const { logs, list } = open();
    await logs.remember('p1', place('a'));
    await list(new Error('locked'));
    assert.equal((await logs.of('p1'))?.index, 'a');
  });

  it('survives what is not understood', async () => {
    const { logs } = open(['p1', 's1'], { p1: { index: 7 }, p2: place('b') });
    assert.equal(await logs.of('p1'), undefined);
    assert.equal((await logs.of('p2'))?.index, 'b');
  });

  it('tells whose logs a search endpoint has, and where they name routers', async () => {
    const { logs } = open();
    await logs.remember('p1', place('a'));
    await logs.remember('p2', place('b', 'json.RouterName'));
    assert.deepEqual(await logs.at('s1'), { proxyIds: ['p1', 'p2'], paths: ['RouterName', 'json.RouterName'] });
    assert.deepEqual(await logs.at('s2'), { proxyIds: [], paths: [] });
  });

  it('tells where the hits of an index name their router and request: as accepted, else as the fields have it', async () => {
    const { logs, catalog } = open();
    await logs.remember('p1', place('mine', 'route'));
    assert.deepEqual(await logs.hitFieldsOf('s1', 'mine'), {
      router: 'route',
      request: [['RequestAddr', 'RequestHost'], ['RequestPath']],
    });
    assert.deepEqual(catalog.asked, []);
    assert.deepEqual(await logs.hitFieldsOf('s1', 'logs-*'), {
      router: 'json.RouterName',
      request: [['json.RequestAddr', 'json.RequestHost'], ['json.RequestPath']],
    });
    assert.equal(await logs.hitFieldsOf('s1', 'products'), undefined);
  });
});
