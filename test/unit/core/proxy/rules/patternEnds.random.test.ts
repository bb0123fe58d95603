import assert from 'node:assert/strict';
import { compileGoPattern, endsOf, mayMatch } from '../../../../../src/core/proxy/rules/goPattern';
import { randomFrom } from '../model/randomApi';
import { choiceOf } from './slowly';

/** Pieces of expressions, most of them plain, some of them traps. */
const pieces =
  'a b k s / - _ . ^ $ | ( ) ) (?: (?P<n> (?i) (?s) (?i:a) [ab] [^a] []a] [^]a] [a\\]b] [[:alpha:]] [\\w.] [$] \\. \\$ \\^ \\( \\) \\\\ \\d \\w \\b \\B \\z \\A \\pL \\p{L} \\x61 \\Q \\E \\n * + ? *? +? ?? {2} {0} {0,1} {1,} { } a{0} .* .+ ä \\/ \\a A K'.split(
    ' ',
  );
const letters = [
  'a',
  'b',
  'k',
  's',
  'A',
  'K',
  'S',
  '/',
  '-',
  '_',
  '.',
  '$',
  '^',
  '(',
  ')',
  '\\',
  'ä',
  '\u212a',
  '\u017f',
  '\n',
  ' ',
];

describe('patternEnds.random: what a regular expression begins and ends with', () => {
  it('is read of what is plain', () => {
    const ends = (pattern: string) => {
      const { start, end } = endsOf(pattern);
      return [start, end];
    };
    assert.deepEqual(ends('^[a-z]+\\.example\\.com$'), ['', '.example.com']);
    assert.deepEqual(ends('^/api/v[0-9]+/users$'), ['/api/v', '/users']);
    assert.deepEqual(ends('^/api/(a|b)$'), ['/api/', '']);
    assert.deepEqual(ends('(?i)^(?P<v0>[a-z]+)\\.A\\.test$'), ['', '.a.test']);
    assert.deepEqual(ends('^abc$'), ['abc', 'abc']);
    assert.deepEqual(ends('^ab?c+$'), ['a', '']);
    for (const pattern of ['abc', '^a|b$', '^a(?i)b$', '^\\Qa.b\\E$', '^\\x61$', '(^a$', '^a$)', '^{a}$', '^ä$']) {
      assert.deepEqual(ends(pattern), ['', ''], pattern);
    }
  });

  it('rules out nothing that matches', () => {
    const { upTo, oneOf, chance } = choiceOf(randomFrom(7));
    const some = (from: readonly string[], most: number): string =>
      Array.from({ length: upTo(most) }, () => oneOf(from)).join('');
    let [matched, ruledOut] = [0, 0];
    for (let count = 0; count < 8_000; count++) {
      const inner = some(pieces, 5);
      const pattern = `${chance(0.2) ? '(?i)' : ''}${chance(0.7) ? '^' : ''}${inner}${chance(0.7) ? '$' : ''}`;
      const compiled = compileGoPattern(pattern);
      if (compiled === undefined) continue;
      const ends = endsOf(pattern);
      for (let at = 0; at < 5; at++) {
        const text = some(letters, 4);
        const may = mayMatch(ends, Buffer.from(text).toString('latin1'));
        const does = compiled.test(text);
        if (does) matched++;
        if (!may) ruledOut++;
        assert.ok(may || !does, `${pattern} matches ${JSON.stringify(text)}: ${JSON.stringify(ends)}`);
      }
    }
    assert.ok(matched > 300 && ruledOut > 300, `${matched} matched, ${ruledOut} were ruled out`);
  });
});
