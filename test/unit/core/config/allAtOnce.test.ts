import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';

/** What is told of a file: its line and code. */
function toldOf(path: string, text: string): readonly string[] {
  return checkConfigGroups(readConfigFiles([{ path, text }]), {})
    .map(({ code, range }) => `${text.slice(0, range.start).split('\n').length} ${code}`)
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
}

const bad = 'Hots(`a`)';
const router = (name: string, more = ''): string =>
  `    ${name}:\n      rule: ${bad}\n      service: s@docker\n${more}`;
const dynamic = (rest: string): string => `http:\n  routers:\n${rest}`;
const manifest = (name: string, spec: string): string =>
  `apiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: { name: ${name}, namespace: a }\nspec:\n  routes:\n${spec}`;
const route = (match: string): string =>
  `    - match: ${match}\n      kind: Rule\n      services: [ { name: s, port: 80 } ]\n`;
const container = (name: string, ...labels: readonly string[]): string =>
  `  ${name}:\n    image: a\n    labels:\n${labels.map((one) => `      - ${one}\n`).join('')}`;

describe('allAtOnce: a file that cannot be read to its end', () => {
  /** Texts that nobody can read, and what stands behind them: all of it looks wrong. */
  const broken = [
    '      service:admin\n      tls: {}\n',
    '      middlewares: [a, b\n      unknown: a\n',
    '      entryPoints: "web\n      unknown: a\n',
    '   middlewares: a\n      unknown: a\n',
    '\tmiddlewares: a\n      unknown: a\n',
    '      middlewares: a: b\n      unknown: a\n',
    '      middlewares: {a: b\n      unknown: a\n',
  ];

  for (const text of broken) {
    it(`is judged before the fault, and not behind it: ${JSON.stringify(text)}`, () => {
      const told = toldOf(
        'dynamic.yml',
        dynamic(`${router('a')}${router('b', text)}${router('c', '      unknown: a\n')}`),
      );
      assert.ok(told.includes('4 rule.syntax'), told.join());
      assert.ok(told.includes('7 rule.syntax'), told.join());
      assert.deepEqual(
        told.filter((one) => !one.endsWith('text.syntax')),
        ['4 rule.syntax', '7 rule.syntax'],
      );
      assert.ok(told.length > 2);
    });
  }

  it('is not judged in what has no end, and has one fault in a line', () => {
    const open = [
      `      rule: "${bad}\n`,
      `      rule: '${bad}\n      tls: {}\n`,
      `      middlewares: [ "a@Docker", "b\n`,
    ];
    for (const text of open) {
      const told = toldOf('dynamic.yml', dynamic(`${router('a')}    b:\n${text}`));
      assert.deepEqual([told.length, told[0]], [2, '4 rule.syntax'], text);
      assert.match(told[1] ?? '', /text\.syntax$/);
    }
    // A tab, and what a parser takes the rest of its line for.
    const told = toldOf(
      'compose.yml',
      `services:\n${container('a', `traefik.http.routers.r.rule=${bad}`)}  b:\n\timage: a\n    x: y\n`,
    );
    assert.deepEqual(told, ['5 rule.syntax', '7 text.syntax']);
    // What is merged is not there, so that nothing is known of it.
    for (const merged of ['*b', '[ *b ]']) {
      const text = `services:\n${container('a', 'traefik.enable=true')}  b:\n    <<: ${merged}\n`;
      assert.deepEqual(toldOf('compose.yml', text), ['7 text.syntax']);
    }
  });

  it('lacks nothing for what may stand behind the fault', () => {
    for (const text of ['    a:\n      rule: Host(`a`)\n      [\n', '    a:\n      tls:\n      - [\n', '    a:\n']) {
      const told = toldOf('dynamic.yml', dynamic(`${text}     b: c: d\n`));
      assert.ok(told.length > 0, text);
      assert.ok(
        told.every((one) => one.endsWith('text.syntax')),
        told.join(),
      );
    }
    assert.deepEqual(toldOf('a.toml', '[http]\n  [http.routers]\n    [http.routers.a  b]\n      rule = "a"\n'), [
      '3 text.syntax',
    ]);
    assert.deepEqual(toldOf('a.toml', `[http.routers.a]\nrule = "${bad}"\n[http.middlewares.m.stripPrefix]\n[x\n`), [
      '2 rule.syntax',
      '5 text.syntax',
    ]);
  });

  it('is a compose file, too, of which no container is known to lack anything', () => {
    const labels = [
      'traefik.tcp.routers.t.entrypoints=pg',
      `traefik.http.routers.r.rule=${bad}`,
      'traefik.http.routers.r.rul=a',
    ];
    const told = toldOf(
      'compose.yml',
      `services:\n${container('a', ...labels)}  b: c: d\n${container('e', 'traefik.http.routers.r.rul=b')}`,
    );
    assert.deepEqual(told, ['6 rule.syntax', '7 label.syntax', '8 text.syntax']);
  });

  it('has other documents, which are judged whole', () => {
    const first = manifest('a', route(bad));
    const second = manifest(
      'b',
      `${route(bad)}    - match: Host(\`b\`)\n      services: [ { name: s } ]\n      kind: x: y\n`,
    );
    const third = manifest('c', `${route('Host(`c`)').replace(', port: 80', '')}`);
    for (const [files, expected] of [
      [
        [first, second, third],
        ['6 rule.syntax', '15 rule.syntax', '20 text.syntax', '29 kubernetes.reference'],
      ],
      [
        [second, first],
        ['6 rule.syntax', '11 text.syntax', '18 rule.syntax'],
      ],
    ] as const) {
      assert.deepEqual(toldOf('routes.yml', files.join('---\n')), expected);
    }
  });
});

describe('allAtOnce: a container that is lost for one label', () => {
  it('has its rules, values, and types judged all the same', () => {
    const told = toldOf(
      'compose.yml',
      `services:\n${container(
        'a',
        'traefik.http.routers.r.rul=a',
        `traefik.http.routers.s.rule=${bad}`,
        'traefik.http.middlewares.m.ipallowlist.sourcerange=10.0.0.0/99',
        'traefik.http.middlewares.n.addprefix.prefix=/a',
        'traefik.http.middlewares.n.stripprefix.prefixes=/a',
        'traefik.http.middlewares.o.basicauth.realm=a',
        'traefik.tcp.routers.t.rule=HostSNI(`a`)',
      )}`,
    );
    assert.deepEqual(told, ['5 label.syntax', '6 rule.syntax', '7 object.value', '8 object.types']);
  });

  it('has those of a file told with those of its other files', () => {
    const files = [
      { path: 'd/a.yml', text: dynamic(router('a')) },
      { path: 'd/b.yml', text: dynamic('    b:\n      rulee: a\n') },
    ];
    const problems = checkConfigGroups(readConfigFiles(files), {});
    assert.deepEqual(problems.map(({ code, range }) => `${range.path} ${code}`).sort(), [
      'd/a.yml rule.syntax',
      'd/b.yml file.syntax',
    ]);
  });
});

describe('allAtOnce: a file that is lost for one option', () => {
  it('has its servers, strategies, and children judged all the same', () => {
    const services = [
      'a: { loadBalancer: { strategy: best, servers: [{ url: "http://a b" }] } }',
      'b: { weighted: { services: [{ name: a }, { name: c@dockr }] } }',
    ];
    const text = `http:\n  rooters: {}\n  services:\n${services.map((one) => `    ${one}\n`).join('')}  middlewares:\n    m: { errors: { service: d@dockr } }\n`;
    assert.deepEqual(toldOf('dynamic.yml', text), [
      '2 file.syntax',
      '4 object.value',
      '4 object.value',
      '5 ref.unknown',
      '7 ref.unknown',
    ]);
  });
});

describe('allAtOnce: an object of Kubernetes that is lost', () => {
  it('has the rules, names, and ports of its routes judged all the same', () => {
    const refused = `    - match: ${bad}
      kind: Rule
      middlewares: [{ name: a@kubernetescrd }]
      services: [{ name: s }]
`;
    const tls = '  tls: { options: { name: default, namespace: a } }\n';
    assert.deepEqual(toldOf('routes.yml', `${manifest('a', `${refused}${refused}`)}${tls}`), [
      '6 rule.syntax',
      '8 ref.unknown',
      '9 kubernetes.reference',
      '10 rule.syntax',
      '12 ref.unknown',
      '13 kubernetes.reference',
      '14 ref.unknown',
    ]);
    const tcp = manifest('a', '    - match: HostSN(`a`)\n      services: [{ name: s }]\n').replace('Route', 'RouteTCP');
    assert.deepEqual(toldOf('routes.yml', tcp), ['6 rule.syntax', '7 kubernetes.reference']);
  });

  it('has the paths of an Ingress judged, and the names in its other annotations', () => {
    const annotations = ['router.entrypoint: web', 'router.middlewares: a@kubernetescrd'];
    const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: a
  annotations:
${annotations.map((one) => `    traefik.ingress.kubernetes.io/${one}\n`).join('')}spec:
  rules:
    - http:
        paths:
          - { path: "/a/{id}", pathType: Prefix, backend: { service: { name: s, port: { number: 80 } } } }
          - { path: /b, backend: { resource: {} } }
`;
    assert.deepEqual(toldOf('ingress.yml', ingress), [
      '6 kubernetes.reference',
      '7 ref.unknown',
      '12 rule.legacy',
      '13 kubernetes.reference',
    ]);
  });

  it('takes the place of no other, and declares nothing', () => {
    const [good, lost] = [route('Host(`a`)'), route('Host(`a`)').replace(', port: 80', '')];
    assert.deepEqual(toldOf('routes.yml', manifest('a', `${good}${lost}`)), ['11 kubernetes.reference']);
    assert.deepEqual(toldOf('routes.yml', manifest('a', `${lost}${good}`)), ['8 kubernetes.reference']);
  });
});

describe('allAtOnce: an object with several faults', () => {
  const toldWords = (path: string, text: string): readonly string[] =>
    checkConfigGroups(readConfigFiles([{ path, text }]), {}).map(
      ({ message, range }) => `${text.slice(range.start, range.end)}: ${message}`,
    );
  const holds = (told: readonly string[], ...wanted: readonly string[]): void => {
    for (const one of wanted)
      assert.ok(
        told.some((each) => each.includes(one)),
        `${one} is not in ${told.join('\n')}`,
      );
  };

  it('is told each name of a router that leads nowhere, and its rule', () => {
    const told = toldWords(
      'dynamic.yml',
      `http:
  routers:
    r:
      rule: ${bad}
      service: s@dockr
      middlewares: [one@yaml, two@internal, five@docker]
      tls: { options: six@kubernetescrd }
`,
    );
    holds(told, 'Hots', 's@dockr: ', 'one@yaml: ', 'two@internal: ', 'six@kubernetescrd: ');
    assert.ok(!told.some((one) => one.startsWith('five')));
  });

  it('is told each value, and each child', () => {
    const told = toldWords(
      'dynamic.yml',
      `http:
  middlewares:
    allow: { ipAllowList: { sourceRange: [10.0.0.0/33, 10.0.0.1, nowhere] } }
    all: { chain: { middlewares: [a@yaml, allow, b@dockr] } }
  services:
    balanced: { loadBalancer: { strategy: best, servers: [{ url: "http://a b" }, { url: "http://c" }, { url: "http://d:x" }] } }
    both: { weighted: { services: [{ name: c@yaml }, { name: balanced }, { name: d@dockr }] } }
`,
    );
    holds(told, '10.0.0.0/33: ', 'nowhere: ', 'allow: ', 'a@yaml: ', 'b@dockr: ');
    holds(told, 'best: ', 'http://a b', 'http://d:x', 'c@yaml: ', 'balanced: ', 'd@dockr: ');
    assert.ok(!told.some((one) => one.startsWith('10.0.0.1') || one.startsWith('"http://c')));
  });

  it('tells no more than a file may have', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `n${at}@yaml`).join(', ');
    const text = `http:\n  middlewares:\n    a: { chain: { middlewares: [${names}] } }\n    b: { chain: { middlewares: [${names}] } }\n`;
    assert.equal(toldWords('dynamic.yml', text).length, 1_000);
  });
});
