const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const bitsOfCharacter = 6;

/** The codes that stand for a new character of 8 or 16 bits, and for the end. */
const newByte = 0;
const newUnit = 1;
const end = 2;

/**
 * Unpacks a text from `compressToBase64` of lz-string, as in Kibana's links to a locator. A short text can unpack to a
 * huge one, so it stops at a limit.
 *
 * @param longest the most UTF-16 units of the result
 * @returns undefined if it is damaged, or longer
 */
export function unpackLzString(packed: string, longest: number): string | undefined {
  let at = 0;
  let value = 0;
  let mask = 0;

  /** Reads a number, its lowest bit first. */
  const read = (bits: number): number => {
    let number = 0;
    for (let bit = 0; bit < bits; bit++) {
      if (mask === 0) {
        // Missing input counts as zeros. A damaged text then has no end.
        value = Math.max(0, alphabet.indexOf(packed.charAt(at) || 'A'));
        at += 1;
        mask = 1 << (bitsOfCharacter - 1);
      }
      if ((value & mask) !== 0) number |= 1 << bit;
      mask >>= 1;
    }
    return number;
  };

  /** The first three are the codes above. */
  const words: string[] = ['', '', ''];
  let bits = 3;
  /** How many more words fit before a code needs another bit. */
  let room = 4;
  const added = (word: string): void => {
    words.push(word);
    room -= 1;
    if (room > 0) return;
    room = 2 ** bits;
    bits += 1;
  };

  const parts: string[] = [];
  let length = 0;
  let before: string | undefined;
  while (at <= packed.length) {
    let code = read(before === undefined ? 2 : bits);
    if (code === end) return parts.join('');
    if (code === newByte || code === newUnit) {
      const character = String.fromCharCode(read(code === newByte ? 8 : 16));
      code = words.length;
      if (before === undefined) words.push(character);
      else added(character);
    }
    const word = words[code] ?? (code === words.length && before !== undefined ? before + before.charAt(0) : undefined);
    if (word === undefined) return undefined;
    length += word.length;
    if (length > longest) return undefined;
    parts.push(word);
    if (before !== undefined) added(before + word.charAt(0));
    before = word;
  }
  return undefined;
}
