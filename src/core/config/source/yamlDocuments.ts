import { Composer, type Document, isAlias, isMap, isScalar, isSeq, Lexer, type Node, Parser, type Scalar } from 'yaml';
import type { Steps } from '../../base/async/steps';
import type { ConfigEntry, ConfigList, ConfigMap, ConfigNode, ConfigScalar, ScalarType } from './configNode';
import { isTooDeeplyNested } from './nesting';
import type { SourceFile } from './placedText';
import { typeOfPlain } from './scalars';

/** Why a document cannot be read, or not wholly. */
export interface TextFault {
  readonly kind: 'syntax' | 'twice' | 'anchor' | 'merge' | 'directive' | 'root' | 'tooLarge' | 'template';
  /** What a message may quote: a key or an anchor; the parser's own sentence for `syntax`. */
  readonly about: string;
  readonly start: number;
  readonly end: number;
}

/** A document of a file: what could be read of it, and what is wrong with it. */
export interface ConfigDocument {
  readonly file: SourceFile;
  /** Undefined if there is nothing but comments. */
  readonly root: ConfigNode | undefined;
  readonly faults: readonly TextFault[];
}

/** Lexemes between two yields, and the microseconds that they take. */
const LEXEMES = 200;
const MICROSECONDS = 150;
/** A document whose aliases unfold to more is not read: nobody writes that, and Traefik refuses it as well. */
const MOST_NODES = 300_000;

/** `failsafe`: the types are those of Go's parser, not of YAML 1.2. Keys are compared here, as the library's way is quadratic. */
const OPTIONS = {
  schema: 'failsafe',
  uniqueKeys: false,
  merge: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Several readers ask for the same file. */
const known = new WeakMap<SourceFile, readonly ConfigDocument[]>();

/** Reads all documents of a YAML file, with places. Never throws; broken text gives what can be read of it. */
export function* readYamlDocuments(file: SourceFile): Steps<readonly ConfigDocument[]> {
  const read = known.get(file) ?? (yield* parseDocuments(file));
  known.set(file, read);
  return read;
}

function* parseDocuments(file: SourceFile): Steps<readonly ConfigDocument[]> {
  if (isTooDeeplyNested(file.text)) return [{ file, root: undefined, faults: [tooLarge(file)] }];
  const documents: Document.Parsed[] = [];
  const composer = new Composer(OPTIONS);
  const parser = new Parser();
  let lexemes = 0;
  const compose = function* (tokens: ReturnType<Parser['next']>): Steps<void> {
    for (const token of tokens) {
      documents.push(...(composer.next(token) as Iterable<Document.Parsed>));
      yield MICROSECONDS;
    }
  };
  for (const lexeme of new Lexer().lex(file.text)) {
    yield* compose(parser.next(lexeme));
    if (++lexemes % LEXEMES === 0) yield MICROSECONDS;
  }
  yield* compose(parser.end());
  documents.push(...(composer.end(false, file.text.length) as Iterable<Document.Parsed>));
  const read: ConfigDocument[] = [];
  for (const document of documents) {
    read.push(yield* documentOf(file, document));
    yield MICROSECONDS;
  }
  return read;
}

function tooLarge(file: SourceFile): TextFault {
  return { kind: 'tooLarge', about: '', start: 0, end: Math.min(file.text.length, 1) };
}

interface Conversion {
  readonly file: SourceFile;
  readonly anchors: Map<string, ConfigNode>;
  readonly faults: TextFault[];
}

function* documentOf(file: SourceFile, document: Document.Parsed): Steps<ConfigDocument> {
  const faults: TextFault[] = document.errors.map(({ message, pos: [start, end] }) => ({
    kind: 'syntax',
    about: withoutSource(message),
    ...within(file, start, end),
  }));
  const conversion: Conversion = { file, anchors: new Map(), faults };
  const root =
    document.contents === null ? undefined : yield* convertSteps(document.contents, conversion, SLICED_DEPTH);
  if (root !== undefined && root.size > MOST_NODES) return { file, root: undefined, faults: [tooLarge(file)] };
  return { file, root, faults };
}

/** What the parser says of a text, without the text: it may be a secret. */
const QUOTING =
  /^(Unexpected [\w-]+ token in YAML (?:stream|document)|Not a YAML token|[\w ]+ includes extra characters): .*$/s;

function withoutSource(message: string): string {
  return message.replace(QUOTING, '$1');
}

function within({ text }: SourceFile, start: number, end: number): { start: number; end: number } {
  const from = Math.max(0, Math.min(start, text.length));
  return { start: from, end: Math.max(from, Math.min(end, text.length)) };
}

function convert(node: Node, conversion: Conversion): ConfigNode {
  const converted = convertUnnamed(node, conversion);
  if (!isAlias(node) && 'anchor' in node && node.anchor !== undefined) conversion.anchors.set(node.anchor, converted);
  return converted;
}

/** Maps so deep are converted entry by entry: deeper ones are small, such as a service or a route. */
const SLICED_DEPTH = 3;
const STEPS_OF_NODE = 0.5;

/** The same, with rests between the entries of the upper maps. */
function* convertSteps(node: Node, conversion: Conversion, depth: number): Steps<ConfigNode> {
  if (depth === 0 || !isMap(node)) {
    const converted = convert(node, conversion);
    yield converted.size * STEPS_OF_NODE;
    return converted;
  }
  const entries: ConvertedEntry[] = [];
  for (const pair of pairsOf(node)) {
    const key = keyOfPair(pair, node, conversion);
    const value = pair.value === null ? undefined : yield* convertSteps(pair.value, conversion, depth - 1);
    entries.push({ ...key, value: value ?? nothingAt(conversion.file, key.key.end) });
  }
  const converted = mapOf(node, entries, conversion);
  if (node.anchor !== undefined) conversion.anchors.set(node.anchor, converted);
  return converted;
}

function convertUnnamed(node: Node, conversion: Conversion): ConfigNode {
  const { file, anchors, faults } = conversion;
  const [start = 0, end = start] = node.range ?? [];
  if (isAlias(node)) {
    const meant = anchors.get(node.source);
    if (meant !== undefined) return meant;
    faults.push({ kind: 'anchor', about: node.source, ...within(file, start, end) });
    return { kind: 'scalar', type: 'null', text: '', file, start, end, size: 1 };
  }
  if (isMap(node)) {
    const entries = pairsOf(node).map((pair): ConvertedEntry => {
      const key = keyOfPair(pair, node, conversion);
      return { ...key, value: pair.value === null ? nothingAt(file, key.key.end) : convert(pair.value, conversion) };
    });
    return mapOf(node, entries, conversion);
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => convert(item as Node, conversion));
    const size = items.reduce((sum, item) => sum + item.size, 1);
    return { kind: 'list', items, file, start, end, size, tag: node.tag } satisfies ConfigList;
  }
  return scalarOf(node as Scalar, file);
}

function scalarOf(node: Scalar, file: SourceFile): ConfigScalar {
  const [start = 0, end = start] = node.range ?? [];
  const text = typeof node.value === 'string' ? node.value : (node.source ?? '');
  const scalar = { kind: 'scalar', type: typeOfScalar(node, text), text, file, size: 1, tag: node.tag } as const;
  if (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE') {
    const isClosed = end - start > 1 && file.text[end - 1] === file.text[start];
    return { ...scalar, start: start + 1, end: isClosed ? end - 1 : end };
  }
  if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') {
    const line = file.text.indexOf('\n', start);
    return { ...scalar, start: line < 0 || line >= end ? start : line + 1, end };
  }
  return { ...scalar, start, end };
}

function typeOfScalar({ tag, type }: Scalar, text: string): ScalarType {
  switch (tag) {
    case undefined:
    case '?':
      return type === 'PLAIN' || type === undefined || type === null ? typeOfPlain(text) : 'string';
    case 'tag:yaml.org,2002:int':
      return 'int';
    case 'tag:yaml.org,2002:float':
      return 'float';
    case 'tag:yaml.org,2002:bool':
      return 'bool';
    case 'tag:yaml.org,2002:null':
      return 'null';
    default:
      return 'string';
  }
}

type MapNode = Extract<Node, { items: unknown }>;

interface Pair {
  readonly key: Node | null;
  readonly value: Node | null;
}

interface ConvertedEntry extends ConfigEntry {
  /** Whether the key merges other maps into this one. */
  readonly isMerge: boolean;
}

function pairsOf(node: MapNode): readonly Pair[] {
  return node.items as readonly Pair[];
}

function keyOfPair(pair: Pair, node: MapNode, conversion: Conversion): Pick<ConvertedEntry, 'key' | 'isMerge'> {
  const key =
    pair.key === null ? nothingAt(conversion.file, node.range?.[0] ?? 0) : keyOf(convert(pair.key, conversion));
  return { key, isMerge: key.text === '<<' && isScalar(pair.key) && pair.key.type === 'PLAIN' };
}

function mapOf(node: MapNode, converted: readonly ConvertedEntry[], { file, faults }: Conversion): ConfigMap {
  const [start = 0, end = start] = node.range ?? [];
  const entries: ConfigEntry[] = [];
  const merges = converted.filter(({ isMerge }) => isMerge);
  const names = new Set<string>();
  for (const { key, value, isMerge } of converted) {
    if (isMerge) continue;
    const name = `${key.type} ${key.text}`;
    if (names.has(name)) faults.push({ kind: 'twice', about: key.text, ...within(file, key.start, key.end) });
    else entries.push({ key, value });
    names.add(name);
  }
  for (const { key, value } of merges) {
    const maps = value.kind === 'list' ? value.items : [value];
    for (const map of maps) {
      if (map.kind !== 'map') {
        faults.push({ kind: 'merge', about: '', ...within(file, key.start, key.end) });
        continue;
      }
      for (const entry of map.entries) {
        const name = `${entry.key.type} ${entry.key.text}`;
        if (!names.has(name)) entries.push(entry);
        names.add(name);
      }
    }
  }
  const size = entries.reduce((sum, entry) => sum + entry.value.size + 1, 1);
  return { kind: 'map', entries, file, start, end, size, tag: node.tag };
}

function nothingAt(file: SourceFile, at: number): ConfigScalar {
  return { kind: 'scalar', type: 'null', text: '', file, ...within(file, at, at), size: 1 };
}

/** A key of a kind that no configuration has, such as a list, gets the name that its text would have. */
function keyOf(node: ConfigNode): ConfigScalar {
  if (node.kind === 'scalar') return node;
  const { file, start, end } = node;
  return { kind: 'scalar', type: 'string', text: file.text.slice(start, end), file, start, end, size: 1 };
}
