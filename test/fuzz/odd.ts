import type { Dice } from '../servers/traefik/dice';

/** Characters that hide, reorder or break text, and one that is no character. */
const unseen = '\u202e\u2066\u200b\u200d\ufeff\u2028\u0000\ud800';

/** One of several, of which some may be `undefined`. */
export function oneOf<T>(dice: Dice, from: readonly T[]): T {
  return from[dice.below(from.length)] as T;
}

/** A text that programs have stumbled over. */
export function oddText(dice: Dice): string {
  const many = (text: string, most: number): string => text.repeat(dice.below(most));
  const make = dice.pick<() => string>([
    () => dice.pick(['', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'length']),
    () => dice.pick(['$(sync~spin)', '[x](command:workbench.action.reloadWindow)', '<img src=x onerror=1>', '`Host(`']),
    () => dice.pick(['=cmd|/c!A1', '$(7*7)', '../../etc/passwd', '-', '*', 'NaN', 'true', '9007199254740993']),
    () => dice.pick([unseen, '\ud800', '\u0000', '2026-02-30T99:99:99Z']),
    () => many('a', 3_000),
    () => many('🙂', 200),
    () => many('|', 50),
    () => many('(', 600),
    () => many('a.', 500),
    () => many('/', 2_000),
  ]);
  return make();
}

/** A value where another is expected. */
export function oddValue(dice: Dice): unknown {
  return dice.pick<() => unknown>([
    () => dice.pick([null, true, false, 0, -0, -1, 1e308, 2 ** 53, '', 'x', 1.5]),
    () => dice.pick([[], {}, [[]], [null], [1, 'a', null, {}], { __proto__x: 1 }]),
  ])();
}

/** The text of a JSON value where another is expected. */
export function oddJson(dice: Dice): string {
  return dice.pick<() => string>([
    () => dice.pick(['null', 'true', '-0', '1e999', '-1e999', '9223372036854775807', '18446744073709551616']),
    () => dice.pick(['1E400', '0.1e-400', '[]', '{}', '""', '[[[[[]]]]]', '[1,2,3]', '"\\u0000"', '"\\ud800"']),
    () => dice.pick(['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"a":1,"a":2}']),
    () => `${'['.repeat(200)}${']'.repeat(200)}`,
    () => JSON.stringify('x'.repeat(dice.below(2_000))),
    () => JSON.stringify(oddText(dice)),
  ])();
}

const names = [
  ...['kind', 'requestId', 'question', 'from', 'to', 'version', 'id', 'name', 'url', 'auth', 'headers', 'type'],
  ...['endpoints', 'searches', 'proxyScoutEndpoints', 'proxyScoutSearches', 'proxyScoutSnapshot', 'place', 'row'],
  ...['path', 'form', '__proto__'],
];

/** A value of any shape, with names that ours have. */
export function anyValue(dice: Dice, depth = 0): unknown {
  const what = dice.below(10);
  if (depth > 4 || what < 5) return dice.pick<() => unknown>([() => oddValue(dice), () => oddText(dice), () => 7])();
  const many = dice.below(5);
  if (what < 7) return Array.from({ length: many }, () => anyValue(dice, depth + 1));
  const made = {};
  for (let at = 0; at < many; at++) {
    define(made, dice.chance(0.9) ? dice.pick(names) : oddText(dice), anyValue(dice, depth + 1));
  }
  return made;
}

/** Sets a member, also one named `__proto__`. */
export function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
