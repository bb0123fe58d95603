/** What a query string names. */
interface QueryStringFields {
  /** The fields that stand before a colon, or behind `_exists_:`, each once; patterns among them. */
  readonly named: readonly string[];
  /** Whether any word is looked for where the query string names no field. */
  readonly hasOthers: boolean;
}

const space = /\s/;
/** What ends a word. */
const notInWord = /[\s()[\]{}":/^~]/;
const operators: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', '&&', '||']);

/**
 * Reads which fields a query string asks, as the engines' own grammar has it: `level:error AND (host.name:("a b" OR c) quick)`
 * names two and asks `quick` elsewhere. Of one that the engine will refuse it reads what it can. Goes once through the text.
 */
export function fieldsOfQueryString(text: string): QueryStringFields {
  const named = new Set<string>();
  /** For each open bracket whether a field stands before it. */
  const groups: boolean[] = [];
  let hasOthers = false;
  let isNamed = false;
  let isExists = false;
  let at = 0;

  const behind = (closing: string): number => {
    let end = at + 1;
    while (end < text.length && !closing.includes(text.charAt(end))) end += text.charAt(end) === '\\' ? 2 : 1;
    return Math.min(text.length, end + 1);
  };
  const sought = (): void => {
    if (!isNamed && groups.at(-1) !== true) hasOthers = true;
    isNamed = false;
    isExists = false;
  };

  while (at < text.length) {
    const sign = text.charAt(at);
    if (space.test(sign) || sign === '+' || sign === '-' || sign === '!') at += 1;
    else if (sign === '(') {
      groups.push(isNamed || groups.at(-1) === true);
      isNamed = false;
      at += 1;
    } else if (sign === ')') {
      groups.pop();
      isNamed = false;
      at += 1;
    } else if (sign === '"' || sign === '/') {
      at = behind(sign);
      sought();
    } else if (sign === '[' || sign === '{') {
      at = behind(']}');
      sought();
    } else if (sign === '^' || sign === '~') {
      at += 1;
      while (at < text.length && /[\d.]/.test(text.charAt(at))) at += 1;
    } else if (notInWord.test(sign)) at += 1;
    else {
      const [word, end] = wordAt(text, at);
      at = end;
      if (text.charAt(at) === ':') {
        at += 1;
        isExists = word === '_exists_';
        isNamed = true;
        if (!isExists) named.add(word);
      } else if (!operators.has(word)) {
        if (isExists) named.add(word);
        sought();
      }
    }
  }
  return { named: [...named], hasOthers };
}

/** A word without its escapes, and where it ends. */
function wordAt(text: string, start: number): readonly [word: string, end: number] {
  let word = '';
  let at = start;
  while (at < text.length && !notInWord.test(text.charAt(at))) {
    if (text.charAt(at) === '\\') at += 1;
    word += text.charAt(at);
    at += 1;
  }
  return [word, at];
}
