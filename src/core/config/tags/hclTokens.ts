/** A word of HCL, the language of Nomad and Consul, as far as this reader needs it. */
export interface HclToken {
  readonly kind: 'name' | 'string' | 'sign' | 'heredoc';
  /** Of a string: the text between its quotes, as written. */
  readonly text: string;
  readonly start: number;
  /** Exclusive; a string's place is that between its quotes. */
  readonly end: number;
}

const namePattern = /[\p{L}_][\p{L}\p{N}_-]*/uy;
/** Real marks are shorter. */
const heredocPattern = /<<-?\s*([A-Za-z_]\w{0,99})(?!\w)/y;
const blank = /(?:\s|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;

/** All words of a text. Never throws: any other character is a sign by itself. */
export function hclTokens(text: string): readonly HclToken[] {
  const tokens: HclToken[] = [];
  const lastBreak = text.lastIndexOf('\n');
  let at = 0;
  while (at < text.length) {
    const next = endOf(blank, text, at);
    if (next !== undefined) {
      at = next;
      continue;
    }
    const token = tokenAt(text, at, lastBreak);
    tokens.push(token);
    at = token.kind === 'string' ? token.end + 1 : token.end;
  }
  return tokens;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function tokenAt(text: string, at: number, lastBreak: number): HclToken {
  if (text[at] === '"') {
    const end = endOfString(text, at + 1);
    return { kind: 'string', text: text.slice(at + 1, end), start: at + 1, end };
  }
  const name = endOf(namePattern, text, at);
  if (name !== undefined) return { kind: 'name', text: text.slice(at, name), start: at, end: name };
  const heredoc = text.startsWith('<<', at) ? endOfHeredoc(text, at, lastBreak) : undefined;
  if (heredoc !== undefined) return { kind: 'heredoc', text: '', start: at, end: heredoc };
  return { kind: 'sign', text: text[at] ?? '', start: at, end: at + 1 };
}

/** The place of the closing quote, or of the end of the line. Quotes in `${…}` belong to the expression. */
function endOfString(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\n') return at;
    if (sign === '\\') at++;
    else if (sign === '{' && (open > 0 || (text[at - 1] === '$' && text[at - 2] !== '$'))) open++;
    else if (sign === '}' && open > 0) open--;
    else if (sign === '"' && open === 0) return at;
  }
  return text.length;
}

/** @param lastBreak the end of the last line: many heredocs may begin after it, but none is valid */
function endOfHeredoc(text: string, at: number, lastBreak: number): number | undefined {
  heredocPattern.lastIndex = at;
  const mark = heredocPattern.exec(text)?.[1];
  if (mark === undefined || heredocPattern.lastIndex > lastBreak) return undefined;
  const end = new RegExp(`^[ \\t]*${mark}[ \\t]*$`, 'gm');
  end.lastIndex = text.indexOf('\n', heredocPattern.lastIndex) + 1;
  return end.test(text) ? end.lastIndex : text.length;
}
