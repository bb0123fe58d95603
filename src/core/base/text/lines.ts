/** The UTF-16 offsets of the beginnings of lines, at least one. A line ends with LF, CR, or both, as in VS Code. */
export function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (const { index } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + (text.startsWith('\r\n', index) ? 2 : 1));
  return starts;
}

/** A place in a text: both count from 0, the column in UTF-16 units. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/** @param starts the result of `lineStartsOf` for the text that the offset is in */
export function linePlaceOf(starts: readonly number[], offset: number): LinePlace {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, column: offset - (starts[low] ?? 0) };
}
