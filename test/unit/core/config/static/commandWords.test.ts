import assert from 'node:assert/strict';
import { commandWords } from '../../../../../src/core/config/static/commandWords';

function wordsOf(value: string): readonly string[] | undefined {
  const file = { path: 'compose.yml', text: value };
  return commandWords({ value, file, start: 0, end: value.length, places: 'verbatim' })?.map((word) => word.value);
}

describe('commandWords: the words of a command', () => {
  it('are split as Compose splits them', () => {
    assert.deepEqual(wordsOf('--a=1  --b="x y"\n--c=\'Host(`z`)\''), ['--a=1', '--b=x y', '--c=Host(`z`)']);
    assert.deepEqual(wordsOf('--a=:80 \\\n--b'), ['--a=:80', '\n--b']);
    assert.deepEqual(wordsOf('--a ""'), ['--a', '']);
    assert.deepEqual(wordsOf('--a; --b'), ['--a']);
  });

  it('are none of a command that Compose refuses', () => {
    assert.equal(wordsOf('--a="x'), undefined);
    assert.equal(wordsOf('--a=Host(x)'), undefined);
  });

  it('have their places', () => {
    const file = { path: 'compose.yml', text: 'command: --a "--b=1"' };
    const words = commandWords({ value: '--a "--b=1"', file, start: 9, end: 20, places: 'verbatim' });
    const [, second] = words ?? [];
    assert.equal(file.text.slice(second?.start, second?.end), '--b=1"');
  });
});
