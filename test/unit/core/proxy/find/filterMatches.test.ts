import assert from 'node:assert/strict';
import { filterMatches } from '../../../../../src/core/proxy/find/filterMatches';
import { findIndexOf } from '../../../../../src/core/proxy/find/findIndex';
import { inventoryOf, recordedInventory } from '../tree/sample';

const { signal } = new AbortController();

const sample = () =>
  inventoryOf({
    'http/routers': [
      {
        name: 'shop@docker',
        provider: 'docker',
        status: 'enabled',
        rule: 'Host(`a`)',
        service: 'shop',
        using: ['web'],
      },
      {
        name: 'cart@docker',
        provider: 'docker',
        status: 'warning',
        rule: 'Host(`b`)',
        service: 'shop',
        using: ['web', 'two words'],
      },
      { name: 'api@file', provider: 'file', status: 'disabled', rule: 'Host(`c`)', service: 'none' },
      {
        name: 'api@internal',
        provider: 'internal',
        status: 'enabled',
        rule: 'Path(`/api`)',
        service: 'api@internal',
        using: ['traefik'],
      },
    ],
    'http/services': [
      {
        name: 'shop@docker',
        provider: 'docker',
        status: 'enabled',
        type: 'loadbalancer',
        loadBalancer: { servers: [{ url: 'http://a' }] },
        serverStatus: { 'http://a': 'DOWN' },
      },
    ],
    'tcp/routers': [{ name: 'db@file', provider: 'file', status: 'enabled', service: 'db', using: ['db'] }],
  });

const offered = async (text: string) => {
  const { matching, total, offers } = filterMatches(await findIndexOf(await sample(), signal), text);
  return { matching, total, offers: offers.map(({ condition, count }) => `${condition} ${count}`) };
};

describe('filterMatches: what a filter leaves', () => {
  it('is counted, with what could narrow it', async () => {
    assert.deepEqual(await offered(''), {
      matching: 6,
      total: 6,
      offers: [
        'status:error 1',
        'status:warning 1',
        'status:enabled 4',
        'health:down 3',
        'health:unchecked 3',
        'tls:off 5',
        'provider:docker 3',
        'provider:file 2',
        'provider:internal 1',
        'entrypoint:web 3',
        'entrypoint:"two words" 2',
        'entrypoint:db 1',
        'entrypoint:traefik 1',
        'protocol:http 5',
        'protocol:tcp 1',
        'service:shop@docker 2',
        'service:api@internal 1',
        'service:db@file 1',
        'service:none@file 1',
        'host:a 1',
        'host:b 1',
        'host:c 1',
      ],
    });
  });

  it('offers what the rest of the filter leaves, and other values of what is asked for', async () => {
    assert.deepEqual(await offered('status:error '), {
      matching: 1,
      total: 6,
      offers: ['status:warning 1', 'status:enabled 4'],
    });
    assert.deepEqual((await offered('shop status:error ')).offers, ['status:warning 1', 'status:enabled 2']);
    assert.deepEqual((await offered('-provider:docker status:ok ')).offers, [
      'status:error 1',
      'provider:file 1',
      'provider:internal 1',
      'entrypoint:db 1',
      'entrypoint:traefik 1',
      'protocol:http 1',
      'protocol:tcp 1',
      'service:api@internal 1',
      'service:db@file 1',
    ]);
  });

  it('offers names by their beginning, by what is in them after their key, and what is left without them', async () => {
    const index = await findIndexOf(await sample(), signal);
    const first = (text: string) =>
      filterMatches(index, text)
        .offers.slice(0, 1)
        .map((offer) => `${offer.text} ${offer.count}`);
    assert.deepEqual(first('serv'), ['service:shop@docker 2']);
    assert.deepEqual(first('status:ok service:hop'), ['status:ok service:shop@docker 1']);
    assert.deepEqual(first('-service:sh'), ['-service:shop@docker 3'], 'routers only');
    assert.deepEqual(first('shop -ep'), ['shop -entrypoint:"two words" 1']);
    for (const text of ['-service:shop@docker', 'service:shop', '-host:a tls:off', '-service:none ep:web']) {
      const { matching } = filterMatches(index, text);
      assert.equal(matching, { '-service:shop@docker': 3, 'service:shop': 2, '-host:a tls:off': 4 }[text] ?? 2, text);
    }
  });

  it('where it is nothing, names what is nearest: another value, or all but a condition', async () => {
    const index = await findIndexOf(await sample(), signal);
    const nearest = (text: string) =>
      filterMatches(index, text).nearest.map(({ condition, text: other, count }) => [condition, other, count]);
    assert.deepEqual(nearest('ep:"two words" status:error'), [
      ['status:warning', 'ep:"two words" status:warning', 1],
      ['status:enabled', 'ep:"two words" status:enabled', 1],
      ['', 'status:error', 1],
    ]);
    assert.deepEqual(nearest('-service:shop host:b'), [['', '-service:shop', 3]]);
    assert.deepEqual(nearest('host:b'), [], 'it is something');
    for (const text of ['Shop tls:on', 'provider:file status:warning', 'health:up service:shop']) {
      for (const { text: other, count } of filterMatches(index, text).nearest) {
        assert.equal(filterMatches(index, other).matching, count, other);
      }
    }
  });

  it('offers to complete what is being typed, in its place', async () => {
    const index = await findIndexOf(await sample(), signal);
    const first = (text: string) => filterMatches(index, text).offers.slice(0, 2);
    assert.deepEqual(first('shop prov'), []);
    assert.deepEqual(
      first('-shop prov').map(({ text }) => text),
      ['-shop provider:file', '-shop provider:internal'],
    );
    assert.deepEqual(first('Dock')[0], { condition: 'provider:docker', text: 'provider:docker', count: 3 });
    assert.deepEqual(
      first('  status:error  status:w').map(({ condition, text, count }) => [condition, text, count]),
      [
        ['status:warning', '  status:error status:warning', 1],
        ['status:enabled', '  status:error  status:w status:enabled', 4],
      ],
    );
    assert.deepEqual(
      first('status:warning').map(({ condition }) => condition),
      ['status:error', 'status:enabled'],
    );
  });

  it('is counted for what a real Traefik lists', async () => {
    const index = await findIndexOf(await recordedInventory('traefik-3.7'), signal);
    const { matching, total, offers } = filterMatches(index, 'status:error');
    assert.deepEqual([matching, total], [17, 118]);
    for (const { text, count } of filterMatches(index, '').offers) {
      assert.equal(filterMatches(index, text).matching, count, text);
    }
    assert.ok(offers.length > 0);
  });
});
