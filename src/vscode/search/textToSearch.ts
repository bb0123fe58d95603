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

/** The most characters of an ID on each side of a place in it, for lines of any length. */
const reach = 100;

/** Patterns of IDs, the most certain first. None has letters or digits beside it, and each is of a bounded length. */
const ids: readonly RegExp[] = [
  // UUID
  /(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])/gi,
  // ULID, whose letters are capitals
  /(?<![\dA-Za-z])[0-7][\dA-HJKMNP-TV-Z]{25}(?![\dA-Za-z])/g,
  // IDs of traces and spans: a word without a digit is not an ID
  /(?<![\da-z])(?=[a-f]{0,32}\d)[\da-f]{16,32}(?![\da-z])/gi,
  // order-4711, INV_2026_00042
  /(?<![\da-z])[a-z]{2,16}[-_](?:\d{1,12}[-_]){0,3}\d{4,20}(?![\da-z])/gi,
];

/**
 * The ID around a place of a line, [start, end) in UTF-16 units, of ASCII letters, digits, `-`, and `_`; undefined if
 * there is none. Checks only the characters around the place.
 */
export function idAt(line: string, at: number) {
  const from = Math.max(0, at - reach);
  const near = line.slice(from, at + reach);
  for (const id of ids) {
    for (const match of near.matchAll(id)) {
      const start = from + match.index;
      const end = start + match[0].length;
      if (start <= at && at <= end) return { text: match[0], start, end };
    }
  }
  return undefined;
}
