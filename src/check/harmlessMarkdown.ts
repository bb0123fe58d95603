import { plainText } from '../core/base/text/plainText';
import { harmlessLine } from './harmless';

/**
 * Markdown in which foreign text is inert: it can become no link, image, HTML, mention, or reference to an issue or a
 * commit, no emoji, no formula, and no markup.
 */
export interface HarmlessMarkdown {
  readonly markdown: string;
}

/** Markdown of our own, with foreign texts in it. */
export function harmlessMarkdown(
  markup: TemplateStringsArray,
  ...texts: readonly HarmlessMarkdown[]
): HarmlessMarkdown {
  return { markdown: String.raw({ raw: markup }, ...texts.map(({ markdown }) => markdown)) };
}

/**
 * A foreign text as code, in which Markdown reads nothing, and GitHub neither.
 *
 * @param longest in code points
 */
export function markdownCode(text: string, longest: number): HarmlessMarkdown {
  return { markdown: codeOf(inLine(text, longest)) };
}

/**
 * A sentence that quotes foreign texts: plain words stay as they are, and everything else is code.
 *
 * @param longest in code points; messages of ours have about 200
 */
export function markdownSentence(text: string, longest = 300): HarmlessMarkdown {
  const parts = inLine(text, longest).split(quotes);
  // A quote is at every second place. A foreign text that ends it early is code all the same, word by word.
  const shown = parts.map((part, at) => (at % 2 === 1 ? codeOf(part) : sentencePart(part))).filter((one) => one !== '');
  const joined = shown.map((one, at) => {
    const isBehindCode = one.startsWith('`') && shown[at - 1]?.endsWith('`') === true;
    return isBehindCode ? ` ${one}` : one;
  });
  return { markdown: joined.join('') };
}

/** What messages quote. */
const quotes = /“([^“”]*)”/;
/**
 * A word in which neither Markdown nor GitHub sees more. Not one of the letters of a commit's number, nor the beginning
 * of a host: GitHub links to both.
 */
const plainWord = /^(?!\(?(?:[a-f]{7,}\b|www\.))\(?(?:[A-Za-z]+(?:['’][a-z]+)?)?[.,;:?!)…]*$/i;

/** Too short for the number of a commit. With a dot, it would begin a list where a line begins. */
const plainNumber = /^(?:\d{1,6}|\d{1,3}(?:,\d{3}){1,3})[.,;:]?$/;

function inLine(text: string, longest: number): string {
  return harmlessLine(plainText(text, longest));
}

/** Words, and what is between two of them if it is code, too. */
function sentencePart(part: string): string {
  const words = part.split(' ');
  const isPlain = words.map(
    (word, at) => plainWord.test(word) || (plainNumber.test(word) && (at > 0 || !word.endsWith('.'))),
  );
  const shown: string[] = [];
  for (let at = 0; at < words.length; ) {
    const next = isPlain.indexOf(isPlain[at] === false, at);
    const end = next < 0 ? words.length : next;
    const run = words.slice(at, end).join(' ');
    shown.push(isPlain[at] === true ? run : codeBefore(run));
    at = end;
  }
  return shown.join(' ');
}

/** The sign that ends a sentence, or a part of it, is behind the code. */
function codeBefore(run: string): string {
  return /[.,;:?!]$/.test(run) ? `${codeOf(run.slice(0, -1))}${run.slice(-1)}` : codeOf(run);
}

/** Code ends with as many backticks as it begins with, so that the text has fewer or more of them at each place. */
function codeOf(text: string): string {
  if (text.trim() === '') return '` `';
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  // A space inside of each fence is not shown.
  const space = /^[ `]|[ `]$/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}
