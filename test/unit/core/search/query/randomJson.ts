import type { Random } from '../../../../servers/search/data/random';

const names = [
  'size',
  'from',
  'query',
  'sort',
  '__proto__',
  'constructor',
  'a"b',
  'a\\b',
  'é\u2028',
  '😀',
  '',
  'x/y',
  '\u0001',
];
const strings = ['', '}', '],{', '"', '//x', '/*', '\\', ',"size":1', '\ud83d'];
const numbers = ['1', '-0', '1.50', '1E+2', '9007199254740993'];

/** A JSON object, written in any of the ways in which that can be; no name comes twice in one object. */
export function randomObject(random: Random, depth = 0): string {
  const left = new Set(names);
  const members = Array.from({ length: random.below(5) }, () => {
    const name = randomName(random);
    if (!left.delete(name)) return [];
    return `${space(random)}${escaped(random, name)}${space(random)}:${space(random)}${randomValue(random, depth + 1)}${space(random)}`;
  }).flat();
  return `${space(random)}{${members.length === 0 ? space(random) : members.join()}}${space(random)}`;
}

/** A JSON value of any kind. */
export function randomValue(random: Random, depth = 0): string {
  switch (random.below(depth > 3 ? 3 : 5)) {
    case 0:
      return pick(random, numbers);
    case 1:
      return pick(random, ['true', 'false', 'null']);
    case 2:
      return escaped(random, pick(random, strings));
    case 3:
      return `[${space(random)}${Array.from({ length: random.below(3) }, () => randomValue(random, depth + 1)).join(` ,${space(random)}`)}]`;
    default:
      return randomObject(random, depth).trim();
  }
}

/** One of the names that the objects above have. */
export function randomName(random: Random): string {
  return pick(random, names);
}

function space(random: Random): string {
  return pick(random, ['', '', '', ' ', '\n', '\r\n', '\t \r']);
}

/** A string as JSON, some of its characters as escapes that need be none. */
function escaped(random: Random, text: string): string {
  const characters = text.split('').map((character) => {
    if (random.below(4) === 0) return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return character === '/' && random.below(2) === 0 ? '\\/' : JSON.stringify(character).slice(1, -1);
  });
  return `"${characters.join('')}"`;
}

function pick(random: Random, items: readonly string[]): string {
  return items[random.below(items.length)] ?? '';
}
