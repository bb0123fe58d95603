/** A piece of JSON text and its kind; `plain` is punctuation and white space. */
interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'word' | 'plain';
  readonly text: string;
}

const token = /("[^"\\]*(?:\\.[^"\\]*)*"?)(?=(\s*:)?)|(-?\d[\d.eE+-]*)|(true|false|null)/gs;

/** Cuts JSON text, which may be truncated, into pieces to color. Joined, they are the text. */
export function jsonTokens(json: string): Token[] {
  const tokens: Token[] = [];
  let done = 0;
  for (const match of json.matchAll(token)) {
    if (match.index > done) tokens.push({ kind: 'plain', text: json.slice(done, match.index) });
    const [text, string, colon, number] = match;
    const kind =
      string !== undefined ? (colon === undefined ? 'string' : 'name') : number !== undefined ? 'number' : 'word';
    tokens.push({ kind, text });
    done = match.index + text.length;
  }
  if (done < json.length) tokens.push({ kind: 'plain', text: json.slice(done) });
  return tokens;
}

/** Unchanged JSON text, in the colors of the debugger. */
export function JsonText({ json, label }: { readonly json: string; readonly label: string }) {
  return (
    <pre tabIndex={0} aria-label={label}>
      {jsonTokens(json).map(({ kind, text }) => (kind === 'plain' ? text : <span class={`json-${kind}`}>{text}</span>))}
    </pre>
  );
}
