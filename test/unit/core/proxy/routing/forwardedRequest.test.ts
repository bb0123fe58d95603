import assert from 'node:assert/strict';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import { forwardedRequest } from '../../../../../src/core/proxy/routing/forwardedRequest';
import type { HttpQuestion } from '../../../../../src/core/proxy/routing/routeAnswer';
import { given, type Raw } from '../model/given';

type ForwardedRequest = ReturnType<typeof forwardedRequest>;

const plain: HttpQuestion = {
  kind: 'http',
  entryPoint: 'web',
  isTls: false,
  method: 'GET',
  host: 'foo',
  target: '/',
  headers: [],
};

interface Setting {
  readonly version?: string;
  readonly service?: Readonly<Record<string, unknown>>;
  readonly services?: readonly Raw[];
  readonly others?: readonly Raw[];
  readonly entryPoint?: Readonly<Record<string, unknown>>;
}

/** What becomes of a request behind a router with these middlewares, by their configuration. */
async function serve(
  middlewares: readonly Readonly<Record<string, unknown>>[],
  question: Partial<HttpQuestion>,
  { version = '3.7.9', service = {}, services = [], others = [], entryPoint = {} }: Setting = {},
): Promise<ForwardedRequest> {
  const listed = middlewares.map((configuration, index) => ({
    name: `m${index}@file`,
    provider: 'file',
    status: 'enabled',
    type: Object.keys(configuration)[0]?.toLowerCase(),
    ...configuration,
  }));
  const read = await given({
    entryPoints: [{ name: 'web', address: ':80', ...entryPoint }],
    http: {
      routers: [
        {
          name: 'r@file',
          provider: 'file',
          status: 'enabled',
          rule: 'PathPrefix(`/`)',
          using: ['web'],
          service: 's',
          middlewares: listed.map(({ name }) => name),
          ...(question.isTls === true && { tls: {} }),
        },
      ],
      middlewares: [...listed, ...others],
      services: [
        {
          name: 's@file',
          provider: 'file',
          status: 'enabled',
          type: 'loadbalancer',
          loadBalancer: { servers: [{ url: 'http://10.0.0.1:80' }] },
          ...service,
        },
        ...services,
      ],
    },
  });
  const inventory = { ...read, version: { number: version } };
  const asked = { ...plain, ...question };
  const [candidate = assert.fail('no router is asked')] = findRoute(inventory, asked).considered;
  return forwardedRequest([candidate], asked, inventory);
}

/** In one line what the end is. */
function ending({ end }: ForwardedRequest): string {
  switch (end.kind) {
    case 'served':
      return `${end.target}${end.host === 'foo' ? '' : ` host ${end.host ?? 'of the server'}`}`;
    case 'answered': {
      const why = end.why === undefined ? '' : ` by ${end.by.name}: ${end.why}`;
      return end.location === undefined ? `${end.status}${why}` : `${end.status} ${end.location}`;
    }
    case 'notCertain':
      return `not certain: ${end.why}`;
  }
}

/** Vectors of Traefik's own tests: a configuration, what is asked, what comes of it. */
type Vectors = readonly (readonly [configuration: object, target: string, expected: string])[];

function takeAll(name: string, vectors: Vectors): void {
  for (const [configuration, target, expected] of vectors) {
    it(`${JSON.stringify(configuration)} makes ${expected} of ${target}`, async () => {
      assert.equal(ending(await serve([{ [name]: configuration }], { target })), expected);
    });
  }
}

describe('forwardedRequest: the path that a server sees, as pkg/middlewares of Traefik has it:', () => {
  describe('addPrefix (add_prefix_test.go)', () => {
    takeAll('addPrefix', [
      [{ prefix: '/a' }, '/b', '/a/b'],
      [{ prefix: 'a' }, '/', '/a/'],
      [{ prefix: '/a' }, '/b%2Fc', '/a/b%2Fc'],
    ]);
  });

  describe('stripPrefix (strip_prefix_test.go)', () => {
    takeAll('stripPrefix', [
      [{}, '/noprefixes', '/noprefixes'],
      [{ prefixes: ['/'] }, '/', '/'],
      [{ prefixes: ['/stat'] }, '/stat', '/'],
      [{ prefixes: ['/stat/'] }, '/stat/', '/'],
      [{ prefixes: ['/stat/'] }, '/stat/us', '/us'],
      [{ prefixes: ['/stat/'] }, '/status', '/status'],
      [{ prefixes: ['/stat'] }, '/stat/', '/'],
      [{ prefixes: ['/stat', '/stat/us'] }, '/stat/us', '/us'],
      [{ prefixes: ['/mismatch', '/stat'] }, '/stat', '/'],
      [{ prefixes: ['/stat'] }, '/status', '/us'],
      [{ prefixes: ['/stat'] }, '/stat/a%2Fb', '/a%2Fb'],
      [{ prefixes: ['/api/'] }, '/ap%69/a%2Fb', '/a%2Fb'],
      [{ prefixes: ['/api'] }, '/api./foo', '400'],
      [{ prefixes: ['/api'] }, '/api../foo', '400'],
      [{ prefixes: ['/api'], forceSlash: true }, '/api../foo', '400'],
    ]);

    it('keeps a query', async () => {
      const served = await serve([{ stripPrefix: { prefixes: [' /api '] } }], { target: '/api/x?a=1&b' });
      assert.equal(ending(served), '/x?a=1&b');
    });
  });

  describe('stripPrefixRegex (strip_prefix_regex_test.go)', () => {
    takeAll('stripPrefixRegex', [
      [{ regex: ['/a/api/'] }, '/a/test', '/a/test'],
      [{ regex: ['/a/api/'] }, '/a/api/', '/'],
      [{ regex: ['/a/api/'] }, '/a/api/test', '/test'],
      [{ regex: ['/a/api/'] }, '/a/api/test/', '/test/'],
      [{ regex: ['/b/([a-z0-9]+)/'] }, '/b/api/', '/'],
      [{ regex: ['/b/([a-z0-9]+)/'] }, '/b/api', '/b/api'],
      [{ regex: ['/b/([a-z0-9]+)/'] }, '/b/api2/test2', '/test2'],
      [{ regex: ['/c/[a-z0-9]+/[0-9]+/'] }, '/c/api/123/', '/'],
      [{ regex: ['/c/[a-z0-9]+/[0-9]+/'] }, '/c/api/123', '/c/api/123'],
      [{ regex: ['/c/[a-z0-9]+/[0-9]+/'] }, '/c/api/abc/test4', '/c/api/abc/test4'],
      [{ regex: ['/a/api/'] }, '/a/api/a%2Fb', '/a%2Fb'],
      [{ regex: ['/b/([a-z0-9]+)/'] }, '/b/ap%69/test', '/test'],
      [{ regex: ['/b/([a-z0-9]+)/'] }, '/b/ap%69/a%2Fb', '/a%2Fb'],
      [{ regex: ['/t /test'] }, '/t%2F/test/foo', '/t%2F/test/foo'],
      [{ regex: ['/t /test'] }, '/t%20/test/a%2Fb', '/a%2Fb'],
      [{ regex: ['/api'] }, '/api./foo', '400'],
      [{ regex: ['/api'] }, '/api../foo', '400'],
      [{ regex: ['/b'] }, '/a/b', '/a/b'],
    ]);
  });

  describe('replacePath (replace_path_test.go)', () => {
    takeAll('replacePath', [
      [{ path: '/replacement-path' }, '/example', '/replacement-path'],
      [{ path: '/replacement-path' }, '/some/really/long/path', '/replacement-path'],
      [{ path: '/replacement-path' }, '/foo%2Fbar', '/replacement-path'],
      [{ path: '/foo%2Fbar' }, '/path', '/foo%2Fbar'],
      [{ path: '/path/%08bar' }, '/path/%08bar', '/path/%08bar'],
      [{ path: '/50%' }, '/path', '500'],
      [{ path: '/new?x=1' }, '/path?y=2', '/new%3Fx=1?y=2'],
    ]);
  });

  describe('replacePathRegex (replace_path_regex_test.go)', () => {
    takeAll('replacePathRegex', [
      [{ regex: '^/whoami/(.*)', replacement: '/who-am-i/$1' }, '/whoami/and/whoami', '/who-am-i/and/whoami'],
      [{ regex: '/whoami', replacement: '/who-am-i' }, '/whoami/and/whoami', '/who-am-i/and/who-am-i'],
      [{ regex: '/whoami' }, '/whoami/and/whoami', '/and'],
      [{ regex: '/whoami', replacement: ' ' }, '/whoami/and/whoami', '/and'],
      [{ regex: '/no-match', replacement: '/whoami' }, '/whoami/and/whoami', '/whoami/and/whoami'],
      [
        { regex: '^(?i)/downloads/([^/]+)/([^/]+)$', replacement: '/downloads/$1-$2' },
        '/downloads/src/source.go',
        '/downloads/src-source.go',
      ],
      [{ regex: '/aaa/bbb', replacement: '/foo%2Fbar' }, '/aaa/bbb', '/foo%2Fbar'],
      [{ regex: '/aaa%2Fbbb', replacement: '/foo/bar' }, '/aaa%2Fbbb', '/foo/bar'],
      [{ regex: '/aaa/bbb', replacement: '/foo/bar' }, '/aaa%2Fbbb', '/aaa%2Fbbb'],
      [{ regex: '^/foo/(.*)', replacement: '/$1' }, '/foo/%08bar', '/%08bar'],
      [{ regex: '^/foo(.*)', replacement: '/$1' }, '/foo../bar', '400'],
    ]);

    it('is not certain with an expression that Go refuses', async () => {
      const served = await serve([{ replacePathRegex: { regex: '^(?err)/invalid', replacement: '/' } }], {});
      assert.equal(ending(served), 'not certain: The regular expression could not be evaluated.');
    });
  });

  // The requests of Traefik's tests have no path: here it is /, as clients send it, so a location ends with it.
  describe('redirectScheme (redirect_scheme_test.go)', () => {
    const https = { scheme: 'https' };
    const vectors: readonly (readonly [object, Partial<HttpQuestion>, string])[] = [
      [https, {}, '302 https://foo/'],
      [{ scheme: 'https', port: '8443' }, { host: 'foo:8000' }, '302 https://foo:8443/'],
      [https, { host: 'foo:8080' }, '302 https://foo/'],
      [https, { host: 'foo:8000', isTls: true, target: '/theother' }, '302 https://foo/theother'],
      [{ scheme: 'https', port: '8443', permanent: true }, {}, '301 https://foo:8443/'],
      [{ scheme: 'https', forcePermanentRedirect: true }, {}, '308 https://foo/'],
      [{ scheme: 'http', port: '80' }, { host: 'foo:80' }, '/ host foo:80'],
      [{ scheme: 'https', port: '443' }, { host: 'foo:443', isTls: true }, '/ host foo:443'],
      [{ scheme: 'wss', port: '9443' }, {}, '302 wss://foo:9443/'],
      [{ scheme: 'wss' }, { host: 'foo:5678' }, '302 wss://foo/'],
      [https, { host: 'foo:443' }, '302 https://foo/'],
      [{ scheme: 'http', port: '8181' }, { host: 'foo:8080' }, '302 http://foo:8181/'],
      [https, { host: 'foo:80', isTls: true }, '302 https://foo/'],
      [https, { method: 'POST', target: '/a%2Fb?c=d' }, '307 https://foo/a%2Fb?c=d'],
    ];
    for (const [configuration, question, expected] of vectors) {
      it(`${JSON.stringify(configuration)} makes ${expected} of ${JSON.stringify(question)}`, async () => {
        assert.equal(ending(await serve([{ redirectScheme: configuration }], question)), expected);
      });
    }

    it('is not certain of what a client says in X-Forwarded-Proto', async () => {
      const headers = [['X-Forwarded-Proto', 'https']] as const;
      const served = await serve([{ redirectScheme: https }], { headers });
      assert.match(ending(served), /^not certain: The redirect depends on whether Traefik trusts X-Forwarded-Proto/);
    });

    it('believes what a headers middleware before it says', async () => {
      const headers = { customRequestHeaders: { 'X-Forwarded-Proto': 'https' } };
      assert.equal(ending(await serve([{ headers }, { redirectScheme: https }], {})), '/');
    });
  });

  describe('redirectRegex (redirect_regex_test.go)', () => {
    const toBar = { regex: '^(?:http?:\\/\\/)(foo)(\\.com)(:\\d+)(.*)$', replacement: `https://\${1}bar$2:443$4` };
    const toExample = {
      regex: '(https?)://[^/:]+(:[0-9]+)?/(.*)',
      replacement: '$1://example.com$2/$3',
      permanent: true,
    };
    const vectors: readonly (readonly [object, Partial<HttpQuestion>, string])[] = [
      [toBar, { host: 'foo.com:80' }, '302 https://foobar.com:443/'],
      [toBar, { host: 'bar.com:80' }, '/ host bar.com:80'],
      [{ regex: '^(.*)$', replacement: 'http://192.168.0.%31/' }, { host: 'foo.com:80' }, '502'],
      [{ regex: '^http://', replacement: 'https://$1', permanent: true }, {}, '301 https://foo/'],
      [{ regex: 'https://foo', replacement: 'http://foo', permanent: true }, { isTls: true }, '301 http://foo/'],
      [{ regex: 'http://foo:80', replacement: 'https://foo:443' }, { host: 'foo:80' }, '302 https://foo:443/'],
      [{ regex: '^http://', replacement: 'https://$1' }, { method: 'POST' }, '307 https://foo/'],
      [{ regex: '^http://', replacement: 'https://$1', permanent: true }, { method: 'POST' }, '308 https://foo/'],
      [toExample, { host: 'www.example.com', target: '/path' }, '301 http://example.com/path'],
      [toExample, { host: 'www.example.com:8080', target: '/path' }, '301 http://example.com:8080/path'],
      [toExample, { host: 'www.example.com', target: '/path', isTls: true }, '301 https://example.com/path'],
      [{ regex: '^(.*)$', replacement: '$1 x' }, { target: '/a' }, '302 http://foo/a%20x'],
    ];
    for (const [configuration, question, expected] of vectors) {
      it(`${JSON.stringify(configuration)} makes ${expected} of ${JSON.stringify(question)}`, async () => {
        assert.equal(ending(await serve([{ redirectRegex: configuration }], question)), expected);
      });
    }

    it('leaves out a fragment with nothing in it', async () => {
      const regex = { regex: '^http://foo/x$', replacement: 'https://foo/y#' };
      assert.equal(ending(await serve([{ redirectRegex: regex }], { target: '/x' })), '302 https://foo/y');
    });

    it('is not certain of a replacement that is no address with a host', async () => {
      const served = await serve([{ redirectRegex: { regex: '.*', replacement: '/elsewhere' } }], {});
      assert.equal(ending(served), 'not certain: The redirect target could not be evaluated.');
    });
  });
});

describe('forwardedRequest: the path that a server sees', () => {
  it('is changed by one middleware after another, and tells by which', async () => {
    const served = await serve(
      [{ stripPrefix: { prefixes: ['/api'] } }, { compress: {} }, { addPrefix: { prefix: '/v2' } }],
      { target: '/api/x' },
    );
    assert.deepEqual(
      served.changes.map(({ by, target }) => [by.name, target]),
      [
        ['m0@file', '/x'],
        ['m2@file', '/v2/x'],
      ],
    );
    assert.equal(ending(served), '/v2/x');
  });

  it('is changed by the middlewares of a chain in its place', async () => {
    const others = [
      {
        name: 'strip@file',
        provider: 'file',
        status: 'enabled',
        type: 'stripprefix',
        stripPrefix: { prefixes: ['/a'] },
      },
      { name: 'add@file', provider: 'file', status: 'enabled', type: 'addprefix', addPrefix: { prefix: '/b' } },
    ];
    const served = await serve([{ chain: { middlewares: ['strip', 'add'] } }], { target: '/a/x' }, { others });
    assert.equal(ending(served), '/b/x');
  });

  it('is not certain behind a chain that leads to itself', async () => {
    const served = await serve([{ chain: { middlewares: ['m0'] } }], {});
    assert.equal(ending(served), 'not certain: The chain is nested too deeply to evaluate.');
  });

  it('is not certain behind a plugin, what is disabled, what is missing, and what is not known', async () => {
    assert.match(
      ending(await serve([{ plugin: { rewrite: {} }, type: 'rewrite' }], {})),
      /^not certain: This middleware is a plugin/,
    );
    const disabled = { addPrefix: { prefix: '/a' }, status: 'disabled' };
    assert.equal(ending(await serve([disabled], {})), 'not certain: Traefik disabled this middleware.');
    assert.equal(
      ending(await serve([{ chain: { middlewares: ['gone'] } }], {})),
      'not certain: Traefik does not list this middleware.',
    );
    assert.equal(
      ending(await serve([{ rewriteTarget: { replacement: '/x' } }], {})),
      'not certain: Middlewares of type rewriteTarget are not evaluated.',
    );
    assert.match(ending(await serve([{ addPrefix: { prefix: 5 } }], {})), /^not certain: The settings/);
  });

  it('is what arrives, cleaned as the entry point does it', async () => {
    const served = await serve([], { target: '/a/../%62//c?x=%2e' });
    assert.equal(served.arrives, '/b/c?x=%2e');
    assert.equal(ending(served), '/b/c?x=%2e');
    const entryPoint = { http: { sanitizePath: false } };
    assert.equal(ending(await serve([], { target: '/a/..//c' }, { entryPoint })), '/a/..//c');
  });

  it('is not certain where versions differ, and of a build of one’s own what a recent version makes of it', async () => {
    const dots = { target: '/a//b' };
    for (const version of ['3.4.0', '2.11.24']) {
      assert.match(
        ending(await serve([], dots, { version })),
        /^not certain: It is unknown how this Traefik version cleans/,
        version,
      );
    }
    for (const version of ['3.4.1', '2.11.25', '3.5.0', 'v3.10.2', 'dev']) {
      assert.equal(ending(await serve([], dots, { version })), '/a/b', version);
    }
  });

  describe('depends on the version where a middleware makes what is not clean:', () => {
    const strip = { stripPrefix: { prefixes: ['/api'] } };
    const stripRegex = { stripPrefixRegex: { regex: ['^/ap.'] } };
    const replace = { replacePathRegex: { regex: '^/api(.*)', replacement: '/$1' } };
    /** By version: what is made of `/api./x`, and of `/api/x` what begins with two slashes. */
    const expected: Readonly<Record<string, readonly [stripped: string, replaced: string]>> = {
      '2.11.42': ['/./x', '//x'],
      '2.11.43': ['/x', '//x'],
      '2.11.46': ['/x', '//x'],
      '2.11.47': ['400', '//x'],
      '2.11.51': ['400', '//x'],
      '2.11.52': ['400', '400'],
      '3.5.6': ['/./x', '//x'],
      '3.6.13': ['/./x', '//x'],
      '3.6.14': ['/x', '//x'],
      '3.6.17': ['/x', '//x'],
      '3.6.18': ['400', '//x'],
      '3.6.22': ['400', '//x'],
      '3.6.23': ['400', '400'],
      '3.7.0': ['/x', '//x'],
      '3.7.1': ['/x', '//x'],
      '3.7.2': ['400', '//x'],
      '3.7.6': ['400', '//x'],
      '3.7.7': ['400', '400'],
    };
    for (const [version, [stripped, replaced]] of Object.entries(expected)) {
      it(version, async () => {
        const end = async (middleware: Readonly<Record<string, unknown>>, target: string): Promise<string> =>
          ending(await serve([middleware], { target }, { version }));
        assert.equal(await end(strip, '/api./x'), stripped);
        assert.equal(await end(stripRegex, '/api./x'), stripped);
        assert.equal(await end(replace, '/api/x'), replaced);
        for (const middleware of [strip, stripRegex]) assert.equal(await end(middleware, '/api/x'), '/x');
      });
    }

    it('a build of one’s own', async () => {
      for (const version of ['dev', '3.7.0-rc.2']) {
        for (const [middleware, target] of [
          [strip, '/api./x'],
          [stripRegex, '/api./x'],
        ] as const) {
          const end = ending(await serve([middleware], { target }, { version }));
          assert.match(end, /^not certain: Traefik versions treat this path differently/, version);
        }
        assert.equal(ending(await serve([strip], { target: '/api/x' }, { version })), '/x');
      }
      const end = ending(await serve([replace], { target: '/api/x' }, { version: 'dev' }));
      assert.match(end, /^not certain: Traefik versions treat this path differently/);
    });

    it('slashes too are refused', async () => {
      const slash = { stripPrefix: { prefixes: ['/api/'], forceSlash: false } };
      const entryPoint = { http: { sanitizePath: false } };
      assert.equal(ending(await serve([slash], { target: '/api///x' }, { entryPoint })), '400');
      assert.equal(ending(await serve([slash], { target: '/api///x' }, { entryPoint, version: '3.7.1' })), '/x');
      assert.equal(ending(await serve([slash], { target: '/api///x' }, { entryPoint, version: '3.6.13' })), '//x');
    });

    it('encoded prefixes were cut by how long they are decoded', async () => {
      const at = async (middleware: Readonly<Record<string, unknown>>, version: string): Promise<string> =>
        ending(await serve([middleware], { target: '/a%2Fb/c%2Fd' }, { version }));
      const [plain, regex] = [{ stripPrefix: { prefixes: ['/a/b'] } }, { stripPrefixRegex: { regex: ['^/a/b'] } }];
      for (const middleware of [plain, regex]) {
        assert.equal(await at(middleware, '3.6.12'), '/c%2Fd');
        assert.equal(await at(middleware, '2.11.42'), '/c%2Fd');
        assert.match(await at(middleware, 'dev'), /^not certain/);
        assert.equal(await at(middleware, '3.6.11'), '/c/d');
      }
    });

    it('blanks around a prefix counted', async () => {
      const blank = { stripPrefix: { prefixes: ['/x '] } };
      for (const [version, plain, blanks] of [
        ['3.6.13', '/x/y', '/y'],
        ['2.11.42', '/x/y', '/y'],
        ['3.6.14', '/y', '/%20/y'],
      ] as const) {
        assert.equal(ending(await serve([blank], { target: '/x/y' }, { version })), plain, version);
        assert.equal(ending(await serve([blank], { target: '/x%20/y' }, { version })), blanks, version);
      }
      assert.match(ending(await serve([blank], { target: '/x/y' }, { version: 'dev' })), /^not certain/);
    });

    it('an encoded path that no longer fits stays what the next expression sees', async () => {
      const target = '/a/./a%2Fb';
      const stack = [
        { stripPrefixRegex: { regex: ['^/[^/]+/'] } },
        { stripPrefixRegex: { regex: ['/[a-z]+'] } },
        { replacePathRegex: { regex: '%2F', replacement: '//' } },
      ];
      assert.equal(ending(await serve(stack, { target }, { version: '3.6.11' })), '///b');
    });

    it('an empty replacement was none', async () => {
      const nothing = { replacePathRegex: { regex: '^/api', replacement: '' } };
      assert.equal(ending(await serve([nothing], { target: '/api/x' }, { version: '2.11.0' })), '/api/x');
      assert.equal(ending(await serve([nothing], { target: '/api/x' }, { version: '2.11.1' })), '/x');
    });
  });

  it('is none where a middleware refuses escapes', async () => {
    const encodedCharacters = { allowEncodedSlash: false, allowEncodedPercent: true };
    const end = async (target: string, more: object = {}): Promise<string> =>
      ending(await serve([{ encodedCharacters: { ...encodedCharacters, ...more } }], { target }));
    assert.equal(await end('/a%2fb'), '400 by m0@file: This middleware denies %2F in paths.');
    assert.equal(await end('/a%2Fb%3B'), '400 by m0@file: This middleware denies %2F and %3B in paths.');
    assert.equal(await end('/a%25b?x=%2F'), '/a%25b?x=%2F');
    assert.equal(await end('/a%2Fb', { allowEncodedSlash: true }), '/a%2Fb');
  });

  it('is none where a list of addresses does not let the client in', async () => {
    const sourceRange = ['10.20.0.0/16'];
    const end = async (type: string, clientIp: string | undefined, more: object = {}): Promise<string> => {
      const served = await serve([{ [type]: { sourceRange, ...more } }], { target: '/api', clientIp });
      const guards = served.end.kind === 'served' ? served.end.guards.map(({ name }) => ` once ${name}`) : [];
      return `${ending(served)}${guards.join('')}`;
    };
    const refused = 'by m0@file: Allowed addresses: 10.20.0.0/16.';
    assert.equal(await end('ipAllowList', '127.0.0.1'), `403 ${refused}`);
    assert.equal(await end('ipWhiteList', '127.0.0.1'), `403 ${refused}`);
    assert.equal(await end('ipAllowList', '127.0.0.1', { rejectStatusCode: 404 }), `404 ${refused}`);
    assert.equal(await end('ipAllowList', '10.20.1.1'), '/api');
    assert.equal(await end('ipAllowList', undefined), '/api once m0@file');
    assert.equal(await end('ipAllowList', '127.0.0.1', { ipStrategy: {} }), `403 ${refused}`);
    assert.equal(await end('ipAllowList', '127.0.0.1', { ipStrategy: { depth: 1 } }), '/api once m0@file');
    assert.equal(await end('ipAllowList', '::ffff:10.20.1.1'), '/api');
    const many = Array.from({ length: 9 }, (_, at) => `10.${at}.0.0/16`);
    const list = { sourceRange: many };
    const more = '403 by m0@file: Allowed addresses: 10.0.0.0/16, 10.1.0.0/16, 10.2.0.0/16, and 6 more ranges.';
    assert.equal(await end('ipAllowList', '127.0.0.1', list), more);
  });

  it('is behind those that ask who somebody is', async () => {
    const { end } = await serve([{ basicAuth: { users: [] } }, { compress: {} }, { forwardAuth: {} }], {});
    assert.deepEqual(end.kind === 'served' && end.guards.map(({ name }) => name), ['m0@file', 'm2@file']);
  });

  it('is none where all servers are down', async () => {
    const servers = [{ url: 'http://10.0.0.1:80' }, { url: 'http://10.0.0.2:80' }];
    const serverStatus = { 'http://10.0.0.1:80': 'DOWN', 'http://10.0.0.2:80': 'DOWN' };
    const down = { loadBalancer: { servers, healthCheck: {} }, serverStatus };
    assert.equal(ending(await serve([], {}, { service: down })), '503 by s@file: All 2 servers are down.');
    const some = { ...down, serverStatus: { ...serverStatus, 'http://10.0.0.1:80': 'UP' } };
    assert.equal(ending(await serve([], {}, { service: some })), '/');
    const one = { loadBalancer: { servers: servers.slice(0, 1) }, serverStatus };
    assert.equal(ending(await serve([], {}, { service: one })), '503 by s@file: The only server is down.');
    const weighted = { type: 'weighted', loadBalancer: undefined, weighted: { services: [{ name: 'a' }] } };
    const services = [{ name: 'a@file', provider: 'file', status: 'enabled', type: 'loadbalancer', ...down }];
    const below = '503 by s@file: All 2 servers are down.';
    assert.equal(ending(await serve([], {}, { service: weighted, services })), below);
    const before = { stripPrefix: { prefixes: ['/api'] } };
    assert.equal(ending(await serve([before], { target: '/api./x' }, { service: down })), '400');
  });

  it('is none where the entry point denies what is in the path', async () => {
    const entryPoint = { http: { encodedCharacters: { allowEncodedSlash: false, allowEncodedHash: true } } };
    const denied = '400 by r@file: The entry point denies %2F in paths (http.encodedCharacters).';
    assert.equal(ending(await serve([], { target: '/a%2Fb' }, { entryPoint })), denied);
    assert.equal(ending(await serve([], { target: '/a%2Fb' })), '/a%2Fb');
    for (const version of ['2.11.34', '3.6.6']) {
      assert.equal(ending(await serve([], { target: '/a%2Fb' }, { version })), denied, version);
    }
    for (const version of ['2.11.35', '3.6.7', '3.6.2', '3.5.0', 'dev']) {
      assert.equal(ending(await serve([], { target: '/a%2Fb' }, { version })), '/a%2Fb', version);
    }
  });

  it('is none of a CONNECT over HTTP/1', async () => {
    const end = async (version: string): Promise<string> =>
      ending(await serve([], { method: 'CONNECT', target: '/x' }, { version }));
    const refused = '501 by s@file: CONNECT is supported only over HTTP/2.';
    for (const version of ['2.11.53', '3.6.24', '3.7.9']) assert.equal(await end(version), refused, version);
    for (const version of ['2.11.52', '3.6.23', '3.7.8']) assert.equal(await end(version), '/x', version);
    assert.match(await end('dev'), /^not certain: Traefik versions treat CONNECT differently/);
  });

  it('has lost a question mark with nothing behind it, and what has no slash, on Traefik 2', async () => {
    const two = { version: '2.11.53' };
    assert.equal(ending(await serve([], { target: '/x?' }, two)), '/x');
    assert.equal(ending(await serve([], { target: '/x??' }, two)), '/x??');
    assert.equal(ending(await serve([], { target: '/x?' })), '/x?');
    const plain = { replacePath: { path: 'b' } };
    const service = { loadBalancer: { servers: [{ url: 'http://10.0.0.1/b%20b' }] } };
    assert.equal(ending(await serve([plain], { target: '/x?y' }, two)), '/');
    assert.equal(ending(await serve([plain], { target: '/x?y' }, { ...two, service })), '/b%20b');
    assert.equal(ending(await serve([plain], { target: '/x?y' })), 'b?y');
    assert.match(ending(await serve([{ replacePath: { path: 'a:b' } }], {}, two)), /^not certain/);
  });

  it('is not certain where what is cut out cannot stand in X-Forwarded-Prefix: no server is asked then', async () => {
    const end = async (middleware: object, target: string): Promise<string> =>
      ending(await serve([{ ...middleware }], { target }));
    for (const control of ['%00', '%0A', '%7F']) {
      assert.match(
        await end({ stripPrefixRegex: { regex: ['/a(?s:.)'] } }, `/a${control}/x`),
        /^not certain: .*X-Forwarded-Prefix/,
        control,
      );
      assert.equal(await end({ stripPrefixRegex: { regex: ['/a'] } }, `/a/x${control}`), `/x${control}`);
    }
    assert.equal(await end({ stripPrefixRegex: { regex: ['/a\\s'] } }, '/a%09/x'), '/x');
    assert.match(await end({ stripPrefix: { prefixes: ['/a\u0001'] } }, '/a%01/x'), /X-Forwarded-Prefix/);
  });

  it('comes with the host that a middleware sets, or the server’s own', async () => {
    const headers = { customRequestHeaders: { host: 'inner.test' } };
    assert.equal(ending(await serve([{ headers }], { target: '/x' })), '/x host inner.test');
    const service = { loadBalancer: { passHostHeader: false, servers: [{ url: 'http://10.0.0.1' }] } };
    assert.equal(ending(await serve([], { target: '/x' }, { service })), '/x host of the server');
  });

  it('stands behind the path of the server’s URL where that is preserved', async () => {
    const at = async (url: string, target: string): Promise<string> => {
      const service = { loadBalancer: { servers: [{ url, preservePath: true }] } };
      return ending(await serve([], { target }, { service }));
    };
    assert.equal(await at('http://10.0.0.1/base/', '/x?a'), '/base/x?a');
    assert.equal(await at('http://10.0.0.1/base', '/x'), '/base/x');
    assert.equal(await at('http://10.0.0.1', '/x'), '/x');
    assert.equal(await at('http://10.0.0.1/base', '/a%2Fb'), '/base/a%2Fb');
  });

  it('is changed by the middlewares of the service too', async () => {
    const service = { middlewares: ['late'] };
    const others = [
      { name: 'late@file', provider: 'file', status: 'enabled', type: 'addprefix', addPrefix: { prefix: '/late' } },
    ];
    assert.equal(ending(await serve([], { target: '/x' }, { service, others })), '/late/x');
  });

  it('is not certain where servers or the services behind the first change it each in their way', async () => {
    const server = { url: 'http://10.0.0.1/base/', preservePath: true };
    const differing = { loadBalancer: { servers: [server, { url: 'http://10.0.0.2' }] } };
    assert.match(
      ending(await serve([], {}, { service: differing })),
      /^not certain: The servers of this service get different paths/,
    );
    const weighted = { type: 'weighted', loadBalancer: undefined, weighted: { services: [{ name: 'a' }] } };
    const child = { name: 'a@file', provider: 'file', status: 'enabled', loadBalancer: {} };
    assert.equal(ending(await serve([], {}, { service: weighted, services: [child] })), '/');
    const own = { ...child, middlewares: ['m'] };
    assert.match(ending(await serve([], {}, { service: weighted, services: [own] })), /its own middlewares/);
    assert.match(ending(await serve([], {}, { service: weighted })), /Traefik does not list/);
  });

  it('parts parameters by & where the query has semicolons', async () => {
    assert.equal(ending(await serve([], { target: '/x?a=1;b=2' })), '/x?a=1&b=2');
    const redirect = { redirectScheme: { scheme: 'https' } };
    const add = { addPrefix: { prefix: '/p' } };
    assert.equal(ending(await serve([redirect], { target: '/x?a;b' })), '302 https://foo/x?a;b');
    assert.equal(ending(await serve([add, redirect], { target: '/x?a;b' })), '302 https://foo/p/x?a&b');
    const entryPoint = { http: { encodeQuerySemicolons: true } };
    assert.equal(ending(await serve([], { target: '/x?a=1;b=2' }, { entryPoint })), '/x?a=1%3Bb=2');
  });

  it('is cut by the length that Traefik gives to bytes beyond ASCII where it does not clean', async () => {
    const entryPoint = { http: { sanitizePath: false } };
    const strip = { stripPrefixRegex: { regex: ['^/[^/]+/'] } };
    assert.equal(ending(await serve([strip], { target: "/é/'" }, { entryPoint })), '/%27');
  });

  it('shows what is no UTF-8 encoded', async () => {
    assert.equal(ending(await serve([], { target: '/%FF' })), '/%FF');
    assert.equal(ending(await serve([{ addPrefix: { prefix: '/é' } }], { target: '/x' })), '/%C3%A9/x');
  });
});

// None of these may crash, and none may take longer than mocha waits.
describe('forwardedRequest: a way made to do harm', () => {
  const item = (name: string, more: object): Raw => ({
    name: `${name}@file`,
    provider: 'file',
    status: 'enabled',
    ...more,
  });

  it('has middlewares that are called as what every object has', async () => {
    for (const type of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      const others = [item('odd', JSON.parse(`{"type": "${type.toLowerCase()}", "${type}": {}}`))];
      const chain = { chain: { middlewares: ['odd'] } };
      assert.match(
        ending(await serve([chain], {}, { others })),
        /^not certain: Middlewares of type \w+ are not evaluated/,
        type,
      );
    }
  });

  it('has replacements that grow without end', async () => {
    const doubled = { replacePathRegex: { regex: '.*', replacement: '$0'.repeat(50) } };
    const longer = /^not certain: The resulting URL is too long/;
    assert.match(ending(await serve(Array(12).fill(doubled), { target: '/x' })), longer);
    const atOnce = { regex: '.', replacement: '$0'.repeat(5_000) };
    assert.match(ending(await serve([{ replacePathRegex: atOnce }], { target: `/${'x'.repeat(5_000)}` })), longer);
    assert.match(ending(await serve([{ redirectRegex: atOnce }], { target: `/${'x'.repeat(5_000)}` })), longer);
    const huge = { regex: '.', replacement: '$0'.repeat(1_000_000) };
    assert.match(ending(await serve([{ redirectRegex: huge }], {})), longer);
    assert.match(ending(await serve([{ addPrefix: { prefix: `/${'x'.repeat(1_000_000)}` } }], {})), longer);
  });

  it('has regular expressions that take long together', async () => {
    const regex = Array.from({ length: 3_000 }, (_, at) => `^/${'(a?b?c?){10}'.repeat(20)}${at}$`);
    const target = `/${'abc'.repeat(2_500)}`;
    assert.match(ending(await serve([{ stripPrefixRegex: { regex } }], { target })), /^not certain: The regular/);
  });

  it('has chains and services that name each other many times', async () => {
    const chains = Array.from({ length: 18 }, (_, at) =>
      item(`c${at}`, { type: 'chain', chain: { middlewares: Array(8).fill(`c${at + 1}`) } }),
    );
    const others = [...chains, item('c18', { type: 'compress', compress: {} })];
    assert.match(ending(await serve([{ chain: { middlewares: ['c0'] } }], {}, { others })), /too many middlewares/);
    const weighted = (at: number): Readonly<Record<string, unknown>> => ({
      type: 'weighted',
      loadBalancer: undefined,
      weighted: { services: Array(10).fill({ name: `w${at + 1}`, weight: 1 }) },
    });
    const services = [
      ...Array.from({ length: 18 }, (_, at) => item(`w${at + 1}`, weighted(at + 1))),
      item('w19', { type: 'loadbalancer', loadBalancer: { servers: [{ url: 'http://10.0.0.1' }] } }),
    ];
    assert.equal(ending(await serve([], { target: '/x' }, { service: weighted(0), services })), '/x');
    const circle = { type: 'weighted', loadBalancer: undefined, weighted: { services: [{ name: 's' }] } };
    assert.match(ending(await serve([], {}, { service: circle })), /^not certain/);
  });
});
