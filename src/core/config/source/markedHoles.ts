import { unknownPart } from './placedText';

/** A numbered unknown part: an `unknownPart` and three private characters, each for a letter. */
const firstCode = 0xe100;
const letterCount = 26;
const digits = 3;
const markPattern = /\uE000([\uE100-\uE119]{3})/g;
/** The same in letters, for readers that only accept these. */
const holeWord = /q([a-z]{3})/g;
const restPattern = /[\uE100-\uE119]+/g;

/** The units of holes and marks, for a class of a regular expression. */
export const unitsOfHoles = '\\uE000\\uE100-\\uE119';

/** The number of distinct marks. */
export const mostMarks = letterCount ** digits;

/** An unknown part with its number, below `mostMarks`. */
export function markedHole(number: number): string {
  let mark = '';
  for (let digit = 0, rest = number; digit < digits; digit++, rest = Math.floor(rest / letterCount)) {
    mark = String.fromCharCode(firstCode + (rest % letterCount)) + mark;
  }
  return unknownPart + mark;
}

/** A text with its marks replaced by other texts, by their numbers. */
export function withMarksReplaced(text: string, textOf: (number: number) => string): string {
  return text
    .replace(markPattern, (_, mark: string) => textOf(numberOf(mark, firstCode)))
    .replace(restPattern, unknownPart);
}

function numberOf(mark: string, first: number): number {
  return [...mark].reduce((sum, letter) => sum * letterCount + letter.charCodeAt(0) - first, 0);
}

/** Whether all unknown parts of a text are marked. */
export function isAllMarked(text: string): boolean {
  return !text.replace(markPattern, '').includes(unknownPart);
}

/** Replaces marks with letters of the same number: a word that real files do not have. */
export function inLetters(text: string): string {
  return text.replace(markPattern, (_, mark: string) => {
    const letters = [...mark].map((one) => String.fromCharCode(one.charCodeAt(0) - firstCode + codeOfA));
    return `q${letters.join('')}`;
  });
}

const codeOfA = 0x61;

/** Replaces such letters with marks. */
export function fromLetters(text: string): string {
  return text.replace(holeWord, (_, letters: string) => markedHole(numberOf(letters, codeOfA)));
}
