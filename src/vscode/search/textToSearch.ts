const longest = 500;

/** The text to search for from a selection: one line with single spaces, cut at a word if long. May be empty. */
export function selectionText(selected: string): string {
  const line = selected
    .slice(0, 20 * longest)
    .replace(/\s+/gu, ' ')
    .trim();
  if (line.length <= longest) return line;
  const head = line.slice(0, longest + 1);
  const lastSpace = head.lastIndexOf(' ');
  // A single word may be longer: it is cut, but not within a character.
  return lastSpace > longest / 2 ? head.slice(0, lastSpace) : line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
