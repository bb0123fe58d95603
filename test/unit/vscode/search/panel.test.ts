import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { cancelled } from '../../../../src/core/http/describe';
import type { Door, HttpAnswer } from '../../../../src/core/http/door';
import type { FromPage, ToPage } from '../../../../src/protocol/search';
import { attachSearch } from '../../../../src/vscode/search/panel';
import { endpoint, fakeDoor, json, slowDoor } from '../../core/search/fakeDoor';

const query = { index: 'logs', field: 'message', text: 'x', from: 0, size: 2 };
const hits = { hits: { total: 9, hits: [{ _id: 'a' }, { _id: 'b', n: 1 }] } };

/** A panel whose page is the test: what it would show is in `heard`, in order. */
function openPanel(door: Door | Error, name: string | null = 'logs') {
  const heard: ToPage[] = [];
  const opened: unknown[] = [];
  const logged: unknown[][] = [];
  let called = name;
  let changed: (ids: readonly string[]) => void = () => undefined;
  let hear: (message: unknown) => unknown = () => undefined;
  let disposed: () => unknown = () => undefined;
  const webview = {
    postMessage: async (message: ToPage) => heard.push(message) > 0,
    onDidReceiveMessage: (listener: typeof hear) => {
      hear = listener;
    },
  };
  const panel = {
    webview,
    title: '',
    active: true,
    onDidDispose: (listener: typeof disposed) => {
      disposed = listener;
    },
    reveal: () => undefined,
  };
  const search = attachSearch(
    panel as unknown as vscode.WebviewPanel,
    endpoint.id,
    {
      log: { warn: (...words) => logged.push(words), error: (...words) => logged.push(words) },
      endpoint: async (id) => (called === null ? undefined : { id, name: called }),
      onDidChange: (listener) => {
        changed = listener;
        return { dispose: () => undefined };
      },
      door: async () => {
        if (door instanceof Error) throw door;
        return door;
      },
    },
    { open: async (...hit) => void opened.push(hit), dispose: () => undefined },
  );
  return {
    panel,
    search,
    heard,
    opened,
    logged,
    say: async (message: FromPage | unknown) => hear(message),
    dispose: () => disposed(),
    async rename(to: string, ids: readonly string[]) {
      called = to;
      changed(ids);
      await new Promise(setImmediate);
    },
  };
}

const searchFor = (requestId: string): FromPage => ({ kind: 'search', requestId, query });

async function asks(door: { readonly asked: readonly unknown[] }, times: number): Promise<void> {
  while (door.asked.length < times) await new Promise(setImmediate);
}

describe('the host of a search page', () => {
  it('introduces itself to a page that is ready', async () => {
    const { say, heard, panel } = openPanel(fakeDoor(() => json(hits)));
    await say({ kind: 'ready' });
    assert.deepEqual(heard, [{ kind: 'init', endpointId: endpoint.id }]);
    assert.equal(panel.title, 'Search: logs');
  });

  it('answers each request once, with its id', async () => {
    const { say, heard } = openPanel(fakeDoor(() => json(hits)));
    await say(searchFor('r1'));
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await say({ kind: 'turnPage', requestId: 'r3', to: 'previous' });
    await say({ kind: 'turnPage', requestId: 'r4', to: 'previous' });
    assert.deepEqual(
      heard.map((message) => [message.kind, 'requestId' in message && message.requestId]),
      [
        ['page', 'r1'],
        ['page', 'r2'],
        ['page', 'r3'],
        ['failed', 'r4'],
      ],
    );
  });

  it('shows a page made anew what the one before showed, with the failure that came while it was hidden', async () => {
    const answers: HttpAnswer[] = [json(hits), { status: 503, headers: {}, body: 'Bad Gateway' }];
    const { say, heard } = openPanel(fakeDoor(() => answers.shift() ?? json(hits)));
    await say(searchFor('r1'));
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await say({ kind: 'ready' });
    const init = heard.at(-1);
    assert.ok(init?.kind === 'init');
    assert.equal(init.shown?.requestId, 'r1');
    assert.equal(init.shown?.page.range, '1–2 of 9');
    assert.match(init.failure?.sentence ?? '', /503/);
    assert.equal(JSON.stringify(init).includes('changeme-test'), false);
  });

  it('tells a page made anew what is under way, and answers that', async () => {
    const { door, answer } = slowDoor();
    const { say, heard } = openPanel(door);
    const asked = say(searchFor('r1'));
    await asks(door, 1);
    await say({ kind: 'ready' });
    assert.ok(heard[0]?.kind === 'init' && heard[0].busy === 'r1');
    answer(0, json(hits));
    await asked;
    assert.equal(heard[1]?.kind, 'page');
  });

  it('cancels what it is told to, and answers that it did', async () => {
    const { door } = slowDoor();
    const { say, heard } = openPanel(door);
    const asked = say(searchFor('r1'));
    await asks(door, 1);
    await say({ kind: 'cancel', requestId: 'another' });
    assert.equal(door.asked[0]?.signal?.aborted, false);
    await say({ kind: 'cancel', requestId: 'r1' });
    await asked;
    assert.deepEqual(heard, [{ kind: 'cancelled', requestId: 'r1' }]);
  });

  it('answers an older request as cancelled when a newer one comes', async () => {
    const { door, answer } = slowDoor();
    const { say, heard } = openPanel(door);
    const older = say(searchFor('r1'));
    await asks(door, 1);
    const newer = say(searchFor('r2'));
    await older;
    await asks(door, 2);
    answer(1, json(hits));
    await newer;
    assert.deepEqual(
      heard.map(({ kind }) => kind),
      ['cancelled', 'page'],
    );
  });

  it('cancels what is under way when the panel is closed', async () => {
    const { door } = slowDoor();
    const { say, dispose } = openPanel(door);
    const asked = say(searchFor('r1'));
    await asks(door, 1);
    dispose();
    await asked;
    assert.equal(door.asked[0]?.signal?.aborted, true);
  });

  it('opens the hit of the page that is shown, exactly as received, and of no other page', async () => {
    const { say, opened } = openPanel(fakeDoor(() => json(hits)));
    await say(searchFor('r1'));
    await say({ kind: 'openDocument', requestId: 'r0', row: 1 });
    await say({ kind: 'openDocument', requestId: 'r1', row: 2 });
    await say({ kind: 'openDocument', requestId: 'r1', row: 1 });
    assert.deepEqual(opened, [['{"_id":"b","n":1}', 2]]);
  });

  it('says what it does not understand to the log, without repeating it', async () => {
    const { say, heard, logged } = openPanel(fakeDoor(() => json(hits)));
    await say({ kind: 'search', requestId: 'r1', query: { ...query, text: 1, secret: 'do not repeat' } });
    assert.deepEqual(heard, []);
    assert.equal(logged.length, 1);
    assert.doesNotMatch(JSON.stringify(logged), /do not repeat/);
  });

  it('answers also where something unforeseen failed', async () => {
    const { say, heard, logged } = openPanel(new TypeError('a bug'));
    await say(searchFor('r1'));
    assert.ok(heard[0]?.kind === 'failed');
    assert.match(heard[0].nextStep, /log/);
    assert.doesNotMatch(JSON.stringify(heard), /a bug/);
    assert.equal(logged.length, 1);
  });

  it('keeps working where its endpoint was removed', async () => {
    const { say, heard, panel } = openPanel(
      fakeDoor(() => json(hits)),
      null,
    );
    await say({ kind: 'ready' });
    assert.equal(heard[0]?.kind, 'init');
    assert.equal(panel.title, 'Search: removed endpoint');
  });

  it('follows the name of its endpoint, and no other one', async () => {
    const { say, panel, rename } = openPanel(fakeDoor(() => json(hits)));
    await say({ kind: 'ready' });
    await rename('access logs', ['another']);
    assert.equal(panel.title, 'Search: logs');
    await rename('access logs', [endpoint.id]);
    assert.equal(panel.title, 'Search: access logs');
  });

  it('says that the endpoint was changed where its connection was closed under the search', async () => {
    const closed = fakeDoor(() => Promise.reject(cancelled()));
    const { say, heard } = openPanel(closed);
    await say(searchFor('r1'));
    assert.ok(heard[0]?.kind === 'failed');
    assert.match(heard[0].sentence, /setting was changed/);
  });

  it('says nothing to a page that is closed, and does not touch it', async () => {
    const { say, heard, panel, dispose } = openPanel(fakeDoor(() => json(hits)));
    const saying = say({ kind: 'ready' });
    dispose();
    await saying;
    assert.deepEqual(heard, []);
    assert.equal(panel.title, '');
  });

  it('passes on the keys that VS Code keeps', () => {
    const { search, heard } = openPanel(fakeDoor(() => json(hits)));
    search.press('next');
    assert.deepEqual(heard, [{ kind: 'press', button: 'next' }]);
  });
});
