import { HOLE } from './placedText';

/** A part that is not known, and which one it is: a `HOLE` and three private characters, each for a letter. */
const FIRST = 0xe100;
const LETTERS = 26;
const DIGITS = 3;
const MARK = /\uE000([\uE100-\uE119]{3})/g;
/** The same in letters, where only these can be read. */
const WORD = /q([a-z]{3})/g;
/** Parts of marks that were cut. */
const REST = /[\uE100-\uE119]+/g;

/** The units that holes and marks are made of, for a class of a regular expression. */
export const UNITS_OF_HOLES = '\\uE000\\uE100-\\uE119';

/** As many parts can be told apart. */
export const MOST_MARKS = LETTERS ** DIGITS;

/** A part that is not known, with its number, below `MOST_MARKS`. */
export function markedHole(number: number): string {
  let mark = '';
  for (let digit = 0, rest = number; digit < DIGITS; digit++, rest = Math.floor(rest / LETTERS)) {
    mark = String.fromCharCode(FIRST + (rest % LETTERS)) + mark;
  }
  return HOLE + mark;
}

/** A text with other texts in the place of its marks, by their numbers. */
export function unmarked(text: string, textOf: (number: number) => string): string {
  return text.replace(MARK, (_, mark: string) => textOf(numberOf(mark, FIRST))).replace(REST, HOLE);
}

function numberOf(mark: string, first: number): number {
  return [...mark].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - first, 0);
}

/** Whether all that is not known in a text is marked. */
export function isAllMarked(text: string): boolean {
  return !text.replace(MARK, '').includes(HOLE);
}

/** Puts letters in the place of marks, as many: a word that nobody writes. */
export function inLetters(text: string): string {
  return text.replace(MARK, (_, mark: string) => {
    const letters = [...mark].map((one) => String.fromCharCode(one.charCodeAt(0) - FIRST + A));
    return `q${letters.join('')}`;
  });
}

const A = 0x61;

/** Puts marks in the place of such letters. */
export function fromLetters(text: string): string {
  return text.replace(WORD, (_, letters: string) => markedHole(numberOf(letters, A)));
}
