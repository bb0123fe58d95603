import assert from 'node:assert/strict';
import { emptyFilterConditions, filterConditionText } from '../../../../../src/core/proxy/find/filterWords';
import { filterMatcher, filterTextWithout, parseFilter } from '../../../../../src/core/proxy/find/itemFilter';
import { longestFilter } from '../../../../../src/core/proxy/find/savedFilters';
import { type Inventory, itemsOfKinds } from '../../../../../src/core/proxy/model/inventory';
import { itemKinds } from '../../../../../src/core/proxy/model/model';
import { inventoryOf, recordedInventory } from '../tree/sample';

const nothing = { words: [], ...emptyFilterConditions() };
const none = { ...nothing, without: nothing };

describe('itemFilter: a filter as it is typed', () => {
  const cases: readonly (readonly [string, object])[] = [
    ['', none],
    ['  \t ', none],
    ['Shop API', { ...none, words: ['shop', 'api'] }],
    ['"two words" one', { ...none, words: ['two words', 'one'] }],
    ['"not closed', { ...none, words: ['not closed'] }],
    ['shop"s', { ...none, words: ['shop"s'] }],
    ['""', none],
    ['-old -"very old"', { ...none, without: { ...nothing, words: ['old', 'very old'] } }],
    ['-', none],
    ['a-b', { ...none, words: ['a-b'] }],
    ['"-a"', { ...none, words: ['-a'] }],
    [
      'Host(`shop.example.test`) && !Path(`/a`)',
      { ...none, words: ['host(`shop.example.test`)', '&&', '!path(`/a`)'] },
    ],
    ['http://10.0.0.1:80', { ...none, words: ['http://10.0.0.1:80'] }],
    ['port:80', { ...none, words: ['port:80'] }],
    ['host:Shop.test,b', { ...none, hosts: ['shop.test', 'b'] }],
    ['middleware:auth@file mw:b', { ...none, middlewares: ['auth@file', 'b'] }],
    ['-middleware:auth', { ...none, without: { ...nothing, middlewares: ['auth'] } }],
    ['service:"my shop"', { ...none, services: ['my shop'] }],
    ['tls:on,pass', { ...none, tls: ['on', 'passthrough'] }],
    ['tls:no', { ...none, tls: ['off'] }],
    ['tls:maybe', { ...none, words: ['tls:maybe'] }],
    ['status:', none],
    ['-status:', none],
    ['status:Error', { ...none, statuses: ['disabled'] }],
    ['status:disabled', { ...none, statuses: ['disabled'] }],
    ['status:ok,warning', { ...none, statuses: ['enabled', 'warning'] }],
    ['status:warn', { ...none, statuses: ['warning'] }],
    ['status:e', { ...none, statuses: ['disabled', 'enabled'] }],
    ['status:unknown', { ...none, statuses: ['unknown'] }],
    ['status:green', { ...none, words: ['status:green'] }],
    ['status:ok,green', { ...none, words: ['status:ok,green'] }],
    ['-status:green', { ...none, without: { ...nothing, words: ['status:green'] } }],
    ['status:ok status:error', { ...none, statuses: ['enabled', 'disabled'] }],
    ['health:up', { ...none, health: ['up'] }],
    ['health:u', { ...none, health: ['up', 'notChecked'] }],
    ['health:unchecked,down,partly', { ...none, health: ['notChecked', 'down', 'partly'] }],
    ['protocol:tcp,udp', { ...none, protocols: ['tcp', 'udp'] }],
    ['ep:web entrypoint:Web Secure', { ...none, entryPoints: ['web', 'web'], words: ['secure'] }],
    ['entrypoint:"Web Secure"', { ...none, entryPoints: ['web secure'] }],
    ['provider:docker,,file,', { ...none, providers: ['docker', 'file'] }],
    ['provider:"a,b"', { ...none, providers: ['a,b'] }],
    ['-provider:internal', { ...none, without: { ...nothing, providers: ['internal'] } }],
    ['PROVIDER:DOCKER', { ...none, providers: ['docker'] }],
    ['constructor:a __proto__:b', { ...none, words: ['constructor:a', '__proto__:b'] }],
    ['status:constructor', { ...none, words: ['status:constructor'] }],
  ];
  for (const [text, expected] of cases) {
    it(`is read: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseFilter(text), expected);
    });
  }

  it('is read as far as its bound, whatever it is', () => {
    assert.deepEqual(parseFilter(`${'x'.repeat(longestFilter - 2)} a never read`).words, [
      'x'.repeat(longestFilter - 2),
      'a',
    ]);
    for (const text of [
      '"'.repeat(1e6),
      '-'.repeat(1e6),
      ':'.repeat(1e6),
      'a:"'.repeat(1e6),
      '\ud800"\u0000',
      'a'.repeat(1e7),
    ]) {
      parseFilter(text);
    }
  });

  it('can be written for every value that can be offered', () => {
    const cases = [
      ['statuses', 'disabled', 'status:error'],
      ['statuses', 'enabled', 'status:enabled'],
      ['health', 'notChecked', 'health:unchecked'],
      ['entryPoints', 'web', 'entrypoint:web'],
      ['providers', 'my provider', 'provider:"my provider"'],
      ['providers', 'a,b', 'provider:"a,b"'],
      ['protocols', 'udp', 'protocol:udp'],
      ['tls', 'off', 'tls:off'],
      ['middlewares', 'auth@file', 'middleware:auth@file'],
      ['services', 'shop@docker', 'service:shop@docker'],
      ['hosts', 'a.test', 'host:a.test'],
    ] as const;
    for (const [facet, value, text] of cases) {
      assert.equal(filterConditionText(facet, value), text);
      assert.deepEqual(parseFilter(text), { ...none, [facet]: [value] });
    }
    assert.equal(filterConditionText('providers', 'a"b'), undefined);
    assert.equal(filterConditionText('providers', 'a\nb'), undefined, 'a field holds one line');
    assert.equal(filterConditionText('providers', ''), undefined);
  });
});

describe('itemFilter: the rest of a filter', () => {
  it('is what is written without the conditions of one kind', () => {
    const text = 'Shop  status:error -status:ok "two words" ep:web status:warning';
    assert.equal(filterTextWithout(text, 'statuses'), 'Shop -status:ok "two words" ep:web');
    assert.equal(filterTextWithout('ep:web entrypoint:db', 'entryPoints'), '');
  });
});

describe('itemFilter: which routers a filter asks for by what they refer to', () => {
  let inventory: Inventory;
  const router = (name: string, rest: object) => ({ name: `${name}@file`, status: 'enabled', using: ['web'], ...rest });
  before(async () => {
    inventory = await inventoryOf({
      entrypoints: [
        { name: 'web', address: ':80' },
        { name: 'safe', address: ':443', http: { middlewares: ['headers@file'] } },
      ],
      'http/routers': [
        router('direct', { rule: 'Host(`A.test`) && !Host(`not.test`)', service: 'one', middlewares: ['auth'] }),
        router('chained', {
          rule: 'Host(`b.a.test`) || Host(`c.test`)',
          service: 'both',
          middlewares: ['all'],
          tls: {},
        }),
        router('parent', { rule: 'PathPrefix(`/`)', middlewares: ['auth@file'] }),
        router('child', { rule: 'Path(`/c`)', parentRefs: ['parent'], service: 'two', using: undefined }),
        router('other', { rule: 'Host(`*.wild.test`)', service: 'two', middlewares: ['oauth'] }),
        router('safe', { rule: 'Path(`/s`)', service: 'gone', using: ['safe'], tls: {} }),
        router('pages', { rule: 'HostRegexp(`^x$`)', service: 'one', middlewares: ['errors'] }),
      ],
      'http/services': [
        { name: 'one@file', status: 'enabled', loadBalancer: { servers: [{ url: 'http://one' }] } },
        { name: 'two@file', status: 'enabled', loadBalancer: { servers: [{ url: 'http://two' }] } },
        { name: 'both@file', status: 'enabled', weighted: { services: [{ name: 'one' }, { name: 'two' }] } },
      ],
      'http/middlewares': [
        { name: 'auth@file', status: 'enabled', type: 'basicauth', basicAuth: {} },
        { name: 'oauth@file', status: 'enabled', type: 'forwardauth', forwardAuth: {} },
        { name: 'all@file', status: 'enabled', type: 'chain', chain: { middlewares: ['auth'] } },
        { name: 'errors@file', status: 'enabled', type: 'errors', errors: { service: 'two', status: ['500'] } },
        { name: 'headers@file', status: 'enabled', type: 'headers', headers: {} },
      ],
      'tcp/routers': [
        { name: 'db@file', status: 'enabled', rule: 'HostSNI(`db.test`)', service: 'db', tls: { passthrough: true } },
      ],
    });
  });

  const passing = (text: string): string =>
    [...itemsOfKinds(inventory, ...itemKinds)]
      .filter(filterMatcher(parseFilter(text), inventory))
      .map(({ name }) => name.replace('@file', ''))
      .join(' ');

  const cases: readonly (readonly [string, string, string])[] = [
    ['a middleware, by chains and parents too', 'middleware:auth', 'direct chained parent child'],
    ['the same with its provider', 'middleware:AUTH@file', 'direct chained parent child'],
    ['no part of a name', 'middleware:aut', ''],
    ['a star for any text', 'middleware:*auth', 'direct chained parent child other'],
    ['a middleware of the entry point', 'middleware:headers', 'safe'],
    ['routers that do not use it, and nothing else', '-middleware:auth', 'other safe pages db'],
    ['routers without any', '-middleware:*', 'db'],
    ['a service, by other services and error pages too', 'service:two', 'chained child other pages'],
    ['a service that is not listed', 'service:gone', 'safe'],
    ['a host', 'host:a.test', 'direct chained'],
    ['a host that is excluded', 'host:not.test', ''],
    ['a domain with a star of its own', 'host:wild.test', 'other'],
    ['stars in their order', 'host:b*t*st', 'chained'],
    ['stars that would share letters', 'host:c.tes*est', ''],
    ['a host of TCP', 'host:db.test', 'db'],
    ['several', 'host:db.test,c.test', 'chained db'],
    ['routers with TLS', 'tls:on', 'chained safe db'],
    ['routers without', 'tls:off', 'direct parent child other pages'],
    ['routers that pass it through', 'tls:passthrough', 'db'],
    ['what is not excluded', '-tls:on -host:a.test', 'parent child other pages'],
    ['everything together', 'tls:on -middleware:headers protocol:http', 'chained'],
  ];
  for (const [what, text, expected] of cases) {
    it(`finds ${what}: ${text}`, () => assert.equal(passing(text), expected));
  }
});

describe('itemFilter: what a filter lets through', () => {
  let inventory: Inventory;
  before(async () => {
    inventory = await inventoryOf({
      entrypoints: [
        { name: 'web', address: ':80' },
        { name: 'webSecure', address: ':443', http: { middlewares: ['headers@file'] } },
        { name: 'db', address: ':5432' },
      ],
      'http/routers': [
        {
          name: 'Shop@docker',
          provider: 'docker',
          status: 'enabled',
          rule: 'Host(`shop.Example.test`)',
          service: 'cart',
          middlewares: ['auth'],
          using: ['webSecure'],
        },
        { name: 'broken@file', status: 'disabled', rule: 'Path(`/x y`)', service: 'gone', entryPoints: ['web'] },
        { name: 'parent@file', provider: 'file', status: 'warning', rule: 'Host(`p`)', using: ['web'] },
        {
          name: 'child@file',
          provider: 'file',
          status: 'enabled',
          rule: 'Path(`/c`)',
          parentRefs: ['parent'],
          service: 'blend',
        },
      ],
      'http/services': [
        {
          name: 'cart@docker',
          provider: 'docker',
          status: 'enabled',
          type: 'loadbalancer',
          loadBalancer: {
            servers: [{ url: 'http://ann:Secret1@10.0.0.1:80' }, { url: 'http://10.0.0.2' }],
            healthCheck: {},
          },
          serverStatus: { 'http://ann:Secret1@10.0.0.1:80': 'UP', 'http://10.0.0.2': 'DOWN' },
        },
        {
          name: 'blend@file',
          provider: 'file',
          status: 'enabled',
          type: 'weighted',
          weighted: { services: [{ name: 'cart@docker', weight: 1 }, { name: 'left@file' }] },
        },
        {
          name: 'left@file',
          provider: 'file',
          status: 'enabled',
          type: 'loadbalancer',
          loadBalancer: { servers: [{ url: 'http://left' }] },
        },
        {
          name: 'mirror@file',
          provider: 'file',
          status: 'enabled',
          type: 'mirroring',
          mirroring: { service: 'first', mirrors: [{ name: 'second' }] },
        },
        {
          name: 'spare@file',
          provider: 'file',
          status: 'enabled',
          type: 'failover',
          failover: { service: 'main', fallback: 'other' },
        },
      ],
      'http/middlewares': [
        {
          name: 'auth@docker',
          provider: 'docker',
          status: 'enabled',
          type: 'basicauth',
          basicAuth: { users: ['ann:Secret2'] },
        },
        { name: 'headers@file', provider: 'file', status: 'enabled', type: 'headers', headers: {} },
        { name: 'unused@file', provider: 'file', status: 'enabled', type: 'compress', compress: {} },
      ],
      'tcp/routers': [
        { name: 'db@file', provider: 'file', status: 'enabled', rule: 'HostSNI(`*`)', service: 'db', using: ['db'] },
      ],
      'tcp/services': [
        {
          name: 'db@file',
          provider: 'file',
          status: 'enabled',
          type: 'loadbalancer',
          loadBalancer: { servers: [{ address: '10.0.0.9:5432' }] },
        },
      ],
      'udp/routers': [{ name: 'dns@file', provider: 'file', status: 'enabled', service: 'dns', using: ['lookup'] }],
      'udp/services': [],
    });
  });

  const passing = (text: string): string[] =>
    [...itemsOfKinds(inventory, ...itemKinds)]
      .filter(filterMatcher(parseFilter(text), inventory))
      .map(({ protocol, kind, name }) => `${protocol} ${kind} ${name}`);

  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['names', 'shop', ['http routers Shop@docker']],
    ['rules', 'EXAMPLE.TEST', ['http routers Shop@docker']],
    ['phrases', '"/x y"', ['http routers broken@file']],
    [
      'the service of a router',
      'cart',
      ['http routers Shop@docker', 'http services cart@docker', 'http services blend@file'],
    ],
    ['servers', '10.0.0.2', ['http services cart@docker']],
    ['TCP servers', '10.0.0.9:5432', ['tcp services db@file']],
    ['no credentials of servers', 'secret1', []],
    ['no users of middlewares', 'secret2', []],
    ['types', 'basicauth', ['http middlewares auth@docker']],
    ['mirrors', 'second', ['http services mirror@file']],
    ['fallbacks', 'other', ['http services spare@file']],
    ['entry points of UDP routers', 'lookup', ['udp routers dns@file']],
    ['every word', 'cart shop', ['http routers Shop@docker']],
    ['no word across fields', '"docker host"', []],
    ['no excluded word', 'cart -shop -blend', ['http services cart@docker']],
    ['status', 'status:error,warning', ['http routers broken@file', 'http routers parent@file']],
    ['excluded status', '-status:ok', ['http routers broken@file', 'http routers parent@file']],
    ['provider, also one that only the name tells', 'provider:file status:error', ['http routers broken@file']],
    ['provider, whole', 'provider:dock', []],
    ['protocol', 'protocol:tcp,udp', ['tcp routers db@file', 'tcp services db@file', 'udp routers dns@file']],
    [
      'health of services and of the routers in front',
      'health:partly',
      [
        'http routers Shop@docker',
        'http routers parent@file',
        'http routers child@file',
        'http services cart@docker',
        'http services blend@file',
      ],
    ],
    ['middlewares, which have no health, only where none is asked', 'health:up,down,partly,unchecked auth', []],
    [
      'middlewares where a health is excluded',
      '-health:partly,unchecked',
      ['http middlewares auth@docker', 'http middlewares headers@file', 'http middlewares unused@file'],
    ],
    ['entry point: routers and what they use', 'ep:db', ['tcp routers db@file', 'tcp services db@file']],
    [
      'entry point: its own middlewares too',
      'entrypoint:websecure',
      [
        'http routers Shop@docker',
        'http services cart@docker',
        'http middlewares auth@docker',
        'http middlewares headers@file',
      ],
    ],
    [
      'entry point: routers nested below, and those that Traefik disabled',
      'entrypoint:web',
      [
        'http routers broken@file',
        'http routers parent@file',
        'http routers child@file',
        'http services cart@docker',
        'http services blend@file',
        'http services left@file',
      ],
    ],

    [
      'several entry points at once',
      'ep:db,lookup',
      ['tcp routers db@file', 'tcp services db@file', 'udp routers dns@file'],
    ],
    ['kinds of conditions together', 'provider:file protocol:http health:partly -blend status:ok', []],
  ];
  for (const [what, text, expected] of cases) {
    it(`looks at ${what}: ${text}`, () => assert.deepEqual(passing(text), expected));
  }

  it('is everything where nothing is asked', () => {
    assert.deepEqual(
      passing('status: -'),
      [...itemsOfKinds(inventory, ...itemKinds)].map(({ protocol, kind, name }) => `${protocol} ${kind} ${name}`),
    );
  });

  it('is found in what a real Traefik lists', async () => {
    inventory = await recordedInventory('traefik-3.7');
    assert.equal(passing('status:error protocol:http').length, 10 + 4 + 1);
    assert.ok(passing('shop provider:file').includes('http routers shop-web@file'));
  });
});
