import assert from 'node:assert/strict';
import type { StoredEndpoint } from '../../../../src/core/base/endpoints/endpointRecord';
import type { EndpointStore } from '../../../../src/core/base/endpoints/endpointStore';
import type { ProxySession } from '../../../../src/core/proxy/session';
import type { EndpointNode } from '../../../../src/core/proxy/tree/nodes';
import { EndpointRoots } from '../../../../src/vscode/proxies/endpointRoots';
import { recordedInventory } from '../../core/proxy/tree/sample';

const record = (id: string, kind: 'proxy' | 'search', name = id): StoredEndpoint =>
  ({
    state: 'ready',
    hint: { id, kind, name, order: 0 },
    endpoint: { id, kind, name, url: 'http://127.0.0.1:8080', auth: { type: 'none' }, headers: {} },
  }) as unknown as StoredEndpoint;

describe('endpointRoots: the rows of the stored proxies', () => {
  let stored: readonly StoredEndpoint[] | Error;
  let filter: string;
  let session: Pick<ProxySession, 'known'> | undefined;
  let roots: EndpointRoots;

  beforeEach(() => {
    stored = [record('a', 'proxy'), record('s', 'search'), record('b', 'proxy')];
    filter = '';
    session = undefined;
    const list = async (): Promise<readonly StoredEndpoint[]> => {
      if (stored instanceof Error) throw stored;
      return stored;
    };
    roots = new EndpointRoots(
      { store: async () => ({ list }) as unknown as EndpointStore },
      { ready: async () => undefined, get: () => filter },
      {
        get: () => session as ProxySession | undefined,
      },
      async () => false,
    );
  });
  const firstRow = async (): Promise<EndpointNode> => (await roots.list())[0] ?? assert.fail();

  it('are those of proxies only, by their ids', async () => {
    assert.deepEqual(
      (await roots.list()).map(({ endpointId }) => endpointId),
      ['a', 'b'],
    );
    assert.deepEqual(roots.ids(), ['a', 'b']);
  });

  it('are none where the store cannot be read, until it can', async () => {
    const before = stored;
    await roots.list();
    stored = new Error('locked');
    await assert.rejects(roots.list(), /locked/);
    assert.deepEqual(roots.ids(), []);
    stored = before;
    assert.equal((await roots.list()).length, 2);
  });

  it('are outdated when they would say something else than what they show', async () => {
    const row = await firstRow();
    assert.equal(await roots.isOutdated(row), false, 'never drawn');
    await roots.draw(row);
    assert.equal(await roots.isOutdated(row), false);
    session = { known: { inventory: await recordedInventory('traefik-3.7') } };
    assert.equal(await roots.isOutdated(row), true);
    await roots.draw(row);
    assert.equal(await roots.isOutdated(row), false);
    filter = 'shop';
    assert.equal(await roots.isOutdated(row), true);
    assert.equal((await roots.draw(row)).isFiltered, true);
  });

  it('tell of themselves what is known, and their names alone once they are gone', async () => {
    const row = await firstRow();
    assert.match(await roots.tooltip(row), /127\.0\.0\.1:8080/);
    stored = [];
    await roots.list();
    assert.equal(await roots.tooltip(row), 'a');
    assert.equal(await roots.draw(row), row);
  });
});
