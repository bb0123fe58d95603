/** Rules that are no longer are left on one line. */
const LONGEST_LINE = 72;
/** What stands in more brackets is not broken. */
const DEEPEST = 1;
/** What is broken out of a part of a rule stands further right than what it is a part of. */
const FURTHER = '   ';

/**
 * Breaks a rule before the `&&` and `||` that stand in no brackets, each line but the first beginning with its operator,
 * as the style guides of Go and TypeScript break conditions: where there are both, before `||` first, which binds less, so
 * that the lines show what belongs together. A part that is still long is broken the same way inside, in brackets too. The
 * words stay as they are; of the spaces only those at the ends of lines go.
 *
 * @param rule any text: what cannot be a rule is broken somehow
 */
export function ruleLines(rule: string): readonly string[] {
  if (rule.length <= LONGEST_LINE) return [rule];
  return split({ text: rule, depth: 0 }).flatMap((part) => linesIn(part, ''));
}

/** Some of a rule, and in how many brackets its beginning stands. */
interface Part {
  readonly text: string;
  readonly depth: number;
}

function linesIn(part: Part, indentation: string): readonly string[] {
  const parts = part.text.length <= LONGEST_LINE ? [part] : split(part);
  if (parts.length === 1) return [`${indentation}${part.text}`];
  return parts.flatMap((one, index) => linesIn(one, index === 0 ? indentation : `${indentation}${FURTHER}`));
}

/**
 * Finds strings, brackets and operators; everything else is passed over. A string that is not closed goes on to the end: to look for
 * its end from each quote in it would take time by the square of their number.
 */
const LANDMARK = /`[^`]*`?|"[^"\\]*(?:\\.[^"\\]*)*"?|[()]|&&|\|\|/gs;

/** The parts that the least binding operators of the fewest brackets join; the whole where there are none. */
function split(whole: Part): readonly Part[] {
  const { text } = whole;
  const operators = new Map<string, number[]>();
  let depth = whole.depth;
  for (const { 0: mark, index } of text.matchAll(LANDMARK)) {
    if (mark === '(') depth++;
    else if (mark === ')') depth--;
    else if ((mark === '&&' || mark === '||') && index > 0) {
      const key = `${depth}${mark}`;
      const places = operators.get(key);
      if (places === undefined) operators.set(key, [index]);
      else places.push(index);
    }
  }
  for (let at = 0; at <= DEEPEST; at++) {
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
