import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as vscode from 'vscode';
import { type EndpointStore, openEndpointStore } from '../../../src/core/base/endpoints/endpointStore';
import { ContextKeys } from '../../../src/vscode/shared/ids';
import { type Filters, openFilters } from '../../../src/vscode/shared/proxyFilters';
import { fakeWindows } from '../../unit/core/base/endpoints/fakeWindows';

describe('filters: the filters of a workspace', () => {
  let kept: Map<string, unknown>;
  let store: EndpointStore;
  let edge: string;
  let staging: string;
  const opened: vscode.Disposable[] = [];

  beforeEach(async () => {
    kept = new Map();
    const { vault, shelf } = fakeWindows().openWindow();
    store = openEndpointStore(vault, shelf);
    const fields = { kind: 'proxy', url: 'http://127.0.0.1:1', auth: { type: 'none' }, headers: {} } as const;
    const [first, second] = await store.add({ ...fields, name: 'edge' }, { ...fields, name: 'staging' });
    assert.ok(first && second);
    edge = first.id;
    staging = second.id;
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.dispose();
    store.dispose();
  });

  /** Filters as a window has them that opens on the workspace now. */
  function open() {
    const changes = new vscode.EventEmitter<readonly string[]>();
    const workspaceState: vscode.Memento = {
      keys: () => [...kept.keys()],
      get: (key: string) => kept.get(key),
      async update(key: string, value: unknown) {
        if (value === undefined) kept.delete(key);
        else kept.set(key, structuredClone(value));
      },
    };
    const filters = openFilters(
      { workspaceState },
      { store: async () => store, onDidChange: changes.event },
      'proxies',
      ContextKeys.filtered,
    );
    const told: (string | undefined)[] = [];
    filters.onDidChange((id) => told.push(id));
    opened.push(changes, filters);
    return { filters, told, changes };
  }
  const changeOf = (filters: Filters) => once(wrapped(filters), 'change');
  const wrapped = (filters: Filters) => {
    const target = new EventTarget();
    opened.push(filters.onDidChange(() => target.dispatchEvent(new Event('change'))));
    return target;
  };

  it('are none at first, and there again in the next window', async () => {
    const first = open();
    assert.equal(first.filters.get(edge), '');
    await first.filters.set(edge, '  shop status:warning ');
    await first.filters.set(staging, 'a');
    await first.filters.set(staging, 'a');
    assert.deepEqual(first.told, [edge, staging]);
    const next = open();
    assert.equal(next.filters.get(edge), '', 'before it is ready');
    await next.filters.ready();
    assert.equal(next.filters.get(edge), 'shop status:warning');
    assert.deepEqual(next.filters.endpointIds, [edge, staging]);
    assert.deepEqual(next.told, [edge, staging]);
  });

  it('leave nothing behind when they are cleared', async () => {
    const { filters } = open();
    await filters.set(edge, 'a');
    await filters.set(edge, ' ');
    assert.equal(filters.get(edge), '');
    assert.deepEqual(filters.endpointIds, []);
    assert.equal(kept.size, 0);
  });

  it('are forgotten with their endpoint, now and when it went while no window was open', async () => {
    const { filters, changes } = open();
    await filters.set(edge, 'a');
    await filters.set(staging, 'b');
    await store.remove(edge);
    const forgotten = changeOf(filters);
    changes.fire([edge]);
    await forgotten;
    assert.deepEqual(filters.endpointIds, [staging]);
    await store.remove(staging);
    const next = open();
    await next.filters.ready();
    while (kept.size > 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(next.filters.endpointIds, []);
  });

  it('are one for all, but for those that have their own or were cleared', async () => {
    const { filters, told } = open();
    await filters.set(edge, 'a');
    await filters.setForAll(' status:error ');
    assert.deepEqual([filters.get(edge), filters.get(staging)], ['status:error', 'status:error']);
    await filters.set(edge, '');
    await filters.set(staging, 'b');
    assert.deepEqual(told, [edge, undefined, edge, staging]);
    const next = open();
    await next.filters.ready();
    assert.deepEqual([next.filters.get(edge), next.filters.get(staging)], ['', 'b']);
    assert.equal(next.filters.forAll, 'status:error');
    await next.filters.set(edge, 'status:error');
    assert.deepEqual(next.filters.endpointIds, [staging], 'it is that for all again');
    await next.filters.setForAll('');
    assert.deepEqual([next.filters.get(edge), next.filters.get(staging)], ['', '']);
    assert.equal(kept.size, 0);
  });

  it('are cleared for all from a row without one, which has the focus when the title of the view is pressed', async () => {
    const { filters } = open();
    await filters.set(edge, 'a');
    await filters.set(staging, 'b');
    await filters.clear(edge);
    assert.deepEqual([filters.get(edge), filters.get(staging)], ['', 'b']);
    await filters.clear(edge);
    assert.deepEqual(filters.endpointIds, []);
  });

  it('are none where something else was kept', async () => {
    kept.set('proxies/filters', { [edge]: 7 });
    const { filters } = open();
    await filters.ready();
    assert.equal(filters.get(edge), '');
    await filters.set(edge, 'a');
    assert.deepEqual(kept.get('proxies/filters'), { [edge]: 'a' });
  });
});
