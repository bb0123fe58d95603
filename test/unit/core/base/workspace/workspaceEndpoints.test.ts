import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEndpoint } from '../../../../../src/core/base/endpoints/endpointRecord';
import { isWorkspaceEndpointId } from '../../../../../src/core/base/endpoints/workspaceId';
import {
  openWorkspaceEndpoints,
  type WorkspaceEndpoints,
} from '../../../../../src/core/base/workspace/workspaceEndpoints';

const edge = { kind: 'proxy', name: 'edge', url: 'https://edge.example.com:8443' };
const auth = { type: 'basic', username: 'ann', password: 'pw' } as const;

describe('workspaceEndpoints: the endpoints of a workspace', () => {
  let root: string;
  let folder: string;
  let state: Map<string, unknown>;
  let secrets: Map<string, string>;
  let endpoints: WorkspaceEndpoints;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'proxy-scout-workspace-'));
    folder = join(root, 'folder');
    await mkdir(join(folder, '.vscode'), { recursive: true });
    state = new Map();
    secrets = new Map();
    endpoints = open();
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const open = (paths: readonly string[] = [folder]): WorkspaceEndpoints =>
    openWorkspaceEndpoints({
      folders: () => paths.map((path) => ({ id: `file://${path}`, path })),
      memento: { get: (key) => state.get(key), update: async (key, value) => void state.set(key, value) },
      secrets: {
        keys: async () => [...secrets.keys()],
        get: async (key) => secrets.get(key),
        store: async (key, value) => void secrets.set(key, value),
        delete: async (key) => void secrets.delete(key),
      },
      authorities: join(root, 'authorities'),
    });
  const write = async (...list: readonly unknown[]): Promise<void> => {
    await writeFile(join(folder, '.vscode/proxy-scout.json'), JSON.stringify({ endpoints: list }));
    await endpoints.reload();
  };
  const only = async (): Promise<StoredEndpoint> => {
    const [one, ...others] = await endpoints.list();
    assert.deepEqual(others, []);
    return one ?? assert.fail('none is listed');
  };

  it('are none where there is no file, or no trusted folder', async () => {
    assert.deepEqual(await endpoints.list(), []);
    await write(edge);
    assert.deepEqual(await open([]).list(), []);
  });

  it('cannot be used before they are approved', async () => {
    await write(edge);
    const one = await only();
    assert.ok(one.state === 'unapproved');
    assert.equal(one.url, edge.url);
    assert.ok(isWorkspaceEndpointId(one.hint.id));
    assert.equal(await endpoints.get(one.hint.id), undefined);
    assert.equal(await endpoints.changeAuth(one.hint.id, auth), undefined);
    assert.equal(secrets.size, 0);
    assert.equal(await endpoints.approve(one.hint.id), true);
    const { state: now } = await only();
    assert.equal(now, 'ready');
    assert.equal((await endpoints.get(one.hint.id))?.url, edge.url);
  });

  it('have credentials of their own, which any change takes from them with the approval', async () => {
    await write(edge);
    const { id } = (await only()).hint;
    await endpoints.approve(id);
    await endpoints.changeAuth(id, auth);
    assert.deepEqual((await endpoints.get(id))?.auth, auth);
    for (const change of [{ url: 'https://evil.example.com' }, { name: 'Edge' }, { host: 'evil.example.com' }]) {
      await write({ ...edge, ...change });
      const one = await only();
      assert.equal(one.state, 'unapproved');
      assert.notEqual(one.hint.id, id);
      assert.equal(await endpoints.get(id), undefined);
      assert.equal(await endpoints.get(one.hint.id), undefined);
    }
    await write(edge);
    assert.deepEqual((await endpoints.get(id))?.auth, auth);
  });

  it('are others in another folder, even with the same entry', async () => {
    await write(edge);
    const { id } = (await only()).hint;
    await endpoints.approve(id);
    const other = join(root, 'clone');
    await mkdir(join(other, '.vscode'), { recursive: true });
    await writeFile(join(other, '.vscode/proxy-scout.json'), JSON.stringify({ endpoints: [edge] }));
    const [one] = await open([other]).list();
    assert.equal(one?.state, 'unapproved');
    assert.deepEqual(
      (await open([folder, other]).list()).map(({ state: now }) => now),
      ['ready', 'unapproved'],
    );
  });

  it('trust an authority as it was when it was approved, and are asked about again when it changes', async () => {
    await writeFile(join(folder, 'ca.pem'), 'first');
    await write({ ...edge, tls: { authority: 'ca.pem' } });
    const { id } = (await only()).hint;
    await endpoints.approve(id);
    const trust = (await endpoints.get(id))?.tls?.trust;
    assert.ok(trust?.type === 'file');
    await writeFile(join(folder, 'ca.pem'), 'second');
    assert.equal(await readFile(trust.path, 'utf8'), 'first');
    await endpoints.reload();
    const one = await only();
    assert.equal(one.state, 'unapproved');
    assert.notEqual(one.hint.id, id);
  });

  it('read no file outside of the folder', async () => {
    await writeFile(join(root, 'outside.pem'), 'secret');
    await symlink(join(root, 'outside.pem'), join(folder, 'link.pem'));
    await symlink(root, join(folder, 'up'));
    for (const authority of [
      '../outside.pem',
      join(root, 'outside.pem'),
      'link.pem',
      'up/outside.pem',
      '~/x',
      '\\\\s\\x',
    ]) {
      await write({ ...edge, tls: { authority } });
      const one = await only();
      assert.ok(one.state === 'refused', authority);
      assert.match(one.reason, /is not a file inside this folder/);
    }
    await write({ ...edge, tls: { authority: 'nothing.pem' } });
    const one = await only();
    assert.ok(one.state === 'refused' && /does not exist/.test(one.reason));
    assert.equal(await endpoints.approve(one.hint.id), false);
  });

  it('are not read from a file that is too large, or lies elsewhere', async () => {
    await writeFile(join(folder, '.vscode/proxy-scout.json'), ' '.repeat(2 ** 20 + 1));
    const large = await only();
    assert.ok(large.state === 'refused' && /too large/.test(large.reason));
    await rm(join(folder, '.vscode/proxy-scout.json'));
    await writeFile(join(root, 'elsewhere.json'), JSON.stringify({ endpoints: [edge] }));
    await symlink(join(root, 'elsewhere.json'), join(folder, '.vscode/proxy-scout.json'));
    await endpoints.reload();
    const linked = await only();
    assert.ok(linked.state === 'refused' && /inside this folder/.test(linked.reason));
  });

  it('are approved only as they are at that moment', async () => {
    await write(edge);
    const { id } = (await only()).hint;
    await writeFile(
      join(folder, '.vscode/proxy-scout.json'),
      JSON.stringify({ endpoints: [{ ...edge, url: 'https://evil.example.com' }] }),
    );
    assert.equal(await endpoints.approve(id), false);
    assert.equal((await only()).state, 'unapproved');
  });

  it('are forgotten one by one, or all of every workspace', async () => {
    await writeFile(join(folder, 'ca.pem'), 'first');
    await write({ ...edge, tls: { authority: 'ca.pem' } }, { ...edge, name: 'second' });
    const ids = (await endpoints.list()).map(({ hint }) => hint.id);
    for (const id of ids) {
      await endpoints.approve(id);
      await endpoints.changeAuth(id, auth);
    }
    assert.equal(await endpoints.kept(), 2);
    await endpoints.forget(ids.slice(0, 1));
    assert.deepEqual(
      (await endpoints.list()).map(({ state: now }) => now),
      ['unapproved', 'ready'],
    );
    await open([]).forget('all');
    assert.equal(await endpoints.kept(), 0);
    assert.equal(secrets.size, 0);
  });

  it('tell which of them changed when the files are read again', async () => {
    const told: string[] = [];
    endpoints.onDidChange((ids) => void told.push(...ids));
    await write(edge);
    const { id } = (await only()).hint;
    assert.deepEqual(told, [id]);
    await write();
    assert.deepEqual(told, [id, id]);
  });

  it('say which proxy the files of a folder are for: that of the deepest folder around them', async () => {
    const staging = { kind: 'proxy', name: 'staging', url: 'https://staging.example.com' };
    const search = { kind: 'search', name: 'logs', url: 'https://logs.example.com' };
    const folders = { '.': 'edge', 'deploy/staging': 'staging', logs: 'logs', gone: 'nobody' };
    await writeFile(
      join(folder, '.vscode/proxy-scout.json'),
      JSON.stringify({ endpoints: [edge, staging, search], folders }),
    );
    await endpoints.reload();
    const names = new Map((await endpoints.list()).map(({ hint }) => [hint.id, hint.name]));
    const boundTo = async (path: string) => names.get((await endpoints.boundTo(join(folder, path))) ?? '');
    assert.equal(await boundTo('compose.yml'), 'edge');
    assert.equal(await boundTo('deploy/staging/compose.yml'), 'staging');
    assert.equal(await boundTo('deploy/staging-2/compose.yml'), 'edge');
    // A search engine is no proxy, and nobody is called so.
    assert.equal(await boundTo('logs/a.yml'), 'edge');
    assert.equal(await boundTo('../elsewhere/compose.yml'), undefined);
  });

  describe('of which a file tells the static configuration', () => {
    const tell = async (told: unknown): Promise<unknown> => {
      await writeFile(join(folder, '.vscode/proxy-scout.json'), JSON.stringify({ static: told }));
      await endpoints.reload();
      return endpoints.staticOf(`file://${folder}`);
    };
    const reasons = async () =>
      (await endpoints.list()).map((one) => (one.state === 'refused' ? one.reason : one.state));

    it('have its options, or the text of a file in the folder at that moment', async () => {
      const from = '.vscode/proxy-scout.json';
      assert.deepEqual(await tell({ ping: {} }), { from, file: { path: 'traefik.yml', text: '{"ping":{}}' } });
      await mkdir(join(folder, 'deploy'));
      for (const text of ['ping: {}', 'api: {}']) {
        await writeFile(join(folder, 'deploy/traefik.yml'), text);
        for (const path of ['deploy/traefik.yml', './deploy/traefik.yml']) {
          const file = { path: 'deploy/traefik.yml', text };
          assert.deepEqual(await tell(path), { from: file.path, file }, path);
        }
      }
      await symlink('deploy', join(folder, 'linked'));
      assert.deepEqual(await tell('linked/traefik.yml'), {
        from: 'linked/traefik.yml',
        file: { path: 'linked/traefik.yml', text: 'api: {}' },
      });
      assert.deepEqual(await reasons(), []);
      assert.equal(await open([]).staticOf(`file://${folder}`), undefined, 'not trusted');
      assert.equal(await endpoints.staticOf('file:///elsewhere'), undefined);
    });

    it('read nothing outside of the folder, and say so', async () => {
      await writeFile(join(root, 'traefik.yml'), 'ping: {}');
      await symlink(root, join(folder, 'up'));
      await symlink(join(root, 'traefik.yml'), join(folder, 'out.yml'));
      for (const path of [
        '../traefik.yml',
        'a/../../traefik.yml',
        'up/traefik.yml',
        'out.yml',
        join(root, 'traefik.yml'),
        '\\\\server\\share\\traefik.yml',
        '//server/share/traefik.yml',
        '~/traefik.yml',
        'http://a.test/traefik.yml',
        'none.yml',
        '.',
      ]) {
        assert.equal(await tell(path), undefined, path);
        assert.match((await reasons()).join('\n'), /^The static configuration in “static” is not used\. [^\n]+$/, path);
      }
      assert.equal(await tell(7), undefined);
      const neither = 'The static configuration in “static” is not used. It is neither options nor a path.';
      assert.deepEqual(await reasons(), [neither]);
      await writeFile(join(folder, 'large.yml'), '#'.repeat(1_000_001));
      assert.equal(await tell('large.yml'), undefined);
      assert.deepEqual(await reasons(), [
        'The static configuration in “static” is not used. “large.yml” is too large.',
      ]);
    });
  });

  describe('of which a file names the folders', () => {
    const bind = async (...paths: readonly string[]): Promise<void> => {
      const folders = Object.fromEntries(paths.map((path) => [path, 'edge']));
      await writeFile(join(folder, '.vscode/proxy-scout.json'), JSON.stringify({ endpoints: [edge], folders }));
      await endpoints.reload();
    };
    const refusals = async (): Promise<readonly string[]> =>
      (await endpoints.list()).map((one) => (one.state === 'refused' ? one.reason : '')).filter((text) => text !== '');
    /** Files that no folder of this workspace holds. */
    const foreign = (): readonly string[] =>
      ['outside/a.yml', 'a.yml', 'folder-2/a.yml'].map((path) => join(root, path)).concat('/etc/a.yml', '/a.yml');

    beforeEach(async () => {
      await mkdir(join(root, 'outside'));
      await symlink(join(root, 'outside'), join(folder, 'out'));
      await symlink(root, join(folder, 'up'));
      await symlink(join(root, 'not-yet'), join(folder, 'broken'));
      await symlink('round', join(folder, 'round'));
      await mkdir(join(folder, 'real'));
      await symlink('real', join(folder, 'linked'));
    });

    for (const path of [
      ...[
        '..',
        '../',
        '../outside',
        '../folder-2',
        './..',
        'a/..',
        'a/../..',
        'a/../../b',
        'a/../../outside',
        'a/./../..',
      ],
      ...['/', '/etc', '//etc', '/etc/..', '~', '~/x', '~root', '\\', '\\etc', '\\\\server\\share', '\\\\?\\C:\\'],
      ...[
        '..\\outside',
        'a\\..\\..\\outside',
        'a\\../..',
        'C:',
        'c:\\',
        'C:/x',
        'z:x',
        'out',
        'up',
        'up/outside',
        'out/.',
      ],
      ...['round', 'broken', 'broken/deep/er', 'up/not-yet/deep', 'real\0'],
    ]) {
      it(`refuse one that leads out, by its name: ${JSON.stringify(path)}`, async () => {
        await bind(path, 'real');
        for (const file of [...foreign(), join(folder, 'a.yml'), join(folder, path, 'a.yml')]) {
          assert.equal(await endpoints.boundTo(file), undefined, file);
        }
        const [reason = '', ...others] = await refusals();
        assert.deepEqual(others, []);
        assert.ok(
          reason.startsWith(`“${path.replace('\0', ' ').trim()}” in “folders” leads out of this folder. `),
          reason,
        );
        // The others are used all the same, and so is the endpoint.
        assert.ok((await endpoints.boundTo(join(folder, 'real/a.yml'))) !== undefined);
      });
    }

    for (const [path, within] of [
      ...['', '.', './', './/.'].map((one) => [one, 'a.yml'] as const),
      ...['real', 'real/', './real', 'real//'].map((one) => [one, 'real/a.yml'] as const),
      ...(['linked', 'not-there/yet', '...', '..a', 'a..', '%2e%2e', '%2e%2e%2foutside', '..%5coutside'] as const).map(
        (one) => [one, `${one}/a.yml`] as const,
      ),
    ] as const) {
      it(`bind what lies in one that does not: ${JSON.stringify(path)}`, async () => {
        await bind(path);
        assert.deepEqual(await refusals(), []);
        assert.ok((await endpoints.boundTo(join(folder, within))) !== undefined);
        for (const file of foreign()) assert.equal(await endpoints.boundTo(file), undefined, file);
        assert.equal(await endpoints.boundTo(`${folder}/${within}/../../../../outside/a.yml`), undefined);
      });
    }

    it('refuse a file that names hundreds', async () => {
      await bind(...Array.from({ length: 201 }, (_, index) => `f${index}`));
      assert.match((await refusals()).join(), /more than 200 folders/);
      await bind(...Array.from({ length: 200 }, (_, index) => `f${index}`));
      assert.deepEqual(await refusals(), []);
    });
  });
});
