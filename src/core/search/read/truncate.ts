import type { HighlightedText, HighlightRange } from './highlights';

/** Characters kept before the first mark if the beginning of a long text is left out. */
const lead = 40;
/** Extra characters that are read, because cleaning can shorten a text. */
const spare = 400;

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** The nearest index at or before `at` that does not split a character. */
function between(text: string, at: number): number {
  return at > 0 && at < text.length && isLow(text.charCodeAt(at)) ? at - 1 : at;
}

interface Fitted extends HighlightedText {
  readonly isCut: boolean;
}

/**
 * At most `longest` UTF-16 units of a text, cleaned, with an ellipsis where something is left out. If the first mark
 * would not be visible, the beginning of the text is left out instead.
 *
 * @param clean sanitizes a piece of the text
 */
export function truncateAround(
  { text, marks }: HighlightedText,
  longest: number,
  clean: (piece: string) => string,
): Fitted {
  if (text.length <= longest && marks.length === 0) {
    const whole = clean(text);
    if (whole.length <= longest) return { text: whole, marks, isCut: false };
  }
  const first = marks[0];
  const isLate =
    first !== undefined && text.length > longest && first[0] + Math.min(first[1] - first[0], lead) > longest;
  const start = isLate ? between(text, Math.max(0, first[0] - lead)) : 0;
  const end = between(text, Math.min(text.length, start + longest + spare));

  let shown = start > 0 ? '…' : '';
  const shownMarks: HighlightRange[] = [];
  let done = start;
  for (const [from, to] of marks) {
    if (from >= end) break;
    shown += clean(text.slice(done, from));
    const begin = shown.length;
    done = Math.min(to, end);
    shown += clean(text.slice(from, done));
    shownMarks.push([begin, shown.length]);
  }
  shown += clean(text.slice(done, end));

  const isWhole = end === text.length && shown.length <= longest;
  const kept = isWhole ? shown.length : between(shown, Math.min(longest - 1, shown.length));
  return {
    text: isWhole ? shown : `${shown.slice(0, kept)}…`,
    marks: shownMarks.flatMap(([from, to]): HighlightRange[] =>
      from < Math.min(to, kept) ? [[from, Math.min(to, kept)]] : [],
    ),
    isCut: !isWhole || start > 0,
  };
}
