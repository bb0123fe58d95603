import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import {
  type ConfigDocument,
  type ConfigMap,
  type ConfigNode,
  type ConfigScalar,
  listAt,
  mapAt,
  type ScalarType,
  scalarAt,
} from './configNode';
import { isTooDeeplyNested } from './nesting';
import type { SourceFile } from './placedText';

/** Real keys have fewer parts, and each part is a level of nesting. */
const deepestKey = 100;

/** Reads a TOML file, with places. Never throws. Reads the lines before the parser's first fault on their own. */
export function readTomlDocument(file: SourceFile): ConfigDocument {
  if (isTooDeeplyNested(file.text) || hasDeepKey(file.text)) {
    return { file, root: undefined, faults: [{ kind: 'tooLarge', about: '', start: 0, end: 0 }] };
  }
  const cut = tooMuchIn(file.text);
  if (cut !== undefined) {
    const fault = { kind: 'tooLarge', about: '', start: cut, end: cut + 1 } as const;
    return { file, root: rootBefore(file, cut), faults: [fault] };
  }
  try {
    return { file, root: rootOf(file, file.text), faults: [] };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const start = Math.max(0, Math.min(error.index, file.text.length));
    const fault = { kind: 'syntax', about: error.message, start, end: Math.min(start + 1, file.text.length) } as const;
    return { file, root: rootBefore(file, start), faults: [fault] };
  }
}

function hasDeepKey(text: string): boolean {
  let dots = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '.' && ++dots > deepestKey) return true;
    if (sign === '=' || sign === '\n' || sign === '"' || sign === "'" || sign === ',') dots = 0;
  }
  return false;
}

/** The parser makes a text of a list of arguments, of which there can be no more than some 120,000. */
const longestToken = 100_000;
/** A string with its quotes, to its end or that of the text, a comment, a word, or a sign. */
const tokenPattern =
  /"""(?:[^"\\]|\\[\s\S]|"(?!""))*(?:"""|\\?$)|'''(?:[^']|'(?!''))*(?:'''|$)|"(?:[^"\\\n]|\\.)*|'[^'\n]*|#[^\n]*|[^\s=,.[\]{}#"']+|[=,.[\]{}]/g;

/** Values, keys, and their signs: for each, the parser keeps some hundred bytes. Real files have fewer. */
const mostTokens = 300_000;

/** The place of the first token that is too long or too many for the parser; undefined if none. */
function tooMuchIn(text: string): number | undefined {
  if (text.length <= longestToken) return undefined;
  let tokens = 0;
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    const isLong = token.length > longestToken && !token.startsWith('#');
    if (isLong || ++tokens > mostTokens) return index;
  }
  return undefined;
}

/** The parser may notice a fault some lines after it. */
const mostLinesBack = 4;

/** The contents of the lines before a fault; undefined if they are broken, too. */
function rootBefore(file: SourceFile, fault: number): ConfigNode | undefined {
  let end = fault;
  for (let line = 0; line < mostLinesBack; line++) {
    end = file.text.lastIndexOf('\n', end - 1);
    if (end <= 0) return undefined;
    try {
      return rootOf(file, file.text.slice(0, end + 1));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      end = Math.min(end, Math.max(1, error.index));
    }
  }
  return undefined;
}

/** A table that is still being filled. */
interface OpenTable {
  readonly entries: Map<string, { key: ConfigScalar; value: OpenTable | OpenTable[] | ConfigNode }>;
  readonly start: number;
  readonly end: number;
}

function rootOf(file: SourceFile, text: string): ConfigNode {
  const [top] = parseTOML(text, { filePath: file.path }).body;
  const root: OpenTable = { entries: new Map(), start: 0, end: text.length };
  for (const part of top.body) {
    if (part.type === 'TOMLTable') fillTable(root, part, file);
    else setValue(root, part, file);
  }
  return closed(root, file);
}

function fillTable(root: OpenTable, table: AST.TOMLTable, file: SourceFile): void {
  const keys = table.key.keys;
  const [start, end] = table.range;
  let at = root;
  keys.forEach((key, index) => {
    const isLast = index === keys.length - 1;
    at = tableBelow(at, key, file, { start, end, isNew: isLast && table.kind === 'array' });
  });
  for (const part of table.body) setValue(at, part, file);
}

function tableBelow(
  table: OpenTable,
  key: AST.TOMLBare | AST.TOMLQuoted,
  file: SourceFile,
  { start, end, isNew }: { readonly start: number; readonly end: number; readonly isNew: boolean },
): OpenTable {
  const name = nameOf(key);
  const known = table.entries.get(name)?.value;
  const made: OpenTable = { entries: new Map(), start, end };
  if (isNew) {
    if (Array.isArray(known)) known.push(made);
    else table.entries.set(name, { key: scalarOfKey(key, file), value: [made] });
    return made;
  }
  if (Array.isArray(known)) return known.at(-1) ?? made;
  if (isOpen(known)) return known;
  table.entries.set(name, { key: scalarOfKey(key, file), value: made });
  return made;
}

function setValue(table: OpenTable, { key, value, range }: AST.TOMLKeyValue, file: SourceFile): void {
  const keys = [...key.keys];
  const last = keys.pop();
  if (last === undefined) return;
  const [start, end] = range;
  const target = keys.reduce((at, part) => tableBelow(at, part, file, { start, end, isNew: false }), table);
  target.entries.set(nameOf(last), { key: scalarOfKey(last, file), value: nodeOf(value, file) });
}

function closed({ entries, start, end }: OpenTable, file: SourceFile): ConfigMap {
  const own = [...entries.values()].map(({ key, value }) => ({ key, value: closedValue(value, file) }));
  return mapAt({ file, start, end }, own);
}

function closedValue(value: OpenTable | OpenTable[] | ConfigNode, file: SourceFile): ConfigNode {
  if (isOpen(value)) return closed(value, file);
  if (!Array.isArray(value)) return value;
  const tables = value.map((one) => closed(one, file));
  return listAt({ file, start: value[0]?.start ?? 0, end: value.at(-1)?.end ?? 0 }, tables);
}

function isOpen(value: OpenTable | OpenTable[] | ConfigNode | undefined): value is OpenTable {
  return value !== undefined && 'entries' in value && value.entries instanceof Map;
}

function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}

function scalarOfKey(key: AST.TOMLBare | AST.TOMLQuoted, file: SourceFile): ConfigScalar {
  const quotes = key.type === 'TOMLQuoted' ? 1 : 0;
  const [start, end] = key.range;
  return scalarAt({ file, start: start + quotes, end: end - quotes }, 'string', nameOf(key));
}

function nodeOf(node: AST.TOMLContentNode, file: SourceFile): ConfigNode {
  const [start, end] = node.range;
  if (node.type === 'TOMLArray') {
    const items = node.elements.map((one) => nodeOf(one, file));
    return listAt({ file, start, end }, items);
  }
  if (node.type === 'TOMLInlineTable') {
    const table: OpenTable = { entries: new Map(), start, end };
    for (const part of node.body) setValue(table, part, file);
    return closed(table, file);
  }
  return scalarOf(node, file);
}

/** Of all others, `time`. */
const types: Readonly<Partial<Record<AST.TOMLValue['kind'], ScalarType>>> = {
  string: 'string',
  integer: 'int',
  float: 'float',
  boolean: 'bool',
};

function scalarOf(node: AST.TOMLValue, file: SourceFile): ConfigScalar {
  const [start, end] = node.range;
  const type = types[node.kind] ?? 'time';
  const written = file.text.slice(start, end);
  if (node.kind !== 'string') return scalarAt({ file, start, end }, type, written);
  const quotes = node.multiline ? 3 : 1;
  return scalarAt({ file, start: start + quotes, end: end - quotes }, type, node.value);
}
