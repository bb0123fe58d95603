/** Rules that are no longer are left on one line. */
const LONGEST_LINE = 72;

/**
 * Breaks a rule before the `&&` and `||` that stand in no brackets, each line but the first beginning with its operator,
 * as the style guides of Go and TypeScript break conditions. A part in brackets that is still long is broken the same way
 * inside. The words stay as they are; of the spaces only those at the ends of lines go.
 *
 * @param rule any text: what cannot be a rule is broken somehow
 */
export function ruleLines(rule: string): readonly string[] {
  if (rule.length <= LONGEST_LINE) return [rule];
  const parts = splitAtDepth(rule, 0);
  return parts.flatMap((part) => (part.length <= LONGEST_LINE ? [part] : splitAtDepth(part, 1)));
}

/** Finds strings, brackets and operators; everything else is passed over. */
const LANDMARK = /`[^`]*`|"(?:[^"\\]|\\.)*"|[()]|&&|\|\|/g;

function splitAtDepth(text: string, wanted: number): readonly string[] {
  const lines: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(LANDMARK)) {
    if (mark === '(') depth++;
    else if (mark === ')') depth--;
    else if (depth === wanted && (mark === '&&' || mark === '||') && index > start) {
      lines.push(`${indentation(wanted, lines)}${text.slice(start, index).trim()}`);
      start = index;
    }
  }
  lines.push(`${indentation(wanted, lines)}${text.slice(start).trim()}`);
  return lines;
}

/** What is broken out of brackets stands further right than what it is a part of. */
function indentation(depth: number, before: readonly string[]): string {
  return depth > 0 && before.length > 0 ? '   ' : '';
}
