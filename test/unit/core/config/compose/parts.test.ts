import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import type { SourceFile } from '../../../../../src/core/config/source/placedText';

function toldOf(...files: readonly SourceFile[]): readonly string[] {
  return checkConfigGroups(readConfigFiles(files), {}).map(
    ({ severity, code, range }) => `${severity} ${code} ${range.path}`,
  );
}

const service = (path: string, what: string, labels: readonly string[], owner = 'labels'): SourceFile => {
  const list = `[${labels.map((one) => `'${one}'`).join(', ')}]`;
  const body = owner === 'deploy' ? `deploy: { labels: ${list} }` : `labels: ${list}`;
  return { path, text: `services:\n  web:\n    ${what}${what === '' ? '' : '\n    '}${body}\n` };
};

/** Labels of which a container lacks something, with what it lacks. */
const lacking: readonly (readonly [what: string, labels: readonly string[], owner?: string])[] = [
  ['a port', ['traefik.http.routers.a.rule=Host(`a`)'], 'deploy'],
  ['the rule of a TCP router', ['traefik.tcp.routers.a.entrypoints=pg']],
  [
    'the service of a router',
    [
      'traefik.http.services.a.loadbalancer.server.port=1',
      'traefik.http.services.b.loadbalancer.server.port=2',
      'traefik.http.routers.a.rule=Host(`a`)',
    ],
  ],
  ['the options of a middleware', ['traefik.http.middlewares.m.stripprefix=true']],
  [
    'the users of a middleware',
    [
      'traefik.http.middlewares.m.basicauth.realm=r',
      'traefik.http.routers.a.middlewares=m',
      'traefik.http.routers.a.rule=Host(`a`)',
    ],
  ],
  ['a load balancer', ['traefik.http.services.a.middlewares=m@file']],
];

describe('parts: a compose service that only adds to one of another file', () => {
  for (const [what, labels, owner] of lacking) {
    it(`may lack ${what}, which a container may not`, () => {
      assert.notDeepEqual(toldOf(service('compose.yml', 'image: a', labels, owner)), []);
      assert.deepEqual(toldOf(service('compose.local.yml', '', labels, owner)), []);
      assert.deepEqual(toldOf(service('compose.yml', 'ports: ["80"]', labels, owner)), []);
    });
  }

  it('is told what is wrong whatever the other file has', () => {
    assert.deepEqual(toldOf(service('compose.local.yml', '', ['traefik.http.routers.a.rul=Host(`a`)'])), [
      'error label.syntax compose.local.yml',
    ]);
    assert.deepEqual(toldOf(service('compose.local.yml', '', ['traefik.http.routers.a.rule=Host(`a`'])), [
      'error rule.syntax compose.local.yml',
    ]);
  });

  it('is judged with the file that it is read with', () => {
    const labels = ['traefik.tcp.routers.a.entrypoints=pg'];
    const base = { path: 'compose.yml', text: 'services: { web: { image: a } }\n' };
    assert.deepEqual(toldOf(base, service('compose.override.yml', '', labels)), [
      'error rule.missing compose.override.yml',
    ]);
    const whole = service('compose.yml', 'image: a', ['traefik.tcp.routers.a.rule=HostSNI(`*`)']);
    assert.deepEqual(toldOf(whole, service('compose.override.yml', '', labels)), []);
  });

  it('adds to the service of a file beside it, which may lack it then', () => {
    const labels = ['traefik.tcp.routers.a.entrypoints=pg'];
    const other = service('compose.prod.yml', '', ['traefik.tcp.routers.a.rule=HostSNI(`*`)']);
    assert.deepEqual(toldOf(service('compose.yml', 'image: a', labels), other), []);
    assert.deepEqual(toldOf(service('compose.yml', 'image: a', labels), { ...other, path: 'b/compose.prod.yml' }), [
      'error rule.missing compose.yml',
    ]);
  });
});

describe('parts: objects that two containers declare differently', () => {
  const told = (one: string, other: string): readonly string[] => {
    const container = (name: string, label: string): string =>
      `  ${name}: { image: a, labels: ['traefik.http.routers.r.rule=Host(\`a\`)', 'traefik.http.routers.r.service=s@file', 'traefik.http.services.s.loadbalancer.server.port=1', '${label}'] }\n`;
    const text = `services:\n${container('a', one)}${container('b', other)}`;
    return checkConfigGroups(readConfigFiles([{ path: 'compose.yml', text }]), {}).map(({ message }) => message);
  };

  for (const [kind, label, words] of [
    ['router', 'traefik.http.routers.r.priority', /Traefik leaves the router out\.$/],
    ['service', 'traefik.http.services.s.loadbalancer.sticky.cookie.name', /Traefik deletes the service, /],
    ['middleware', 'traefik.http.middlewares.m.addprefix.prefix', /Traefik deletes the middleware, /],
  ] as const) {
    it(`lose what Traefik deletes: the ${kind}`, () => {
      const messages = told(`${label}=1`, `${label}=2`);
      assert.equal(messages.length, 2);
      for (const message of messages) assert.match(message, words);
    });
  }
});
