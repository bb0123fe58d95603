import assert from 'node:assert/strict';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import type { Findings } from '../../../../../src/core/proxy/findings/finding';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import { findingSeverity } from '../../../../../src/core/proxy/findings/findingTexts';
import { endpointFindings, ignoredEntryOf, ignoredKeyOf } from '../../../../../src/core/proxy/findings/ignoredFindings';
import { problemCountsOf } from '../../../../../src/core/proxy/findings/problemCounts';
import { ProxySession } from '../../../../../src/core/proxy/session';
import { childrenOf } from '../../../../../src/core/proxy/tree/children';
import type { ProxyNode } from '../../../../../src/core/proxy/tree/nodes';
import { nodeTooltip } from '../../../../../src/core/proxy/tree/nodeTooltip';
import type { TreeModel } from '../../../../../src/core/proxy/tree/treeModel';
import { fakeHttpClient, json, pageNotFound } from '../model/fakeHttpClient';
import { inventoryOf, modelOf, plainLook, recordedInventory, root } from './sample';

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
  it('are one row for each cause, the worst first, with what is only unused apart', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const model = modelOf(inventory);
    const findings = await foundIn(inventory);
    const [problems] = await rowsAt(model, findings);
    assert.ok(problems?.type === 'findings' && !problems.isOpen);
    assert.deepEqual(
      [problems.label, problems.description, problems.problems],
      ['Problems', undefined, { count: 22, worst: 'error' }],
    );
    const found = rows(await rowsAt(model, findings, 'Problems'));
    assert.deepEqual(found, [
      ['all-down', '2 of 2 down · 2 routers'],
      ['broken-regex', 'invalid regular expression · 1 router'],
      ['bad-url', 'invalid server URL · 1 router'],
      ['loop-a', 'circular reference · 1 router'],
      ['bad-matcher', 'invalid rule'],
      ['bad-rule', 'invalid rule'],
      ['no-rule', 'invalid rule'],
      ['tcp-broken', 'invalid rule'],
      ['not-there@file', 'missing middleware'],
      ['missing@docker', 'missing middleware'],
      ['does-not-exist@file', 'missing service'],
      ['nobody@file', 'missing service'],
      ['nope@file', 'missing TCP service'],
      ['nope@file', 'missing UDP service'],
      ['nowhere', 'entry point not found · 2 routers'],
      ['websecure-conflicted-websecure-shop-beta', 'conflicting TLS options'],
      ['huge-priority-2', 'never wins, huge-priority first'],
      ['shop-api-v2', 'never wins, shop-api first'],
      ['shadowed', 'never wins, huge-priority first'],
      ['shop', '1 of 3 down · 22 routers'],
      ['pg', '1 of 2 down · 3 routers'],
      ['soon.example.test', '9 days left'],
      ['Unused', '17'],
    ]);
    const unused = await rowsAt(model, findings, 'Problems', 'Unused');
    assert.ok(unused.length === 17 && unused.every(({ description }) => description === 'unused'));
  });

  it('are below their kinds where they are very many', async () => {
    const rule = (name: string) => ({ name, status: 'disabled', error: [`error while parsing rule ${name}`] });
    const routers = Array.from({ length: 51 }, (_, at) => rule(`r${at}`));
    const inventory = await inventoryOf({
      'http/routers': [...routers, { name: 's', status: 'warning', error: ['x'] }],
    });
    const [model, findings] = [modelOf(inventory), await foundIn(inventory)];
    assert.equal((await rowsAt(model, findings, 'Problems')).length, 52);
    const mixed = await inventoryOf({
      'http/routers': [...routers, { name: 't@file', status: 'enabled', service: 'gone@file' }],
      'http/services': [],
    });
    const kinds = await rowsAt(modelOf(mixed), await foundIn(mixed), 'Problems');
    assert.deepEqual(rows(kinds), [
      ['Reported by Traefik', '51'],
      ['Missing References', '1'],
    ]);
  });

  it('count below each row what concerns anything in it, by the set that they list', async () => {
    for (const server of ['traefik-3.7', 'traefik-2.11'] as const) {
      const inventory = await recordedInventory(server);
      const findings = await foundIn(inventory);
      const listed = findings.list.filter((finding) => findingSeverity(finding) !== undefined);
      for (const grouping of ['kind', 'provider', 'entryPoint'] as const) {
        const model = modelOf(inventory, { grouping });
        for (const row of await rowsAt(model, findings)) {
          if (row.type === 'findings') assert.equal(row.problems?.count, listed.length);
          if (row.type !== 'protocol') continue;
          const about = listed.filter(({ links }) =>
            links.some((link) => link.to === 'item' && link.isMeant !== true && link.item.protocol === row.protocol),
          );
          assert.equal(row.problems?.count, about.length);
          for (const group of await rowsAt(model, findings, row.label)) {
            assert.ok(group.type === 'group' && (group.problems?.count ?? 0) <= about.length);
          }
        }
      }
      assert.equal(problemCountsOf(findings.list).get('')?.count, listed.length);
    }
  });

  it('count a built-in item on its own row, and no entry point that is only meant', async () => {
    const router = { status: 'enabled', rule: 'Host(`a`)', service: 's@file' };
    const inventory = await inventoryOf({
      'http/routers': [
        { ...router, name: 'prometheus@internal', provider: 'internal', status: 'disabled', error: ['no entry point'] },
        { ...router, name: 'r@file', provider: 'file', entryPoints: ['websecre'], using: [] },
      ],
      'http/services': [{ name: 's@file', provider: 'file' }],
      entrypoints: [{ name: 'websecure', address: ':443' }],
    });
    const findings = await foundIn(inventory);
    const counts = problemCountsOf(findings.list);
    assert.deepEqual(
      ['', 'builtIn', 'http/routers', 'entryPoints', 'on websecure'].map((key) => counts.get(key)?.count),
      [2, 1, 1, undefined, undefined],
    );
    const builtIn = (await rowsAt(modelOf(inventory), findings)).find(({ type }) => type === 'builtIn');
    assert.ok(builtIn?.type === 'builtIn' && builtIn.problems?.count === 1);
  });

  it('have no part of an error in their ids and keys', async () => {
    const error = ['error while adding rule Header(`X-Api-Key`, `abcdefgh12345678`)'];
    const inventory = await inventoryOf({ 'http/routers': [{ name: 'r@file', status: 'disabled', error }] });
    const [row] = await rowsAt(modelOf(inventory), await foundIn(inventory), 'Problems');
    assert.ok(row?.type === 'finding' && row.of === 'reported');
    assert.doesNotMatch(`${row.id} ${row.key}`, /abcdefgh/);
  });

  it('stand below Ignored, last, if they are, and count nowhere else', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const found = await foundIn(inventory);
    const down = found.list.find(({ kind }) => kind === 'down') ?? assert.fail();
    const ignored = { [ignoredKeyOf(down)]: ignoredEntryOf(down) };
    const [model, findings] = [modelOf(inventory), endpointFindings({ found, ignored })];
    const all = rows(await rowsAt(model, findings, 'Problems'));
    assert.deepEqual(all.at(-1), ['Ignored', '1']);
    assert.ok(!all.some(([label]) => label === 'all-down'));
    const [row] = await rowsAt(model, findings, 'Problems', 'Ignored');
    assert.ok(row?.type === 'finding' && row.isIgnored && row.key === down.key);
    const [, , service] = await rowsAt(model, findings, 'Problems', 'Ignored', 'all-down');
    assert.equal(service?.type, 'link');
  });

  it('have no row where nothing is to be told', async () => {
    const listed = (service: string) => ({
      'http/routers': [{ name: 'r@file', status: 'enabled', using: ['web'], rule: 'Host(`a`)', service }],
      'http/services': [{ name: 's@file' }],
      entrypoints: [{ name: 'web' }],
    });
    const few = await inventoryOf(listed('t@file'));
    const [open] = await rowsAt(modelOf(few), await foundIn(few));
    assert.ok(open?.type === 'findings' && open.isOpen);
    assert.deepEqual(rows(await rowsAt(modelOf(few), await foundIn(few), 'Problems')), [
      ['t@file', 'missing service'],
      ['Unused', '1'],
    ]);
    const none = await inventoryOf(listed('s@file'));
    const model = modelOf(none);
    assert.ok(!(await rowsAt(model, await foundIn(none))).some(({ type }) => type === 'findings'));
    const idle = await inventoryOf({ ...listed('s@file'), 'http/routers': [] });
    assert.deepEqual(rows(await rowsAt(modelOf(idle), await foundIn(idle)))[0], ['Problems', '1 unused']);
  });

  it('have ids of their own, and hold no secret of a rule', async () => {
    const rule = 'Header(`Authorization`, `Bearer abcdefgh12345678`)';
    const router = (name: string, priority: number) => ({ name, status: 'enabled', using: ['web'], rule, priority });
    const inventory = await inventoryOf({ 'http/routers': [router('a~/#@file', 2), router('a@file', 1)] });
    const [model, findings] = [modelOf(inventory), await foundIn(inventory)];
    const [finding] = await rowsAt(model, findings, 'Problems');
    assert.match(String(finding?.type === 'finding' && finding.reason), /Header\(`Authorization`, `Bearer •••`\)/);
    assert.doesNotMatch(JSON.stringify({ ...finding, parent: undefined }), /abcdefgh/);
    const ids = (await rowsAt(model, findings, 'Problems', 'a')).map(({ id }) => id);
    assert.equal(new Set(ids).size, 4);
  });

  it('say what to do, in whole sentences, before what they are about', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const [model, findings] = [modelOf(inventory), await foundIn(inventory)];
    const [why, cure, ...links] = await rowsAt(model, findings, 'Problems', 'shop-api-v2');
    assert.match(String(why?.label), /^shop-api@file \(priority 1000 over 87\) matches everything this router would/);
    assert.match(String(cure?.label), /^Give it a higher priority/);
    assert.ok(cure?.type === 'note' && cure.about === 'cure');
    assert.deepEqual(
      links.map((row) => row.type === 'link' && [row.kind, row.name, row.way]),
      [
        ['routers', 'shop-api-v2@file', 'ends'],
        ['routers', 'shop-api@file', 'ends'],
      ],
    );
    assert.match(String(links[1]?.description), /^matches first · /);
    const certificate = (await rowsAt(model, findings, 'Problems', 'soon.example.test')).at(-1);
    assert.equal(certificate?.type, 'certificate');
    const [row] = (await rowsAt(model, findings, 'Problems')).filter(({ label }) => label === 'shop-api-v2');
    assert.match(
      String(row?.spoken),
      /^shop-api-v2, never wins, shop-api first\. shop-api@file .*Give it a higher priority/,
    );
  });
});

describe('findingRows: what was found about an item', () => {
  it('is a word in its row, and a sentence on hovering', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const [model, findings] = [modelOf(inventory), await foundIn(inventory)];
    const routers = await rowsAt(model, findings, 'HTTP', 'Routers');
    const shadowed = routers.find(({ label }) => label === 'shop-api-v2') ?? assert.fail();
    assert.match(String(shadowed.description), /^never wins · 1 of 3 up · Host/);
    assert.match(String(shadowed.spoken), /^Router shop-api-v2, enabled, never wins, 1 of 3 up, rule /);
    const { rows: [first] = [] } = nodeTooltip(shadowed, model, findings) ?? {};
    assert.equal(first?.[0], 'Problem');
    assert.match(String(first?.[1]), /^Another router always matches first\. shop-api@file \(priority 1000 over 87\)/);
    // What beats it is no worse for it.
    const winner = routers.find(({ label }) => label === 'shop-api');
    assert.doesNotMatch(String(winner?.description), /never wins/);
    const unused = findings.list.find(({ kind, links: [link] }) => {
      return kind === 'unused' && link?.to === 'item' && link.item.kind === 'services' && link.item.protocol === 'http';
    });
    const services = await rowsAt(model, findings, 'HTTP', 'Services');
    assert.match(String(services.find(({ label }) => `${label}@file` === unused?.about)?.description), /^unused · /);
  });

  it('is said beside its role where something leads to it, and not where Traefik’s own error says it', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const [model, findings] = [modelOf(inventory), await foundIn(inventory)];
    const links = await rowsAt(model, findings, 'Problems', 'shop-api-v2');
    assert.match(String(links[2]?.description), /^never wins · /);
    assert.match(String(links[3]?.description), /^matches first · /);
    const routers = await rowsAt(model, findings, 'HTTP', 'Routers');
    assert.match(String(routers.find(({ label }) => label === 'no-service')?.description), /^service not found · Host/);
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
    assert.equal(session.known.problems, undefined);
    const { findings } = await session.see();
    assert.deepEqual(
      findings?.list.map(({ kind }) => kind),
      ['openApi', 'neverWins'],
    );
    assert.deepEqual(session.known.problems, { count: 2, worst: 'warning' });
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
    assert.equal(session.known.problems?.count, 1);
  });
});
