import assert from 'node:assert/strict';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import { effectivePriorityOf } from '../../../../../src/core/proxy/routing/routingTable';
import { asked, connection, listed, request, router } from './listed';

const priority = (rule: string, protocol: 'http' | 'tcp' = 'http'): number =>
  Number(effectivePriorityOf({ protocol, rule }));

describe('routingTable: the order in which routers are asked', () => {
  it('is by the length of rules where none says otherwise', () => {
    // TestGetRulePriority in pkg/muxer/{http,tcp}/mux_test.go.
    assert.equal(priority('Host(`example.org`)'), 19);
    assert.equal(priority('HostSNI(`example.org`)', 'tcp'), 22);
    assert.equal(priority('Host(`ä`)'), 10);
  });

  it('ends with the rule for all connections, however it is written', () => {
    for (const rule of [
      'HostSNI(`*`)',
      '   HostSNI ( `*` )       ',
      'hostsni("*")',
      '(HostSNI(`*`))',
      'HOSTSNI(`*`) // all',
      '/* all */ HostSNI("\\x2a",)',
      '!HostSNI(`*`)',
    ]) {
      assert.equal(priority(rule, 'tcp'), -1, rule);
    }
    for (const rule of ['HostSNI(`*`, `a`)', 'HostSNI(`*`) || HostSNI(`a`)', 'HostSNIRegexp(`.*`)', 'hOSTsni(`*`)']) {
      assert.equal(priority(rule, 'tcp'), rule.length, rule);
    }
    assert.equal(priority('HostSNI(`*`)'), 12);
  });

  it('is that of priorities, longer than numbers are', async () => {
    const text = JSON.stringify([
      router('low', 'PathPrefix(`/`)', { priority: 6 }),
      router('high', 'PathPrefix(`/`)', { priority: 7 }),
    ]);
    const inventory = await listed({
      http: { routers: text.replace(/"priority":/g, '"priority":922337203685477580') },
    });
    assert.equal(asked(inventory, request('http://a.test/')), 'winner high');
  });

  // Test_addRoutePriority in pkg/muxer/http/mux_test.go, but for the order of providers: that is not told, so these tie.
  for (const [url, rules, winner] of [
    ['/my', { '/my': 10, '/my ': 20 }, 'winner 1'],
    ['/my', { '/my': 20, '/my ': 10 }, 'winner 0'],
    ['/mypath', { '/mypath': 10, '/my': 20 }, 'winner 1'],
    ['/mypath', { '/mypath': 0, '/my': 0 }, 'winner 0'],
    ['/mypath', { '/my': 0, '/mypath': 0 }, 'winner 1'],
    ['/mypath', { '/my': 0, '/mypa': 0, '/mypath': 0 }, 'winner 2'],
    ['/my', { '/my': 10, '/my ': 10 }, 'tie 0, 1'],
  ] as const) {
    it(`gives ${url} to the ${winner} of ${JSON.stringify(rules)}`, async () => {
      const routers = Object.entries(rules).map(([path, set], at) =>
        router(`${at}`, `PathPrefix(\`${path.trim()}\`)`, set === 0 ? {} : { priority: set }),
      );
      for (const version of ['3.7.9', '2.11.53']) {
        const inventory = await listed({ http: { routers } }, version);
        assert.equal(asked(inventory, request(`http://a.test${url}`)), winner);
      }
    });
  }

  it('is unknown for TCP before Traefik 2.7', async () => {
    const routers = [router('all', 'HostSNI(`*`)'), router('long', 'HostSNI(`*`) || HostSNI(`a.test`)')];
    const given = (version: string) => listed({ tcp: { routers } }, version);
    assert.equal(asked(await given('2.7.0'), connection()), 'winner long');
    assert.equal(asked(await given('2.6.7'), connection()), 'not certain: long, all');
    assert.equal(asked(await listed({ tcp: { routers: routers.slice(0, 1) } }, '2.6.7'), connection()), 'winner all');
  });
});

describe('routingTable: routers that are not asked', () => {
  it('are disabled, on other entry points or of the other side of TLS', async () => {
    const inventory = await listed({
      http: {
        routers: [
          router('bad', 'Host(', { status: 'disabled', error: ['error while parsing rule Host(: 1:6: expected'] }),
          router('off', 'PathPrefix(`/`)', { status: 'disabled', error: ['no such service'] }),
          router('elsewhere', 'PathPrefix(`/`)', { using: ['other'] }),
          router('nowhere', 'PathPrefix(`/`)', { using: [], entryPoints: [] }),
          router('secure', 'PathPrefix(`/`)', { tls: {} }),
          router('child', 'PathPrefix(`/`)', { parentRefs: ['warned@file'] }),
          router('warned', 'Path(`/`)', { status: 'warning' }),
        ],
      },
    });
    const answer = findRoute(inventory, request('http://a.test/x'));
    assert.deepEqual(
      answer.passed.map(({ router: { name }, why, detail }) => [name, why, detail]),
      [
        ['bad@file', 'badRule', 'error while parsing rule Host(: 1:6: expected'],
        ['off@file', 'disabled', 'no such service'],
        ['elsewhere@file', 'otherEntryPoint', undefined],
        ['nowhere@file', 'otherEntryPoint', undefined],
        ['secure@file', 'tls', undefined],
        ['child@file', 'nested', undefined],
      ],
    );
    assert.deepEqual(
      answer.considered.map(({ router: { name }, verdict }) => [name, verdict]),
      [['warned@file', 'no']],
    );
    assert.equal(asked(inventory, request('https://a.test/x')), 'winner secure');
    assert.equal(asked(inventory, request('http://a.test/')), 'winner warned > child');
  });
});
