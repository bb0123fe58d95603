/** The index just behind the string that starts at `at`. */
export function stringEnd(json: string, at: number): number {
  let end = json.indexOf('"', at + 1);
  for (;;) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
    end = json.indexOf('"', end + 1);
  }
}

/** The index just behind the value that starts at `at`. */
export function valueEnd(json: string, at: number): number {
  const first = json[at];
  if (first === '"') return stringEnd(json, at);
  if (first !== '{' && first !== '[') {
    const behind = /[\s,\]}]|$/g;
    behind.lastIndex = at;
    return behind.exec(json)?.index ?? json.length;
  }
  const marks = /["[\]{}]/g;
  marks.lastIndex = at;
  let depth = 0;
  for (let mark = marks.exec(json); mark !== null; mark = marks.exec(json)) {
    if (mark[0] === '"') marks.lastIndex = stringEnd(json, mark.index);
    else if (mark[0] === '{' || mark[0] === '[') depth++;
    else if (--depth === 0) return marks.lastIndex;
  }
  return json.length;
}

/** The index of the next character from `at` on that is neither white space nor one of the separators `,` and `:`. */
function nextToken(json: string, at: number): number {
  const token = /[^\s,:]|$/g;
  token.lastIndex = at;
  return token.exec(json)?.index ?? json.length;
}

/**
 * The elements of a JSON array as the exact texts received; none for any other value. Linear in the length.
 *
 * @param json valid JSON
 */
export function* elements(json: string): Generator<string> {
  let at = nextToken(json, 0);
  if (json[at] !== '[') return;
  for (at = nextToken(json, at + 1); json[at] !== ']'; ) {
    const end = valueEnd(json, at);
    yield json.slice(at, end);
    at = nextToken(json, end);
  }
}

/**
 * The members of a JSON object in their order, with names decoded and values as the exact texts received; none for any
 * other value. Names can repeat. Linear in the length.
 *
 * @param json valid JSON
 */
export function* members(json: string): Generator<readonly [name: string, value: string]> {
  let at = nextToken(json, 0);
  if (json[at] !== '{') return;
  for (at = nextToken(json, at + 1); json[at] !== '}'; ) {
    const nameEnd = stringEnd(json, at);
    const start = nextToken(json, nameEnd);
    const end = valueEnd(json, start);
    yield [String(JSON.parse(json.slice(at, nameEnd))), json.slice(start, end)];
    at = nextToken(json, end);
  }
}
