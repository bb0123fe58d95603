import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

/** What is told of a compose file, each with the text that it is about. */
function toldOf(text: string, path = 'compose.yml'): readonly string[] {
  return checkConfigGroups(readConfigFiles([{ path, text }]), {}).map(
    ({ severity, code, range }) => `${severity} ${code} ${text.slice(range.start, range.end)}`,
  );
}

/** The same with the file after each quick fix. */
function fixed(text: string): readonly string[] {
  return checkConfigGroups(readConfigFiles([{ path: 'compose.yml', text }]), {}).flatMap(({ fix }) =>
    fix === undefined ? [] : `${text.slice(0, fix.range.start)}${fix.text}${text.slice(fix.range.end)}`,
  );
}

const ruleLabel = 'traefik.http.routers.r.rule=Host(`a`)';
const list = (...labels: readonly string[]): string =>
  `services:\n  a:\n    image: a\n    labels:\n${[ruleLabel, ...labels].map((one) => `      - ${one}\n`).join('')}`;
const map = (...labels: readonly string[]): string =>
  `services:\n  a:\n    image: a\n    labels:\n${[ruleLabel, ...labels].map((one) => `      ${one.replace('=', ': ')}\n`).join('')}`;
const stack = (...labels: readonly string[]): string =>
  `services:\n  a:\n    image: a\n    deploy:\n      labels:\n${[ruleLabel, 'traefik.http.services.a.loadbalancer.server.port=80', ...labels].map((one) => `        - ${one}\n`).join('')}`;

describe('labelSlips: the same label twice', () => {
  it('is told in a list, of which the last one counts', () => {
    const label = 'traefik.http.routers.r.middlewares';
    assert.deepEqual(toldOf(list(`${label}=a@file`, `${label}=b@file`)), [`warning defined.twice ${label}`]);
    assert.deepEqual(toldOf(list(`${label}=a@file`, `${label}=b@file`, `${label}=c@file`)), [
      `warning defined.twice ${label}`,
      `warning defined.twice ${label}`,
    ]);
    assert.deepEqual(toldOf(list('traefik.enable=false', 'traefik.enable=true')), [
      'warning defined.twice traefik.enable',
    ]);
  });

  it('is told in two spellings, in a list, in a map, and of tags', () => {
    const labels = ['traefik.http.routers.r.entryPoints=web', 'traefik.http.routers.r.entrypoints=dns'];
    const lost = ['warning defined.twice traefik.http.routers.r.entryPoints'];
    assert.deepEqual(toldOf(list(...labels)), lost);
    assert.deepEqual(toldOf(map(...labels)), lost);
    const job = `service {\n  provider = "nomad"\n  tags = [${[ruleLabel, ...labels].map((one) => `"${one}"`).join(', ')}]\n}\n`;
    assert.deepEqual(toldOf(job, 'a.nomad'), lost);
    const twice = job.replace('entryPoints', 'entrypoints');
    assert.deepEqual(toldOf(twice, 'a.nomad'), ['warning defined.twice traefik.http.routers.r.entrypoints']);
  });

  it('is only a hint where nothing is lost, and nothing where a variable may tell them apart', () => {
    const label = 'traefik.http.routers.r.entrypoints';
    assert.deepEqual(toldOf(list(`${label}=web`, `${label}=web`)), [`information defined.twice ${label}`]);
    assert.deepEqual(
      toldOf(list(`traefik.http.routers.\${A}.priority=1`, `traefik.http.routers.\${B}.priority=2`)),
      [],
    );
    assert.deepEqual(toldOf(list('com.example.a=1', 'com.example.a=2')), []);
    assert.deepEqual(toldOf(list('traefik.http.routers.R.priority=1', 'traefik.http.routers.r.entrypoints=web')), []);
  });
});

describe('labelSlips: labels that Traefik drops', () => {
  for (const [label, meant] of [
    ['traefik.routers.r.entrypoints', 'traefik.http.routers.r.entrypoints'],
    ['traefik.router.r.entrypoints', 'traefik.http.routers.r.entrypoints'],
    ['traefik.middlewares.m.addprefix.prefix', 'traefik.http.middlewares.m.addprefix.prefix'],
    ['traefik.services.s.loadbalancer.server.scheme', 'traefik.http.services.s.loadbalancer.server.scheme'],
    ['traefik.htp.routers.r.entrypoints', 'traefik.http.routers.r.entrypoints'],
    ['traefik.tpc.routers.r.entrypoints', 'traefik.tcp.routers.r.entrypoints'],
    ['traefik.network', 'traefik.docker.network'],
    ['traefik.dokcer.network', 'traefik.docker.network'],
    ['treafik.http.routers.r.entrypoints', 'traefik.http.routers.r.entrypoints'],
    ['traefic.enable', 'traefik.enable'],
  ] as const) {
    it(`have the name of one that it reads: ${label}`, () => {
      const file = list(`${label}=1`);
      assert.deepEqual(toldOf(file), [`warning label.ignored ${label}`]);
      assert.deepEqual(fixed(file), [list(`${meant}=1`)]);
    });
  }

  for (const label of [
    'traefik.tls',
    'traefik.tls.certresolver',
    'traefik.rule',
    'traefik.entrypoints',
    'traefik.certresolver',
    'traefik.loadbalancer.server.url',
  ]) {
    it(`lack the name of an object: ${label}`, () => {
      assert.deepEqual(toldOf(list(`${label}=1`)), [`warning label.ignored ${label}`]);
      assert.deepEqual(fixed(list(`${label}=1`)), []);
    });
  }

  it('are none of those that somebody else may read', () => {
    for (const label of [
      'traefik.constraint-label=public',
      'traefik.tags=public',
      'traefik.environment=production',
      'traefik.group.name=a',
      'traefik.docker.lbswarm=true',
      'com.example.routers.r.rule=a',
      'treafik.note=a',
      'traefik-forward-auth.enable=true',
    ]) {
      assert.deepEqual(toldOf(list(label)), [], label);
    }
  });
});

describe('labelSlips: a dollar sign in the labels of a stack', () => {
  const regex = 'traefik.http.middlewares.m.redirectregex.regex';
  const replacement = 'traefik.http.middlewares.m.redirectregex.replacement';

  it('is told where it begins no variable', () => {
    for (const [label, value, after] of [
      [regex, '^(.*)/a$', '^(.*)/a$$'],
      [replacement, '$1/a/', '$$1/a/'],
      [replacement, `https://$1/$$2/$\${3}`, `https://$$1/$$2/$\${3}`],
      [regex, '^/a$|^/b$', '^/a$$|^/b$$'],
    ] as const) {
      const file = stack(`${label}=${value}`, `${label === regex ? replacement : regex}=a`);
      assert.ok(toldOf(file).includes(`warning compose.dollar ${label}=${value}`), value);
      assert.ok(fixed(file).includes(file.replace(value, () => after)), value);
    }
  });

  it('is none that is doubled, or of a variable, or for Docker Compose', () => {
    for (const value of ['^/a$$', '$$1/a', `\${A}/a`, '$A/a', `$\${1}`]) {
      assert.deepEqual(
        toldOf(stack(`${regex}=${value}`, `${replacement}=a`)).filter((one) => one.includes('dollar')),
        [],
        value,
      );
    }
    assert.deepEqual(
      toldOf(list(`${regex}=^/(a)$`, `${replacement}=$1/b`, 'traefik.http.routers.r.middlewares=m')),
      [],
    );
  });
});

describe('labelSlips: the network of a container', () => {
  const file = (label: string, networks: string, declared: string, owner = ''): string =>
    `services:\n  a:\n    image: a\n${networks}    ${owner}labels: { traefik.http.routers.r.rule: Host(\`a\`), traefik.docker.network: ${label} }\n${declared}`;
  const on = (...names: readonly string[]): string => `    networks: [${names.join(', ')}]\n`;

  it('is told if the service is not on it', () => {
    const told = ['warning container.network proxy'];
    assert.deepEqual(toldOf(file('proxy', on('front'), 'networks: { front: { external: true } }\n')), told);
    assert.deepEqual(toldOf(file('proxy', on('front'), 'networks: { front: {}, proxy: { external: true } }\n')), told);
    assert.deepEqual(toldOf(file('proxy', '', 'networks: { proxy: { external: true } }\n')), told);
    assert.deepEqual(toldOf(file('proxy', on('a'), 'networks: { a: { name: proxy-net } }\n')), told);
  });

  it('is told if Docker calls it otherwise', () => {
    assert.deepEqual(toldOf(file('front', on('front'), 'networks: { front: {} }\n')), [
      'warning container.network front',
    ]);
    assert.deepEqual(toldOf(file('front', on('front'), 'networks: { front: { external: { name: web } } }\n')), [
      'warning container.network front',
    ]);
  });

  it('is none that the service may be on', () => {
    for (const [label, networks, declared] of [
      ['proxy', on('proxy'), 'networks: { proxy: { external: true } }\n'],
      ['proxy', on('front', 'p'), 'networks: { front: {}, p: { name: proxy } }\n'],
      ['proxy', on('p'), 'networks: { p: { external: true, name: proxy } }\n'],
      ['shop_front', on('front'), 'networks: { front: {} }\n'],
      ['shop_default', '', 'networks: { proxy: {} }\n'],
      ['proxy', on('p'), `networks: { p: { name: "\${PROXY}" } }\n`],
      ['proxy', on('p'), ''],
      ['proxy', '', ''],
      ['proxy', '    network_mode: host\n', 'networks: { p: {} }\n'],
      [`"\${PROXY}"`, on('front'), 'networks: { front: {} }\n'],
      ['proxy', '    networks: { proxy: { aliases: [a] } }\n', 'networks: { proxy: { external: true } }\n'],
    ] as const) {
      assert.deepEqual(toldOf(file(label, networks, declared)), [], `${label} ${networks} ${declared}`);
    }
  });
});

describe('labelSlips: labels of another container', () => {
  const labels = `[ '${ruleLabel}', 'traefik.http.services.s.loadbalancer.server.port=80' ]`;
  const web = (more = ''): string => `  web: &web\n    image: a\n    labels: ${labels}\n${more}`;
  const told = ['information container.shared worker'];

  it('are told of one that runs something else', () => {
    for (const worker of [
      '{ <<: *web, command: work }',
      '{ extends: web, command: work }',
      '{ extends: { service: web }, image: b }',
    ]) {
      assert.deepEqual(toldOf(`services:\n${web()}  worker: ${worker}\n`), told, worker);
    }
    const shared = `x-labels: &labels ${labels}\nservices:\n  web: { image: a, labels: *labels }\n  worker: { image: b, labels: *labels }\n`;
    assert.deepEqual(toldOf(shared), told);
  });

  it('are none of a copy, of one that is off, and of one with labels of its own', () => {
    for (const worker of [
      '{ <<: *web }',
      '{ <<: *web, environment: { A: b } }',
      '{ <<: *web, command: work, labels: [ traefik.enable=false ] }',
      '{ <<: *web, command: work, labels: [] }',
      '{ extends: web, command: work, labels: [ traefik.enable=false ] }',
    ]) {
      assert.deepEqual(toldOf(`services:\n${web()}  worker: ${worker}\n`), [], worker);
    }
  });

  it('are refused in maps', () => {
    for (const written of [
      'traefik: { enable: true, http: { routers: { a: { rule: Host(`a`) } } } }',
      'traefik.http: { routers: { a: { rule: Host(`a`) } } }',
      'traefik.http.routers.a: { rule: Host(`a`) }',
    ]) {
      const [only, ...more] = toldOf(`services: { a: { image: a, labels: { ${written} } } }\n`);
      assert.match(only ?? '', /^error compose\.syntax traefik/);
      assert.deepEqual(more, []);
    }
    const [item] = toldOf('services: { a: { image: a, labels: [ { traefik.enable: true } ] } }\n');
    assert.match(item ?? '', /^error compose\.syntax/);
  });
});
