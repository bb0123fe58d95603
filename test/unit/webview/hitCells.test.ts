import assert from 'node:assert/strict';
import { startBefore } from '../../../src/webview/hitCells';
import { textWidth } from '../../../src/webview/textWidth';

describe('hitCells: where a text with a match begins', () => {
  const words = 'the gateway took long, and then came: upstream connection timeout of inventory-service';
  const place = (text: string, match: string) => {
    const from = text.indexOf(match);
    return [from, from + match.length] as const;
  };
  /** Pixels of so many characters. */
  const roomFor = (characters: number) => textWidth('x'.repeat(characters));
  const startOf = (text: string, match: string, characters: number) =>
    startBefore(text, place(text, match), roomFor(characters));

  it('is its beginning wherever there is room for it up to the end of the match', () => {
    const [, to] = place(words, 'timeout');
    assert.equal(startOf(words, 'timeout', to), 0);
    assert.equal(startOf(words, 'timeout', 1_000), 0);
    assert.equal(startOf(words, 'the', 3), 0);
    assert.ok(startOf(words, 'timeout', to - 1) > 0);
  });

  it('is the beginning of a word, so that the match is seen with what stands before it', () => {
    for (let room = 10; room < words.indexOf('timeout') + 7; room++) {
      const start = startOf(words, 'timeout', room);
      const shown = `…${words.slice(start)}`.slice(0, room);
      assert.ok(shown.includes('timeout'), `${room}: ${shown}`);
      assert.equal(words.charAt(start - 1), ' ', `${room}: ${shown}`);
    }
    assert.ok(words.slice(startOf(words, 'timeout', 50)).startsWith('and then came: '));
  });

  it('is at most so far before the match that what follows is seen, too', () => {
    const text = `${'word '.repeat(100)}timeout ${'word '.repeat(100)}`;
    const start = startOf(text, 'timeout', 100);
    const before = text.indexOf('timeout') - start;
    assert.ok(before >= 20 && before <= 40, `${before}`);
  });

  it('is in a word that is too long for the room', () => {
    const text = `${'x'.repeat(300)}timeout`;
    const start = startOf(text, 'timeout', 60);
    assert.ok(start > 250 && start < 300, `${start}`);
  });

  it('is the match itself where that fills the room, and its beginning where it is longer', () => {
    assert.equal(startOf(words, 'timeout', 2), words.indexOf('timeout'));
    const long = `words before ${'y'.repeat(500)}`;
    assert.equal(startBefore(long, [13, 513], roomFor(20)), 13);
  });

  it('is never within a character of two units', () => {
    for (let before = 0; before < 40; before++) {
      for (const lead of ['', 'x']) {
        const text = `${lead}${'😀'.repeat(60 + before)}hit${'😀'.repeat(60)}`;
        const start = startOf(text, 'hit', 40 + before);
        assert.doesNotMatch(text.slice(start), /^[\udc00-\udfff]/, `${before} ${lead}`);
        assert.ok(start <= text.indexOf('hit'));
      }
    }
  });

  it('is its beginning where no match is told, or a wrong one', () => {
    for (const match of [undefined, [5, 5], [40, 20], [400, 500]] as const)
      assert.equal(startBefore(words, match, roomFor(5)), 0);
  });
});
