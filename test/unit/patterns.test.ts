import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordingsFolder } from '../recordings/read';

const sources = join(dirname(dirname(recordingsFolder())), 'src');

/** A regular expression where one may stand in TypeScript: behind an operator, a bracket or `return`, or on a line of its own. */
const literal = /(?<=[(,=:[!&|?{};]|return|^)\s*\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/gm;

/** What repeats without a bound and must then meet the end of the text: `a+$`, `(?:ab)*$`, `a+(?:b)?$`. */
const repeatedToTheEnd = /(?:[+*]|\{\d+,\})\??\)?(?:\([^()]*\)\?|\)\?)?\$$/;

/** Those that begin at every place of a text all the same, and why they take time linear to it. */
const harmless: ReadonlyMap<string, string> = new Map([
  [':\\d*$', 'a run of digits is looked at from the one colon before it'],
  [':\\d+$', 'a run of digits is looked at from the one colon before it'],
  [':([^:\\]]*)$', 'a run without colons is looked at from the one colon before it'],
  [':(\\d+)(?:\\/tcp)?$', 'a run of digits is looked at from the one colon before it'],
  ['\\^[\\d.]+$', 'a run is looked at from the one caret before it'],
  ['[.\\s]+$', 'of at most 300 characters (partial.ts)'],
  [
    '(?:[-_.](?:\\d{4}[-.](?:w\\d{2}|\\d{2}(?:[-.]\\d{2}){0,2})|\\d{8}|\\d{6}))+$',
    'of at most 600 characters (findPlaces.ts)',
  ],
  ['\\/dashboard(\\/.*)?$', 'a path of a URL has no line break, so that the first place of it fits'],
  [
    '\\/api(\\/(version|overview|rawdata|entrypoints|certificates|http|tcp|udp)(\\/.*)?|\\/)?$',
    'a path of a URL has no line break, so that the first place of it fits',
  ],
  [
    '(\\/[^/_][^/]*)?\\/_(search|count|msearch|mapping|doc)(\\/.*)?$',
    'a segment is looked at from the one slash before it',
  ],
  ['\\/_[^/]*.*$', 'a path of a URL has no line break, so that the first place of it fits'],
  [
    '(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)$',
    'of what is an IPv6 address, which has at most 45 characters (rules/hosts.ts)',
  ],
]);

function literals(): { readonly file: string; readonly pattern: string; readonly flags: string }[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(sources, file), 'utf8').matchAll(literal)].map(([, pattern = '', flags = '']) => ({
        file,
        pattern,
        flags,
      })),
    );
}

/** What is tried one after the other; escapes and classes are a letter each. */
function alternativesOf(pattern: string): readonly string[] {
  const plain = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x');
  const alternatives = [''];
  let depth = 0;
  for (const character of plain) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === '|' && depth === 0) alternatives.push('');
    else alternatives.push(`${alternatives.pop()}${character}`);
  }
  return alternatives;
}

/** Whether a run is looked at from each of its characters for whether it ends the text. */
function isQuadratic({ pattern, flags }: { readonly pattern: string; readonly flags: string }): boolean {
  if (flags.includes('y') || harmless.has(pattern)) return false;
  return alternativesOf(pattern).some((one) => repeatedToTheEnd.test(one) && !one.startsWith('^'));
}

describe('patterns: the regular expressions of ours', () => {
  const found = literals();

  it('are found', () => {
    assert.ok(found.length > 200, `${found.length}`);
    assert.ok(found.every(({ pattern, flags }) => new RegExp(pattern, flags)));
  });

  it('look at no run from each of its characters for whether it ends the text, which takes time by the square', () => {
    const quadratic = found.filter(isQuadratic);
    assert.deepEqual(
      quadratic,
      [],
      'bind it to the start, or take what is at the end by hand (src/core/base/text/trim.ts)',
    );
    assert.deepEqual(
      [...harmless.keys()].filter((pattern) => !found.some((one) => one.pattern === pattern)),
      [],
      'are excused, but not there any more',
    );
  });
});
