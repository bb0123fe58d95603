import assert from 'node:assert/strict';
import { RequestFailure } from '../../../../../src/core/base/errors/failure';
import type { InventoryGroup } from '../../../../../src/core/proxy/model/inventory';
import type { Router } from '../../../../../src/core/proxy/model/model';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import type { RouteQuestion } from '../../../../../src/core/proxy/routing/routeAnswer';
import type { Api, Raw } from '../model/given';
import { asked, connection, inWords, listed, request, router } from './listed';

const get = request('http://a.test/api/x');

/** What is said where a proxy of a version has these routers. */
async function told(
  routers: readonly Raw[],
  question: RouteQuestion = get,
  { version = '3.7.9', ...more }: Api & { readonly version?: string } = {},
): Promise<string> {
  const { http, ...rest } = more;
  return asked(await listed({ http: { routers, ...http }, ...rest }, version), question);
}

/** Why it is not certain. */
async function whyOf(routers: readonly Raw[], question: RouteQuestion = get, api: Api = {}, version = '3.7.9') {
  const { outcome } = findRoute(await listed({ ...api, http: { routers, ...api.http } }, version), question);
  return outcome.kind === 'notCertain' ? outcome.why : assert.fail(inWords(findRoute(await listed(api), question)));
}

describe('findRoute: which router takes a request', () => {
  it('is the first that takes it, by priority', async () => {
    const routers = [router('low', 'PathPrefix(`/api`)'), router('high', 'Host(`a.test`) && PathPrefix(`/api`)')];
    assert.equal(await told(routers), 'winner high');
    assert.equal(await told(routers, request('http://b.test/api')), 'winner low');
    assert.equal(await told(routers, request('http://b.test/')), 'none');
  });

  it('is none of another entry point', async () => {
    const routers = [router('web', 'PathPrefix(`/`)')];
    assert.equal(await told(routers, { ...get, entryPoint: 'other' }), 'none');
    assert.equal(await told(routers, { ...get, entryPoint: 'WEB' }), 'none');
  });

  it('is not defined where several of one priority take it', async () => {
    const routers = ['a', 'b', 'c'].map((name) => router(name, 'PathPrefix(`/api`)', { priority: 5 }));
    assert.equal(await told([...routers, router('low', 'PathPrefix(`/`)', { priority: 4 })]), 'tie a, b, c');
  });

  it('is asked of none where the request is refused before', async () => {
    const routers = [router('all', 'PathPrefix(`/`)')];
    assert.equal(await told(routers, { ...get, target: '/%zz' }), '400');
    assert.equal(await told(routers, { ...get, target: '/#a' }), '400');
    assert.equal(await told(routers, { ...get, host: 'a b' }), '400');
    assert.equal(await told(routers, { ...get, host: 'user@a.test' }), '400');
    assert.equal(await told(routers, { ...get, target: 'http://user@a.test/' }), 'winner all');
  });

  it('is not known where the routers could not be read', async () => {
    const inventory = await listed({});
    const groups = { ...inventory.groups, http: { ...inventory.groups.http, routers: { state: 'missing' } as const } };
    assert.equal(asked({ ...inventory, groups }, get), 'not certain: ');
    assert.equal(asked(inventory, get), 'none');
  });
});

describe('findRoute: an entry point that does something to headers with underscores', () => {
  const routers = [router('beta', 'Header(`x_beta`, `1`)'), router('rest', 'PathPrefix(`/`)', { priority: 1 })];
  const question = { ...get, headers: [['X_Beta', '1']] as const };

  for (const [strategy, outcome] of [
    ['keep', 'winner beta'],
    ['delete', 'winner rest'],
    ['reject', '400'],
  ] as const) {
    it(`gives the request to ${outcome}: ${strategy}`, async () => {
      const entryPoints = [{ name: 'web', http: { underscoreHeadersStrategy: strategy } }];
      assert.equal(await told(routers, question, { entryPoints }), outcome);
    });
  }
});

describe('findRoute: headers that Traefik removes whoever sends them', () => {
  const routers = [router('proto', 'HeaderRegexp(`X_Forwarded_Proto`, `.+`)'), router('rest', 'PathPrefix(`/`)')];
  const question = { ...get, headers: [['x_forwarded_proto', 'https']] as const };

  it('are those with underscores too, in versions that take them for one another', async () => {
    for (const version of ['2.11.43', '3.6.14', '3.7.0', 'dev']) {
      const rules = version.startsWith('2') ? [router('proto', 'HeadersRegexp(`X_Forwarded_Proto`, `.+`)')] : routers;
      assert.match(await told(rules, question, { version }), /^not certain: proto/, version);
    }
    assert.equal(await told(routers, question, { version: '3.6.13' }), 'winner proto');
    assert.equal(
      await told([router('own', 'Header(`X_Own`, `1`)')], { ...get, headers: [['X_Own', '1']] }),
      'winner own',
    );
  });
});

describe('findRoute: a star for a host', () => {
  const routers = [router('star', 'Host(`*`)', { priority: 2 }), router('rest', 'PathPrefix(`/`)', { priority: 1 })];

  for (const [version, ofLabels, ofOne, ofNone] of [
    ['3.7.7', 'winner star', 'winner star', 'winner star'],
    ['3.7.9', 'winner star', 'winner star', 'winner star'],
    ['3.7.6', 'winner rest', 'winner star', 'winner rest'],
    ['3.7.0', 'winner rest', 'winner star', 'winner rest'],
    ['3.6.24', 'winner rest', 'winner rest', 'winner rest'],
    ['dev', 'not certain: star, rest', 'not certain: star, rest', 'not certain: star, rest'],
  ] as const) {
    it(`is what it is in ${version}`, async () => {
      assert.equal(await told(routers, request('http://a.test/'), { version }), ofLabels);
      assert.equal(await told(routers, request('http://local/'), { version }), ofOne);
      assert.equal(await told(routers, request('http:///'), { version }), ofNone);
    });
  }

  it('is before TCP routers that take all server names, as routers are that name no host', async () => {
    const tls = { tls: {} };
    const question = connection({ isTls: true, serverName: 'local' });
    const ask = async (rule: string, tcpRule = 'HostSNI(`*`)', more: object = {}): Promise<string> => {
      const http = { routers: [router('http', rule, tls)] };
      return asked(await listed({ http, tcp: { routers: [router('tcp', tcpRule, { ...tls, ...more })] } }), question);
    };
    for (const rule of ['Host(`*`)', 'PathPrefix(`/`)', 'HostRegexp(`a`)']) {
      assert.equal(await ask(rule), 'not certain: ', rule);
      assert.equal(await ask(rule, 'HostSNI(`*`)', { priority: 1000 }), 'not certain: ', rule);
      assert.equal(await ask(rule, 'HostSNI(`local`)'), 'winner tcp', rule);
    }
    assert.equal(await ask('Host(`other`)'), 'winner tcp');
    assert.equal(await ask('Host(`local`)'), 'not certain: tcp');
  });

  it('is not before TCP routers', async () => {
    const tls = { tls: {} };
    const tcp = { routers: [router('tcp', 'HostSNI(`local`)', tls)] };
    const http = { routers: [router('all', 'Host(`*`)', tls)] };
    const question = connection({ isTls: true, serverName: 'local' });
    assert.equal(asked(await listed({ http, tcp }), question), 'winner tcp');
  });
});

describe('findRoute: what Traefik 2 answers where no router takes a request', () => {
  const answer = async (
    rules: readonly string[],
    question = get,
    version = '2.11.53',
    priorities: readonly number[] = [],
  ) => {
    const routers = rules.map((rule, at) => router(`r${at}`, rule, { priority: priorities[at] ?? 100 - at }));
    const { outcome } = findRoute(await listed({ http: { routers } }, version), question);
    return outcome.kind === 'none' ? (outcome.status ?? 'either') : outcome.kind;
  };

  it('is 405 where of some only the method does not fit', async () => {
    assert.equal(await answer(['Host(`a.test`) && Method(`POST`)']), 405);
    assert.equal(await answer(['Method(`POST`, `PUT`) && Host(`a.test`)']), 405);
    assert.equal(await answer(['Host(`a.test`) && (Path(`/x`) || Method(`POST`))']), 405);
    assert.equal(await answer(['Host(`a.test`) && Method(`POST`)', 'Host(`b.test`)']), 405);
    assert.equal(await answer(['!(Host(`b.test`) || !Method(`POST`))']), 405);
    for (const version of ['3.7.9', 'dev'])
      assert.equal(await answer(['Host(`a.test`) && Method(`POST`)'], get, version), 404);
  });

  it('is 404 where more does not fit, and where another muxer took it since', async () => {
    assert.equal(await answer(['Host(`b.test`) && Method(`POST`)']), 404);
    assert.equal(await answer(['Host(`a.test`) && Path(`/y`) && Method(`POST`)']), 404);
    assert.equal(await answer(['Host(`a.test`) && !Method(`GET`)']), 404);
    assert.equal(await answer(['Host(`a.test`) && Method(`POST`)', 'PathPrefix(`/api`) && Host(`b.test`)']), 404);
    assert.equal(await answer(['PathPrefix(`/api`) && Host(`b.test`)', 'Host(`a.test`) && Method(`POST`)']), 405);
    assert.equal(await answer([]), 404);
  });

  it('is one of the two where an order decides that is not defined, or a rule cannot be asked', async () => {
    const rules = ['Host(`a.test`) && Method(`POST`)', 'PathPrefix(`/api`) && Host(`b.test`)'];
    assert.equal(await answer(rules, get, '2.11.53', [5, 5]), 'either');
    assert.equal(await answer(['ClientIP(`10.0.0.0/8`) && Method(`POST`)', 'Method(`PUT`)']), 'either');
  });
});

describe('findRoute: an entry point that denies escapes', () => {
  const entryPoints = [{ name: 'web', http: { encodedCharacters: {} } }];
  const routers = [
    router('parent', 'Host(`a.test`)', { service: undefined }),
    router('child', 'PathPrefix(`/`)', { parentRefs: ['parent@file'], using: [] }),
  ];

  it('has the router answer that it asks, and not the one nested in it', async () => {
    const question = request('http://a.test/x%2Fy');
    assert.equal(await told(routers, question, { entryPoints }), 'winner parent');
    assert.equal(await told(routers, question), 'winner parent > child');
    assert.equal(await told(routers, request('http://a.test/x'), { entryPoints }), 'winner parent > child');
  });
});

describe('findRoute: a middleware of a router that others are nested in', () => {
  const office = { name: 'office@file', type: 'ipallowlist', ipAllowList: { sourceRange: ['10.0.0.0/8'] } };
  const https = { name: 'https@file', type: 'redirectscheme', redirectScheme: { scheme: 'https' } };
  const strip = { name: 'strip@file', type: 'stripprefix', stripPrefix: { prefixes: ['/api'] } };
  const ask = async (middleware: string, clientIp?: string): Promise<string> => {
    const routers = [
      router('parent', 'Host(`a.test`)', { service: undefined, middlewares: [middleware] }),
      router('child', 'PathPrefix(`/`)', { parentRefs: ['parent@file'], using: [] }),
    ];
    const middlewares = [office, https, strip].map((each) => ({ ...each, provider: 'file', status: 'enabled' }));
    const http = { routers, middlewares };
    return asked(await listed({ http, entryPoints: [{ name: 'web' }] }), { ...get, clientIp });
  };

  it('that answers keeps the request from them', async () => {
    assert.equal(await ask('office@file', '192.0.2.1'), 'winner parent');
    assert.equal(await ask('office@file', '10.1.1.1'), 'winner parent > child');
    assert.equal(await ask('office@file'), 'winner parent > child');
    assert.equal(await ask('https@file'), 'winner parent');
    assert.equal(await ask('strip@file'), 'not certain: parent > child');
  });
});

describe('findRoute: a client that offers other protocols than Traefik', () => {
  const refused = /^With the default TLS options, Traefik supports only h2 and http\/1\.1/;
  const notes = async (alpn: readonly string[], tls: object = {}, isTls = true): Promise<readonly string[]> => {
    const tcp = { routers: [router('tcp', 'HostSNI(`*`)', isTls ? { tls } : {})] };
    const entryPoints = [{ name: 'web' }];
    return findRoute(await listed({ tcp, entryPoints }), connection({ isTls, serverName: 'a.test', alpn })).notes;
  };

  it('is told to be refused, but not where it is passed through or options of its own may take it', async () => {
    assert.match((await notes(['postgresql']))[0] ?? '', refused);
    assert.match((await notes(['mqtt', 'acme']))[0] ?? '', refused);
    for (const alpn of [[], ['h2'], ['mqtt', 'http/1.1'], ['acme-tls/1']])
      assert.deepEqual(await notes(alpn), [], alpn.join());
    assert.deepEqual(await notes(['postgresql'], { passthrough: true }), []);
    assert.deepEqual(await notes(['postgresql'], { options: 'own@file' }), []);
    assert.deepEqual(await notes(['postgresql'], {}, false), []);
  });
});

describe('findRoute: a router that Traefik disabled', () => {
  const meant = async (rule: string, more: object = {}): Promise<readonly string[]> => {
    const broken = { status: 'disabled', error: ['the service "s@file" does not exist'], ...more };
    const routers = [
      router('first', 'Host(`a.test`) && PathPrefix(`/admin`)', { priority: 90 }),
      router('rest', 'PathPrefix(`/`)', { priority: 5 }),
      router('broken', rule, broken),
    ];
    const { disabled } = findRoute(await listed({ http: { routers } }), get);
    return disabled.map(({ router: { name }, detail }) => `${name}: ${detail}`);
  };

  it('is told where it would take the request before the one that does', async () => {
    const broken = ['broken@file: the service "s@file" does not exist'];
    assert.deepEqual(await meant('Host(`a.test`)'), broken);
    assert.deepEqual(await meant('Host(`a.test`)', { using: undefined }), broken);
    assert.deepEqual(await meant('Host(`b.test`)'), []);
    assert.deepEqual(await meant('Host(`a.test`)', { priority: 4 }), []);
    assert.deepEqual(await meant('Host(`a.test`)', { tls: {} }), []);
    assert.deepEqual(await meant('Host(`a.test`)', { using: ['other'] }), []);
    assert.deepEqual(await meant('Host(`a.test`', {}), []);
  });
});

describe('findRoute: what is not certain', () => {
  const outside = request('http://b.test/api/x');

  it('does not matter where another part of the rule decides', async () => {
    const rules = [
      'ClientIP(`10.0.0.0/8`) && Host(`b.test`)',
      'Host(`b.test`) && ClientIP(`10.0.0.0/8`)',
      '!(ClientIP(`10.0.0.0/8`) || Host(`a.test`))',
      'Host(`b.test`) && (ClientIP(`10.0.0.0/8`) || !ClientIP(`10.0.0.0/8`))',
    ];
    for (const rule of rules) assert.equal(await told([router('inner', rule)]), 'none', rule);
    assert.equal(await told([router('inner', 'Host(`a.test`) || ClientIP(`10.0.0.0/8`)')]), 'winner inner');
    assert.equal(await told([router('inner', '!(ClientIP(`10.0.0.0/8`) && Host(`b.test`))')]), 'winner inner');
  });

  it('leaves open who wins where it decides', async () => {
    const routers = [
      router('first', 'Host(`a.test`)', { priority: 9 }),
      router('inner', 'ClientIP(`10.0.0.0/8`)', { priority: 5 }),
      router('other', '!ClientIP(`11.0.0.0/8`)', { priority: 4 }),
      router('rest', 'PathPrefix(`/`)', { priority: 3 }),
      router('never', 'PathPrefix(`/api`)', { priority: 2 }),
    ];
    assert.equal(await told(routers), 'winner first');
    assert.equal(await told(routers, outside), 'not certain: inner, other, rest');
    assert.equal(await told(routers, { ...outside, clientIp: '10.1.1.1' }), 'winner inner');
    assert.equal(await told(routers, { ...outside, clientIp: '12.1.1.1' }), 'winner other');
    assert.equal(await told(routers, { ...outside, clientIp: '11.1.1.1' }), 'winner rest');
    assert.match(await whyOf(routers, outside), /client IP address/);
  });

  it('is whether a tie is one', async () => {
    const routers = [
      router('inner', 'ClientIP(`10.0.0.0/8`)', { priority: 5 }),
      router('all', 'PathPrefix(`/`)', { priority: 5 }),
    ];
    assert.equal(await told(routers), 'not certain: inner, all');
  });

  it('is what a star means where no version is told', async () => {
    const routers = [
      router('star', 'Host(`*.test`)', { priority: 14 }),
      router('rest', 'PathPrefix(`/`)', { priority: 1 }),
    ];
    for (const [version, outcome] of [
      ['3.7.0', 'winner star'],
      ['3.6.21', 'winner rest'],
      ['dev', 'not certain: star, rest'],
      ['', 'not certain: star, rest'],
    ] as const) {
      assert.equal(await told(routers, get, { version }), outcome, version);
    }
    // Neither meaning takes this one.
    assert.equal(await told(routers, request('http://a.other/'), { version: 'dev' }), 'winner rest');
    assert.equal(await told(routers, request('http://test/'), { version: 'dev' }), 'winner rest');
    // Only Traefik 2 tells no priority of routers that it serves.
    assert.equal(await told([...routers, router('old', 'Path(`/`)')], get, { version: '' }), 'winner rest');
  });

  it('is the same for server names', async () => {
    const routers = [router('star', 'HostSNI(`*.a.test`)', { priority: 9 }), router('rest', 'HostSNI(`*`)')];
    const question = connection({ isTls: true, serverName: 'www.a.test' });
    const given = (version: string) =>
      listed({ tcp: { routers: routers.map((raw) => ({ ...raw, tls: {}, priority: raw.priority ?? -1 })) } }, version);
    assert.equal(asked(await given('3.7.1'), question), 'winner star');
    assert.equal(asked(await given('3.6.1'), question), 'winner rest');
    assert.equal(asked(await given(''), question), 'not certain: star, rest');
  });

  it('is what older versions make of unusual paths', async () => {
    const routers = [
      router('host', 'Host(`b.test`)'),
      router('path', 'PathPrefix(`/api`)', { priority: 9 }),
      router('rest', 'Host(`a.test`)', { priority: 1 }),
    ];
    for (const target of ['/a//b', '/a/../api', '/%61pi', '/.', '/a/..']) {
      assert.equal(await told(routers, { ...get, target }, { version: '3.4.0' }), 'not certain: path, rest', target);
      assert.equal(await told(routers, { ...get, target }, { version: '2.11.24' }), 'not certain: path, rest', target);
    }
    for (const target of ['/a/b', '/.well-known', '/a..b?c=//', '/api.']) {
      assert.doesNotMatch(await told(routers, { ...get, target }, { version: '3.4.0' }), /not certain/, target);
    }
    assert.equal(await told(routers, { ...get, target: '/a/../api' }, { version: '3.4.1' }), 'winner path');
    assert.equal(await told(routers, { ...get, target: '/a/../api' }, { version: '2.11.25' }), 'winner path');
  });

  it('is a rule that Traefik serves and we cannot read', async () => {
    const routers = [router('new', 'Moon(`full`)', { priority: 99 }), router('rest', 'PathPrefix(`/`)')];
    assert.equal(await told(routers), 'not certain: new, rest');
    assert.match(await whyOf(routers), /cannot read its rule\. Unknown matcher “Moon”/);
    assert.equal(
      await told([router('none', '', { priority: 99 }), router('rest', 'PathPrefix(`/`)')]),
      'not certain: none, rest',
    );
    assert.equal(await told([{ ...router('new', 'Moon(`full`)'), status: 'disabled' }]), 'none');
  });

  it('is a regular expression that we cannot read, where it decides', async () => {
    const rule = 'PathRegexp(`(?=api)`)';
    assert.equal(await told([router('odd', rule)]), 'not certain: odd');
    assert.equal(await told([router('odd', `${rule} && Host(\`b.test\`)`)]), 'none');
    assert.equal(await told([router('odd', `${rule} || Host(\`a.test\`)`)]), 'winner odd');
  });

  it('is a header that Traefik sets itself', async () => {
    const routers = [router('https', 'Header(`X-Forwarded-Proto`, `https`)'), router('rest', 'PathPrefix(`/`)')];
    const forwarded = { ...get, headers: [['X-Forwarded-Proto', 'https']] as const };
    assert.equal(await told(routers, forwarded), 'not certain: https, rest');
    assert.equal(await told([router('x', 'Header(`X-Own`, `1`)')], { ...get, headers: [['x-own', '1']] }), 'winner x');
  });
});

describe('findRoute: nested routers', () => {
  const parent = router('parent', 'Host(`a.test`)');
  const child = (name: string, rule: string, more: Omit<Raw, 'name'> = {}): Raw =>
    router(name, rule, { parentRefs: ['parent@file'], ...more });

  it('are asked only where their parent takes the request', async () => {
    const routers = [parent, child('api', 'PathPrefix(`/api`)'), router('rest', 'PathPrefix(`/`)', { priority: 1 })];
    assert.equal(await told(routers), 'winner parent > api');
    assert.equal(await told(routers, request('http://b.test/api')), 'winner rest');
  });

  it('may all leave a request, which then has none', async () => {
    const routers = [parent, child('api', 'PathPrefix(`/api`)'), router('rest', 'PathPrefix(`/`)', { priority: 1 })];
    assert.equal(await told(routers, request('http://a.test/')), 'none behind parent');
  });

  it('may tie, and be nested in each other', async () => {
    const routers = [
      parent,
      child('one', 'PathPrefix(`/api`)', { priority: 1 }),
      child('two', 'PathPrefix(`/api`)', { priority: 1 }),
    ];
    assert.equal(await told(routers), 'tie parent > one, parent > two');
    const deep = router('deep', 'Path(`/api/x`)', { parentRefs: ['one@file'] });
    assert.equal(await told([...routers.slice(0, 2), deep]), 'winner parent > one > deep');
  });

  it('do not hang where they are nested in circles', async () => {
    const [one, two] = [
      router('one', 'PathPrefix(`/`)', { parentRefs: ['two@file'] }),
      router('two', 'PathPrefix(`/`)', { parentRefs: ['one@file', 'two@file'] }),
    ];
    assert.equal(await told([one, two]), 'none');
    const top = router('top', 'PathPrefix(`/`)');
    assert.equal(await told([top, { ...one, parentRefs: ['two@file', 'top@file'] }, two]), 'winner top > one > two');
  });

  it('are not certain behind a middleware that may change the request', async () => {
    const behind = (type: string, settings: unknown = {}) =>
      told([{ ...parent, middlewares: ['m@file'] }, child('api', 'PathPrefix(`/api`)')], get, {
        http: { middlewares: [{ name: 'm@file', type: type.toLowerCase(), [type]: settings }] },
      });
    for (const type of ['compress', 'ipAllowList', 'rateLimit', 'inFlightReq', 'buffering']) {
      assert.equal(await behind(type), 'winner parent > api', type);
    }
    for (const type of [
      'stripPrefix',
      'replacePath',
      'addPrefix',
      'headers',
      'basicAuth',
      'digestAuth',
      'forwardAuth',
    ]) {
      assert.equal(await behind(type), 'not certain: parent > api', type);
    }
    assert.equal(await behind('plugin', { own: {} }), 'not certain: parent > api');
  });

  it('are in doubt at every level behind such a middleware', async () => {
    const routers = [
      { ...parent, middlewares: ['nowhere@file'] },
      child('api', 'PathPrefix(`/api`)'),
      router('deep', 'PathPrefix(`/web`)', { parentRefs: ['api@file'] }),
    ];
    const { considered } = findRoute(await listed({ http: { routers } }), get);
    const [api] = considered[0]?.children ?? [];
    assert.deepEqual(
      [considered[0]?.verdict, api?.verdict, api?.children?.[0]?.verdict],
      ['yes', 'unknown', 'unknown'],
    );
  });

  it('are not certain behind a middleware that is not listed', async () => {
    const routers = [{ ...parent, middlewares: ['nowhere@file'] }, child('api', 'PathPrefix(`/`)')];
    assert.equal(await told(routers), 'not certain: parent > api');
    assert.match(await whyOf(routers), /The effect of the middleware nowhere@file is unknown/);
  });

  it('do not matter behind a middleware where their parent loses', async () => {
    const strip = { name: 'm@file', type: 'stripprefix', stripPrefix: { prefixes: ['/api'] } };
    const routers = [
      { ...parent, middlewares: ['m@file'] },
      child('api', 'PathPrefix(`/api`)'),
      router('first', 'PathPrefix(`/`)', { priority: 99 }),
    ];
    assert.equal(await told(routers, get, { http: { middlewares: [strip] } }), 'winner first');
    assert.equal(
      await told(routers.slice(0, 2), request('http://b.test/'), { http: { middlewares: [strip] } }),
      'none',
    );
  });
});

describe('findRoute: connections with TLS', () => {
  const tcp = {
    routers: [router('db', 'HostSNI(`db.test`)', { tls: {} }), router('all', 'HostSNI(`*`)', { tls: {} })],
  };
  const hello = (serverName: string, alpn: readonly string[] = []) => connection({ isTls: true, serverName, alpn });

  it('go to TCP routers where no HTTP router has their name', async () => {
    const inventory = await listed({ tcp, http: { routers: [router('web', 'Host(`a.test`)', { tls: {} })] } });
    assert.equal(asked(inventory, hello('db.test')), 'winner db');
    assert.equal(asked(inventory, hello('DB.TEST')), 'winner db');
    assert.equal(asked(inventory, hello('b.test')), 'winner all');
    assert.match(asked(inventory, hello('a.test')), /^not certain/);
    assert.equal(asked(inventory, connection({ isTls: false })), 'none');
  });

  it('do not go to TCP routers where a disabled HTTP router has their name, or none', async () => {
    const ask = async (rule: string, name = 'a.test', more: Omit<Raw, 'name'> = {}): Promise<string> => {
      const off = router('off', rule, { tls: {}, status: 'disabled', ...more });
      return asked(await listed({ tcp, http: { routers: [off] } }), hello(name));
    };
    assert.match(await ask('Host(`a.test`)'), /^not certain/);
    assert.match(await ask('PathPrefix(`/`)'), /^not certain/);
    assert.equal(await ask('Host(`a.test`)', 'b.test'), 'winner all');
    assert.equal(await ask('PathPrefix(`/`)', 'db.test'), 'winner db');
    assert.equal(await ask('Host(`a.test`) && New(`x`)'), 'winner all');
    assert.equal(await ask('Host(`a.test`)', 'a.test', { using: ['other'] }), 'winner all');
    assert.equal(await ask('Host(`a.test`)', 'a.test', { tls: undefined }), 'winner all');
  });

  it('go to TCP routers without TLS as they are where no router has TLS', async () => {
    const plain = {
      routers: [router('plain', 'HostSNI(`*`)'), router('far', 'HostSNI(`*`)', { tls: {}, using: ['x'] })],
    };
    const ask = async (http: readonly Raw[], more: readonly Raw[] = []): Promise<string> =>
      asked(
        await listed({ http: { routers: http }, tcp: { routers: [...plain.routers, ...more] } }),
        hello('db.test', ['acme-tls/1']),
      );
    assert.equal(await ask([]), 'winner plain');
    assert.equal(await ask([router('web', 'PathPrefix(`/`)')]), 'winner plain');
    assert.equal(
      await ask([router('off', 'Host(`a.test`)', { tls: {}, status: 'disabled', using: ['x'] })]),
      'winner plain',
    );
    assert.doesNotMatch(await ask([router('off', 'Host(`a.test`)', { tls: {}, status: 'disabled' })]), /plain/);
    assert.doesNotMatch(await ask([router('web', 'Host(`a.test`)', { tls: {} })]), /plain/);
    assert.doesNotMatch(await ask([], [router('db', 'HostSNI(`b.test`)', { tls: {} })]), /plain/);
    const { notes } = findRoute(await listed({ tcp: plain }), hello('db.test'));
    assert.match(notes.join(' '), /does not decrypt/);
  });

  it('are not certain where the HTTP routers could not be read', async () => {
    for (const routers of [tcp.routers, [router('plain', 'HostSNI(`*`)')]]) {
      const read = await listed({ tcp: { routers } });
      const { groups } = read;
      const failed = {
        state: 'failed',
        failure: new RequestFailure({ kind: 'timedOut', sentence: '', nextStep: '' }).failure,
      } as const;
      const inventory = { ...read, groups: { ...groups, http: { ...groups.http, routers: failed } } };
      assert.match(asked(inventory, hello('db.test')), /^not certain/);
    }
  });

  it('are not certain where they are of the ACME challenge', async () => {
    assert.match(asked(await listed({ tcp }), hello('db.test', ['acme-tls/1'])), /^not certain/);
  });
});

describe('findRoute: an answer that no listing can give', () => {
  const all = router('all', 'PathPrefix(`/`)', { priority: 1 });
  const one = async (more: Omit<Raw, 'name'>, rule = 'Host(`a.test`)', question = get) =>
    asked(await listed({ http: { routers: [all, router('one', rule, more)] } }), question);

  it('is of routers that are not told as Traefik describes them', async () => {
    assert.equal(await one({}), 'winner one');
    for (const field of ['rule', 'ruleSyntax', 'priority', 'tls', 'entryPoints', 'using', 'parentRefs']) {
      assert.match(await one({ [field]: 5.5 }), /^not certain/, field);
    }
    assert.match(await one({ status: 'new' }), /^not certain/);
    assert.match(await one({ status: undefined }), /^not certain/);
    const routers = `[${JSON.stringify(all)},{"rule":"Host(\`a.test\`)","using":["web"],"status":"enabled"}]`;
    assert.match(asked(await listed({ http: { routers } }), get), /^not certain/);
  });

  it('is not where such a router does not take the request, or is not asked', async () => {
    assert.equal(await one({ priority: 5.5 }, 'Host(`b.test`)'), 'winner all');
    assert.equal(await one({ priority: 5.5, status: 'disabled' }), 'winner all');
    assert.equal(await one({ priority: 5.5, tls: {} }), 'winner all');
    assert.equal(await one({ priority: 5.5, using: ['other'] }), 'winner all');
    assert.equal(await one({ service: 5 }), 'winner one');
  });

  it('is of an entry point that is not there', async () => {
    const inventory = await listed({ http: { routers: [all] }, entryPoints: [{ name: 'other' }] });
    assert.match(asked(inventory, get), /^not certain/);
  });

  it('is of paths whose cleaning is not told', async () => {
    const inventory = await listed({ http: { routers: [all] } });
    const failure = { kind: 'timedOut', sentence: 'No answer.', nextStep: 'Try again.' } as const;
    const unread = { ...inventory, entryPoints: { state: 'failed', failure } } as const;
    assert.equal(asked(unread, { ...get, target: '/a/b?c=d' }), 'winner all');
    for (const target of ['/a//b', '/a/../b', '/a%2Fb', '/?a;b']) {
      assert.match(asked(unread, { ...get, target }), /^not certain/, target);
    }
  });

  it('is of what asks for no path', async () => {
    for (const target of ['*', '', 'x', 'a.test:80', 'ftp://a.test/']) {
      assert.match(asked(await listed({ http: { routers: [all] } }), { ...get, target }), /^not certain/, target);
    }
    const toHost = { ...get, method: 'CONNECT', target: 'a.test:80' };
    assert.match(await one({}, undefined, toHost), /^not certain/);
    assert.equal(await one({}, undefined, { ...toHost, target: '/' }), 'winner one');
  });

  it('is 400 where Go takes no such method or header', async () => {
    assert.equal(await one({}, undefined, { ...get, method: 'GE T' }), '400');
    assert.equal(await one({}, undefined, { ...get, headers: [['x beta', '1']] }), '400');
    assert.equal(await one({}, undefined, { ...get, headers: [['X', 'a\nb']] }), '400');
    assert.equal(await one({}, undefined, { ...get, headers: [['X', 'a\tb']] }), 'winner one');
  });

  it('is of wildcards in what came before 3.7.0', async () => {
    const routers = [router('star', 'Host(`*.test`)')];
    assert.match(asked(await listed({ http: { routers } }, '3.7.0-rc.1'), get), /^not certain/);
    assert.equal(asked(await listed({ http: { routers } }, '3.7.0'), get), 'winner star');
    assert.equal(asked(await listed({ http: { routers } }, '3.6.9'), get), 'none');
  });
});

describe('findRoute: what is noted besides', () => {
  const notes = async (api: Api, version?: string) => findRoute(await listed(api, version), get).notes;

  it('is a version that is not told, and an entry point that is not there', async () => {
    const entryPoints = [{ name: 'other', address: ':80' }];
    assert.deepEqual(await notes({}), ['The proxy does not list this entry point.']);
    assert.deepEqual(await notes({ entryPoints: [{ name: 'web' }] }), []);
    assert.deepEqual(await notes({ entryPoints }, ''), [
      'The proxy does not list this entry point.',
      'Unknown Traefik version; assuming a recent one.',
    ]);
  });

  it('is that TCP routers, which come first, could not be read', async () => {
    const inventory = await listed({ entryPoints: [{ name: 'web' }] });
    const { failure } = new RequestFailure({ kind: 'forbidden', sentence: 'Refused.', nextStep: 'None.' });
    const notes = (routers: InventoryGroup<Router>, question: RouteQuestion) =>
      findRoute({ ...inventory, groups: { ...inventory.groups, tcp: { routers } } }, question).notes;
    const unread = [
      'The TCP routers could not all be read: one of them may get the connection before any HTTP router.',
    ];
    for (const url of ['http://a.test/', 'https://a.test/']) {
      assert.deepEqual(notes({ state: 'failed', failure }, request(url)), unread);
      assert.deepEqual(notes({ state: 'missing' }, request(url)), []);
    }
    assert.ok(!notes({ state: 'failed', failure }, connection()).some((note) => unread.includes(note)));
  });
});
