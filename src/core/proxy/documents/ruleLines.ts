import { addToList } from '../../base/lists/addToList';

/** Rules up to this length stay on one line. */
const longestLine = 72;
/** Lines do not break at operators in more brackets than this. */
const deepest = 1;
const continuationIndent = '   ';

/**
 * Breaks a rule before each `&&` and `||` outside brackets, so that every line but the first starts with its operator.
 * If there are both, it breaks before `||` first, which binds less, so that lines show what belongs together. A part
 * that is still long is broken the same way, also inside brackets. Nothing changes except the spaces at the ends of
 * lines.
 *
 * @param rule any text: text that is not a rule is broken somehow
 */
export function ruleLines(rule: string): readonly string[] {
  if (rule.length <= longestLine) return [rule];
  return split({ text: rule, depth: 0 }).flatMap((part) => linesIn(part, ''));
}

/** A sentence of names and rules is read more easily in lines of about this length. */
const longestSentence = 90;

/** Breaks a sentence between its words, and never within backticks, where the editor would. Spaces become single ones. */
export function sentenceLines(sentence: string): readonly string[] {
  const lines: string[] = [];
  for (const [word] of sentence.matchAll(/(?:`[^`]*`?|[^\s`])+/g)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= longestSentence) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

/** Part of a rule, and the number of brackets that are open at its start. */
interface Part {
  readonly text: string;
  readonly depth: number;
}

function linesIn(part: Part, indentation: string): readonly string[] {
  const parts = part.text.length <= longestLine ? [part] : split(part);
  if (parts.length === 1) return [`${indentation}${part.text}`];
  return parts.flatMap((one, index) => linesIn(one, index === 0 ? indentation : `${indentation}${continuationIndent}`));
}

/**
 * Finds strings, brackets and operators, and skips all other text. An unclosed string extends to the end: looking for
 * its end from each quote in it would take quadratic time.
 */
const landmark = /`[^`]*`?|"[^"\\]*(?:\\.[^"\\]*)*"?|[()]|&&|\|\|/gs;

/** Splits at the operators that bind least, in the fewest brackets; returns the whole if there are none. */
function split(whole: Part): readonly Part[] {
  const { text } = whole;
  const operators = new Map<string, number[]>();
  let depth = whole.depth;
  for (const { 0: mark, index } of text.matchAll(landmark)) {
    if (mark === '(') depth++;
    else if (mark === ')') depth--;
    else if ((mark === '&&' || mark === '||') && index > 0) addToList(operators, `${depth}${mark}`, index);
  }
  for (let at = 0; at <= deepest; at++) {
    const places = operators.get(`${at}||`) ?? operators.get(`${at}&&`);
    if (places !== undefined) return partsAt(whole, places, at);
  }
  return [{ ...whole, text: text.trim() }];
}

function partsAt({ text, depth }: Part, places: readonly number[], depthThere: number): readonly Part[] {
  const first = { text: text.slice(0, places[0]).trim(), depth };
  const others = places.map((place, at) => ({ text: text.slice(place, places[at + 1]).trim(), depth: depthThere }));
  return first.text === '' ? others : [first, ...others];
}
