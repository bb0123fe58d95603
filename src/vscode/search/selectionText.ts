const longest = 500;

/**
 * What to search for when a person selected this in an editor: one line without the white space around and between, cut at
 * a word where it is long. Empty where nothing but white space is selected.
 */
export function selectionText(selected: string): string {
  const line = selected
    .slice(0, 20 * longest)
    .replace(/\s+/gu, ' ')
    .trim();
  if (line.length <= longest) return line;
  const head = line.slice(0, longest + 1);
  const lastSpace = head.lastIndexOf(' ');
  // A word of its own may be longer: it is cut, though not within a character.
  return lastSpace > longest / 2 ? head.slice(0, lastSpace) : line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
