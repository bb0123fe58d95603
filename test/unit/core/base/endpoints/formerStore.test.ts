import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { secretKey } from '../../../../../src/core/base/endpoints/endpointRecord';
import { type EndpointFields, openEndpointStore } from '../../../../../src/core/base/endpoints/endpointStore';
import { openEndpointStore as openFormerStore } from '../../../../recordings/endpoint-store/former-store.mjs';
import { fakeWindows } from './fakeWindows';
import { randomOf } from './racingWindows';

const day = 24 * 60 * 60 * 1000;
const fields = (name: string, more: Partial<EndpointFields> = {}): EndpointFields => ({
  kind: 'proxy',
  name,
  url: 'http://127.0.0.1:8080',
  auth: { type: 'basic', username: 'reader', password: 'p' },
  headers: {},
  ...more,
});
const finding = (about: string) => ({ kind: 'unused', about });
const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];

/** What a person sees of an endpoint. What can be learned again does not count. */
function seenOf(endpoint: Endpoint | undefined) {
  if (endpoint === undefined) return undefined;
  const { name, url, auth, headers, origins = {}, ignored = {}, order } = endpoint;
  const { scheme: _, ...login } = { scheme: undefined, ...auth };
  return { name, url, auth: login, headers, origins, ignored, order };
}

type Store = ReturnType<typeof openEndpointStore>;
type FormerStore = ReturnType<typeof openFormerStore>;

describe('formerStore: an earlier endpoint store and that of today on one storage', () => {
  let windows: ReturnType<typeof fakeWindows>;
  let now: number;
  beforeEach(() => {
    windows = fakeWindows();
    now = Date.UTC(2026, 10, 1);
  });

  /** Starts a version, lists the endpoints, uses them, and closes it. */
  async function start<S extends Store | FormerStore, T>(
    open: (...parts: Parameters<typeof openEndpointStore>) => S,
    use: (store: S) => Promise<T>,
  ): Promise<T> {
    const { vault, shelf } = windows.openWindow();
    const store = open(vault, shelf, () => now);
    await store.list();
    const result = await use(store);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    store.dispose();
    return result;
  }
  const today = <T>(use: (store: Store) => Promise<T>) => start(openEndpointStore, use);
  const former = <T>(use: (store: FormerStore) => Promise<T>) => start(openFormerStore, use);
  const bothSee = async (id: string) => [
    seenOf(await today((store) => store.get(id))),
    seenOf(await former((store) => store.get(id))),
  ];
  const learned = (id: string) => windows.secrets.get(secretKey(id, 'learned'));

  /** An endpoint of the earlier version with everything that it keeps beside the record. */
  async function addFormer(): Promise<Endpoint> {
    return former(async (store) => {
      const [endpoint] = await store.add(fields('edge', { ignored: { [a]: finding('a') } }));
      assert.ok(endpoint !== undefined);
      await store.change(endpoint.id, { auth: { type: 'basic', username: 'reader', password: 'q' } });
      const edited = await store.get(endpoint.id);
      assert.ok(edited !== undefined);
      await store.learn(edited, { digest: true, searchMethod: 'POST', origins: { web: 'https://edge.test' } });
      await store.learn(edited, { ignored: { [a]: undefined, [b]: finding('b') } });
      return (await store.get(endpoint.id)) ?? edited;
    });
  }

  it('reads all that the earlier version kept', async () => {
    const endpoint = await addFormer();
    const read = await today((store) => store.get(endpoint.id));
    assert.deepEqual(read, endpoint);
    assert.ok(read?.auth.type === 'basic' && read.auth.scheme === 'digest' && read.searchMethod === 'POST');
    assert.deepEqual(Object.keys(read.ignored ?? {}), [b]);
  });

  it('loses nothing and brings nothing back in turns', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      windows = fakeWindows();
      const random = randomOf(seed);
      const [first] = await (random() < 0.5
        ? today((store) => store.add(fields('edge')))
        : former((store) => store.add(fields('edge'))));
      assert.ok(first !== undefined);
      const { id } = first;
      let model = seenOf(first);
      assert.ok(model !== undefined);
      for (let turn = 0; turn < 12; turn++) {
        now += day * random();
        const text = String(turn);
        const kind = ['name', 'auth', 'url', 'headers', 'origins', 'ignored'][Math.floor(random() * 6)] ?? 'name';
        const isRemoval = random() < 0.4;
        const [entry, key] = [random() < 0.5 ? 'web' : 'admin', random() < 0.5 ? a : b];
        const { [entry]: _, ...origins } = model.origins;
        const { [key]: __, ...ignored } = model.ignored;
        const edits: Readonly<Record<string, Partial<EndpointFields>>> = {
          name: { name: `edge ${text}` },
          auth: { auth: { type: 'basic', username: 'reader', password: text } },
          url: { url: `http://127.0.0.1:${8080 + turn}` },
          headers: { headers: isRemoval ? {} : { 'X-Team': text } },
          origins: { origins: isRemoval ? origins : { ...origins, [entry]: `https://${entry}-${text}.test` } },
          ignored: { ignored: isRemoval ? ignored : { ...ignored, [key]: finding(text) } },
        };
        const edit = edits[kind] ?? {};
        model = { ...model, ...edit } as typeof model;
        if (random() < 0.5) {
          await today(async (store) => {
            const seen = await store.get(id);
            assert.ok(seen !== undefined);
            const stored = await store.change(id, edit, seen);
            assert.ok(typeof stored === 'object', `seed ${seed}, turn ${turn}`);
          });
        } else {
          await former(async (store) => {
            const seen = await store.get(id);
            assert.ok(seen !== undefined);
            if (kind === 'origins') await store.learn(seen, { origins: { [entry]: edit.origins?.[entry] } });
            else if (kind === 'ignored') await store.learn(seen, { ignored: { [key]: edit.ignored?.[key] } });
            else await store.change(id, edit, seen);
          });
        }
        const [inToday, inFormer] = await bothSee(id);
        const where = `seed ${seed}, turn ${turn}: ${kind}`;
        assert.deepEqual(inToday, model, `${where}, today`);
        assert.deepEqual(inFormer, model, `${where}, earlier`);
      }
      await (random() < 0.5 ? today((store) => store.remove(id)) : former((store) => store.remove(id)));
      assert.deepEqual(await bothSee(id), [undefined, undefined]);
      assert.deepEqual([await today((store) => store.list()), await former((store) => store.list())], [[], []]);
    }
  });

  it('changes nothing by migrating: again, in two windows, or killed at any write', async () => {
    const endpoint = await addFormer();
    const before = new Map(windows.secrets);
    await today(async () => undefined);
    const shelf = windows.shelf();
    await today(() => today(() => today(async () => undefined)));
    assert.deepEqual(windows.secrets, before);
    assert.deepEqual(windows.shelf(), shelf);

    const edit = { origins: { web: 'https://new.test' } };
    for (let writes = 0; writes < 4; writes++) {
      windows = fakeWindows();
      for (const [key, text] of before) windows.secrets.set(key, text);
      const { vault, shelf: state } = windows.openWindow();
      let left = writes;
      const dying = {
        ...vault,
        store: (key: string, text: string) =>
          left-- > 0 ? vault.store(key, text) : new Promise<void>(() => undefined),
      };
      const killed = openEndpointStore(dying, state, () => now);
      void killed.change(endpoint.id, edit);
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      killed.dispose();
      const [inToday, inFormer] = await bothSee(endpoint.id);
      assert.deepEqual(inToday, inFormer);
      assert.ok(
        [seenOf(endpoint), seenOf({ ...endpoint, ...edit })].some((whole) => isDeepStrictEqual(whole, inToday)),
        `killed after ${writes} writes`,
      );
    }
  });

  it('deletes what is copied 30 days later, and never what is not', async () => {
    const endpoint = await addFormer();
    const { id } = endpoint;
    await today(async () => undefined);
    now += 60 * day;
    await today(async () => undefined);
    assert.notEqual(learned(id), undefined, 'addresses and findings are not in the record yet');
    await today((store) => store.change(id, { name: 'renamed' }));
    await today(async () => undefined);
    now += 29 * day;
    await today(async () => undefined);
    assert.notEqual(learned(id), undefined);
    now += 2 * day;
    await today(async () => undefined);
    assert.equal(learned(id), undefined);
    const wanted = { ...endpoint, name: 'renamed' };
    assert.deepEqual(await bothSee(id), [seenOf(wanted), seenOf(wanted)]);
    const read = await today((store) => store.get(id));
    assert.ok(read?.auth.type === 'basic' && read.auth.scheme === 'digest' && read.searchMethod === 'POST');
  });

  it('begins the 30 days again when the earlier version has learned something more', async () => {
    const { id } = await addFormer();
    await today((store) => store.change(id, { name: 'renamed' }));
    await today(async () => undefined);
    now += 29 * day;
    await former(async (store) => {
      const seen = await store.get(id);
      if (seen !== undefined) await store.learn(seen, { origins: { web: 'https://later.test' } });
    });
    now += 2 * day;
    await today(async () => undefined);
    await today((store) => store.change(id, { name: 'again' }));
    await today(async () => undefined);
    now += 29 * day;
    assert.deepEqual((await today((store) => store.get(id)))?.origins, { web: 'https://later.test' });
    assert.notEqual(learned(id), undefined);
  });

  for (const editor of ['today', 'former'] as const) {
    it(`forgets Digest in both when the credentials are edited with ${editor === 'today' ? 'this' : 'the earlier'} one`, async () => {
      const { id } = await addFormer();
      await today(async () => undefined);
      const auth = { type: 'basic', username: 'reader', password: 'new' } as const;
      await (editor === 'today'
        ? today((store) => store.change(id, { auth }))
        : former((store) => store.change(id, { auth })));
      assert.deepEqual((await today((store) => store.get(id)))?.auth, auth);
      assert.deepEqual((await former((store) => store.get(id)))?.auth, auth);
    });
  }
});
