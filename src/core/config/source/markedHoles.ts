import { unknownPart } from './placedText';

/** A part that is not known, and which one it is: an `unknownPart` and three private characters, each for a letter. */
const firstCode = 0xe100;
const letterCount = 26;
const digits = 3;
const markPattern = /\uE000([\uE100-\uE119]{3})/g;
/** The same in letters, where only these can be read. */
const holeWord = /q([a-z]{3})/g;
/** Parts of marks that were cut. */
const restPattern = /[\uE100-\uE119]+/g;

/** The units that holes and marks are made of, for a class of a regular expression. */
export const unitsOfHoles = '\\uE000\\uE100-\\uE119';

/** As many parts can be told apart. */
export const mostMarks = letterCount ** digits;

/** A part that is not known, with its number, below `mostMarks`. */
export function markedHole(number: number): string {
  let mark = '';
  for (let digit = 0, rest = number; digit < digits; digit++, rest = Math.floor(rest / letterCount)) {
    mark = String.fromCharCode(firstCode + (rest % letterCount)) + mark;
  }
  return unknownPart + mark;
}

/** A text with other texts in the place of its marks, by their numbers. */
export function withMarksReplaced(text: string, textOf: (number: number) => string): string {
  return text
    .replace(markPattern, (_, mark: string) => textOf(numberOf(mark, firstCode)))
    .replace(restPattern, unknownPart);
}

function numberOf(mark: string, first: number): number {
  return [...mark].reduce((sum, letter) => sum * letterCount + letter.charCodeAt(0) - first, 0);
}

/** Whether all that is not known in a text is marked. */
export function isAllMarked(text: string): boolean {
  return !text.replace(markPattern, '').includes(unknownPart);
}

/** Puts letters in the place of marks, as many: a word that nobody writes. */
export function inLetters(text: string): string {
  return text.replace(markPattern, (_, mark: string) => {
    const letters = [...mark].map((one) => String.fromCharCode(one.charCodeAt(0) - firstCode + codeOfA));
    return `q${letters.join('')}`;
  });
}

const codeOfA = 0x61;

/** Puts marks in the place of such letters. */
export function fromLetters(text: string): string {
  return text.replace(holeWord, (_, letters: string) => markedHole(numberOf(letters, codeOfA)));
}
