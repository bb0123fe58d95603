/** What becomes of a project of several parts: documents of one file, included files, profiles, and the file of variables. */
import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

/** What is told of files, each with its file and the line. */
function toldOf(files: Readonly<Record<string, string>>): readonly string[] {
  const read = Object.entries(files).map(([path, text]) => ({ path, text }));
  return checkConfigGroups(readConfigFiles(read), {}).map(
    ({ code, range }) => `${code} ${range.path}:${files[range.path]?.slice(0, range.start).split('\n').length}`,
  );
}

function service(name: string, labels: Readonly<Record<string, string>>, more = 'image: a'): string {
  const written = Object.entries(labels).map(([label, value]) => `      traefik.${label}: ${JSON.stringify(value)}\n`);
  const own = more === '' ? '' : `    ${more}\n`;
  return `  ${name}:\n${own}    labels:\n${written.join('')}`;
}

const hostRule = 'Host(`$HOST`)';
const ruleOf = (value: string): Readonly<Record<string, string>> => ({ 'http.routers.r.rule': value });

describe('projects: documents of one compose file', () => {
  it('are merged in turn, as Compose does, and each of them is judged', () => {
    const text = `services:\n${service('a', ruleOf('Host(`a`)'))}---\nservices:\n${service('a', ruleOf('Hst(`a`)'), '')}${service('b', { 'http.routers.b.rule': 'Hst(`b`)' })}`;
    assert.deepEqual(toldOf({ 'compose.yml': text }), ['rule.syntax compose.yml:10', 'rule.syntax compose.yml:14']);
  });

  it('count as parts of services with labels in files of their own', () => {
    const text = `services:\n${service('a', { 'tcp.routers.r.entrypoints': 'web' })}`;
    assert.deepEqual(toldOf({ 'compose.yml': text }), ['rule.missing compose.yml:5']);
    for (const named of ['a.labels', '[a.labels, b.labels]']) {
      assert.deepEqual(toldOf({ 'compose.yml': text.replace('image: a', `image: a\n    label_file: ${named}`) }), []);
    }
  });

  it('complete each other', () => {
    const first = `services:\n${service('a', { 'tcp.routers.r.rule': 'HostSNI(`*`)' })}`;
    const second = `services:\n${service('a', { 'tcp.routers.r.entrypoints': 'web' }, '')}`;
    assert.deepEqual(toldOf({ 'compose.yml': `${first}---\n${second}` }), []);
    assert.deepEqual(toldOf({ 'compose.yml': `${second}---\n${first}` }), []);
    assert.deepEqual(toldOf({ 'compose.yml': first.replace('rule', 'tls').replace('HostSNI(`*`)', 'true') }).length, 1);
  });

  it('count no further than the first one for a stack of Swarm', () => {
    const stack = (rule: string): string =>
      `services:\n  a:\n    image: a\n    deploy:\n      labels:\n        traefik.http.routers.r.rule: ${rule}\n        traefik.http.services.a.loadbalancer.server.port: 80\n`;
    assert.deepEqual(toldOf({ 'stack.yml': `${stack('Hst(`a`)')}---\n${stack('Hst(`b`)')}` }), [
      'rule.syntax stack.yml:6',
    ]);
  });
});

describe('projects: included compose files', () => {
  const app = `services:\n${service('app', ruleOf(hostRule))}`;
  const includes = [
    'include:\n  - sub/app.yml\n',
    'include: [ "./sub/app.yml" ]\n',
    'include:\n# why\n- path:\n  - base.yml\n  - sub/../sub/app.yml\n  project_directory: ..\n  env_file: a.env\n',
    'include:\n  - path: sub/app.yml\n',
    'include:\r\n# why\r\n\r\n  - sub/app.yml\r\n',
  ];
  for (const include of includes) {
    it(`have no certain values from their own file of variables: ${JSON.stringify(include)}`, () => {
      const files = { 'sub/app.yml': app, 'sub/.env': 'HOST=a b\n' };
      assert.deepEqual(toldOf(files), ['rule.never sub/app.yml:5']);
      assert.deepEqual(toldOf({ ...files, 'compose.yml': include, '.env': 'HOST=a\n' }), []);
      assert.deepEqual(toldOf({ ...files, 'compose.yml': include.replaceAll('app.yml', 'other.yml') }).length, 1);
    });
  }

  it('are judged themselves, with what they have', () => {
    const files = { 'compose.yml': includes[0] ?? '', 'sub/app.yml': app.replace(hostRule, 'Hst(`a`)') };
    assert.deepEqual(toldOf(files), ['rule.syntax sub/app.yml:5']);
  });

  it('may have a part of a service, and networks, in the file that includes them', () => {
    const base = `services:\n${service('a', { 'tcp.routers.r.entrypoints': 'web', 'docker.network': 'n' }, 'image: a\n    networks: [front]')}networks: { front: {} }\n`;
    assert.deepEqual(toldOf({ 'base.yml': base }), ['container.network base.yml:7', 'rule.missing base.yml:6']);
    const main = `include: [base.yml]\nservices:\n${service('a', { 'tcp.routers.r.rule': 'HostSNI(`*`)' })}`;
    assert.deepEqual(toldOf({ 'base.yml': base, 'main.yml': main }), []);
    const lacking = main.replace('.rule', '.priority').replace('HostSNI(`*`)', '1');
    assert.deepEqual(
      toldOf({
        'base.yml': base.replace('entrypoints', 'rule').replace('"web"', '"HostSNI(`*`)"'),
        'main.yml': lacking,
      }),
      [],
    );
  });
});

describe('projects: services that extend others', () => {
  const web = `services:\n  web:\n    image: a\n`;
  const worker = '  worker:\n    extends: web\n    command: work\n';
  const labels = `services:\n${service('web', ruleOf('Host(`a`)'), '')}`;
  const shared = (first: string, second: string): readonly string[] =>
    toldOf({ 'compose.yml': first, 'compose.override.yml': second });

  it('have nothing of what another file, or another document, adds to those', () => {
    assert.deepEqual(shared(web + worker, labels), []);
    assert.deepEqual(toldOf({ 'compose.yml': `${web}${worker}---\n${labels}` }), []);
    assert.deepEqual(shared(labels.replace('labels:', 'image: a\n    labels:') + worker, web), [
      'defined.twice compose.yml:5',
    ]);
  });

  it('have no certain labels where the file lacks those, which Compose refuses', () => {
    const extended = 'services:\n  worker:\n    extends: web\n    labels: { traefik.tcp.routers.t.entrypoints: web }\n';
    assert.deepEqual(shared(labels.replace('labels:', 'image: a\n    labels:'), extended), []);
  });

  it('keep none of the labels of those with a tag that replaces them', () => {
    const own = (tag: string): string =>
      `${labels.replace('labels:', 'image: a\n    labels:')}  worker:\n    extends: web\n    command: work\n    labels: ${tag} { traefik.http.routers.w.rule: Host(\`w\`) }\n`;
    assert.deepEqual(toldOf({ 'compose.yml': own('') }).length, 1);
    assert.deepEqual(toldOf({ 'compose.yml': own('!override') }), []);
    assert.deepEqual(toldOf({ 'compose.yml': own('!reset') }), []);
  });
});

describe('projects: services with profiles', () => {
  const inProfile = (name: string, profiles: string, rule: string): string =>
    service(name, ruleOf(rule), `image: a\n    profiles: ${profiles}`);
  const file = (...services: readonly string[]): Readonly<Record<string, string>> => ({
    'compose.yml': `services:\n${services.join('')}`,
  });

  it('may declare the same differently where they need not start together', () => {
    for (const other of ['[b]', '[a, b]', '["$P"]']) {
      assert.deepEqual(toldOf(file(inProfile('a', '[a]', 'Host(`a`)'), inProfile('b', other, 'Host(`b`)'))), [], other);
    }
  });

  it('may not where they do, and are lost with a service that always starts', () => {
    const [always, one] = [service('c', ruleOf('Host(`c`)')), inProfile('a', '[a]', 'Host(`a`)')];
    const twice = ['defined.twice compose.yml:6', 'defined.twice compose.yml:11'];
    assert.deepEqual(toldOf(file(one, inProfile('b', '[a]', 'Host(`b`)'))), twice);
    assert.deepEqual(toldOf(file(one, always)), ['defined.twice compose.yml:6']);
    assert.deepEqual(toldOf(file(always, one)), ['defined.twice compose.yml:10']);
    assert.deepEqual(toldOf(file(always.replace('c:', 'd:'), service('c', ruleOf('Host(`d`)')))).length, 2);
  });

  it('are judged as any other, and may share labels', () => {
    assert.deepEqual(toldOf(file(inProfile('a', '[a]', 'Hst(`a`)'))), ['rule.syntax compose.yml:6']);
    const shared = (profiles: string): Readonly<Record<string, string>> => ({
      'compose.yml': `services:\n  a:\n    image: a\n    profiles: [a]\n    labels: &l\n      traefik.http.routers.r.rule: Host(\`a\`)\n      traefik.http.services.s.loadbalancer.server.port: 80\n  b:\n    image: b\n    profiles: ${profiles}\n    labels: *l\n`,
    });
    assert.deepEqual(toldOf(shared('[a]')), ['container.shared compose.yml:8']);
    assert.deepEqual(toldOf(shared('[b]')), []);
  });
});

describe('projects: a file of variables that Compose refuses', () => {
  const text = `services:\n${service('a', ruleOf(hostRule))}`;

  it('is told once, and none of its values counts', () => {
    const refused = { 'compose.yml': text, '.env': 'HOST=a b\nB="x\n' };
    assert.deepEqual(toldOf(refused), ['compose.syntax compose.yml:2']);
    assert.deepEqual(toldOf({ ...refused, '.env': 'HOST=a b\nB=x\n' }), ['rule.never compose.yml:5']);
    const [problem] = checkConfigGroups(
      readConfigFiles(Object.entries(refused).map(([path, of]) => ({ path, text: of }))),
      {},
    );
    assert.match(problem?.message ?? '', /line 2 of “\.env”/);
  });

  it('is nothing to a stack of Swarm', () => {
    const stack = text.replace(
      '    labels:\n',
      '    deploy:\n     labels:\n      traefik.http.services.a.loadbalancer.server.port: 80\n',
    );
    assert.deepEqual(toldOf({ 'stack.yml': stack, '.env': 'B="x\n' }), []);
  });
});

describe('projects: the network of a container, by provider', () => {
  const file = (owner: string, label: string, more = ''): Readonly<Record<string, string>> => ({
    'compose.yml': `services:\n  a:\n    image: a\n    networks: [front, default]\n    ${owner}labels: { traefik.http.routers.r.rule: Host(\`a\`), ${more}${label} }\nnetworks: { front: {} }\n`,
  });
  const port = 'traefik.http.services.a.loadbalancer.server.port: 80, ';

  it('is named by the label of Docker only, and by both of Swarm', () => {
    assert.deepEqual(toldOf(file('', 'traefik.swarm.network: nix')), ['label.ignored compose.yml:5']);
    assert.deepEqual(toldOf(file('', 'traefik.docker.network: nix')), ['container.network compose.yml:5']);
    for (const name of ['docker', 'swarm']) {
      const stack =
        file('deploy: { ', `traefik.${name}.network: nix`, port)['compose.yml']?.replace('nix }', 'nix } }') ?? '';
      assert.deepEqual(toldOf({ 'stack.yml': stack }), ['container.network stack.yml:5'], name);
    }
  });

  it('has the name of the project before that of the default one, too', () => {
    const told = toldOf(file('', 'traefik.docker.network: default'));
    assert.deepEqual(told, ['container.network compose.yml:5']);
    assert.deepEqual(toldOf(file('', 'traefik.docker.network: shop_default')), []);
  });
});
