import { type PlacedText, placedAt, type SourceFile, unknownPart } from '../source/placedText';

/** A service of Nomad or Consul. */
export interface TagService {
  /** Undefined if none is written: then other names form it. */
  readonly name: PlacedText | undefined;
  readonly at: PlacedText;
  readonly tags: readonly PlacedText[];
}

/** The services of a job or of service definitions, in HCL. Omits those whose tags are not a plain list. */
export function readTagServices(file: SourceFile): readonly TagService[] {
  const services: TagService[] = [];
  /** Open blocks, of which only those of services matter. */
  const open: (OpenService | undefined)[] = [];
  let last: readonly HclToken[] = [];
  for (const token of hclTokens(file.text)) {
    const service = open.at(-1);
    if (token.kind === 'sign' && token.text === '{') {
      const [label] = last;
      open.push(
        label?.text === 'service'
          ? { at: placedAt({ file, ...label }, label.text), tags: undefined, name: undefined }
          : undefined,
      );
      last = [];
    } else if (token.kind === 'sign' && token.text === '}') {
      const closed = open.pop();
      if (closed?.tags !== undefined) services.push({ ...closed, tags: closed.tags });
      last = [];
    } else if (service !== undefined) {
      last = readIn(service, last, token, file);
    } else {
      last =
        token.kind === 'name' && last.length === 0 ? [token] : last.length > 0 && token.kind === 'string' ? last : [];
    }
  }
  return services;
}

interface OpenService {
  readonly at: PlacedText;
  name: PlacedText | undefined;
  tags: PlacedText[] | undefined;
  isList?: boolean;
}

/** Reads a word in a service's block. @returns the words of the attribute that is being read */
function readIn(
  service: OpenService,
  last: readonly HclToken[],
  token: HclToken,
  file: SourceFile,
): readonly HclToken[] {
  const [name, equals] = last;
  if (service.isList === true) {
    if (token.kind === 'string') service.tags?.push(stringOf(token, file));
    else if (token.text === ']') service.isList = false;
    else if (token.text !== ',') service.tags?.push(placedAt({ file, ...token }, unknownPart));
    return service.isList ? last : [];
  }
  if (equals === undefined) {
    if (token.kind === 'name') return [token];
    return name !== undefined && token.text === '=' ? [name, token] : [];
  }
  if (name?.text === 'name' && token.kind === 'string') service.name = stringOf(token, file);
  if (name?.text === 'tags' && token.text === '[') {
    service.tags = [];
    service.isList = true;
    return last;
  }
  return [];
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/** A string with its escapes, and an `unknownPart` for each expression. */
function stringOf(token: HclToken, file: SourceFile): PlacedText {
  const { text } = token;
  if (!/[\\$%]/.test(text)) return placedAt({ file, ...token }, text);
  let value = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    const isExpression = (sign === '$' || sign === '%') && text[at + 1] === '{';
    if (sign === '\\') {
      at++;
      value += escapes[text[at] ?? ''] ?? text[at] ?? '';
    } else if ((sign === '$' || sign === '%') && text.startsWith(`${sign}${sign}{`, at)) {
      value += `${sign}{`;
      at += 2;
    } else if (isExpression) {
      value += unknownPart;
      at = endOfExpression(text, at + 2);
    } else {
      value += sign;
    }
  }
  return placedAt({ file, ...token }, value);
}

/** The index of the brace that ends it. */
function endOfExpression(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') open++;
    else if (text[at] === '}' && --open === 0) return at;
  }
  return text.length;
}

/** A word of HCL, the language of Nomad and Consul, as far as this reader needs it. */
interface HclToken {
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
function hclTokens(text: string): readonly HclToken[] {
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
