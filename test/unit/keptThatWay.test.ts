import assert from 'node:assert/strict';
import { type Expected, shortfallsOf } from '../faults/expected';
import type { Row } from '../faults/row';
import type { ProgramFigures, ReadingFigures, SizeFigures } from '../fuzz/counting/figures';
import { countingInputs, inputsByFormat } from '../fuzz/counting/inputs';
import { faultsOfProgram, faultsOfReading } from '../fuzz/counting/judge';
import { missingFrom } from '../fuzz/linear/exported';
import { covered } from '../fuzz/linear/feed';
import { grown, type Held } from '../soak/held';

/** What `npm run faults`, `fuzz` and `soak` judge by: each of them has to be able to fail. */
describe('keptThatWay: what a row of the faults lacks', () => {
  const expected: Expected = new Map([['a fault', { proxies: 'refused: no', search: 'refused: neither' }]]);
  const row: Row = {
    half: 'proxies',
    fault: 'a fault',
    outcome: 'refused: no',
    foreign: 0,
    left: { atServer: 0, sockets: 0, timers: 0 },
    cancelMs: 3,
    canceledAs: 'canceled: x',
    again: '48 routers',
    isKept: true,
    tellsSecret: false,
    unhandled: [],
  };

  it('is nothing where all is as expected, or cannot be told', () => {
    assert.deepEqual(shortfallsOf(row, expected), []);
    const untold = { ...row, cancelMs: undefined, canceledAs: undefined, again: undefined, isKept: undefined };
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
    ['canceled, it came back with “timedOut: x”', { canceledAs: 'timedOut: x' }],
    ['canceled, it came back after 2000 ms', { cancelMs: 2_000 }],
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

describe('keptThatWay: what grew in a soak', () => {
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

describe('keptThatWay: the readers that are fed with long texts', () => {
  it('are all that take texts, or somebody has said why not', () => assert.deepEqual(missingFrom(covered), []));

  it('are missed where they are not fed', () => {
    const missed = missingFrom([]);
    assert.ok(missed.length > 200, `${missed.length}`);
    assert.ok(missed.some((line) => line.startsWith('core/base/endpoints/endpointUrl.ts normalizeUrl takes texts')));
  });
});

describe('keptThatWay: what is wrong with reading a hostile file', () => {
  const size: SizeFigures = { size: 1_000_000, units: 999_000, steps: 2e7, problems: 1_000, longest: 1_000, unread: 0 };
  const held: ReadingFigures = {
    name: 'it',
    sizes: [{ ...size, size: 500_000, units: 499_000, steps: 1e7 }, size],
    growths: [
      { size: 500_000, shortMs: 1_000, longMs: 2_500 },
      { size: 100_000, shortMs: 4, longMs: 49 },
    ],
    heldMB: 400,
    end: undefined,
  };

  it('is nothing up to the limits, and where there is too little time to compare', () => {
    assert.deepEqual(faultsOfReading(held), []);
  });

  for (const [what, more] of [
    ['1000 KB: 130,000,000 steps', { sizes: [{ ...size, steps: 1.3e8 }] }],
    [
      '1000 KB: 26,000,000 steps, of half the text 10,000,000',
      { sizes: [held.sizes[0] ?? size, { ...size, steps: 2.6e7 }] },
    ],
    ['1000 KB: 1,001 problems', { sizes: [{ ...size, problems: 1_001 }] }],
    ['1000 KB: a message of 1,001 characters', { sizes: [{ ...size, longest: 1_001 }] }],
    ['1000 KB: a reader threw', { sizes: [{ ...size, unread: 1 }] }],
    ['100 KB: 20 ms, twice as long 51 ms', { growths: [{ size: 100_000, shortMs: 20, longMs: 51 }] }],
    ['held 401 MB', { heldMB: 401 }],
    ['100 KB: never ends', { end: '100 KB: never ends' }],
  ] satisfies readonly (readonly [string, Partial<ReadingFigures>])[]) {
    it(`is told: ${what}`, () => assert.deepEqual(faultsOfReading({ ...held, ...more }), [what]));
  }
});

describe('keptThatWay: what is wrong with checking a hostile file beside a good one', () => {
  const held: ProgramFigures = { name: 'it', code: 1, cpuS: 8, printed: 2e6, isTold: false, tellsGood: true };

  it('is nothing where it ends in time with 0, 1, or a told 2', () => {
    for (const more of [{ code: 0 }, { code: 1 }, { code: 2, isTold: true }]) {
      assert.deepEqual(faultsOfProgram({ ...held, ...more }), []);
    }
  });

  for (const [what, more] of [
    ['it had to be ended', { code: undefined }],
    ['it ended with 134', { code: 134 }],
    ['it ended with 2, and nobody is told why', { code: 2 }],
    ['its time is not known', { cpuS: undefined }],
    ['it took 8.1 s of CPU time', { cpuS: 8.1 }],
    ['it printed 2,000,001 bytes', { printed: 2_000_001 }],
    ['the problem of the good file is missing', { tellsGood: false }],
  ] satisfies readonly (readonly [string, Partial<ProgramFigures>])[]) {
    it(`is told: ${what}`, () =>
      assert.deepEqual(faultsOfProgram({ ...held, ...more }), [`proxy-scout check: ${what}`]));
  }
});

describe('keptThatWay: the hostile files that count up', () => {
  it('have names of their own, and are as long as asked', () => {
    const names = Object.values(inputsByFormat).flatMap((inputs) => Object.keys(inputs));
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.length > 300, `${names.length}`);
    const wrong = Object.entries(countingInputs).flatMap(([name, input]) => {
      const { length } = input(100_000).text;
      return length <= 100_000 && length >= 80_000 ? [] : [`${name}: ${length}`];
    });
    assert.deepEqual(wrong, []);
  });
});
