const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * How well a word fits an item in which it occurs, the best first: 0 is the name, with or without its provider; 1
 * begins the name; 2 begins a word in the name; 3 is elsewhere in the name; 4 is not in the name.
 *
 * @param word in lower case
 * @param name in lower case
 */
export function matchRank(word: string, name: string): number {
  if (!name.includes(word)) return 4;
  if (name.startsWith(word)) return name.length === word.length || name[word.length] === '@' ? 0 : 1;
  for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + 1)) {
    if (!wordCharacter.test(name[at - 1] ?? '')) return 2;
  }
  return 3;
}
