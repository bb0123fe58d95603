import assert from 'node:assert/strict';
import type { Router } from '../../../../../src/core/proxy/model/model';
import { routerPriorityOf } from '../../../../../src/core/proxy/rules/priority';
import { given, listedIn, type Raw, recorded, routerIn } from '../model/given';

const routerOf = async (raw: Partial<Raw>, protocol: 'http' | 'tcp' | 'udp' = 'http'): Promise<Router> =>
  routerIn(
    await given({ [protocol]: { routers: [{ name: 'r@file', status: 'enabled', ...raw }] } }),
    'r@file',
    protocol,
  );

const computed = (router: Router, number?: string): string => {
  const priority = routerPriorityOf(router, number === undefined ? undefined : { number });
  assert.equal(priority?.computed ?? true, true);
  return String(priority?.value);
};

describe('priority: the priority of a router', () => {
  it('is what the API tells, digit for digit', async () => {
    const inventory = await recorded('3.7');
    assert.deepEqual(
      ['ping@internal', 'api@internal', 'dashboard@internal', 'huge-priority@file', 'negative@file'].map((name) =>
        routerPriorityOf(routerIn(inventory, name)),
      ),
      [9223372036854775807n, 9223372036854775806n, 9223372036854775805n, 9223372036854774806n, -1n].map((value) => ({
        value,
        computed: false,
      })),
    );
  });

  it('is on 2.11 the one that 3.7 tells of the same rule, and said to be computed', async () => {
    const [told, untold] = [await recorded('3.7'), await recorded('2.11')];
    let compared = 0;
    for (const protocol of ['http', 'tcp'] as const) {
      for (const router of listedIn(untold.groups[protocol].routers)) {
        const group = told.groups[protocol].routers;
        assert.ok(group?.state === 'read');
        const same = group.items.get(router.name);
        if (router.priority !== undefined || router.status === 'disabled' || same?.rule !== router.rule) continue;
        assert.deepEqual(
          routerPriorityOf(router, { number: '2.11.53' }),
          { value: same?.priority, computed: true },
          router.name,
        );
        compared++;
      }
    }
    assert.ok(compared >= 10, `${compared} compared`);
  });

  it('counts the bytes of the rule, as Go does', async () => {
    assert.equal(computed(await routerOf({ rule: 'Host(`a`)' })), '9');
    assert.equal(computed(await routerOf({ rule: 'Host(`é`)' })), '10');
    assert.equal(computed(await routerOf({ rule: 'Host(`路`)' })), '11');
    assert.equal(computed(await routerOf({ rule: 'Host(`😀`)' })), '12');
  });

  it('is computed for TCP only of a version that has priorities there', async () => {
    const router = await routerOf({ rule: 'HostSNI(`db`)' }, 'tcp');
    assert.equal(computed(router, '2.7.0'), '13');
    assert.equal(computed(router, 'v2.11.53'), '13');
    assert.equal(computed(router, '3.0.0'), '13');
    for (const version of [undefined, '2.6.9', '2.0', 'dev', '', '1.7']) {
      assert.equal(computed(router, version), 'undefined', version);
    }
  });

  it('puts the TCP router that takes every connection last', async () => {
    for (const rule of ['HostSNI(`*`)', 'hostsni( "*" )']) {
      assert.equal(computed(await routerOf({ rule }, 'tcp'), '2.11.0'), '-1');
    }
    assert.equal(computed(await routerOf({ rule: 'HostSNI(`*`) && ALPN(`h2`)' }, 'tcp'), '2.11.0'), '26');
  });

  it('is unknown where Traefik has none', async () => {
    assert.equal(computed(await routerOf({})), 'undefined');
    assert.equal(computed(await routerOf({ rule: '' })), 'undefined');
    assert.equal(computed(await routerOf({ rule: 'Host(`a`)', status: 'disabled' })), 'undefined');
    assert.equal(computed(await routerOf({ rule: 'Host(`a`)', priority: '5' })), 'undefined');
    assert.equal(computed(await routerOf({ rule: 'x' }, 'udp'), '3.7.0'), 'undefined');
  });
});
