import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../src/core/base/endpoints/endpoint';
import type { StoredEndpoint } from '../../../../src/core/base/endpoints/endpointRecord';
import type { EndpointStore } from '../../../../src/core/base/endpoints/endpointStore';
import { findingsOf } from '../../../../src/core/proxy/findings/findings';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import type { EndpointNode, ProxyNode } from '../../../../src/core/proxy/tree/nodes';
import { EndpointRoots } from '../../../../src/vscode/proxies/endpointRoots';
import { EndpointTreeData } from '../../../../src/vscode/proxies/endpointTreeData';
import { ProxySessions } from '../../../../src/vscode/shared/proxySessions';
import { proxyEndpoint } from '../../core/proxy/model/fakeHttpClient';
import { inventoryOf } from '../../core/proxy/tree/sample';
import { trackCalls } from '../trackCalls';

const idOf = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const [edge, twin] = [idOf('a'), idOf('b')];

describe('endpointTreeData: the rows of the Proxies view', () => {
  let stored: Endpoint[];
  let routers: number;
  let read: number | undefined;
  let sessions: ProxySessions;
  let roots: EndpointRoots;
  let data: EndpointTreeData;
  let redrawn: (string | undefined)[];
  let redraws: ReturnType<typeof trackCalls<[endpointId: string]>>;
  let opened: { dispose(): unknown }[];
  let heldBack: Set<string>;
  let filter: string;

  beforeEach(async () => {
    stored = [edge, twin].map((id) => ({ ...proxyEndpoint, id, name: id }));
    routers = 1;
    filter = '';
    heldBack = new Set();
    sessions = new ProxySessions({
      endpoint: async (id) => stored.find((one) => one.id === id),
      async read(_id, _signal, latest): Promise<Inventory> {
        if (latest !== undefined && routers === read) return { ...latest };
        read = routers;
        const names = Array.from({ length: routers }, (_, at) => ({ name: `r${at}@file`, rule: 'Host(`a`)' }));
        const inventory = await inventoryOf({ 'http/routers': names });
        // On a busy machine they come after the rows, which are then drawn again.
        await findingsOf(inventory);
        return inventory;
      },
    });
    const list = async () =>
      stored.map((endpoint): StoredEndpoint => {
        const { id, kind, name, order } = endpoint;
        return { state: 'ready', hint: { id, kind, name, order }, endpoint };
      });
    roots = new EndpointRoots(
      { store: async () => ({ list }) as unknown as EndpointStore },
      { ready: async () => undefined, get: () => filter },
      sessions,
      async (id) => heldBack.has(id),
    );
    data = new EndpointTreeData(
      { sessions, session: (id) => sessions.open(id), onDidRead: sessions.read.event },
      roots,
      { isHeldBack: async (id) => heldBack.has(id), turn: async () => undefined },
      { rowOf: async () => undefined, rowsBelow: async () => [] },
      { error: (...words) => assert.fail(words.join(' ')) },
    );
    redrawn = [];
    redraws = trackCalls(data.redraw.bind(data));
    data.redraw = redraws.call;
    opened = [data, sessions, data.onDidChange((row) => redrawn.push(row?.endpointId))];
  });
  afterEach(() => {
    for (const one of opened) one.dispose();
  });

  /** Draws the row of an endpoint and those below it, as VS Code does. */
  async function unfold(id: string): Promise<readonly ProxyNode[]> {
    const root = roots.get(id) ?? ((await data.children()).find(({ endpointId }) => endpointId === id) as EndpointNode);
    const below = await data.children(root);
    await roots.draw(root);
    for (const row of below) await data.children(row);
    await redraws.carriedOut();
    await roots.draw(root);
    redrawn.length = 0;
    return below;
  }

  it('are drawn once after a read, however many asked for it, and not where nothing changed', async () => {
    await unfold(edge);
    const session = await sessions.open(edge);
    let notified = 0;
    opened.push(sessions.read.event(() => (notified += 1)));
    routers = 2;
    await Promise.all([session.refresh(), session.refresh(), session.inventory.read()]);
    await redraws.carriedOut();
    assert.deepEqual({ notified, redrawn }, { notified: 1, redrawn: [edge] });
    await roots.draw(roots.get(edge) ?? assert.fail());
    await session.refresh();
    await redraws.carriedOut();
    assert.deepEqual({ notified, redrawn }, { notified: 2, redrawn: [edge] });
  });

  it('say in the endpoint’s own row what its filter leaves, once the first rows are there', async () => {
    filter = 'r0';
    const { viewOptions } = sessions;
    sessions.viewOptions = (id) => ({ ...viewOptions(id), filter });
    const [root] = (await data.children()) as readonly EndpointNode[];
    assert.ok(root !== undefined);
    // As VS Code does, at once.
    const drawn: Promise<unknown>[] = [];
    opened.push(data.onDidChange((row) => row?.type === 'endpoint' && drawn.push(roots.draw(row))));
    await roots.draw(root);
    await data.children(root);
    await redraws.carriedOut();
    await Promise.all(drawn);
    assert.equal(await roots.isOutdated(root), false);
    assert.match((await roots.draw(root)).description ?? '', /1 of 1/);
  });

  it('are those of the proxy once it was read, where it was held back before', async () => {
    heldBack.add(edge);
    const [note] = await unfold(edge);
    assert.equal(note?.label, 'Not read yet');
    heldBack.delete(edge);
    await (await sessions.open(edge)).refresh();
    await redraws.carriedOut();
    assert.ok(redrawn.includes(edge));
    const rows = await data.children(roots.get(edge));
    assert.ok(
      rows.some(({ label }) => label === 'Routers'),
      rows.map(({ label }) => label).join(),
    );
  });

  it('leave nothing of an endpoint that was removed', async () => {
    for (const id of [edge, twin]) await unfold(id);
    const former = roots.get(edge) ?? assert.fail();
    const [row] = await data.children(former);
    const session = await sessions.open(edge);
    stored = stored.filter(({ id }) => id !== edge);
    sessions.follow(edge, undefined);
    await data.children();
    assert.deepEqual([...sessions.all.keys()], [twin]);
    assert.deepEqual([roots.ids(), roots.get(edge)], [[twin], undefined]);
    assert.notEqual(await sessions.open(edge), session);
    assert.deepEqual([...sessions.all.keys()], [twin], 'a late caller brings nothing back');
    assert.notEqual((await data.children(former))[0], row);
  });
});
