/** How many letters must change, come or go to make one word of the other; neighbours that changed places count once. */
function distance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, row) =>
    Array.from({ length: to.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row += 1) {
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      let least = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, at(row - 2, column - 2) + 1);
      const line = rows[row];
      if (line !== undefined) line[column] = least;
    }
  }
  return at(from.length, to.length);
}

/** ` did you mean [match]?` for a word close to a known one, and nothing for any other. */
export function suggestion(word: string, known: readonly string[]): string {
  const close = known
    .map((candidate) => ({
      candidate,
      likeness: 1 - distance(word, candidate) / Math.max(word.length, candidate.length),
    }))
    .filter(({ likeness }) => likeness > 0.5)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ candidate }) => candidate);
  const [only, ...others] = close;
  if (only === undefined) return '';
  return others.length === 0 ? ` did you mean [${only}]?` : ` did you mean any of [${close.join(', ')}]?`;
}
