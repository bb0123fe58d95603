import assert from 'node:assert/strict';
import type { Comparison } from '../../../../../src/core/proxy/compare/compare';
import { comparisonSummary } from '../../../../../src/core/proxy/compare/comparisonSummary';
import {
  comparisonCountsText,
  comparisonKinds,
  comparisonRows,
  differenceOf,
  differenceRows,
} from '../../../../../src/core/proxy/compare/rows';
import { parseSubjectRef } from '../../../../../src/core/proxy/model/subject';
import type { Raw } from '../model/given';
import { given } from '../model/given';
import { inventoryOf } from '../tree/sample';
import { compared, comparedApis, keptOf } from './given';

const router = (name: string, rule = 'Host(`a`)'): Raw => ({ name, status: 'enabled', rule, service: 's' });
const routers = (left: readonly Raw[], right: readonly Raw[]): Promise<Comparison> =>
  comparedApis({ http: { routers: left } }, { http: { routers: right } });
const besidesSides = (comparison: Comparison, showsHealth = false) =>
  comparisonRows(comparison, showsHealth).filter(({ is }) => is !== 'sides');
const seen = (comparison: Comparison, showsHealth = false): readonly string[] =>
  besidesSides(comparison, showsHealth).flatMap((node) => [
    [node.label, node.description].filter(Boolean).join('  '),
    ...(node.is === 'kind'
      ? differenceRows(node, comparison).map(({ label, description }) => `  ${label}  ${description}`)
      : []),
  ]);
const server = (state: string) => [
  { name: 's@file', loadBalancer: { servers: [{ url: 'http://a' }] }, serverStatus: { 'http://a': state } },
];

const services = (left: readonly object[], right: readonly object[]): Promise<Comparison> => {
  const api = (servers: readonly object[]) => ({ http: { services: [{ name: 's@file', loadBalancer: { servers } }] } });
  return comparedApis(api(left), api(right), { ignoresAddresses: true });
};

describe('rows: the rows of a comparison', () => {
  it('are by kind what was changed, with the fields, added and removed', async () => {
    const comparison = await routers(
      [router('old@file'), router('shop@file')],
      [router('new@file'), router('shop@file', 'Host(`b`)')],
    );
    assert.deepEqual(seen(comparison), [
      'Routers  1 changed, 1 added, 1 removed',
      '  shop@file  rule Host(`a`) → Host(`b`)',
      '  new@file  added',
      '  old@file  removed',
    ]);
    assert.equal(comparisonCountsText(comparison, false), '1 changed, 1 added, 1 removed');
  });

  it('say what is wrong on the right side, the worst of configuration and health', async () => {
    const down = { ...server('DOWN')[0], name: 's@file', status: 'enabled' };
    const [broken, before] = [{ ...router('broken@file'), status: 'disabled', error: ['e'] }, router('broken@file')];
    const comparison = await comparedApis(
      {
        http: {
          routers: [
            before,
            { ...router('gone@file'), status: 'disabled', error: ['e'] },
            router('behind@file', 'Host(`b`)'),
          ],
          services: [down],
        },
      },
      {
        http: {
          routers: [
            { ...broken, rule: 'Host(`x`)' },
            { ...router('behind@file'), service: 's@file' },
          ],
          services: [down],
        },
      },
    );
    assert.deepEqual(seen(comparison), [
      'Routers  2 changed, 1 removed · 1 error, 1 down',
      '  behind@file  rule Host(`b`) → Host(`a`) · down',
      '  broken@file  rule Host(`a`) → Host(`x`) · status enabled → disabled · error none → e',
      '  gone@file  removed',
    ]);
    const [kind] = comparisonKinds(comparison, false);
    assert.equal(kind?.worst, 'error');
    assert.deepEqual(
      kind.differences.map(({ difference }) => difference.trouble?.condition),
      ['allDown', 'configError', undefined],
    );
  });

  it('have the values that changed as far as they are short, those of lists too', async () => {
    const long = `Host(\`${'a'.repeat(40)}\`)`;
    const servers = (...urls: readonly string[]) => ({ servers: urls.map((url) => ({ url })) });
    const comparison = await comparedApis(
      {
        entryPoints: [{ name: 'web', address: ':8000' }],
        http: {
          routers: [{ ...router('shop@file', long), priority: 25, entryPoints: ['web'], using: ['web'] }],
          services: [{ name: 's@file', loadBalancer: servers('http://a', 'http://b') }],
        },
      },
      {
        entryPoints: [{ name: 'web', address: ':8100' }],
        http: {
          routers: [{ ...router('shop@file'), entryPoints: ['web', 'lan'], using: ['web', 'lan'] }],
          services: [{ name: 's@file', loadBalancer: servers('http://c\n$(alert)') }],
        },
      },
    );
    assert.deepEqual(
      seen(comparison).filter((line) => line.startsWith('  ')),
      [
        '  web  address :8000 → :8100',
        '  shop@file  rule · priority 25 → none · entryPoints web → lan, web',
        '  s@file  servers http://a, http://b → http://c $(alert)',
      ],
    );
  });

  it('begin with the sides and when they were read', async () => {
    const { left, right, ...rest } = await routers([], []);
    const at = (side: typeof left, hour: number) => ({
      ...side,
      inventory: { ...side.inventory, readAt: new Date(2026, 10, 22, hour, 5).getTime() },
    });
    const first = (hour: number) => comparisonRows({ ...rest, left: at(left, 1), right: at(right, hour) }, false)[0];
    const row = first(2);
    assert.deepEqual(
      [row?.is, row?.label, row?.description, row?.tooltip],
      ['sides', 'staging → production', '01:05 → 02:05', 'staging (01:05) → production (02:05)'],
    );
    assert.equal(first(1)?.description, '01:05');
  });

  it('offer to leave out addresses where those of two proxies are all that differs in an item', async () => {
    const api = (host: string, state: string, more: readonly object[] = []): Parameters<typeof comparedApis>[0] => ({
      entryPoints: [{ name: 'web', address: `${host}:80` }],
      http: {
        services: [
          {
            name: 's@file',
            loadBalancer: { servers: [{ url: `http://${host}` }, ...more], healthCheck: { path: '/' } },
            serverStatus: { [`http://${host}`]: state },
          },
        ],
        middlewares: [{ name: 'm@file', type: 'forwardauth', forwardAuth: { address: `http://${host}` } }],
      },
    });
    const offer = (comparison: Comparison) =>
      comparisonRows(comparison, false).flatMap((node) =>
        node.is === 'note' && node.leadsTo !== undefined ? [`${node.label} ${node.leadsTo}`] : [],
      );
    const exact = await comparedApis(api('10.0.0.1', 'UP'), api('10.0.0.2', 'UP'));
    assert.deepEqual(offer(exact), ['2 items differ in addresses only leaveOutAddresses']);
    const { endpointId: _, ...snapshot } = exact.left;
    assert.deepEqual(offer({ ...exact, left: snapshot }), []);
    const less = await comparedApis(api('10.0.0.1', 'UP'), api('10.0.0.2', 'UP'), { ignoresAddresses: true });
    assert.deepEqual(
      less.changed.map(({ label }) => label),
      ['m@file'],
    );
    assert.deepEqual([less.health, offer(less)], [[], ['Addresses not compared compareAddresses']]);
    const down = await comparedApis(api('10.0.0.1', 'UP'), api('10.0.0.2', 'DOWN'), { ignoresAddresses: true });
    assert.deepEqual(
      down.health.map(({ label }) => label),
      ['s@file'],
    );
    assert.deepEqual(
      offer(await comparedApis(api('10.0.0.1', 'UP'), api('10.0.0.2', 'UP', [{ url: 'http://10.0.0.3' }]))),
      ['1 item differs in addresses only leaveOutAddresses'],
    );
    const scaled = await services([{ url: 'http://a' }], [{ url: 'http://b' }, { url: 'http://c' }]);
    assert.deepEqual(
      scaled.changed.map(({ label }) => label),
      ['s@file'],
    );
  });

  it('say where nothing differs, and of how much', async () => {
    const comparison = await routers([router('a@file')], [router('a@file')]);
    assert.deepEqual(seen(comparison), ['No differences']);
    const [row] = besidesSides(comparison);
    assert.equal(row?.tooltip, '2 items have the same configuration on both sides.');
    assert.equal(row.spoken, 'No differences, 2 items have the same configuration on both sides.');
  });

  it('show health only where it is asked for, and say that there is more', async () => {
    const comparison = await comparedApis({ http: { services: server('UP') } }, { http: { services: server('DOWN') } });
    assert.deepEqual(seen(comparison), ['No differences', '1 item differs in health only']);
    assert.deepEqual(seen(comparison, true), ['Services  1 in health · 1 down', '  s@file  no health check → down']);
  });

  it('begin with what could not be compared', async () => {
    const left = await inventoryOf({ 'http/routers': [router('a@file')], 'tcp/routers': 'damaged' });
    const right = await inventoryOf({ 'http/routers': [router('b@file')], 'tcp/routers': [] });
    assert.deepEqual(seen(await compared(left, right)).slice(0, 2), [
      'Not compared: TCP Routers',
      'Routers  1 added, 1 removed',
    ]);
  });

  it('lead to the tree of an endpoint, the right one first, and to none of a snapshot', async () => {
    const refs = (comparison: Comparison) =>
      comparisonRows(comparison, false).flatMap((node) =>
        node.is === 'kind' ? differenceRows(node, comparison).map((one) => parseSubjectRef(one)) : [],
      );
    const both = await routers([router('old@file'), router('shop@file')], [router('shop@file', 'Host(`b`)')]);
    const at = (endpointId: string, name: string) => ({ endpointId, protocol: 'http', kind: 'routers', name });
    assert.deepEqual(refs(both), [at('e2', 'shop@file'), at('e1', 'old@file')]);
    const inventory = await given({ http: { routers: [router('shop@file')] } });
    const { left, right, ...rest } = await compared(await given({}), await keptOf(inventory));
    const { endpointId: _, ...snapshot } = right;
    assert.deepEqual(refs({ ...rest, left, right: snapshot }), [undefined]);
    const points = await compared(await given({}), await given({ entryPoints: [{ name: 'web' }] }));
    assert.deepEqual(refs(points), [{ type: 'entryPoint', endpointId: 'e2', name: 'web' }]);
  });

  it('say how names are compared, where not as they are', async () => {
    const comparison = await comparedApis({}, {}, { ignoresProvider: true, ignoresEntryPoint: true });
    assert.deepEqual(seen(comparison), ['Names compared without provider and entry point', 'No differences']);
  });

  it('show how health changed, where servers are checked', async () => {
    const checked = (...states: readonly string[]): Raw => ({
      name: 's@file',
      loadBalancer: { servers: states.map((_, index) => ({ url: `http://${index}` })), healthCheck: { path: '/' } },
      serverStatus: Object.fromEntries(states.map((state, index) => [`http://${index}`, state])),
    });
    const comparison = await comparedApis(
      { http: { services: [checked('UP', 'UP', 'UP')] } },
      { http: { services: [checked('UP', 'DOWN', 'UP')] } },
    );
    assert.deepEqual(seen(comparison, true), [
      'Services  1 in health · 1 partially down',
      '  s@file  3 of 3 up → 2 of 3 up',
    ]);
  });

  it('name the protocol where there is another than HTTP', async () => {
    const comparison = await comparedApis(
      {},
      { http: { routers: [router('a@file')] }, tcp: { routers: [router('b@file')] } },
    );
    assert.deepEqual(
      comparisonKinds(comparison, false).map(({ label }) => label),
      ['HTTP Routers', 'TCP Routers'],
    );
  });

  it('come in the order of kinds, and those of a long kind are folded at first', async () => {
    const many = Array.from({ length: 1_234 }, (_, index) => router(`r${index}@file`));
    const few = [{ name: 's@file', loadBalancer: {} }];
    const short = await comparedApis({}, { http: { routers: many.slice(0, 20), services: few } });
    const long = await comparedApis({}, { http: { routers: many, services: few } });
    const shown = (comparison: Comparison) =>
      comparisonKinds(comparison, false).map((kind) => `${kind.label} ${kind.description} ${kind.isShort}`);
    assert.deepEqual(shown(short), ['Routers 20 added true', 'Services 1 added true']);
    assert.deepEqual(shown(long), ['Routers 1,234 added false', 'Services 1 added false']);
  });

  it('are given as far as they are wanted', async () => {
    const many = Array.from({ length: 50 }, (_, index) => router(`r${index}@file`));
    const comparison = await routers([], many);
    const [group] = besidesSides(comparison);
    assert.ok(group?.is === 'kind');
    assert.equal(differenceRows(group, comparison, 7).length, 7);
    assert.equal(differenceRows(group, comparison).length, 50);
  });
});

describe('rows: the summary of a comparison', () => {
  it('is a list for a pull request', async () => {
    const comparison = await routers(
      [router('old@file'), router('shop@file')],
      [router('new@file'), router('shop@file', 'Host(`b`)')],
    );
    assert.deepEqual(
      comparisonSummary(comparison)
        .replace(/read [\d :-]+/g, 'read then')
        .split('\n'),
      [
        'From `staging` (read then) to `production` (read then):',
        '',
        'Added (1)',
        '',
        '- HTTP router `new@file`',
        '',
        'Removed (1)',
        '',
        '- HTTP router `old@file`',
        '',
        'Changed (1)',
        '',
        '- HTTP router `shop@file`: `rule`',
        '',
        'Unchanged: 1',
        '',
      ],
    );
  });

  it('counts what differs in health only among what is unchanged', async () => {
    const comparison = await comparedApis({ http: { services: server('UP') } }, { http: { services: server('DOWN') } });
    assert.match(
      comparisonSummary(comparison),
      /\nNo differences\.\n\nUnchanged: \d+, including 1 with different health\n/,
    );
  });

  it('lets nothing out of its code spans', async () => {
    const comparison = await routers([], [router('``a` @team <b>\n# h\n[x](y)@file')]);
    assert.match(comparisonSummary(comparison), /\n- HTTP router ``` ``a` @team <b> # h \[x\]\(y\)@file ```\n/);
  });

  it('ends somewhere', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => router(`r${index}@file`));
    const text = comparisonSummary(await routers([], many));
    assert.match(text, /\n- and 4,800 more\n/);
    assert.ok(text.split('\n').length < 220);
  });
});

describe('rows: the row of a difference', () => {
  const compared = () => comparedApis({}, { http: { routers: [{ name: 'a@file', rule: 'Host(`a`)' }] } });

  it('stands for the difference of the comparison that is shown', async () => {
    const comparison = await compared();
    const [group] = besidesSides(comparison);
    assert.ok(group?.is === 'kind');
    const [row] = differenceRows(group, comparison);
    assert.equal(differenceOf(comparison, row), comparison.added[0]);
    assert.equal(differenceOf(await compared(), row), undefined);
  });

  it('is nothing that someone else calls the command with', async () => {
    const comparison = await compared();
    for (const argument of [undefined, null, 'added/0', {}, { difference: {} }, { difference: undefined }]) {
      assert.equal(differenceOf(comparison, argument), undefined);
    }
  });
});
