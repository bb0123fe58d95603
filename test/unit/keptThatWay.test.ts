import assert from 'node:assert/strict';
import { type Expected, shortfallsOf } from '../faults/expected';
import type { Row } from '../faults/row';
import { missingFrom } from '../fuzz/linear/exported';
import { covered } from '../fuzz/linear/feed';
import { grown, type Held } from '../soak/held';

/** What `npm run faults`, `fuzz` and `soak` judge by: each of them has to be able to fail. */
describe('what a row of the faults lacks', () => {
  const expected: Expected = new Map([['a fault', { proxies: 'refused: no', search: 'refused: neither' }]]);
  const row: Row = {
    half: 'proxies',
    fault: 'a fault',
    outcome: 'refused: no',
    foreign: 0,
    left: { atServer: 0, sockets: 0, timers: 0 },
    cancelMs: 3,
    cancelledAs: 'cancelled: x',
    again: '48 routers',
    isKept: true,
    tellsSecret: false,
    unhandled: [],
  };

  it('is nothing where all is as expected, or cannot be told', () => {
    assert.deepEqual(shortfallsOf(row, expected), []);
    const untold = { ...row, cancelMs: undefined, cancelledAs: undefined, again: undefined, isKept: undefined };
    assert.deepEqual(shortfallsOf(untold, expected), []);
    const search: Row = { ...row, half: 'search', outcome: 'refused: neither', again: '10 hits' };
    assert.deepEqual(shortfallsOf(search, expected), []);
  });

  for (const [what, more] of [
    ['came “x” instead of “refused: no”', { outcome: 'x' }],
    ['instead of “nothing that is expected”', { fault: 'a new one' }],
    ['1 requests came to another origin', { foreign: 1 }],
    ['1 atServer left', { left: { atServer: 1, sockets: 0, timers: 0 } }],
    ['2 sockets left', { left: { atServer: 0, sockets: 2, timers: 0 } }],
    ['1 timers left', { left: { atServer: 0, sockets: 0, timers: 1 } }],
    ['cancelled, it came back with “timedOut: x”', { cancelledAs: 'timedOut: x' }],
    ['cancelled, it came back after 2000 ms', { cancelMs: 2_000 }],
    ['afterwards came “48 routers; http/routers stale”', { again: '48 routers; http/routers stale' }],
    ['what was seen before is gone', { isKept: false }],
    ['the failure tells a secret', { tellsSecret: true }],
    ['nobody handled an error', { unhandled: ['an error'] }],
  ] satisfies readonly (readonly [string, Partial<Row>])[]) {
    it(`is told: ${what}`, () => {
      const [said = '', ...others] = shortfallsOf({ ...row, ...more }, expected);
      assert.ok(said.includes(what), said);
      assert.deepEqual(others, []);
    });
  }
});

describe('what grew in a soak', () => {
  const early: Held = { heapMB: 20, residentMB: 100, files: 20, sockets: 4, timers: 2 };

  it('is nothing where little more is held, and as much as before once all is closed', () => {
    assert.deepEqual(grown('it', early, { ...early, heapMB: 24, sockets: 10 }, false), []);
    assert.deepEqual(grown('it', early, early, true), []);
  });

  for (const [name, more] of Object.entries({ heapMB: 30, residentMB: 300, files: 20, sockets: 20, timers: 20 })) {
    it(`is told: ${name}`, () => {
      const late = { ...early, [name]: early[name as keyof Held] + more };
      for (const isClosed of [false, true]) {
        const said = grown('it', early, late, isClosed);
        assert.match(said.join(), new RegExp(`^it: ${name} grew from `));
      }
    });
  }

  it('is a single socket or timer that is left when all is closed', () => {
    for (const name of ['sockets', 'timers'] as const) {
      assert.equal(grown('it', early, { ...early, [name]: early[name] + 1 }, true).length, 1);
    }
  });
});

describe('the readers that are fed with long texts', () => {
  it('are all that take texts, or somebody has said why not', () => assert.deepEqual(missingFrom(covered), []));

  it('are missed where they are not fed', () => {
    const missed = missingFrom([]);
    assert.ok(missed.length > 200, `${missed.length}`);
    assert.ok(missed.some((line) => line.startsWith('core/base/endpoints/endpointUrl.ts normaliseUrl takes texts')));
  });
});
