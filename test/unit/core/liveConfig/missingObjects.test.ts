import assert from 'node:assert/strict';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import type { ToldStatic } from '../../../../src/core/config/files/staticSources';
import type { SourceFile } from '../../../../src/core/config/source/placedText';
import { checkDeclared } from '../../../../src/core/liveConfig/diagnostics';
import { reasonsOfMissingNow, type StaticSources } from '../../../../src/core/liveConfig/missingObjects';
import { problemsAmong } from '../../../../src/core/liveConfig/readProxies';
import { readInventory } from '../../../../src/core/proxy/api/readInventory';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { fakeHttpClient, json } from '../proxy/model/fakeHttpClient';

interface Listed {
  readonly providers?: readonly string[];
  readonly entryPoints?: Readonly<Record<string, string>>;
  readonly version?: string;
}

function inventoryOf({ providers, entryPoints = { web: ':80' }, version = '3.7.9' }: Listed): Promise<Inventory> {
  const listings: Readonly<Record<string, unknown>> = {
    '/api/version': { Version: version },
    '/api/overview': { providers },
    '/api/entrypoints': Object.entries(entryPoints).map(([name, address]) => ({ name, address })),
  };
  const client = fakeHttpClient(({ path }) => json(listings[path.split('?')[0] ?? ''] ?? [], { 'x-next-page': '1' }));
  return readInventory(client, new AbortController().signal);
}

const dynamic = 'http: { routers: { r: { rule: Host(`a.test`), service: api@internal } } }\n';
const labels = 'services: { shop: { image: shop, labels: [traefik.http.routers.shop.rule=Host(`a.test`)] } }\n';
const compose = (flags: readonly string[], volumes: readonly string[] = [], more = ''): string =>
  `services:\n  traefik: { image: "traefik:v3.7", command: ${JSON.stringify(flags)}, volumes: ${JSON.stringify(volumes)}${more} }\n`;
const web = '--entryPoints.web.address=:80';

/** What is told of missing objects, without their names. */
async function told(
  files: Readonly<Record<string, string>>,
  listed: Listed,
  sources: readonly ToldStatic[] = [],
): Promise<readonly string[]> {
  const given: readonly SourceFile[] = Object.entries(files).map(([path, text]) => ({ path, text }));
  const proxy = { name: 'edge', inventory: await inventoryOf(listed) };
  const groups = readConfigFiles(given);
  return checkDeclared(groups, proxy, undefined, reasonsOfMissingNow(given, groups, proxy, sources))
    .filter(({ code }) => code === 'not.loaded')
    .map(({ message, range }) => `${range.path}: ${message.replace(/^edge has not loaded “.*?”(?:, |\. )/, '')}`);
}

describe('missingObjects: why a proxy lacks what files declare', () => {
  const fileOnly = { providers: ['File'] };

  it('is not known without a static configuration, nor where another one runs', async () => {
    const unknown = ['a.yml: Reason not known: which static configuration it has.'];
    assert.deepEqual(await told({ 'a.yml': dynamic }, fileOnly), unknown);
    const yml = 'entryPoints: { web: { address: ":80" } }\nproviders: { file: { directory: /etc/dynamic } }\n';
    assert.deepEqual(await told({ 'a.yml': dynamic, 'traefik.yml': yml }, { providers: ['File', 'Docker'] }), unknown);
    const other = { ...fileOnly, entryPoints: { web: ':81' } };
    assert.deepEqual(await told({ 'a.yml': dynamic, 'traefik.yml': yml }, other), unknown);
    assert.deepEqual(await told({ 'a.yml': dynamic, 'x/traefik.yml': yml }, fileOnly), unknown);
    assert.deepEqual(
      await told({ 'a.yml': dynamic, 'traefik.yml': yml }, { providers: ['File'], version: '4.0.0' }),
      unknown,
    );
    assert.deepEqual(await told({ 'a.yml': dynamic, 'traefik.yml': `${yml}nope: [` }, fileOnly), unknown);
    // Its reader fails.
    const fails = `${yml}x: { y: { ${' a: b\n'.repeat(20_000)}: {} } }`;
    assert.deepEqual(await told({ 'a.yml': dynamic, 'traefik.yml': fails }, fileOnly), unknown);
    assert.deepEqual(
      await told({ 'a.yml': dynamic }, fileOnly, [{ from: 'x.yml', file: { path: 'x.yml', text: fails } }]),
      unknown,
    );
  });

  it('is not known where nothing but the server has what decides', async () => {
    const yml = 'entryPoints: { web: { address: ":80" } }\nproviders: { file: { directory: /etc/dynamic } }\n';
    const files = { 'dynamic/a.yml': dynamic, 'traefik.yml': yml };
    assert.deepEqual(await told(files, fileOnly), [
      'dynamic/a.yml: Reason not known: whether Traefik has this file as it is here.',
    ]);
    const docker = `${yml.replace('{ file: { directory: /etc/dynamic } }', '{ docker: {} }')}`;
    assert.deepEqual(await told({ 'compose.yml': labels, 'traefik.yml': docker }, { providers: ['Docker'] }), [
      'compose.yml: Reason not known: whether the container runs as it is here.',
    ]);
    const route =
      'apiVersion: traefik.io/v1alpha1\nkind: Middleware\nmetadata: { name: m, namespace: n }\nspec: { compress: {} }\n';
    assert.deepEqual(await told({ 'm.yml': route }, { providers: ['KubernetesCRD'] }), [
      'm.yml: Reason not known: whether it is deployed as it is here.',
    ]);
  });

  it('is not known of a directory that has everything, also of a router without a name', async () => {
    const yml = 'entryPoints: { web: { address: ":80" } }\nproviders: { file: { directory: / } }\n';
    const nameless = 'http: { routers: { "": { rule: Host(`a.test`), service: api@internal } } }\n';
    for (const text of [dynamic, nameless]) {
      for (const one of await told({ 'a.yml': text, 'traefik.yml': yml }, fileOnly))
        assert.match(one, /Reason not known/);
    }
  });

  it('is a provider that is off or reads nothing', async () => {
    const off = 'entryPoints: { web: { address: ":80" } }\nproviders: { docker: {} }\n';
    assert.deepEqual(await told({ 'a.yml': dynamic, 'traefik.yml': off }, { providers: ['Docker'] }), [
      'a.yml: by its static configuration (traefik.yml). The file provider is off. Set “providers.file” in the static configuration.',
    ]);
    const none = 'entryPoints: { web: { address: ":80" } }\nproviders: { file: { watch: true } }\n';
    assert.deepEqual(await told({ 'a.yml': dynamic, 'traefik.yml': none }, fileOnly), [
      'a.yml: by its static configuration (traefik.yml). The file provider has no path. Set its “directory” or its “filename”.',
    ]);
    const both = `${off}http: { routers: { r: { rule: Host(\`a.test\`), service: api@internal } } }\n`;
    assert.deepEqual(await told({ 'traefik.yml': both }, { providers: ['Docker'] }), [
      'traefik.yml: by its static configuration (traefik.yml). It is declared in the static configuration, where Traefik ignores it. Move it to a file of a provider.',
    ]);
    const inside = {
      'conf/a.yml': dynamic,
      'conf/traefik.yml':
        'entryPoints: { web: { address: ":80" } }\nproviders: { docker: { defaultRule: "Host(`{{ normalize .Name }}`)" }, file: { directory: /etc/traefik } }\n',
      'compose.yml': compose([], ['./conf:/etc/traefik']),
    };
    assert.deepEqual(await told(inside, { providers: ['Docker', 'File'] }), [
      'conf/a.yml: by its static configuration (compose.yml). The static file lies in the directory, and Traefik cannot read it as a dynamic one. Move it elsewhere.',
    ]);
    // A stack of Swarm has the same labels.
    assert.deepEqual(await told({ 'compose.yml': labels, 'traefik.yml': none }, { providers: ['File', 'Swarm'] }), []);
  });

  it('is where the file is in the container', async () => {
    const flags = [web, '--providers.file.directory=/etc/traefik/dynamic'];
    const outside = (path: string): string =>
      `${path}: by its static configuration (compose.yml). The file lies outside of the directory that Traefik reads. Correct the directory.`;
    const unknown = (path: string): string => `${path}: Reason not known: whether Traefik has this file as it is here.`;
    const mounted = compose(flags, ['./dynamic:/etc/traefik/dynamic:ro', 'certs:/certs']);
    const files = { 'dynamic/a.yml': dynamic, 'other/b.yml': dynamic, 'compose.yml': mounted };
    assert.deepEqual(await told(files, fileOnly), [unknown('dynamic/a.yml'), outside('other/b.yml')]);
    // Other volumes may bring it to there.
    for (const volume of [
      '/srv/x:/etc/traefik/dynamic',
      'named:/etc/traefik',
      '../x:/etc',
      '$X:/etc/traefik/dynamic',
    ]) {
      const by = { 'other/b.yml': dynamic, 'compose.yml': compose(flags, [volume]) };
      const [first] = await told(by, fileOnly);
      assert.match(first ?? '', /^other\/b\.yml: Reason not known/, volume);
    }
    // The folder of the compose file as a whole, at the top of the workspace and below it, with and without a final slash.
    for (const [folder, source, target] of [
      ['', '.', '/etc/traefik/dynamic'],
      ['', './', '/etc/traefik/dynamic/'],
      ['deploy/', '.', '/etc/traefik/dynamic'],
      ['', '.', '/srv/files'],
    ] as const) {
      const whole = { [`${folder}compose.yml`]: compose(flags, [`${source}:${target}`]), [`${folder}a.yml`]: dynamic };
      const isRead = target.startsWith('/etc/traefik/dynamic');
      const path = `${folder}a.yml`;
      assert.deepEqual(await told(whole, fileOnly), [isRead ? unknown(path) : outside(path)], path);
    }
    // What Traefik reads is all of the container, with what another volume brings.
    const all = compose([web, '--providers.file.directory=/'], ['./dynamic:/dynamic', 'named:/srv']);
    assert.deepEqual(await told({ 'other/b.yml': dynamic, 'compose.yml': all }, fileOnly), [unknown('other/b.yml')]);
    const built = compose(flags, [], ', build: .');
    assert.deepEqual(await told({ 'a.yml': dynamic, 'compose.yml': built }, fileOnly), [unknown('a.yml')]);
    // With -f, another compose file may add to it.
    const more = { 'compose.prod.yml': 'services: { a: {} }\n' };
    assert.deepEqual(await told({ ...files, ...more }, fileOnly), [unknown('dynamic/a.yml'), outside('other/b.yml')]);
    const prod = { 'compose.prod.yml': 'services:\n  "traefik": { volumes: [./other:/etc/traefik/dynamic] }\n' };
    const flow = { 'compose.prod.yml': 'services: {traefik: { volumes: [./other:/etc/traefik/dynamic] }}\n' };
    const notKnown = (path: string): string => `${path}: Reason not known: which static configuration it has.`;
    for (const added of [prod, flow])
      assert.deepEqual(await told({ ...files, ...added }, fileOnly), [
        notKnown('dynamic/a.yml'),
        notKnown('other/b.yml'),
      ]);
    const named = compose([web, '--providers.file.filename=/d/x.yml'], ['./a.yml:/d/a.yml']);
    assert.deepEqual(await told({ 'a.yml': dynamic, 'compose.yml': named }, fileOnly), [
      'a.yml: by its static configuration (compose.yml). Traefik reads another file. Correct the “filename” of the file provider.',
    ]);
  });

  it('is a container that is not exposed, or does not meet the constraints', async () => {
    const yml = (options: string): string =>
      `entryPoints: { web: { address: ":80" } }\nproviders: { docker: ${options} }\n`;
    const docker = { providers: ['Docker'] };
    const of = (options: string) => told({ 'compose.yml': labels, 'traefik.yml': yml(options) }, docker);
    assert.deepEqual(await of('{ exposedByDefault: false }'), [
      'compose.yml: by its static configuration (traefik.yml). The container is not exposed. Set its label “traefik.enable” to true.',
    ]);
    assert.deepEqual(await of('{ constraints: "Label(`tier`, `public`)" }'), [
      'compose.yml: by its static configuration (traefik.yml). The container does not meet the constraints of the provider. Correct its labels.',
    ]);
    assert.deepEqual(await of('{ constraints: "!Label(`tier`, `public`)" }'), [
      'compose.yml: Reason not known: whether the container runs as it is here.',
    ]);
  });

  it('is told by the first source that is as the proxy runs', async () => {
    const source = (from: string, options: object): ToldStatic => ({
      from,
      file: { path: 'traefik.yml', text: JSON.stringify(options) },
    });
    const entryPoints = { web: { address: ':80' } };
    const off = source('.vscode/proxy-scout.json', { entryPoints, providers: { docker: { exposedByDefault: false } } });
    const old = source('proxy', { entryPoints, providers: { docker: {}, file: {} } });
    const read = source('proxy', {
      entryPoints: { web: { address: '\uE000' } },
      providers: { docker: { defaultRule: '\uE000' } },
    });
    const docker = { providers: ['Docker'] };
    assert.deepEqual(await told({ 'compose.yml': labels }, docker, [old, off]), [
      'compose.yml: by its static configuration (.vscode/proxy-scout.json). The container is not exposed. Set its label “traefik.enable” to true.',
    ]);
    assert.deepEqual(await told({ 'compose.yml': labels }, docker, [read, off]), [
      'compose.yml: Reason not known: whether the container runs as it is here.',
    ]);
    // Told by somebody, it counts also where the proxy does not list its entry points.
    const composed = {
      from: 'compose.yml',
      file: { path: 'x/compose.yml', text: compose([web, '--providers.file.watch=true']) },
    };
    assert.deepEqual(await told({ 'a.yml': dynamic }, fileOnly, [composed]), [
      'a.yml: by its static configuration (compose.yml). The file provider has no path. Set its “directory” or its “filename”.',
    ]);
  });

  it('is found in static files that are read only where something is missing', async () => {
    const file = { path: '/w/d/a.yml', text: dynamic };
    const text = 'entryPoints: { web: { address: ":80" } }\nproviders: { file: { watch: true } }\n';
    let reads = 0;
    const sources = (): Promise<StaticSources> => {
      reads += 1;
      return Promise.resolve({ told: [], beside: [{ path: '/w/traefik.yml', text }] });
    };
    const found = async (listed: Listed, isBound: boolean): Promise<readonly string[]> => {
      const proxy = { name: 'edge', endpointId: 'e', isBound, inventory: await inventoryOf(listed) };
      const reading = { files: [file], groups: readConfigFiles([file]) };
      const problems = await problemsAmong(reading, [proxy], new AbortController().signal, sources);
      return problems.map(({ message }) => message);
    };
    assert.deepEqual(await found(fileOnly, true), [
      'edge has not loaded “r@file”, by its static configuration (traefik.yml). The file provider has no path. Set its “directory” or its “filename”.',
    ]);
    assert.equal(reads, 1);
    assert.deepEqual(await found(fileOnly, false), []);
    assert.equal(reads, 1);
  });
});
