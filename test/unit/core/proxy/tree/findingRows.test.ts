import assert from 'node:assert/strict';
import { singleFlight } from '../../../../../src/core/base/async/singleFlight';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import type { Findings } from '../../../../../src/core/proxy/findings/finding';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import { openProxySession } from '../../../../../src/core/proxy/session';
import { childrenOf } from '../../../../../src/core/proxy/tree/children';
import { endpointNode } from '../../../../../src/core/proxy/tree/endpointRow';
import type { ProxyNode } from '../../../../../src/core/proxy/tree/nodes';
import type { TreeModel } from '../../../../../src/core/proxy/tree/treeModel';
import { fakeHttpClient, json, pageNotFound } from '../model/fakeHttpClient';
import { inventoryOf, modelOf, plainLook, recordedInventory, root, stored } from './sample';

const rows = (nodes: readonly ProxyNode[]) => nodes.map(({ label, description }) => [label, description]);

/** Rows below the one to which labels lead. */
async function rowsAt(
  model: TreeModel,
  findings: Findings,
  ...labels: readonly string[]
): Promise<readonly ProxyNode[]> {
  const below = (node: ProxyNode) => childrenOf(node, async () => ({ model, findings }));
  let nodes = await below(root);
  for (const wanted of labels) nodes = await below(nodes.find(({ label }) => label === wanted) ?? assert.fail(wanted));
  return nodes;
}

async function foundIn(inventory: TreeModel['inventory']): Promise<Findings> {
  return (await findingsOf(inventory)) ?? assert.fail('given up');
}

describe('the rows of findings', () => {
  it('are counted, and below their kinds where there are many', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const model = modelOf(inventory);
    const findings = await foundIn(inventory);
    const [, row] = rows(await rowsAt(model, findings));
    assert.deepEqual(row, ['Findings', '30']);
    assert.deepEqual(rows(await rowsAt(model, findings, 'Findings')), [
      ['Missing References', '6'],
      ['Invalid Entry Points', '2'],
      ['Shadowed Routers', '3'],
      ['All Servers Down', '1'],
      ['Expiring Certificates', '1'],
      ['Unused', '17'],
    ]);
    assert.deepEqual(rows(await rowsAt(model, findings, 'Findings', 'All Servers Down')), [
      ['all-down@file', 'All 2 servers are down. Affects all-down@file and shop-api-v2@file.'],
    ]);
  });

  it('lead to what they are about', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const [model, findings] = [modelOf(inventory), await foundIn(inventory)];
    const at = (...labels: readonly string[]) => rowsAt(model, findings, 'Findings', ...labels);
    const links = await at('Shadowed Routers', 'shop-api-v2@file');
    assert.deepEqual(
      links.map((row) => row.type === 'link' && [row.kind, row.name, row.way]),
      [
        ['routers', 'shop-api-v2@file', 'ends'],
        ['routers', 'shop-api@file', 'ends'],
      ],
    );
    assert.match(String(links[1]?.description), /^matches first · /);
    const [certificate] = await at('Expiring Certificates', 'soon.example.test');
    assert.equal(certificate?.type, 'certificate');
  });

  it('are shown at once where there are few, or said to be none', async () => {
    const listed = (service: string) => ({
      'http/routers': [{ name: 'r@file', status: 'enabled', using: ['web'], rule: 'Host(`a`)', service }],
      'http/services': [{ name: 's@file' }],
      entrypoints: [{ name: 'web' }],
    });
    const few = await inventoryOf(listed('t@file'));
    assert.deepEqual(rows(await rowsAt(modelOf(few), await foundIn(few), 'Findings')), [
      ['t@file', 'HTTP service not found; referenced by r@file.'],
      ['s@file', 'Nothing uses this service.'],
    ]);
    const none = await inventoryOf(listed('s@file'));
    const model = modelOf(none);
    assert.deepEqual(rows(await rowsAt(model, await foundIn(none), 'Findings')), [['No findings', undefined]]);
    assert.equal((await rowsAt(model, await foundIn(none)))[1]?.description, '0');
  });

  it('have ids of their own, and hold no secret of a rule', async () => {
    const rule = 'Header(`Authorization`, `Bearer abcdefgh12345678`)';
    const router = (name: string, priority: number) => ({ name, status: 'enabled', using: ['web'], rule, priority });
    const inventory = await inventoryOf({ 'http/routers': [router('a~/#@file', 2), router('a@file', 1)] });
    const [model, findings] = [modelOf(inventory), await foundIn(inventory)];
    const [finding] = await rowsAt(model, findings, 'Findings');
    assert.match(String(finding?.description), /Header\(`Authorization`, `Bearer •••`\)/);
    assert.doesNotMatch(JSON.stringify({ ...finding, parent: undefined }), /abcdefgh/);
    const ids = (await rowsAt(model, findings, 'Findings', 'a@file')).map(({ id }) => id);
    assert.equal(new Set(ids).size, 2);
  });

  it('say in the row of the endpoint how many there are, and nothing where there are none', () => {
    assert.match(String(endpointNode(stored, { found: 3 }).description), / · 3 findings$/);
    assert.doesNotMatch(String(endpointNode(stored, { found: 0 }).description), /finding/);
  });
});

describe('the findings of a session', () => {
  let routers: readonly object[] = [];
  const open = () => {
    const client = fakeHttpClient(({ path }) => (path.startsWith('/api/http/routers') ? json(routers) : pageNotFound));
    const shared = singleFlight<TreeModel['inventory']>((signal, latest) => readInventory(client, signal, latest));
    const session = openProxySession({
      inventory: shared,
      viewOptions: () => plainLook,
      exposures: [{ kind: 'openApi', mark: 'open API', sentence: 'Anyone may read it.' }],
    });
    const refresh = async () => {
      shared.refresh();
      await shared.read();
    };
    return { session, refresh };
  };
  const never = (name: string, priority: number) => ({
    name,
    status: 'enabled',
    using: ['web'],
    rule: 'Path(`/`)',
    priority,
  });

  const unheard = () => assert.fail('nobody should be called');

  it('are there when rows are first asked for, after what the endpoint’s own way in tells', async () => {
    routers = [never('a', 2), never('b', 1)];
    const { session } = open();
    assert.equal(session.known.found, undefined);
    const { findings } = await session.see();
    assert.deepEqual(
      findings?.list.map(({ kind }) => kind),
      ['openApi', 'neverWins'],
    );
    assert.equal(session.known.found, 2);
    await session.check(unheard);
    assert.equal(session.update(), false);
  });

  it('stay until those of the next reading are worked out, and the same where nothing changed', async () => {
    routers = [never('a', 2), never('b', 1)];
    const { session, refresh } = open();
    const { findings } = await session.see();
    routers = [never('a', 2), never('b', 1), never('c', 0)];
    await refresh();
    session.update();
    assert.equal((await session.see()).findings, findings);
    await session.check(unheard);
    assert.equal(session.update(), true);
    const later = (await session.see()).findings;
    assert.equal(later?.list.length, 3);
    await refresh();
    await session.check(unheard);
    assert.equal(session.update(), false);
    assert.equal((await session.see()).findings, later);
  });

  it('are given up for what is no longer the latest', async () => {
    routers = Array.from({ length: 2_000 }, (_, index) => never(`r${index}`, index));
    const { session, refresh } = open();
    await refresh();
    const old = session.check(unheard);
    routers = [];
    await refresh();
    await old;
    await session.check(unheard);
    assert.equal(session.known.found, 1);
  });
});
