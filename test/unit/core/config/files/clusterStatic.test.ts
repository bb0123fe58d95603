import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import type { SourceFile } from '../../../../../src/core/config/source/placedText';

function toldOf(...files: readonly SourceFile[]): readonly string[] {
  return checkConfigGroups(readConfigFiles(files), {}).map(({ severity, code, range: { path, start, end } }) => {
    const text = files.find((file) => file.path === path)?.text ?? '';
    return `${path} ${severity} ${code} ${text.slice(start, end)}`;
  });
}

/** A workload with a container of an image, and these further lines. */
function deployment(container: string, image = 'traefik:v3.5'): SourceFile {
  const lines = container.replace(/^(?=.)/gm, '          ');
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: traefik}
spec:
  template:
    spec:
      containers:
        - name: traefik
          image: ${image}
${lines}`;
  return { path: 'traefik.yaml', text };
}

const args = (...flags: readonly string[]): string =>
  `args:\n${flags.map((flag) => `  - ${JSON.stringify(flag)}\n`).join('')}`;
const values = (text: string): SourceFile => ({ path: 'values.yaml', text });
const route = (entryPoint: string, more = ''): string => `apiVersion: traefik.io/v1alpha1
kind: IngressRoute
metadata: {name: app, namespace: apps}
spec:
  entryPoints: [${entryPoint}]
  routes: [{kind: Rule, match: Path(\`/\`), services: [{name: app, port: 80}]${more}}]
`;

describe('clusterStatic: static configuration for Kubernetes', () => {
  it('in the arguments of a container is judged by the version of its image', () => {
    const flags = args('--entrypoints.web.adress=:80', '--providers.kubernetescrd');
    assert.deepEqual(toldOf(deployment(flags)), ['traefik.yaml error static.syntax adress']);
    assert.deepEqual(toldOf(deployment(flags, 'nginx:1')), []);
    assert.deepEqual(toldOf(deployment(flags, 'traefik:v1.7')), []);
    const old = args('--entrypoints.web.address=:80', '--pilot.token=t');
    assert.deepEqual(toldOf(deployment(old)), ['traefik.yaml error static.removed pilot']);
    assert.deepEqual(toldOf(deployment(old, 'traefik:v2.11')), []);
    const both = `${args('--entrypoints.web.address=:80')}env: [{name: TRAEFIK_LOG_LEVEL, value: DEBUG}]\n`;
    assert.deepEqual(toldOf(deployment(both)), ['traefik.yaml warning static.ignored TRAEFIK_LOG_LEVEL']);
  });

  it('is not told where something else decides', () => {
    const wrong = args('--entrypoints.web.adress=:80');
    const mount = 'volumeMounts: [{name: config, mountPath: /etc/traefik}]\n';
    assert.deepEqual(toldOf(deployment(wrong + mount)), []);
    assert.deepEqual(toldOf(deployment(`command: [sh, -c]\n${wrong}`)), []);
    assert.deepEqual(toldOf(deployment(`command: [traefik]\n${wrong}`)), ['traefik.yaml error static.syntax adress']);
    assert.deepEqual(toldOf(deployment(args('$(FLAG)', '--nope'))), []);
    // A value that a variable gives may be right.
    assert.deepEqual(toldOf(deployment(args('--entrypoints.web.address=:$(PORT)'))), []);
    assert.deepEqual(toldOf({ ...deployment(wrong), path: 'chart/templates/a.yaml' }).length, 1);
    const templated = deployment(`${wrong}{{ if .Values.more }}{{ end }}\n`);
    assert.deepEqual(toldOf(templated), []);
  });

  it('in additional arguments of Traefik’s chart is judged with what the chart gives', () => {
    const wrong = values('additionalArguments:\n  - --providers.kubernetescrd.allowcrossnamespac=true\n');
    assert.deepEqual(toldOf(wrong), ['values.yaml error static.syntax allowcrossnamespac']);
    const redirect = '--entrypoints.web.http.redirections.entrypoint.to';
    const to = (name: string, ports = ''): SourceFile =>
      values(`image: {tag: v3.5.0}\nadditionalArguments:\n  - ${redirect}=${name}\n${ports}`);
    assert.deepEqual(toldOf(to('websecure')), []);
    assert.deepEqual(toldOf(to('secure')), ['values.yaml warning static.reference secure']);
    assert.deepEqual(toldOf(to('secure', 'ports:\n  secure: {port: 9443}\n')), []);
    assert.deepEqual(toldOf(to('websecure', 'ports:\n  websecure: null\n')), [
      'values.yaml warning static.reference websecure',
    ]);
    const twice = values(
      'image: {tag: v3.5.0}\nports:\n  websecure: {port: 443}\n  extra: {port: 443}\nglobalArguments: []\n',
    );
    assert.deepEqual(toldOf(twice), ['values.yaml error static.value 443']);
    const resolver = (more: string): SourceFile =>
      values(`ports:\n  websecure:\n    tls: {enabled: true, certResolver: le}\nadditionalArguments: []\n${more}`);
    assert.deepEqual(toldOf(resolver('')), ['values.yaml warning static.reference le']);
    assert.deepEqual(toldOf(resolver('certificatesResolvers:\n  le: {acme: {email: a@b.test}}\n')), []);
  });

  it('in values is found below a dependency, in a block, and in objects of Flux and Argo CD', () => {
    const wrong = 'additionalArguments: ["--entrypoints.web.adress=:80"]';
    const told = ['values.yaml error static.syntax adress'];
    const object = (kind: string, spec: string): SourceFile =>
      values(`apiVersion: x/v1\nkind: ${kind}\nmetadata: {name: traefik}\nspec:\n${spec}`);
    assert.deepEqual(toldOf(values(`traefik:\n  ${wrong}\n`)), told);
    assert.deepEqual(toldOf(object('HelmChartConfig', `  valuesContent: |-\n    ${wrong}\n`)), told);
    assert.deepEqual(toldOf(object('HelmRelease', `  values:\n    ${wrong}\n`)), told);
    assert.deepEqual(toldOf(object('Application', `  source:\n    helm:\n      values: |\n        ${wrong}\n`)), told);
    assert.deepEqual(
      toldOf(object('Application', `  sources:\n    - helm:\n        valuesObject: {${wrong}}\n`)),
      told,
    );
  });

  it('in values is read beside templates in comments, and in files that are named after Traefik', () => {
    const wrong = 'additionalArguments: ["--entrypoints.web.adress=:80"]\n';
    assert.equal(toldOf(values(`# '{{ template "traefik.name" . }}'\n${wrong}`)).length, 1);
    assert.deepEqual(toldOf(values(`name: "{{ .Release.Name }}"\n${wrong}`)), []);
    const few = 'image: {tag: v3.5}\nadditionalArguments: ["--log.levle=INFO", "--ping"]\n';
    assert.deepEqual(toldOf(values(few)), []);
    const named = { path: 'traefik/values.yaml', text: few };
    assert.deepEqual(toldOf(named), ['traefik/values.yaml error static.syntax levle']);
    assert.deepEqual(toldOf({ ...named, text: few.replace('--ping', '--verbose') }), []);
  });

  it('is not that of other charts, and not of Traefik Hub', () => {
    const wrong = '--nope.at.all=1';
    assert.deepEqual(toldOf(values(`additionalArguments: ["${wrong}"]\nimage: {repository: traefik-like}\n`)), []);
    assert.deepEqual(toldOf(values(`ports: {web: {port: 80}}\nextraArgs: ["${wrong}"]\n`)), []);
    const hub = `hub: {token: t}\nadditionalArguments: ["--providers.docker", "--hub.offline"]\n`;
    assert.deepEqual(toldOf(values(hub)), []);
    // The static configuration has sections of the same names.
    const file = 'entryPoints: {web: {address: ":80"}}\nproviders: {kubernetesCRD: {}}\nnope: {}\n';
    assert.deepEqual(toldOf({ path: 'traefik.yml', text: file }), ['traefik.yml warning static.ignored nope']);
  });

  it('decides over the names in its file, and over slips in its folder', () => {
    const { text } = deployment(args('--entrypoints.web.address=:80', '--providers.kubernetescrd'));
    const together = (entryPoint: string): SourceFile => ({ path: 'a.yaml', text: `${text}---\n${route(entryPoint)}` });
    assert.deepEqual(toldOf(together('web')), []);
    assert.deepEqual(toldOf(together('other')), ['a.yaml error ref.unknown other']);
    const beside = values('ports: {web: {port: 80}}\nadditionalArguments: []\n');
    const routes = (entryPoint: string, path = 'routes.yaml'): SourceFile => ({ path, text: route(entryPoint) });
    assert.deepEqual(toldOf(beside, routes('websecure')), []);
    assert.deepEqual(toldOf(beside, routes('websecur')), ['routes.yaml warning ref.unknown websecur']);
    // It may be for another Traefik.
    assert.deepEqual(toldOf(beside, routes('other')), []);
    assert.deepEqual(toldOf(beside, routes('websecur', 'apps/routes.yaml')), []);
  });

  it('tells whether references to other namespaces are allowed', () => {
    const foreign = { path: 'apps/routes.yaml', text: route('web', ', middlewares: [{name: m, namespace: other}]') };
    const allowing = (isOn: boolean): SourceFile =>
      values(`providers: {kubernetesCRD: {allowCrossNamespace: ${isOn}}}\nadditionalArguments: []\n`);
    assert.deepEqual(toldOf(foreign), ['apps/routes.yaml information kubernetes.setting m']);
    assert.deepEqual(toldOf(foreign, allowing(false)), ['apps/routes.yaml information kubernetes.setting m']);
    assert.deepEqual(toldOf(foreign, allowing(true)), []);
    const { text } = deployment(args('--entrypoints.web.address=:80', '--providers.kubernetescrd'));
    const own = { path: 'a.yaml', text: `${text}---\n${foreign.text}` };
    assert.deepEqual(toldOf(own), ['a.yaml error kubernetes.reference m']);
  });
});
