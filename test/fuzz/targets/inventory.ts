import { readInventory } from '../../../src/core/proxy/api/readInventory';
import { compareSides } from '../../../src/core/proxy/compare/compare';
import { comparisonSummary } from '../../../src/core/proxy/compare/comparisonSummary';
import type { ViewOptions } from '../../../src/core/proxy/describe/viewOptions';
import { detailsPage } from '../../../src/core/proxy/documents/detailsPage';
import { routeAnswerPage } from '../../../src/core/proxy/documents/route/routeAnswerPage';
import { filterMatches, prepareFilterMatches } from '../../../src/core/proxy/find/filterMatches';
import { findIndexOf } from '../../../src/core/proxy/find/findIndex';
import { findingsOf } from '../../../src/core/proxy/findings/findings';
import { type Inventory, itemsOfKinds } from '../../../src/core/proxy/model/inventory';
import { entryPointsOf } from '../../../src/core/proxy/model/model';
import { publicUrlsOf } from '../../../src/core/proxy/publicUrls/publicUrls';
import { findRoute } from '../../../src/core/proxy/routing/findRoute';
import type { RouteQuestion } from '../../../src/core/proxy/routing/routeAnswer';
import { shownText } from '../../../src/core/proxy/secrets/secrets';
import { ProxySession } from '../../../src/core/proxy/session';
import { readSnapshot } from '../../../src/core/proxy/snapshots/snapshot';
import { snapshotText } from '../../../src/core/proxy/snapshots/writeSnapshot';
import { childrenOf, type TreeSource } from '../../../src/core/proxy/tree/children';
import type { ProxyNode } from '../../../src/core/proxy/tree/nodes';
import { nodeTooltip } from '../../../src/core/proxy/tree/nodeTooltip';
import { endpointNode } from '../../../src/core/proxy/tree/proxyRow';
import { fakeHttpClient, proxyEndpoint } from '../../unit/core/proxy/model/fakeHttpClient';
import { mutated } from '../mutate';
import { oddText, oneOf } from '../odd';
import type { Round, Target } from './target';

const sortings = ['status', 'name', 'priority'] as const;

const groupings = ['kind', 'provider', 'entryPoint'] as const;

const { signal } = new AbortController();
const { id, kind, name, order } = proxyEndpoint;
const root = endpointNode({ state: 'ready', hint: { id, kind, name, order }, endpoint: proxyEndpoint });
/** Rows that are looked at: enough for each kind. */
const mostRows = 300;
const mostItems = 5;

/** All that is shown and worked out of a proxy whose listings were changed. */
export const inventory: Target = async (round) => {
  const { dice, watch } = round;
  const client = changedProxy(round);
  const read = await watch.call('readInventory', () => readInventory(client, signal));
  if (read === undefined) return;
  if (dice.chance(0.3)) await watch.call('readInventory again', () => readInventory(client, signal, read));
  await rows(read, round);
  await documents(read, round);
  await watch.call('findingsOf', () => findingsOf(read));
  await routes(read, round);
  if (dice.chance(0.3)) await snapshots(read, round);
  if (dice.chance(0.3)) await find(read, round);
};

/** Answers as a real one did, but for some of it. */
function changedProxy({ dice, corpus }: Round) {
  const kept = new Map<string, string>();
  return fakeHttpClient(({ path }) => {
    const [where = ''] = path.split('?');
    let body = kept.get(where);
    if (body === undefined) {
      const own = corpus.traefik.get(where) ?? corpus.golden;
      body = dice.pick(dice.chance(0.12) ? corpus.golden : own);
      if (dice.chance(0.8)) body = mutated(body, dice);
      kept.set(where, body);
    }
    const next = dice.chance(0.8) ? '1' : dice.pick(['2', '0', '-1', '99999999999', 'abc']);
    return { status: dice.chance(0.9) ? 200 : 404, headers: { 'x-next-page': next }, body };
  });
}

async function rows(read: Inventory, { dice, watch }: Round): Promise<void> {
  const look: ViewOptions = {
    grouping: dice.pick(groupings),
    sorting: dice.pick(sortings),
    filter: dice.pick(['', '', 'a', 'status:error', 'health:down "x', '-x', 'entrypoint:__proto__', oddText(dice)]),
  };
  const session = new ProxySession({ read: async () => read, viewOptions: () => look });
  await watch.call('the check of a session', () => session.check(() => undefined));
  const seen = await watch.call('what a session sees', () => session.see());
  if (seen !== undefined) await walk(root, seen, 0, { left: mostRows });

  async function walk(node: ProxyNode, from: TreeSource, depth: number, rowsLeft: { left: number }): Promise<void> {
    if (depth > 6) return;
    for (const child of (await watch.call('childrenOf', () => childrenOf(node, async () => from))) ?? []) {
      if (rowsLeft.left-- <= 0) return;
      await watch.call('tooltipOf', () => nodeTooltip(child, from.model));
      await walk(child, from, depth + 1, rowsLeft);
    }
  }
}

async function documents(read: Inventory, { dice, watch }: Round): Promise<void> {
  const context = { inventory: read, endpointName: oddText(dice), reading: { is: 'current' } } as const;
  for (const one of ['routers', 'services', 'middlewares'] as const) {
    for (const item of [...itemsOfKinds(read, one)].slice(0, mostItems)) {
      await watch.call('shownText', () => shownText(item));
      await watch.call('detailsOf', () => detailsPage({ type: 'item', item }, context));
    }
  }
  for (const router of [...itemsOfKinds(read, 'routers')].slice(0, mostItems)) {
    await watch.call('addressesOf', () => publicUrlsOf(router, read, { url: proxyEndpoint.url }));
  }
  const { entryPoints, certificates } = read;
  if (entryPoints.state === 'read') {
    for (const item of [...entryPoints.items.values()].slice(0, mostItems)) {
      await watch.call('detailsOf an entry point', () => detailsPage({ type: 'entryPoint', item }, context));
    }
  }
  if (certificates.state === 'read') {
    for (const item of [...certificates.items.values()].slice(0, mostItems)) {
      await watch.call('detailsOf a certificate', () => detailsPage({ type: 'certificate', item }, context));
    }
  }
}

/** Questions about requests and connections. */
export async function routes(read: Inventory, { dice, watch }: Round): Promise<void> {
  const named = [...itemsOfKinds(read, 'routers')].flatMap((router) => entryPointsOf(router));
  const entryPoint = dice.pick(['web', 'websecure', '__proto__', '', ...named]);
  const questions: readonly RouteQuestion[] = [
    {
      kind: 'http',
      entryPoint,
      isTls: dice.chance(0.5),
      method: dice.pick(['GET', 'get', '', 'CONNECT']),
      host: dice.pick(['shop.example.test', '*', '__proto__', '[::1]:80', '', 'xn--', oddText(dice)]),
      target: dice.pick(['/', '/a%2Fb?x=1', '//', '/%', '*', '/a;b=1?c;d', oddText(dice)]),
      headers: [
        [oddText(dice), oddText(dice)],
        ['X-A', oddText(dice)],
      ],
      clientIp: oneOf(dice, [undefined, '1.2.3.4', '::1', 'x']),
    },
    {
      kind: 'tcp',
      entryPoint,
      isTls: dice.chance(0.8),
      serverName: oneOf(dice, ['a.test', '__proto__', undefined, oddText(dice)]),
      alpn: dice.pick([['h2'], [], [oddText(dice)]]),
      clientIp: '1.1.1.1',
    },
  ];
  for (const question of questions) {
    const answer = await watch.call('findRoute', () => findRoute(read, question));
    if (answer === undefined) continue;
    const context = {
      inventory: read,
      endpointName: 'a',
      reading: { is: 'current' },
      asked: [],
      showsAll: true,
    } as const;
    await watch.call('answerPage', () => routeAnswerPage(answer, context));
  }
}

async function snapshots(read: Inventory, { dice, watch }: Round): Promise<void> {
  // What the form of an endpoint and the question for a name let through.
  const nameOf = (): string => oddText(dice).slice(0, 200) || 'n';
  const about = { name: nameOf(), endpoint: { id: 'a', name: nameOf() } };
  const text = await watch.call('snapshotText', () => snapshotText(about, read, signal));
  if (text === undefined) return;
  const whole = await watch.call('readSnapshot', () => readSnapshot(text, signal));
  if (whole !== undefined && 'problem' in whole) {
    watch.say({ kind: 'round trip', what: 'a snapshot', told: whole.problem });
  }
  const changed = await watch.call('readSnapshot, changed', () => readSnapshot(mutated(text, dice), signal));
  if (changed === undefined || 'problem' in changed) return;
  const comparison = await watch.call('compareSides', () =>
    compareSides(
      { name: 'a', inventory: read },
      { name: oddText(dice), inventory: changed.inventory },
      {
        ignoresProvider: dice.chance(0.5),
        ignoresEntryPoint: dice.chance(0.5),
        ignoresAddresses: dice.chance(0.5),
      },
      signal,
    ),
  );
  if (comparison !== undefined) await watch.call('summaryOf', () => comparisonSummary(comparison));
}

async function find(read: Inventory, { dice, watch }: Round): Promise<void> {
  const index = await watch.call('indexOf', () => findIndexOf(read, signal));
  if (index === undefined) return;
  await watch.call('prepareMatches', () => prepareFilterMatches(index, signal));
  const text = dice.pick(['shop', 'a b', 'status:error', '"x', '-', oddText(dice)]);
  await watch.call('matchesOf', () => filterMatches(index, text));
}
