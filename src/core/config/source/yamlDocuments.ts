import {
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
  type Scalar,
} from 'yaml';
import { firstFault, nodeBefore } from './beforeFault';
import {
  type ConfigDocument,
  type ConfigEntry,
  type ConfigNode,
  type ConfigScalar,
  isNull,
  listAt,
  mapAt,
  type ScalarType,
  scalarAt,
  type TextFault,
} from './configNode';
import { isTooDeeplyNested } from './nesting';
import type { SourceFile } from './placedText';
import { typeOfPlain } from './scalars';
import { UnfoldingBudget } from './unfoldingBudget';

/** `failsafe`: the types are those of Go's parser. Keys are compared here: the library does it in quadratic time. */
const options = {
  schema: 'failsafe',
  uniqueKeys: false,
  merge: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Several readers request the same file. */
const known = new WeakMap<SourceFile, readonly ConfigDocument[]>();

/** Reads all documents of a YAML file, with places. Never throws; of a broken text, returns the readable part. */
export function readYamlDocuments(file: SourceFile): readonly ConfigDocument[] {
  const read = known.get(file) ?? parseDocuments(file);
  known.set(file, read);
  return read;
}

/** Real files have fewer of either: further ones are not read. */
const mostErrors = 1_000;
const mostDocuments = 10_000;

function parseDocuments(file: SourceFile): readonly ConfigDocument[] {
  if (isTooDeeplyNested(file.text)) return [{ file, root: undefined, faults: [tooLarge(file, 0)] }];
  const documents: Document.Parsed[] = [];
  const composer = new Composer(options);
  const parser = new Parser();
  let [nodes, position] = [0, 0];
  let end: number | undefined;
  let [errors, offset] = [0, 0];
  const compose = (tokens: Iterable<CST.Token>): void => {
    for (const token of tokens) {
      if (token.type === 'error') errors++;
      ({ offset } = token);
      for (const document of composer.next(token)) documents.push(document as Document.Parsed);
    }
  };
  for (const lexeme of new Lexer().lex(file.text)) {
    withoutStackTraces(() => compose(parser.next(lexeme)));
    if (!marks.has(lexeme)) position += lexeme.length;
    nodes += nodesOf(lexeme);
    if (nodes > mostNodes) end ??= position;
    if (errors > mostErrors || documents.length > mostDocuments || nodes > mostParsed) break;
  }
  const isWhole = errors <= mostErrors && documents.length <= mostDocuments && nodes <= mostParsed;
  withoutStackTraces(() => {
    compose(parser.end());
    for (const document of composer.end(false, file.text.length)) documents.push(document as Document.Parsed);
  });
  const read: ConfigDocument[] = [];
  const budget = new UnfoldingBudget(file, end);
  for (const document of documents) {
    read.push(documentOf(file, document, budget));
    if (budget.isSpent) break;
  }
  if (!isWhole && !budget.isSpent) read.push({ file, root: undefined, faults: [tooLarge(file, offset)] });
  return read;
}

/** The lexer's separators between the words of a text. */
const marks: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);
/** For each node the parser keeps almost a kilobyte, for one in brackets twice as much: it parses no more nodes. */
const mostNodes = 300_000;
/** More nodes are parsed than read, so that the last ones that are read are complete. */
const mostParsed = mostNodes + 1_000;

/** The nodes that begin with a word of the lexer. */
function nodesOf(lexeme: string): number {
  if (lexeme === '[' || lexeme === '{') return 2;
  const isOne = lexeme === CST.SCALAR || lexeme === '-' || lexeme === '?' || lexeme.startsWith('*');
  return isOne ? 1 : 0;
}

/** Runs work that creates very many errors, each of which would record a stack trace. */
function withoutStackTraces<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function tooLarge(file: SourceFile, at: number): TextFault {
  return { kind: 'tooLarge', about: '', ...within(file, at, at + 1) };
}

interface Conversion {
  readonly file: SourceFile;
  readonly anchors: Map<string, ConfigNode>;
  readonly faults: TextFault[];
  readonly budget: UnfoldingBudget;
}

function documentOf(file: SourceFile, document: Document.Parsed, budget: UnfoldingBudget): ConfigDocument {
  const faults: TextFault[] = [];
  const conversion: Conversion = { file, anchors: new Map(), faults, budget };
  const root = document.contents === null ? undefined : convert(document.contents, conversion, 0);
  const { cut } = budget;
  // After the cut the text may end inside a value.
  const errors = document.errors
    .filter(({ message, pos: [start] }) => !acceptedByGo.test(message) && (cut === undefined || start < cut.start))
    .slice(0, mostErrors)
    .map(({ message, pos: [start, end] }) => ({
      kind: 'syntax' as const,
      about: withoutSource(message),
      ...within(file, start, end),
    }));
  const all = [...firstOfLines(errors, file), ...faults, ...(cut === undefined ? [] : [cut])];
  const fault = firstFault(errors);
  if (fault === undefined || root === undefined) return { file, root, faults: all };
  return { file, root: nodeBefore(root, fault), guessed: root, faults: all };
}

/** Go's parser takes a `#` for a comment wherever a value has ended: behind quotes and brackets, too. */
const acceptedByGo = /^Comments must be separated from other tokens/;

/** Further errors of the parser in a line follow from the first. */
function firstOfLines(errors: readonly TextFault[], { text }: SourceFile): readonly TextFault[] {
  let last = -1;
  return errors
    .toSorted((one, other) => one.start - other.start)
    .filter(({ start }) => {
      const isFirst = last < 0 || text.slice(last, start).includes('\n');
      last = start;
      return isFirst;
    });
}

/** The parser's sentence about a text, without the text: it may be a secret. */
const quoting =
  /^(Unexpected [\w-]+ token in YAML (?:stream|document)|Not a YAML token|[\w ]+ includes extra characters): .*$/s;

function withoutSource(message: string): string {
  return message.replace(quoting, '$1');
}

function within({ text }: SourceFile, start: number, end: number): { start: number; end: number } {
  const from = Math.max(0, Math.min(start, text.length));
  return { start: from, end: Math.max(from, Math.min(end, text.length)) };
}

/** Further faults are not reported. */
function addFault(faults: TextFault[], fault: TextFault): void {
  if (faults.length <= mostErrors) faults.push(fault);
}

/** Values at this depth, such as a service or a route, are read whole or not at all. */
const wholeDepth = 3;

/**
 * Undefined for a value that exceeds the budget inside: half a router would be a wrong one. Only the maps and lists
 * above, such as `services` or `http` and `routers`, keep the entries that were read until then.
 */
function convert(node: Node, conversion: Conversion, depth: number): ConfigNode | undefined {
  const converted = convertUnnamed(node, conversion, depth);
  if (conversion.budget.isSpent && depth >= wholeDepth) return undefined;
  const anchor = isAlias(node) ? undefined : node.anchor;
  if (anchor !== undefined && converted !== undefined) conversion.anchors.set(anchor, converted);
  return converted;
}

function convertUnnamed(node: Node, conversion: Conversion, depth: number): ConfigNode | undefined {
  const { file, anchors, faults, budget } = conversion;
  const [start = 0, end = start] = node.range ?? [];
  const place = within(file, start, end);
  if (!budget.read(place)) return undefined;
  if (isAlias(node)) {
    const meant = anchors.get(node.source);
    if (meant !== undefined) {
      // Counts its text in the file, too, because readers search that for the written form.
      const characters = Math.max(meant.textLength, meant.end - meant.start);
      return budget.repeat(meant.size, characters, place) ? meant : undefined;
    }
    addFault(faults, { kind: 'anchor', about: node.source, ...place });
    return nothingAt(file, start, end);
  }
  if (isMap<Node | null, Node | null>(node)) {
    const entries: ConvertedEntry[] = [];
    for (const pair of node.items) {
      const name = pair.key === null ? nothingAt(file, start) : convert(pair.key, conversion, wholeDepth);
      const value = pair.value === null ? undefined : convert(pair.value, conversion, depth + 1);
      if (name === undefined || (value === undefined && pair.value !== null)) break;
      const key = keyOf(name);
      const isMerge = key.text === '<<' && isScalar(pair.key) && pair.key.type === 'PLAIN';
      entries.push({ key, value: value ?? nothingAt(file, key.end), isMerge });
      if (budget.isSpent) break;
    }
    return mapAt({ file, start, end, tag: node.tag }, mergedEntries(entries, conversion));
  }
  if (isSeq(node)) {
    const items: ConfigNode[] = [];
    for (const one of node.items) {
      const item = convert(one as Node, conversion, depth + 1);
      if (item === undefined) break;
      items.push(item);
      if (budget.isSpent) break;
    }
    return listAt({ file, start, end, tag: node.tag }, items);
  }
  return scalarOf(node as Scalar, file);
}

interface ConvertedEntry extends ConfigEntry {
  /** Whether the key merges other maps into this one. */
  readonly isMerge: boolean;
}

function scalarOf(node: Scalar, file: SourceFile): ConfigScalar {
  const text = typeof node.value === 'string' ? node.value : (node.source ?? '');
  return scalarAt({ file, ...placeOfScalar(node, file.text), tag: node.tag }, typeOfScalar(node, text), text);
}

/** Without quotes, and without the line that begins a block. */
function placeOfScalar({ range, type }: Scalar, text: string): Pick<TextFault, 'start' | 'end'> {
  const [start = 0, end = start] = range ?? [];
  if (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') {
    const isClosed = end - start > 1 && text[end - 1] === text[start];
    return { start: start + 1, end: isClosed ? end - 1 : end };
  }
  if (type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED') {
    const line = text.indexOf('\n', start);
    return { start: line < 0 || line >= end ? start : line + 1, end };
  }
  return { start, end };
}

const typesByTag: ReadonlyMap<string, ScalarType> = new Map([
  ['tag:yaml.org,2002:int', 'int'],
  ['tag:yaml.org,2002:float', 'float'],
  ['tag:yaml.org,2002:bool', 'bool'],
  ['tag:yaml.org,2002:null', 'null'],
]);

function typeOfScalar({ tag, type }: Scalar, text: string): ScalarType {
  if (tag !== undefined && tag !== '?') return typesByTag.get(tag) ?? 'string';
  return type === 'PLAIN' || type === undefined || type === null ? typeOfPlain(text) : 'string';
}

/** The first entry of each key, then those that are merged. */
function mergedEntries(
  converted: readonly ConvertedEntry[],
  { file, faults }: Pick<Conversion, 'file' | 'faults'>,
): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  const merges = converted.filter(({ isMerge }) => isMerge);
  const names = new Set<string>();
  for (const { key, value, isMerge } of converted) {
    if (isMerge) continue;
    const name = `${key.type} ${key.text}`;
    if (names.has(name)) addFault(faults, { kind: 'twice', about: key.text, ...within(file, key.start, key.end) });
    else entries.push({ key, value });
    names.add(name);
  }
  for (const { key, value } of merges) {
    const maps = value.kind === 'list' ? value.items : [value];
    for (const map of maps) {
      if (map.kind !== 'map') {
        // An alias without an anchor above it already has a fault.
        const isMissing = isNull(map) && file.text.charAt(map.start) === '*';
        if (!isMissing) addFault(faults, { kind: 'merge', about: '', ...within(file, key.start, key.end) });
        continue;
      }
      for (const entry of map.entries) {
        const name = `${entry.key.type} ${entry.key.text}`;
        if (!names.has(name)) entries.push(entry);
        names.add(name);
      }
    }
  }
  return entries;
}

function nothingAt(file: SourceFile, start: number, end = start): ConfigScalar {
  return scalarAt({ file, ...within(file, start, end) }, 'null', '');
}

/** A key of a kind that no configuration has, such as a list, gets the name that its text would have. */
function keyOf(node: ConfigNode): ConfigScalar {
  if (node.kind === 'scalar') return node;
  const { file, start, end } = node;
  return scalarAt({ file, start, end }, 'string', file.text.slice(start, end));
}

/** Go's parser reads YAML 1.1 only. */
const otherVersion = /^(?:[^\S\n]*(?:#[^\n]*)?\n|%TAG[^\n]*\n)*%YAML[ \t]+(?![ \t]|1\.1\b)/;

/** The same for a file that Traefik reads itself: a directive for another version is a fault of the first document. */
export function readYamlForTraefik(file: SourceFile): readonly ConfigDocument[] {
  const documents = readYamlDocuments(file);
  const [first, ...more] = documents;
  if (first === undefined || !otherVersion.test(file.text.slice(0, 1_000))) return documents;
  const start = Math.max(0, file.text.indexOf('%YAML'));
  const fault: TextFault = { kind: 'directive', about: '', start, end: start + 5 };
  return [{ ...first, faults: [...first.faults, fault] }, ...more];
}
