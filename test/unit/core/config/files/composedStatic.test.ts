import assert from 'node:assert/strict';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import type { SourceFile } from '../../../../../src/core/config/source/placedText';
import { lookUpPaths } from '../../../../../src/core/config/static/fileProviderPaths';

/** A compose file with a Traefik that has these options and further lines. */
function compose(flags: readonly string[], more = '', image = 'traefik:v3.5'): SourceFile {
  const command = flags.map((flag) => `      - ${JSON.stringify(flag)}\n`).join('');
  const text = `services:\n  traefik:\n    image: ${image}\n    command:\n${command}${more.replace(/^(?=.)/gm, '    ')}`;
  return { path: 'deploy/compose.yml', text };
}

function exposedIn(...files: readonly SourceFile[]): readonly string[] {
  const problems = readConfigFiles(files).flatMap((group) => group.problems);
  return problems.flatMap(({ code, range }) => (code === 'static.exposed' ? [range.path] : []));
}

/** The problems of paths, and the places that were looked up. */
async function pathsIn(
  files: readonly SourceFile[],
  there: Readonly<Record<string, 'directory' | 'file' | 'missing' | undefined>> = {},
) {
  const groups = readConfigFiles(files);
  const asked: string[] = [];
  const found = await lookUpPaths(groups, async (place) => {
    asked.push(place);
    return place in there ? there[place] : 'missing';
  });
  const problems = [...groups.flatMap((group) => group.problems), ...found];
  return {
    asked,
    told: problems.flatMap(({ code, severity, range, fix }) =>
      code === 'static.path' ? `${range.path} ${severity}${fix === undefined ? '' : ` ${fix.text}`}` : [],
    ),
  };
}

describe('composedStatic: what a Traefik in a compose file publishes and mounts', () => {
  const insecure = '--api.insecure=true';
  const told = ['deploy/compose.yml'];

  it('is an open API only if that is certain', () => {
    const published = (port: string): readonly string[] => exposedIn(compose([insecure], `ports: [${port}]\n`));
    for (const port of ['"8080:8080"', '8080', '"0.0.0.0:80:8080"', '"[::]:80:8080"', '"9000-9090:8000-8090/tcp"']) {
      assert.deepEqual(published(port), told, port);
    }
    for (const port of ['{target: 8080, published: 8080}', '{target: 8080, protocol: tcp, host_ip: 0.0.0.0}']) {
      assert.deepEqual(published(port), told, port);
    }
    const closed = ['"80:80"', '"127.0.0.1:8080:8080"', '"10.0.0.1:80:8080"', '"8080:80"', '"8080:8080/udp"'];
    for (const port of [...closed, '"$PORT:8080"', '{target: 8080, host_ip: 127.0.0.1}', '{target: 80}']) {
      assert.deepEqual(published(port), [], port);
    }
    assert.deepEqual(exposedIn(compose([insecure], 'network_mode: host\n')), told);
    assert.deepEqual(exposedIn(compose([insecure], 'network_mode: "service:vpn"\nports: ["8080:8080"]\n')), []);
    assert.deepEqual(exposedIn(compose(['--api=true'], 'ports: ["8080:8080"]\n')), []);
    assert.deepEqual(exposedIn(compose(['--api.insecure=false'], 'ports: ["8080:8080"]\n')), []);
  });

  it('is the port of the entry point of the API', () => {
    const other = [insecure, '--entrypoints.traefik.address=:9000'];
    assert.deepEqual(exposedIn(compose(other, 'ports: ["8080:8080"]\n')), []);
    assert.deepEqual(exposedIn(compose(other, 'ports: ["8080:9000"]\n')), told);
    const local = [insecure, '--entrypoints.traefik.address=127.0.0.1:8080'];
    assert.deepEqual(exposedIn(compose(local, 'network_mode: host\n')), []);
  });

  it('is told at the option, also in a mounted file', () => {
    const mounted = compose([], 'ports: ["8080:8080"]\nvolumes: ["./traefik.yml:/etc/traefik/traefik.yml"]\n');
    const text = 'entryPoints: {web: {address: ":80"}}\napi: {insecure: true}\n';
    assert.deepEqual(exposedIn(mounted, { path: 'deploy/traefik.yml', text }), ['deploy/traefik.yml']);
    assert.deepEqual(exposedIn(mounted), []);
  });

  const directory = '--providers.file.directory=/etc/traefik/dynamic';

  it('is looked up at its place in the workspace', async () => {
    const bind = compose([directory], 'volumes: ["./conf:/etc/traefik/dynamic:ro"]\n');
    assert.deepEqual(await pathsIn([bind]), { asked: ['deploy/conf'], told: ['deploy/compose.yml warning'] });
    assert.deepEqual((await pathsIn([bind], { 'deploy/conf': 'directory' })).told, []);
    assert.deepEqual((await pathsIn([bind], { 'deploy/conf': 'file' })).told, ['deploy/compose.yml warning filename']);
    assert.deepEqual((await pathsIn([bind], { 'deploy/conf': undefined })).told, []);
    const above = compose(
      ['--providers.file.filename=/etc/traefik/dynamic/a.yml'],
      'volumes: ["../x:/etc/traefik/dynamic"]\n',
    );
    assert.deepEqual((await pathsIn([above])).asked, ['x/a.yml']);
    const long = 'volumes: [{type: bind, source: ./conf, target: /etc/traefik/dynamic}]\n';
    assert.deepEqual((await pathsIn([compose([directory], long)])).asked, ['deploy/conf']);
  });

  it('is not looked up elsewhere', async () => {
    const volumes = ['/srv/conf', 'named', '~/conf', '$HOME/conf', '../../out', '//server/share', '.\\\\conf'];
    for (const source of volumes) {
      const file = compose([directory], `volumes: ["${source}:/etc/traefik/dynamic"]\n`);
      assert.deepEqual(await pathsIn([file]), { asked: [], told: [] }, source);
    }
    for (const path of ['/srv/conf', '//server/share', 'C:/conf', '\\\\\\\\server\\\\share', 'file:///srv', '~/conf']) {
      const text = `entryPoints: {web: {address: ":80"}}\nproviders: {file: {directory: "${path}"}}\n`;
      assert.deepEqual(await pathsIn([{ path: 'traefik.yml', text }]), { asked: [], told: [] }, path);
    }
  });

  it('is missing where nothing is mounted, in Traefik’s own image', async () => {
    const nothing = compose([directory], 'volumes: ["./conf:/conf"]\n');
    assert.deepEqual(await pathsIn([nothing]), { asked: [], told: ['deploy/compose.yml warning'] });
    assert.deepEqual((await pathsIn([compose([directory], '', 'registry.test/traefik:v3.5')])).told, []);
    assert.deepEqual((await pathsIn([compose(['--providers.file.directory=/tmp'])])).told, []);
    const below = compose([directory], 'volumes: ["./a.yml:/etc/traefik/dynamic/a.yml"]\n');
    assert.deepEqual(await pathsIn([below]), { asked: [], told: [] });
  });

  it('is not missing where a variable or an image of its own may bring it', async () => {
    for (const source of [`\${DIR:-./conf}`, '$DIR', './conf/$NAME']) {
      const file = compose([directory], `volumes: ["${source}:/etc/traefik/dynamic"]\n`);
      assert.deepEqual(await pathsIn([file]), { asked: [], told: [] }, source);
    }
    const target = compose([directory], `volumes: ["./conf:\${TARGET:-/etc/traefik/dynamic}"]\n`);
    assert.deepEqual(await pathsIn([target]), { asked: [], told: [] });
    assert.deepEqual((await pathsIn([compose([directory], 'build: .\n')])).told, []);
  });

  it('is looked up beside a static file, and in the folders above', async () => {
    const text = 'entryPoints: {web: {address: ":80"}}\nproviders: {file: {directory: ./conf}}\n';
    const file = { path: 'a/b/traefik.yml', text };
    const read = await pathsIn([file]);
    assert.deepEqual(read, { asked: ['a/b/conf', 'a/conf', 'conf'], told: ['a/b/traefik.yml information'] });
    assert.deepEqual((await pathsIn([file], { conf: 'directory' })).told, []);
    assert.deepEqual((await pathsIn([file], { 'a/conf': undefined })).told, ['a/b/traefik.yml information']);
    assert.deepEqual((await pathsIn([file], { 'a/b/conf': undefined })).told, []);
  });

  it('is told if it is not watched', async () => {
    const bind = 'volumes: ["./conf:/etc/traefik/dynamic"]\n';
    const read = async (watch: string) =>
      (await pathsIn([compose([directory, `--providers.file.watch=${watch}`], bind)], { 'deploy/conf': 'directory' }))
        .told;
    assert.deepEqual(await read('false'), ['deploy/compose.yml information']);
    assert.deepEqual(await read('true'), []);
  });
});
