import assert from 'node:assert/strict';
import { singleFlight } from '../../../../src/core/base/async/singleFlight';
import type { Endpoint } from '../../../../src/core/base/endpoints/endpoint';
import { type FailureKind, RequestFailure } from '../../../../src/core/base/errors/failure';
import type { EndpointRoots } from '../../../../src/vscode/proxies/endpointRoots';
import { FirstReads } from '../../../../src/vscode/proxies/firstReads';
import type { ClientRegistry } from '../../../../src/vscode/shared/clientRegistry';
import { proxyEndpoint } from '../../core/proxy/model/fakeHttpClient';

describe('firstReads: the reads that nobody asked for', () => {
  let endpoints: Map<string, Endpoint>;
  let flights: Map<string, ReturnType<typeof singleFlight<string>>>;
  let started: string[];
  let answer: (id: string, signal: AbortSignal) => Promise<string>;
  let kept: unknown;
  let isWanted: boolean;
  let listed: Map<string, { state: 'ready'; hint: { id: string }; endpoint: Endpoint }>;
  /** Whose client cannot be made. */
  let unopened: Set<string>;

  beforeEach(() => {
    endpoints = new Map(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, { ...proxyEndpoint, id }]));
    flights = new Map();
    started = [];
    answer = async (id) => id;
    kept = undefined;
    isWanted = true;
    listed = new Map();
    unopened = new Set();
  });

  const open = (): FirstReads => {
    const inventory = async (id: string) => {
      if (unopened.has(id)) throw new Error('no secret storage');
      const flight =
        flights.get(id) ??
        singleFlight<string>((signal) => {
          started.push(id);
          return answer(id, signal);
        });
      flights.set(id, flight);
      return flight;
    };
    const clients = {
      inventory,
      sessions: {
        get: (id: string) => flights.has(id) && { inventory: flights.get(id) },
        startedReading: { fire: () => undefined },
      },
      store: async () => ({ get: async (id: string) => endpoints.get(id) }),
    };
    const roots = {
      ids: () => [...endpoints.keys()],
      get: (id: string) => ({ state: 'ready', endpointId: id }),
      stored: (id: string) => listed.get(id),
    };
    list();
    const state = {
      get: () => kept,
      update: async (_key: string, value: unknown) => {
        kept = value;
      },
    };
    return new FirstReads(
      clients as unknown as ClientRegistry,
      roots as unknown as EndpointRoots,
      state as unknown as ConstructorParameters<typeof FirstReads>[2],
      () => isWanted,
    );
  };
  /** Lists the endpoints as they are now: those that were edited are other objects then. */
  const list = (): void => {
    listed = new Map(
      [...endpoints].map(([id, endpoint]) => {
        const before = listed.get(id);
        return [id, before?.endpoint === endpoint ? before : { state: 'ready', hint: { id }, endpoint }];
      }),
    );
  };
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  };
  const begun = async (reads: FirstReads): Promise<void> => {
    reads.begin();
    await settled();
  };
  const refuse = (kind: FailureKind) => Promise.reject(new RequestFailure({ kind, sentence: '', nextStep: '' }));

  it('are one for each proxy, at most four at a time', async () => {
    const ends: (() => void)[] = [];
    answer = (id) => new Promise((resolve) => ends.push(() => resolve(id)));
    const reads = open();
    await begun(reads);
    await begun(reads);
    assert.deepEqual(started, ['a', 'b', 'c', 'd']);
    for (let at = 0; at < 6; at++) {
      ends[at]?.();
      await settled();
    }
    assert.deepEqual(started, ['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('end when the view is hidden, and are made up for when it is seen again', async () => {
    const signals: AbortSignal[] = [];
    answer = (id, signal) => {
      signals.push(signal);
      return signals.length > 4 ? Promise.resolve(id) : new Promise(() => undefined);
    };
    const reads = open();
    await begun(reads);
    reads.end();
    await settled();
    assert.ok(signals.slice(0, 4).every(({ aborted }) => aborted));
    await begun(reads);
    assert.deepEqual(started.slice(4).toSorted(), ['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('are not made where the last one was refused, also in a later window, until that was edited', async () => {
    answer = (id) => (id === 'a' ? refuse('unauthorized') : id === 'b' ? refuse('refused') : Promise.resolve(id));
    const reads = open();
    await begun(reads);
    for (const id of endpoints.keys()) await reads.note(id);
    assert.deepEqual(kept, ['a']);
    assert.equal(reads.isHeldBack('a'), false, 'its row says why');

    flights.clear();
    started = [];
    const later = open();
    assert.equal(later.isHeldBack('a'), true);
    await begun(later);
    assert.deepEqual(started.toSorted(), ['b', 'c', 'd', 'e', 'f']);
    await later.follow(['a', 'b']);
    assert.deepEqual(kept, ['a'], 'the same connection');
    endpoints.set('a', { ...proxyEndpoint, id: 'a', auth: { type: 'bearer', token: 'other' } });
    await later.follow(['a']);
    assert.equal(kept, undefined);
  });

  it('are not made where they would expose credentials to another machine', async () => {
    const basic = { type: 'basic', username: 'u', password: 'p' } as const;
    const trust = { type: 'anyone' } as const;
    endpoints = new Map(
      Object.entries<Partial<Endpoint>>({
        plain: { url: 'http://edge.test', auth: basic },
        header: { url: 'http://edge.test', headers: { 'X-Api-Key': 'k' } },
        unverified: { url: 'https://edge.test', auth: basic, tls: { trust } },
        nothingSent: { url: 'http://edge.test' },
        verified: { url: 'https://edge.test', auth: basic },
        here: { url: 'http://127.0.0.1:8080', auth: basic },
      }).map(([id, change]) => [id, { ...proxyEndpoint, id, ...change }]),
    );
    const reads = open();
    await begun(reads);
    assert.deepEqual(started, ['nothingSent', 'verified', 'here']);
    assert.ok(['plain', 'header', 'unverified'].every((id) => reads.isHeldBack(id)));
  });

  it('are waited for by the rows that VS Code asks for, also while the view is hidden in between', async () => {
    const ends: (() => void)[] = [];
    answer = (id) => new Promise((resolve) => ends.push(() => resolve(id)));
    const reads = open();
    await begun(reads);
    const rows: string[] = [];
    for (const id of ['a', 'f']) void reads.turn(id).then(() => rows.push(id));
    reads.end();
    await settled();
    assert.deepEqual(rows, []);
    await begun(reads);
    for (let at = 0; at < 10; at++) {
      ends[at]?.();
      await settled();
    }
    assert.deepEqual(rows, ['a', 'f']);
    await reads.turn('a');
  });

  it('are forgotten as refused only by an edit, and seen as other windows keep them', async () => {
    kept = ['a'];
    const reads = open();
    assert.equal(reads.isHeldBack('a'), true);
    await reads.follow(['a']);
    assert.deepEqual(kept, ['a'], 'a new name is no other connection');
    kept = ['a', 'b'];
    assert.equal(reads.isHeldBack('b'), true);
    endpoints.delete('a');
    await reads.follow(['a']);
    assert.deepEqual(kept, ['b']);
  });

  it('wait for the list where an endpoint was edited, which may expose its credentials now', async () => {
    const reads = open();
    const auth = { type: 'basic', username: 'u', password: 'p' } as const;
    endpoints.set('a', { ...proxyEndpoint, id: 'a', url: 'http://edge.test', auth });
    endpoints.set('b', { ...proxyEndpoint, id: 'b', url: 'https://edge.test', auth });
    await reads.follow(['a', 'b']);
    await begun(reads);
    assert.deepEqual(started, ['c', 'd', 'e', 'f']);
    list();
    await begun(reads);
    assert.deepEqual(started, ['c', 'd', 'e', 'f', 'b']);
    assert.equal(reads.isHeldBack('a'), true);
  });

  it('go on after one that cannot be begun', async () => {
    unopened.add('a');
    const reads = open();
    await begun(reads);
    assert.deepEqual(started, ['b', 'c', 'd', 'e', 'f']);
    await reads.turn('a');
  });

  it('are none where the user does not want them', async () => {
    isWanted = false;
    const reads = open();
    await begun(reads);
    assert.deepEqual(started, []);
    assert.equal(reads.isHeldBack('a'), true);
  });
});
