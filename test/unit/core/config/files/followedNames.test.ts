import assert from 'node:assert/strict';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import { FollowedNames } from '../../../../../src/core/config/files/followedNames';

const router = (name: string, service = 's'): string => `http:\n  routers:\n    ${name}: { service: ${service} }\n`;
const label = (name: string): string => `services:\n  a:\n    labels: [ traefik.http.routers.${name}.priority=1 ]\n`;

/** Files in memory, and what was asked of them. */
class Folder {
  readonly texts: Map<string, string>;
  readonly read: string[] = [];
  lists = 0;
  /** What listing waits for. */
  held: Promise<unknown> = Promise.resolve();
  readonly signals: AbortSignal[] = [];
  readonly names: FollowedNames;

  constructor(texts: Readonly<Record<string, string>>, most = 100) {
    this.texts = new Map(Object.entries(texts));
    this.names = new FollowedNames(
      {
        list: async (limit, signal) => {
          this.lists++;
          this.signals.push(signal);
          await this.held;
          return [...this.texts.keys()].slice(0, limit);
        },
        textOf: async (path) => {
          this.read.push(path);
          return this.texts.get(path);
        },
      },
      most,
    );
  }

  /** Names of declared routers and where they are, and which files were read for them. */
  async look(): Promise<{ readonly routers: readonly string[]; readonly read: readonly string[] }> {
    this.read.length = 0;
    const { names } = await this.names.read(AbortSignal.timeout(5_000));
    const declared = names.filter(({ role, object }) => role === 'declaration' && object.kind === 'router');
    const routers = declared.map(({ object, place: { path, start } }) => `${object.name} ${path}:${start.line}`);
    return { routers: routers.sort(), read: this.read.toSorted() };
  }
}

function hold(): { readonly until: Promise<void>; end(): void } {
  let end = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { until, end };
}

const isCanceled = (error: unknown): boolean => isRequestFailure(error) && error.failure.kind === 'canceled';

describe('followedNames: the names that are followed in files', () => {
  it('are read once, and then only where something changed', async () => {
    const folder = new Folder({ '/a/x.yml': router('x'), '/b/y.yml': router('y'), '/c/other.yml': 'a: b\n' });
    assert.deepEqual(await folder.look(), {
      routers: ['x@file /a/x.yml:2', 'y@file /b/y.yml:2'],
      read: ['/a/x.yml', '/b/y.yml', '/c/other.yml'],
    });
    assert.deepEqual((await folder.look()).read, []);

    folder.texts.set('/b/y.yml', `# traefik\n${router('z')}`);
    folder.names.noteChanged('/b/y.yml');
    assert.deepEqual(await folder.look(), { routers: ['x@file /a/x.yml:2', 'z@file /b/y.yml:3'], read: ['/b/y.yml'] });
    assert.equal(folder.lists, 1);
  });

  it('follow files that are new or gone, without reading others again', async () => {
    const folder = new Folder({ '/a/x.yml': router('x'), '/b/y.yml': router('y') });
    await folder.look();
    folder.texts.set('/c/z.yml', router('z'));
    folder.texts.delete('/b/y.yml');
    folder.names.noteOthers();
    const { routers, read } = await folder.look();
    assert.deepEqual(routers, ['x@file /a/x.yml:2', 'z@file /c/z.yml:2']);
    assert.deepEqual(read, ['/c/z.yml']);

    folder.texts.delete('/c/z.yml');
    folder.names.noteRemoved('/c/z.yml');
    assert.deepEqual(await folder.look(), { routers: ['x@file /a/x.yml:2'], read: [] });
    assert.equal(folder.lists, 2);
  });

  it('are read together with those of the same project or folder', async () => {
    const folder = new Folder({
      '/a/compose.yml': label('base'),
      '/a/compose.override.yml': label('more'),
      '/a/manifest.yml': 'kind: Ingress\n',
      '/f/one.yml': router('one'),
      '/f/two.yml': router('two'),
    });
    await folder.look();
    folder.texts.set('/a/compose.override.yml', label('changed'));
    folder.names.noteChanged('/a/compose.override.yml');
    const { routers, read } = await folder.look();
    assert.deepEqual(read, ['/a/compose.override.yml', '/a/compose.yml']);
    assert.deepEqual(routers, [
      'base@docker /a/compose.yml:2',
      'changed@docker /a/compose.override.yml:2',
      'one@file /f/one.yml:2',
      'two@file /f/two.yml:2',
    ]);

    folder.texts.set('/f/three.yml', router('three'));
    folder.names.noteOthers();
    assert.deepEqual((await folder.look()).read, ['/f/one.yml', '/f/three.yml', '/f/two.yml']);
    folder.texts.delete('/f/one.yml');
    folder.names.noteRemoved('/f/one.yml');
    assert.equal((await folder.look()).routers.includes('one@file /f/one.yml:2'), false);
  });

  it('are read with a compose file that its override has been without', async () => {
    const folder = new Folder({ '/a/compose.override.yaml': label('more') });
    await folder.look();
    folder.texts.set('/a/compose.yml', 'x-for: traefik\nservices: { a: { image: b } }\n');
    folder.names.noteOthers();
    assert.deepEqual((await folder.look()).read, ['/a/compose.override.yaml', '/a/compose.yml']);
  });

  it('keep a limit, and those that are known below it', async () => {
    const folder = new Folder({ '/a/1.yml': router('one'), '/b/2.yml': router('two'), '/c/3.yml': router('three') }, 2);
    assert.deepEqual((await folder.look()).read, ['/a/1.yml', '/b/2.yml']);
    folder.texts.delete('/b/2.yml');
    folder.names.noteRemoved('/b/2.yml');
    folder.names.noteOthers();
    assert.deepEqual(await folder.look(), {
      routers: ['one@file /a/1.yml:2', 'three@file /c/3.yml:2'],
      read: ['/c/3.yml'],
    });
  });

  it('are read for whoever still waits when the first one leaves', async () => {
    const folder = new Folder({ '/a/x.yml': router('x') });
    const held = hold();
    folder.held = held.until;
    const first = new AbortController();
    const leaving = folder.names.read(first.signal);
    const staying = folder.look();
    first.abort();
    await assert.rejects(leaving, isCanceled);
    held.end();
    assert.deepEqual((await staying).routers, ['x@file /a/x.yml:2']);
    assert.equal(folder.lists, 1);
  });

  it('are no longer read when nobody waits, and from the beginning for the next one', async () => {
    const folder = new Folder({ '/a/x.yml': router('x') });
    const held = hold();
    folder.held = held.until;
    const leaving = [new AbortController(), new AbortController()];
    const readings = leaving.map(({ signal }) => folder.names.read(signal));
    await new Promise(setImmediate);
    for (const one of leaving) one.abort();
    for (const reading of readings) await assert.rejects(reading, isCanceled);
    assert.deepEqual(
      folder.signals.map(({ aborted }) => aborted),
      [true],
    );
    held.end();
    assert.deepEqual((await folder.look()).routers, ['x@file /a/x.yml:2']);
  });

  it('are read again if a file changes meanwhile, and after a failure', async () => {
    const folder = new Folder({ '/a/x.yml': router('x') });
    const held = hold();
    await folder.look();
    folder.held = held.until;
    folder.names.noteOthers();
    const looking = folder.look();
    folder.texts.set('/a/x.yml', router('y'));
    folder.names.noteChanged('/a/x.yml');
    held.end();
    assert.deepEqual((await looking).routers, ['y@file /a/x.yml:2']);

    folder.held = Promise.reject(new Error('no disk'));
    folder.names.noteOthers();
    await assert.rejects(folder.look(), /no disk/);
    folder.held = Promise.resolve();
    assert.deepEqual((await folder.look()).routers, ['y@file /a/x.yml:2']);
  });
});
