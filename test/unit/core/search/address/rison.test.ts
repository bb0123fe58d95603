import assert from 'node:assert/strict';
import { readRison } from '../../../../../src/core/search/address/rison';

describe('rison: Rison', () => {
  const values: readonly [text: string, value: unknown][] = [
    ['!t', true],
    ['!f', false],
    ['!n', null],
    ['0', 0],
    ['-12.5', -12.5],
    ["''", ''],
    ["'it!'s 50!! (a,b):*'", "it's 50! (a,b):*"],
    ["'!!!''", "!'"],
    ['now-15m', 'now-15m'],
    ['now/d', 'now/d'],
    ['c367b774-a4c2-11ea-bb37-0242ac130002', 'c367b774-a4c2-11ea-bb37-0242ac130002'],
    // Kibana quotes such names; links made by hand do not.
    ['3390a910-fcda-11ea', '3390a910-fcda-11ea'],
    ['2026-11-24', '2026-11-24'],
    ['!()', []],
    ["!(!(a,1),!t,'')", [['a', 1], true, '']],
    ['()', {}],
    ["(a:1,'@b':(c:!n),d:!(e))", { a: 1, '@b': { c: null }, d: ['e'] }],
    ['(7:!t)', { 7: true }],
    ["(from:'2026-11-24T10:00:00.000Z',to:now)", { from: '2026-11-24T10:00:00.000Z', to: 'now' }],
    ['café', 'café'],
    ['!(NaN,Infinity,-,1e)', ['NaN', 'Infinity', '-', '1e']],
  ];
  for (const [text, value] of values) it(`reads ${text}`, () => assert.deepEqual(readRison(text), value));

  it('keeps each digit of numbers that would lose some', () => {
    assert.deepEqual(readRison('!(9007199254740991,9007199254740993,1.10,007)'), [
      9007199254740991,
      '9007199254740993',
      '1.10',
      '007',
    ]);
  });

  it('makes a property of any name, and changes no prototype', () => {
    const read = readRison('(__proto__:(a:1),constructor:2)');
    assert.deepEqual(Object.keys(read as object), ['__proto__', 'constructor']);
    assert.equal(({} as { a?: unknown }).a, undefined);
  });

  const broken = [
    '',
    '(',
    '!(',
    "'",
    "'a",
    "'a!",
    "'!x'",
    '!',
    '!x',
    '(a)',
    '(a:)',
    '(:1)',
    '(a:1',
    '(a:1,)',
    '!(,)',
    '!(1,)',
  ];
  for (const text of [...broken, '!(1 2)', '(a:1)b', 'a b', '@timestamp', '(!(a):1)', '*', ')', 'logs-*']) {
    it(`refuses ${text || 'nothing'}`, () => assert.equal(readRison(text), undefined));
  }

  it('refuses what is nested too deep, without an end of the stack', () => {
    assert.notEqual(readRison(`${'!('.repeat(90)}1${')'.repeat(90)}`), undefined);
    for (const open of ['!(', '(a:', '(']) assert.equal(readRison(open.repeat(1_000_000)), undefined);
  });
});
