/** The completed part of an input: [start, end), and its text up to the caret. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The completed part: the whole input, or in a list the item at the caret. */
export function completedPart(value: string, caret: number, isList: boolean): Part {
  const before = isList ? value.slice(0, caret).lastIndexOf(',') + 1 : 0;
  const comma = isList ? value.indexOf(',', caret) : -1;
  const start = before + (/^\s*/.exec(value.slice(before, caret))?.[0].length ?? 0);
  return { start, end: comma < 0 ? value.length : comma, text: value.slice(start, caret) };
}

/** The input and the caret after a completion was inserted. */
export function completedInput(
  value: string,
  { start, end }: Part,
  completion: string,
): { value: string; caret: number } {
  return { value: value.slice(0, start) + completion + value.slice(end), caret: start + completion.length };
}

/**
 * The option that a key moves to; -1 is none, before the first and after the last.
 *
 * @returns undefined for a key that does not move
 */
export function optionAfter(active: number, options: number, key: string): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1 >= options ? -1 : active + 1;
    case 'ArrowUp':
      return active < 0 ? options - 1 : active - 1;
    case 'PageDown':
      return Math.min(options - 1, active + 8);
    case 'PageUp':
      return Math.max(0, active - 8);
    default:
      return undefined;
  }
}
