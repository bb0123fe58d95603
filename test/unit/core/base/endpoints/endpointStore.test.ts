import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { secretKey } from '../../../../../src/core/base/endpoints/endpointRecord';
import {
  type EndpointFields,
  type EndpointStore,
  openEndpointStore,
} from '../../../../../src/core/base/endpoints/endpointStore';
import type { EndpointPlace } from '../../../../../src/core/base/endpoints/placeInList';
import { fakeWindows } from './fakeWindows';

const fields = (name: string, more: Partial<EndpointFields> = {}): EndpointFields => ({
  kind: 'proxy',
  name,
  url: 'http://127.0.0.1:8080',
  auth: { type: 'basic', username: 'reader', password: 'canary-password' },
  headers: { 'X-Team': 'canary-header' },
  ...more,
});

const names = async (store: EndpointStore): Promise<string[]> =>
  (await store.list()).map(({ state, hint }) => (state === 'ready' ? hint.name : `${hint.name} (${state})`));

/** Waits until all events have been told to all windows. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

/** Waits until a window has heard of a change. */
async function heard(store: EndpointStore): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const subscription = store.onDidChange((ids) => {
      subscription.dispose();
      resolve(ids);
    });
  });
}

describe('endpointStore: the endpoint store', () => {
  let windows: ReturnType<typeof fakeWindows>;
  let opened: EndpointStore[];
  const openWindow = (): EndpointStore => {
    const { vault, shelf } = windows.openWindow();
    const store = openEndpointStore(vault, shelf);
    opened.push(store);
    return store;
  };

  /** Adds one endpoint. */
  const add = async (store: EndpointStore, ...[name, more]: Parameters<typeof fields>) => {
    const [added] = await store.add(fields(name, more));
    assert.ok(added !== undefined);
    return added;
  };

  beforeEach(() => {
    windows = fakeWindows();
    opened = [];
  });
  afterEach(() => {
    for (const store of opened) store.dispose();
  });

  it('gives back what was added, in the order it was added', async () => {
    const store = openWindow();
    const first = await add(store, 'zebra');
    await store.add(fields('ant'));
    assert.deepEqual(await names(store), ['zebra', 'ant']);
    assert.deepEqual(await store.get(first.id), first);
    assert.deepEqual(await names(openWindow()), ['zebra', 'ant']);
  });

  it('keeps nothing secret outside the secret storage', async () => {
    const store = openWindow();
    await store.add(fields('edge', { url: 'http://internal-name.example.test' }));
    const shelf = JSON.stringify([...windows.shelf()]);
    assert.match(shelf, /edge/);
    assert.doesNotMatch(shelf, /canary|reader|internal-name/);
  });

  it('keeps unknown fields of a record through a change', async () => {
    const store = openWindow();
    const { id } = await add(store, 'edge');
    const record = JSON.parse(windows.secrets.get(secretKey(id)) ?? '');
    windows.secrets.set(secretKey(id), JSON.stringify({ ...record, later: { kept: true } }));
    await store.change(id, { name: 'renamed' });
    const changed = JSON.parse(windows.secrets.get(secretKey(id)) ?? '');
    assert.deepEqual(changed, { ...record, name: 'renamed', later: { kept: true } });
  });

  it('refuses to write a record that it could not read back', async () => {
    const store = openWindow();
    await assert.rejects(store.add(fields('edge', { url: 'ftp://edge' })));
    assert.deepEqual(await names(store), []);
    assert.equal(windows.secrets.size, 0);
  });

  it('shows an endpoint whose secret VS Code deleted, and takes a new record in its place', async () => {
    const { id } = await add(openWindow(), 'edge');
    windows.rot(secretKey(id));
    const store = openWindow();
    const [gone] = await store.list();
    assert.equal(gone?.state, 'gone');
    assert.equal(gone?.hint.name, 'edge');
    assert.equal(await store.get(id), undefined);
    if (gone === undefined) return;
    await store.replace(gone.hint, fields('edge again'));
    assert.deepEqual(await names(store), ['edge again']);
    assert.equal((await store.get(id))?.id, id);
  });

  it('forgets those that are gone when all are deleted, and says so', async () => {
    const { id } = await add(openWindow(), 'edge');
    windows.rot(secretKey(id));
    const store = openWindow();
    assert.deepEqual(await names(store), ['edge (gone)']);
    const hearing = heard(store);
    await store.removeAll();
    assert.deepEqual(await hearing, [id]);
    assert.deepEqual(await names(store), []);
  });

  it('adds many in their order, and none where one is not right', async () => {
    const store = openWindow();
    await store.add(fields('zebra'));
    await assert.rejects(store.add(fields('one'), fields('two', { url: 'ftp://edge' })));
    assert.deepEqual(await names(store), ['zebra']);
    await store.add(fields('mouse'), fields('cat'));
    assert.deepEqual(await names(store), ['zebra', 'mouse', 'cat']);
  });

  it('keeps what is learned beside what was entered, and gives out both', async () => {
    const store = openWindow();
    const endpoint = await add(store, 'edge');
    const entered = windows.secrets.get(secretKey(endpoint.id));
    await store.learn(endpoint, { digest: true, searchMethod: 'POST' });
    assert.equal(windows.secrets.get(secretKey(endpoint.id)), entered);
    assert.equal(windows.secrets.size, 1);
    const learned = { ...endpoint, auth: { ...endpoint.auth, scheme: 'digest' }, searchMethod: 'POST' };
    assert.deepEqual(await store.get(endpoint.id), learned);
    assert.equal(store.isDigest(endpoint), true);
    const [listed] = await openWindow().list();
    assert.deepEqual(listed?.state === 'ready' ? listed.endpoint : undefined, learned);
    assert.doesNotMatch(JSON.stringify([...windows.shelf()]), /canary|reader|127\.0\.0\.1/);
  });

  it('knows Digest for an origin and a user, until the credentials are edited', async () => {
    const store = openWindow();
    const endpoint = await add(store, 'edge');
    const schemes = async (): Promise<unknown[]> =>
      (await openWindow().list()).map((one) =>
        one.state === 'ready' && one.endpoint.auth.type === 'basic' ? one.endpoint.auth.scheme : one.state,
      );
    await store.learn(endpoint, { digest: true });
    await add(store, 'same user', { url: 'http://127.0.0.1:8080/ops' });
    await add(store, 'other user', { auth: { type: 'basic', username: 'writer', password: 'canary-password' } });
    await add(store, 'other origin', { url: 'http://127.0.0.1:8081' });
    assert.deepEqual(await schemes(), ['digest', 'digest', undefined, undefined]);
    await store.change(endpoint.id, { name: 'renamed', url: 'http://127.0.0.1:8080/prefix' });
    assert.deepEqual(await schemes(), ['digest', 'digest', undefined, undefined]);
    await store.change(endpoint.id, { url: 'http://127.0.0.1:8081' });
    assert.deepEqual(await schemes(), [undefined, 'digest', undefined, undefined]);
    await store.change(endpoint.id, { url: 'http://127.0.0.1:8080' });
    assert.deepEqual(await schemes(), ['digest', 'digest', undefined, undefined]);
    // The same credentials, entered again.
    await store.change(endpoint.id, { auth: fields('x').auth });
    assert.deepEqual(await schemes(), [undefined, undefined, undefined, undefined]);
  });

  it('forgets what it learned of endpoints that are removed, but for what others need', async () => {
    const store = openWindow();
    const [one, other] = await store.add(fields('one'), fields('other'));
    assert.ok(one !== undefined && other !== undefined);
    await store.learn(one, { digest: true, searchMethod: 'POST' });
    await store.remove(one.id);
    assert.equal((await openWindow().get(other.id))?.searchMethod, 'POST');
    assert.equal(openWindow().isDigest(other), true);
    await store.remove(other.id);
    assert.equal(windows.shelf().get('endpoints/learned'), undefined);
  });

  it('stores what it learned again after a window that did not know it wrote the global state', async () => {
    const one = openWindow();
    const endpoint = await add(one, 'edge');
    await settled();
    const two = windows.openWindow();
    await one.learn(endpoint, { digest: true });
    await two.shelf.update('something', 'else');
    await settled();
    assert.equal(openWindow().isDigest(endpoint), false);
    assert.equal(one.isDigest(endpoint), true);
    await one.list();
    assert.equal(openWindow().isDigest(endpoint), true);
  });

  it('keeps public addresses and ignored findings in the record, with what a newer version says of them', async () => {
    const store = openWindow();
    const ignored = { ['a'.repeat(64)]: { kind: 'unused', about: 'a', since: 7 } };
    const { id } = await add(store, 'edge', { ignored });
    await store.change(id, { origins: { web: 'https://edge.example.test' } });
    const { origins, ignored: kept } = JSON.parse(windows.secrets.get(secretKey(id)) ?? '');
    assert.deepEqual({ origins, kept }, { origins: { web: 'https://edge.example.test' }, kept: ignored });
    await store.change(id, { ignored: undefined, origins: undefined });
    assert.deepEqual(
      await openWindow().get(id),
      await add(openWindow(), 'edge').then((same) => ({ ...same, id, order: 0 })),
    );
  });

  it('forgets what was learned of other credentials', async () => {
    const store = openWindow();
    const endpoint = await add(store, 'edge');
    await store.learn(endpoint, { digest: true });
    await store.change(endpoint.id, { auth: fields('edge').auth });
    assert.deepEqual((await store.get(endpoint.id))?.auth, fields('edge').auth);
    const auth = { type: 'basic', username: 'reader', password: 'canary-other' } as const;
    await store.change(endpoint.id, { auth });
    await store.learn(endpoint, { digest: true });
    assert.deepEqual((await store.get(endpoint.id))?.auth, auth);
  });

  it('leaves alone a secret beside the record that a newer version wrote', async () => {
    const store = openWindow();
    const endpoint = await add(store, 'edge');
    const newer = JSON.stringify({ version: 2, everything: 'else' });
    windows.secrets.set(secretKey(endpoint.id, 'learned'), newer);
    assert.deepEqual(await store.get(endpoint.id), endpoint);
    await store.change(endpoint.id, { auth: { type: 'none' }, origins: { web: 'https://edge.example.test' } });
    await store.learn(endpoint, { searchMethod: 'POST' });
    assert.equal(windows.secrets.get(secretKey(endpoint.id, 'learned')), newer);
  });

  it('writes an edit only on the record that it began with', async () => {
    const store = openWindow();
    const seen = await add(store, 'edge');
    await store.learn(seen, { digest: true, searchMethod: 'POST' });
    const renamed = await store.change(seen.id, { name: 'renamed' }, seen);
    assert.ok(typeof renamed === 'object');
    const text = windows.secrets.get(secretKey(seen.id));
    assert.equal(await store.change(seen.id, { headers: { 'X-One': '1' } }, seen), 'changed');
    assert.equal(windows.secrets.get(secretKey(seen.id)), text);
    await store.change(seen.id, { headers: { 'X-One': '1' } }, renamed);
    const { name, headers } = (await openWindow().get(seen.id)) ?? {};
    assert.deepEqual({ name, headers }, { name: 'renamed', headers: { 'X-One': '1' } });
  });

  it('writes nothing where nothing changes', async () => {
    const store = openWindow();
    const seen = await add(store, 'edge');
    const told: string[] = [];
    store.onDidChange((ids) => told.push(...ids));
    assert.deepEqual(await store.change(seen.id, { name: 'edge', auth: seen.auth, host: undefined }, seen), seen);
    assert.deepEqual(told, []);
  });

  it('enters an endpoint anew that was removed while its fields were asked for', async () => {
    const store = openWindow();
    const { id } = await add(store, 'edge');
    windows.rot(secretKey(id));
    const [gone] = await openWindow().list();
    assert.equal(gone?.state, 'gone');
    await openWindow().remove(id);
    const replaced = await store.replace({ id, kind: 'proxy', name: 'edge', order: 0 }, fields('edge again'));
    assert.notEqual(replaced.id, id);
    assert.deepEqual(await names(openWindow()), ['edge again']);
  });

  it('forgets after a month that endpoints were removed', async () => {
    const { vault, shelf } = windows.openWindow();
    let now = Date.UTC(2026, 0, 1);
    const open = () => {
      const store = openEndpointStore(vault, shelf, () => now);
      opened.push(store);
      return store;
    };
    const { id } = await add(open(), 'edge');
    await open().remove(id);
    now = Date.UTC(2026, 0, 30);
    await open().list();
    await settled();
    assert.equal(windows.secrets.size, 1);
    now = Date.UTC(2026, 1, 2);
    await open().list();
    await settled();
    assert.equal(windows.secrets.size, 0);
  });

  it('forgets how searches are sent when they go to another address, and not before', async () => {
    const store = openWindow();
    const { id, url } = await add(store, 'logs');
    await store.change(id, { searchMethod: 'POST' });
    await store.change(id, { name: 'access logs', url });
    assert.equal((await store.get(id))?.searchMethod, 'POST');
    for (const elsewhere of [{ url: 'http://127.0.0.1:9201' }, { host: 'logs.example.test' }]) {
      await store.change(id, { searchMethod: 'POST' });
      await store.change(id, elsewhere);
      assert.equal((await store.get(id))?.searchMethod, undefined);
    }
  });

  it('forgets an endpoint that is gone when it is removed', async () => {
    const { id } = await add(openWindow(), 'edge');
    windows.rot(secretKey(id));
    const store = openWindow();
    assert.deepEqual(await names(store), ['edge (gone)']);
    await store.remove(id);
    assert.deepEqual(await names(store), []);
    assert.deepEqual(await names(openWindow()), []);
  });

  const unreadable: [what: string, text: (id: string) => string, state: string][] = [
    ['is not JSON', () => '{"version":1,', 'corrupt'],
    ['is not an object', () => '[]', 'corrupt'],
    ['is null', () => 'null', 'corrupt'],
    [
      'has another id',
      () => JSON.stringify({ ...fields('x'), version: 1, id: crypto.randomUUID(), order: 0 }),
      'corrupt',
    ],
    [
      'has an address that is no longer allowed',
      (id) => JSON.stringify({ ...fields('x'), url: 'file:///x', version: 1, id, order: 0 }),
      'corrupt',
    ],
    ...[
      { tls: 'none' },
      { tls: { trust: { type: 'everyone' } } },
      { tls: { trust: { type: 'pin', fingerprint: 'AB:CD' } } },
      { tls: { client: { type: 'pem', file: 7 } } },
      { tls: { serverName: 'a\r\nb' } },
      { host: 'a.test\r\nX: y' },
      { origins: { web: 'javascript:alert()' } },
      { searchMethod: 'DELETE' },
      { auth: { type: 'basic', username: 'u', password: 'p', scheme: 'plain' } },
    ].map((wrong): [string, (id: string) => string, string] => [
      `says ${JSON.stringify(wrong)}`,
      (id) => JSON.stringify({ ...fields('x'), version: 1, id, order: 0, ...wrong }),
      'corrupt',
    ]),
    ['was written by a newer version', (id) => JSON.stringify({ version: 2, id, everything: 'else' }), 'newer'],
  ];
  for (const [what, text, state] of unreadable) {
    it(`lists a record that ${what} beside the others, and leaves it as it is`, async () => {
      const store = openWindow();
      const { id } = await add(store, 'broken');
      await store.add(fields('whole'));
      const stored = text(id);
      windows.secrets.set(secretKey(id), stored);
      assert.deepEqual(await names(store), [`broken (${state})`, 'whole']);
      assert.equal(await store.change(id, { name: 'renamed' }), undefined);
      assert.equal(windows.secrets.get(secretKey(id)), stored);
    });
  }

  it('names a record without a hint by what it says itself', async () => {
    windows.secrets.set('endpoint/elsewhere', JSON.stringify({ version: 7, kind: 'search', name: 'logs', order: 'x' }));
    assert.deepEqual(await names(openWindow()), ['logs (newer)']);
  });

  it('repairs a hint list that cannot be read', async () => {
    const store = openWindow();
    await store.add(fields('edge'));
    const { vault, shelf } = windows.openWindow();
    await shelf.update('endpoints/hints', { not: 'a list' });
    const other = openEndpointStore(vault, shelf);
    opened.push(other);
    assert.deepEqual(await names(other), ['edge']);
  });

  it('leaves other secrets of the extension alone', async () => {
    windows.secrets.set('something/else', 'kept');
    const store = openWindow();
    const { id } = await add(store, 'edge');
    await store.removeAll();
    assert.deepEqual([...windows.secrets.keys()], ['something/else', secretKey(id, 'removed')]);
    assert.deepEqual(await names(store), []);
  });

  it('moves within the kind, and not past the ends', async () => {
    const store = openWindow();
    const a = await add(store, 'a');
    await store.add(fields('logs', { kind: 'search' }));
    const b = await add(store, 'b');
    const proxies = async () =>
      (await store.list()).filter(({ hint }) => hint.kind === 'proxy').map(({ hint }) => hint.name);
    await store.move(b.id, 'up');
    assert.deepEqual(await proxies(), ['b', 'a']);
    await store.move(b.id, 'up');
    assert.deepEqual(await proxies(), ['b', 'a']);
    await store.move(a.id, 'down');
    assert.deepEqual(await proxies(), ['b', 'a']);
    await store.move(b.id, 'down');
    assert.deepEqual(await proxies(), ['a', 'b']);
  });

  it('moves to where another one of its kind is, or behind all', async () => {
    const store = openWindow();
    const [a, b, , d] = await store.add(
      fields('a'),
      fields('b'),
      fields('c'),
      fields('d'),
      fields('logs', { kind: 'search' }),
    );
    const move = async (one: Endpoint | undefined, to: EndpointPlace) => {
      await store.move(one?.id ?? '', to);
      return (await names(store)).join(' ');
    };
    const placeOf = (one: Endpoint | undefined) => ({ placeOf: one?.id ?? '' });
    assert.equal(await move(d, placeOf(a)), 'd a b c logs');
    assert.equal(await move(d, placeOf(b)), 'a b d c logs');
    assert.equal(await move(a, 'last'), 'b d c a logs');
    assert.equal(await move(a, 'last'), 'b d c a logs');
    const [logs] = (await store.list()).filter(({ hint }) => hint.kind === 'search');
    for (const nowhere of [a?.id, logs?.hint.id, 'other']) {
      assert.equal(await move(a, { placeOf: nowhere ?? '' }), 'b d c a logs');
    }
  });

  it('writes one record to move one, and more only where numbers are equal', async () => {
    const store = openWindow();
    const added = await store.add(fields('a'), fields('b'), fields('c'));
    const before = new Map(windows.secrets);
    const written = () => [...windows.secrets].filter(([key, text]) => before.get(key) !== text).length;
    await store.move(added[2]?.id ?? '', 'up');
    assert.deepEqual(await names(store), ['a', 'c', 'b']);
    assert.equal(written(), 1);
    for (const { id } of added) {
      const record = JSON.parse(windows.secrets.get(secretKey(id)) ?? '');
      windows.secrets.set(secretKey(id), JSON.stringify({ ...record, order: 7 }));
    }
    await store.move(added[2]?.id ?? '', 'up');
    assert.deepEqual(await names(store), ['a', 'c', 'b']);
  });

  describe('in two windows', () => {
    it('loses nothing when both add at once', async () => {
      const [one, two] = [openWindow(), openWindow()];
      await Promise.all([one.add(fields('one')), two.add(fields('two'))]);
      assert.deepEqual((await names(one)).sort(), ['one', 'two']);
      assert.deepEqual((await names(two)).sort(), ['one', 'two']);
      assert.deepEqual((await names(openWindow())).sort(), ['one', 'two']);
    });

    it('tells the other window of an addition, a change and a removal', async () => {
      const [one, two] = [openWindow(), openWindow()];
      const adding = heard(two);
      const { id } = await add(one, 'edge');
      assert.deepEqual(await adding, [id]);
      assert.deepEqual(await names(two), ['edge']);

      const renaming = heard(two);
      await one.change(id, { name: 'renamed' });
      assert.deepEqual(await renaming, [id]);
      assert.deepEqual(await names(two), ['renamed']);

      const removing = heard(two);
      await one.remove(id);
      assert.deepEqual(await removing, [id]);
      assert.deepEqual(await names(two), []);
      assert.deepEqual(await names(openWindow()), []);
    });

    it('tells of a change that this window has already come across by itself', async () => {
      const [one, two] = [openWindow(), openWindow()];
      const { id } = await add(one, 'edge');
      await heard(two);
      const changing = heard(two);
      await one.change(id, { url: 'http://127.0.0.1:9090' });
      await settled();
      await two.list();
      assert.deepEqual(await changing, [id]);
    });

    it('does not take a removal elsewhere for a lost secret, nor bring it back', async () => {
      const [one, two] = [openWindow(), openWindow()];
      const { id } = await add(one, 'edge');
      assert.deepEqual(await names(two), ['edge']);
      const removing = heard(two);
      await one.remove(id);
      await two.list();
      await removing;
      assert.deepEqual(await names(two), []);
      await two.add(fields('other'));
      assert.deepEqual(await names(one), ['other']);
      assert.deepEqual(await names(openWindow()), ['other']);
    });

    it('gives a password to the address that the person saw, and to another one only when repeated', async () => {
      const [a, b] = [openWindow(), openWindow()];
      const { id } = await add(a, 'edge', { url: 'http://old.example.test' });
      const seen = await b.get(id);
      assert.ok(seen !== undefined);
      await a.change(id, { url: 'http://new.example.test' });
      const typed = { auth: { type: 'basic', username: 'reader', password: 'typed' } } as const;
      assert.equal(await b.change(id, typed, seen), 'changed');
      const stored = await a.get(id);
      assert.ok(stored !== undefined);
      assert.deepEqual([stored.url, stored.auth], ['http://new.example.test', seen.auth]);
      assert.doesNotMatch(JSON.stringify([...windows.secrets]), /typed/);
      await b.change(id, typed, stored);
      const now = await a.get(id);
      assert.deepEqual([now?.url, now?.auth], ['http://new.example.test', typed.auth]);
    });

    it('keeps both changes when each window changes another field', async () => {
      const [one, two] = [openWindow(), openWindow()];
      const { id } = await add(one, 'edge');
      await two.list();
      await one.change(id, { name: 'renamed' });
      await two.change(id, { url: 'http://127.0.0.1:9090' });
      const endpoint = await one.get(id);
      assert.equal(endpoint?.name, 'renamed');
      assert.equal(endpoint?.url, 'http://127.0.0.1:9090');
    });

    it('says nothing of events that changed nothing', async () => {
      const store = openWindow();
      const { id } = await add(store, 'edge');
      const told: string[] = [];
      store.onDidChange((ids) => told.push(...ids));
      const text = windows.secrets.get(secretKey(id)) ?? '';
      await windows.openWindow().vault.store(secretKey(id), text);
      await windows.openWindow().vault.store('something/else', 'x');
      await settled();
      assert.deepEqual(told, []);
    });
  });
});
