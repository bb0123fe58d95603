import assert from 'node:assert/strict';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import type { Findings } from '../../../../../src/core/proxy/findings/finding';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import { findingSeverity } from '../../../../../src/core/proxy/findings/findingTexts';
import { endpointFindings, ignoredEntryOf, ignoredKeyOf } from '../../../../../src/core/proxy/findings/ignoredFindings';
import { ProxySession } from '../../../../../src/core/proxy/session';
import { childrenOf } from '../../../../../src/core/proxy/tree/children';
import type { ProxyNode } from '../../../../../src/core/proxy/tree/nodes';
import { nodeTooltip } from '../../../../../src/core/proxy/tree/nodeTooltip';
import { endpointNode } from '../../../../../src/core/proxy/tree/proxyRow';
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

describe('findingRows: the rows of findings', () => {
  it('are counted, and below their kinds where there are many', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const model = modelOf(inventory);
    const findings = await foundIn(inventory);
    const [, row] = rows(await rowsAt(model, findings));
    assert.deepEqual(row, ['Findings', '1 error, 12 warnings']);
    const kinds = await rowsAt(model, findings, 'Findings');
    assert.deepEqual(rows(kinds), [
      ['All Servers Down', '1'],
      ['Missing References', '6'],
      ['Invalid Entry Points', '2'],
      ['Shadowed Routers', '3'],
      ['Expiring Certificates', '1'],
      ['Unused', '17'],
    ]);
    assert.deepEqual(
      kinds.map((node) => node.type === 'findingKind' && node.worst),
      ['error', 'warning', 'warning', 'warning', 'warning', undefined],
    );
    assert.deepEqual(
      kinds.map((node) => node.type === 'findingKind' && node.isOpen),
      [true, true, true, true, true, false],
    );
    assert.deepEqual(rows(await rowsAt(model, findings, 'Findings', 'All Servers Down')), [
      ['all-down@file', 'All 2 servers are down. Affects all-down@file and shop-api-v2@file.'],
    ]);
  });

  it('stand below Ignored, last, if they are, and count nowhere else', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const found = await foundIn(inventory);
    const down = found.list.find(({ kind }) => kind === 'down') ?? assert.fail();
    const ignored = { [ignoredKeyOf(down)]: ignoredEntryOf(down) };
    const [model, findings] = [modelOf(inventory), endpointFindings({ found, ignored })];
    const kinds = rows(await rowsAt(model, findings, 'Findings'));
    assert.deepEqual(kinds.at(-1), ['Ignored', '1']);
    assert.ok(!kinds.some(([label]) => label === 'All Servers Down'));
    const [row] = await rowsAt(model, findings, 'Findings', 'Ignored');
    assert.ok(row?.type === 'finding' && row.isIgnored && row.key === down.key);
    const [service] = await rowsAt(model, findings, 'Findings', 'Ignored', 'all-down@file');
    assert.equal(service?.type, 'link');
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
    assert.equal((await rowsAt(model, await foundIn(none)))[1]?.description, 'none');
    const idle = await inventoryOf({ ...listed('s@file'), 'http/routers': [] });
    assert.equal((await rowsAt(modelOf(idle), await foundIn(idle)))[1]?.description, '1 unused');
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

describe('findingRows: what was found about an item', () => {
  it('is a word in its row, and a sentence on hovering', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const [model, findings] = [modelOf(inventory), await foundIn(inventory)];
    const routers = await rowsAt(model, findings, 'HTTP', 'Routers');
    const shadowed = routers.find(({ label }) => label === 'shop-api-v2@file') ?? assert.fail();
    assert.match(String(shadowed.description), /^never wins · 1 of 3 up · Host/);
    assert.match(String(shadowed.spoken), /^Router shop-api-v2@file, enabled, never wins, 1 of 3 up, rule /);
    const { rows: [first] = [] } = nodeTooltip(shadowed, model, findings) ?? {};
    assert.equal(first?.[0], 'Finding');
    assert.match(String(first?.[1]), /^Another router always matches first\. shop-api@file \(priority 1000 over 87\)/);
    // What beats it is no worse for it.
    const winner = routers.find(({ label }) => label === 'shop-api@file');
    assert.doesNotMatch(String(winner?.description), /never wins/);
    const unused = findings.list.find(({ kind, links: [link] }) => {
      return kind === 'unused' && link?.to === 'item' && link.item.kind === 'services' && link.item.protocol === 'http';
    });
    const services = await rowsAt(model, findings, 'HTTP', 'Services');
    assert.match(String(services.find(({ label }) => label === unused?.about)?.description), /^unused · /);
  });

  it('is said beside its role where something leads to it, and not where Traefik’s own error says it', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const [model, findings] = [modelOf(inventory), await foundIn(inventory)];
    const links = await rowsAt(model, findings, 'Findings', 'Shadowed Routers', 'shop-api-v2@file');
    assert.match(String(links[0]?.description), /^never wins · /);
    assert.match(String(links[1]?.description), /^matches first · /);
    const routers = await rowsAt(model, findings, 'HTTP', 'Routers');
    assert.match(
      String(routers.find(({ label }) => label === 'no-service@file')?.description),
      /^service not found · Host/,
    );
  });

  it('is nothing before it is known', async () => {
    const model = modelOf(await recordedInventory('traefik-3.7'));
    const routers = await rowsAt(model, { list: [], notes: [] }, 'HTTP', 'Routers');
    for (const { description } of routers) assert.doesNotMatch(String(description), /never wins/);
  });

  it('is an error where a certificate is over', async () => {
    const certificate = (name: string, status: string) => ({ name, commonName: name, status });
    const inventory = await inventoryOf({
      'http/routers': [],
      certificates: [certificate('a', 'expired'), certificate('b', 'warning')],
    });
    const found = await foundIn(inventory);
    assert.deepEqual(
      found.list.map((finding) => [finding.about, findingSeverity(finding)]),
      [
        ['a', 'error'],
        ['b', 'warning'],
      ],
    );
  });
});

describe('findingRows: the findings of a session', () => {
  let routers: readonly object[] = [];
  const open = () => {
    const client = fakeHttpClient(({ path }) => (path.startsWith('/api/http/routers') ? json(routers) : pageNotFound));
    const session = new ProxySession({
      read: (signal, latest) => readInventory(client, signal, latest),
      viewOptions: () => plainLook,
      exposures: [{ kind: 'openApi', mark: 'open API', sentence: 'Anyone may read it.' }],
    });
    const refresh = async () => {
      session.inventory.refresh();
      await session.inventory.read();
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
