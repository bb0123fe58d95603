import assert from 'node:assert/strict';
import type { ViewOptions } from '../../../../../src/core/proxy/describe/viewOptions';
import { viewOptionsOf } from '../../../../../src/core/proxy/describe/viewOptions';
import { knownItems } from '../../../../../src/core/proxy/model/inventory';
import { locateNode } from '../../../../../src/core/proxy/tree/locateNode';
import { type ProxyNode, parentOf } from '../../../../../src/core/proxy/tree/nodes';
import type { TreeModel } from '../../../../../src/core/proxy/tree/treeModel';
import { below, modelOf, recordedInventory, root, rowsAt } from './sample';

const endpointId = root.endpointId;
const ref = (protocol: 'http' | 'tcp' | 'udp', kind: 'routers' | 'services' | 'middlewares', name: string) => ({
  endpointId,
  protocol,
  kind,
  name,
});

/** The ids from the endpoint down to a row. */
function wayTo(node: ProxyNode): readonly string[] {
  const parent = parentOf(node);
  return [...(parent === undefined ? [] : wayTo(parent)), node.id];
}

describe('locateNode: where something is in the tree', () => {
  let models: Readonly<Record<ViewOptions['grouping'], TreeModel>>;
  before(async () => {
    const inventory = await recordedInventory('traefik-3.7');
    models = {
      kind: modelOf(inventory),
      provider: modelOf(inventory, { grouping: 'provider' }),
      entryPoint: modelOf(inventory, { grouping: 'entryPoint' }),
    };
  });

  it('is where its row is drawn, for everything that is listed, in every grouping', async () => {
    for (const model of Object.values(models)) {
      let count = 0;
      for (const protocol of ['http', 'tcp', 'udp'] as const) {
        for (const kind of ['routers', 'services', 'middlewares'] as const) {
          const internal = model.builtIn.shown.filter((item) => item.protocol === protocol && item.kind === kind);
          for (const { name } of [...model.list(protocol, kind).shown, ...internal]) {
            const found = locateNode(root, model, ref(protocol, kind, name));
            assert.ok(typeof found !== 'string' && found.type === 'item');
            // Each row of the way is among those that are drawn below the one before, and says the same.
            let at = found as ProxyNode;
            while (at.type !== 'endpoint') {
              const { id, parent }: { id: string; parent: ProxyNode } = at;
              const drawn: ProxyNode | undefined = (await below(parent, model)).find((row) => row.id === id);
              assert.ok(drawn !== undefined);
              assert.deepEqual([drawn.label, drawn.description], [at.label, at.description]);
              at = parent;
            }
            count++;
          }
        }
      }
      assert.equal(count, 118);
    }
  }).timeout(60_000);

  it('is told by its parents alone, up to the endpoint', () => {
    const found = locateNode(root, models.kind, ref('http', 'routers', 'shop-web@file'));
    assert.ok(typeof found !== 'string');
    assert.deepEqual(
      wayTo(found).map((id) => id.replace(root.id, '')),
      ['', '/http', '/http/routers', '/http/routers/shop-web@file'],
    );
  });

  it('is its own row also for an entry point', async () => {
    for (const model of Object.values(models)) {
      const found = locateNode(root, model, { type: 'entryPoint', endpointId, name: 'web' });
      assert.ok(typeof found !== 'string' && found.type === 'entryPoint');
      const siblings = await below(found.parent, model);
      assert.ok(siblings.some(({ id }) => id === found.id));
      assert.equal(locateNode(root, model, { type: 'entryPoint', endpointId, name: 'nowhere' }), 'notListed');
    }
  });

  it('is its own row also for a certificate', async () => {
    const [certificate] = await rowsAt(models.kind, 'Certificates');
    assert.ok(certificate?.type === 'certificate');
    const found = locateNode(root, models.kind, { type: 'certificate', endpointId, name: certificate.name });
    assert.ok(typeof found !== 'string');
    assert.deepEqual([found.id, found.label], [certificate.id, certificate.label]);
    assert.equal(locateNode(root, models.kind, { type: 'certificate', endpointId, name: 'gone' }), 'notListed');
  });

  it('is nowhere for what is not listed, or filtered out', () => {
    const { inventory } = models.kind;
    assert.equal(locateNode(root, models.kind, ref('http', 'routers', 'gone@file')), 'notListed');
    assert.equal(locateNode(root, models.kind, ref('tcp', 'routers', 'shop-web@file')), 'notListed');
    const shop = ref('http', 'routers', 'shop-web@file');
    assert.equal(locateNode(root, modelOf(inventory, { filter: 'loop' }), shop), 'filtered');
    const filtered = modelOf(inventory, { filter: 'loop' });
    const { endpointId } = shop;
    assert.equal(locateNode(root, filtered, { type: 'entryPoint', endpointId, name: 'dns' }), 'filtered');
    assert.ok(typeof locateNode(root, filtered, { type: 'entryPoint', endpointId, name: 'web' }) === 'object');
    const [certificate] = knownItems(inventory.certificates);
    const { name = '' } = certificate ?? {};
    assert.equal(locateNode(root, filtered, { type: 'certificate', endpointId, name }), 'filtered');
  });
});

describe('locateNode: the settings of the view', () => {
  it('are taken where they can be, and else are the defaults', () => {
    assert.deepEqual(viewOptionsOf({ groupBy: 'provider', sortBy: 'name' }, 'x'), {
      grouping: 'provider',
      sorting: 'name',
      filter: 'x',
    });
    assert.deepEqual(viewOptionsOf({ groupBy: 'color', sortBy: 7 }, ''), {
      grouping: 'kind',
      sorting: 'status',
      filter: '',
    });
  });
});
