import assert from 'node:assert/strict';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import { openSavedStore, placesByName } from '../../../../../src/core/search/saved/savedStore';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';
import { fakeShelf } from './fakeShelf';

/** Kept in one place. */
const mostSaved = 500;

const prod = '1b671a64-40d5-491e-99b0-da01ff1f3341';
const test = '9f1c2e4d-6d0a-4a55-8d6e-0f5f1b9a7c22';
const about = (text: string): SearchQuestion => ({ ...emptyQuestion, index: 'access-logs', field: 'message', text });
const isInvalid = (error: unknown): boolean => isRequestFailure(error) && error.failure.kind === 'invalid';

function open() {
  const workspace = fakeShelf();
  const everywhere = fakeShelf();
  return { workspace, everywhere, store: openSavedStore({ workspace, everywhere }) };
}

describe('savedStore: saved searches', () => {
  it('are listed by name, those of the workspace among the others, each with its endpoint', async () => {
    const { store } = open();
    await store.save('everywhere', { endpointId: prod, name: 'errors 10', question: about('a') });
    await store.save('workspace', { endpointId: prod, name: 'errors 9', question: about('b') });
    await store.save('everywhere', { endpointId: test, name: 'other', question: about('c') });
    assert.deepEqual(
      store.list(prod).map(({ name, place, question }) => [name, place, question.text]),
      [
        ['errors 9', 'workspace', 'b'],
        ['errors 10', 'everywhere', 'a'],
      ],
    );
    assert.equal(store.list().length, 3);
  });

  it('keep a body to the last digit', async () => {
    const { store } = open();
    const body = '{\n  "query": {"term": {"span": 9007199254740993}}\n}';
    await store.save('workspace', { endpointId: prod, name: 'span', question: { ...emptyQuestion, body } });
    assert.equal(store.list(prod)[0]?.question.body, body);
  });

  it('take the place of one that has the same name, endpoint and place, and of no other', async () => {
    const { store } = open();
    await store.save('everywhere', { endpointId: prod, name: 'errors', question: about('a') });
    await store.save('workspace', { endpointId: prod, name: 'errors', question: about('b') });
    await store.save('everywhere', { endpointId: test, name: 'errors', question: about('c') });
    await store.save('everywhere', { endpointId: prod, name: 'errors', question: about('d') });
    assert.deepEqual(
      store
        .list()
        .map(({ question }) => question.text)
        .sort(),
      ['b', 'c', 'd'],
    );
  });

  it('tell in which place one with the same name would replace one', async () => {
    const { store } = open();
    await store.save('everywhere', { endpointId: prod, name: 'both', question: about('a') });
    await store.save('workspace', { endpointId: prod, name: 'both', question: about('b') });
    await store.save('everywhere', { endpointId: prod, name: 'one', question: about('c') });
    await store.save('workspace', { endpointId: test, name: 'one', question: about('d') });
    const places = placesByName(store.list(prod));
    assert.deepEqual([...(places.get('both') ?? [])].sort(), ['everywhere', 'workspace']);
    assert.deepEqual([places.get('one'), places.get('none')], [['everywhere'], undefined]);
  });

  it('of two windows do not overwrite each other', async () => {
    const everywhere = fakeShelf();
    const windows = [1, 2].map(() => openSavedStore({ workspace: fakeShelf(), everywhere }));
    await Promise.all(
      windows.map((store, at) => store.save('everywhere', { endpointId: prod, name: `n${at}`, question: about('') })),
    );
    for (const store of windows)
      assert.deepEqual(
        store.list().map(({ name }) => name),
        ['n0', 'n1'],
      );
  });

  it('get another name where they are, with what a newer Proxy Scout put beside it', async () => {
    const { store, workspace } = open();
    await store.save('workspace', { endpointId: prod, name: 'errors', question: about('a') });
    const [key = ''] = workspace.keys();
    workspace.values.set(key, { ...(workspace.values.get(key) as object), color: 'red' });
    const id = store.list()[0]?.id ?? '';
    await store.rename(id, 'slow');
    assert.deepEqual(workspace.keys(), [key]);
    assert.equal((workspace.values.get(key) as { color: string }).color, 'red');
    assert.equal(store.get(id)?.name, 'slow');
    await assert.rejects(store.rename(id, ' '));
    assert.equal(store.get(id)?.name, 'slow');
  });

  it('go one by one, and with their endpoint, also those that cannot be read', async () => {
    const { store, workspace, everywhere } = open();
    await store.save('workspace', { endpointId: prod, name: 'a', question: about('a') });
    await store.save('everywhere', { endpointId: prod, name: 'b', question: about('b') });
    await store.save('everywhere', { endpointId: test, name: 'c', question: about('c') });
    workspace.values.set(`search/saved/${prod}/x`, { version: 9 });
    await store.remove(store.list(prod)[0]?.id ?? '');
    assert.deepEqual(
      store.list(prod).map(({ name }) => name),
      ['b'],
    );
    assert.equal(await store.removeOf((id) => id === prod), true);
    assert.deepEqual([...workspace.keys(), ...store.list().map(({ name }) => name)], ['c']);
    assert.equal(await store.removeOf((id) => id === prod), false);
    assert.equal(everywhere.keys().length, 1);
  });

  it('are left alone where they cannot be read, and are none where the key is another', async () => {
    const { store, everywhere } = open();
    await store.save('everywhere', { endpointId: prod, name: 'a', question: about('a') });
    const [key = ''] = everywhere.keys();
    const record = everywhere.values.get(key) as object;
    const strange = {
      [`search/saved/${prod}/newer`]: { ...record, version: 2 },
      [`search/saved/${test}/elsewhere`]: record,
      'search/saved/': 'text',
      'search/savedX': record,
    };
    for (const [name, value] of Object.entries(strange)) everywhere.values.set(name, value);
    assert.equal(store.list().length, 1);
    await store.save('everywhere', { endpointId: prod, name: 'b', question: about('b') });
    for (const [name, value] of Object.entries(strange)) assert.deepEqual(everywhere.get(name), value);
  });

  it('are refused where they are too many or too large, none of them written', async () => {
    const { store, everywhere } = open();
    const many = Array.from({ length: mostSaved + 1 }, (_, at) => ({
      endpointId: prod,
      name: `n${at}`,
      question: about(''),
    }));
    await assert.rejects(store.save('everywhere', ...many), isInvalid);
    const large = { endpointId: prod, name: 'large', question: { ...emptyQuestion, body: 'x'.repeat(200_001) } };
    await assert.rejects(store.save('everywhere', { ...large, name: 'small', question: about('') }, large), isInvalid);
    assert.deepEqual(everywhere.keys(), []);
    await store.save('everywhere', ...many.slice(1));
    await store.save('everywhere', many[1] ?? large);
    assert.equal(store.list().length, mostSaved);
  });
});
