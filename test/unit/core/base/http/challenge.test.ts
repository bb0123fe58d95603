import assert from 'node:assert/strict';
import { challengesOf } from '../../../../../src/core/base/http/login';

describe('challenge: the challenges of a header', () => {
  const cases: readonly (readonly [header: string, challenges: readonly (readonly [string, object])[]])[] = [
    ['', []],
    ['Basic', [['basic', {}]]],
    ['Basic realm="a, Digest realm=\\"b\\""', [['basic', { realm: 'a, Digest realm="b"' }]]],
    [
      'Digest Realm = "r" , nonce=abc,opaque="",  Basic realm="x"',
      [
        ['digest', { realm: 'r', nonce: 'abc', opaque: '' }],
        ['basic', { realm: 'x' }],
      ],
    ],
    [
      'Negotiate YII+/Q==, NTLM, bearer',
      [
        ['negotiate', {}],
        ['ntlm', {}],
        ['bearer', {}],
      ],
    ],
    ['Digest realm="first", realm="second"', [['digest', { realm: 'first' }]]],
    ['realm="of nothing", Basic', [['basic', {}]]],
    ['Digest realm="never ends', [['digest', {}]]],
    ['"\\", Basic', [['basic', {}]]],
  ];
  for (const [header, challenges] of cases) {
    it(`are read from ${JSON.stringify(header)}`, () => {
      assert.deepEqual(
        challengesOf(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]),
        challenges,
      );
    });
  }
});
