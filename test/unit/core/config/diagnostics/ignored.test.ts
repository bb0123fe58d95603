import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

/** What is told of a file, each with the text that it is about, and that text after the quick fix. */
function toldOf(path: string, text: string): readonly string[] {
  return checkConfigGroups(readConfigFiles([{ path, text }]), {}).map(({ severity, code, range, fix }) => {
    const fixText = fix === undefined ? '' : ` → ${fix.text || 'nothing'}`;
    return `${severity} ${code} ${text.slice(range.start, range.end)}${fixText}`;
  });
}

const labels = (...all: readonly string[]): string =>
  `services:\n  a:\n    image: a\n    labels:\n${['traefik.http.routers.r.rule=Host(`a`)', ...all].map((one) => `      - ${one}\n`).join('')}`;
const dynamic = (router: string, more = ''): string =>
  `http:\n  routers:\n    r: { rule: Host(\`a\`), service: api@internal${router} }\n${more}`;

describe('ignored: labels that Traefik ignores', () => {
  for (const [label, ...told] of [
    ['traefik.http.routers.r.tls=yes', 'yes → true'],
    ['traefik.http.routers.r.tls={}', '{} → true'],
    ['traefik.http.routers.r.tls=other', 'other'],
    ['traefik.http.routers.r.entrypoints[0]=web', '[0] → nothing'],
    ['traefik.http.middlewares.m.ipallowlist.sourcerange.cidr=10.0.0.0/8', 'cidr', 'ipallowlist'],
    ['traefik.http.serverstransports.t.insecureskipverify=true', 'serverstransports'],
    ['traefik.tls.options.strict.minversion=VersionTLS12', 'traefik.tls.options.strict.minversion'],
    ['traefik.frontend.rule=Host:a', 'traefik.frontend.rule'],
    ['traefik.web.port=80', 'traefik.web.port'],
  ] as const) {
    it(`are told: ${label}`, () => {
      assert.deepEqual(
        toldOf('compose.yml', labels(label)),
        // A list without its only item is wrong as well.
        told.map((one, at) => `warning ${at === 0 ? 'label.ignored' : 'object.value'} ${one}`),
      );
    });
  }

  it('are none that are off on purpose, or for others', () => {
    for (const label of [
      'traefik.http.routers.r.tls=false',
      'traefik.http.routers.r.tls=TRUE',
      'traefik.http.routers.r.tls=',
      'traefik.constraint-label=public',
      'traefik.docker.network=proxy',
      'traefik.tls.stores.default.defaultgeneratedcert.resolver=le',
      'com.example.port=80',
    ]) {
      assert.deepEqual(toldOf('compose.yml', labels(label)), [], label);
    }
    assert.deepEqual(toldOf('compose.yml', labels('traefik.enable=false', 'traefik.http.routers.r.tls=yes')), []);
  });

  it('keep the index of a list that has several', () => {
    const told = toldOf(
      'compose.yml',
      labels('traefik.http.routers.r.entrypoints[0]=web', 'traefik.http.routers.r.entrypoints[1]=dns'),
    );
    assert.deepEqual(told, ['warning label.ignored [0]', 'warning label.ignored [1]']);
  });

  it('keep a variable in their name where they are a map', () => {
    const text = `services: { a: { labels: { "traefik.http.routers.\${S}.rule": "Host(\`a\`)" } } }`;
    assert.deepEqual(toldOf('compose.yml', text), [`warning label.ignored traefik.http.routers.\${S}.rule`]);
    assert.deepEqual(toldOf('compose.yml', text.replace('$', '$$$$')), []);
  });
});

describe('ignored: what Traefik ignores in a file', () => {
  it('is told: TLS without a value, or with one that turns it off', () => {
    assert.deepEqual(toldOf('a.yml', dynamic(', tls: ')), ['warning file.ignored tls']);
    assert.deepEqual(toldOf('a.yml', dynamic(', tls: yes')), ['warning file.ignored yes → true']);
    for (const value of ['{}', 'true', 'false', '""']) {
      assert.deepEqual(toldOf('a.yml', dynamic(`, tls: ${value}`)), [], value);
    }
  });

  it('is told: a name that is no text', () => {
    const services = (name: string): string =>
      dynamic('', `  services:\n    ${name}: { loadBalancer: { servers: [ { url: http://a } ] } }\n`);
    for (const name of ['1', 'true', '1.5', '2024-01-01']) {
      assert.deepEqual(toldOf('a.yml', services(name)), [`warning file.ignored ${name} → "${name}"`]);
      assert.deepEqual(toldOf('a.yml', services(`"${name}"`)), []);
    }
    assert.deepEqual(toldOf('a.toml', '[http.services.1.loadBalancer]\npassHostHeader = true\n'), []);
  });

  it('is told: an object without options beside others', () => {
    assert.deepEqual(toldOf('a.yml', dynamic('', '    q:\n')), ['warning file.ignored q']);
  });

  it('is told: all documents but the first', () => {
    const text = `${dynamic('')}---\nhttp:\n  routers: {}\n`;
    assert.deepEqual(toldOf('a.yml', text), ['warning file.ignored http:']);
    assert.deepEqual(toldOf('a.yml', `${dynamic('')}---\n# nothing\n`), []);
  });

  it('is nothing where a template may write what is missing', () => {
    assert.deepEqual(toldOf('a.yml', dynamic('', '    q:\n{{ env "Q" }}\n')), []);
    assert.deepEqual(toldOf('a.yml', dynamic(', tls: {{ env "TLS" }}')), []);
  });
});

describe('ignored: what Traefik refuses for a small slip', () => {
  it('has a quick fix where only one thing can be meant', () => {
    for (const [label, fixed] of [
      ['Traefik.http.routers.r.service=s', 'Traefik → traefik'],
      ['traefik.http.routers.r.observability.metrics=yes', 'yes → true'],
      ['traefik.http.routers.r.observability.metrics=off', 'off → false'],
      ['traefik.http.routers.r.observability.metrics=perhaps', 'perhaps'],
    ] as const) {
      assert.deepEqual(toldOf('compose.yml', labels(label)), [`error label.syntax ${fixed}`]);
    }
    const old = 'apiVersion: traefik.containo.us/v1alpha1\nkind: Middleware\nmetadata: { name: a }\nspec: {}\n';
    assert.deepEqual(toldOf('a.yml', old), ['warning kubernetes.syntax a → traefik.io/v1alpha1']);
  });
});
