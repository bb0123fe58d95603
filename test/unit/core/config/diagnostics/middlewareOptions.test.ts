import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import type { ConfigProblem } from '../../../../../src/core/config/model/configProblem';

function problemsOf(path: string, text: string): readonly ConfigProblem[] {
  return checkConfigGroups(readConfigFiles([{ path, text }]), {});
}

/** What is told of a middleware that a router of a file uses: how severe, and of which text. */
function toldOf(middleware: string, protocol: 'http' | 'tcp' = 'http'): readonly string[] {
  const rule = protocol === 'http' ? 'Host(`a.test`)' : 'HostSNI(`*`)';
  const balancer = protocol === 'http' ? '{ url: http://a }' : '{ address: "a:1" }';
  const text = `${protocol}:\n  routers:\n    r: { rule: '${rule}', service: s, middlewares: [m] }\n  services:\n    s: { loadBalancer: { servers: [${balancer}] } }\n  middlewares:\n    m: ${middleware}\n`;
  return problemsOf('dyn.yml', text).map(
    ({ severity, code, range, fix }) =>
      `${severity} ${code} ${text.slice(range.start, range.end)}${fix === undefined ? '' : ` → ${fix.text}`}`,
  );
}

/** What disables a router, told at the option and at the router that uses it. */
const disabling = (at: string): readonly string[] => ['error object.value m', `error object.value ${at}`];

const hash = '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC';

describe('middlewareOptions: options that a middleware refuses', () => {
  for (const [middleware, at] of [
    ['{ addPrefix: { prefix: "" } }', 'addPrefix'],
    ['{ basicAuth: { realm: a } }', 'basicAuth'],
    ['{ basicAuth: { users: ["a:b:c"] } }', 'a:b:c'],
    ['{ buffering: { maxRequestBodyBytes: -1 } }', '-1'],
    ['{ buffering: { memResponseBodyBytes: -5 } }', '-5'],
    ['{ circuitBreaker: { checkPeriod: 1s } }', 'circuitBreaker'],
    ['{ circuitBreaker: { expression: "NetworkErrorRatio()" } }', 'NetworkErrorRatio()'],
    ['{ compress: { encodings: [deflate] } }', 'deflate'],
    ['{ compress: { encodings: [gzip, GZIP] } }', 'GZIP'],
    ['{ compress: { encodings: [gzip], defaultEncoding: br } }', 'br'],
    ['{ compress: { defaultEncoding: identity } }', 'identity'],
    ['{ compress: { excludedContentTypes: [a/b], includedContentTypes: [c/d] } }', 'includedContentTypes'],
    ['{ errors: { status: ["500"] } }', 'errors'],
    ['{ errors: { status: ["5xx"], service: s } }', '5xx'],
    ['{ errors: { status: ["500"], service: s, statusRewrites: { teapot: 500 } } }', 'teapot'],
    // A key that is a number has no name in a file.
    ['{ errors: { status: ["500"], service: s, statusRewrites: { 418: 500 } } }', '418'],
    ['{ headers: { frameDeny: false } }', 'headers'],
    ['{ headers: { customResponseHeaders: {}, referrerPolicy: "" } }', undefined],
    [
      '{ inFlightReq: { amount: 1, sourceCriterion: { requestHost: true, requestHeaderName: X-A } } }',
      'requestHeaderName',
    ],
    ['{ rateLimit: { average: 1, sourceCriterion: { ipStrategy: { depth: 1 }, requestHost: true } } }', 'requestHost'],
    [
      '{ rateLimit: { average: 1, sourceCriterion: { requestHeaderName: A, ipStrategy: { depth: 1 } } } }',
      'ipStrategy',
    ],
    ['{ rateLimit: { average: 1, sourceCriterion: { ipStrategy: { excludedIPs: [ten] } } } }', 'ten'],
    ['{ rateLimit: { average: 1, sourceCriterion: { ipStrategy: { ipv6Subnet: 129 } } } }', '129'],
    ['{ rateLimit: { average: 1, period: -1s } }', '-1s'],
    ['{ ipAllowList: { rejectStatusCode: 404 } }', 'ipAllowList'],
    ['{ ipAllowList: { sourceRange: [10.0.0.0/8], rejectStatusCode: 299 } }', '299'],
    ['{ ipWhiteList: { sourceRange: [10.0.0.0/33] } }', '10.0.0.0/33'],
    ['{ redirectScheme: { port: 443 } }', 'redirectScheme'],
    ['{ retry: { initialInterval: 1s } }', 'retry'],
    ['{ retry: { attempts: 2, disableRetryOnNetworkError: true } }', 'retry'],
  ] as const) {
    it(`disable its router: ${middleware}`, () => {
      assert.deepEqual(
        toldOf(middleware).filter((one) => one.startsWith('error object')),
        at === undefined ? [] : disabling(at),
      );
    });
  }

  it('are those of TCP, too', () => {
    assert.deepEqual(toldOf('{ ipAllowList: { sourceRange: [ten] } }', 'tcp'), disabling('ten'));
    assert.deepEqual(toldOf('{ ipWhiteList: { sourceRange: [10.0.0.1] } }', 'tcp'), []);
    // pkg/server/middleware/tcp takes one of several.
    assert.deepEqual(toldOf('{ inFlightConn: { amount: 1 }, ipAllowList: { sourceRange: [10.0.0.1] } }', 'tcp'), [
      'warning object.value inFlightConn',
    ]);
    // The same where the file is lost for something else.
    const broken = `tcp:\n  wrong: {}\n  routers:\n    r: { rule: 'HostSNI(\`*\`)', service: s }\n  middlewares:\n    m: { inFlightConn: { amount: 1 }, ipAllowList: { sourceRange: [10.0.0.1] } }\n`;
    assert.deepEqual(
      problemsOf('dyn.yml', broken).map(({ severity, code }) => `${severity} ${code}`),
      ['error file.syntax', 'warning object.value'],
    );
  });

  it('are those of a service with mirrors', () => {
    const text = `http:\n  services:\n    s: { mirroring: { service: t, mirrors: [{ name: t, percent: 101 }] } }\n    t: { loadBalancer: { servers: [{ url: http://a }] } }\n`;
    assert.deepEqual(
      problemsOf('dyn.yml', text).map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`),
      ['object.value 101'],
    );
  });

  it('are none where a variable may be right', () => {
    const labels = [
      `errors.service=\${S}`,
      `compress.encodings=\${E}`,
      `compress.defaultencoding=\${E}`,
      `headers.framedeny=\${B}`,
      `ratelimit.sourcecriterion.requesthost=\${B}`,
      `basicauth.users=a:\${HASH}`,
      `forwardauth.address=\${URL}`,
      `inflightreq.amount=\${N}`,
      `redirectregex.replacement=\${R}`,
      `stripprefix.prefixes=\${P}`,
    ];
    for (const label of labels) {
      const text = `services:\n  a:\n    image: a\n    ports: [80]\n    labels:\n      - traefik.http.middlewares.m.${label}\n`;
      assert.deepEqual(
        problemsOf('compose.yml', text).filter(({ severity }) => severity !== 'information'),
        [],
        label,
      );
    }
  });
});

describe('middlewareOptions: options that Traefik accepts, and that do nothing or refuse everybody', () => {
  for (const [middleware, ...told] of [
    ['{ basicAuth: { users: ["admin:secret"] } }', 'admin:secret'],
    ['{ basicAuth: { users: ["admin:$2y$05$tooshort"] } }', 'admin:$2y$05$tooshort'],
    [
      '{ basicAuth: { users: ["admin:$6$salt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2/jctKu9YterLp8wwnSq.qc.eoxqOmSuNp2xS0ktL3nh/"] } }',
      'admin:$6$salt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2/jctKu9YterLp8wwnSq.qc.eoxqOmSuNp2xS0ktL3nh/',
    ],
    [`{ basicAuth: { users: ["admin:${hash.replaceAll('$', '$$$$')}"] } }`, `admin:${hash.replaceAll('$', '$$$$')}`],
    [`{ basicAuth: { users: ["admin:${hash}"] } }`],
    ['{ basicAuth: { users: ["admin:$apr1$ruca84Hq$mbjdMZBAG.KWn7vfN/SNK/", "b:$1$a$mbjdMZBAG.KWn7vfN/SNK/"] } }'],
    ['{ basicAuth: { users: ["admin:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g="] } }'],
    ['{ digestAuth: { users: ["a:traefik:secret"] } }', 'a:traefik:secret'],
    [
      '{ digestAuth: { users: ["a:other:a2688e031edb4be6a3797f3882655c05"] } }',
      'a:other:a2688e031edb4be6a3797f3882655c05',
    ],
    ['{ digestAuth: { users: ["a:other:a2688e031edb4be6a3797f3882655c05"], realm: other } }'],
    ['{ digestAuth: { realm: a } }', 'digestAuth'],
    ['{ forwardAuth: { trustForwardHeader: true } }', 'forwardAuth'],
    ['{ forwardAuth: { address: "auth:9000/verify" } }', 'auth:9000/verify'],
    ['{ forwardAuth: { address: "HTTP://auth" } }'],
    ['{ inFlightReq: { amount: 0 } }', '0'],
    ['{ circuitBreaker: { expression: "NetworkErrorRatio() > 0.5", checkPeriod: -1s } }', '-1s'],
    ['{ redirectScheme: { scheme: "https://" } }', 'https://'],
    ['{ redirectScheme: { scheme: https, port: ":443" } }', ':443'],
    ['{ stripPrefix: { prefixes: [/a, b] } }', 'b'],
    ['{ ipAllowList: { sourceRange: [10.0.0.1], ipStrategy: { depth: 1, excludedIPs: [10.0.0.2] } } }', 'excludedIPs'],
    ['{ ipAllowList: { sourceRange: [10.0.0.1], ipStrategy: { depth: -1 } } }', '-1'],
  ] as const) {
    it(`are told: ${middleware}`, () => {
      assert.deepEqual(
        toldOf(middleware),
        told.map((one) => `warning object.value ${one}`),
      );
    });
  }

  it('are information where nothing is wrong but that nothing happens', () => {
    for (const [middleware, at] of [
      ['{ errors: { service: s } }', 'errors'],
      ['{ rateLimit: { burst: 5 } }', 'rateLimit'],
      ['{ passTLSClientCert: { pem: false } }', 'passTLSClientCert'],
      ['{ stripPrefix: { forceSlash: false } }', 'stripPrefix'],
    ] as const) {
      assert.deepEqual(toldOf(middleware), [`information object.value ${at}`], middleware);
    }
    assert.deepEqual(toldOf('{ rateLimit: { average: 0 } }'), []);
  });

  it('are those of a health check', () => {
    for (const [value, isTold] of [
      ['-10s', true],
      ['0s', true],
      ['"0"', true],
      ['10s', false],
      ['0.5s', false],
      ['1h0m', false],
    ] as const) {
      const text = `http:\n  services:\n    s: { loadBalancer: { servers: [{ url: http://a }], healthCheck: { path: /, interval: ${value} } } }\ntcp:\n  services:\n    s: { loadBalancer: { servers: [{ address: "a:1" }], healthCheck: { timeout: ${value} } } }\n`;
      assert.equal(problemsOf('dyn.yml', text).length, isTold ? 2 : 0, value);
    }
  });

  it('are told of a middleware of Kubernetes, whose users and services are objects', () => {
    const told = (spec: string): readonly string[] => {
      const text = `apiVersion: traefik.io/v1alpha1\nkind: Middleware\nmetadata: { name: m, namespace: a }\nspec: ${spec}\n`;
      return problemsOf('m.yml', text).map(({ severity, code, message }) => `${severity} ${code} ${message}`);
    };
    assert.deepEqual(told('{ basicAuth: { secret: s } }'), []);
    assert.deepEqual(told('{ digestAuth: { secret: s } }'), []);
    assert.deepEqual(told('{ errors: { status: ["500"], service: { name: s, port: 80 } } }'), []);
    assert.deepEqual(told('{ errors: { status: ["500"] } }'), ['error kubernetes.reference “errors” needs “service”.']);
    assert.deepEqual(
      told('{ errors: { status: ["500"], statusRewrites: { 418: 500 }, service: { name: s, port: 80 } } }'),
      [],
    );
    assert.equal(told('{ compress: { encodings: [deflate] } }').length, 1);
    assert.equal(told('{ inFlightReq: { sourceCriterion: { requestHost: true } } }').length, 1);
  });

  it('never quote what may be a password', () => {
    for (const user of ['admin:topsecret', 'admin:$2y$topsecret', 'admin:topsecret:more', 'topsecret']) {
      const text = `http:\n  middlewares:\n    m: { basicAuth: { users: ["${user}"] } }\n    n: { digestAuth: { users: ["${user}", "a:topsecret:topsecret"] } }\n`;
      const messages = problemsOf('dyn.yml', text).map(({ message, fix }) => `${message} ${fix?.text}`);
      assert.ok(messages.length > 1);
      assert.deepEqual(
        messages.filter((message) => message.includes('topsecret')),
        [],
      );
    }
  });
});

describe('middlewareOptions: dollar signs in the text that takes the place of a match', () => {
  for (const [regex, text, told] of [
    ['^/(.*)', '/$1example', `→ /\${1}example`],
    ['^/(.*)', '/$1_x', `→ /\${1}_x`],
    ['^/(?P<1example>.*)', '/$1example', undefined],
    ['^/(?P<rest>.*)', '/$rest', undefined],
    ['^/(?P<rest>.*)', '/$restful', ''],
    ['^/(?P<rest>.*)', `/\${rest}ful`, undefined],
    ['^/(.*)', '/$$1', '→ /$1'],
    ['^/(.*)', `/$$\${1}/x`, undefined],
    ['^/(.*)', `/$\${1}/x`, `→ /\${1}/x`],
    ['^/(.*)', '/$$', undefined],
    ['^/(.*)', '/$1/$0', undefined],
    ['^/(.*)', '/$2', ''],
    ['^/\\\\(a(?:b)[(](c)', '/$2', ''],
    ['^/\\\\(a(?:b)[(](c)', '/$1', undefined],
    ['^/(.*)', '/a$', undefined],
  ] as const) {
    it(`are ${told === undefined ? 'right' : 'told'}: ${text} for ${regex}`, () => {
      for (const type of ['redirectRegex', 'replacePathRegex']) {
        const said = toldOf(`{ ${type}: { regex: "${regex}", replacement: "${text}" } }`);
        assert.deepEqual(said, told === undefined ? [] : [`warning object.value ${text} ${told}`.trimEnd()]);
      }
    });
  }

  it('are read as they are behind the interpolation of compose', () => {
    const problems = (replacement: string): readonly ConfigProblem[] =>
      problemsOf(
        'compose.yml',
        `services:\n  a:\n    image: a\n    ports: [80]\n    labels:\n      - traefik.http.middlewares.m.redirectregex.regex=^/(.*)\n      - traefik.http.middlewares.m.redirectregex.replacement=${replacement}\n`,
      ).filter(({ code }) => code === 'object.value');
    const told = (replacement: string): number => problems(replacement).length;
    assert.equal(told('/$$1'), 0);
    assert.equal(told(`/$\${1}`), 0);
    assert.equal(told('/$$1example'), 1);
    assert.equal(told('/$$$$1'), 1);
    // Compose refuses a file with “${1}”.
    for (const written of ['/$$1example', '/$1example']) {
      const [problem] = problems(written);
      assert.ok(problem?.message.includes(`“$\${1}example”`), problem?.message);
      assert.equal(problem?.fix?.text, written === '/$1example' ? `/$\${1}example` : undefined);
    }
  });
});
