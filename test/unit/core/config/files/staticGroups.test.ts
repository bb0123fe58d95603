import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { composeTraefiksIn, readingOf } from '../../../../../src/core/config/files/foundTraefiks';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import { readingOfStaticFile } from '../../../../../src/core/config/files/staticGroups';
import type { SourceFile } from '../../../../../src/core/config/source/placedText';

function toldOf(...files: readonly SourceFile[]): readonly string[] {
  return checkConfigGroups(readConfigFiles(files), {}).map(({ severity, code, range: { path, start } }) => {
    const text = files.find((file) => file.path === path)?.text ?? '';
    return `${path}:${text.slice(0, start).split('\n').length} ${severity} ${code}`;
  });
}

const entryPoints = 'entryPoints:\n  web:\n    address: ":80"\n';
const router = 'traefik.http.routers.app.rule=Host(`app.test`)';

function compose(traefik: string, labels: readonly string[]): SourceFile {
  const list = labels.map((label) => `      - ${JSON.stringify(label)}\n`).join('');
  return {
    path: 'compose.yml',
    text: `services:\n  traefik:\n    image: traefik:v3.7\n${traefik}  app:\n    image: app\n    labels:\n${list}`,
  };
}

describe('staticGroups: static configuration in files', () => {
  it('is read once for all that ask for it', () => {
    const file = { path: 'traefik.yml', text: `${entryPoints}api: {}\n` };
    const read = readingOfStaticFile(file);
    assert.equal(read?.problems.length, 0);
    assert.equal(readingOfStaticFile(file), read);
    const composed = compose('', []);
    const byPath = new Map([composed, file].map((one) => [one.path, one]));
    const traefiks = composeTraefiksIn(composed, byPath);
    const [one] = traefiks ?? [];
    assert.ok(one !== undefined);
    assert.equal(composeTraefiksIn(composed, byPath), traefiks);
    assert.equal(readingOf(one.traefik, []), readingOf(one.traefik, []));
    // Among other files, it may be another one.
    const overridden = new Map(byPath).set('compose.override.yml', composed);
    assert.deepEqual(composeTraefiksIn(composed, overridden), []);
  });

  it('is told what is wrong in all versions', () => {
    const text = `${entryPoints}providers:\n  docker:\n    exposeByDefault: false\n    swarmMode: true\n`;
    assert.deepEqual(toldOf({ path: 'traefik.yml', text: `${entryPoints}api:\n  insecur: true\n` }), [
      'traefik.yml:5 error static.syntax',
    ]);
    // Traefik 3 stops before, at the option that is gone, but no version knows this one.
    assert.deepEqual(toldOf({ path: 'traefik.yml', text }), ['traefik.yml:6 error static.syntax']);
    assert.deepEqual(
      toldOf({
        path: 'traefik.yml',
        text: `${entryPoints}http:\n  routers: {r: {rule: "Path(\`/\`)", service: api@internal}}\nproviders: {docker: {}}\n`,
      }),
      ['traefik.yml:4 warning static.ignored'],
    );
  });

  it('is told what is wrong in the version of the proxy', () => {
    const text = `${entryPoints}providers:\n  docker:\n    swarmMode: true\n`;
    const groups = readConfigFiles([{ path: 'traefik.yml', text }]);
    const told = (version: string) => checkConfigGroups(groups, { version }).map(({ code }) => code);
    assert.deepEqual(told('3.7.9'), ['static.removed']);
    assert.deepEqual(told('2.11.53'), []);
    // A build without a number, and one that the table does not have.
    assert.deepEqual(told('dev'), []);
    assert.deepEqual(told('4.0.0'), []);
  });

  it('is told nothing where it is that of others', () => {
    const values = 'image: {tag: v3.7}\nproviders:\n  kubernetesCRD: {enabled: true}\nports: {web: {port: 80}}\n';
    assert.deepEqual(toldOf({ path: 'traefik.yml', text: values }), []);
    const old = 'defaultEntryPoints = ["http"]\n[entryPoints.http]\naddress = ":80"\n[entryPoints.http.redirect]\n';
    assert.deepEqual(toldOf({ path: 'traefik.toml', text: old }), []);
    assert.deepEqual(
      toldOf({ path: 'traefik.yml', text: 'http:\n  routers:\n    r: {rule: Path(`/`), service: api@internal}\n' }),
      [],
    );
  });

  it('of a compose file is that of the version of its image, and decides over its containers', () => {
    const command = '    command: [--entrypoints.web.address=:80, --providers.docker.exposedbydefault=false]\n';
    const named = [router, 'traefik.enable=true', 'traefik.http.routers.app.entrypoints=https'];
    assert.deepEqual(toldOf(compose(command, named)), ['compose.yml:10 error ref.unknown']);
    assert.deepEqual(toldOf(compose(command, [router])), ['compose.yml:8 warning container.off']);
    assert.deepEqual(toldOf(compose('    command: [--pilot.token=t]\n', [router])), [
      'compose.yml:4 error static.removed',
    ]);
    // Beside flags, Traefik uses no variables. Other files may have the rest.
    assert.deepEqual(toldOf(compose(`${command}    env_file: .env\n`, named)), ['compose.yml:11 error ref.unknown']);
    assert.deepEqual(toldOf(compose('    env_file: .env\n', named)), []);
    assert.deepEqual(toldOf(compose('    command: sh -c "traefik --nope"\n', named)), []);
    const elsewhere = '    command: [--configFile=/conf/t.yml, --providers.docker=true]\n    volumes: [./conf:/conf]\n';
    assert.deepEqual(toldOf(compose(elsewhere, named)), []);
    const there = { path: 'conf/t.yml', text: `${entryPoints}providers:\n  docker: {}\n` };
    assert.deepEqual(toldOf(compose(elsewhere, named), there), [
      'compose.yml:11 error ref.unknown',
      'compose.yml:4 warning static.ignored',
    ]);
    assert.deepEqual(toldOf(compose(`${command}    volumes: [./traefik:/etc/traefik]\n`, named)), []);
    assert.deepEqual(toldOf(compose(`${command}    volumes: ["\${DIR:-./conf}:/etc/traefik"]\n`, named)), []);
  });

  it('of a mounted file counts if that was read', () => {
    const mount = '    volumes: [./conf/traefik.yml:/etc/traefik/traefik.yml]\n';
    const labels = [router, 'traefik.http.routers.app.entrypoints=https'];
    const file = { path: 'conf/traefik.yml', text: `${entryPoints}providers:\n  docker: {}\n` };
    assert.deepEqual(toldOf(compose(mount, labels)), []);
    assert.deepEqual(toldOf(compose(mount, labels), file), ['compose.yml:9 error ref.unknown']);
  });
});
