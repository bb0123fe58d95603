import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import type { SourceFile } from '../../../../../src/core/config/source/placedText';

/** Who reads these files: `provider: names`, with a question mark where nobody knows whether they are for Traefik. */
function readersOf(...files: readonly SourceFile[]): readonly string[] {
  return readConfigFiles(files).map(
    ({ source, files: own }) =>
      `${source.provider}${source.isOurs ? '' : '?'}: ${own.map(({ path }) => path).join(', ')}`,
  );
}

function problemsOf(...files: readonly SourceFile[]): readonly string[] {
  return checkConfigGroups(readConfigFiles(files), {}).map(
    ({ severity, code, range }) => `${severity} ${code} ${range.path}`,
  );
}

const manifest = (kind: string, version: string, spec: string): string =>
  `apiVersion: ${version}\nkind: ${kind}\nmetadata: { name: a, namespace: b }\nspec: ${spec}\n`;
const rules = '{ rules: [ { http: { paths: [ { path: /, backend: { resource: { kind: Bucket, name: c } } } ] } } ] }';
const labels = (label: string): string => `services: { a: { image: a, labels: [ "${label}" ] } }\n`;
const router = 'routers: { a: { rule: "Host(`a`", service: a } }';

describe('readConfigFiles', () => {
  const ours: readonly (readonly [what: string, file: SourceFile, reader: string])[] = [
    ['labels', { path: 'a.yml', text: labels('traefik.enable=true') }, 'docker: a.yml'],
    [
      'labels of a stack',
      { path: 'a.yml', text: 'services: { a: { deploy: { labels: { traefik.enable: true } } } }' },
      'swarm: a.yml',
    ],
    ['dynamic configuration', { path: 'a.yml', text: `http: { ${router} }` }, 'file: a.yml'],
    ['the same beside static one', { path: 'a.yml', text: `log: {}\nhttp: { ${router} }` }, 'file: a.yml'],
    ['the same in TOML', { path: 'a.toml', text: '[tcp.services.a.loadBalancer]\n' }, 'file: a.toml'],
    ['broken TOML', { path: 'a.toml', text: '[http.routers.a\nrule = ' }, 'file: a.toml'],
    ['TLS options', { path: 'a.yml', text: 'tls: { options: { a: { minVersion: VersionTLS12 } } }' }, 'file: a.yml'],
    ['a middleware', { path: 'a.yml', text: manifest('Middleware', 'traefik.io/v1alpha1', '{}') }, 'crd: a.yml'],
    [
      'a job',
      { path: 'a.nomad', text: 'service { provider = "nomad"\n tags = ["traefik.enable=true"] }' },
      'nomad: a.nomad',
    ],
    [
      'a service of Consul',
      { path: 'a.hcl', text: 'service { tags = ["traefik.enable=true"] }' },
      'consulcatalog: a.hcl',
    ],
    [
      'an Ingress of any controller',
      { path: 'a.yml', text: manifest('Ingress', 'networking.k8s.io/v1', rules) },
      'ingress?: a.yml',
    ],
    [
      'a route of any gateway',
      { path: 'a.yml', text: manifest('HTTPRoute', 'gateway.networking.k8s.io/v1', '{ parentRefs: [ { name: g } ] }') },
      'gateway?: a.yml',
    ],
    [
      'a template of Ansible',
      { path: 'roles/a/templates/a.yml', text: `http: { ${router} } # {{ b }}` },
      'file?: roles/a/templates/a.yml',
    ],
  ];
  for (const [what, file, reader] of ours) {
    it(`knows who reads ${what}`, () => assert.deepEqual(readersOf(file), [reader]));
  }

  const others: readonly (readonly [what: string, file: SourceFile])[] = [
    [
      'other software with services below http',
      { path: 'a.yml', text: 'http: { services: [ a ], port: 80 }\nname: a' },
    ],
    [
      'Home Assistant',
      { path: 'configuration.yaml', text: 'http:\n  use_x_forwarded_for: true\n  trusted_proxies: [ 10.0.0.1 ]' },
    ],
    ['an API description', { path: 'a.yaml', text: 'openapi: 3.0.0\ninfo: { title: Behind Traefik }\npaths: {}' }],
    ['values of a chart', { path: 'values.yaml', text: 'traefik: { enabled: true }\nservices: { a: { port: 80 } }' }],
    [
      'static configuration',
      { path: 'traefik.yml', text: 'entryPoints: { web: { address: ":80" } }\nproviders: { docker: {} }' },
    ],
    ['compose without labels of Traefik', { path: 'compose.yml', text: labels('com.example.traefik=x') }],
    ['TLS of other software', { path: 'a.yml', text: 'tls: { enabled: true, options: { a: 1 } }\nhttp: { port: 1 }' }],
    [
      'labels of Traefik 1',
      {
        path: 'a.yml',
        text: 'services: { a: { deploy: { labels: [ traefik.enable=true, "traefik.frontend.rule=Host:a" ] } } }',
      },
    ],
    ['a workflow', { path: 'a.yml', text: 'on: push\njobs: { a: { services: { traefik: { image: traefik } } } }' }],
    ['images to build', { path: 'docker-bake.hcl', text: 'target "a" { tags = ["traefik/whoami"] }' }],
    ['a job without tags', { path: 'a.nomad', text: 'job "traefik" { group "a" {} }' }],
    ['Markdown', { path: 'a.md', text: labels('traefik.enable=x') }],
  ];
  for (const [what, file] of others) {
    it(`leaves out ${what}`, () => assert.deepEqual([...readersOf(file), ...problemsOf(file)], []));
  }

  it('says nothing of what may be for any controller, or is filled in by others first', () => {
    const ingress = manifest('Ingress', 'networking.k8s.io/v1', rules);
    assert.deepEqual(problemsOf({ path: 'a.yml', text: ingress }), []);
    const named = ingress.replace('{ rules', '{ ingressClassName: traefik, rules');
    assert.deepEqual(problemsOf({ path: 'a.yml', text: named }), ['error kubernetes.reference a.yml']);
    const dynamic = `http: { ${router} }\n# {{ b }}`;
    assert.deepEqual(problemsOf({ path: 'templates/a.yml', text: dynamic }), []);
    assert.deepEqual(problemsOf({ path: '{{cookiecutter.a}}/a.yml', text: dynamic }), []);
    assert.deepEqual(problemsOf({ path: 'a.yml', text: `${dynamic}\n{%- if c %}` }), []);
    assert.deepEqual(problemsOf({ path: 'a.yml', text: dynamic }), [
      'error text.template a.yml',
      'error rule.syntax a.yml',
    ]);
  });

  it('says of a compose file that its aliases unfold to too much, instead of nothing at all', () => {
    const unfolding = Array.from({ length: 20 }, (_, at) => `x-${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]\n`);
    const text = `x-0: &a0 [1, 2]\n${unfolding.join('')}${labels('traefik.enable=true')}`;
    assert.deepEqual(readersOf({ path: 'shop/docker-compose.prod.yml', text }), [
      'docker: shop/docker-compose.prod.yml',
    ]);
    const [problem, ...others] = problemsOf({ path: 'compose.yaml', text });
    assert.match(problem ?? '', / compose\.yaml$/);
    assert.deepEqual(others, []);
    assert.deepEqual(readersOf({ path: 'values.yaml', text }), []);
  });

  it('says of a file over 1 MB that it is not checked, if it is for Traefik', () => {
    const filler = `#${'x'.repeat(1_000_000)}\n`;
    const ours = { path: 'compose.yml', text: `${labels('traefik.enable=true')}${filler}` };
    assert.deepEqual(problemsOf(ours), ['warning text.tooLarge compose.yml']);
    assert.deepEqual(readersOf({ path: 'index.yaml', text: `entries: { traefik: [] }\n${filler}` }), []);
  });

  it('reads an override with its base, and files of a folder together', () => {
    const base = { path: 'a/compose.yml', text: 'services: { a: { image: a } }' };
    const override = { path: 'a/compose.override.yml', text: labels('traefik.enable=true') };
    assert.deepEqual(readersOf(override, base), ['docker: a/compose.yml, a/compose.override.yml']);
    // The base has the labels; its override may have the ports.
    assert.deepEqual(readersOf({ ...base, text: override.text }, { ...override, text: base.text }), [
      'docker: a/compose.yml, a/compose.override.yml',
    ]);
    const large = { ...base, text: `#${'x'.repeat(1_000_000)}\n${base.text}` };
    assert.deepEqual(readersOf(override, large), ['docker: a/compose.override.yml']);
    const [one, other] = ['d/a.yml', 'd/b.yml'].map((path) => ({
      path,
      text: 'http: { middlewares: { a: { compress: {} } } }',
    }));
    assert.deepEqual(problemsOf(one as SourceFile, other as SourceFile), ['warning defined.twice d/b.yml']);
  });

  it('reads compose files of other names in the same folder by themselves', () => {
    const paths = ['a/docker-compose.yml', 'a/compose.yml', 'a/docker-compose.override.yml', 'a/prod.yml'];
    const files = paths.map((path) => ({ path, text: labels('traefik.enable=true') }));
    assert.deepEqual(readersOf(...files), [
      'docker: a/docker-compose.yml',
      'docker: a/compose.yml, a/docker-compose.override.yml',
      'docker: a/prod.yml',
    ]);
  });

  it('says of a job only what holds for Nomad and for Consul', () => {
    const job = (tag: string): SourceFile => ({ path: 'a.nomad', text: `job "a" {\n service { tags = ["${tag}"] } }` });
    assert.deepEqual(problemsOf(job('traefik.enable = true')), []);
    assert.deepEqual(problemsOf(job('traefik.http.routers.a.rul=b')), ['error label.syntax a.nomad']);
  });
});
