import assert from 'node:assert/strict';
import { RequestFailure } from '../../../../../src/core/base/errors/failure';
import type { FindingKind } from '../../../../../src/core/proxy/findings/finding';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { recordedInventory } from '../tree/sample';
import { entryPoint, type Fields, found, inventoryIn, router, said } from './routers';

const failed = {
  state: 'failed',
  failure: new RequestFailure({ kind: 'timedOut', sentence: 'No answer.', nextStep: 'Try again.' }).failure,
} as const;

describe('looseEnds: the loose ends of a recorded Traefik', () => {
  const reasons = async (...kinds: readonly FindingKind[]) => said(await recordedInventory('traefik-3.7'), ...kinds);

  it('are what is named and not there', async () => {
    assert.deepEqual(await reasons('missing', 'entryPoint'), [
      'not-there@file: HTTP middleware not found; referenced by no-middleware@file.',
      'missing@docker: HTTP middleware not found; referenced by no-middleware@file.',
      'does-not-exist@file: HTTP service not found; referenced by no-service@file.',
      'nobody@file: HTTP service not found; referenced by missing-child@file.',
      'nope@file: TCP service not found; referenced by tcp-broken@file.',
      'nope@file: UDP service not found; referenced by dns-broken@file.',
      'nowhere: Entry point not found: nowhere. Named by bad-entrypoint@file and only-bad-entrypoint@file.',
    ]);
  });

  it('are routers that never win', async () => {
    const findings = await found(await recordedInventory('traefik-3.7'), 'neverWins', 'tie', 'neverMatches');
    assert.deepEqual(
      findings.map(({ kind, about }) => [kind, about]),
      [
        ['neverWins', 'huge-priority-2@file'],
        ['neverWins', 'shop-api-v2@file'],
        ['neverWins', 'shadowed@file'],
      ],
    );
  });

  it('are what is down or about to expire', async () => {
    const [down, certificate, ...others] = await reasons('down', 'certificate');
    assert.equal(down, 'all-down@file: All 2 servers are down. Affects all-down@file and shop-api-v2@file.');
    assert.match(String(certificate), /^soon\.example\.test: Expires in 9 days \(2026-1[12]-\d\d \d\d:\d\d\)\.$/);
    assert.deepEqual(others, []);
  });

  it('are what nothing uses, and not what is built in', async () => {
    const unused = await reasons('unused');
    assert.ok(unused.includes('unused-mw@file: Nothing uses this middleware.'));
    assert.ok(unused.includes('unused-service@file: Only no-hc-child@file uses this service, and it is unused too.'));
    assert.equal(unused.filter((one) => one.includes('@internal')).length, 0);
    assert.equal(unused.length, 17);
  });

  it('are not that its API is open: it listens on the machine itself', async () => {
    assert.deepEqual(await reasons('openApi', 'plainPassword'), []);
  });
});

describe('looseEnds: entry points that are not there', () => {
  const entryPoints = [entryPoint('web'), entryPoint('websecure'), entryPoint('dns', { address: ':53/udp' })];
  const reasons = async (fields: Fields, listed: Partial<Inventory> = {}) =>
    said(
      { ...(await inventoryIn({ http: { routers: [router('r@file', fields)] }, entryPoints })), ...listed },
      'entryPoint',
    );

  it('are told with the one that was probably meant', async () => {
    assert.deepEqual(await reasons({ entryPoints: ['websecur'], using: undefined, status: 'disabled' }), [
      'r@file: Entry point not found: websecur. Did you mean websecure? The router is on no other entry point.',
    ]);
    assert.deepEqual(await reasons({ entryPoints: ['web', 'Websecure'], using: ['web'] }), [
      'r@file: Entry point not found: Websecure. Did you mean websecure?',
    ]);
  });
  it('are told where they listen for another transport', async () => {
    assert.deepEqual(await reasons({ entryPoints: ['dns'], using: undefined, status: 'disabled' }), [
      'r@file: dns listens on UDP, but this is an HTTP router. The router is on no other entry point.',
    ]);
  });
  it('are told where there is none at all', async () => {
    assert.deepEqual(await reasons({ entryPoints: undefined, using: undefined }), [
      'r@file: On no entry point, so no request reaches it.',
    ]);
  });
  it('are not told of nested routers, which are on none by design', async () => {
    assert.deepEqual(await reasons({ entryPoints: undefined, using: undefined, parentRefs: ['p@file'] }), []);
  });
  it('are not told of a router that Traefik disabled before it was put on any', async () => {
    assert.deepEqual(await reasons({ entryPoints: undefined, using: undefined, status: 'disabled' }), []);
  });
  it('are not told where entry points could not be read, or are not told by this version', async () => {
    assert.deepEqual(await reasons({ entryPoints: ['nope'] }, { entryPoints: failed }), []);
    assert.deepEqual(await reasons({ entryPoints: ['nope'] }, { entryPoints: { state: 'missing' } }), []);
  });
});

describe('looseEnds: what is named and not there', () => {
  it('is told once with all that name it, and with the same name of another provider', async () => {
    const routers = ['a', 'b', 'c', 'd'].map((name) =>
      router(`${name}@docker`, { provider: 'docker', middlewares: ['auth@docker'], service: 'api@internal' }),
    );
    const middlewares = [{ name: 'auth@file', provider: 'file', type: 'basicauth', basicAuth: {} }];
    const services = [{ name: 'api@internal', provider: 'internal' }];
    const inventory = await inventoryIn({ http: { routers, middlewares, services } });
    assert.deepEqual(await said(inventory, 'missing'), [
      'auth@docker: HTTP middleware not found; referenced by a@docker, b@docker, and 2 more. Did you mean auth@file?',
    ]);
    const [finding] = await found(inventory, 'missing');
    assert.deepEqual(finding?.links.map((link) => link.to === 'item' && [link.item.name, link.role]).at(-1), [
      'auth@file',
      'similar name',
    ]);
  });
  it('is what the Gateway API provider could not resolve, and not a mistake in writing', async () => {
    const gateway = (name: string, children: readonly string[]) => ({
      name: `${name}@kubernetesgateway`,
      provider: 'kubernetesgateway',
      type: 'weighted',
      weighted: { services: children.map((child) => ({ name: child, weight: 1 })) },
    });
    const services = [
      gateway('httproute-a-0-wrr', ['httproute-a-0-svc-default-shop-0', 'httproute-a-0-svc-default-shop-1']),
      gateway('httproute-b-0-err-wrr', ['invalid-httproute-filter']),
      gateway('httproute-c-0-err-wrr', ['invalid-httproute-filter']),
      gateway('grpcroute-d-0-wrr', ['grpcroute-d-0-svc-default-shop-0']),
      gateway('httproute-e-0-wrr', ['gone@file']),
      { name: 'httproute-a-0-svc-default-shop-1@kubernetesgateway', provider: 'kubernetesgateway', loadBalancer: {} },
    ];
    const inventory = await inventoryIn({ http: { services } });
    const stands = 'that the Gateway API provider could not resolve. Traefik responds to requests from';
    assert.deepEqual(await said(inventory, 'missing'), [
      `httproute-a-0-svc-default-shop-0@kubernetesgateway: Stands for a backend ${stands} httproute-a-0-wrr@kubernetesgateway with 500.`,
      `invalid-httproute-filter@kubernetesgateway: Stands for a filter ${stands} httproute-b-0-err-wrr@kubernetesgateway and httproute-c-0-err-wrr@kubernetesgateway with 500.`,
      `grpcroute-d-0-svc-default-shop-0@kubernetesgateway: Stands for a backend ${stands} grpcroute-d-0-wrr@kubernetesgateway with the gRPC status Unavailable.`,
      'gone@file: HTTP service not found; referenced by httproute-e-0-wrr@kubernetesgateway.',
    ]);
    const roles = (await found(inventory, 'missing')).flatMap(({ links }) =>
      links.map((link) => 'role' in link && link.role),
    );
    assert.deepEqual([...new Set(roles)], ['references it']);
  });
  it('is told of entry points, weighted services, mirrors, failovers, chains and error pages', async () => {
    const services = [
      { name: 'w@file', type: 'weighted', weighted: { services: [{ name: 'gone1' }] } },
      { name: 'm@file', type: 'mirroring', mirroring: { service: 'w', mirrors: [{ name: 'gone2' }] } },
      { name: 'f@file', type: 'failover', failover: { service: 'w', fallback: 'gone3' } },
    ];
    const middlewares = [
      { name: 'c@file', type: 'chain', chain: { middlewares: ['gone4'] } },
      { name: 'e@file', type: 'errors', errors: { service: 'gone5' } },
    ];
    const entryPoints = [entryPoint('web', { http: { middlewares: ['gone6@file', 'each-own'] } })];
    const inventory = await inventoryIn({ http: { services, middlewares }, entryPoints });
    assert.deepEqual(await said(inventory, 'missing'), [
      'gone1@file: HTTP service not found; referenced by w@file.',
      'gone2@file: HTTP service not found; referenced by m@file.',
      'gone3@file: HTTP service not found; referenced by f@file.',
      'gone4@file: HTTP middleware not found; referenced by c@file.',
      'gone5@file: HTTP service not found; referenced by e@file.',
      'gone6@file: HTTP middleware not found; referenced by entry point web.',
    ]);
  });
  it('is not what may be among the entries whose name cannot be read', async () => {
    const routers = [router('r@file', { rule: 'Host(`a`)', service: 'gone' })];
    const services = '[{"provider":"file"},{"name":"s@file"}]';
    assert.deepEqual(await said(await inventoryIn({ http: { routers, services } }), 'missing'), []);
  });
  it('is not told where its listing could not be read', async () => {
    const inventory = await inventoryIn({ http: { routers: [router('r@file')] } });
    const { groups } = inventory;
    const unread = { ...inventory, groups: { ...groups, http: { ...groups.http, services: failed } } };
    assert.equal((await said(inventory, 'missing')).length, 1);
    assert.deepEqual(await said(unread, 'missing'), []);
  });
  it('is not told of what is built in, unless Traefik disabled what names it', async () => {
    const routers = [router('on@file', { service: 'ping@internal' })];
    assert.deepEqual(await said(await inventoryIn({ http: { routers } }), 'missing'), []);
    const refused = [router('off@file', { service: 'ping@internal', status: 'disabled' })];
    assert.equal((await said(await inventoryIn({ http: { routers: refused } }), 'missing')).length, 1);
  });
});

describe('looseEnds: what nothing uses', () => {
  const services = [{ name: 's@file', type: 'loadbalancer', loadBalancer: {} }];
  const unused = async (api: Parameters<typeof inventoryIn>[0]) => said(await inventoryIn(api), 'unused');

  it('is told', async () => {
    assert.deepEqual(await unused({ http: { services } }), ['s@file: Nothing uses this service.']);
    const made = {
      ...services[0],
      name: 'unavailable-service@kubernetesingressnginx',
      provider: 'kubernetesingressnginx',
    };
    assert.deepEqual(await unused({ http: { services: [made] } }), []);
    assert.equal((await unused({ http: { services: [{ ...made, name: 'unavailable-service@file' }] } })).length, 1);
  });
  it('is not what leads on from a disabled router, a weighted service, a mirroring, a failover or error pages', async () => {
    const routers = [router('r@file', { status: 'disabled' })];
    assert.deepEqual(await unused({ http: { routers, services } }), []);
    for (const kind of [
      { weighted: { services: [{ name: 's' }] } },
      { mirroring: { service: 'x', mirrors: [{ name: 's' }] } },
      { failover: { service: 'x', fallback: 's' } },
    ]) {
      const parent = { name: 'p@file', ...kind };
      const to = [router('r@file', { service: 'p' })];
      assert.deepEqual(await unused({ http: { routers: to, services: [...services, parent] } }), []);
    }
    const middlewares = [{ name: 'e@file', type: 'errors', errors: { service: 's' } }];
    const to = [router('r@file', { service: 'x', middlewares: ['e'] })];
    assert.deepEqual(await unused({ http: { routers: to, services, middlewares } }), []);
  });
  it('is not a middleware in a chain, or before all routers of an entry point', async () => {
    const middlewares = [
      { name: 'c@file', type: 'chain', chain: { middlewares: ['m'] } },
      { name: 'm@file', type: 'compress', compress: {} },
    ];
    const entryPoints = [entryPoint('web', { http: { middlewares: ['c@file'] } })];
    assert.deepEqual(await unused({ http: { middlewares }, entryPoints }), []);
  });
  it('is not certain where routers could not be read', async () => {
    const inventory = await inventoryIn({ http: { services } });
    const { groups } = inventory;
    const unread = { ...inventory, groups: { ...groups, http: { ...groups.http, routers: failed } } };
    assert.deepEqual(await said(unread, 'unused'), []);
  });
});

describe('looseEnds: services that are down', () => {
  const down = async (service: object) => {
    const services = [{ name: 's@file', type: 'loadbalancer', ...service }];
    return said(await inventoryIn({ http: { routers: [router('r@file')], services } }), 'down');
  };
  const servers = [{ url: 'http://10.0.0.1' }, { url: 'http://10.0.0.2' }];
  const status = (...states: readonly string[]) =>
    Object.fromEntries(states.map((state, index) => [`http://10.0.0.${index + 1}`, state]));

  it('are told where all servers are', async () => {
    assert.deepEqual(await down({ loadBalancer: { servers, healthCheck: {} }, serverStatus: status('DOWN', 'DOWN') }), [
      's@file: All 2 servers are down. Affects r@file.',
    ]);
  });
  it('are not where one is up, nothing is checked, or there is no server', async () => {
    assert.deepEqual(
      await down({ loadBalancer: { servers, healthCheck: {} }, serverStatus: status('DOWN', 'UP') }),
      [],
    );
    assert.deepEqual(await down({ loadBalancer: { servers }, serverStatus: status('UP', 'UP') }), []);
    assert.deepEqual(await down({ loadBalancer: { servers } }), []);
    assert.deepEqual(await down({ loadBalancer: { servers: [], healthCheck: {} } }), []);
  });
});

describe('looseEnds: an API that is open', () => {
  const middlewares = [
    { name: 'auth@file', type: 'basicauth', basicAuth: {} },
    { name: 'sso@file', type: 'forwardauth', forwardAuth: {} },
    { name: 'office@file', type: 'ipallowlist', ipAllowList: {} },
    { name: 'gzip@file', type: 'compress', compress: {} },
    { name: 'https@file', type: 'redirectscheme', redirectScheme: { scheme: 'https' } },
    { name: 'ssl@file', type: 'headers', headers: { sslRedirect: true } },
    { name: 'hsts@file', type: 'headers', headers: { stsSeconds: 1 } },
    { name: 'strip@file', type: 'stripprefix', stripPrefix: { prefixes: ['/traefik'] } },
    { name: 'waf@file', type: 'waf', plugin: { waf: {} } },
    { name: 'inner@file', type: 'chain', chain: { middlewares: ['gzip', 'auth'] } },
    { name: 'outer@file', type: 'chain', chain: { middlewares: ['gzip', 'inner'] } },
  ];
  const services = [{ name: 'api@internal', provider: 'internal' }];
  const open = async (fields: Fields, web: Fields = {}) => {
    const routers = [router('api@file', { rule: 'Host(`t.test`)', service: 'api@internal', priority: 1, ...fields })];
    const entryPoints = [entryPoint('web', web), entryPoint('traefik', { address: ':8080' })];
    return said(await inventoryIn({ http: { routers, services, middlewares }, entryPoints }), 'openApi');
  };
  const isOpen = [
    'api@file: Exposes the whole Traefik configuration to anyone who can reach web: no middleware asks for credentials.',
  ];

  it('is told where nothing before it asks who one is', async () => {
    assert.deepEqual(await open({}), isOpen);
    assert.deepEqual(await open({ middlewares: ['gzip@file'] }), isOpen);
    assert.deepEqual(await open({ middlewares: ['hsts@file'] }), isOpen);
    assert.deepEqual(await open({ rule: 'PathPrefix(`/api`) && (Method(`GET`) || Method(`POST`))' }), isOpen);
    assert.deepEqual(await open({ rule: 'PathPrefix(`/api`) || PathPrefix(`/dashboard`)' }), isOpen);
    assert.deepEqual(await open({ rule: 'PathPrefix(`/traefik/`)', middlewares: ['strip@file'] }), isOpen);
  });
  it('is told with what is not known of TLS', async () => {
    const [reason] = await open({ tls: {} });
    assert.equal(reason, `${isOpen[0]} The API does not reveal whether a client certificate is required.`);
  });
  for (const [what, fields] of [
    ['a password', { middlewares: ['gzip@file', 'auth@file'] }],
    ['a password in a chain in a chain', { middlewares: ['outer@file'] }],
    ['another service', { middlewares: ['sso@file'] }],
    ['an address', { middlewares: ['office@file'] }],
    ['a plugin, which may do anything', { middlewares: ['waf@file'] }],
    ['a middleware that is not listed', { middlewares: ['gone@file'] }],
    ['a redirect', { middlewares: ['https@file'] }],
    ['a rule that looks at the address', { rule: 'Host(`t.test`) && ClientIP(`10.0.0.0/8`)' }],
    ['a rule that looks at a header', { rule: 'Header(`X-Key`,`k`)' }],
    ['TLS options that may ask for a certificate', { tls: { options: 'mtls@file' } }],
    ['that only POST comes to it', { rule: 'PathPrefix(`/api`) && Method(`POST`)' }],
    ['that no GET comes to it', { rule: 'PathPrefix(`/api`) && !Method(`GET`)' }],
    ['a redirect by headers', { middlewares: ['ssl@file'] }],
  ] as const) {
    it(`is not where ${what} comes first`, async () => assert.deepEqual(await open({ ...fields }), []));
  }
  it('is not on the entry point that is made for it, on one that only the machine reaches, or behind a redirect', async () => {
    assert.deepEqual(await open({ using: ['traefik'] }), []);
    assert.deepEqual(await open({}, { address: '127.0.0.1:80' }), []);
    assert.deepEqual(await open({}, { http: { redirections: { entryPoint: { to: 'websecure' } } } }), []);
  });
  it('is not where only the dashboard’s files or the version are given', async () => {
    assert.deepEqual(await open({ rule: 'PathPrefix(`/dashboard`)' }), []);
    assert.deepEqual(await open({ rule: 'Path(`/api/version`)' }), []);
    assert.deepEqual(await open({ rule: 'PathPrefix(`/`) && !PathPrefix(`/api`)' }), []);
    assert.deepEqual(await open({ rule: 'PathPrefix(`/traefik/`)' }), []);
  });
  it('is not where the router is disabled, or leads to something else', async () => {
    assert.deepEqual(await open({ status: 'disabled' }), []);
    assert.deepEqual(await open({ service: 'ping@internal' }), []);
  });
});

describe('looseEnds: a password over plain http', () => {
  const middlewares = [
    { name: 'auth@file', type: 'basicauth', basicAuth: {} },
    { name: 'digest@file', type: 'digestauth', digestAuth: {} },
    { name: 'https@file', type: 'redirectscheme', redirectScheme: { scheme: 'https' } },
    { name: 'ssl@file', type: 'headers', headers: { sslRedirect: true } },
    { name: 'hsts@file', type: 'headers', headers: { stsSeconds: 1 } },
    { name: 'waf@file', type: 'waf', plugin: { waf: {} } },
    { name: 'chain@file', type: 'chain', chain: { middlewares: ['auth'] } },
    { name: 'safe@file', type: 'chain', chain: { middlewares: ['https', 'auth'] } },
  ];
  const plain = async (fields: Fields, web: Fields = {}, more: readonly ReturnType<typeof router>[] = []) => {
    const routers = [router('r@file', { rule: 'Host(`a.test`)', priority: 1, ...fields }), ...more];
    return said(
      await inventoryIn({ http: { routers, middlewares }, entryPoints: [entryPoint('web', web)] }),
      'plainPassword',
    );
  };
  const isPlain = [
    'r@file: auth@file asks for a password over plain HTTP on web: anyone on the network path can read it.',
  ];

  it('is told, through chains too', async () => {
    assert.deepEqual(await plain({ middlewares: ['auth@file'] }), isPlain);
    assert.deepEqual(await plain({ middlewares: ['chain@file', 'https@file'] }), isPlain);
    assert.match(String(await plain({ middlewares: ['digest@file'] })), /read everything except the password/);
  });
  it('is told of chains that name each other many times', async () => {
    const chains = Array.from({ length: 20 }, (_, at) => ({
      name: `c${at}@file`,
      type: 'chain',
      chain: { middlewares: at === 19 ? ['auth'] : Array(8).fill(`c${at + 1}`) },
    }));
    const routers = [router('r@file', { rule: 'Host(`a.test`)', priority: 1, middlewares: ['c0'] })];
    const api = { http: { routers, middlewares: [...middlewares, ...chains] }, entryPoints: [entryPoint('web')] };
    assert.deepEqual(await said(await inventoryIn(api), 'plainPassword'), isPlain);
  });
  it('is not where a redirect comes first, or something unknown', async () => {
    assert.deepEqual(await plain({ middlewares: ['https@file', 'auth@file'] }), []);
    assert.deepEqual(await plain({ middlewares: ['safe@file'] }), []);
    assert.deepEqual(await plain({ middlewares: ['waf@file', 'auth@file'] }), []);
    assert.deepEqual(await plain({ middlewares: ['ssl@file', 'auth@file'] }), []);
    assert.deepEqual(await plain({ middlewares: ['hsts@file', 'auth@file'] }), isPlain);
  });
  it('is not where the router has TLS, or its entry point redirects', async () => {
    assert.deepEqual(await plain({ middlewares: ['auth@file'], tls: {} }), []);
    const redirects = { http: { redirections: { entryPoint: { to: ':443' } } } };
    assert.deepEqual(await plain({ middlewares: ['auth@file'] }, redirects), []);
  });
  it('is not where only the machine itself reaches it, or something before Traefik may speak TLS', async () => {
    assert.deepEqual(await plain({ middlewares: ['auth@file'] }, { address: 'localhost:80' }), []);
    assert.deepEqual(await plain({ middlewares: ['auth@file'] }, { proxyProtocol: {} }), []);
    const trusting = { forwardedHeaders: { trustedIPs: ['10.0.0.0/8'] } };
    assert.deepEqual(await plain({ middlewares: ['auth@file'] }, trusting), []);
    assert.deepEqual(await plain({ middlewares: ['auth@file'] }, { forwardedHeaders: {} }), isPlain);
  });
  it('is not where another router takes all requests first', async () => {
    const redirect = router('all@file', { rule: 'PathPrefix(`/`)', priority: 9, middlewares: ['https@file'] });
    assert.deepEqual(await plain({ middlewares: ['auth@file'] }, {}, [redirect]), []);
    const named = { ...redirect, rule: 'HostRegexp(`^.+$`)' };
    const admin = { middlewares: ['auth@file'], rule: 'PathPrefix(`/admin`)' };
    assert.deepEqual(await plain(admin, {}, [named]), []);
    assert.deepEqual(await plain({ ...admin, priority: 10 }, {}, [named]), isPlain);
    assert.deepEqual(await plain(admin, {}, [{ ...named, rule: 'HostRegexp(`^a.+$`)' }]), isPlain);
    assert.deepEqual(await plain(admin, {}, [{ ...named, status: 'disabled' }]), isPlain);
  });
  it('is not where requests come from the machine itself, or over https before Traefik', async () => {
    for (const rule of ['Host(`localhost`)', 'ClientIP(`127.0.0.1`)', 'Header(`X-Forwarded-Proto`, `https`)']) {
      assert.deepEqual(await plain({ middlewares: ['auth@file'], rule }), [], rule);
    }
  });
});

describe('looseEnds: an entry point whose connections a TCP router takes', () => {
  const told = async (fields: Fields, tcp: Fields) => {
    const http = {
      routers: [
        router('r@file', { rule: 'Host(`a.test`)', priority: 1, middlewares: ['auth@file'], ...fields }),
        router('api@file', { service: 'api@internal', ...fields, rule: 'Host(`t.test`)' }),
        router('again@file', { rule: 'Host(`a.test`)', priority: 1, middlewares: ['auth@file'], ...fields }),
      ],
      services: [{ name: 'api@internal', provider: 'internal' }],
      middlewares: [{ name: 'auth@file', type: 'basicauth', basicAuth: {} }],
    };
    const routers = [router('db@file', { rule: 'HostSNI(`*`)', using: ['db'], ...tcp })];
    const entryPoints = [entryPoint('web'), entryPoint('db', { address: ':5432' })];
    return said(await inventoryIn({ http, tcp: { routers }, entryPoints }), 'plainPassword', 'openApi', 'tie');
  };
  const isAnyOf = (reasons: readonly string[]): boolean => reasons.some((reason) => /\bdb\b/.test(reason));

  it('is not one where an HTTP router is open, asks for a password, or has rivals', async () => {
    assert.deepEqual(await told({ using: ['db'] }, {}), []);
    const both = await told({ using: ['web', 'db'] }, {});
    assert.equal(both.length, 4);
    assert.ok(!isAnyOf(both), both.join('\n'));
  });
  it('is one where the TCP router takes only the connections of some clients', async () => {
    const reasons = await told({ using: ['db'] }, { rule: 'HostSNI(`*`) && ClientIP(`10.0.0.0/8`)' });
    assert.equal(reasons.length, 4);
    assert.ok(isAnyOf(reasons));
    assert.ok(
      reasons.some((reason) => reason.includes('Both match GET http://a.test/ from 192.0.2.1.')),
      reasons.join('\n'),
    );
    for (const rule of ['HostSNI(`*`) && !ClientIP(`10.0.0.0/8`)', 'HostSNI(`*`) && ClientIP(`0.0.0.0/0`)']) {
      assert.deepEqual(await told({ using: ['db'] }, { rule }), [], rule);
    }
  });
  it('is not one where HTTP routers are rivals only for those clients', async () => {
    const ties = async (rule: string, tcp: string): Promise<number> => {
      const reasons = await told({ using: ['db'], rule }, { rule: tcp });
      return reasons.filter((reason) => reason.includes('Same priority')).length;
    };
    const some = 'Host(`a.test`) && ClientIP(`10.1.2.3`)';
    assert.equal(await ties(some, 'HostSNI(`*`) && ClientIP(`10.0.0.0/8`)'), 0);
    assert.equal(await ties(some, 'HostSNI(`*`) && ClientIP(`10.2.0.0/16`)'), 1);
  });
  it('is one where the TCP router has TLS, or is disabled', async () => {
    for (const tcp of [{ tls: {} }, { status: 'disabled' }]) {
      const reasons = await told({ using: ['db'] }, tcp);
      assert.equal(reasons.length, 4);
      assert.ok(isAnyOf(reasons), reasons.join('\n'));
    }
  });
});

describe('looseEnds: findings of what could not be read', () => {
  it('are none', async () => {
    const { groups, ...rest } = await recordedInventory('traefik-3.7');
    const unread = {
      http: { routers: failed, services: failed, middlewares: failed },
      tcp: { routers: failed, services: failed, middlewares: failed },
      udp: { routers: failed, services: failed },
    };
    assert.ok(groups !== undefined);
    assert.deepEqual(
      await said(
        { ...rest, groups: unread, certificates: failed },
        'missing',
        'entryPoint',
        'unused',
        'down',
        'certificate',
        'neverWins',
        'tie',
        'openApi',
      ),
      [],
    );
  });
});
