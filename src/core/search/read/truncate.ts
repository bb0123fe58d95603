import type { HighlightRange } from './highlights';
import type { StyledText } from './terminalText';

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

interface Fitted extends StyledText {
  readonly isCut: boolean;
}

/**
 * At most `longest` UTF-16 units of a text, cleaned, with an ellipsis where something is left out. If the first mark
 * would not be visible, the beginning of the text is left out instead.
 *
 * @param clean sanitizes a piece of the text
 */
export function truncateAround(
  { text, marks, styled }: StyledText,
  longest: number,
  clean: (piece: string) => string,
): Fitted {
  if (text.length <= longest && marks.length === 0 && styled.length === 0) {
    const whole = clean(text);
    if (whole.length <= longest) return { text: whole, marks, styled, isCut: false };
  }
  const first = marks[0];
  const isLate =
    first !== undefined && text.length > longest && first[0] + Math.min(first[1] - first[0], lead) > longest;
  const start = isLate ? between(text, Math.max(0, first[0] - lead)) : 0;
  const end = between(text, Math.min(text.length, start + longest + spare));

  const seenMarks = marks.filter(([from, to]) => to > start && from < end);
  const seenStyled = styled.filter(({ from, to }) => to > start && from < end);
  const bounds = [...seenMarks.flat(), ...seenStyled.flatMap(({ from, to }) => [from, to]), end]
    .map((at) => Math.min(end, Math.max(start, at)))
    .sort((one, other) => one - other);
  let shown = start > 0 ? '…' : '';
  /** The place of each bound in the shown text: cleaning changes lengths. */
  const places = new Map<number, number>();
  let done = start;
  for (const bound of bounds) {
    shown += clean(text.slice(done, bound));
    places.set(bound, shown.length);
    done = bound;
  }

  const isWhole = end === text.length && shown.length <= longest;
  const kept = isWhole ? shown.length : between(shown, Math.min(longest - 1, shown.length));
  const placeOf = (at: number): number => Math.min(kept, places.get(Math.min(end, Math.max(start, at))) ?? 0);
  return {
    text: isWhole ? shown : `${shown.slice(0, kept)}…`,
    marks: seenMarks.flatMap(([from, to]): HighlightRange[] =>
      placeOf(from) < placeOf(to) ? [[placeOf(from), placeOf(to)]] : [],
    ),
    styled: seenStyled.flatMap(({ from, to, style }) =>
      placeOf(from) < placeOf(to) ? [{ from: placeOf(from), to: placeOf(to), style }] : [],
    ),
    isCut: !isWhole || start > 0,
  };
}
