import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Endpoint } from '../../../src/core/base/endpoints/endpoint';
import { type EndpointStore, openEndpointStore } from '../../../src/core/base/endpoints/endpointStore';
import { storeEdit } from '../../../src/vscode/shared/storeEdit';
import { fakeWindows } from '../../unit/core/base/endpoints/fakeWindows';

describe('storeEdit: an edit of an endpoint that another edit overtook', () => {
  const { showWarningMessage } = vscode.window;
  const secrets = ['first-secret', 'second-secret', 'third-secret'] as const;
  const login = (password: string) => ({ type: 'basic', username: 'me', password }) as const;
  let asked: { readonly question: string; readonly detail: string; readonly buttons: readonly vscode.MessageItem[] }[];
  let answers: string[];
  let store: EndpointStore;
  let seen: Endpoint;

  beforeEach(async () => {
    asked = [];
    answers = [];
    const { vault, shelf } = fakeWindows().openWindow();
    store = openEndpointStore(vault, shelf);
    const url = 'http://one.example.test:8080';
    const added = await store.add({ kind: 'proxy', name: 'edge', url, auth: login(secrets[0]), headers: {} });
    seen = added[0] ?? assert.fail('nothing was added');
    const answer = async (
      question: string,
      { detail = '' }: vscode.MessageOptions,
      ...buttons: vscode.MessageItem[]
    ): Promise<vscode.MessageItem | undefined> => {
      asked.push({ question, detail, buttons });
      const pressed = answers.shift();
      return buttons.find(({ title }) => title === pressed);
    };
    Object.assign(vscode.window, { showWarningMessage: answer });
  });
  afterEach(() => {
    Object.assign(vscode.window, { showWarningMessage });
    store.dispose();
  });
  const overtake = async (): Promise<void> => {
    const fields = {
      url: 'http://two.example.test:8080/key-0123456789abcdef0123456789abcdef',
      auth: login(secrets[1]),
    };
    await store.change(seen.id, fields);
  };
  const password = async (): Promise<unknown> => {
    const auth = (await store.get(seen.id))?.auth;
    return auth?.type === 'basic' && auth.password;
  };

  it('is stored without a question if nothing else was', async () => {
    const stored = await storeEdit(store, seen, { name: 'gate' });
    assert.equal(typeof stored === 'object' && stored.name, 'gate');
    assert.deepEqual(asked, []);
  });

  it('says what changed, without secrets, and is kept back if it is discarded or the question is closed', async () => {
    await overtake();
    for (const answer of ['Discard My Change', undefined]) {
      answers = answer === undefined ? [] : [answer];
      assert.equal(await storeEdit(store, seen, { auth: login(secrets[2]) }), 'kept');
      assert.equal(await password(), secrets[1]);
    }
    const [{ question, detail, buttons } = assert.fail('nothing was asked')] = asked;
    // So VS Code adds no Cancel.
    assert.deepEqual(buttons, [{ title: 'Store My Change' }, { title: 'Discard My Change', isCloseAffordance: true }]);
    assert.match(question, /“edge” was changed while you edited it/);
    assert.match(detail, /• URL: http:\/\/two\.example\.test:8080/);
    assert.match(detail, /• Changed: credentials/);
    for (const secret of secrets) assert.doesNotMatch(detail, new RegExp(secret));
    assert.doesNotMatch(detail, /0123456789abcdef/);
  });

  it('is stored if it is confirmed, and leaves the rest as it is', async () => {
    await overtake();
    answers = ['Store My Change'];
    const stored = await storeEdit(store, seen, { auth: login(secrets[2]) });
    assert.match(typeof stored === 'object' ? stored.url : '', /two\.example\.test/);
    assert.equal(await password(), secrets[2]);
  });

  it('asks again if the endpoint changes while the question is open', async () => {
    await overtake();
    answers = ['Store My Change', 'Discard My Change'];
    const editing = storeEdit(store, seen, { auth: login(secrets[2]) });
    const change = store.change.bind(store);
    store.change = async (...edit) => {
      if (asked.length === 1 && edit[2] !== undefined) await change(seen.id, { name: 'gate' });
      return change(...edit);
    };
    assert.equal(await editing, 'kept');
    assert.deepEqual([asked.length, await password()], [2, secrets[1]]);
  });

  it('is of no effect on an endpoint that was removed', async () => {
    await store.remove(seen.id);
    assert.equal(await storeEdit(store, seen, { name: 'gate' }), undefined);
    assert.deepEqual(asked, []);
  });
});
