/** The most characters of a filter that are read. */
const longestFilter = 1_000;

/**
 * Whether a name passes a filter: it contains each of its words, in any case, and none of those after a minus. A word
 * with `*` is a pattern for the whole name. Every name passes an empty filter.
 */
export function indexNameFilter(filter: string): (name: string) => boolean {
  const tests = filter
    .slice(0, longestFilter)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '-')
    .map((word) => {
      const isOut = word.startsWith('-');
      const has = wordTest(isOut ? word.slice(1) : word);
      return (name: string): boolean => has(name) !== isOut;
    });
  if (tests.length === 0) return () => true;
  return (name) => {
    const lower = name.toLowerCase();
    return tests.every((passes) => passes(lower));
  };
}

function wordTest(word: string): (name: string) => boolean {
  const [first = '', ...others] = word.split('*');
  const last = others.pop();
  if (last === undefined) return (name) => name.includes(word);
  return (name) => {
    const end = name.length - last.length;
    let at = first.length;
    if (at > end || !name.startsWith(first) || !name.endsWith(last)) return false;
    for (const part of others) {
      const found = name.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
