import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { idOfSecretKey } from '../../../../../src/core/base/endpoints/endpointRecord';
import type { EndpointFields, EndpointStore } from '../../../../../src/core/base/endpoints/endpointStore';
import { roundsOf } from '../../../rounds';
import { racingWindows, randomOf, virtualClock } from './racingWindows';

const login = (password: string): EndpointFields['auth'] => ({ type: 'basic', username: 'u', password });
const fields = (name: string): EndpointFields => ({
  kind: 'search',
  name,
  url: 'http://127.0.0.1:9200',
  auth: login('old'),
  headers: {},
});

/** Windows that do things at the same moments, and what goes wrong in how many of the schedules. */
function openSchedule(seed: number) {
  const random = randomOf(seed);
  const clock = virtualClock();
  const windows = racingWindows(clock, random);
  const run = async <T>(task: Promise<T>): Promise<T> => {
    // What is not done when the clock stops waits for a window that is dead.
    await clock.run();
    return task;
  };
  return {
    random,
    windows,
    open: () => windows.open().store,
    pick: <T>(values: readonly T[]): T => {
      const value = values[Math.floor(random() * values.length)];
      assert.ok(value !== undefined);
      return value;
    },
    run,
    settle: () => clock.run(),
    /** Starts at a moment within so many milliseconds. */
    within: async (ms: number, task: () => Promise<unknown>) => {
      await clock.sleep(random() * ms);
      await task();
    },
    /** What is left in the secrets of endpoints, but for that they were removed. */
    leftovers: () => [...windows.secrets.keys()].filter((key) => idOfSecretKey(key, 'removed') === undefined),
    /** What a VS Code shows that is started afterwards. */
    async afterRestart() {
      const store = windows.open().store;
      const rows = await run(store.list());
      return rows.map(({ state, hint }) => (state === 'ready' ? hint.name : `${hint.name} (${state})`));
    },
    names: async (store: EndpointStore) =>
      (await run(store.list())).map(({ state, hint }) => (state === 'ready' ? hint.name : `${hint.name} (${state})`)),
  };
}
type Schedule = ReturnType<typeof openSchedule>;

/** Runs so many schedules, and fails with the seeds of those that end otherwise than they should. */
async function holds(schedules: number, check: (schedule: Schedule, seed: number) => Promise<string | undefined>) {
  const wrong = new Map<string, number[]>();
  for (let seed = 1; seed <= schedules; seed++) {
    const schedule = openSchedule(seed);
    const outcome = await check(schedule, seed);
    schedule.windows.close();
    if (outcome !== undefined) wrong.set(outcome, [...(wrong.get(outcome) ?? []), seed]);
  }
  const found = [...wrong].map(([what, seeds]) => `${what}: ${seeds.length}, first in seed ${seeds[0]}`);
  assert.deepEqual(found, []);
}

async function addOne({ run }: Schedule, store: EndpointStore, name = 'logs') {
  const [added] = await run(store.add(fields(name)));
  assert.ok(added !== undefined);
  return added;
}

describe('races: endpoints that are written at the same time', () => {
  for (const spread of [5, 100]) {
    for (const where of ['one window', 'two windows']) {
      it(`keep what a person enters while something is learned in ${where} within ${spread} ms`, () =>
        holds(300, async (schedule) => {
          const one = schedule.open();
          const two = where === 'one window' ? one : schedule.open();
          const endpoint = await addOne(schedule, one);
          await schedule.run(
            Promise.all([
              schedule.within(spread, () => two.learn(endpoint, { searchMethod: 'POST', digest: true })),
              schedule.within(spread, () => one.change(endpoint.id, { auth: login('new') })),
            ]),
          );
          const now = await schedule.run(schedule.open().get(endpoint.id));
          if (now?.auth.type !== 'basic' || now.auth.password !== 'new') return 'the password is lost';
          if (now.auth.scheme !== undefined && where === 'one window')
            return 'Digest was learned of the old credentials';
          return now.searchMethod === 'POST' ? undefined : 'what was learned is lost';
        }));

      it(`stay removed when something is learned or edited in ${where} within ${spread} ms`, () =>
        holds(300, async (schedule, seed) => {
          const one = schedule.open();
          const two = where === 'one window' ? one : schedule.open();
          const endpoint = await addOne(schedule, one);
          await schedule.run(
            Promise.all([
              schedule.within(spread, () =>
                seed % 2 === 0
                  ? two.learn(endpoint, { searchMethod: 'POST' })
                  : two.change(endpoint.id, { auth: login('new') }),
              ),
              schedule.within(spread, () => one.remove(endpoint.id)),
            ]),
          );
          if (schedule.leftovers().length > 0) return 'something is left in the secret storage';
          return (await schedule.afterRestart()).length === 0 ? undefined : 'there is a row';
        }));
    }
  }

  it('are neither lost nor back, nor leave rows, in two windows that work on different ones', () =>
    holds(roundsOf(500, 2_000), async (schedule) => {
      const stores = [schedule.open(), schedule.open()] as const;
      const mine: Map<string, string>[] = [new Map(), new Map()];
      const work = async (store: EndpointStore, own: Map<string, string>, label: string): Promise<void> => {
        for (let step = 0; step < 3; step++) {
          const dice = schedule.random();
          const id = own.size === 0 ? undefined : schedule.pick([...own.keys()]);
          if (id === undefined || dice < 0.5) {
            const [added] = await store.add(fields(`${label}-${step}`));
            if (added !== undefined) own.set(added.id, added.name);
          } else if (dice < 0.7) {
            const name = `${own.get(id)}x`;
            own.set(id, name);
            await store.change(id, { name });
          } else if (dice < 0.85) {
            own.delete(id);
            await store.remove(id);
          } else await store.list();
        }
      };
      await schedule.run(Promise.all(stores.map((store, index) => work(store, mine[index] ?? new Map(), `w${index}`))));
      const wanted = mine.flatMap((own) => [...own.values()]).sort();
      for (const [who, names] of [
        ['a window that stays open', await schedule.names(schedule.pick(stores))],
        ['the next start', await schedule.afterRestart()],
      ] as const) {
        if (names.toSorted().join() !== wanted.join()) return `${who} shows other endpoints`;
      }
      const ids = new Set(mine.flatMap((own) => [...own.keys()]));
      const hints = schedule.windows.shelf().get('endpoints/hints');
      assert.ok(Array.isArray(hints) || hints === undefined);
      return (hints ?? []).every((hint: { id: string }) => ids.has(hint.id)) ? undefined : 'a hint is left';
    }));

  it('never mix edits of two windows, and refuse the one that comes later', () =>
    holds(roundsOf(300, 500), async (schedule, seed) => {
      const [one, two] = [schedule.open(), schedule.open()];
      const seen = await addOne(schedule, one);
      const { id } = seen;
      const edits = [
        { name: 'renamed', url: 'http://127.0.0.1:9201', headers: { 'X-One': '1' } },
        { auth: login('new'), host: 'logs.example.test', headers: { 'X-Two': '2' } },
      ];
      // Windows hear of each other within 4 ms.
      const isClose = seed % 2 === 0;
      const first = schedule.run(one.change(id, edits[0] ?? {}, seen));
      if (!isClose) await first;
      const outcomes = [await first, await schedule.run(two.change(id, edits[1] ?? {}, seen))];
      const now = await schedule.run(schedule.open().get(id));
      const holding = edits.filter((edit) => isDeepStrictEqual(now, { ...seen, ...edit }));
      if (holding.length !== 1) return 'the record is mixed';
      const refused = outcomes.filter((outcome) => outcome === 'changed').length;
      return isClose || (refused === 1 && holding[0] === edits[0]) ? undefined : 'a later edit is stored';
    }));

  it('have one of two edits made in the same moment, whole', () =>
    holds(roundsOf(300, 500), async (schedule) => {
      const [one, two] = [schedule.open(), schedule.open()];
      const seen = await addOne(schedule, one);
      const { id } = seen;
      const edits = [
        { name: 'by the first', auth: login('first') },
        { name: 'by the second', headers: { 'X-Two': '2' } },
      ];
      await schedule.run(
        Promise.all([
          schedule.within(5, () => one.change(id, edits[0] ?? {}, seen)),
          schedule.within(5, () => two.change(id, edits[1] ?? {}, seen)),
        ]),
      );
      const now = await schedule.run(schedule.open().get(id));
      return edits.some((edit) => isDeepStrictEqual(now, { ...seen, ...edit })) ? undefined : 'the record is mixed';
    }));

  it('are gone when all are deleted while another window adds, but for the new one', () =>
    holds(roundsOf(500, 2_000), async (schedule) => {
      const [one, two] = [schedule.open(), schedule.open()];
      await schedule.run(one.add(fields('x'), fields('y')));
      await schedule.run(
        Promise.all([
          schedule.within(10, () => one.removeAll()),
          schedule.within(10, () => two.add(fields('z'))),
          schedule.within(10, () => two.list()),
        ]),
      );
      const names = await schedule.afterRestart();
      // What was added before the others were deleted is deleted with them.
      return names.every((name) => name === 'z') ? undefined : `there is ${names}`;
    }));

  it('leave no row when one is removed while another window lists', () =>
    holds(roundsOf(500, 2_000), async (schedule) => {
      const [one, two] = [schedule.open(), schedule.open()];
      const { id } = await addOne(schedule, one);
      const later = schedule.random() < 0.5 ? schedule.open() : two;
      await schedule.run(
        Promise.all([
          schedule.within(10, () => one.remove(id)),
          schedule.within(10, () => two.list()),
          schedule.within(10, () => later.list()),
        ]),
      );
      for (const store of [one, two, later]) {
        if ((await schedule.names(store)).length > 0) return 'a window that stays open shows it';
      }
      return (await schedule.afterRestart()).length === 0 ? undefined : 'the next start shows it';
    }));

  it('keep an edit while they are moved', () =>
    holds(300, async (schedule) => {
      const [one, two] = [schedule.open(), schedule.open()];
      const added = await schedule.run(one.add(fields('1'), fields('2'), fields('3'), fields('4')));
      const [, , third, fourth] = added;
      assert.ok(third !== undefined && fourth !== undefined);
      await schedule.run(
        Promise.all([
          one.move(fourth.id, 'up').then(() => one.move(fourth.id, 'up')),
          schedule.within(20, () => two.change(third.id, { auth: login('new') })),
          schedule.within(20, () => two.move(third.id, 'down')),
        ]),
      );
      const now = await schedule.run(schedule.open().get(third.id));
      if (now?.auth.type !== 'basic' || now.auth.password !== 'new') return 'the password is lost';
      return (await schedule.afterRestart()).toSorted().join() === '1,2,3,4' ? undefined : 'one is lost or doubled';
    }));

  it('are whole after the window is killed at any moment', () =>
    holds(roundsOf(300, 500), async (schedule) => {
      const stays = schedule.open();
      const added = await schedule.run(stays.add(fields('1'), fields('2'), fields('3')));
      const [first, second, third] = added;
      assert.ok(first !== undefined && second !== undefined && third !== undefined);
      const killed = schedule.windows.open();
      const what = schedule.pick(['add', 'change', 'learn', 'remove', 'removeAll', 'move', 'replace'] as const);
      const { store } = killed;
      void {
        add: () => store.add(fields('4'), fields('5')),
        change: () => store.change(second.id, { name: '2', auth: login('new') }),
        learn: () => store.learn(second, { searchMethod: 'POST' }),
        remove: () => store.remove(second.id),
        removeAll: () => store.removeAll(),
        move: () => store.move(third.id, 'up'),
        replace: () => store.replace({ ...second, name: '2' }, fields('2')),
      }[what]();
      await schedule.run(
        schedule.within(60, async () => {
          killed.kill();
        }),
      );
      const names = await schedule.afterRestart();
      const isWhole = names.every((name) => /^\d$/.test(name)) && new Set(names).size === names.length;
      if (!isWhole) return `${what}: there is ${names}`;
      const others = what === 'removeAll' ? [] : what === 'remove' ? ['1', '3'] : ['1', '2', '3'];
      return others.every((name) => names.includes(name)) ? undefined : `${what}: one is lost`;
    }));
});
